//! The key file as it is written, and all that can be wrong with it.
//!
//! Which keys hold in the end is for the keymap; here are the names, the lines they stand on, and what contradicts itself.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use thiserror::Error;
use toml::Spanned;

use super::Scope;
use super::key::{Chord, Key};
use crate::tui::action::Action;

/// The presets of `assets/keys.toml`, and the keys without one.
const PRESETS: [&str; 3] = ["default", "vim", "git-add-p"];

/// Why a key file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum KeymapError {
    #[error("line {line}: {reason}")]
    Unreadable { line: usize, reason: String },
    #[error("line {line}: there is no preset {name:?}; choose default, vim or git-add-p")]
    UnknownPreset { line: usize, name: String },
    #[error("line {line}: there is no action {name:?}{}", did_you_mean(name))]
    UnknownAction { line: usize, name: String },
    #[error(
        "line {line}: {key:?} is not a key; write a character or a name such as enter, pgdn, f5, with ctrl-, alt- or shift- \
         before it"
    )]
    UnknownKey { line: usize, key: String },
    #[error("line {line}: in [{}], {key} is bound to both {first} and {second}; take it from one of them", scope.name())]
    Clash {
        line: usize,
        scope: Scope,
        key: String,
        first: Action,
        second: Action,
    },
}

impl KeymapError {
    /// The line that it is about.
    fn line(&self) -> usize {
        match self {
            Self::Unreadable { line, .. }
            | Self::UnknownPreset { line, .. }
            | Self::UnknownAction { line, .. }
            | Self::UnknownKey { line, .. }
            | Self::Clash { line, .. } => *line,
        }
    }
}

/// A key file as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) preset: Option<Spanned<String>>,
    #[serde(default)]
    everywhere: Bindings,
    #[serde(default)]
    typing: Bindings,
    #[serde(default)]
    editing: Bindings,
    #[serde(default)]
    reading: Bindings,
    #[serde(default)]
    review: Bindings,
    #[serde(default)]
    history: Bindings,
    #[serde(default, alias = "overlay")]
    window: Bindings,
    #[serde(default)]
    pub(super) presets: BTreeMap<String, BTreeMap<Scope, Bindings>>,
}

pub(super) type Bindings = BTreeMap<Spanned<String>, Spanned<Keys>>;

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Keys {
    One(String),
    Several(Vec<String>),
}

impl File {
    pub(super) fn read(text: &str) -> Result<Self, KeymapError> {
        toml::from_str(text).map_err(|error| KeymapError::Unreadable {
            line: line_of(text, error.span().map_or(0, |span| span.start)),
            reason: error.message().trim().replace('\n', ", "),
        })
    }

    pub(super) fn scopes(&self) -> [(Scope, &Bindings); 7] {
        [
            (Scope::Everywhere, &self.everywhere),
            (Scope::Typing, &self.typing),
            (Scope::Editing, &self.editing),
            (Scope::Reading, &self.reading),
            (Scope::Review, &self.review),
            (Scope::History, &self.history),
            (Scope::Window, &self.window),
        ]
    }

    /// What of the file can hold, and all that is wrong with it, in the order of its lines.
    pub(super) fn sound(&self, text: &str) -> (Vec<Binding>, Vec<KeymapError>) {
        let (bindings, mut found) = sound(self.scopes(), text);
        if let Some(preset) = &self.preset
            && !PRESETS.contains(&preset.get_ref().as_str())
        {
            found.push(KeymapError::UnknownPreset {
                line: line_of(text, preset.span().start),
                name: preset.get_ref().clone(),
            });
        }
        found.sort_by_key(KeymapError::line);
        (bindings, found)
    }
}

/// The keys of an action in a scope.
pub(super) struct Binding {
    pub(super) scope: Scope,
    pub(super) action: Action,
    pub(super) chords: Vec<Chord>,
}

/// The bindings that can hold, and what is wrong with the others; `text` is the file they were read from. Of two that want the same key the first has it.
pub(super) fn sound<'a>(
    scopes: impl IntoIterator<Item = (Scope, &'a Bindings)>,
    text: &str,
) -> (Vec<Binding>, Vec<KeymapError>) {
    let (mut sound, mut found) = (Vec::new(), Vec::new());
    for (scope, bindings) in scopes {
        let mut taken: HashMap<Key, Action> = HashMap::new();
        let mut bindings: Vec<_> = bindings.iter().collect();
        bindings.sort_by_key(|(name, _)| name.span().start);
        for (name, keys) in bindings {
            let line = line_of(text, name.span().start);
            let Some(action) = Action::named(name.get_ref()) else {
                let name = name.get_ref().clone();
                found.push(KeymapError::UnknownAction { line, name });
                continue;
            };
            let chords = match chords(keys, text) {
                Ok(chords) => chords,
                Err(error) => {
                    found.push(error);
                    continue;
                }
            };
            let single = || chords.iter().filter(|chord| !chord.twice);
            let clash = single().find_map(|chord| Some((chord, *taken.get(&chord.key)?)));
            if let Some((chord, first)) = clash {
                found.push(KeymapError::Clash {
                    line,
                    scope,
                    key: chord.to_string(),
                    first,
                    second: action,
                });
                continue;
            }
            taken.extend(single().map(|chord| (chord.key, action)));
            sound.push(Binding {
                scope,
                action,
                chords,
            });
        }
    }
    (sound, found)
}

/// The keys of one binding.
fn chords(keys: &Spanned<Keys>, text: &str) -> Result<Vec<Chord>, KeymapError> {
    let names = match keys.get_ref() {
        Keys::One(name) => std::slice::from_ref(name),
        Keys::Several(names) => names,
    };
    names
        .iter()
        .map(|name| {
            Chord::parse(name).ok_or_else(|| KeymapError::UnknownKey {
                line: line_of(text, keys.span().start),
                key: name.clone(),
            })
        })
        .collect()
}

fn line_of(text: &str, offset: usize) -> usize {
    1 + text
        .bytes()
        .take(offset)
        .filter(|&byte| byte == b'\n')
        .count()
}

/// The action whose name is most like a mistyped one, as the end of a sentence.
fn did_you_mean(name: &str) -> String {
    let name = name.replace('_', "-");
    let words: Vec<&str> = name.split('-').collect();
    // The same words in another order are more than the same beginning.
    let likeness = |action: &Action| {
        let known = action.name();
        let shared = known.split('-').filter(|word| words.contains(word));
        let letters = known.chars().zip(name.chars());
        let begins = letters.take_while(|(a, b)| a == b).count();
        let likeness = begins + shared.map(|word| 2 * word.len()).sum::<usize>();
        (likeness >= 3).then_some(likeness)
    };
    Action::ALL
        .iter()
        .filter_map(|action| Some((likeness(action)?, action)))
        .max_by_key(|(likeness, _)| *likeness)
        .map_or_else(String::new, |(_, action)| {
            format!(" (did you mean {action}?)")
        })
}
