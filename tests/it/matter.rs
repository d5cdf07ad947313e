//! What of new evidence is news of the matter, where a model writes: not what shares a name alone with it, and what fills a gap that the brief names, wherever that
//! stands. What comes in by itself is what `tercet verify` bears out [W3][W3b].

use crate::program::{Place, QUIET, Ran};
use crate::server::{Seen, Server};

const HEAT: &str = "How should Lindholm replace its gas-fired district heating?";
const UTILITY: &str = "---\ntitle: Utility report\ndate: 2026-02-10\n---\nThe gas-fired district heating plant of Lindholm served 18,400 households in 2025. It burned 212 GWh of natural gas in 2025. Heating prices rose by 27 % between 2021 and 2025.\n";
const DATA_CENTRE: &str = "---\ntitle: Data centre in Vik\ndate: 2026-03-15\n---\nThe data centre in Vik offers 9 MW of waste heat to the district heating from 2028. A pipe from the data centre to the heating network would cost 6.2 million euros.\n";
const STUDY: &str = "---\ntitle: Feasibility study\ndate: 2026-06-15\n---\nA seawater heat pump of 40 MW in the harbour could supply 68 % of the district heating demand of Lindholm. The study recommends ordering the heat pump in 2027.\n";
const FOOTBALL: &str = "---\ntitle: Football results\ndate: 2026-08-21\n---\nFC Lindholm won 3 to 1 against Esby on 20 August 2026. The match was watched by 4,200 people.\n";

const SERVED: &str =
    "The gas-fired district heating plant of Lindholm served 18,400 households in 2025 [1].";
const ROSE: &str = "Heating prices rose by 27 % between 2021 and 2025 [1].";
const GAP: &str = "The evidence does not say how the gas-fired district heating is to be replaced.";

fn is_update(seen: &Seen) -> bool {
    seen.last_message().contains("New evidence has arrived")
}

fn is_about(seen: &Seen, part: &str) -> bool {
    seen.last_message().contains(&format!("part \"{part}\""))
}

/// A model that writes this into the parts, and answers updates of a part so.
fn model(
    parts: [&'static str; 3],
    updates: impl Fn(&str) -> &'static str + Send + Sync + 'static,
) -> Server {
    Server::model(move |seen| {
        let titles = ["Situation", "Complication", "Resolution"];
        let at = titles.iter().position(|part| is_about(seen, part));
        let at = at.unwrap_or_default();
        if is_update(seen) {
            updates(titles[at]).to_owned()
        } else {
            parts[at].to_owned()
        }
    })
}

/// A brief from the first documents, and what a run with the last makes of it.
fn updated(place: &Place, server: &Server, known: &[&str], news: &str) -> Ran {
    let names = ["a.md", "b.md", "c.md"];
    let known: Vec<String> = names
        .iter()
        .zip(known)
        .map(|(name, text)| place.file(name, text))
        .collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    place.run_on(server, QUIET, &[&[HEAT], known.as_slice()].concat());
    let news = place.file("news.md", news);
    place.run_on(server, QUIET, &["--study", "last", &news])
}

/// The parts that updates were asked for.
fn asked(server: &Server) -> Vec<&'static str> {
    let parts = ["Situation", "Complication", "Resolution"];
    let requests = server.requests();
    let updates = requests.iter().filter(|seen| is_update(seen));
    updates
        .filter_map(|seen| parts.into_iter().find(|part| is_about(seen, part)))
        .collect()
}

#[test]
fn a_document_that_shares_only_the_name_of_the_town_costs_no_call() {
    let place = Place::new();
    let server = model(
        [SERVED, ROSE, GAP],
        |_| "INSERT AFTER 1\nWHY new\nTEXT FC Lindholm won 3 to 1 against Esby on 20 August 2026 [2].",
    );
    let ran = updated(&place, &server, &[UTILITY], FOOTBALL);
    assert_eq!(asked(&server), Vec::<&str>::new(), "{}", ran.err);
    assert!(ran.err.contains("adds nothing to the brief"), "{}", ran.err);
}

#[test]
fn a_part_that_says_what_the_evidence_does_not_is_asked_about_the_news_that_may() {
    let place = Place::new();
    let server = model([SERVED, ROSE, GAP], |part| match part {
        "Resolution" => {
            "REPLACE 1\nWHY it does now\nTEXT The study recommends ordering the heat pump in 2027 [2]."
        }
        _ => "NO CHANGE",
    });
    let ran = updated(&place, &server, &[UTILITY], STUDY);
    assert!(asked(&server).contains(&"Resolution"), "{}", ran.err);
    let requests = server.requests();
    let mut asked = requests.iter().filter(|seen| is_update(seen));
    assert!(
        asked.any(|seen| {
            let asked = seen.last_message();
            asked.contains("sentence 1: new evidence tells what it misses")
        }),
        "the sentence is named"
    );
    assert!(!ran.out.contains("does not say"), "{}", ran.out);
    assert_eq!(ran.status, 0, "{}", ran.err);
}

#[test]
fn a_brief_in_which_nothing_is_of_its_evidence_gets_the_news() {
    let place = Place::new();
    let drivel = [
        "The situation of the report is a prime example of how a single document can have multiple perspectives.",
        "The complications of the report are the problems and tensions that arise from the conflicting facts.",
        "The resolution of the report is that the report is a story that has been told again.",
    ];
    let server = model(drivel, |_| "NO CHANGE");
    let ran = updated(&place, &server, &[UTILITY, DATA_CENTRE], STUDY);
    assert!(!asked(&server).is_empty(), "{}", ran.err);
}

#[test]
fn a_figure_of_a_later_year_comes_in_by_itself_in_the_place_of_the_earlier() {
    let place = Place::new();
    let server = model([SERVED, ROSE, GAP], |part| match part {
        "Situation" => {
            "REPLACE 1\nWHY newer\nTEXT The gas-fired district heating plant of Lindholm served 19,200 households in 2026 [2]."
        }
        _ => "NO CHANGE",
    });
    let news = "---\ntitle: Count\ndate: 2026-09-20\n---\nThe gas-fired district heating plant of Lindholm served 19,200 households in 2026.\n";
    let ran = updated(&place, &server, &[UTILITY], news);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(
        ran.out.contains("19,200 households in 2026 [2]"),
        "{}",
        ran.out
    );
}

#[test]
fn what_comes_in_by_itself_is_what_verify_bears_out() {
    const OPEN: &str = "The evidence does not say how the gas-fired district heating is to be replaced. A pipe from the data centre to the heating network would cost 6.2 million euros [2].";
    let place = Place::new();
    let server = model([SERVED, ROSE, OPEN], |part| match part {
        "Resolution" => {
            "INSERT AFTER 2\nWHY new\nTEXT It burned 212 GWh of natural gas in 2025 [1]."
        }
        _ => "NO CHANGE",
    });
    let ran = updated(&place, &server, &[UTILITY, DATA_CENTRE], STUDY);
    let brief = place.path("brief.md");
    let exported = place.run(&["export", "last", "--out", brief.to_str().unwrap()]);
    assert_eq!(exported.status, 0, "{}", exported.err);
    let verified = place.run(&[
        "verify",
        brief.to_str().unwrap(),
        place.path("a.md").to_str().unwrap(),
        place.path("b.md").to_str().unwrap(),
        place.path("news.md").to_str().unwrap(),
    ]);
    assert_eq!(verified.status, 0, "{}{}", verified.out, verified.err);
    assert!(!ran.out.contains("It burned"), "{}", ran.out);
    assert_eq!(ran.status, 3, "{}", ran.err);
}
#[test]
fn what_a_writer_takes_from_beside_the_news_waits_for_the_analyst() {
    let place = Place::new();
    let server = model([SERVED, ROSE, GAP], |part| match part {
        "Resolution" => {
            "REPLACE 1\nWHY it does now\nTEXT The study recommends ordering the heat pump in 2027 [2].\n\nINSERT AFTER 1\nWHY new\nTEXT FC Lindholm won 3 to 1 against Esby on 20 August 2026 [2]."
        }
        _ => "NO CHANGE",
    });
    let both = format!(
        "{STUDY}\nFC Lindholm won 3 to 1 against Esby on 20 August 2026. The match was watched by 4,200 people.\n"
    );
    let ran = updated(&place, &server, &[UTILITY], &both);
    assert_eq!(ran.status, 3, "{}", ran.err);
    let text = place.study().sections[2].accepted();
    assert_eq!(
        text, "The study recommends ordering the heat pump in 2027 [2].",
        "{}",
        ran.err
    );
    assert!(
        ran.err.contains("may have nothing to do with the question"),
        "{}",
        ran.err
    );
}
