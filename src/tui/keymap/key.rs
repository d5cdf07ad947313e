//! What keys are called: in key files, on the screen, and by the terminals that report them.

use std::fmt;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key with its modifiers, in the one form that all terminals' reports of it come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    pub code: KeyCode,
    pub modifiers: KeyModifiers,
}

impl Key {
    pub fn new(code: KeyCode, modifiers: KeyModifiers) -> Self {
        let mut modifiers =
            modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT);
        let code = match code {
            // One and the same byte, which is reported as either.
            KeyCode::Char('7') if modifiers == KeyModifiers::CONTROL => KeyCode::Char('_'),
            // Terminals differ in whether they report shift beside the letter that it made, and the case of a control letter.
            KeyCode::Char(c) if modifiers.contains(KeyModifiers::CONTROL) => {
                if c.is_alphabetic() {
                    modifiers.remove(KeyModifiers::SHIFT);
                }
                KeyCode::Char(c.to_ascii_lowercase())
            }
            KeyCode::Char(c) => {
                let shifted = modifiers.contains(KeyModifiers::SHIFT);
                modifiers.remove(KeyModifiers::SHIFT);
                KeyCode::Char(if shifted { c.to_ascii_uppercase() } else { c })
            }
            KeyCode::Tab if modifiers.contains(KeyModifiers::SHIFT) => {
                modifiers.remove(KeyModifiers::SHIFT);
                KeyCode::BackTab
            }
            KeyCode::BackTab => {
                modifiers.remove(KeyModifiers::SHIFT);
                KeyCode::BackTab
            }
            other => other,
        };
        Self { code, modifiers }
    }

    pub fn parse(text: &str) -> Option<Self> {
        let mut modifiers = KeyModifiers::NONE;
        let mut rest = text;
        loop {
            let (modifier, after) = if let Some(after) = rest.strip_prefix("ctrl-") {
                (KeyModifiers::CONTROL, after)
            } else if let Some(after) = rest.strip_prefix("alt-") {
                (KeyModifiers::ALT, after)
            } else if let Some(after) = rest.strip_prefix("shift-") {
                (KeyModifiers::SHIFT, after)
            } else {
                break;
            };
            modifiers |= modifier;
            rest = after;
        }
        let mut chars = rest.chars();
        let code = match (chars.next(), chars.next()) {
            (Some(c), None) if !c.is_control() && c != ' ' => KeyCode::Char(c),
            (Some('f'), Some('0'..='9')) => {
                KeyCode::F(rest[1..].parse().ok().filter(|n| (1..=24).contains(n))?)
            }
            _ => {
                let (_, code) = NAMED.iter().find(|(name, _)| *name == rest)?;
                *code
            }
        };
        Some(Self::new(code, modifiers))
    }
}

impl From<Key> for KeyEvent {
    fn from(key: Key) -> Self {
        Self::new(key.code, key.modifiers)
    }
}

const NAMED: [(&str, KeyCode); 16] = [
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("shift-tab", KeyCode::BackTab),
    ("space", KeyCode::Char(' ')),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("insert", KeyCode::Insert),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pgup", KeyCode::PageUp),
    ("pgdn", KeyCode::PageDown),
];

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.modifiers.contains(KeyModifiers::ALT) {
            f.write_str("alt-")?;
        }
        if self.modifiers.contains(KeyModifiers::SHIFT) {
            f.write_str("shift-")?;
        }
        if self.modifiers.contains(KeyModifiers::CONTROL) {
            f.write_str("^")?;
        }
        match self.code {
            KeyCode::Char(c) if c != ' ' => {
                if self.modifiers.contains(KeyModifiers::CONTROL) {
                    write!(f, "{}", c.to_uppercase())
                } else {
                    write!(f, "{c}")
                }
            }
            KeyCode::F(n) => write!(f, "F{n}"),
            code => {
                let name = NAMED
                    .iter()
                    .find(|(_, known)| *known == code)
                    .map_or("?", |(name, _)| name);
                f.write_str(name)
            }
        }
    }
}

/// A key pressed once, or twice in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chord {
    pub key: Key,
    pub twice: bool,
}

impl Chord {
    pub fn parse(text: &str) -> Option<Self> {
        match text.split_once(' ') {
            None => Key::parse(text).map(|key| Self { key, twice: false }),
            Some((first, second)) if first == second => {
                Key::parse(first).map(|key| Self { key, twice: true })
            }
            Some(_) => None,
        }
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.key)?;
        if self.twice {
            write!(f, " {}", self.key)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_that_is_shown_can_be_written_in_a_key_file() {
        for (_, code) in NAMED {
            let key = Key::new(code, KeyModifiers::NONE);
            assert_eq!(Key::parse(&key.to_string()), Some(key));
        }
        assert_eq!(
            Key::parse("-"),
            Some(Key::new(KeyCode::Char('-'), KeyModifiers::NONE))
        );
        assert_eq!(
            Key::parse("ctrl--"),
            Some(Key::new(KeyCode::Char('-'), KeyModifiers::CONTROL))
        );
        assert_eq!(Key::parse("f12").map(|key| key.code), Some(KeyCode::F(12)));
        assert_eq!(
            Key::parse("f"),
            Some(Key::new(KeyCode::Char('f'), KeyModifiers::NONE))
        );
    }
}
