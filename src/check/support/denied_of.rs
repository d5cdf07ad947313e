//! Denied of: a clause of the evidence that denies of the claim's own thing what the claim says in other words: `the leading runners were not present` of `had all come`.
//!
//! What a claim in words of its own states flatly is weighed by the words that it shares, and a `not` beside them is no word of it. So the clause counts that has most of
//! the claim's words side by side: where that denies, and no other sentence has as many of them, the claim is not borne out by it.

use super::finding::Finding;
use crate::check::language::vocabulary::{Kind, Role, StemId, Token, Vocabulary, Word};
use crate::check::meaning::denying::is_denying;
use crate::check::meaning::polarity::Opposition;
use crate::check::model::compare::Source;

/// The fewest words that the clause shares with the claim, and the share of the claim's weight.
const LEAST: usize = 3;
const SHARE: f32 = 0.4;
/// Words behind a denial that it denies.
const REACH: usize = 5;
/// Likeness from which a word may tell what another does.
const ALIKE: f32 = 0.4;

/// Words behind a denial by which it denies less, or nothing.
#[rustfmt::skip]
const NARROW: &[&str] = &[
    "only", "just", "until", "till", "longer", "more", "less", "fewer", "without", "merely", "necessarily", "yet", "even", "all", "every", "always", "later", "because",
    "alone", "simply", "exactly", "entirely", "fully", "matter", "sooner", "doubt", "wonder", "unlike", "uncommon", "one", "so", "far",
];

/// Words of a claim that deny, or tell of what was kept from being.
#[rustfmt::skip]
const TURNS: &[&str] = &[
    "fail", "fails", "failed", "refuse", "refused", "refuses", "deny", "denied", "denies", "avoid", "avoided", "prevent", "prevented", "prevents", "stop", "stopped",
    "reject", "rejected", "rejects", "lost", "lose", "loses", "free", "unable", "exempt", "except", "little", "few", "rarely", "seldom", "barely", "only", "end", "ended",
    "missing", "absent", "instead", "rather", "exclude", "excluded", "excludes", "ban", "banned", "bans", "block", "blocked", "unless", "until", "less", "miss", "missed",
    "remain", "remains", "remained", "still", "drop", "dropped", "ignore", "ignored", "ignores", "despite", "although", "though", "too", "limited", "limit", "limits",
    "however", "but", "unlikely", "impossible", "forget", "forgets", "forgot", "differ", "differs", "different", "other",
];

/// Whether the clause that has most of a claim's words denies what the claim states.
pub(super) fn denied_of_it(
    claim: &str,
    texts: &[&str],
    vocabulary: &mut Vocabulary,
) -> Option<Finding> {
    let mut own = Vec::new();
    vocabulary.read(claim, &mut own);
    let is_turned = |vocabulary: &Vocabulary| {
        own.iter()
            .filter_map(|token| vocabulary.word(token.word))
            .any(turns)
    };
    if own.len() < LEAST || is_turned(vocabulary) {
        return None;
    }
    // Read for the comparison already.
    let source = Source::read(texts, vocabulary);
    let vocabulary = &*vocabulary;
    let claim = Claim::of(claim, &own, vocabulary);
    let mut most: Option<(f32, bool)> = None;
    for (at, sentence) in source.sentences.iter().enumerate() {
        let Some(text) = texts
            .get(sentence.passage)
            .and_then(|text| text.get(sentence.span.clone()))
        else {
            continue;
        };
        for clause in clauses(text, source.tokens(at), vocabulary) {
            let held = claim.held(clause);
            if held < SHARE && most.is_none_or(|(most, _)| held < most) {
                continue;
            }
            let is_denied = held >= SHARE && claim.is_denied_by(text, clause);
            // Of two that have as much the one that states it is believed.
            if most.is_none_or(|(most, _)| held > most) {
                most = Some((held, is_denied));
            } else if most.is_some_and(|(most, _)| held >= most) {
                most = most.map(|(most, was)| (most, was && is_denied));
            }
        }
    }
    let (_, is_denied) = most?;
    is_denied.then_some(Finding::Opposed(Opposition::Stated))
}

fn turns(word: &Word) -> bool {
    let text = word.text.as_str();
    word.role == Role::Negation
        || is_denying(text)
        || TURNS.contains(&text)
        || text.starts_with("un") && text.len() > 5
        || text.starts_with("non")
        || text.ends_with("less")
}

/// A claim with its words that say something.
struct Claim<'t> {
    text: &'t str,
    own: &'t [Token],
    vocabulary: &'t Vocabulary,
    content: Vec<(StemId, f32)>,
    weight: f32,
}

impl<'t> Claim<'t> {
    fn of(text: &'t str, own: &'t [Token], vocabulary: &'t Vocabulary) -> Self {
        let mut content: Vec<(StemId, f32)> = own
            .iter()
            .filter_map(|token| Some((token.stem, vocabulary.word(token.word)?)))
            .filter(|(_, word)| word.kind != Kind::Stop)
            .map(|(stem, word)| (stem, word.weight()))
            .collect();
        content.sort_by_key(|(stem, _)| *stem);
        content.dedup_by_key(|(stem, _)| *stem);
        let weight = content
            .iter()
            .map(|(_, weight)| weight)
            .sum::<f32>()
            .max(0.01);
        Self {
            text,
            own,
            vocabulary,
            content,
            weight,
        }
    }

    fn has(&self, token: &Token) -> bool {
        self.content
            .binary_search_by_key(&token.stem, |(stem, _)| *stem)
            .is_ok()
    }

    /// The share of the claim's weight that a clause has.
    fn held(&self, clause: &[Token]) -> f32 {
        let held = self
            .content
            .iter()
            .filter(|(stem, _)| clause.iter().any(|token| token.stem == *stem));
        held.map(|(_, weight)| weight).sum::<f32>() / self.weight
    }

    fn word(&self, token: &Token) -> Option<&'t Word> {
        self.vocabulary.word(token.word)
    }

    /// Whether a clause denies, of words of the claim that stand side by side in both, what they are said to be, or another word for it.
    fn is_denied_by(&self, text: &str, clause: &[Token]) -> bool {
        let shared = clause.iter().filter(|token| self.has(token)).count();
        let mut negations = (0..clause.len()).filter(|&at| {
            let token = clause.get(at);
            // A capital within a sentence is of a title: `We Are Never Ever Getting Back Together`.
            let is_of_title = token.is_some_and(|token| token.is_capital && token.start > 0);
            let word = token.and_then(|token| self.word(token));
            !is_of_title && word.is_some_and(|word| word.role == Role::Negation)
        });
        let (Some(negation), None) = (negations.next(), negations.next()) else {
            return false;
        };
        let next = clause.get(negation + 1).and_then(|token| self.word(token));
        let is_narrow = next.is_some_and(|word| NARROW.contains(&word.text.as_str()));
        if shared < LEAST || is_narrow || !self.has_run(text, clause) {
            return false;
        }
        let scope: Vec<&Token> = clause
            .iter()
            .skip(negation + 1)
            .filter(|token| {
                self.word(token)
                    .is_some_and(|word| word.kind == Kind::Content)
            })
            .take(REACH)
            .collect();
        let Some(denied) = scope.first() else {
            return false;
        };
        let is_copular = negation.checked_sub(1).is_some_and(|before| {
            let before = clause.get(before).and_then(|token| self.word(token));
            before.is_some_and(|word| matches!(word.text.as_str(), "is" | "are" | "was" | "were"))
        }) || clause
            .get(negation)
            .and_then(|token| self.word(token))
            .is_some_and(|word| {
                matches!(
                    word.text.as_str(),
                    "isn't" | "aren't" | "wasn't" | "weren't"
                )
            });
        // Of whom the claim speaks stands before the denial, and nothing of the claim behind it; or what is denied is the claim's.
        let before = clause
            .iter()
            .take(negation)
            .filter(|token| self.has(token))
            .count();
        let behind = scope.iter().filter(|token| self.has(token)).count();
        is_copular && before >= LEAST && behind == 0
            || behind >= 1 && (self.has(denied) || self.tells(denied))
            || is_copular && behind >= 2
    }

    /// Whether the claim has a word for what another tells, beside those that both have.
    fn tells(&self, other: &Token) -> bool {
        self.word(other).is_some_and(|other| {
            self.own
                .iter()
                .filter_map(|token| self.word(token))
                .any(|own| {
                    own.kind == Kind::Content
                        && (own.likeness(other) >= ALIKE || own.may_stand_for(other))
                })
        })
    }

    /// Whether two words stand side by side in both.
    fn has_run(&self, text: &str, clause: &[Token]) -> bool {
        let beside = |text: &str, pair: &[Token]| match pair {
            [one, other] => text.get(one.end as usize..other.start as usize) == Some(" "),
            _ => false,
        };
        clause.windows(2).any(|pair| {
            pair.iter().all(|token| self.has(token))
                && beside(text, pair)
                && self.own.windows(2).any(|own| {
                    beside(self.text, own)
                        && own
                            .iter()
                            .zip(pair)
                            .all(|(own, other)| own.stem == other.stem)
                })
        })
    }
}

/// The clauses of a sentence.
fn clauses<'t>(text: &str, tokens: &'t [Token], vocabulary: &Vocabulary) -> Vec<&'t [Token]> {
    const JOINS: &[&str] = &[
        "but", "while", "whereas", "although", "though", "because", "which", "who",
    ];
    let mut found = Vec::new();
    let mut from = 0;
    for at in 1..tokens.len() {
        let (Some(before), Some(token)) = (tokens.get(at - 1), tokens.get(at)) else {
            break;
        };
        let gap = text
            .get(before.end as usize..token.start as usize)
            .unwrap_or_default();
        let joins = || {
            let word = vocabulary.word(token.word);
            word.is_some_and(|word| JOINS.contains(&word.text.as_str()))
        };
        if gap.contains([',', ';', ':', '(', ')', '–', '—']) || joins() {
            found.extend(tokens.get(from..at));
            from = at;
        }
    }
    found.extend(tokens.get(from..));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, evidence: &str, expected: bool) {
        let found = denied_of_it(claim, &[evidence], &mut Vocabulary::default());
        assert_eq!(found.is_some(), expected, "{claim}");
    }

    #[test]
    fn a_clause_that_denies_of_the_claims_thing_what_it_says_is_heard() {
        let runners = "Several top runners were Americans. The top foreign distance runners were not present, but a Cuban had come.";
        check(
            "All of the leading foreign distance runners had made the trip.",
            runners,
            true,
        );
        let tool = "This flaw is not accessible using the command line tool.";
        check(
            "Users of the command line tool are exposed to it.",
            tool,
            true,
        );
        let both = "Most foreign distance runners were not present, and the leading foreign distance runners made the trip in May.";
        check(
            "The leading foreign distance runners had made the trip.",
            both,
            false,
        );
        let only = "The top foreign distance runners were not only present, they won.";
        check(
            "The leading foreign distance runners had made the trip.",
            only,
            false,
        );
    }
}
