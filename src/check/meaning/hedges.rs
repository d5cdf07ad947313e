//! Hedges: doubt that a source puts before what a claim states flatly, `may close` for `will close`.
//!
//! Only doubt that stands before the claim's own words counts: a sentence may be sure of one thing and in doubt about another.

use super::nulls::RISES_AND_GAINS;
use crate::check::language::directions::axis;
use crate::check::language::terms::{Lexicon, is_one_of, plain, words};

/// Words by which a sentence says that it is not sure.
#[rustfmt::skip]
const DOUBTS: &[&str] = &[
    "may", "might", "could", "possibly", "perhaps", "probably", "likely", "potentially", "reportedly", "allegedly", "presumably", "apparently", "supposedly",
    "plausibly", "conceivably", "arguably", "seemingly",
    "suggest", "suggests", "suggested", "suggesting", "appear", "appears", "appeared", "seem", "seems", "seemed", "believed", "thought", "rumoured", "rumored",
    "könnte", "könnten", "dürfte", "dürften", "möglicherweise", "vielleicht", "vermutlich", "wahrscheinlich", "angeblich", "mutmaßlich",
    "pourrait", "pourraient", "probablement", "vraisemblablement", "podría", "podrían", "quizás", "quizá", "probablemente", "potrebbe", "potrebbero",
    "forse", "poderia", "poderá", "talvez", "misschien", "mogelijk", "waarschijnlijk", "возможно", "вероятно", "может", "могут", "наверное", "może", "prawdopodobnie",
];

/// Further words by which a claim takes over the doubt of its source, if only in part.
#[rustfmt::skip]
const CAREFUL: &[&str] = &[
    "can", "would", "should", "if", "expect", "expects", "expected", "plan", "plans", "planned", "potential", "possible", "possibility", "probable", "chance",
    "risk", "risks", "unclear", "uncertain", "whether", "estimate", "estimates", "estimated", "forecast", "forecasts", "indicate", "indicates", "indicated",
    "hint", "hints", "evidence", "tend", "tends", "believe", "believes", "think", "thinks", "say", "says", "said", "argue", "argues", "argued", "claim",
    "claims", "claimed", "allowed", "permitted", "able", "entitled", "free", "propose", "proposes", "proposed", "consider", "considers", "considered", "considering", "suspect", "suspects", "suspected",
    "credit", "credits", "credited", "crediting", "attribute", "attributes", "attributed", "ascribe", "ascribes", "ascribed", "assumed", "supposed", "regarded", "reputed",
    "deemed", "reckoned",
];

/// Those of them by which somebody says it.
const SAYS: &[&str] = &[
    "say", "says", "said", "argue", "argues", "argued", "claim", "claims", "claimed",
];

/// Verbs of those who hold something true, and of those who found out that it is.
#[rustfmt::skip]
const BELIEVES: &[&str] = &[
    "believe", "believes", "believed", "suspect", "suspects", "suspected", "think", "thinks", "thought", "assume", "assumes", "assumed", "suppose", "supposes",
    "supposed", "hypothesise", "hypothesize", "speculate", "speculates", "speculated",
];
#[rustfmt::skip]
const KNOWS: &[&str] = &[
    "establish", "establishes", "established", "prove", "proves", "proved", "proven", "confirm", "confirms", "confirmed", "demonstrate", "demonstrates",
    "demonstrated", "show", "shows", "showed", "shown", "determine", "determines", "determined", "verified",
];

/// The word of doubt in a source that a claim dropped.
pub(crate) fn dropped_doubt<'s>(
    claim: &str,
    source: &'s str,
    lexicon: &Lexicon,
) -> Option<&'s str> {
    if let Some(word) = dropped_ideographs(claim, source) {
        return Some(word);
    }
    let theirs: Vec<&str> = words(source).filter_map(|span| source.get(span)).collect();
    let speaks = |word: &str| is_one_of(word, SAYS);
    // What both tell as somebody's word is no more doubtful for that.
    let both_speak = theirs.iter().any(|word| speaks(word));
    let is_sure = |(at, word): (usize, &str)| {
        !doubts(at, word) && (!is_one_of(word, CAREFUL) || both_speak && speaks(word))
    };
    let own: Vec<&str> = words(claim).filter_map(|span| claim.get(span)).collect();
    if !own.iter().enumerate().all(|(at, word)| is_sure((at, word))) {
        return None;
    }
    let of_claim: Vec<_> = own.iter().filter_map(|word| lexicon.known(word)).collect();
    if let Some(belief) = believed(&own, &theirs) {
        return Some(belief);
    }
    let term_at = |at: usize| lexicon.known(theirs.get(at)?);
    if let Some(doubt) = doubted_turn(&own, &theirs) {
        return Some(doubt);
    }
    let mut found = None;
    let mut doubted = Vec::new();
    for (at, word) in theirs.iter().enumerate() {
        if !doubts(at, word) {
            continue;
        }
        // What is doubted follows within a few words.
        let Some(place) = (at + 1..at + 5).find(|&next| {
            term_at(next).is_some_and(|_| theirs.get(next).is_some_and(|next| !doubts(1, next)))
        }) else {
            continue;
        };
        doubted.push(place);
        if term_at(place).is_some_and(|term| of_claim.contains(&term)) && found.is_none() {
            found = Some((*word, place));
        }
    }
    let (word, place) = found?;
    // The same may be said without doubt elsewhere in the sentence.
    let is_said_flatly = (0..theirs.len())
        .any(|at| !doubted.contains(&at) && at != place && term_at(at) == term_at(place));
    (!is_said_flatly).then_some(word)
}

/// The doubt with which a source tells, in words of its own, the rise or fall that a claim states: `reduced admissions` of `may have contributed to a fall in
/// admissions`.
fn doubted_turn<'s>(claim: &[&str], source: &[&'s str]) -> Option<&'s str> {
    const REACH: usize = 8;
    const MODALS: &[&str] = &["may", "might", "could", "possibly", "perhaps"];
    let turn = |word: &&str| axis(&plain(word)).filter(|(at, _)| RISES_AND_GAINS.contains(at));
    let mut own = claim.iter().filter_map(turn);
    let (said, None) = (own.next()?, own.next()) else {
        return None;
    };
    let mut places = (0..source.len()).filter(|&at| source.get(at).and_then(turn) == Some(said));
    let (place, None) = (places.next()?, places.next()) else {
        return None;
    };
    let before = source.get(place.saturating_sub(REACH)..place)?;
    let doubt = before.iter().rposition(|word| is_one_of(word, MODALS))?;
    // What is said behind `and` or `but` is doubted no more.
    let is_joined = before
        .get(doubt..)?
        .iter()
        .any(|word| matches!(*word, "and" | "but" | "while" | "because"));
    (!is_joined).then(|| before.get(doubt).copied()).flatten()
}

/// The verb by which somebody in a source only holds true what a claim says is established.
fn believed<'s>(claim: &[&str], source: &[&'s str]) -> Option<&'s str> {
    let is_known = |all: &[&str]| all.iter().any(|word| is_one_of(word, KNOWS));
    if !is_known(claim) || is_known(source) {
        return None;
    }
    source
        .iter()
        .copied()
        .find(|word| is_one_of(word, BELIEVES))
}

/// The doubt of a source in ideographs, `可能`, of which its claim has none.
fn dropped_ideographs<'s>(claim: &str, source: &'s str) -> Option<&'s str> {
    #[rustfmt::skip]
    const DOUBTED: &[&str] = &[
        "可能", "或许", "或許", "也许", "也許", "大概", "恐怕", "据称", "據稱", "かもしれ", "だろう", "でしょう", "可能性", "とみられ", "おそらく", "らしい",
    ];
    if source.is_ascii() {
        return None;
    }
    let place = |word: &&str| source.find(*word).map(|at| (at, word.len()));
    let (at, length) = DOUBTED.iter().find_map(place)?;
    let is_kept = DOUBTED.iter().any(|word| claim.contains(word));
    (!is_kept).then(|| source.get(at..at + length)).flatten()
}

fn doubts(at: usize, word: &str) -> bool {
    // The month is no `may`, but at the start of a sentence, where no month stands alone.
    is_one_of(word, DOUBTS) && (at == 0 || word != "May")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, claim: &str, expected: Option<&str>) {
        let mut lexicon = Lexicon::default();
        lexicon.term_set(claim);
        lexicon.term_set(source);
        assert_eq!(
            dropped_doubt(claim, source, &lexicon),
            expected,
            "{source} / {claim}"
        );
    }

    #[test]
    fn doubt_before_the_claims_own_words_is_told() {
        check(
            "The depot may close in winter.",
            "The depot will close in winter.",
            Some("may"),
        );
        check(
            "Trials suggest that the drug works.",
            "The drug works.",
            Some("suggest"),
        );
        check(
            "The owner said that the depot would probably close in winter.",
            "The owner said that the depot will close in winter.",
            Some("probably"),
        );
    }

    #[test]
    fn what_is_believed_is_not_established() {
        let source = "Police believe that a short circuit caused the fire.";
        check(
            source,
            "Police established that a short circuit caused the fire.",
            Some("believe"),
        );
        check(
            source,
            "Police think that a short circuit caused the fire.",
            None,
        );
    }

    #[test]
    fn doubt_that_the_claim_shares_or_that_is_about_other_things_is_not() {
        for (source, claim) in [
            (
                "The depot may close in winter.",
                "The depot could close in winter.",
            ),
            (
                "The depot may close in winter.",
                "The depot is at risk of closing.",
            ),
            (
                "The depot closed in winter and the school may follow.",
                "The depot closed in winter.",
            ),
            ("In May the depot closed.", "The depot closed in May."),
            (
                "The depot could close, and on Friday it did close.",
                "The depot closed on Friday.",
            ),
        ] {
            check(source, claim, None);
        }
    }
}
