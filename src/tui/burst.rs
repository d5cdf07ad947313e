//! Tells a paste from typing where the terminal does not mark it: what was pasted would else run a command with every letter.
//!
//! Nobody types a line in the time between two looks at the input. So of all inputs that are ready at once, a run of ordinary keys that reads as words is
//! taken for pasted. Where text is typed anyway, only a line break within it matters: it must not send off what stands above it.

use std::collections::BTreeSet;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// The fewest characters that are taken for pasted, and the fewest different ones: a key that is held down, or commands in quick succession, are fewer.
const LEAST: (usize, usize) = (12, 6);

/// The text that was pasted at the beginning of these inputs, and how many of them it is; `None` where they are keys.
#[must_use]
pub fn pasted(inputs: &[Event], takes_text: bool) -> Option<(String, usize)> {
    let text: String = inputs.iter().map_while(character).collect();
    let words = text.trim();
    let different: BTreeSet<char> = words.chars().collect();
    let is_long = words.chars().count() >= LEAST.0 && different.len() >= LEAST.1;
    let is_words = if takes_text {
        words.contains('\n')
    } else {
        words.contains(char::is_whitespace)
    };
    let count = text.chars().count();
    (is_long && is_words).then_some((text, count))
}

/// What a key types, if it is one that pasted text has.
fn character(input: &Event) -> Option<char> {
    let Event::Key(KeyEvent {
        code,
        modifiers,
        kind: KeyEventKind::Press,
        ..
    }) = input
    else {
        return None;
    };
    match code {
        KeyCode::Char('j') if *modifiers == KeyModifiers::CONTROL => Some('\n'),
        KeyCode::Char(c) if (*modifiers - KeyModifiers::SHIFT).is_empty() => Some(*c),
        KeyCode::Enter if modifiers.is_empty() => Some('\n'),
        KeyCode::Tab if modifiers.is_empty() => Some('\t'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<Event> {
        let code = |c| match c {
            '\n' => KeyCode::Enter,
            '\t' => KeyCode::Tab,
            c => KeyCode::Char(c),
        };
        let event = |c| Event::Key(KeyEvent::new(code(c), KeyModifiers::NONE));
        text.chars().map(event).collect()
    }

    #[test]
    fn words_that_come_at_once_are_pasted_and_run_no_command() {
        let text = "Quarterly sales fell.\nrxaq Accept?\n";
        let mut inputs = keys(text);
        inputs.push(Event::Key(KeyCode::Esc.into()));
        inputs.extend(keys("x"));
        let whole = (text.to_owned(), text.chars().count());
        assert_eq!(pasted(&inputs, false), Some(whole.clone()));
        assert_eq!(pasted(&inputs, true), Some(whole));
    }

    #[test]
    fn commands_in_quick_succession_and_keys_that_are_held_are_keys() {
        for typed in [
            "",
            "a",
            "Raxxaq",
            "jjjjjjjjjjjjjjjjjjjjjjj",
            "j j j j j j j j j j",
            "1]]]]\n/n",
        ] {
            assert_eq!(pasted(&keys(typed), false), None, "{typed}");
        }
        let mut controls = keys("Quarterly");
        controls.insert(
            2,
            Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)),
        );
        assert_eq!(pasted(&controls, false), None);
    }

    #[test]
    fn a_question_that_is_typed_by_a_program_is_sent_off_by_its_enter() {
        assert_eq!(pasted(&keys("Why did sales fall in 2024?\n"), true), None);
        assert!(pasted(&keys("Why did sales\nfall in 2024?\n"), true).is_some());
    }
}
