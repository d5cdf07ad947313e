//! Lines of the analyst's own words: what each is typed for, and what is wrong with one that cannot be taken.

use super::{Desk, Look, Place, Wish, sentences};
use crate::clean;
use crate::cli::plain::names::words;
use crate::study::{Ceilings, Command, Document, DocumentId, SectionId, Study};
use crate::tui::layers::description;

/// What a line is typed for.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::cli::plain) enum Typed {
    Question,
    Evidence,
    /// What is to be different about these sections.
    Instruction(Vec<SectionId>),
    Path,
    /// What is to stand in place of a sentence.
    Sentence(usize),
    Words,
    WordsOfStudies,
    WordsOfSources,
    Folder,
    Name,
    Budget,
    Password(String),
    Detail(DocumentId, Detail),
}

/// Something that is known of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli::plain) enum Detail {
    Title,
    Author,
    Date,
    Origin,
}

impl Typed {
    /// What is asked for.
    pub(super) fn asks(&self, study: &Study) -> Vec<String> {
        let asks = match self {
            Self::Question if study.question.is_empty() => "Type the question.",
            Self::Question => {
                return vec![
                    format!("The question is: {}", clean::line(&study.question, 1000)),
                    "Type a new question, or = to rewrite for this one. Press enter alone to go back."
                        .to_owned(),
                ];
            }
            Self::Evidence => "Type the path of a file or folder, or a web address.",
            Self::Instruction(_) => "Say what is to be different.",
            Self::Path => "Type the path of the file to write, such as brief.md.",
            Self::Sentence(_) => "Type what the sentence is to say.",
            Self::Words => "Type the words to find in the brief and in the evidence.",
            Self::WordsOfStudies => "Type the words to find in all studies.",
            Self::WordsOfSources => "Type what the passages are to be about.",
            Self::Folder => "Type the path of the folder: what changes in it is evidence.",
            Self::Name => "Type a name for this study, or = for its question.",
            Self::Budget => {
                return vec![
                    format!("The budget is: {}.", study.ceilings.told()),
                    "Type what this study may take, such as 50000 tokens, $2.50, 10 min, or off. Press enter alone to go back."
                        .to_owned(),
                ];
            }
            Self::Password(_) => "Type the password. It can be seen while it is typed.",
            Self::Detail(_, Detail::Title) => "Type the title.",
            Self::Detail(_, Detail::Author) => "Type the author, or = for none.",
            Self::Detail(_, Detail::Date) => {
                "Type the date, as 2025, 2025-03 or 2025-03-14, or = for none."
            }
            Self::Detail(_, Detail::Origin) => {
                "Type where it comes from: internal, web, academic or general."
            }
        };
        vec![format!("{asks} Press enter alone to go back.")]
    }

    /// Whether a line is no answer but leads back, as a list and a question are left too. What is looked for and a password can be any word.
    pub(super) fn goes_back(&self, line: &str) -> bool {
        let is_any_word = matches!(
            self,
            Self::Words | Self::WordsOfStudies | Self::WordsOfSources | Self::Password(_)
        );
        !is_any_word && is_back(line)
    }

    /// Where the analyst was before.
    pub(super) fn back(&self) -> Place {
        match self {
            Self::Sentence(at) => Place::Sentence(*at),
            _ => Place::Menu,
        }
    }

    /// What comes of a line, or why it cannot be taken.
    pub(super) fn taken(&self, line: &str, desk: &Desk<'_>) -> Result<Vec<Wish>, String> {
        let study = desk.study;
        let text = line.to_owned();
        let wish = match self {
            Self::Question if line == "=" && !study.question.is_empty() => {
                Wish::Run(study.question.clone())
            }
            Self::Question if !line.contains(char::is_alphabetic) => {
                return Err("A question has words.".to_owned());
            }
            Self::Question => Wish::Run(text),
            Self::Evidence => Wish::AddEvidence(vec![text]),
            Self::Instruction(sections) => Wish::Execute(Command::Steer {
                sections: sections.clone(),
                text,
                claim: None,
            }),
            Self::Path => Wish::Export {
                path: text,
                overwrite: false,
            },
            Self::Sentence(at) => return Ok(sentences::reworded(study, *at, line)),
            Self::Words => Wish::Look(Look::Found(text)),
            Self::WordsOfStudies => Wish::Look(Look::FoundInStudies(text)),
            Self::WordsOfSources => Wish::Look(Look::FoundInSources(text)),
            Self::Folder => Wish::Watch(text),
            Self::Name => Wish::Rename(if line == "=" { String::new() } else { text }),
            Self::Budget => Wish::Execute(Command::SetBudget {
                ceilings: Ceilings::parse(line)?,
            }),
            Self::Password(source) => Wish::Unlock {
                source: source.clone(),
                password: text,
            },
            Self::Detail(document, detail) => {
                let Some(known) = study.document(*document) else {
                    return Ok(vec![]);
                };
                Wish::Execute(Command::Describe {
                    document: *document,
                    description: described(known, *detail, line)?,
                })
            }
        };
        Ok(vec![wish])
    }
}

/// Whether a line that is to be taken as it is typed says only that it is not meant.
pub(super) fn is_back(line: &str) -> bool {
    let said = words(line);
    said == ["back"] || said == ["go", "back"]
}

/// What is known of a source, with one thing put right.
fn described(
    known: &Document,
    detail: Detail,
    line: &str,
) -> Result<crate::study::Description, String> {
    let line = if line == "=" { "" } else { line };
    let mut fields = [
        known.title.as_str(),
        known.author.as_deref().unwrap_or_default(),
        known.date.as_deref().unwrap_or_default(),
        known.origin.name(),
    ];
    let place = match detail {
        Detail::Title => 0,
        Detail::Author => 1,
        Detail::Date => 2,
        Detail::Origin => 3,
    };
    if let Some(field) = fields.get_mut(place) {
        *field = line;
    }
    description(fields)
}
