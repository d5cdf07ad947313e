//! Datelines: the date at the head of a document, in its title or in the lines below it, and who signs beside it.
//!
//! `Minutes of the Transport Committee, 12 December 2024`; `Marlow Audit Office, 11 October 2024`. For documents that say no date in a place of its own. Only a
//! line that is no more than that is read: a date in a sentence or after `deadline` is another one.

use super::dates::{DAY, date_in_text, is_month, is_weekday};

/// What a head says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Dateline {
    /// ISO 8601, to the month at least.
    pub(super) date: String,
    /// Who signs, where that is plainly a body or follows `by`.
    pub(super) author: Option<String>,
}

/// Lines that are looked through, and the words that the longest may have.
const LINES: usize = 5;
const WORDS: usize = 12;
/// Words of the longest name before a date that is taken for a place or a sender rather than for a heading.
const SIGNED: usize = 3;
/// Words of the longest name of a kind of text, with whose it is.
const KIND: usize = 6;
/// What sets a date off from a title.
const SET_OFF: [char; 6] = [',', '–', '—', '|', '·', '('];

/// The dateline of a document, by its title and its text.
pub(super) fn dateline(title: &str, text: &str) -> Option<Dateline> {
    let lines = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .take(LINES)
        .take_while(|line| line.split_whitespace().count() <= WORDS);
    lines
        .filter(|line| *line != title)
        .find_map(|line| of_line(line, Names::Loose))
        .or_else(|| of_title(title))
        .or_else(|| of_lead(title, text))
}

/// The date of a text that begins by saying what it is, `Port Authority, press notice, 18 September 2026. The harbour opens in May.`, or where and on what day
/// it was written: `The Hague, 2 June 2025 (ANP) – The court has …`.
fn of_lead(title: &str, text: &str) -> Option<Dateline> {
    const ENDS: &[&str] = &[". ", " – ", " — ", " - "];
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && *line != title)?;
    let end = ENDS.iter().filter_map(|end| first.find(end)).min()?;
    let lead = first.get(..end)?;
    let is_short = lead.split_whitespace().count() <= WORDS;
    let (before, date) = parted(without_agency(lead)).filter(|_| is_short)?;
    let is_day = date.len() == DAY;
    (is_of_a_text(before) || is_day && before.ends_with(',') && is_place_or_body(before))
        .then_some(Dateline { date, author: None })
}

/// A lead without the news agency that stands behind its date in brackets.
fn without_agency(lead: &str) -> &str {
    let bare = lead
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once(" ("));
    let is_agency = |name: &str| !name.contains(' ') && name.starts_with(char::is_uppercase);
    bare.filter(|(_, name)| is_agency(name))
        .map_or(lead, |(before, _)| before)
}

/// Whether words are a name of the length that places have, or of a body: `The Hague,`, `Group management,`.
fn is_place_or_body(before: &str) -> bool {
    let name = before.trim_end_matches(',');
    let mut words = name.split_whitespace();
    let is_short = words.clone().count() <= SIGNED;
    let is_of_capitals = |word: &str| word.starts_with(char::is_uppercase) || SMALL.contains(&word);
    let is_body = |word: &str| BODIES.contains(&word.to_lowercase().as_str());
    let is_named = words.clone().all(is_of_capitals) || words.clone().any(is_body);
    let opens = words
        .next()
        .is_some_and(|word| word.starts_with(char::is_uppercase));
    is_short && opens && is_named
}

/// Whether words say no more than what kind of text it is that has the date behind them, and whose: `port authority press notice,`. The text that is spoken of as
/// another's, or as another one, is not this.
fn is_of_a_text(before: &str) -> bool {
    let lower = before.to_lowercase();
    let mut words = lower
        .split(|edge: char| !edge.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let is_kind = |word: &str| TEXTS.contains(&word);
    words.clone().next_back().is_some_and(is_kind)
        && words.clone().count() <= KIND
        && !words.any(|word| OTHERS.contains(&word))
}

/// What a heading says before a date that is set off behind it; `None` for any other line, and for one that only tells place or sender and date.
pub(super) fn before_its_date(line: &str) -> Option<&str> {
    let (before, _) = parted(line)?;
    let heading = before.trim_end_matches(SET_OFF).trim_end();
    let is_signature =
        of_line(line, Names::Capital).is_some() && heading.split_whitespace().count() <= SIGNED;
    (heading.len() < before.len() && !is_signature).then_some(heading)
}

/// Whether a line is no more than a date, or than who signs and when.
pub(super) fn is_dateline(line: &str) -> bool {
    of_line(line, Names::Capital).is_some_and(|_| before_its_date(line).is_none())
}

/// Whether a line is a day and nothing else.
pub(super) fn is_date(line: &str) -> bool {
    if !line.contains(char::is_numeric) {
        return false;
    }
    parted(line.trim())
        .is_some_and(|(before, date)| before.is_empty() && date.len() == "2024-01-31".len())
}

/// A title's date is set off from it, or is that of the letter or the meeting: `Outage of 3 March 2024` is about that day. Behind it may stand what kind of text
/// it is: `Town council, 14 March 2025 – short minutes`.
fn of_title(title: &str) -> Option<Dateline> {
    const CUTS: &[&str] = &[" – ", " — ", " - ", " ("];
    let is_set_off = |before: &str| {
        before.ends_with(SET_OFF) || is_of_a_document(before) || says_when_it_is_set_off(before)
    };
    let dated = |part: &str| {
        let (before, date) = parted(without_clock(part))?;
        is_set_off(before).then_some(Dateline { date, author: None })
    };
    let parted_by = |cut: &str| {
        let (part, rest) = title.split_once(cut)?;
        dated(part).filter(|_| names_a_kind_of_text(rest))
    };
    dated(title).or_else(|| CUTS.iter().find_map(|cut| parted_by(cut)))
}

/// Whether words say of which kind a text is, or that it is part of one: `transcript of the item at 7:40`, `(summary)`.
fn names_a_kind_of_text(rest: &str) -> bool {
    const PARTS: &[&str] = &[
        "extract", "extracts", "excerpt", "excerpts", "summary", "abridged", "draft", "auszug",
        "extrait",
    ];
    let lower = rest.to_lowercase();
    let mut words = lower.split(|edge: char| !edge.is_alphanumeric());
    words.any(|word| {
        [TEXTS, DOCUMENTS, PARTS]
            .iter()
            .any(|kinds| kinds.contains(&word))
    })
}

/// Whether words end by saying that what follows is when the text was published, set off from what it is: `registry study, published`.
fn says_when_it_is_set_off(before: &str) -> bool {
    let lower = before.to_lowercase();
    let mut said = DATED.iter().filter_map(|dated| lower.strip_suffix(dated));
    said.any(|rest| rest.trim_end().ends_with(SET_OFF))
}

/// Whether words name a document or a meeting before its date: `letter of`.
fn is_of_a_document(before: &str) -> bool {
    let lower = before.to_lowercase();
    let mut words = lower.split_whitespace().rev();
    words.next().is_some_and(|of| OF.contains(&of))
        && words.next().is_some_and(|kind| DOCUMENTS.contains(&kind))
}

/// How the name of who signs is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Names {
    /// From capitals on, as names are.
    Capital,
    /// Of a few words, of which the first begins with a capital: `Environment office`.
    Loose,
}

fn of_line(line: &str, names: Names) -> Option<Dateline> {
    let line = line.trim_matches(|edge: char| matches!(edge, '*' | '_' | '(' | ')' | '|'));
    if names == Names::Loose
        && let Some(date) = behind_its_label(line)
    {
        return Some(Dateline { date, author: None });
    }
    let ((before, date), label) = match names {
        Names::Loose => {
            let (before, date) = parted(without_clock(line))?;
            let (label, before) = without_label(before);
            ((before, date), label)
        }
        Names::Capital => (parted(line)?, false),
    };
    let who = before
        .trim_end_matches(|edge: char| !edge.is_alphanumeric() && edge != '.')
        .trim();
    if who.is_empty() || says(DATED, who) {
        return Some(Dateline { date, author: None });
    }
    let is_told = is_of_a_text(before) || is_written_by_a_desk(who);
    if names == Names::Loose && is_told {
        return Some(Dateline { date, author: None });
    }
    let is_set_off = before.ends_with([',', '–', '—', '-', '|', '·', '.']);
    let mut words = who.split_whitespace();
    let is_another = || {
        let mut words = words.clone();
        words.any(|word| OTHERS.contains(&word.to_lowercase().as_str()))
    };
    // `Hospital of Rim, IT department`, `Press notice of the Marsh Reserve`.
    let is_kind = |word: &str| {
        let bare = word.trim_end_matches(',');
        names == Names::Loose && (BODIES.contains(&bare) || TEXTS.contains(&bare))
    };
    let is_name = words.clone().all(|word| {
        let is_capital = word.starts_with(char::is_uppercase);
        is_capital || SMALL.contains(&word) || word.starts_with("by") || is_kind(word)
    }) && !(words.clone().any(is_kind) && is_another());
    let is_loose = names == Names::Loose
        && before.ends_with([',', '–', '—', '|', '·'])
        && !is_another()
        && words.clone().count() <= SIGNED
        && words
            .clone()
            .all(|word| word.chars().all(char::is_alphabetic))
        && words
            .next()
            .is_some_and(|first| label || first.starts_with(char::is_uppercase));
    if !is_set_off || !(is_name || is_loose) {
        return None;
    }
    let signed = ["by ", "By "].iter().find_map(|by| who.strip_prefix(by));
    let is_body = who
        .split(|edge: char| !edge.is_alphabetic())
        .any(|word| BODIES.contains(&word.to_lowercase().as_str()));
    Some(Dateline {
        date,
        author: signed.or(is_body.then_some(who)).map(str::to_owned),
    })
}

/// The date behind the label that a line begins with, whatever else stands there: `Date: 4 March 2025 Subject: the tram`.
fn behind_its_label(line: &str) -> Option<String> {
    const PARTS: usize = 4;
    let (label, rest) = line.split_once(':')?;
    let label = label.trim_matches(|edge: char| !edge.is_alphanumeric());
    if !says(DATED, label) {
        return None;
    }
    let rest = rest.trim_matches(|edge: char| !edge.is_alphanumeric());
    let words = rest.split_whitespace().take(PARTS);
    let date: Vec<&str> = words.take_while(|word| is_part_of_a_date(word)).collect();
    date_in_text(&date.join(" ")).filter(|date| date.len() == DAY)
}

/// What stands before a date without the label that says it is who wrote: `Author: platform team,`; and whether one did.
fn without_label(before: &str) -> (bool, &str) {
    const LABELS: &[&str] = &[
        "author",
        "authors",
        "from",
        "by",
        "written by",
        "prepared by",
        "reporter",
        "autor",
        "auteur",
    ];
    let parted = before.split_once(':');
    let is_label = |label: &str| {
        let bare = label.trim_matches(|edge: char| !edge.is_alphanumeric());
        says(LABELS, bare)
    };
    parted
        .filter(|(label, _)| is_label(label))
        .map_or((false, before), |(_, rest)| {
            (
                true,
                rest.trim_start_matches(|edge: char| !edge.is_alphanumeric()),
            )
        })
}

/// Whether words name who writes by their trade: `By our transport correspondent`.
fn is_written_by_a_desk(who: &str) -> bool {
    const TRADES: &[&str] = &[
        "correspondent",
        "correspondents",
        "reporter",
        "reporters",
        "staff",
        "editor",
        "editors",
        "desk",
        "newsroom",
        "columnist",
        "critic",
    ];
    let lower = who.to_lowercase();
    let trade = lower.rsplit(' ').next().unwrap_or_default();
    let is_short = lower.split(' ').count() <= KIND;
    is_short && lower.starts_with("by ") && TRADES.contains(&trade)
}

/// A line without the time of day that it ends with: `12 March 2025, 17:00`.
fn without_clock(line: &str) -> &str {
    let is_clock = |word: &str| {
        let parts: Vec<&str> = word.split(':').collect();
        parts.len() > 1
            && parts.iter().all(|part| {
                part.len() <= 2
                    && !part.is_empty()
                    && part.bytes().all(|byte| byte.is_ascii_digit())
            })
    };
    let bare = line.rsplit_once(char::is_whitespace);
    bare.filter(|(_, last)| is_clock(last))
        .map_or(line, |(before, _)| before.trim_end_matches([',', ' ']))
}

/// What stands before the date that a line ends with, and the date.
fn parted(line: &str) -> Option<(&str, String)> {
    let line = line.trim_end_matches(['.', ')', ' ']);
    let mut start = line.len();
    for (at, _) in line.rmatch_indices(char::is_whitespace).take(5) {
        let word = line.get(at..start).unwrap_or_default();
        if !is_part_of_a_date(word) || is_number_of_another(word) {
            break;
        }
        start = at;
    }
    if is_part_of_a_date(line.get(..start).unwrap_or_default()) {
        start = 0;
    }
    let (before, date) = line.split_at(start);
    Some((before.trim_end(), date_in_text(date.trim())?))
}

fn is_part_of_a_date(word: &str) -> bool {
    let word = word.trim().trim_matches([',', '(', '.']);
    let ordinal = word.trim_end_matches(|letter: char| letter.is_ascii_lowercase());
    let counted = !ordinal.is_empty()
        && ordinal
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'.' | b'/'))
        && matches!(word.len() - ordinal.len(), 0 | 2);
    if counted {
        return true;
    }
    let word = word.to_lowercase();
    is_month(&word) || is_weekday(&word)
}

/// Whether a number that a comma ends is none of the date behind it: `announcement no. 11/2025, 28 March 2025`, and not `January 9, 2025`.
fn is_number_of_another(word: &str) -> bool {
    let bare = word.trim();
    bare.strip_suffix(',').is_some_and(|number| {
        number.contains(['/', '-', '.']) && number.starts_with(|c: char| c.is_ascii_digit())
    })
}

fn says(list: &[&str], text: &str) -> bool {
    list.contains(&text.trim_end_matches(':').to_lowercase().as_str())
}

const DATED: &[&str] = &[
    "date",
    "dated",
    "published",
    "published on",
    "updated",
    "last updated",
    "issued",
    "as of",
    "state of",
    "sent",
    "sent on",
    "date of issue",
    "date of publication",
    "date of meeting",
    "datum",
    "stand",
    "vom",
    "den",
    "le",
    "fecha",
    "data",
];
/// What stands between a document and its date.
const OF: &[&str] = &["from", "of", "dated", "vom", "du", "del", "van", "av", "af"];
/// Documents and meetings that are known by their dates.
#[rustfmt::skip]
const DOCUMENTS: &[&str] = &[
    "agreement", "announcement", "bulletin", "circular", "communication", "contract", "decision", "declaration", "decree", "directive", "filing", "hearing", "interview", "judgment", "judgement",
    "letter", "meeting", "memo", "memorandum", "minutes", "note", "notes", "notice", "opinion", "order", "protocol", "record", "release", "report", "resolution", "ruling",
    "session", "sitting", "speech", "statement", "testimony", "transcript", "bericht", "beschluss", "brief", "mitteilung", "protokoll", "rede", "schreiben", "sitzung", "urteil", "vermerk",
    "vertrag", "arrêt", "compte-rendu", "courrier", "décret", "lettre", "acta", "carta", "decreto", "informe", "sentencia",
];
/// Texts that say of themselves what they are.
#[rustfmt::skip]
const TEXTS: &[&str] = &[
    "announcement", "bulletin", "circular", "communication", "memo", "memorandum", "minutes", "newsletter", "note", "notice", "release", "report", "statement", "bericht", "mitteilung",
    "pressemitteilung", "protokoll", "communiqué", "compte-rendu", "comunicado", "informe",
];
/// Words by which a text is told to be another than the one that is read.
#[rustfmt::skip]
const OTHERS: &[&str] = &[
    "next", "last", "previous", "earlier", "former", "upcoming", "following", "another", "other", "our", "their", "its", "his", "her", "see", "cf", "in", "to", "by", "from", "since",
    "until", "after", "before", "replaces", "supersedes", "due",
];
#[rustfmt::skip]
const SMALL: &[&str] = &[
    "of", "the", "and", "for", "&", "de", "der", "des", "und", "für", "du", "la", "et", "della", "dello", "dei", "degli", "delle", "del", "di", "da", "do", "dos",
    "le", "les", "el", "los", "las", "van", "von", "den", "het", "e", "y",
];
/// Words by which a name is that of a body that signs, not of a place.
#[rustfmt::skip]
const BODIES: &[&str] = &[
    "office", "team", "council", "department", "committee", "institute", "university", "agency", "ministry", "group", "board", "society", "association", "bank", "ltd", "inc", "gmbh",
    "archive", "archives", "library", "museum", "parliament", "party", "police", "trust",
    "authority", "service", "services", "centre", "center", "commission", "union", "company", "hospital", "unit", "division", "laboratory", "foundation", "network", "bureau", "court",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(title: &str, text: &str, expected: Option<(&str, Option<&str>)>) {
        let found = dateline(title, text);
        let found = found
            .as_ref()
            .map(|found| (found.date.as_str(), found.author.as_deref()));
        assert_eq!(found, expected, "{title:?}, {text:?}");
    }

    #[test]
    fn a_line_below_the_title_says_when_and_who() {
        let title = "Review of the bus programme";
        for (line, expected) in [
            (
                "Marlow Audit Office, 11 October 2024",
                ("2024-10-11", Some("Marlow Audit Office")),
            ),
            ("18 November 2024", ("2024-11-18", None)),
            ("CleanCo, 20 March 2025", ("2025-03-20", None)),
            ("Lisbon, 3rd May 2023", ("2023-05-03", None)),
            (
                "By Jane Ferris, January 9, 2025",
                ("2025-01-09", Some("Jane Ferris")),
            ),
            ("Date: 2024-12-02", ("2024-12-02", None)),
            ("March 2024", ("2024-03", None)),
            (
                "Environment office, 2 February 2024",
                ("2024-02-02", Some("Environment office")),
            ),
            ("Royal armoury, 9 May 1971", ("1971-05-09", None)),
            ("press notice, 18 September 2026", ("2026-09-18", None)),
            (
                "harbour authority press release – 4 March 2025",
                ("2025-03-04", None),
            ),
            ("Monthly bulletin 6 June 2024", ("2024-06-06", None)),
            (
                "Date: 4 March 2025 Subject: Line 4, funding",
                ("2025-03-04", None),
            ),
            ("Sent: 14 March 2023, 16:12", ("2023-03-14", None)),
            (
                "Author: platform team, 16 May 2025",
                ("2025-05-16", Some("platform team")),
            ),
            (
                "Press notice of the Wendel Marsh Reserve, 12 September 2024",
                ("2024-09-12", None),
            ),
            (
                "St Brannoc's Hospital, IT department, 15 April 2025",
                ("2025-04-15", Some("St Brannoc's Hospital, IT department")),
            ),
            ("Il Mattino della Valle, 8 March 2025", ("2025-03-08", None)),
            (
                "By our transport correspondent, 11 March 2025",
                ("2025-03-11", None),
            ),
        ] {
            let text = format!(
                "{title}\n\n{line}\n\nThe programme is late, and it costs more than was planned in the year before."
            );
            check(title, &text, Some(expected));
        }
    }

    #[test]
    fn a_date_that_is_set_off_in_the_title_is_the_documents() {
        check(
            "Minutes of the committee, 12 December 2024",
            "Present: all.",
            Some(("2024-12-12", None)),
        );
        check(
            "Residents' association Park Street, letter of 2 April 2026",
            "Dear neighbours, the works begin.",
            Some(("2026-04-02", None)),
        );
        for title in [
            "Norvik Cycles: announcement no. 11/2025, 12 December 2024",
            "Town council, special meeting of 12 December 2024 – short minutes",
            "Province of Rim, decision of 12 December 2024 (summary)",
            "Morning programme, 12 December 2024 – transcript of the item at 7:40",
            "Danish registry study, published 12 December 2024",
            "Milestones, state of 12 December 2024",
            "Teachers' Union Nordmark, 12 December 2024, 17:00",
        ] {
            check(title, "It says more below.", Some(("2024-12-12", None)));
        }
        for title in [
            "The outage of 3 March 2024",
            "The fire of the mill, 3 March 1931 – a village remembers",
        ] {
            check(title, "It lasted for two hours.", None);
        }
    }

    #[test]
    fn a_text_that_begins_by_saying_what_it_is_and_when_has_that_date() {
        for (text, expected) in [
            (
                "Port Authority, press notice, 18 September 2026. The quay is 400 metres long.",
                Some("2026-09-18"),
            ),
            (
                "Parish council newsletter, 2 May 2024. The hall is let again.",
                Some("2024-05-02"),
            ),
            (
                "Graz, 2 April 2025. In preparing the report the auditors found it.",
                Some("2025-04-02"),
            ),
            (
                "The Hague, 2 June 2025 (ANP) – Patients can breathe again.",
                Some("2025-06-02"),
            ),
            (
                "Group management, 11 February 2025. Present: Aebi, Sommer.",
                Some("2025-02-11"),
            ),
            ("Born in Lisbon, 3 May 1950. He sang in the choir.", None),
            (
                "On the evening of Sunday, 3 May 1950. He sang in the choir.",
                None,
            ),
            (
                "The ward was closed after the report, 2 May 2024. It is open again.",
                None,
            ),
        ] {
            check("Notes", text, expected.map(|date| (date, None)));
        }
    }

    #[test]
    fn dates_of_other_things_are_left_alone() {
        for line in [
            "Deadline: 30 June 2027",
            "Next report, 30 June 2025",
            "replaces our notice, 30 June 2025",
            "Reply to the statement of the works council, 30 June 2025 and later",
            "The plant opened on 3 May 2019",
            "Valid until 31 December 2026",
            "2024",
            "Version 2.1",
            "14 October 1066",
            "1850.12",
        ] {
            check(
                "Notes",
                &format!("{line}\n\nMore is said below of what was found there and what it means."),
                None,
            );
        }
    }
}
