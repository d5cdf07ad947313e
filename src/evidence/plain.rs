//! Plain text: notes, memos, transcripts, and the captions of recordings (`spoken`). Headings and a memo's head are recognised where they are plain to see, and nothing else is guessed.

use std::borrow::Cow;

use super::armour;
use super::body::Body;
use super::dateline::{before_its_date, is_date, is_dateline};
use super::flow::{Layout, Line, ends_sentence, flow, is_item, is_wide};
use super::reading::Reading;
use super::records;
use super::spoken;
use crate::check::is_version;

/// How many lines at the top may belong to a memo's head.
const HEAD: usize = 12;
/// A line longer than this is no heading.
const LONGEST_HEADING: usize = 80;
/// What the lines of a memo's head begin with.
const TITLE: &[&str] = &["title", "subject", "re"];
const AUTHOR: &[&str] = &["author", "authors", "from", "by", "written by"];
const CREATED: &[&str] = &["created", "published"];
const OTHERS: &[&str] = &[
    "bcc", "cc", "date", "email", "fax", "phone", "status", "tel", "to",
];

pub(super) fn read(text: &str) -> Reading {
    let text = if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    };
    if let Some(said) = spoken::read(&text).or_else(|| records::read(&text)) {
        return said;
    }
    let (text, is_sealed) = armour::without_armour(&text);
    let typed: Vec<&str> = text.lines().collect();
    let mut lines = Vec::with_capacity(typed.len());
    let mut at = 0;
    while let Some(line) = typed.get(at) {
        let line_at = at;
        let before = at
            .checked_sub(1)
            .and_then(|at| typed.get(at))
            .copied()
            .unwrap_or_default();
        let next = typed.get(at + 1).copied().unwrap_or_default();
        let level = heading_level(line, before, next).or_else(|| {
            let below = typed.get(at + 1..).unwrap_or_default();
            (is_first(&typed, at) && is_headline(line, below)).then_some(2)
        });
        at += if level.is_some() && is_run(next) {
            2
        } else {
            1
        };
        let text = if level.is_some() {
            line.trim().trim_start_matches('#')
        } else {
            line
        };
        if !is_rule(line) && !is_ruled(line) && !is_overline(&typed, line_at) {
            lines.push(Line {
                text: text.to_owned(),
                heading: level,
                cells: cells_between_bars(line),
                ..Line::default()
            });
        }
    }
    let mut reading = memo_head(&typed);
    let mut body = Body::for_text(text.len());
    flow(&lines, Layout::Typed, &mut body);
    reading.body = body;
    if is_sealed {
        let told = "a part that is encrypted with PGP was left out; decrypt it with the program that holds the key, and give the text as evidence";
        reading.warnings.push(told.to_owned());
    }
    reading
}

/// `Subject:`, `From:` and `Date:` lines at the top, also in the fields of `reStructuredText`.
pub(super) fn memo_head(lines: &[&str]) -> Reading {
    let mut reading = Reading::default();
    let mut created = None;
    let head = lines.iter().filter(|line| !line.trim().is_empty());
    let head: Vec<&str> = head.copied().take(HEAD).collect();
    for (at, line) in head.iter().enumerate() {
        let Some((key, value)) = line.strip_prefix(':').unwrap_or(line).split_once(':') else {
            continue;
        };
        let value = value.trim();
        let field = match key.trim().to_ascii_lowercase().as_str() {
            key if TITLE.contains(&key) => &mut reading.title,
            key if AUTHOR.contains(&key) => {
                if reading.author.is_none() {
                    let below = head.get(at + 1..).unwrap_or_default();
                    reading.author = Some(names(value, below)).filter(|names| !names.is_empty());
                }
                continue;
            }
            "date" => &mut reading.date,
            key if CREATED.contains(&key) => &mut created,
            _ => continue,
        };
        if field.is_none() && !value.is_empty() && value.chars().count() <= LONGEST_HEADING * 2 {
            *field = Some(value.to_owned());
        }
    }
    reading.date = reading.date.or(created);
    reading
}

/// The names of a line and, as long as each ends with a comma, of those that stand indented below it.
fn names(first: &str, below: &[&str]) -> String {
    let mut names = Vec::new();
    let mut lines = std::iter::once(first).chain(
        below
            .iter()
            .copied()
            .take_while(|line| line.starts_with([' ', '\t'])),
    );
    while let Some(line) = lines.next().map(str::trim) {
        let name = without_address(line);
        if !name.is_empty() && name.chars().count() <= LONGEST_HEADING * 2 {
            names.push(name);
        }
        if !line.ends_with(',') {
            break;
        }
    }
    names.join(", ")
}

/// A name without the address behind it, `Ann Reed <ann@example.org>,`.
fn without_address(name: &str) -> String {
    let name = name.trim_end_matches([',', ' ']);
    match name.split_once('<') {
        Some((before, rest)) if rest.ends_with('>') && !before.trim().is_empty() => {
            before.trim().trim_matches('"').to_owned()
        }
        _ => name.to_owned(),
    }
}

/// Whether nothing but empty lines stands above a line.
fn is_first(lines: &[&str], at: usize) -> bool {
    let mut above = lines.iter().take(at);
    above.all(|line| line.trim().is_empty())
}

/// Whether a text begins with a line that names it and with which no sentence begins, though no empty line may stand between it and those `below`.
pub(super) fn is_headline(line: &str, below: &[&str]) -> bool {
    let empty = below
        .iter()
        .take_while(|line| line.trim().is_empty())
        .count();
    let rest = below.get(empty..).unwrap_or_default();
    let names = rest.first().is_some_and(|next| names_its_text(line, next));
    names && (empty > 0 || is_broken_off(line, rest))
}

/// Whether the first line of a paragraph ends by itself: there was room for the first word of the next one, each of the others ends a sentence, or it alone is
/// in capitals.
fn is_broken_off(line: &str, below: &[&str]) -> bool {
    let below = below.iter().map(|line| line.trim());
    let below: Vec<&str> = below.take_while(|line| !line.is_empty()).collect();
    let Some(next) = below.first() else {
        return false;
    };
    let length = |text: &str| text.chars().count();
    let widest = below.iter().map(|line| length(line)).max().unwrap_or(0);
    let word = next.split_whitespace().next().unwrap_or_default();
    let had_room = (length(line.trim()) + 1 + length(word)) * 10 < widest * 9;
    let begins = next.trim_start_matches(|edge: char| !edge.is_alphanumeric());
    let ended = below.iter().filter(|line| ends_sentence(line)).count();
    !begins.starts_with(char::is_lowercase)
        && !is_item(next)
        && !is_rule(next)
        && (had_room && ended > 0
            || below.len() > 1 && ended == below.len()
            || is_in_capitals(line) && !is_in_capitals(next))
}

/// Whether a text begins with a line that names it, as an article does with its headline: longer than other headings, with commas and colons, but no sentence,
/// no field, no speaker's words and no list, of which `next` would be one more.
pub(super) fn names_its_text(line: &str, next: &str) -> bool {
    const LONGEST: usize = 160;
    const WORDS: usize = 24;
    let line = line.trim();
    let words = line.split_whitespace().count();
    let key = |line: &str| -> Option<String> {
        let (key, _) = line.split_once(':')?;
        (key.split_whitespace().count() <= 3).then(|| key.trim().to_lowercase())
    };
    let own = key(line);
    let is_field = own.as_deref().is_some_and(|own| {
        let mut known = TITLE.iter().chain(AUTHOR).chain(CREATED).chain(OTHERS);
        known.any(|field| *field == own) || key(next).is_some()
    });
    let is_question = line.ends_with('?') && own.is_none();
    let opens = line.trim_start_matches(['"', '“', '„', '«', '‘', '\'', '(', '¿']);
    !next.trim().is_empty()
        && ((2..=WORDS).contains(&words) || is_unspaced_title(line))
        && line.chars().count() <= LONGEST
        && !line.contains(['\n', '\t', '@', '|'])
        && !line.contains("  ")
        && !line.contains("://")
        && opens.starts_with(|first: char| first.is_alphabetic() && !first.is_lowercase())
        && !line.ends_with([',', ';', '-', '–', '—'])
        && (!ends_sentence(line) || is_question)
        && !is_item(line)
        && !is_field
        && !is_dateline(line)
}

/// Whether a line is as long as a title, in a script that puts no space between words.
fn is_unspaced_title(line: &str) -> bool {
    const LETTERS: std::ops::RangeInclusive<usize> = 4..=40;
    let letters = line.chars().filter(|c| c.is_alphabetic());
    letters.clone().all(is_wide) && LETTERS.contains(&letters.count()) && !line.contains('。')
}

/// The level of a heading: underlined, marked with `#`, in capitals, or short, alone and without a full stop.
fn heading_level(line: &str, before: &str, next: &str) -> Option<u8> {
    if opens_entry(line, before, next) {
        return Some(1);
    }
    let line = line.trim();
    if is_run(before) && before.trim() == next.trim() && is_in_a_box(line, next) {
        return Some(1);
    }
    // A rule below the last sentence of a paragraph parts it from what follows.
    let underlined = is_rule(next) && (before.trim().is_empty() || !ends_sentence(line));
    let alone = before.trim().is_empty() && next.trim().is_empty();
    if !(alone || underlined || line.starts_with('#')) || line.len() > LONGEST_HEADING * 4 {
        return None;
    }
    let length = line.chars().count();
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    if length > LONGEST_HEADING || letters < 2 || is_rule(line) {
        return None;
    }
    if underlined && next.trim().chars().count() * 2 >= length && !line.contains("  ") {
        return Some(if next.trim().starts_with('=') { 1 } else { 2 });
    }
    if let Some(marked) = line.strip_prefix('#') {
        let level = 1 + marked.bytes().take_while(|byte| *byte == b'#').count();
        return marked
            .trim_start_matches('#')
            .starts_with(' ')
            .then_some(level.min(6) as u8);
    }
    let titled = is_titled(before_its_date(line).unwrap_or(line)) && !ends_sentence(line);
    let numbered_item = is_item(line) && !titled;
    (alone && (is_in_capitals(line) || titled) && !numbered_item).then_some(2)
}

/// Whether a line opens an entry of a list of changes, which has no other heading: a version by itself or with its day, as packages of Debian name theirs,
/// or who changed something on a day.
fn opens_entry(line: &str, before: &str, next: &str) -> bool {
    let is_apart = before.trim().is_empty()
        && (next.trim().is_empty()
            || next.starts_with([' ', '\t'])
            || is_item(next)
            || is_rule(next));
    if !is_apart || line.starts_with([' ', '\t']) || line.len() > LONGEST_HEADING {
        return false;
    }
    let line = line.trim();
    let mut words = line.split_whitespace();
    let version = words
        .by_ref()
        .take(2)
        .position(|word| is_version(word.trim_matches(['[', ']', '(', ')', ':', '*'])));
    if version.is_some() {
        let rest = words.collect::<Vec<_>>().join(" ");
        let rest = rest.trim_matches(|edge: char| !edge.is_alphanumeric());
        return rest.is_empty() || is_date(rest);
    }
    let is_of_a_package = line.contains(") ") && line.contains("; urgency=");
    let is_signed = line
        .split_once(char::is_whitespace)
        .is_some_and(|(day, who)| {
            who.ends_with('>') && who.contains(" <") && who.contains('@') && is_date(day)
        });
    is_of_a_package || is_signed
}

/// Whether words may stand between two runs of a sign, as titles do: not the walls of the box.
fn is_in_a_box(line: &str, run: &str) -> bool {
    let sign = run.trim().chars().next().unwrap_or_default();
    line.chars().filter(|c| c.is_alphabetic()).count() > 1
        && line.chars().count() <= LONGEST_HEADING
        && !line.starts_with(sign)
        && !ends_sentence(line)
}

/// Whether a line is the upper of two same runs with a title between.
fn is_overline(lines: &[&str], at: usize) -> bool {
    let line = |at: usize| lines.get(at).map_or("", |line| line.trim());
    is_run(line(at)) && line(at) == line(at + 2) && is_in_a_box(line(at + 1), line(at))
}

/// A line of nothing but one sign.
fn is_run(line: &str) -> bool {
    let line = line.trim().as_bytes();
    line.len() >= 3
        && line.first().is_some_and(u8::is_ascii_punctuation)
        && line.iter().all(|byte| Some(byte) == line.first())
}

fn is_in_capitals(line: &str) -> bool {
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    letters > 3 && !line.chars().any(char::is_lowercase) && line.chars().any(char::is_uppercase)
}

/// Short, from a capital on, and no sentence, list or field.
fn is_titled(line: &str) -> bool {
    line.split_whitespace().count() <= 8
        && line.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
        && !ends_sentence(line)
        && !line.contains([',', ';', '@', ':', '\t'])
        && !line.contains("  ")
}

/// The cells of a row that stands between bars, `| Oslo | 43 |`; none of any other line.
fn cells_between_bars(line: &str) -> Vec<String> {
    let inside = line.trim().strip_prefix('|');
    let inside = inside.and_then(|rest| rest.strip_suffix('|'));
    let Some(cells) = inside.filter(|inside| inside.contains('|')) else {
        return Vec::new();
    };
    cells
        .split('|')
        .map(|cell| cell.trim().to_owned())
        .collect()
}

/// Whether a line only draws a table: `+-----+----+`, `|-----+----|`, `=====  ====`.
fn is_ruled(line: &str) -> bool {
    let line = line.trim();
    if line.starts_with(['+', '|']) && line.ends_with(['+', '|']) {
        let is_drawn = line.contains("--") || line.contains("==");
        return is_drawn && line.bytes().all(|byte| b"+-=|: ".contains(&byte));
    }
    line.starts_with('=') && line.contains("= ") && line.bytes().all(|byte| b"= ".contains(&byte))
}

/// A line of nothing but `=` or `-`.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3
        && (line.bytes().all(|byte| byte == b'=') || line.bytes().all(|byte| byte == b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::split::split;

    #[test]
    fn a_memo_tells_its_subject_author_and_date() {
        let memo = "MEMO\n\nFrom: R. Okonjo\nTo: Council\nDate: 4 February 2026\nSubject: Depot options\n\nWe looked at three options.";
        let reading = read(memo);
        assert_eq!(reading.title.as_deref(), Some("Depot options"));
        assert_eq!(reading.author.as_deref(), Some("R. Okonjo"));
        assert_eq!(reading.date.as_deref(), Some("4 February 2026"));
    }

    #[test]
    fn a_first_line_with_a_date_behind_it_is_the_title_and_a_dateline_is_not() {
        let read = |first: &str| {
            let text = format!("{first}\n\nThe connection costs 2.6 million euros. It is late.");
            read(&text).body.headings().next().map(str::to_owned)
        };
        for title in [
            "Grid company statement, 3 May 2025",
            "Minutes of the harbour committee (12 December 2024)",
        ] {
            assert_eq!(read(title).as_deref(), Some(title));
        }
        for other in [
            "Oslo, 3 May 2025",
            "Marlow Audit Office, 11 October 2024",
            "3 May 2025, the bridge and the road",
            "The bridge opens, after two years, on 3 May 2025.",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn a_text_is_called_by_its_first_line_where_that_is_a_headline() {
        let read = |text: &str| read(text).body.headings().next().map(str::to_owned);
        let prose = "The company said on Monday that 600 people would be offered other work.";
        for title in [
            "NovaCell to close Dresden plant, shift production to Poland",
            "Heat pumps: what they cost, and whom they help",
            "Residents' association Park Street, letter of 2 April 2026",
            "Why did the Vasa sink on her first voyage?",
        ] {
            let found = read(&format!("\n{title}\n\n{prose}"));
            assert_eq!(found.as_deref(), Some(title));
        }
        let japanese = "橋は2023年に検査された。状態は良好であるが、修理が必要である。";
        let found = read(&format!("橋の検査報告書\n\n{japanese}"));
        assert_eq!(found.as_deref(), Some("橋の検査報告書"));
        assert_eq!(
            read(&format!("{japanese}\n\n費用は1,200万円である。")),
            None
        );
        for (line, next) in [
            ("Dear Ms Reed,", prose),
            ("From: Ann Reed", prose),
            ("Anna: We could not, not then", "Bo: Why?"),
            ("Write to ann@example.org, please", prose),
            ("It opens on Monday, as planned.", prose),
            ("and the rest, which nobody saw", prose),
            ("- one, two", "- three"),
            ("Oslo, 3 May 2025", prose),
        ] {
            assert_eq!(read(&format!("{line}\n\n{next}")), None, "{line}");
        }
    }

    #[test]
    fn a_headline_right_above_its_text_begins_no_sentence_of_it() {
        for (title, below) in [
            (
                "Storage at the Hollin depot",
                "The depot stores 40 MWh in two batteries. It was built in 2021.",
            ),
            (
                "Hollin depot gets third battery as bus fleet grows",
                "Buses at Hollin will run on solar power from May.\nThe council said so on Monday.",
            ),
            (
                "BOOKING ORDER",
                "Printed on 15 December\nPage 1 of 1\nHollin Cinema",
            ),
            (
                "Storage at the depot",
                "The depot stores 40 MWh in two batteries, of which one was built in\n2021 and cost 12 million euros. The other is older.",
            ),
        ] {
            let body = read(&format!("{title}\n{below}")).body;
            assert_eq!(body.headings().next(), Some(title));
            let first = body.slice(&body.blocks()[0].span);
            assert!(below.replace('\n', " ").starts_with(first), "{first}");
        }
        for text in [
            "The council of Norland voted in favour of the\nHollin depot on Monday, and\nagainst the other. It is late.",
            "The depot at Hollin stores\nsolar power in two batteries.",
            "The contract for the second line was awarded on 3 May 2024 to the firm\nSiemens Mobility of Munich.",
            "Anna Berg\nHead of operations\nHollin depot",
            "The committee met\n- in May.\n- in June.",
        ] {
            assert_eq!(read(text).body.headings().next(), None, "{text}");
        }
    }

    #[test]
    fn a_proposal_names_all_its_authors_without_their_addresses() {
        let head = "PEP: 8\nTitle: Style\nAuthor: Guido van Rossum <guido@example.org>,\n        Barry Warsaw <barry@example.org>,\n        Alyssa Coghlan\nStatus: Active\nCreated: 05-Jul-2001\n\nIntroduction\n============\n\nThis document gives rules.";
        let reading = read(head);
        let authors = "Guido van Rossum, Barry Warsaw, Alyssa Coghlan";
        assert_eq!(reading.author.as_deref(), Some(authors));
        assert_eq!(reading.date.as_deref(), Some("05-Jul-2001"));
        let fields = read(":Author: Ann Reed\n:Date: 2024-03-01\n\nText of the note.");
        assert_eq!(fields.author.as_deref(), Some("Ann Reed"));
        assert_eq!(fields.date.as_deref(), Some("2024-03-01"));
    }

    #[test]
    fn headings_are_recognised_and_lead_their_paragraphs() {
        let notes = "Depot notes\n===========\n\nOpening words of the\nnotes.\n\nCosts and savings\n\nThey rise.\n\nRANGE\n\n1. It falls in winter.\n2. Heating takes a third.\n\n2 Grid\n\nLate.";
        let reading = read(notes);
        let seen: Vec<_> = split(&reading.body)
            .into_iter()
            .map(|passage| (passage.headings.join(" / "), passage.text))
            .collect();
        assert_eq!(
            seen,
            [
                (
                    "Depot notes".to_owned(),
                    "Opening words of the notes.".to_owned()
                ),
                (
                    "Depot notes / Costs and savings".to_owned(),
                    "They rise.".to_owned()
                ),
                (
                    "Depot notes / RANGE".to_owned(),
                    "1. It falls in winter.\n2. Heating takes a third.".to_owned()
                ),
                ("Depot notes / 2 Grid".to_owned(), "Late.".to_owned()),
            ]
        );
    }

    #[test]
    fn versions_and_days_of_a_list_of_changes_are_its_headings() {
        for (changes, first) in [
            (
                "v2.1.0 (2024-05-03)\n- Fixed the tables.\n\nv2.0.0 (2024-01-10)\n- The first.\n",
                "v2.1.0 (2024-05-03)",
            ),
            (
                "Version 2.1.0\n\n* Fixed the tables.\n\nVersion 2.0.0\n\n* The first.\n",
                "Version 2.1.0",
            ),
            (
                "2.1.0\n-----\n* Fixed the tables.\n\n2.0.0\n-----\n* The first.\n",
                "2.1.0",
            ),
            (
                "depot (2.1-3) unstable; urgency=medium\n\n  * Fixed the tables.\n",
                "depot (2.1-3) unstable; urgency=medium",
            ),
            (
                "2024-05-03  Ann Reed  <ann@example.org>\n\n\t* read.c: Fixed the tables.\n",
                "2024-05-03 Ann Reed <ann@example.org>",
            ),
        ] {
            let reading = read(changes);
            let passage = &split(&reading.body)[0];
            assert_eq!(passage.headings.join(" / "), first, "{changes}");
            assert!(passage.text.ends_with("Fixed the tables."), "{changes}");
        }
        for text in [
            "2.5 million\n- buses\n",
            "1.2.3 was withdrawn in May\n- for its bugs\n",
            "2024-05-03  Ann Reed\n\n  came late.\n",
            "Costs rose.\nv2.1.0\nwas late.\n",
        ] {
            assert_eq!(read(text).body.headings().next(), None, "{text}");
        }
    }

    #[test]
    fn a_title_between_two_lines_is_one() {
        for sign in ["+", "*", "=", "#"] {
            let rule = sign.repeat(12);
            let reading = read(&format!("{rule}\nDepot news\n{rule}\n\nIt costs much.\n"));
            assert_eq!(
                reading.body.text(),
                "Depot news\n\nIt costs much.",
                "{sign}"
            );
            assert_eq!(reading.body.headings().next(), Some("Depot news"));
        }
        let boxed = read("*****\n* a *\n*****\n");
        assert_eq!(boxed.body.headings().next(), None);
    }

    #[test]
    fn a_table_that_is_drawn_with_bars_is_one() {
        for drawn in [
            "| City | Buses |\n|------|------:|\n| Oslo | 43 |\n| Bergen | |\n",
            "+--------+-------+\n| City   | Buses |\n+========+=======+\n| Oslo   |    43 |\n+--------+-------+\n| Bergen |       |\n+--------+-------+\n",
        ] {
            let reading = read(drawn);
            let text = "City | Buses\nOslo | 43\nBergen |";
            assert_eq!(reading.body.text(), text, "{drawn}");
            assert!(reading.body.blocks()[1].head.is_some());
        }
        let ruled = read(
            "It cost much.\n\n=====  =====\nCity   Buses\n=====  =====\nOslo   43\n=====  =====\n",
        );
        assert_eq!(
            ruled.body.text(),
            "It cost much.\n\nCity | Buses\nOslo | 43"
        );
    }

    #[test]
    fn the_last_line_above_a_rule_is_no_heading() {
        let reading =
            read("IN NO EVENT SHALL THE AUTHORS BE LIABLE FOR THE\nSOFTWARE.\n---------\n\nMore.");
        assert_eq!(reading.body.headings().next(), None);
    }

    #[test]
    fn the_lines_of_an_interview_stay_apart() {
        let reading = read(
            "Q: How many buses failed?\nA: Four, all in January.\nQ: Why?\nA: Cold batteries.",
        );
        assert_eq!(reading.body.blocks().len(), 4);
    }
}
