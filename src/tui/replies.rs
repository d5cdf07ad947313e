//! Keeps a terminal's late answers from being taken for keys.
//!
//! The question for the background colour is answered by a control string. An answer that comes after the wait is over reaches the event loop as Alt-] and
//! ordinary characters, which would be typed into the question, or worse, act as keys. They come much faster than anyone types.

use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

/// All of an answer arrives at once; a person needs longer for the second key.
const AT_ONCE: Duration = Duration::from_millis(50);
/// The longest answer to a question that is asked, with room.
const LONGEST: usize = 64;

/// Looks at every input before the screen does.
#[derive(Debug, Default)]
pub struct LateReplies {
    /// When the answer that is being swallowed began, and how much of it has come.
    inside: Option<(Instant, usize)>,
}

impl LateReplies {
    /// Whether an input is the analyst's.
    pub fn passes(&mut self, event: &Event, now: Instant) -> bool {
        let Event::Key(KeyEvent {
            code: KeyCode::Char(c),
            modifiers,
            ..
        }) = event
        else {
            return true;
        };
        let alt = modifiers.contains(KeyModifiers::ALT);
        match self.inside {
            Some((began, length))
                if now.saturating_duration_since(began) <= AT_ONCE && length < LONGEST =>
            {
                let ends =
                    (alt && *c == '\\') || (modifiers.contains(KeyModifiers::CONTROL) && *c == 'g');
                self.inside = (!ends).then_some((began, length + 1));
                false
            }
            _ => {
                // What the program before this one asked for may come too: operating system commands, and device control strings.
                self.inside = (alt && matches!(c, ']' | 'P')).then_some((now, 0));
                self.inside.is_none()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(c: char, modifiers: KeyModifiers) -> Event {
        Event::Key(KeyEvent::new(KeyCode::Char(c), modifiers))
    }

    #[test]
    fn a_late_answer_is_swallowed_and_what_is_typed_after_it_is_not() {
        let (mut replies, now) = (LateReplies::default(), Instant::now());
        let mut passes = |event: Event| replies.passes(&event, now);
        assert!(passes(key('a', KeyModifiers::NONE)));
        assert!(!passes(key(']', KeyModifiers::ALT)));
        for c in "10;rgb:d4d4/d4d4/d4d4".chars() {
            assert!(!passes(key(c, KeyModifiers::NONE)), "{c}");
        }
        assert!(!passes(key('\\', KeyModifiers::ALT)));
        assert!(passes(key('q', KeyModifiers::NONE)));
    }

    #[test]
    fn the_name_of_a_terminal_that_another_program_asked_for_types_nothing() {
        let (mut replies, now) = (LateReplies::default(), Instant::now());
        assert!(!replies.passes(&key('P', KeyModifiers::ALT | KeyModifiers::SHIFT), now));
        for c in ">|xterm(380)".chars() {
            assert!(!replies.passes(&key(c, KeyModifiers::NONE), now), "{c}");
        }
        assert!(!replies.passes(&key('\\', KeyModifiers::ALT), now));
        assert!(replies.passes(&key('e', KeyModifiers::NONE), now));
    }

    #[test]
    fn a_person_who_presses_that_key_loses_no_other() {
        let (mut replies, now) = (LateReplies::default(), Instant::now());
        assert!(!replies.passes(&key(']', KeyModifiers::ALT), now));
        assert!(replies.passes(
            &key('x', KeyModifiers::NONE),
            now + Duration::from_millis(120)
        ));
    }
}
