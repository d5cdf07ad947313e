//! What to search for: each section with the question and what has been written so far, each change with its own words [R2].

use std::collections::HashMap;

use super::feedback::search_words;
use crate::check::{self, Lexicon};
use crate::study::{Passage, Section, SectionId, Study};

/// Words of a change that are searched for.
const SALIENT: usize = 24;

/// The query for a section's first text: the question and the sections before it.
#[must_use]
pub fn section_query(study: &Study, section: SectionId) -> String {
    let before = study.sections.iter().take(section.0);
    join(&study.question, before.map(Section::candidate))
}

/// The query for a change to a section: the change's own words, such as what new findings say, what a reflection asks for, or a claim without support.
#[must_use]
pub fn change_query(study: &Study, words: &str) -> String {
    join(&study.question, [words.to_owned()])
}

/// The query for what the analyst wants to be different: their words, and the claim that they are about.
#[must_use]
pub fn steer_query(study: &Study, section: SectionId) -> String {
    let told: Vec<String> = study
        .instructions_for(section)
        .map(|instruction| match &instruction.claim {
            Some(claim) => claim.text.clone(),
            None => instruction.text.clone(),
        })
        .collect();
    change_query(study, &told.join(" "))
}

/// The query for a section that is to be mended: what was found wrong in it [R2].
#[must_use]
pub fn mend_query(study: &Study, section: SectionId) -> String {
    let kind = study.cycle.as_ref().map(|cycle| cycle.kind);
    let wrong = kind.map(|kind| search_words(study, section, kind));
    change_query(study, &wrong.unwrap_or_default())
}

/// The query for another version of a section: its purpose and its own text beside the question.
#[must_use]
pub fn version_query(study: &Study, section: SectionId) -> String {
    let plan = study.framework.sections.get(section.0);
    let purpose = plan.map(|plan| plan.purpose.clone()).unwrap_or_default();
    let text = study
        .section(section)
        .map(Section::accepted)
        .unwrap_or_default();
    join(&study.question, [purpose, text])
}

/// The words that tell what passages are about: names and numbers that they state, and content words that come back, most frequent first.
#[must_use]
pub fn salient<'a>(passages: impl IntoIterator<Item = &'a Passage>) -> String {
    let mut lexicon = Lexicon::default();
    // By stem: the first spelling, how often, and where first.
    let mut counts: HashMap<String, (String, usize, usize)> = HashMap::new();
    let mut at = 0;
    for passage in passages {
        for sentence in check::sentences(&passage.text)
            .into_iter()
            .filter_map(|span| passage.text.get(span))
        {
            let named: Vec<String> = check::names(sentence)
                .into_iter()
                .flat_map(|name| name.words)
                .collect();
            for word in check::words(sentence).filter_map(|span| sentence.get(span)) {
                let plain = check::plain(word);
                if lexicon.term(&plain).is_none() {
                    continue;
                }
                at += 1;
                // A name says as much as a word that comes back.
                let weight = if named.contains(&plain) { 2 } else { 1 };
                let entry = counts
                    .entry(check::stem(&plain))
                    .or_insert_with(|| (plain, 0, at));
                entry.1 += weight;
            }
        }
    }
    let mut ranked: Vec<(String, usize, usize)> = counts.into_values().collect();
    ranked.sort_by(|a, b| b.1.cmp(&a.1).then(a.2.cmp(&b.2)));
    let words: Vec<String> = ranked
        .into_iter()
        .take(SALIENT)
        .map(|(word, ..)| word)
        .collect();
    words.join(" ")
}

fn join(question: &str, parts: impl IntoIterator<Item = String>) -> String {
    let mut query = question.trim().to_owned();
    for part in parts.into_iter().filter(|part| !part.trim().is_empty()) {
        query.push(' ');
        query.push_str(part.trim());
    }
    query
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_findings_are_searched_with_what_they_name_and_repeat() {
        let passage = |text: &str| Passage {
            text: text.to_owned(),
            ..Passage::default()
        };
        let passages = [
            passage("The council approved the Harbour depot. It was a long evening."),
            passage("The depot opens in June, the council said."),
        ];
        let words = salient(&passages);
        assert!(
            words.starts_with("harbour council depot")
                || words.starts_with("council depot harbour")
                || words.starts_with("council harbour depot"),
            "{words}"
        );
        assert!(!words.contains("the "), "{words}");
        assert_eq!(salient(&[]), "");
    }
}
