//! The brief sentence by sentence: what each says, whether it holds and what it rests on, and what can be done with it.

use super::answers::{self, Answer as Named, Answered};
use super::typed::Typed;
use super::{Desk, Dialogue, Look, Place, Wish, number, said};
use crate::check;
use crate::clean;
use crate::cli::plain::names::Fit;
use crate::cli::plain::told;
use crate::study::{Claim, Command, SectionId, Study, Verdict};
use crate::tui::action::Action;
use crate::tui::keymap::Scope;
use crate::tui::layers::Steer;
use crate::tui::search::Search;

/// A sentence of the brief as it stands.
pub(in crate::cli::plain) struct Sentence {
    pub(in crate::cli::plain) section: SectionId,
    /// Where it stands in the text of its section.
    span: std::ops::Range<usize>,
    pub(in crate::cli::plain) text: String,
    claim: Option<Claim>,
}

/// What can be done at a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Next,
    Previous,
    NextFailing,
    Passage,
    Fix,
    Pin,
    Words,
    Delete,
    Undo,
    Again,
}

impl Named for Answer {
    const ALL: &'static [Self] = &[
        Self::Next,
        Self::Previous,
        Self::NextFailing,
        Self::Passage,
        Self::Fix,
        Self::Pin,
        Self::Words,
        Self::Delete,
        Self::Undo,
        Self::Again,
    ];

    fn says(self) -> &'static str {
        match self {
            Self::Next => "next",
            Self::Previous => "previous",
            Self::NextFailing => "next that does not hold",
            Self::Passage => "hear the passage behind it",
            Self::Fix => "have it fixed",
            Self::Pin => "pin or unpin it",
            Self::Words => "put it in your own words",
            Self::Delete => "delete it",
            Self::Undo => "undo the last step",
            Self::Again => "again",
        }
    }

    fn does(self) -> &'static [Action] {
        match self {
            Self::Next => &[Action::LineDown],
            Self::Previous => &[Action::LineUp],
            Self::NextFailing => &[Action::NextProblem],
            Self::Passage => &[Action::OpenPassage],
            Self::Fix => &[Action::Fix],
            Self::Pin => &[Action::Pin],
            Self::Words => &[Action::Edit],
            Self::Delete => &[],
            Self::Undo => &[Action::Undo],
            Self::Again => &[Action::Why],
        }
    }
}

impl Answer {
    const fn changes_the_study(self) -> bool {
        self as usize > Self::Passage as usize && !matches!(self, Self::Again)
    }
}

/// All sentences of the brief, in their order.
pub(in crate::cli::plain) fn all(study: &Study) -> Vec<Sentence> {
    let sections = study.sections.iter().enumerate();
    let sentences = sections.flat_map(|(at, section)| {
        let text = section.standing();
        let claims: Vec<&Claim> = section.accepted_claims().collect();
        let of = |span: std::ops::Range<usize>| {
            let said = text.get(span.clone())?.trim().to_owned();
            let is_its = |claim: &&&Claim| !claim.text.is_empty() && said.contains(&claim.text);
            Some(Sentence {
                section: SectionId(at),
                claim: claims.iter().find(is_its).map(|claim| (*claim).clone()),
                span,
                text: said,
            })
        };
        let found = check::sentences(&text).into_iter().filter_map(of);
        found.collect::<Vec<Sentence>>()
    });
    sentences.collect()
}

/// The places of the sentences in which these words stand.
pub(in crate::cli::plain) fn with(study: &Study, words: &str) -> Vec<usize> {
    let Some(search) = Search::new(words) else {
        return vec![];
    };
    let all = all(study).into_iter().enumerate();
    all.filter(|(_, sentence)| search.regex.is_match(&sentence.text))
        .map(|(at, _)| at)
        .collect()
}

/// What is asked where the sentence and all that can be done with it were heard just now.
pub(super) const HEARD: &str = "Still at the same sentence: type an answer or words, “again” to hear it once more, or press enter alone to go back.";

/// A sentence as it is asked about.
pub(super) fn asked(desk: &Desk<'_>, at: usize) -> Vec<String> {
    let study = desk.study;
    let all = all(study);
    let at = at.min(all.len().saturating_sub(1));
    let Some(sentence) = all.get(at) else {
        return vec!["There is no sentence. Press enter alone to go back.".to_owned()];
    };
    let section = study.section(sentence.section);
    let mut lines = vec![
        String::new(),
        format!(
            "Sentence {} of {}, in {}.",
            at + 1,
            all.len(),
            told::title(study, sentence.section)
        ),
        clean::stored(&sentence.text).into_owned(),
    ];
    match &sentence.claim {
        Some(claim) => {
            lines.push(told::evidence(study, claim, claim.evidence.as_ref()));
            let critic = study.critic_on(sentence.section, &claim.text);
            lines.extend(critic.map(|said| format!("The critic: {}.", clean::line(&said, 400))));
        }
        None => lines.push("Nothing is checked in it.".to_owned()),
    }
    if section.is_some_and(|section| section.is_pinned(&sentence.text)) {
        lines.push("It is pinned: no cycle changes it.".to_owned());
    }
    lines.push(answers::told(|answer: Answer| !answer.changes_the_study()));
    if !desk.is_read_only {
        lines.push(answers::told(Answer::changes_the_study));
    }
    lines.push(
        "Or type words to go to the next sentence with them. Press enter alone to go back."
            .to_owned(),
    );
    lines
}

impl Dialogue {
    pub(super) fn at_sentence(&mut self, line: &str, desk: &Desk<'_>, at: usize) -> Vec<Wish> {
        let all = all(desk.study);
        let at = at.min(all.len().saturating_sub(1));
        let Some(sentence) = all.get(at).filter(|_| !line.is_empty()) else {
            return vec![];
        };
        self.place = Place::Sentence(at);
        let fails = |sentence: &Sentence| {
            let claim = sentence.claim.as_ref();
            claim.is_some_and(|claim| claim.verdict != Verdict::Supported)
        };
        // Other words are looked for in the brief.
        let answer: Answer = match self.answered(line, Scope::Reading, Fit::Beginning) {
            Answered::One(answer) => answer,
            Answered::Nothing if number(line).is_some() => {
                return vec![said("That is not one of the choices.")];
            }
            Answered::Nothing if self.goes_back(line) => {
                self.place = Place::Menu;
                return vec![];
            }
            // A key of the screen is no word of the brief.
            Answered::Nothing if self.action(Scope::Reading, line).is_some() => {
                return vec![said("That does nothing at a sentence.")];
            }
            Answered::Several | Answered::Nothing => {
                let Some(search) = Search::new(line) else {
                    return vec![];
                };
                let has = |sentence: &Sentence| search.regex.is_match(&sentence.text);
                return match around(&all, at, has) {
                    Some(next) => {
                        self.place = Place::Sentence(next);
                        vec![]
                    }
                    None => vec![said("No other sentence has these words.")],
                };
            }
        };
        if desk.is_read_only && answer.changes_the_study() {
            return vec![said("This study can only be read.")];
        }
        let step = match answer {
            Answer::Next if at + 1 == all.len() => {
                return vec![said("This is the last sentence.")];
            }
            Answer::Next => at + 1,
            Answer::Previous if at == 0 => return vec![said("This is the first sentence.")],
            Answer::Previous => at - 1,
            Answer::NextFailing => match around(&all, at, fails) {
                Some(next) => next,
                None => return vec![said("No other sentence fails its check.")],
            },
            Answer::Passage => return passage(desk.study, sentence),
            Answer::Fix => return fix(desk.study, sentence),
            Answer::Pin => return pin(desk.study, sentence),
            Answer::Words => {
                self.place = Place::Typing(Typed::Sentence(at));
                return vec![];
            }
            Answer::Delete => return vec![Wish::Execute(rewritten(desk.study, sentence, ""))],
            Answer::Undo => return vec![Wish::Execute(Command::Undo)],
            Answer::Again => {
                self.heard = None;
                return vec![];
            }
        };
        self.place = Place::Sentence(step);
        vec![]
    }
}

/// The next sentence that is wanted, from the beginning again after the last; another one than that at `at`.
fn around(all: &[Sentence], at: usize, is_wanted: impl Fn(&Sentence) -> bool) -> Option<usize> {
    let mut after = (at + 1..all.len()).chain(0..at);
    after.find(|next| all.get(*next).is_some_and(&is_wanted))
}

/// What it rests on in its source.
fn passage(study: &Study, sentence: &Sentence) -> Vec<Wish> {
    let claim = sentence.claim.as_ref();
    if let Some(quote) = claim.and_then(|claim| claim.evidence.clone()) {
        let passage = quote.passage;
        return vec![Wish::Look(Look::Passage(passage, Some(Box::new(quote))))];
    }
    let cited = claim.and_then(|claim| claim.citations.first());
    match cited.and_then(|number| study.numbered(*number)) {
        Some(document) => vec![Wish::Look(Look::Document(document.id))],
        None => vec![said("It cites no source.")],
    }
}

/// "Fix this", with what is wrong.
fn fix(study: &Study, sentence: &Sentence) -> Vec<Wish> {
    let Some(claim) = &sentence.claim else {
        return vec![said("Nothing is checked in it.")];
    };
    let objection = study
        .critic_on(sentence.section, &claim.text)
        .filter(|said| said != "no objection");
    if claim.verdict == Verdict::Supported && objection.is_none() {
        return vec![said(
            "This sentence is supported. 7 puts it in your own words.",
        )];
    }
    vec![Wish::Execute(Command::Steer {
        sections: vec![sentence.section],
        text: Steer::to_fix(claim, objection.as_deref()),
        claim: Some(claim.clone()),
    })]
}

fn pin(study: &Study, sentence: &Sentence) -> Vec<Wish> {
    let section = study.section(sentence.section);
    let is_pinned = section.is_some_and(|section| section.is_pinned(&sentence.text));
    let word = if is_pinned {
        "Unpinned: later cycles may change this sentence."
    } else {
        "Pinned: no cycle changes this sentence."
    };
    let command = Command::Pin {
        section: sentence.section,
        sentence: sentence.text.clone(),
    };
    vec![Wish::Execute(command), said(word)]
}

/// The section with other words in place of a sentence; with none, the white space after it goes too.
fn rewritten(study: &Study, sentence: &Sentence, words: &str) -> Command {
    let section = study.section(sentence.section);
    let text = section.map(crate::study::Section::standing);
    let text = text.unwrap_or_default();
    let before = text.get(..sentence.span.start).unwrap_or_default();
    let old = text.get(sentence.span.clone()).unwrap_or_default();
    let after = text.get(sentence.span.end..).unwrap_or_default();
    // A span may hold the space that parts it from the next.
    let own = old.len() - old.trim_end().len();
    let gap = old.get(old.len() - own..).unwrap_or_default();
    let text = match (words, after.trim_start().is_empty()) {
        ("", true) => before.trim_end().to_owned(),
        ("", false) => format!("{before}{}", after.trim_start()),
        _ => format!("{before}{words}{gap}{after}"),
    };
    Command::Edit {
        section: sentence.section,
        text,
    }
}

/// What the analyst puts in place of a sentence.
pub(super) fn reworded(study: &Study, at: usize, words: &str) -> Vec<Wish> {
    let all = all(study);
    let sentence = all.get(at);
    let command = sentence.map(|sentence| Wish::Execute(rewritten(study, sentence, words)));
    command.into_iter().collect()
}
