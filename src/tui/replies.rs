//! Keeps a terminal's late answers from being taken for keys.
//!
//! The question for the background colour is answered by a control string. What comes of it after the wait is over, all of it or the rest of one that was
//! cut, reaches the event loop as Alt-] and ordinary characters, which would be typed into the question, or worse, act as keys. They come much faster than
//! anyone types, and look like nothing that anyone types at once.

use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A part of an answer arrives at once; a person needs longer for the second key.
const AT_ONCE: Duration = Duration::from_millis(50);
/// How late an answer may come, and the next part of one that was cut on its way.
const LATE: Duration = Duration::from_secs(2);
/// The longest answer to a question that is asked, with room.
const LONGEST: usize = 64;

/// Looks at every input before the screen does.
#[derive(Debug)]
pub struct LateReplies {
    /// When the terminal was last asked something, by this program or the one before it.
    asked: Instant,
    /// When the last part of an answer came that has not ended yet.
    inside: Option<Instant>,
}

/// A run of characters at the beginning of what came at once.
#[derive(Default)]
struct Run {
    text: String,
    /// What ends an answer, if that follows.
    end: Option<End>,
    /// How many inputs it is, with what ends it.
    count: usize,
    /// Whether nothing came after it.
    is_last: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Escape and a backslash, which nobody presses.
    Proper,
    /// The bell, which is a key as well.
    Bell,
}

impl LateReplies {
    /// Of a terminal that was asked something just now.
    #[must_use]
    pub fn asked(now: Instant) -> Self {
        Self {
            asked: now,
            inside: None,
        }
    }

    /// Those of the inputs which are the analyst's, of all that came at once.
    pub fn without(&mut self, mut inputs: &[Event], now: Instant) -> Vec<Event> {
        let mut passed = Vec::new();
        while let Some((first, after)) = inputs.split_first() {
            // What the program before this one asked for may come too: operating system commands, and device control strings.
            let begins = matches!(of(first), Some((']' | 'P', KeyModifiers::ALT)));
            let rest = if begins { after } else { inputs };
            let run = Run::of(rest);
            let goes_on = begins || (passed.is_empty() && self.goes_on(&run, now));
            if goes_on && run.text.len() <= LONGEST {
                let may_go_on = begins || self.inside.is_some() || run.text.len() > 1;
                let is_open = run.end.is_none() && run.is_last && may_go_on;
                self.inside = is_open.then_some(now);
                inputs = rest.get(run.count..).unwrap_or_default();
            } else {
                self.inside = None;
                passed.push(first.clone());
                inputs = after;
            }
        }
        passed
    }

    /// Whether a run is the next part of an answer.
    fn goes_on(&self, run: &Run, now: Instant) -> bool {
        let since = |then: Instant| now.saturating_duration_since(then);
        match self.inside.map(since) {
            Some(gap) if gap <= AT_ONCE => run.count > 0,
            Some(gap) if gap <= LATE => run.end.is_some() || (run.is_last && run.text.len() > 1),
            // The beginning may have been read while the answer was still waited for.
            _ => since(self.asked) <= LATE && run.is_rest(),
        }
    }
}

impl Run {
    fn of(inputs: &[Event]) -> Self {
        let mut run = Self {
            is_last: inputs.is_empty(),
            ..Self::default()
        };
        for input in inputs {
            run.is_last = run.count + 1 == inputs.len();
            run.end = match of(input) {
                // What ends an answer may have been cut in two itself.
                Some(('\\', KeyModifiers::NONE)) if inputs.len() == 1 => Some(End::Proper),
                Some(('\\', KeyModifiers::ALT)) => Some(End::Proper),
                Some(('g', KeyModifiers::CONTROL)) => Some(End::Bell),
                Some((c, KeyModifiers::NONE)) => {
                    run.text.push(c);
                    None
                }
                None if run.is_last && !run.text.is_empty() && is_escape(input) => None,
                _ => {
                    run.is_last = false;
                    break;
                }
            };
            run.count += 1;
            if run.end.is_some() {
                break;
            }
        }
        run
    }

    /// Whether it is the rest of an answer of which the beginning was read: the values of a colour as they are told, or what the terminal can do.
    fn is_rest(&self) -> bool {
        let text = self.text.as_str();
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let is_value = |text: &str| {
            text.chars()
                .all(|c| c.is_ascii_hexdigit() || "/:;?rgb]".contains(c))
        };
        match self.end {
            Some(End::Proper) => !text.contains(char::is_whitespace),
            Some(End::Bell) => text.len() > 1 && is_value(text),
            None => {
                let device = text.strip_suffix('c').unwrap_or_default();
                let is_device = device.contains(';') && device.split(';').all(is_number);
                let begun = text.strip_prefix(']').and_then(|text| text.split_once(';'));
                let is_begun =
                    begun.is_some_and(|(what, value)| is_number(what) && is_value(value));
                self.is_last && (is_device || is_begun)
            }
        }
    }
}

fn is_escape(input: &Event) -> bool {
    *input == Event::Key(KeyCode::Esc.into())
}

/// The character that a key types, and what is held down with it besides shift.
fn of(input: &Event) -> Option<(char, KeyModifiers)> {
    match input {
        Event::Key(KeyEvent {
            code: KeyCode::Char(c),
            modifiers,
            kind: KeyEventKind::Press,
            ..
        }) => Some((*c, *modifiers - KeyModifiers::SHIFT)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = "]11;rgb:1e1e/1e1e/1e1e";

    fn key(c: char, modifiers: KeyModifiers) -> Event {
        Event::Key(KeyEvent::new(KeyCode::Char(c), modifiers))
    }

    /// As these bytes are read when they arrive at once.
    fn read(bytes: &str) -> Vec<Event> {
        let mut events = Vec::new();
        let mut rest = bytes.chars();
        while let Some(c) = rest.next() {
            events.push(match (c, rest.clone().next()) {
                ('\u{1b}', Some(next)) => {
                    rest.next();
                    key(next, KeyModifiers::ALT)
                }
                ('\u{1b}', None) => Event::Key(KeyCode::Esc.into()),
                ('\u{7}', _) => key('g', KeyModifiers::CONTROL),
                (c, _) => key(c, KeyModifiers::NONE),
            });
        }
        events
    }

    #[test]
    fn a_late_answer_is_swallowed_and_what_is_typed_around_it_is_not() {
        let now = Instant::now();
        let mut replies = LateReplies::asked(now);
        let late = now + Duration::from_mins(1);
        assert_eq!(replies.without(&read("a"), late), read("a"));
        for end in ["\u{1b}\\", "\u{7}"] {
            let answer = format!("\u{1b}{ANSWER}{end}q");
            assert_eq!(replies.without(&read(&answer), late), read("q"));
        }
        // Read character by character.
        for c in format!("{ANSWER}\u{7}").chars() {
            let event = if c == ']' {
                "\u{1b}]".to_owned()
            } else {
                c.to_string()
            };
            assert_eq!(replies.without(&read(&event), late), [], "{c}");
        }
        assert_eq!(replies.without(&read("q"), late), read("q"));
    }

    #[test]
    fn an_answer_that_was_cut_anywhere_types_nothing_and_presses_nothing() {
        let now = Instant::now();
        for end in ["\u{1b}\\", "\u{7}"] {
            let answer = format!("\u{1b}{ANSWER}{end}");
            for cut in 1..answer.len() {
                let (first, second) = answer.split_at(cut);
                let mut replies = LateReplies::asked(now);
                let passed = replies.without(&read(first), now + AT_ONCE);
                assert!(
                    passed.is_empty() || first.len() == 1,
                    "{first:?}: {passed:?}"
                );
                let gap = now + Duration::from_millis(400);
                let passed = replies.without(&read(second), gap);
                assert_eq!(passed, [], "{second:?}");
                // Or the first part was still waited for.
                let passed = LateReplies::asked(now).without(&read(second), gap);
                assert!(
                    passed.is_empty() || second.len() < 3,
                    "{second:?}: {passed:?}"
                );
            }
        }
        assert!(
            LateReplies::asked(now)
                .without(&read("62;22c"), now)
                .is_empty()
        );
    }

    #[test]
    fn the_name_of_a_terminal_that_another_program_asked_for_types_nothing() {
        let now = Instant::now();
        let mut replies = LateReplies::asked(now);
        let named = read("\u{1b}P>|xterm(380)\u{1b}\\e");
        assert_eq!(replies.without(&named, now), read("e"));
    }

    #[test]
    fn a_person_who_presses_that_key_loses_no_other() {
        let now = Instant::now();
        let mut replies = LateReplies::asked(now);
        assert!(replies.without(&read("\u{1b}]"), now).is_empty());
        let later = now + Duration::from_millis(120);
        assert_eq!(replies.without(&read("x"), later), read("x"));
    }

    #[test]
    fn what_is_typed_ahead_of_the_first_frame_is_kept() {
        let now = Instant::now();
        for typed in [
            "]]",
            "R",
            "e",
            "dead/beef or not?",
            "/face",
            "3",
            "gg",
            "c",
            "q",
            "/acid",
            "\u{1b}",
        ] {
            let mut replies = LateReplies::asked(now);
            assert_eq!(replies.without(&read(typed), now), read(typed), "{typed}");
        }
    }
}
