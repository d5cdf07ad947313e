//! By marks: a claim whose parts cite sources of their own is held against each part by part.
//!
//! `[1] says that the drug helped, [2] that it did not` is true where each says so, though each denies the other; and where each says what is told of the other, it
//! is not, though both together have every word. Which part is whose is for `marked` to say, and what a part says by itself for `completed`; where either cannot be
//! told, the claim is weighed as a whole.

mod exchanged;

use self::exchanged::{Exchanged, exchanged};
use super::asked::Asked;
use super::finding::{OVERSTEPPED, brackets};
use super::{Checker, Judgement, SURE};
use crate::check::conflicts::both_sides::weaken;
use crate::check::language::terms::plain_words;
use crate::check::meaning::completed::completed;
use crate::check::text::antecedents::begins_with_pronoun;
use crate::check::text::marked::Clause;
use crate::check::text::stated::Stated;
use crate::study::Verdict;

/// What a part says, what it cites, and what was found for it.
struct Part<'c> {
    text: String,
    cited: &'c [u32],
    found: Judgement,
}

impl Checker<'_> {
    /// Judges a claim of a text, in which it may speak of what the sentence before it names.
    pub fn judge_stated(&mut self, claim: &Stated) -> Judgement {
        let antecedent = claim.antecedent.as_deref();
        self.judge_marked(antecedent, &claim.bare, &claim.citations, &claim.clauses)
    }

    /// Judges a claim that begins with a pronoun behind the sentence that names what it speaks of, if there is one, and by its clauses where each cites something else.
    pub fn judge_marked(
        &mut self,
        antecedent: Option<&str>,
        claim: &str,
        citations: &[u32],
        clauses: &[Clause],
    ) -> Judgement {
        let whole = self.judge_after(antecedent, claim, citations);
        if matches!(whole.verdict, Verdict::Uncited | Verdict::Unchecked) {
            return whole;
        }
        let cited = clauses
            .iter()
            .map(|clause| clause.citations.as_slice())
            .filter(|cited| !cited.is_empty());
        let texts = completed(clauses, antecedent).unwrap_or_default();
        let parts: Vec<Part<'_>> = texts
            .into_iter()
            .zip(cited)
            .map(|(text, cited)| {
                let named = antecedent.filter(|_| begins_with_pronoun(&text));
                Part {
                    found: self.judge_after(named, &text, cited),
                    text,
                    cited,
                }
            })
            .collect();
        let says_more =
            are_tied(clauses) || clauses.last().is_some_and(|last| last.citations.is_empty());
        self.by_parts(whole, says_more, &parts)
    }

    /// The verdict on a claim by those on its parts; `whole` is the one on all of it, which may say more than they do.
    fn by_parts(&mut self, whole: Judgement, says_more: bool, parts: &[Part<'_>]) -> Judgement {
        let worst = parts.iter().min_by(|one, other| {
            let of = |part: &Part<'_>| (rank(part.found.verdict), part.found.score);
            let (one, other) = (of(one), of(other));
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
        });
        let Some(worst) = worst else { return whole };
        if let Some(misplaced) = self.misplaced(parts) {
            return misplaced;
        }
        // What is against a source is graver than what none of them says.
        let is_graver = |exchanged: &Exchanged| {
            matches!(exchanged, Exchanged::Strange { .. })
                && worst.found.verdict == Verdict::Contradicted
        };
        if let Some(exchanged) = exchanged(parts).filter(|found| !is_graver(found)) {
            return not_its_own(exchanged, &worst.found);
        }
        match worst.found.verdict {
            Verdict::Unchecked | Verdict::Uncited => whole,
            Verdict::Supported if whole.verdict == Verdict::Supported || says_more => whole,
            Verdict::Supported => {
                let mut found = each_says_its_own(parts, whole);
                if let Some(untold) = self.one_sided(parts) {
                    weaken(&mut found.verdict, &mut found.reason, &untold);
                    found.score = found.score.min(OVERSTEPPED);
                }
                found
            }
            Verdict::Contradicted => worst.found.clone(),
            _ if rank(whole.verdict) <= rank(worst.found.verdict)
                && whole.verdict != Verdict::Contradicted =>
            {
                whole
            }
            // The other parts are borne out.
            _ => half_said(worst, parts.len()),
        }
    }

    /// What the source of one part says against another, where its own part rests on something else.
    fn one_sided(&mut self, parts: &[Part<'_>]) -> Option<String> {
        let pairs = parts
            .iter()
            .flat_map(|part| parts.iter().map(move |other| (part, other)));
        let mut pairs = pairs.filter(|(part, other)| part.cited != other.cited);
        pairs.find_map(|(part, other)| {
            let said = other.cited.iter().find_map(|&number| {
                let asked = Asked::read(&part.text, &mut self.index);
                self.said_against(asked, number)
            })?;
            let quote = other.found.evidence.as_ref();
            let is_told = quote.is_some_and(|quote| said.contains(quote.text.trim()));
            (!is_told).then_some(said)
        })
    }

    /// What is told where a part is not borne out, or not in full, by its own source, and is by that of another part.
    fn misplaced(&mut self, parts: &[Part<'_>]) -> Option<Judgement> {
        parts.iter().find_map(|part| {
            let found = part.found.verdict;
            (is_refused(found) || found == Verdict::Partial).then_some(())?;
            let mut others = parts.iter().filter(|other| other.cited != part.cited);
            others.find_map(|other| {
                let found = self.judge(&part.text, other.cited);
                let is_there = found.verdict == Verdict::Supported && found.score >= SURE;
                is_there.then(|| Judgement {
                    verdict: Verdict::Unsupported,
                    score: part.found.score,
                    reason: format!(
                        "{} is in {}, not in {}",
                        quoted(&part.text),
                        brackets(other.cited),
                        brackets(part.cited)
                    ),
                    ..found
                })
            })
        })
    }
}

/// The verdict where a part says what its own source does not.
fn not_its_own(exchanged: Exchanged, found: &Judgement) -> Judgement {
    let (verdict, reason) = match exchanged {
        Exchanged::Swapped { said, by, not_by } => (
            Verdict::Unsupported,
            format!("{} is in {by}, not in {not_by}", quoted(&said)),
        ),
        Exchanged::Strange { said, not_by } => {
            (Verdict::Partial, format!("not in {not_by}: {said}"))
        }
    };
    Judgement {
        verdict,
        score: found.score.min(OVERSTEPPED),
        reason,
        ..found.clone()
    }
}

/// The verdict where every part is borne out by its own source, in whose words it is told.
fn each_says_its_own(parts: &[Part<'_>], whole: Judgement) -> Judgement {
    let said = parts.iter().map(|part| {
        let source = brackets(part.cited);
        match &part.found.evidence {
            Some(quote) => format!("{source} {} {}", says(part.cited), quoted(&quote.text)),
            None => format!("{source} bears out its part"),
        }
    });
    let said: Vec<String> = said.collect();
    let scores = parts.iter().map(|part| part.found.score);
    let mut quotes = parts.iter().filter_map(|part| part.found.evidence.clone());
    Judgement {
        verdict: Verdict::Supported,
        score: scores.fold(1.0, f32::min),
        reason: said.join(", "),
        evidence: quotes.next().or(whole.evidence),
        more: quotes.collect(),
    }
}

/// The verdict where a part is not borne out, of several.
fn half_said(worst: &Part<'_>, parts: usize) -> Judgement {
    let found = &worst.found;
    if parts == 1 {
        return found.clone();
    }
    Judgement {
        verdict: Verdict::Partial,
        reason: format!("{}: {}", quoted(&worst.text), found.reason),
        ..found.clone()
    }
}

fn quoted(text: &str) -> String {
    let said = text.trim_matches(|sign: char| !sign.is_alphanumeric());
    format!("“{said}”")
}

fn says(cited: &[u32]) -> &'static str {
    if cited.len() == 1 { "says" } else { "say" }
}

/// Verdicts from the worst to the best.
fn rank(verdict: Verdict) -> usize {
    match verdict {
        Verdict::Unchecked | Verdict::Uncited => 0,
        Verdict::Contradicted => 1,
        Verdict::Unsupported => 2,
        Verdict::Partial => 3,
        Verdict::Supported => 4,
    }
}

fn is_refused(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Unsupported | Verdict::Contradicted)
}

/// Whether a part tells why or when another is so, and not only that it is so as well: it begins with `because` or `two years before`.
fn are_tied(clauses: &[Clause]) -> bool {
    const BEGINNING: usize = 3;
    const WHY: &[&str] = &[
        "because",
        "since",
        "so",
        "therefore",
        "hence",
        "thus",
        "after",
        "before",
        "until",
        "causing",
        "due",
        "led",
        "leading",
        "weil",
        "daher",
        "deshalb",
    ];
    let ties = |clause: &Clause| {
        let mut words = plain_words(&clause.bare).take(BEGINNING);
        words.any(|word| WHY.contains(&word.as_str()))
    };
    clauses.iter().skip(1).any(ties)
}

#[cfg(test)]
mod tests;
