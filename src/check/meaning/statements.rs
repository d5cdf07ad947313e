//! Statements: the single things that a sentence says, each with all that is left out in it because it was said before.
//!
//! `The first phase ends in spring, the second in autumn` says two things, and the second of them is that the second phase ends in autumn. So are the subject
//! of `opened in May and closed in June`, the verb of `Before the reform they waited 41 days; after it, 18`, and what is denied by `Unlike Brack, Aldby has a
//! hospital` put where they belong. A clause that cannot be read this way says nothing here; what follows for a verdict is for `support`.

mod clauses;
mod parts;

use clauses::clauses;
use parts::Line;

use crate::check::language::terms::{is_figure, is_stop_word};

/// One thing that is said.
#[expect(clippy::struct_excessive_bools, reason = "each is so or not")]
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Statement {
    pub(crate) subject: Part,
    /// The verb, with what turns its sense: `close`, `dry up`; `be` where something is said to be something.
    pub(crate) deed: Part,
    pub(crate) object: Part,
    /// When, where and how, by the words that these begin with.
    pub(crate) settings: Vec<(Setting, Part)>,
    /// Whether it says that this is not so.
    pub(crate) is_denied: bool,
    /// Whether it is only to come: `will open`.
    pub(crate) is_to_come: bool,
    /// Words that say of how many or how much it holds, and how surely: `only`, `most`, `may`.
    pub(crate) strength: Vec<String>,
    /// Whether it tells what was done.
    pub(crate) is_done: bool,
    /// Whether its subject is what it is done to: `was sold`.
    pub(crate) is_passive: bool,
    /// Whether its subject is some of more: `three of the eight bridges`.
    pub(crate) is_share: bool,
    /// Whether its subject is a pronoun of which the sentence before tells what it stands for.
    pub(crate) is_guessed: bool,
}

/// What a part of a statement tells: when, or what stands behind a preposition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Setting {
    When,
    Behind(String),
}

/// Words of a statement in the place that they have in it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Part {
    pub(crate) words: Vec<Word>,
}

/// A word that says something.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) stem: String,
    pub(crate) is_name: bool,
}

impl Part {
    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    fn has(&self, wanted: &Word) -> bool {
        self.words.iter().any(|word| word.stem == wanted.stem)
    }

    /// Whether another part has all of its words.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.words.iter().all(|word| other.has(word))
    }

    /// The words that another part does not have.
    pub(crate) fn beyond<'p>(&'p self, other: &'p Self) -> impl Iterator<Item = &'p Word> {
        self.words.iter().filter(|word| !other.has(word))
    }

    pub(crate) fn has_figure(&self) -> bool {
        self.words.iter().any(|word| is_figure(&word.text))
    }

    /// The words as a reader reads them.
    pub(crate) fn shown(&self) -> String {
        let words: Vec<&str> = self.words.iter().map(|word| word.text.as_str()).collect();
        words.join(" ")
    }

    fn of(words: &[parts::Token]) -> Self {
        // `May` is a month where it is written as one.
        // `Model A` is one of several.
        let is_letter =
            |at: usize, token: &parts::Token| at > 0 && token.is_capital && token.lower == "a";
        let content = words.iter().enumerate().filter(|(at, token)| {
            !is_stop_word(&token.lower) || token.is_month() || is_letter(*at, token)
        });
        Self {
            words: content.map(|(_, token)| token.as_word()).collect(),
        }
    }
}

impl Statement {
    fn parts(&self) -> impl Iterator<Item = &Part> {
        let settings = self.settings.iter().map(|(_, part)| part);
        [&self.subject, &self.deed, &self.object]
            .into_iter()
            .chain(settings)
    }

    /// Whether one of its parts has a word.
    pub(crate) fn has(&self, word: &Word) -> bool {
        self.parts().any(|part| part.has(word))
    }

    /// Whether one of its parts has all words of another.
    pub(crate) fn names(&self, part: &Part) -> bool {
        self.parts().any(|own| part.is_within(own))
    }

    /// Whether two tell one deed.
    pub(crate) fn is_one_deed(&self, other: &Self) -> bool {
        self.deed.is_within(&other.deed) && other.deed.is_within(&self.deed)
    }

    /// The same with who did it as its subject: `the mill built the bridge` of `the bridge was built by the mill`.
    pub(crate) fn in_active(&self) -> Option<Self> {
        let by = Setting::Behind("by".to_owned());
        let doer = self.setting(&by).filter(|doer| !doer.has_figure())?;
        let is_plain = self.is_passive && self.object.is_empty();
        is_plain.then(|| Self {
            subject: doer.clone(),
            object: self.subject.clone(),
            settings: {
                let rest = self.settings.iter().filter(|(kind, _)| *kind != by);
                rest.cloned().collect()
            },
            is_passive: false,
            ..self.clone()
        })
    }

    pub(crate) fn setting(&self, kind: &Setting) -> Option<&Part> {
        let mut all = self.settings.iter();
        all.find(|(own, _)| own == kind).map(|(_, part)| part)
    }
}

/// What the sentences say, one after the other, as far as they can be read.
pub(crate) fn statements<'t>(sentences: impl Iterator<Item = &'t str>) -> Vec<Vec<Statement>> {
    let mut all: Vec<Vec<Statement>> = Vec::new();
    for sentence in sentences {
        let before = all.last().and_then(|told| told.first()).cloned();
        all.push(of_sentence(sentence, before.as_ref()));
    }
    all
}

/// What one sentence says, where nothing of it is left unread.
pub(crate) fn read_wholly(sentence: &str) -> Option<Vec<Statement>> {
    let line = Line::read(sentence);
    let told = line.statements(None);
    let is_read = |word: &Word| told.iter().any(|said| said.has(word));
    let is_whole = !line.is_cut_short && Part::of(&line.tokens).words.iter().all(is_read);
    is_whole.then_some(told)
}

/// What one sentence says; `before` is the first thing that the sentence before it says.
fn of_sentence(sentence: &str, before: Option<&Statement>) -> Vec<Statement> {
    Line::read(sentence).statements(before)
}

impl Line {
    fn statements(&self, before: Option<&Statement>) -> Vec<Statement> {
        let mut told: Vec<Statement> = Vec::new();
        for clause in clauses(&self.tokens) {
            let said = clause.read(&told, before);
            told.extend(said);
        }
        let denied = self.denied.iter().filter_map(|aside| aside.told_by(&told));
        let denied: Vec<Statement> = denied.collect();
        told.extend(denied);
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(sentence: &str) -> Vec<String> {
        let shown = |statement: Statement| {
            let settings = statement.settings.iter();
            let settings = settings.map(|(kind, part)| match kind {
                Setting::When => format!("when {}", part.shown()),
                Setting::Behind(word) => format!("{word} {}", part.shown()),
            });
            let not = if statement.is_denied { "not " } else { "" };
            let mut all = vec![
                statement.subject.shown(),
                format!("{not}{}", statement.deed.shown()),
                statement.object.shown(),
            ];
            all.extend(settings);
            all.retain(|part| !part.is_empty());
            all.join(" | ")
        };
        of_sentence(sentence, None).into_iter().map(shown).collect()
    }

    #[test]
    fn what_is_left_out_is_filled_in() {
        for (sentence, expected) in [
            (
                "The first phase ends in spring 2026, the second in autumn 2027.",
                &[
                    "first phase | ends | when spring 2026",
                    "second phase | ends | when autumn 2027",
                ][..],
            ),
            (
                "The first test failed; the second and third succeeded.",
                &["first test | failed", "second third test | succeeded"],
            ),
            (
                "Before the reform, patients waited 41 days; after it, 18 days.",
                &[
                    "patients | waited | 41 days | before reform",
                    "patients | waited | 18 days | after reform",
                ],
            ),
            (
                "In March the mill cut 40 jobs; in April it hired 12 people.",
                &[
                    "mill | cut | 40 jobs | when march",
                    "mill | hired | 12 people | when april",
                ],
            ),
            (
                "The lake froze in January and thawed in early March.",
                &[
                    "lake | froze | when january",
                    "lake | thawed | when early march",
                ],
            ),
            (
                "Unlike Brack, Aldby has a hospital.",
                &["aldby | has | hospital", "brack | not has | hospital"],
            ),
            (
                "Aldby, in contrast to Brack, has a hospital.",
                &["aldby | has | hospital", "brack | not has | hospital"],
            ),
            (
                "Her mother was Danish and her father Swedish.",
                &["mother | be | danish", "father | be | swedish"],
            ),
            (
                "The strike, called by the drivers, was joined by the inspectors on Wednesday.",
                &["strike | joined | by inspectors | when wednesday"],
            ),
            (
                "The board, not the bakery, informed the parents.",
                &[
                    "board | informed | parents",
                    "bakery | not informed | parents",
                ],
            ),
            (
                "Turnover was €14.2 million in 2022, compared with €12.9 million in 2021.",
                &[
                    "turnover | be | 14.2 million | when 2022",
                    "turnover | be | 12.9 million | when 2021",
                ],
            ),
        ] {
            assert_eq!(told(sentence), expected, "{sentence}");
        }
    }
}
