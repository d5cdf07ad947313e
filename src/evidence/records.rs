//! Records a line, each with its time before it: logs, chats as messengers export them, minutes by the clock. Run together into paragraphs nobody could tell
//! who said what when. And programs and settings, whose line ends are part of what they say.

use super::body::Body;
use super::dates::{is_month, is_weekday};
use super::reading::Reading;

/// Fewer lines with a time may be anything.
const FEWEST: usize = 3;
/// So many lines at the beginning of a text tell what it is.
const ASKED: usize = 40;
/// The time stands within so many bytes.
const NEAR: usize = 48;

/// The records of a text, where at least half of its lines begin with a time. What has none goes on with the record right above it.
pub(super) fn read(text: &str) -> Option<Reading> {
    let lines = || text.lines().map(str::trim);
    let is_mostly_timed = |most: usize| {
        let filled = || lines().filter(|line| !line.is_empty()).take(most);
        let timed = filled().filter(|line| is_timed(line)).count();
        let all = filled().count();
        // Two lines with a time, and no other, are records too.
        timed >= FEWEST && timed * 2 >= all || timed > 1 && timed == all
    };
    if !is_mostly_timed(ASKED) || !is_mostly_timed(usize::MAX) {
        return None;
    }
    let mut body = Body::for_text(text.len());
    let mut open = String::new();
    let mut was_blank = false;
    for line in lines() {
        if was_blank || is_timed(line) {
            body.line(&open, body.text().is_empty());
            open.clear();
        }
        was_blank = line.is_empty();
        if !open.is_empty() && !was_blank {
            open.push(' ');
        }
        open.push_str(line);
    }
    body.line(&open, body.text().is_empty());
    Some(Reading {
        body,
        ..Reading::default()
    })
}

/// Whether a line begins with a time of the clock, before which stand at most a day, an address and marks.
fn is_timed(line: &str) -> bool {
    let head = line.get(..line.floor_char_boundary(NEAR)).unwrap_or(line);
    let is_figure = |at: usize| head.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let clock = head.match_indices(':').find(|(at, _)| {
        at.checked_sub(1).is_some_and(is_figure) && is_figure(at + 1) && is_figure(at + 2)
    });
    let before = clock.and_then(|(at, _)| head.get(..at));
    before.is_some_and(|before| {
        let is_mark = |c: char| c.is_ascii_digit() || " .,-/:[]<>()\u{200e}\u{202f}".contains(c);
        let mut words = before.split(is_mark).filter(|word| !word.is_empty());
        words.all(|word| {
            let word = word.to_lowercase();
            word == "t" || is_month(&word) || is_weekday(&word)
        })
    })
}

/// A program or settings: blank lines part its pieces, and the lines of each stay.
pub(super) fn code(text: &str) -> Reading {
    let mut body = Body::for_text(text.len());
    let mut open = String::new();
    for line in text.lines().chain([""]) {
        if !line.trim().is_empty() {
            open.extend([line.trim_end(), "\n"]);
        } else if !open.is_empty() {
            body.code(open.trim_end());
            open.clear();
        }
    }
    Reading {
        body,
        ..Reading::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Option<Vec<String>> {
        let reading = read(text)?;
        Some(reading.body.text().lines().map(str::to_owned).collect())
    }

    #[test]
    fn each_message_of_a_chat_and_each_entry_of_a_log_stands_alone() {
        for (text, expected) in [
            (
                "04/03/2025, 10:11 - Ann Reed: The transformer arrives in May.\nIt has 2.5 MVA.\n04/03/2025, 10:12 - Bo Lind: Not before June.\n04/03/2025, 10:14 - Ann Reed: Why?\n",
                "04/03/2025, 10:11 - Ann Reed: The transformer arrives in May. It has 2.5 MVA.",
            ),
            (
                "[04.03.25, 10:11:12] Ann: Yes.\n[04.03.25, 10:12:12] Bo: No.\n[04.03.25, 10:14:12] Ann: Why?",
                "[04.03.25, 10:11:12] Ann: Yes.",
            ),
            (
                "2025-03-04T10:11:12Z ERROR lost\n  at Grid.java:42\n2025-03-04T10:12:12Z INFO back\n2025-03-04T10:13:12Z INFO on\n",
                "2025-03-04T10:11:12Z ERROR lost at Grid.java:42",
            ),
            (
                "Mar  4 10:11:12 host sshd: up\nMar  4 10:11:13 host sshd: down\nMar  4 10:11:14 host sshd: up\n",
                "Mar 4 10:11:12 host sshd: up",
            ),
            (
                "2024-01-02 03:04:05 ERROR disk 5 full\n2024-01-02 03:04:06 INFO ok\n\n2024-01-02 03:04:07 INFO up",
                "2024-01-02 03:04:05 ERROR disk 5 full",
            ),
            (
                "192.0.2.1 - - [04/Mar/2025:10:11:12 +0100] \"GET / HTTP/1.1\" 200\n192.0.2.1 - - [04/Mar/2025:10:11:13 +0100] \"GET /a HTTP/1.1\" 404\n192.0.2.1 - - [04/Mar/2025:10:11:14 +0100] \"GET /b HTTP/1.1\" 200\n",
                "192.0.2.1 - - [04/Mar/2025:10:11:12 +0100] \"GET / HTTP/1.1\" 200",
            ),
        ] {
            let found = lines(text).unwrap();
            assert_eq!((found.len(), found[0].as_str()), (3, expected));
        }
    }

    #[test]
    fn two_entries_of_a_log_stay_apart() {
        let log = "2024-01-02 03:04:05 ERROR disk 5 full\n2024-01-02 03:04:06 INFO ok\n";
        assert_eq!(lines(log).unwrap().len(), 2);
        assert_eq!(lines("2024-01-02 03:04:05 it began\nand went on\n"), None);
    }

    #[test]
    fn a_text_that_speaks_of_times_is_no_list_of_records() {
        let prose = "The doors open at 10:30 and close at 12:15.\nThe second train, at 11:00, is late.\nIt left Oslo at 9:40.\n";
        assert_eq!(lines(prose), None);
        let ratios = "Mixed 1:100 with sand.\nMixed 1:200 with clay.\nMixed 2:100 with both.\n";
        assert_eq!(lines(ratios), None);
    }

    #[test]
    fn a_program_keeps_its_lines() {
        let reading = code("import sys\nMAX = 150\n\n\n# a comment\ndef plan():\n    return 1\n");
        assert_eq!(
            reading.body.text(),
            "import sys\nMAX = 150\n\n# a comment\ndef plan():\n    return 1"
        );
        assert_eq!(reading.body.headings().next(), None);
    }
}
