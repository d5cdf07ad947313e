//! What the program tells its users to type can be typed.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser as _;
use clap::error::ErrorKind;

use super::arguments::Arguments;

/// The commands that a text tells of, as words, with something in place of what stands for something else.
fn commands(text: &str) -> Vec<Vec<String>> {
    let told = text.split("`tercet ").skip(1);
    let told = told.filter_map(|rest| rest.lines().next()?.split_once('`'));
    let word = |word: &str| {
        let word = word.trim_end_matches('…');
        let stands_for = word.contains('{') || word.chars().all(|c| c.is_ascii_uppercase());
        if stands_for { "1" } else { word }.to_owned()
    };
    told.map(|(command, _)| command.split_whitespace().map(word).collect())
        .collect()
}

/// What is wrong with a command, if it cannot be typed. The name of one alone need not say what it is to do.
fn wrong(command: &[String]) -> Option<ErrorKind> {
    let words = ["tercet"].into_iter();
    let parsed = Arguments::try_parse_from(words.chain(command.iter().map(String::as_str)));
    let kind = parsed.err()?.kind();
    let is_name = command
        .iter()
        .all(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '-'))
        && !command.iter().any(|word| word.starts_with('-'));
    let is_help = kind == ErrorKind::DisplayHelp;
    let lacks = matches!(
        kind,
        ErrorKind::MissingRequiredArgument | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    (!(is_help || is_name && lacks)).then_some(kind)
}

#[test]
fn every_command_that_the_program_tells_of_can_be_typed() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut left: Vec<PathBuf> = ["src", "assets", "README.md"]
        .map(|name| here.join(name))
        .into();
    let (mut seen, mut bad) = (0, Vec::new());
    while let Some(path) = left.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("a folder").flatten();
            left.extend(entries.map(|entry| entry.path()));
        } else if let Ok(text) = fs::read_to_string(&path) {
            for command in commands(&text) {
                seen += 1;
                let wrong = wrong(&command);
                bad.extend(wrong.map(|kind| (path.clone(), command.join(" "), kind)));
            }
        }
    }
    assert!(seen > 40, "{seen}");
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn options_of_all_commands_may_stand_before_what_is_done_to_a_study() {
    let typed = [
        "tercet",
        "studies",
        "--data-dir",
        "elsewhere",
        "events",
        "1",
    ];
    let arguments = Arguments::try_parse_from(typed).expect("it can be typed");
    assert_eq!(
        arguments.shared.data_dir.as_deref(),
        Some(Path::new("elsewhere"))
    );
}
