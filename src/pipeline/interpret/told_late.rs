//! Told late: a sentence that tells by `today` or `last year`, or as to come, what was so when its source was written, in a brief of a much later day.
//!
//! It says what its source says, word for word, and is no longer so. English only.

use crate::check::{plain, quantities, stated, words};
use crate::clean;
use crate::study::{Document, Study, citation, date_in_words, iso_date};

/// Characters of a sentence by which it is known, and sentences of a part that are told of.
const SHOWN: usize = 60;
const MOST: usize = 3;

/// What is told of the sentences of a text.
pub(super) fn told_late(study: &Study, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for one in stated(text) {
        let mut sources = one.citations.iter().filter_map(|number| {
            let document = study.numbered(*number)?;
            Some((*number, document))
        });
        let Some((number, source)) = sources.next() else {
            continue;
        };
        let Some(when) = written(source).filter(|_| is_of_its_day(&one.bare)) else {
            let is_over = was_to_come(&one.bare, &iso_date(source.accessed));
            if let Some(day) = is_over {
                let quote = clean::line(&one.text, SHOWN);
                found.push(format!("“{quote}” tells {day} as still to come"));
            }
            continue;
        };
        let (quote, mark) = (clean::line(&one.text, SHOWN), citation::marks_of(&[number]));
        found.push(format!(
            "“{quote}” speaks as of {when}, when {mark} was written"
        ));
    }
    if found.len() > MOST {
        let more = found.len() - MOST;
        found.truncate(MOST);
        found.push(format!(
            "{more} more speak as of the day on which their source was written"
        ));
    }
    found
}

/// When a document was written, where that is another month than the one in which it was read.
fn written(source: &Document) -> Option<String> {
    const MONTH: usize = 7;
    let date = source.date.as_deref()?;
    let read = iso_date(source.accessed);
    let length = date.len().min(MONTH);
    (read.get(..length)? > date.get(..length)?).then(|| date_in_words(date))?
}

/// Whether a sentence tells when something is by the day on which it is told.
fn is_of_its_day(bare: &str) -> bool {
    const DAYS: &[&str] = &["today", "yesterday", "tomorrow", "tonight"];
    const WHICH: &[&str] = &["last", "this", "next"];
    const TIMES: &[&str] = &[
        "week", "month", "year", "weekend", "spring", "summer", "autumn", "winter",
    ];
    let spans: Vec<_> = words(bare).collect();
    let all: Vec<String> = spans
        .iter()
        .map(|span| plain(bare.get(span.clone()).unwrap_or_default()))
        .collect();
    // `Last year's` says which; in a quotation somebody else speaks.
    let is_quoted = |at: usize| {
        let before = spans.get(at).and_then(|span| bare.get(..span.start));
        let before = before.unwrap_or_default();
        before.matches('“').count() > before.matches('”').count()
            || before.matches('"').count() % 2 == 1
    };
    (0..all.len()).any(|at| {
        let word = |at: usize| all.get(at).map_or("", String::as_str);
        let is_day = DAYS.contains(&word(at));
        let is_time = at > 0 && TIMES.contains(&word(at)) && WHICH.contains(&word(at - 1));
        (is_day || is_time) && !is_quoted(at)
    })
}

/// The day that a sentence gives for what it tells as to come, where that is over on another day.
fn was_to_come(bare: &str, now: &str) -> Option<String> {
    const TO_COME: &[&str] = &[
        " will ",
        " is to ",
        " are to ",
        " is due to ",
        " are due to ",
    ];
    let lower = bare.to_lowercase();
    if !TO_COME.iter().any(|lead| lower.contains(lead)) {
        return None;
    }
    let all = quantities(bare);
    let mut dates = all.iter().filter_map(|one| Some((one, one.date()?)));
    let (first, date) = dates.next()?;
    let (year, month) = (date.year?, date.month?);
    let is_over = format!("{year:04}-{month:02}").as_str() < now.get(..7)?;
    (is_over && dates.next().is_none()).then(|| bare.get(first.span.clone()).map(str::to_owned))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{DocumentId, Event, Timestamp};

    /// What is told of a sentence of a source of 19 July 2022 that was read in November 2026.
    fn told(sentence: &str) -> Vec<String> {
        let study = Study::fold(&[
            Event::EvidenceAdded {
                document: Document {
                    id: DocumentId(1),
                    uri: "/news.md".to_owned(),
                    date: Some("2022-07-19".to_owned()),
                    accessed: Timestamp(1_795_219_200_000),
                    ..Document::default()
                },
            },
            Event::SourcesNumbered {
                documents: vec![DocumentId(1)],
            },
        ]);
        told_late(&study, sentence)
    }

    #[test]
    fn what_was_so_on_the_day_of_its_source_is_told_years_later() {
        for (sentence, expected) in [
            (
                "Today, the authority released the first data on the zone [1].",
                "speaks as of 19 July 2022, when [1] was written",
            ),
            (
                "Pollution was 14.0 % lower last year [1].",
                "speaks as of 19 July 2022",
            ),
            (
                "The zone will be expanded to all boroughs on 29 August 2023 [1].",
                "tells 29 August 2023 as still to come",
            ),
        ] {
            let found = told(sentence);
            assert!(found.len() == 1 && found[0].contains(expected), "{found:?}");
        }
        for sentence in [
            "The authority released the first data on 19 July 2022 [1].",
            "The zone will be expanded on 29 August 2031 [1].",
            "The mayor said “today is a good day” on 19 July 2022 [1].",
            "The zone was expanded on 29 August 2023 [1].",
        ] {
            assert_eq!(told(sentence), Vec::<String>::new(), "{sentence}");
        }
    }
}
