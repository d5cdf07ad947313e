//! Captions of recordings, as `SubRip` and `WebVTT` have them: what was said, without the numbers and times of each line, in paragraphs under the time from which
//! on it was said. Where the captions say who speaks, so do the paragraphs.

use super::flow::ends_sentence;
use super::reading::Reading;

/// Bytes at the beginning of a text among which the first time stands.
const BEGINNING: usize = 4 << 10;
/// Bytes of what one speaker says before the next sentence begins a paragraph; and before the next line does.
const LONG: usize = 500;
const TOO_LONG: usize = 1500;
const BETWEEN_TIMES: &str = "-->";

/// What was said in a recording, where a text is its captions.
pub(super) fn read(text: &str) -> Option<Reading> {
    let beginning = text.get(..BEGINNING).unwrap_or(text);
    if !beginning.contains(BETWEEN_TIMES) || !beginning.lines().any(|line| time(line).is_some()) {
        return None;
    }
    let mut told = Told::default();
    let mut is_said = false;
    let mut lines = text.lines().map(str::trim).peekable();
    while let Some(line) = lines.next() {
        if let Some(from) = time(line) {
            is_said = true;
            told.from = from;
        } else if line.is_empty() {
            is_said = false;
        } else if is_said && lines.peek().is_none_or(|next| time(next).is_none()) {
            told.line(line);
        }
    }
    told.paragraph();
    Some(told.reading)
}

/// When a caption is first shown, by the line that says from when to when it is: `0:11`.
fn time(line: &str) -> Option<String> {
    let (from, to) = line.split_once(BETWEEN_TIMES)?;
    let is_time = |text: &str| {
        let text = text.split_whitespace().next().unwrap_or_default();
        text.contains(':')
            && text
                .bytes()
                .all(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'.' | b','))
    };
    if !is_time(from) || !is_time(to) {
        return None;
    }
    let whole = from.trim().split(['.', ',']).next()?;
    let whole = whole
        .strip_prefix("00:")
        .filter(|rest| rest.contains(':'))
        .unwrap_or(whole);
    Some(whole.strip_prefix('0').unwrap_or(whole).to_owned())
}

#[derive(Default)]
struct Told {
    reading: Reading,
    /// When the line is said that is being read, and when the open paragraph began.
    from: String,
    began: String,
    open: String,
    speaker: Option<String>,
    last: String,
}

impl Told {
    fn line(&mut self, line: &str) {
        let (speaker, said) = without_tags(line);
        // Captions that roll show each line twice.
        if said.is_empty() || said == self.last {
            return;
        }
        // A dash stands before what another one says.
        let behind_dash = said.strip_prefix(['-', '–', '—']).map(str::trim_start);
        let answers = behind_dash.is_some_and(|said| said.starts_with(char::is_alphabetic));
        if answers {
            self.speaker = None;
        }
        let is_other = answers || speaker.is_some() && speaker != self.speaker;
        let is_long = self.open.len() > LONG && ends_sentence(&self.open);
        if is_other || is_long || self.open.len() > TOO_LONG {
            self.paragraph();
        }
        self.speaker = speaker.or(self.speaker.take());
        if self.open.is_empty() {
            self.began.clone_from(&self.from);
            if let Some(speaker) = &self.speaker {
                self.open = format!("{speaker}: ");
            }
        } else {
            self.open.push(' ');
        }
        self.open.push_str(&said);
        self.last = said;
    }

    fn paragraph(&mut self) {
        if !self.open.is_empty() {
            self.reading.body.unwritten_heading(&self.began);
            self.reading.body.paragraph(&self.open);
            self.open.clear();
        }
    }
}

/// What a line says, and who says it by `<v Name>`.
fn without_tags(line: &str) -> (Option<String>, String) {
    let (mut said, mut speaker) = (String::new(), None);
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('<') {
        let Some((tag, behind)) = after.split_once('>') else {
            break;
        };
        said.push_str(before);
        if let Some((_, name)) = tag
            .split_once(' ')
            .filter(|(kind, _)| kind.split('.').next() == Some("v"))
        {
            speaker = Some(name.trim().to_owned());
        }
        rest = behind;
    }
    said.push_str(rest);
    // Where and how it is shown, as editors of captions write it: `{\an8}`.
    while let Some((before, inside)) = said.split_once("{\\")
        && let Some((_, behind)) = inside.split_once('}')
    {
        said = format!("{before}{behind}");
    }
    for (written, meant) in [
        ("&nbsp;", " "),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
    ] {
        said = said.replace(written, meant);
    }
    (speaker, said.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::split::split;

    fn told(text: &str) -> Vec<(String, String)> {
        let reading = read(text).expect("captions");
        let passages = split(&reading.body).into_iter();
        passages
            .map(|passage| (passage.headings.join("/"), passage.text))
            .collect()
    }

    #[test]
    fn a_recording_is_read_as_what_was_said_and_when() {
        let found = told(
            "1\n00:00:01,000 --> 00:00:04,000\nThe pump failed\nat <i>45 bar</i>.\n\n2\n00:00:05,000 --> 00:00:07,000\nNobody was hurt.\n",
        );
        let said = "The pump failed at 45 bar. Nobody was hurt.".to_owned();
        assert_eq!(found, [("0:01".to_owned(), said)]);
    }

    #[test]
    fn a_dash_parts_those_who_speak_and_marks_of_place_are_none_of_their_words() {
        let reading = read(
            "1\n00:00:01,000 --> 00:00:04,000\n{\\an8}Good evening.\n\n2\n00:00:05,000 --> 00:00:08,000\n- Who pays?\n- The state.\n",
        );
        assert_eq!(
            reading.unwrap().body.text(),
            "Good evening.\n\n- Who pays?\n\n- The state."
        );
    }

    #[test]
    fn who_speaks_is_said_and_rolling_lines_are_said_once() {
        let found = told(
            "WEBVTT\n\nNOTE made by hand\n\na-1\n00:11.000 --> 00:13.000 align:start\n<v Ann Reed>The pump failed,</v>\n\na-2\n00:13.000 --> 00:15.000\n<v Ann Reed>The pump failed,</v>\n<v Ann Reed>twice &amp; badly.</v>\n\n01:02:03.500 --> 01:02:04.000\n<v.loud Bo>Why?\n",
        );
        assert_eq!(
            found,
            [
                (
                    "0:11".to_owned(),
                    "Ann Reed: The pump failed, twice & badly.".to_owned()
                ),
                ("1:02:03".to_owned(), "Bo: Why?".to_owned()),
            ]
        );
        assert!(read("An arrow --> leads on.").is_none());
    }
}
