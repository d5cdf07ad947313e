//! Titles: whether what a part holds is what the title of another promises, as far as that can be told: what is to be done under the title of how things stand, and
//! nothing of it under the title of the way out.

use super::super::Read;
use crate::check::language::terms::{plain, plain_words, words};

/// Words of a title that promise how things stand, and what is to be done.
const SETTING: &[&str] = &[
    "situation",
    "background",
    "context",
    "introduction",
    "setting",
];
#[rustfmt::skip]
const WAY_OUT: &[&str] = &["resolution", "recommendation", "recommendations", "solution", "solutions", "proposals", "actions"];

/// Sentences that a part needs for it to be told what it holds.
const LEAST: usize = 2;

/// The title of a part about how things stand which mostly says what is to be done, and that of the part for it, which says nothing of it.
pub(super) fn exchanged<'r>(read: &'r Read<'_>) -> Option<(&'r str, &'r str)> {
    let promises = |title: &str, list: &[&str]| {
        let mut own = words(title).filter_map(|span| title.get(span));
        own.any(|word| list.contains(&plain(word).as_str()))
    };
    let parts = read
        .parts
        .iter()
        .filter(|part| part.sentences.len() >= LEAST);
    let counted: Vec<(&str, usize, usize)> = parts
        .map(|part| {
            let own = part.sentences.iter().filter(|one| recommends(&one.bare));
            (part.part.title.as_str(), own.count(), part.sentences.len())
        })
        .collect();
    let mut of_setting = counted
        .iter()
        .filter(|(title, ..)| promises(title, SETTING));
    let mut of_way_out = counted
        .iter()
        .filter(|(title, ..)| promises(title, WAY_OUT));
    let setting = of_setting.find(|(_, count, all)| 2 * count > *all && *count >= LEAST)?;
    let way_out = of_way_out.find(|(_, count, _)| *count == 0)?;
    Some((setting.0, way_out.0))
}

/// Whether a sentence says what is to be done, or that somebody wants it done.
fn recommends(bare: &str) -> bool {
    #[rustfmt::skip]
    const SAYS: &[&str] = &[
        "recommend", "recommends", "recommended", "should", "must", "ought", "advise", "advises", "advised", "propose", "proposes", "proposed", "suggest", "suggests",
        "suggested", "urge", "urges", "urged", "demand", "demands", "demanded",
    ];
    let all: Vec<String> = plain_words(bare).collect();
    let is_due = |pair: &[String]| {
        matches!(pair[0].as_str(), "has" | "have" | "needs" | "need") && pair[1] == "to"
    };
    all.iter().any(|word| SAYS.contains(&word.as_str())) || all.windows(2).any(is_due)
}
