//! `tercet studies take-out` and `put-back`: which of its sources a study is written from, without a screen.

use color_eyre::eyre::Result;

use super::changes::{as_usage, folded};
use super::{DONE, Usage, open, output};
use crate::clean;
use crate::config::Config;
use crate::pipeline::impact::{SAYS_IT_UNCITED, resting_on, said_uncited};
use crate::study::{Command, Document, SectionId, Standing, Study, counted};
use crate::workbench;

/// Characters of a title or a sentence in a line.
const SHOWN: usize = 200;

/// Takes a source out of the evidence, and lists what rests on it.
pub(super) fn take_out(config: &Config, study: &str, source: &str) -> Result<u8> {
    let mut library = open::library(&config.data_dir)?;
    let id = open::find(&library, study)?;
    let known = folded(&library, id)?;
    let is_there = |document: &Document| known.standing(document.id) != Standing::TakenOut;
    let document = named(&known, source, &is_there)?;
    let resting = resting_on(&known, document.id);
    let command = Command::TakeOut {
        document: document.id,
    };
    workbench::command(&mut library, id, &[command]).map_err(as_usage)?;
    let line = |section: SectionId, sentence: &str, told: &str| {
        let plan = known.framework.sections.get(section.0);
        let title = plan.map_or("", |plan| plan.title.as_str());
        format!("{title}: {} ({told})\n", clean::line(sentence, SHOWN))
    };
    let cited = resting.iter();
    let cited = cited.map(|one| line(one.section, &one.sentence, one.told()));
    let uncited = said_uncited(&known, document.id);
    let uncited = uncited.map(|(id, claim)| line(id, &claim.text, SAYS_IT_UNCITED));
    let lines = cited.chain(uncited);
    output::print(&lines.collect::<String>())?;
    let title = clean::line(&document.title, SHOWN);
    output::progress(&format!(
        "study {id}: “{title}” is no evidence any more, and {} cite it; `tercet open {id}` checks them anew, `tercet run --study {id}` mends the brief, `tercet studies put-back {id} {}` undoes it",
        counted(resting.len(), "sentence"),
        output::as_word(source)
    ));
    Ok(DONE)
}

pub(super) fn put_back(config: &Config, study: &str, source: &str) -> Result<u8> {
    let mut library = open::library(&config.data_dir)?;
    let id = open::find(&library, study)?;
    let known = folded(&library, id)?;
    let is_out = |document: &Document| known.standing(document.id) == Standing::TakenOut;
    let document = named(&known, source, &is_out)?;
    let command = Command::PutBack {
        document: document.id,
    };
    workbench::command(&mut library, id, &[command]).map_err(as_usage)?;
    let title = clean::line(&document.title, SHOWN);
    let known = folded(&library, id)?;
    let resting = match resting_on(&known, document.id).len() {
        0 => "no sentence cites it".to_owned(),
        1 => "1 sentence cites it".to_owned(),
        many => format!("{many} sentences cite it"),
    };
    // Where the brief was changed without it, it is as new as on its first day.
    let then = if known.news().contains(&document.id) {
        format!(
            "{resting} now: `tercet run --study {id}` compares it with the brief and updates that"
        )
    } else {
        format!("{resting}: `tercet run --study {id}` checks them anew")
    };
    output::progress(&format!("study {id}: “{title}” is evidence again; {then}"));
    Ok(DONE)
}

/// The source that a number, a path or address, or a part of a title means.
fn named<'a>(
    study: &'a Study,
    source: &str,
    is_meant: &dyn Fn(&Document) -> bool,
) -> Result<&'a Document> {
    let shown = clean::line(source, SHOWN);
    let number = source.trim_matches(['[', ']']).parse::<u32>().ok();
    if let Some(document) = number.and_then(|number| study.numbered(number)) {
        return Ok(document);
    }
    let wanted = source.to_lowercase();
    let path = std::path::absolute(source).unwrap_or_default();
    let is_address = |document: &&Document| {
        document.uri == source || std::path::Path::new(&document.uri) == path
    };
    let is_titled = |document: &&Document| document.title.to_lowercase().contains(&wanted);
    let all = || {
        let stands = |document: &&Document| {
            !matches!(study.standing(document.id), Standing::Superseded { .. })
        };
        study
            .evidence
            .iter()
            .filter(stands)
            .filter(|one| is_meant(one))
    };
    let exact: Vec<&Document> = all().filter(is_address).collect();
    let found = if exact.is_empty() {
        all().filter(is_titled).collect()
    } else {
        exact
    };
    match found.as_slice() {
        [one] => Ok(one),
        [] => Err(Usage(format!(
            "no source of the study is “{shown}”: name it by its number, its path or address, or a part of its title"
        ))
        .into()),
        several => {
            let titles: Vec<String> = several
                .iter()
                .take(5)
                .map(|one| format!("“{}” ({})", clean::line(&one.title, SHOWN), one.uri))
                .collect();
            Err(Usage(format!(
                "“{shown}” may be {}: name one by its path or address",
                titles.join(" or ")
            ))
            .into())
        }
    }
}
