//! What is left on the shell's screen after the workbench: the study, how it stands, where it was exported to, and the command that opens it again.

use std::fmt::Write as _;
use std::path::Path;

use super::panes::standing::Standing;
use super::view::View;
use crate::study::{Verdict, counted};

/// Characters of the name or the question: it stays on one line of a terminal that was never made wider.
const TITLE: usize = 78;

/// The last words. `program` is how the program was called, with what it needs to find the study again.
#[must_use]
pub fn words(view: &View<'_>, exported: Option<&Path>, program: &str) -> String {
    let (study, Some(id)) = (view.study, view.id) else {
        return String::new();
    };
    if study.question.is_empty() {
        return format!("no question was asked; `{program}` opens the workbench again");
    }
    let mut words = crate::clean::line(study.title(), TITLE);
    let facts = facts(view);
    if !facts.is_empty() {
        // Writing to a string does not fail.
        let _ = write!(words, "\n{}", facts.join(", "));
    }
    if let Some(path) = exported {
        let _ = write!(words, "\nexported to {}", path.display());
    }
    let mut commands = vec![(format!("{program} open {id}"), "opens it again")];
    if view.has_text() {
        commands.push((format!("{program} export {id}"), "prints the brief"));
    }
    let width = commands.iter().map(|(command, _)| command.chars().count());
    let width = width.max().unwrap_or(0);
    for (command, what) in commands {
        let _ = write!(words, "\n{command:width$}   {what}");
    }
    words
}

/// What the analyst wrote and no disk has, to be said where the program ends; nothing where there is none.
#[must_use]
pub fn unsaved(words: &[&str]) -> String {
    let mut said = String::new();
    for words in words.iter().filter(|words| !words.trim().is_empty()) {
        // Writing to a string does not fail.
        let _ = write!(
            said,
            "\nwhat you wrote could not be saved, and is kept nowhere else:\n{}",
            super::text::clean(words).trim()
        );
    }
    said
}

/// How the brief stands: how far it is, its score, its claims, what waits for a decision.
fn facts(view: &View<'_>) -> Vec<String> {
    let study = view.study;
    let mut facts = Vec::new();
    if study.draft() > 0 {
        facts.push(format!("draft {}", study.draft()));
    }
    if let Some(standing) = Standing::of(view) {
        facts.push(format!("scores {} of 5", standing.composite()));
    }
    let claims = view.scorecard.claims;
    if claims > 0 {
        let supported = study.count(Verdict::Supported);
        facts.push(format!(
            "{supported} of {} supported",
            counted(claims, "claim")
        ));
    }
    let open = study.open_hunks();
    if open > 0 {
        facts.push(format!("{} waiting", counted(open, "change")));
    }
    if !study.requested.is_empty() {
        facts.push("evidence is still to be read".to_owned());
    }
    if let Some((section, ..)) = study.halted() {
        facts.push(format!("{} was cut", view.section_title(section)));
    }
    facts
}
