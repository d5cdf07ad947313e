//! The `tercet` program: parse, dispatch, tell errors well. Everything else is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    tercet::cli::main()
}
