//! Whole-program tests: what the program promises, in its users' words, against the real binary.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and says where"
)]

mod analyst;
mod budget;
mod checking;
mod citations;
mod conflicts;
mod context;
mod copies;
mod cycles;
mod damaged;
mod decided;
mod desk;
mod disks;
mod durability;
mod early_decision;
mod embeddings;
mod evidence;
mod exporting;
mod failed;
mod faults;
mod fetch;
mod first_look;
mod formats;
mod going_on;
mod growth;
mod guardrail;
mod headless;
mod history;
mod hostile;
mod interrupted;
mod judge;
mod library;
mod live;
mod machine;
mod matter;
mod mending;
mod misbehaviour;
mod model;
mod news;
mod news_answers;
mod news_beside;
mod offers;
mod older_libraries;
mod overlooked;
mod plain;
mod probe;
mod program;
mod pty;
mod read;
mod replaced;
mod review;
mod roles;
mod rounds;
mod run;
mod search;
mod secrets;
mod secure;
mod server;
mod settings;
mod standing;
mod stats;
mod steering;
mod tables;
mod terminal;
mod tidy;
mod tmux;
mod unusable;
mod update;
mod verify;
mod verify_pairs;
mod verify_reports;
mod window;
mod workbench;
mod writers;
