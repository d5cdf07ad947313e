//! Sentences of the brief that new evidence speaks of in another way than they do, although the two are no pair that is plainly in conflict: several figures differ,
//! or words that the brief does not have.
//!
//! Whether the one corrects the other is for the writer to say; here it is enough that both are about the same.

use std::collections::HashSet;

use super::disputed::is_from_before_an_end;
use super::facts::{is_new, is_taken_back, is_told, known, says};
use super::{
    BRIEF, News, Said, Standing, Touch, Touched, evidence, is_of_others, sourced, sourced_by,
};
use crate::check::{
    Checker, ConflictKind, ConflictSide, Difference, Entry, Index, Name, Opposition, Overtaken,
    Polarity, Quantity, Statement, Term, are_of_other_times, are_stock_and_change,
    discredits_something, holds_for_others, is_payment_of_an_estimate, is_stance_that_stands,
    is_the_very_value, key, plain, without_speaker, words,
};
use crate::study::{Study, Verdict};

/// The share of what the shorter of two sentences is about that both have, and how many words and figures that are at least.
const SAME: f32 = 0.5;
const SHARED: usize = 2;

/// The sentences that new ones speak of otherwise; what is `told` already is left out.
pub(super) fn spoken_of(
    study: &Study,
    standing: &[Standing],
    index: &Index<'_>,
    news: News<'_>,
    told: &[&Said],
    is_touched: &dyn Fn(&Standing) -> bool,
) -> Vec<Touched> {
    let is_of_brief = |entry: &&Entry| {
        let piece = index.evidence.get(entry.evidence);
        piece.is_some_and(|piece| piece.number == BRIEF)
    };
    let own: Vec<(&Entry, &Standing)> = index
        .entries
        .iter()
        .filter(is_of_brief)
        .filter_map(|entry| {
            let id = index.evidence.get(entry.evidence)?.passage.id;
            let claim = standing.iter().find(|claim| claim.passage.id == id)?;
            Some((entry, claim))
        })
        .collect();
    let all = index.entries.iter();
    let all = all.filter(|entry| is_new(index, entry) && !is_told(index, entry, told));
    let all = all.filter(|entry| !is_taken_back(index, entry) && !news.repeats(index, entry));
    let passages = known(study);
    let mut checker = None;
    let mut seen = HashSet::new();
    let mut touched = Vec::new();
    for new in all {
        let likest = own
            .iter()
            // What was so in another year is no other account of this one.
            .filter(|(entry, _)| !new.statement.is_of_other_years(&entry.statement))
            .filter(|(entry, _)| !are_other_rows(index.text(new), index.text(entry)))
            .filter_map(|(entry, claim)| {
                let is_turned = is_turned(index, new, entry) || is_called_wrong(index, new, entry);
                let turned = is_turned.then_some(SAME);
                let alike = alike(index, new, entry).or(turned)?;
                Some((alike, is_turned, (*entry, *claim)))
            })
            .max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, is_turned, (entry, claim))) = likest else {
            continue;
        };
        if is_touched(claim) || seen.contains(&claim.passage.id) || says_it_too(index, new, entry) {
            continue;
        }
        let Some(piece) = index.evidence.get(new.evidence) else {
            continue;
        };
        let text = index.text(new);
        let said = Said {
            document: piece.passage.document,
            passage: piece.passage.id,
            span: new.span.clone(),
            text: text.to_owned(),
        };
        if is_of_others(study, news, claim, &said) || is_from_before_an_end(study, claim, &said) {
            continue;
        }
        let checker = checker.get_or_insert_with(|| {
            Checker::new(passages.iter().map(|passage| evidence(BRIEF, passage)))
        });
        let core = without_speaker(text);
        let found = checker.judge(&core, &[BRIEF]);
        let how = match found.verdict {
            _ if is_turned => Touch::Disputed(ConflictKind::Contradiction),
            _ if says(&found, &core) => continue,
            // To how many something happened is no other number of those that there are.
            _ if are_stock_and_change(&core, index.text(entry)) => continue,
            // What each says of its own time, place or group stands, and so does who was against it.
            _ if is_stance_that_stands(index.text(entry), &core)
                || are_of_other_times([index.text(entry), &core])
                || holds_for_others(index.text(entry), &core) =>
            {
                continue;
            }
            Verdict::Contradicted
                if contradict_plainly(index, new, entry)
                    && !is_payment_of_an_estimate(&core, index.text(entry)) =>
            {
                Touch::Disputed(ConflictKind::Contradiction)
            }
            // Without a figure, and without ending anything, it is another statement about the same.
            _ if !may_differ(&new.statement, &entry.statement) => continue,
            _ if only_adds(&new.statement, &entry.statement) => continue,
            _ if are_of_other_things(&new.statement, &entry.statement) => continue,
            _ => Touch::Otherwise,
        };
        seen.insert(claim.passage.id);
        // Who measured another way is no later state of it.
        let is_value = matches!(how, Touch::Disputed(_)) && !is_turned;
        let difference = is_value.then_some(Difference::Value);
        let overtaken = Overtaken::of(sourced(study, claim), sourced_by(study, &said), difference);
        touched.push(Touched {
            overtaken,
            ..claim.touched(how, Some(said))
        });
    }
    touched
}

/// How much the two sides of a conflict are about the same; nothing where they are not.
pub(super) fn likeness(index: &Index<'_>, a: &ConflictSide, b: &ConflictSide) -> f32 {
    let entry = |side: &ConflictSide| {
        index.entries.iter().find(|entry| {
            let piece = index.evidence.get(entry.evidence);
            piece.is_some_and(|piece| piece.passage.id == side.passage)
                && entry.span.start < side.span.end
                && side.span.start < entry.span.end
        })
    };
    let likeness = entry(a).zip(entry(b)).and_then(|(a, b)| alike(index, a, b));
    likeness.unwrap_or_default()
}

/// Whether a new sentence has all words of an old one in a row and points the same way: what it says beside them may be new, and differs in nothing.
fn says_it_too(index: &Index<'_>, new: &Entry, old: &Entry) -> bool {
    const FEWEST: usize = 4;
    let wanted = key(index.text(old));
    let own = format!(" {} ", key(index.text(new)));
    wanted.split(' ').count() >= FEWEST
        && own.contains(&format!(" {wanted} "))
        && point_the_same_way(&new.statement, &old.statement)
}

/// Whether two sentences are so much alike that what one of them denies is what the other says. A claim that cites a source was written from it; these two were
/// not written from each other, and may only share words. What holds on a condition denies nothing that holds on another.
fn contradict_plainly(index: &Index<'_>, new: &Entry, old: &Entry) -> bool {
    const CONDITIONS: &[&str] = &["if", "when", "whenever", "unless", "where", "once"];
    let is_conditional = |entry: &Entry| {
        let text = index.text(entry);
        let mut all = words(text).filter_map(|span| text.get(span)).map(plain);
        all.any(|word| CONDITIONS.contains(&word.as_str()))
    };
    let (own, theirs) = (&new.statement, &old.statement);
    let shared = shared_terms(own, theirs).count();
    let longer = own.terms.len().max(theirs.terms.len());
    (differ_in_amount(own, theirs)
        || 2 * shared >= longer && own.order.first() == theirs.order.first())
        && !is_conditional(new)
        && !is_conditional(old)
}

/// Whether two sentences are rows of one table, told as `ticket: day; price: 6.50`, each of another thing by its first cell.
pub(super) fn are_other_rows(a: &str, b: &str) -> bool {
    let cells = |text: &str| -> Option<Vec<(String, String)>> {
        let cells = text.split("; ").map(|cell| {
            let (column, value) = cell.split_once(": ")?;
            Some((key(column), key(value)))
        });
        cells.collect()
    };
    let columns = |cells: &[(String, String)]| -> Vec<String> {
        cells.iter().map(|(column, _)| column.clone()).collect()
    };
    let both = cells(a).zip(cells(b));
    both.is_some_and(|(own, theirs)| {
        own.len() > 1 && columns(&own) == columns(&theirs) && own.first() != theirs.first()
    })
}

/// Whether a new sentence gives an amount of a kind of which an old one gives another: the day of an event, a version and a reference tell events apart.
pub(in crate::pipeline) fn differ_in_amount(new: &Statement, old: &Statement) -> bool {
    let is_other = |own: &&Quantity| {
        let mut known = old.quantities.iter();
        let is_of_its_kind = known.any(|known| match (own.amount(), known.amount()) {
            (Some(own), Some(known)) => own.unit.counts_same(&known.unit),
            _ => false,
        });
        is_of_its_kind && !old.quantities.iter().any(|known| known.bears_out(own))
    };
    new.quantities.iter().any(|own| is_other(&own))
}

/// Whether one of two sentences begins with what the other does not tell of, and most of the longer is in the other by no word: a few that they share make
/// them no accounts of one thing.
fn are_of_other_things(new: &Statement, old: &Statement) -> bool {
    let begins_within = |own: &Statement, other: &Statement| {
        let first = own.order.first();
        first.is_some_and(|first| other.terms.binary_search(first).is_ok())
    };
    let shared = shared_terms(new, old).count();
    let longer = new.terms.len().max(old.terms.len());
    let begin_alike = begins_within(new, old) && begins_within(old, new);
    !begin_alike && shared <= SHARED && 2 * shared < longer
}

/// Whether a new sentence gives a figure that an old one gives, and others only of what that gives none of: the price of what takes 14 months.
fn only_adds(new: &Statement, old: &Statement) -> bool {
    let is_given = |own: &&Quantity| old.quantities.iter().any(|known| known.bears_out(own));
    let is_of_its_kind = |own: &Quantity| {
        let mut known = old.quantities.iter();
        known.any(|known| match (own.amount(), known.amount()) {
            (Some(own), Some(known)) => own.unit.counts_same(&known.unit),
            (own, known) => own.is_none() && known.is_none(),
        })
    };
    let (given, others): (Vec<&Quantity>, Vec<&Quantity>) =
        new.quantities.iter().partition(is_given);
    let is_free = others.iter().all(|own| !is_of_its_kind(own));
    !given.is_empty() && is_free && point_the_same_way(new, old)
}

fn point_the_same_way(a: &Statement, b: &Statement) -> bool {
    let way = |one: &Statement| (one.polarity.ends(), one.polarity.turns);
    way(a) == way(b)
}

/// Whether a new sentence can give another account of what an old one states.
fn may_differ(new: &Statement, old: &Statement) -> bool {
    let has_figures = !new.quantities.is_empty() || !old.quantities.is_empty();
    has_figures || new.polarity.ends() || new.polarity.turns != old.polarity.turns
}

/// Whether two sentences say of one thing, by its first word, that it went opposite ways, each by how much, and name no two places or groups: `Productivity rose
/// by 4 percent`, `Productivity fell by 1 percent once all firms are counted`.
fn is_turned(index: &Index<'_>, a: &Entry, b: &Entry) -> bool {
    let (own, theirs) = (&a.statement, &b.statement);
    let is_of_one = !own.order.is_empty() && own.order.first() == theirs.order.first();
    let is_measured = |one: &Statement| {
        let mut all = one.quantities.iter();
        all.any(|quantity| quantity.amount().is_some())
    };
    let are_measured = is_measured(own) && is_measured(theirs);
    let has_others = |own: &Statement, theirs: &Statement| {
        let is_there = |name: &Name| theirs.names.iter().any(|other| other.matches(name));
        !own.names.iter().all(is_there)
    };
    if !is_of_one || !are_measured || has_others(own, theirs) || has_others(theirs, own) {
        return false;
    }
    let (here, there) = (within(index, a), within(index, b));
    let are_together =
        here.is_empty() || there.is_empty() || here.iter().any(|term| there.contains(term));
    let opposition =
        Polarity::opposition(&own.polarity, &theirs.polarity, &own.terms, &theirs.terms);
    are_together && matches!(opposition, Some(Opposition::Direction { .. }))
}

/// Whether a new sentence names the very figure of an old one and calls it wrong: `calls the number of 14 dead false`.
fn is_called_wrong(index: &Index<'_>, new: &Entry, old: &Entry) -> bool {
    /// Words before a figure among which it is called one.
    const REACH: usize = 2;
    const FIGURES: &[&str] = &["number", "figure", "toll", "count", "total"];
    let text = index.text(new);
    // What is counted by another word is meant where it is called a number: `the number of 14 dead`, `killed 14 people`.
    let is_called_so = |own: &Quantity| {
        let before = text.get(..own.span.start).unwrap_or_default();
        let all: Vec<&str> = words(before).filter_map(|span| before.get(span)).collect();
        let mut last = all.iter().rev().take(REACH);
        last.any(|word| FIGURES.contains(&plain(word).as_str()))
    };
    let is_given = |own: &Quantity| {
        let mut known = old.statement.quantities.iter();
        own.amount().is_some()
            && known.any(|known| {
                let is_same = || known.bears_out(own) && is_called_so(own);
                is_the_very_value(own, known) || is_same()
            })
    };
    new.statement.quantities.iter().any(is_given) && discredits_something(text)
}

/// Where or among whom a sentence says that something is so.
fn within(index: &Index<'_>, entry: &Entry) -> Vec<Term> {
    const REACH: usize = 4;
    let text = index.text(entry);
    let all: Vec<&str> = words(text).filter_map(|span| text.get(span)).collect();
    let places = (0..all.len()).filter(|at| {
        let word = all.get(*at).copied().unwrap_or_default();
        matches!(word, "in" | "among" | "at" | "within" | "for")
    });
    let behind = places.flat_map(|at| all.iter().skip(at + 1).take(REACH));
    behind
        .filter_map(|word| index.lexicon.known(&plain(word)))
        .collect()
}

/// The words that two sentences have in common.
fn shared_terms(a: &Statement, b: &Statement) -> impl Iterator<Item = Term> {
    let all = a.terms.iter().copied();
    all.filter(|term| b.terms.binary_search(term).is_ok())
}

/// How much two sentences are about the same, where they plainly are.
fn alike(index: &Index<'_>, a: &Entry, b: &Entry) -> Option<f32> {
    let (a, b) = (&a.statement, &b.statement);
    let shared: Vec<Term> = shared_terms(a, b).collect();
    let figures = a
        .quantities
        .iter()
        .filter(|one| b.quantities.iter().any(|other| other.value == one.value))
        .count();
    let weight = |statement: &Statement| {
        let terms: f32 = statement.terms.iter().map(|term| index.weight(*term)).sum();
        terms + statement.quantities.len() as f32
    };
    let common: f32 = shared.iter().map(|term| index.weight(*term)).sum();
    let share = (common + figures as f32) / weight(a).min(weight(b)).max(f32::EPSILON);
    (shared.len() + figures >= SHARED && share >= SAME).then_some(share)
}

#[cfg(test)]
mod tests {
    use super::are_other_rows;

    #[test]
    fn rows_of_a_table_that_begin_with_other_things_are_told_apart() {
        let day = "ticket: day ticket; price in euros: 6.50";
        for (other, expected) in [
            ("ticket: single adult; price in euros: 3.10", true),
            ("ticket: day ticket; price in euros: 7.00", false),
            ("ticket: single adult; sold: 310", false),
            ("A single ticket costs 3.10 euros.", false),
        ] {
            assert_eq!(are_other_rows(day, other), expected, "{other}");
        }
    }
}
