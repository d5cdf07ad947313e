//! Referring: sentences that speak by their first words of what stands before them, and would speak of something else where a change puts them.

use crate::check::{self, Stated};
use crate::study::{Hunk, HunkId, Section, SectionId, Study};

/// The sentences that begin with a pronoun, and that a change parts from the one of which they speak, which stays: they would speak of what comes between.
pub(super) fn parted(study: &Study) -> Vec<(SectionId, HunkId, String)> {
    let is = |one: &Stated, text: &str| check::key(&one.bare) == check::key(text);
    let mut parted = Vec::new();
    for (id, section) in (0..).map(SectionId).zip(&study.sections) {
        let mut adding = study
            .proposed_by_run(id)
            .filter(|hunk| !hunk.after.trim().is_empty());
        if adding.next().is_none() {
            continue;
        }
        let (now, candidate) = (
            check::stated(&section.accepted()),
            check::stated(&section.candidate()),
        );
        let moved = now.iter().filter_map(|own| {
            let before = own.antecedent.as_deref()?;
            let then = candidate.iter().find(|one| one.text == own.text)?;
            let after = then.antecedent.as_deref()?;
            let stays = || candidate.iter().any(|one| is(one, before));
            (before != after && stays()).then_some((own, after))
        });
        for (own, after) in moved {
            let brings = |hunk: &&Hunk| check::stated(&hunk.after).iter().any(|one| is(one, after));
            let hunk = study.proposed_by_run(id).find(brings);
            parted.extend(hunk.map(|hunk| (id, hunk.id, own.text.clone())));
        }
    }
    parted
}

/// The sentence that a change brings which begins with a word for what stands before it, and what it would stand behind: what other sources say. Where the
/// sentence that it takes the place of did so too, it speaks of what that spoke of.
pub(super) fn misplaced(section: &Section, hunk: &Hunk) -> Option<(String, String)> {
    let speaks = |one: &Stated| check::speaks_of_before(&one.bare);
    let brought: Vec<Stated> = check::stated(&hunk.after);
    if !brought.iter().any(speaks) || check::stated(&hunk.before).iter().any(speaks) {
        return None;
    }
    let all = check::stated(&section.candidate());
    let is_brought = |one: &Stated| {
        let mut new = brought.iter();
        new.any(|own| own.text == one.text) && !hunk.before.contains(&one.text)
    };
    let pairs = all
        .windows(2)
        .filter(|pair| speaks(&pair[1]) && is_brought(&pair[1]));
    let mut pairs = pairs.map(|pair| {
        // A pronoun may mean what a sentence further up names.
        let meant = pair[1].antecedent.as_deref().map(str::trim);
        let meant = all.iter().find(|one| Some(one.bare.trim()) == meant);
        (&pair[1], meant.unwrap_or(&pair[0]))
    });
    let (own, before) = pairs.find(|(own, before)| {
        let mut cited = own.citations.iter();
        let is_cited = !own.citations.is_empty() && !before.citations.is_empty();
        is_cited && !cited.any(|number| before.citations.contains(number))
    })?;
    Some((own.text.clone(), before.text.clone()))
}
