//! Giving way: sentences that stand and that new evidence puts right, takes back or tells anew, and those that come back with their source.
//!
//! Which these are was found before any writer was asked; here each is taken out, or has the new sentence in its place. One new sentence may overtake several:
//! it stands where the likest of them was, and the others go. What is pinned stays.

use std::ops::Range;

use super::answer::is_told_in;
use super::compose::part_text;
use super::disagree::{behind_rejoinder, find};
use super::lean::{is_dependent, names_nothing};
use super::marks::{cite, without_marks};
use super::mend::without;
use super::own_time::dated_by;
use super::pool::{Candidate, Pool, hosts};
use super::select::Part;
use super::sides::introducing;
use super::standing::{Claim, Standing};
use super::update::{Insertion, fresh, told_whole};
use crate::check::{
    Overtaken, Overtaking, Sourced, are_of_other_times, is_overtaken_in_part, key, sentences,
    stated, words,
};
use crate::pipeline::{Otherwise, Request};
use crate::study::{Replaced, citation, is_newer};

/// The text without the sentences that new evidence took back or put right with one that stands, or comes, in another place. What is pinned stays, and so
/// does what the next sentence leans on.
pub(super) fn without_overtaken(current: &str, here: &[&Otherwise], request: &Request) -> String {
    let mut spans: Vec<Range<usize>> = Vec::new();
    let gives_way = |claim: &str| {
        let of_it = |one: &&&Otherwise| one.gives_way && one.sentence.trim() == claim;
        here.iter().find(of_it).is_some_and(|one| {
            let is_elsewhere = !one.is_first(&request.otherwise) || is_told(one, request);
            // What else it says nobody took back.
            let is_whole = || !is_overtaken_in_part(&without_marks(claim), &one.said);
            is_elsewhere && is_whole()
        })
    };
    let is_pinned = |claim: &str| request.pinned.iter().any(|one| one.trim() == claim);
    let mut leaned_on = false;
    let mut behind: Option<usize> = None;
    for claim in stated(current).into_iter().rev() {
        let span = claim.span.start..claim.span.start + claim.text.len();
        // A blank line ends what can lean on it.
        let gap = behind.and_then(|next| current.get(span.end..next));
        let is_alone = gap.is_none_or(|gap| gap.contains("\n\n"));
        let stays = leaned_on && !is_alone;
        if gives_way(claim.text.trim()) && !is_pinned(claim.text.trim()) && !stays {
            spans.push(span);
        } else {
            leaned_on = is_dependent(&without_marks(&claim.text));
            behind = Some(span.start);
        }
    }
    spans.reverse();
    let text = without(current, &spans);
    // Where nothing would be left of the answer, one stays for the new one to take its place.
    match spans.split_first() {
        Some((_, others)) if text.trim().is_empty() && is_told_in(request) => {
            without(current, others)
        }
        _ => text,
    }
}

/// The text with the sentences that went with their sources, which are evidence again: each where it stood, or in a paragraph at the end. What another source
/// has overtaken meanwhile does not come back.
pub(super) fn with_fallen(mut text: String, pool: &Pool, request: &Request) -> String {
    let back = request.fallen.iter();
    for fallen in back.filter(|fallen| !is_overtaken(&fallen.text, pool, request)) {
        let before = text
            .find(fallen.behind.as_str())
            .filter(|_| !fallen.behind.is_empty());
        // What stands before it may have changed: then its last sentence is enough.
        let last = sentences(&fallen.behind).pop();
        let last = last.and_then(|span| fallen.behind.get(span)).map(str::trim);
        let end = before.map(|at| at + fallen.behind.len()).or_else(|| {
            let last = last.filter(|last| !last.is_empty())?;
            Some(text.find(last)? + last.len())
        });
        if let Some(end) = end {
            text.insert_str(end, &format!(" {}", fallen.text));
        } else {
            let kept = text.trim_end().len();
            text.insert_str(kept, &format!("\n\n{}", fallen.text));
        }
    }
    text
}

/// The text with the sentences again that gave way to those of sources which are gone since, where nothing else has overtaken them.
pub(super) fn with_replaced(current: &str, pool: &Pool, request: &Request) -> String {
    let mut text = current.to_owned();
    let is_pinned = |one: &Replaced| request.pinned.iter().any(|kept| one.after.contains(kept));
    let back = request.replaced.iter();
    for one in back.filter(|one| !is_pinned(one) && !is_overtaken(&one.before, pool, request)) {
        text = text.replacen(&one.after, &one.before, 1);
    }
    text
}

/// Whether a sentence of the evidence that is no older overtakes one that came back.
fn is_overtaken(sentence: &str, pool: &Pool, request: &Request) -> bool {
    let bare = without_marks(sentence);
    let own_key = key(&bare);
    let numbers = citation::numbers(sentence);
    let is_own = |at: usize| {
        let candidate = pool.candidates.get(at);
        candidate.is_some_and(|one| numbers.contains(&one.number))
    };
    let own = (0..pool.candidates.len())
        .filter(|at| is_own(*at))
        .filter_map(|at| sourced(pool, request, at))
        .max_by_key(|one| one.date);
    let Some(own) = own.map(|one| Sourced { text: &bare, ..one }) else {
        return false;
    };
    let mut standing = Overtaking::of([(own.text, own.title)]).to(&request.question);
    let by_words = (0..pool.candidates.len()).any(|at| {
        let other = sourced(pool, request, at).filter(|_| !is_own(at));
        other.is_some_and(|other| {
            let dates = own.date.zip(other.date);
            let is_older = dates.and_then(|(own, other)| is_newer(other, own)) == Some(false);
            !is_older && !standing.by((other.text, other.title)).is_empty()
        })
    });
    let by_date = || {
        pool.conflicts.iter().any(|conflict| {
            let sides = [(&conflict.a, &conflict.b), (&conflict.b, &conflict.a)];
            sides.into_iter().any(|(side, other)| {
                let other = find(pool, other).and_then(|at| sourced(pool, request, at));
                let is_meant = numbers.contains(&side.number) && key(&side.text) == own_key;
                is_meant
                    && other.is_some_and(|other| {
                        Overtaken::of(own, other, Some(conflict.difference)).is_some()
                    })
            })
        })
    };
    by_words || by_date()
}

/// A candidate with its source.
pub(super) fn sourced<'a>(pool: &'a Pool, request: &'a Request, at: usize) -> Option<Sourced<'a>> {
    let candidate = pool.candidates.get(at)?;
    let mut documents = request.context.documents.iter();
    let document = documents.find(|one| one.number == candidate.number);
    Some(Sourced {
        text: &candidate.text,
        date: candidate.date.as_deref(),
        title: document.map_or("", |one| one.document.title.as_str()),
    })
}

/// Whether the brief, or what was refused, has a new sentence already.
pub(super) fn is_told(one: &Otherwise, request: &Request) -> bool {
    let said = key(&without_marks(&one.said));
    let texts = request.written.iter().map(|section| &section.text);
    let own = request.current.iter();
    texts
        .chain(own)
        .any(|text| key(&without_marks(text)).contains(&said))
}

/// New candidates that are older than what another says instead: no news.
pub(super) fn outdated(pool: &Pool, request: &Request) -> Vec<usize> {
    let sourced = |at: usize| sourced(pool, request, at);
    let mut outdated = Vec::new();
    for conflict in &pool.conflicts {
        let (Some(a), Some(b)) = (find(pool, &conflict.a), find(pool, &conflict.b)) else {
            continue;
        };
        for (new, other) in [(a, b), (b, a)] {
            let is_fresh = pool.candidates.get(new).is_some_and(|one| one.fresh);
            let Some((own, theirs)) = sourced(new).zip(sourced(other)).filter(|_| is_fresh) else {
                continue;
            };
            let dates = own.date.zip(theirs.date);
            let is_older = dates.and_then(|(own, other)| is_newer(other, own)) == Some(true);
            let is_of_other_time = are_of_other_times([own.text, theirs.text]);
            if is_older
                && !is_of_other_time
                && Overtaken::of(own, theirs, Some(conflict.difference)).is_some()
            {
                outdated.push(new);
            }
        }
    }
    outdated
}

/// New sentences that take the place of one that stands, as was found before any writer was asked: each stands where the likest of those was.
pub(super) fn replacements(
    pool: &Pool,
    here: &[&Otherwise],
    standing: &Standing,
    request: &Request,
    is_known: &dyn Fn(usize) -> bool,
) -> Vec<Insertion> {
    let mut insertions: Vec<Insertion> = Vec::new();
    // Those that come behind what goes on about the sentence that they are about.
    let mut behind: Vec<usize> = Vec::new();
    // A section of which nothing else would be left says once more what another one does.
    let is_lone = standing.claims.len() == 1;
    let first = |one: &&&Otherwise| one.gives_way && (is_lone || one.is_first(&request.otherwise));
    for one in here.iter().filter(first) {
        let bare = without_marks(&one.sentence);
        let is_pinned = request
            .pinned
            .iter()
            .any(|known| known.trim() == one.sentence.trim());
        let claim = standing.claims.iter().find(|claim| claim.key == key(&bare));
        let may_stand = !is_pinned && (is_lone || !is_told(one, request));
        let Some(claim) = claim.filter(|_| may_stand) else {
            continue;
        };
        let is_known = |at: usize| !is_lone && is_known(at);
        let Some((text, candidate)) = instead(pool, one, &is_known) else {
            continue;
        };
        // What is put right disagrees with nothing any more.
        let range = if one.disputed {
            claim.span.clone()
        } else {
            with_what_introduces(&standing.text, &claim.span)
        };
        let mut replaced = Some(range.start);
        let before = || {
            let before = standing.text.get(..claim.span.start).unwrap_or_default();
            before.rsplit("\n\n").next().unwrap_or_default()
        };
        // What introduces both sides of a disagreement names them: there the new one is told behind them, unless it puts a side right.
        let dispute_end = claim.dispute_end.filter(|_| one.disputed);
        let dating = candidate
            .filter(|_| dispute_end.is_none())
            .and_then(|at| dated_by(pool, at, before()))
            .filter(|at| {
                !is_known(*at) && !insertions.iter().any(|one| one.candidate == Some(*at))
            });
        if let Some((at, dating)) = dating.and_then(|at| Some((at, pool.candidates.get(at)?))) {
            let numbers = vec![dating.number];
            insertions.push(Insertion {
                at: Some(claim.span.end),
                text: part_text(
                    pool,
                    &Part {
                        candidate: at,
                        numbers,
                    },
                ),
                candidate: Some(at),
                from: replaced.take(),
            });
        }
        let introduced = |text: String| match candidate.and_then(|at| pool.candidates.get(at)) {
            Some(new) => behind_rejoinder(pool, &bare, &claim.numbers, new, text),
            None => text,
        };
        let (at, text, from) = match dispute_end {
            Some(end) => (end, introduced(text), None),
            // What says something else besides stays, and so does what others lean on, each with the new one behind it.
            None if replaced.is_some()
                && (is_overtaken_in_part(&bare, &without_marks(&text))
                    || is_leaned_on(claim, standing, here, request)
                        && !is_of_one(pool, claim, &text)) =>
            {
                let is_plain = !one.disputed || Overtaken::by_words(&bare, &one.said).is_some();
                let text = if is_plain { text } else { introduced(text) };
                behind.push(insertions.len());
                (claim.end, text, None)
            }
            None => (range.end, text, replaced),
        };
        insertions.push(Insertion {
            at: Some(at),
            text,
            candidate,
            from,
        });
    }
    // What goes on about it may give way itself, and then is nothing to wait for.
    for at in behind {
        let end = insertions.get(at).and_then(|one| one.at);
        let mut gone = insertions.iter().filter(|one| one.at == end);
        let from = gone.find_map(|one| one.from);
        let before = from.and_then(|from| standing.text.get(..from));
        if let Some((one, before)) = insertions.get_mut(at).zip(before) {
            one.at = Some(before.trim_end().len());
        }
    }
    insertions
}

/// A sentence with what sets it, or another, beside the other as a side that disagrees.
fn with_what_introduces(text: &str, span: &Range<usize>) -> Range<usize> {
    let found = introducing(text, std::slice::from_ref(span)).into_iter();
    found.fold(span.clone(), |all, one| {
        all.start.min(one.start)..all.end.max(one.end)
    })
}

/// Whether what goes on about a sentence by a pronoun stays, and would speak of another thing without it.
fn is_leaned_on(
    claim: &Claim,
    standing: &Standing,
    here: &[&Otherwise],
    request: &Request,
) -> bool {
    let leans = |next: &&Claim| next.span.start >= claim.span.end && next.span.end <= claim.end;
    let goes = |next: &Claim| {
        let of_it = |one: &&Otherwise| key(&without_marks(&one.sentence)) == next.key;
        let mut all = here.iter().copied().filter(of_it);
        all.any(|one| {
            one.gives_way
                && !request
                    .pinned
                    .iter()
                    .any(|it| it.trim() == one.sentence.trim())
        })
    };
    let leaning: Vec<&Claim> = standing.claims.iter().filter(leans).collect();
    claim.end > claim.span.end && (leaning.is_empty() || !leaning.into_iter().all(goes))
}

/// Whether a new text begins with what a sentence begins with, so that both are about one thing.
fn is_of_one(pool: &Pool, claim: &Claim, new: &str) -> bool {
    /// Words of the new text among which that stands.
    const OPENING: usize = 2;
    let spans = words(new);
    let terms = spans.filter_map(|span| pool.lexicon.known(new.get(span)?));
    let first = claim.statement.order.first();
    first.is_some_and(|first| terms.take(OPENING).any(|term| term == *first))
}

/// What a new source says in place of a sentence, with what goes on about it by a pronoun; as the source has it where it is no candidate.
pub(super) fn instead(
    pool: &Pool,
    one: &Otherwise,
    is_known: &dyn Fn(usize) -> bool,
) -> Option<(String, Option<usize>)> {
    let spans = sentences(&one.said);
    let all: Vec<&str> = spans
        .into_iter()
        .filter_map(|span| Some(one.said.get(span)?.trim()))
        .collect();
    // What is right says enough by itself, where it names what it is about.
    let right = all
        .last()
        .filter(|last| all.len() > 1 && !is_dependent(last));
    let all = right.map_or(all.as_slice(), std::slice::from_ref);
    let (&said, rest) = all.split_first()?;
    let Some(at) = fresh(pool, said).filter(|_| rest.is_empty()) else {
        if let Some(at) = leaning(pool, &one.said) {
            return (!is_known(at)).then(|| (told_whole(pool, at), Some(at)));
        }
        let is_whole = all.first().is_some_and(|first| !is_dependent(first));
        let number = one.number.filter(|_| is_whole)?;
        let cited = all.iter().map(|said| cite(&without_marks(said), &[number]));
        return Some((cited.collect::<Vec<_>>().join(" "), None));
    };
    if is_known(at) {
        return None;
    }
    let part = |at: usize| {
        let candidate = at;
        let numbers = pool.candidates.get(at).map(|one| vec![one.number])?;
        Some(part_text(pool, &Part { candidate, numbers }))
    };
    let leans = |next: &usize| {
        let candidate = pool.candidates.get(*next);
        let goes_on = |one: &Candidate| one.fresh && one.leans_on == Some(at);
        candidate.is_some_and(|one| goes_on(one) && !names_nothing(&one.text))
    };
    let follower = pool.follower(at).or(Some(at + 1).filter(leans));
    let follower = follower.filter(|next| !is_known(*next)).and_then(part);
    // Where it begins as the other did, the same stands before it.
    let text = if begins_alike(&one.sentence, said) {
        part(at).unwrap_or_default()
    } else {
        told_whole(pool, at)
    };
    let text = match follower {
        Some(follower) => format!("{text} {follower}"),
        None => text,
    };
    Some((text, Some(at)))
}

/// The fresh candidate that is this one sentence of the evidence, and is told behind what it leans on.
pub(super) fn leaning(pool: &Pool, said: &str) -> Option<usize> {
    let said = key(&without_marks(said));
    let is_said = |one: &Candidate| one.fresh && !one.is_taken_back && one.key == said;
    let place = pool.candidates.iter().position(is_said);
    place.filter(|at| hosts(pool, *at).is_some_and(|all| !all.is_empty()))
}

/// Whether two sentences begin with the same two words.
fn begins_alike(a: &str, b: &str) -> bool {
    let opening = |text: &str| -> Vec<String> {
        let all = words(text).filter_map(|span| text.get(span));
        all.take(2).map(str::to_lowercase).collect()
    };
    opening(a) == opening(b)
}

#[cfg(test)]
mod tests {
    use super::super::samples::{Set, context, report, request};
    use super::super::write;
    use crate::pipeline::{Otherwise, Request};
    use crate::study::{CycleKind, Fallen, RhetoricalRole};

    const SURFACE: &str =
        "The new surface of Harbour Road will cost 3.2 million euros and last 100 years.";

    const ROAD: Set = Set {
        question: "What does the new surface of Harbour Road cost and how long will it last?",
        documents: &[
            report(
                "Road office plan",
                "2024-02-01",
                "The new surface of Harbour Road will cost 3.2 million euros and last 100 years. Brandt runs the works. It has 34 lorries.",
            ),
            report(
                "Road office letter",
                "2024-06-01",
                "The road office withdraws the statement that the new surface of Harbour Road will last 100 years. Nordbau took over the works from Brandt in May.",
            ),
        ],
    };

    fn updated(current: &str, sentence: &str, said: &str) -> String {
        let first = request(&ROAD, RhetoricalRole::Situation);
        write(&Request {
            cycle: CycleKind::Update,
            context: context(&ROAD, 1),
            current: Some(current.to_owned()),
            otherwise: vec![Otherwise {
                section: first.section,
                sentence: sentence.to_owned(),
                said: said.to_owned(),
                gives_way: true,
                number: Some(2),
                ..Otherwise::default()
            }],
            ..first
        })
    }

    #[test]
    fn what_is_taken_back_in_part_keeps_what_still_holds() {
        let sentence = format!("{} [1].", SURFACE.trim_end_matches('.'));
        let said = "The road office withdraws the statement that the new surface of Harbour Road will last 100 years.";
        let text = updated(&sentence, &sentence, said);
        assert!(
            text.starts_with(&format!("{sentence} The road office withdraws")),
            "{text}"
        );
    }

    #[test]
    fn what_falls_with_the_answer_leaves_no_room_for_what_is_told_there() {
        const MUSEUM: Set = Set {
            question: "Will the Holt museum move to the harbour?",
            documents: &[
                report(
                    "City of Holt",
                    "2023-01-10",
                    "The city decided on 9 January 2023 that the Holt museum will move to the harbour. The Holt museum will close in October 2024.",
                ),
                report(
                    "City of Holt, May 2024",
                    "2024-05-05",
                    "The city reversed its decision on 4 May 2024.",
                ),
            ],
        };
        let decided =
            "The city decided on 9 January 2023 that the Holt museum will move to the harbour [1].";
        let closes = "The Holt museum will close in October 2024 [1].";
        let note = |role: RhetoricalRole, sentence: &str| Otherwise {
            section: request(&MUSEUM, role).section,
            sentence: sentence.to_owned(),
            said: "The city reversed its decision on 4 May 2024.".to_owned(),
            gives_way: true,
            number: Some(2),
            ..Otherwise::default()
        };
        let (opening, home) = (RhetoricalRole::Situation, RhetoricalRole::Resolution);
        let updated = |role: RhetoricalRole, current: &str| {
            write(&Request {
                cycle: CycleKind::Update,
                context: context(&MUSEUM, 1),
                current: Some(current.to_owned()),
                otherwise: vec![note(opening, closes), note(home, decided)],
                roles: vec![opening, home],
                ..request(&MUSEUM, role)
            })
        };
        let text = updated(opening, closes);
        assert!(text.starts_with("Nothing in the evidence"), "{text}");
        let text = updated(home, decided);
        assert!(text.contains("reversed its decision"), "{text}");
        assert!(!text.contains("will move"), "{text}");
    }

    #[test]
    fn what_is_put_right_is_no_other_side_any_more() {
        let sentence = "Brandt runs the works [1].";
        let text = updated(
            &format!("Nordbau runs the works [1]. A newer source disagrees. {sentence}"),
            sentence,
            "Nordbau took over the works from Brandt in May.",
        );
        assert!(!text.contains("disagrees"), "{text}");
        assert!(
            text.starts_with("Nordbau runs the works [1]. Nordbau took over"),
            "{text}"
        );
    }

    #[test]
    fn what_goes_on_by_a_pronoun_still_speaks_of_the_same() {
        let sentence = "Brandt runs the works [1].";
        let text = updated(
            &format!("{sentence} It has 34 lorries [1]."),
            sentence,
            "Nordbau took over the works from Brandt in May.",
        );
        assert!(
            text.starts_with("Brandt runs the works [1]. It has 34 lorries [1]. Nordbau took over"),
            "{text}"
        );
    }

    #[test]
    fn what_another_source_took_back_meanwhile_does_not_come_back_with_its_source() {
        let back = |text: &str, behind: &str| {
            write(&Request {
                cycle: CycleKind::Update,
                context: context(&ROAD, 2),
                current: Some("Harbour Road is old. Rain floods it in winter.".to_owned()),
                fallen: vec![Fallen {
                    text: text.to_owned(),
                    behind: behind.to_owned(),
                }],
                ..request(&ROAD, RhetoricalRole::Situation)
            })
        };
        let text = back(
            "The new surface of Harbour Road will last 100 years [1].",
            "Harbour Road is old.",
        );
        assert!(!text.contains("last 100 years [1]"), "{text}");
        // What stands comes back.
        let text = back("Brandt runs the works [1].", "Harbour Road is old.");
        assert!(
            text.starts_with("Harbour Road is old. Brandt runs the works [1]."),
            "{text}"
        );
    }
}
