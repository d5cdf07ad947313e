//! Replacing: whether a new sentence can stand for an older one at all, and whether it says anything otherwise.
//!
//! What is likely by all that two sentences say may still be said of two things: of a swimming pool and of a museum's wing, both with a price. The one replaces
//! the other only where one of them begins with what the other speaks of, and where the new one gives another value of a kind that the old one gives, or says
//! that something is over, or neither gives any value and both share most words. A pronoun stands for what the sentence before it is on.

use super::changed::named;
use super::{BRIEF, NEW, Standing, Touched};
use crate::check::{
    Entry, Index, Overtaken, Quantity, Term, begins_with_pronoun, is_stop_word, plain, quantities,
    tells_an_end, words,
};
use crate::study::Study;

/// Words that a sentence on any thing may begin with.
#[rustfmt::skip]
const OF_ANYTHING: &[&str] = &[
    "new", "old", "first", "last", "next", "cost", "costs", "price", "pay", "pays", "paid", "amount", "total", "sum", "year", "years", "month", "months", "number",
    "part", "million", "billion", "thousand", "euro", "euros", "pound", "pounds", "dollar", "dollars", "crowns", "percent", "per", "cent",
];

/// Words of a sentence that say what it is on, at its beginning.
const BEGINNING: usize = 2;
/// Words that two sentences share which tell one matter, where neither gives a value.
const SHARED: usize = 2;

/// Whether the new sentence at a place can stand for an old one; the names that `is_of_all` knows are those of the question, and tell no thing from another.
pub(super) fn can_replace(
    index: &Index<'_>,
    at: usize,
    old: &Entry,
    is_of_all: impl Fn(&str) -> bool,
) -> bool {
    let Some(new) = index.entries.get(at) else {
        return false;
    };
    let own = with_host(index, at, &is_of_all);
    let theirs = telling(index, old, &is_of_all);
    let shared = || own.iter().filter(|term| theirs.contains(term)).count();
    let is_without_value =
        new.statement.quantities.is_empty() && old.statement.quantities.is_empty();
    let text = index.text(new);
    let ends = tells_an_end(text) || new.statement.polarity.ends() && !is_against(text);
    let speaks_of_it = || begins_with(&own, &theirs);
    let is_on_one = are_on_one(&own, &theirs) || is_its_measure(index, new, old);
    let is_like = || is_without_value && (speaks_of_it() || shared() >= SHARED);
    is_on_one && (ends || gives_another_value(new, old) || is_like())
}

/// Whether what a new sentence says of one that stands says nothing otherwise after all: one of them speaks by a pronoun of another thing, or the new one gives all
/// values of the other once more, and tells no change.
pub(super) fn says_nothing_otherwise(
    study: &Study,
    standing: &[Standing],
    index: &Index<'_>,
    one: &Touched,
) -> bool {
    let found = || {
        let said = one.said.as_ref().filter(|_| one.differs())?;
        let place = standing
            .iter()
            .position(|claim| claim.place() == one.place())?;
        let claim = standing.get(place)?;
        let old = entry_of(index, claim)?;
        let at = index.entries.iter().position(|entry| {
            let piece = index.evidence.get(entry.evidence);
            piece.is_some_and(|piece| piece.number == NEW && piece.passage.id == said.passage)
                && said.span.start <= entry.span.start
                && entry.span.end <= said.span.end
        })?;
        let (new, asked) = (index.entries.get(at)?, named(&[study.question.as_str()]));
        let is_of_all = |word: &str| asked.contains(word);
        let is_by_pronoun = |entry: &Entry| begins_with_pronoun(index.text(entry));
        let before = place.checked_sub(1).and_then(|before| standing.get(before));
        let host = before.filter(|before| before.section == claim.section && is_by_pronoun(old));
        let host = host.and_then(|host| entry_of(index, host));
        let theirs: Vec<Term> = host
            .into_iter()
            .chain([old])
            .flat_map(|entry| telling(index, entry, &is_of_all))
            .collect();
        let own = with_host(index, at, &is_of_all);
        let is_of_another = (is_by_pronoun(old) || is_by_pronoun(new))
            && !are_on_one(&own, &theirs)
            && !is_its_measure(index, new, old);
        let is_told = matches!(
            one.overtaken,
            Some(Overtaken::PutRight | Overtaken::TakenBack | Overtaken::CameAbout)
        );
        Some(is_of_another || !is_told && repeats_values(&said.text, old, index.text(old)))
    };
    found().unwrap_or_default()
}

/// A sentence that stands, as it is read.
pub(super) fn entry_of<'i>(index: &'i Index<'_>, claim: &Standing) -> Option<&'i Entry> {
    index.entries.iter().find(|entry| {
        let piece = index.evidence.get(entry.evidence);
        piece.is_some_and(|piece| piece.number == BRIEF && piece.passage.id == claim.passage.id)
    })
}

/// Whether a new text gives every value of an old sentence, denies nothing and has no word for a change.
fn repeats_values(new: &str, old: &Entry, text: &str) -> bool {
    let own = quantities(new);
    let known = &old.statement.quantities;
    let is_given = |known: &Quantity| own.iter().any(|own| own.bears_out(known));
    let told: Vec<String> = plain_words(text);
    let changes = plain_words(new)
        .into_iter()
        .any(|word| CHANGES.contains(&word.as_str()) && !told.contains(&word));
    !known.is_empty() && known.iter().all(is_given) && !changes
}

fn plain_words(text: &str) -> Vec<String> {
    let said = words(text).filter_map(|span| text.get(span));
    said.map(plain).collect()
}

/// Words by which a sentence that gives a value once more says that it is another by now, or holds no more.
#[rustfmt::skip]
const CHANGES: &[&str] = &[
    "not", "no", "never", "cannot", "now", "from", "instead", "rather", "but", "only", "was", "were", "had", "former", "formerly", "previously", "earlier", "before", "until", "rise", "rises",
    "rose", "risen", "fall", "falls", "fell", "fallen", "increase", "increases", "increased", "raised", "cut", "reduced", "lowered", "wrong", "corrected", "false", "cancelled", "canceled",
    "postponed", "withdrawn", "dropped", "ended", "abolished", "over", "than", "compared", "against",
];

/// Whether one of two sentences begins with what the other speaks of.
fn are_on_one(own: &[Term], theirs: &[Term]) -> bool {
    begins_with(own, theirs) || begins_with(theirs, own)
}

/// Whether a sentence begins with what another speaks of.
fn begins_with(own: &[Term], theirs: &[Term]) -> bool {
    let mut first = own.iter().take(BEGINNING);
    first.any(|term| theirs.contains(term))
}

/// Whether a new sentence begins with a measure that an old one gives: `The cost has risen`, of what `will cost 70 million`.
fn is_its_measure(index: &Index<'_>, new: &Entry, old: &Entry) -> bool {
    let is_measure = |word: &String| OF_ANYTHING.contains(&word.as_str());
    let own = plain_words(index.text(new));
    let first = own
        .iter()
        .find(|word| !is_stop_word(word))
        .filter(|word| is_measure(word));
    let term = |word: &String| index.lexicon.known(word);
    first.is_some_and(|first| {
        let theirs = plain_words(index.text(old));
        let mut theirs = theirs.iter().filter_map(term);
        term(first).is_some_and(|first| theirs.any(|other| other == first))
    })
}

/// The telling words of a sentence, behind those of the one that it speaks of by a pronoun.
fn with_host(index: &Index<'_>, at: usize, is_of_all: &impl Fn(&str) -> bool) -> Vec<Term> {
    let Some(own) = index.entries.get(at) else {
        return Vec::new();
    };
    let speaks_of_last = begins_with_pronoun(index.text(own));
    let host = at.checked_sub(1).filter(|_| speaks_of_last);
    let host = host.and_then(|host| index.entries.get(host));
    let said = host.into_iter().chain([own]);
    said.flat_map(|one| telling(index, one, is_of_all))
        .collect()
}

/// Whether a sentence tells that somebody is against something: by that nothing is over.
fn is_against(text: &str) -> bool {
    const AGAINST: &[&str] = &[
        "oppos", "object", "criticis", "criticiz", "protest", "condemn", "denounc",
    ];
    let mut said = plain_words(text).into_iter();
    said.any(|word| AGAINST.iter().any(|stem| word.starts_with(stem)))
}

/// The words of a sentence that say what it is on, in order.
fn telling(index: &Index<'_>, entry: &Entry, is_of_all: &impl Fn(&str) -> bool) -> Vec<Term> {
    let said = plain_words(index.text(entry)).into_iter();
    let telling = said.filter(|word| {
        !is_stop_word(word) && !OF_ANYTHING.contains(&word.as_str()) && !is_of_all(word)
    });
    telling
        .filter_map(|word| index.lexicon.known(&word))
        .collect()
}

/// Whether a new sentence gives an amount or a day of a kind that an old one gives, and another.
fn gives_another_value(new: &Entry, old: &Entry) -> bool {
    let known = &old.statement.quantities;
    let mut own = new.statement.quantities.iter();
    own.any(|own| {
        let mut of_its_kind = known
            .iter()
            .filter(|known| match (own.amount(), known.amount()) {
                (Some(own), Some(known)) => own.unit.counts_same(&known.unit),
                (None, None) => own.date().is_some() && known.date().is_some(),
                _ => false,
            });
        of_its_kind.next().is_some() && !known.iter().any(|known| known.bears_out(own))
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{document, passage, study};
    use super::super::{Before, News, weigh};
    use crate::study::{DocumentId, Event, SectionId, Verdict};

    /// Of how many sentences of a brief on a museum's wing some news under a title say otherwise.
    fn otherwise(title: &str, says: &str) -> usize {
        let mut study = study(Verdict::Supported);
        study.question =
            "When will the new wing of the Lindau museum open and what does it cost?".to_owned();
        study.apply(&Event::SectionEdited {
            section: SectionId(0),
            text: "The new wing of the Lindau museum is to open on 3 May 2027 [1]. It costs 12 million euros [1]. The city pays 7 million euros of it, and the foundation Aulis pays 5 million euros [1].".to_owned(),
        });
        study.apply(&Event::EvidenceAdded {
            document: document(3, title, Some("2026-06-10")),
        });
        let passages = [passage(3, says)];
        let news = News {
            documents: &[DocumentId(3)],
            passages: &passages,
            versions: &[],
            before: &Before::default(),
            older: &[],
            is_cut: false,
        };
        let impact = weigh(&study, news).settle(&[]);
        impact
            .touched
            .iter()
            .filter(|one| one.overtaken.is_some())
            .count()
    }

    #[test]
    fn news_of_another_thing_say_nothing_otherwise() {
        for (title, says) in [
            (
                "Lindau swimming pool open again",
                "The Lindau swimming pool is open again since 2 May 2026. It was renovated for 2.3 million euros.",
            ),
            (
                "Letter of the Friends of the Old Park",
                "The Friends of the Old Park oppose the new wing of the Lindau museum.",
            ),
            (
                "In brief",
                "The wing is to open on 3 May 2027 and costs 12 million euros.",
            ),
            (
                "The choir of Lindau",
                "The choir of Lindau sang 14 concerts in 2025. Its new hall cost 900,000 euros.",
            ),
        ] {
            assert_eq!(otherwise(title, says), 0, "{title}");
        }
    }

    #[test]
    fn news_of_the_same_thing_do() {
        let later =
            "The new wing of the Lindau museum will not open on 3 May 2027 but on 1 March 2028.";
        assert_eq!(otherwise("News", later), 1);
        let more = "The city now pays 9 million euros of the wing.";
        assert_eq!(otherwise("Budget", more), 1);
    }
}
