//! What a workbench without a screen is opened with: what the program itself would use, without looking for servers and without anything that follows a draft.

use std::path::PathBuf;

use tercet::cli;
use tercet::config::Config;
use tercet::study::RunPlan;
use tercet::workbench::{Servers, Setup};

/// The program that reads documents.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_tercet");

pub fn setup(config: Config, program: impl Into<PathBuf>) -> Setup {
    Setup {
        plan: RunPlan::default(),
        servers: Servers::default(),
        ..cli::setup_with(config, program.into())
    }
}
