use std::process::ExitCode;

use tercet::evidence;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    if arguments
        .next()
        .is_some_and(|command| command == evidence::COMMAND)
    {
        return evidence::child_main(arguments);
    }
    ExitCode::SUCCESS
}
