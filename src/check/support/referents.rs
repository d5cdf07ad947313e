//! Referents: whether what a claim calls `it` or `they` is what its evidence says the same of.
//!
//! `Option B is a reservoir. It would cost £6 million` has every word of a source that says so of option C: words alone don't tell. The sentence that names
//! what the claim speaks of is looked for in the evidence, and so is the one that names what its source speaks of. Where they are not one, and the source
//! does not name the claim's thing there, it is said of another. Evidence that does not have the first at all tells nothing. So it is with a claim that names
//! its thing and takes its value from a sentence that begins with `it`.

use std::{iter, ptr};

use super::asked::Asked;
use super::bindings::Exchange;
use super::weigh::said_amount;
use super::{Checker, Judgement};
use crate::check::index::Entry;
use crate::check::language::names::Name;
use crate::check::language::numbers::Quantity;
use crate::check::language::terms::{Term, is_figure, plain_words};
use crate::check::meaning::persons::first_of;
use crate::check::text::antecedents::{begins_with_pronoun, has_pronoun, opens, refers_back};
use crate::study::{Quote, Verdict};

/// Share of the words of an antecedent from which a sentence of the evidence is the one that it tells.
const TOLD: f32 = 0.6;

/// Share of them from which a sentence may speak of the same.
const MAY_BE_TOLD: f32 = 0.35;

/// Share of what a claim says of a thing by name from which a sentence names that thing.
const ALL_OF_IT: f32 = 0.75;

/// Sentences in a row that may speak of what the first of them names.
const REACH: usize = 5;

impl Checker<'_> {
    /// Judges a claim that begins with a pronoun behind the sentence that names what it speaks of, if there is one.
    pub(super) fn judge_after(
        &mut self,
        antecedent: Option<&str>,
        claim: &str,
        citations: &[u32],
    ) -> Judgement {
        let mut found = self.judge(claim, citations);
        let may_hold = matches!(found.verdict, Verdict::Supported | Verdict::Partial);
        if let Some(antecedent) = antecedent.filter(|_| may_hold)
            && let Some(quote) = &found.evidence
            && let Some(source) = self.said_of(antecedent, claim, quote)
        {
            let number = quote
                .number
                .map_or_else(String::new, |number| format!("[{number}]"));
            found.reason = format!(
                "{number} says this of “{}”, not of “{}”",
                shown(&source),
                shown(antecedent)
            );
            found.verdict = Verdict::Unsupported;
            found.score = 0.0;
        }
        found
    }

    /// The sentence by which a source names what it says something of, where that is not what the claim's antecedent names.
    fn said_of(&mut self, antecedent: &str, claim: &str, quote: &Quote) -> Option<String> {
        let mut named = Asked::read(antecedent, &mut self.index);
        named.weigh_words(&self.index, &self.index.whole());
        let at = self.index.entries.iter().position(|entry| {
            let piece = self.index.evidence.get(entry.evidence);
            entry.span == quote.span && piece.is_some_and(|piece| piece.passage.id == quote.passage)
        })?;
        let run = self.run(at)?;
        let is_told = |entry: &Entry, least: f32| named.coverage(&entry.statement) >= least;
        let mut all = self.index.entries.iter();
        let tells = all.find(|entry| is_told(entry, TOLD))?;
        if is_told(run.source, TOLD) || ptr::eq(tells, run.source) {
            return None;
        }
        let ours = first_of(antecedent, &named.statement.names)
            .or_else(|| first_of(self.index.text(tells), &tells.statement.names));
        let is_other = run.is_of_another_name(self.index.text(run.source), ours);
        let is_other = is_other.or_else(|| {
            // `In 2023 the works hired Ada Berg`: its first words are not of what it speaks.
            let subject = named.reading.terms.iter().flatten().next();
            let subject = subject.filter(|_| !opens(antecedent))?;
            // `She` is somebody whom the antecedent names, wherever in it.
            let names_whom = |entry: &Entry| {
                let mut own = entry.statement.names.iter();
                is_of_person(claim)
                    && own.any(|own| named.statement.names.iter().any(|name| own.matches(name)))
            };
            let mut before = self.index.before(at);
            let is_near = !run.behind.is_empty() && before.any(|entry| ptr::eq(entry, tells));
            let speaks_of_it = |entry: &Entry| {
                entry.statement.terms.contains(subject)
                    || is_told(entry, MAY_BE_TOLD)
                    || names_whom(entry)
            };
            Some(!is_near && !run.entries().any(speaks_of_it))
        });
        is_other?.then(|| self.index.text(run.source).to_owned())
    }

    /// The thing to which the evidence gives a value that a claim gives to another: what costs £6 million is named in the sentence before, and what the claim names
    /// has its own cost.
    ///
    /// `saying` are the sentences that may have the claim's value, `wide` all that the claim is held against.
    pub(crate) fn value_of_another(
        &self,
        claim: &Asked<'_>,
        wanted: &Quantity,
        saying: &[&Entry],
        wide: &[&Entry],
    ) -> Option<Exchange> {
        let bears_out = |entry: &Entry| {
            let mut own = entry.statement.quantities.iter();
            own.any(|own| own.bears_out(wanted))
        };
        let mut holders = saying.iter().filter(|entry| bears_out(entry)).peekable();
        let refers_back = |entry: &Entry| begins_with_pronoun(self.index.text(entry));
        let holder = *holders.peek()?;
        if !holders.all(|entry| refers_back(entry)) {
            return None;
        }
        let run = self.run(self.index.position(holder)?)?;
        let ours = first_of(claim.text, &claim.statement.names);
        let named_apart = run.is_of_another_name(self.index.text(run.source), ours);
        // What the claim says beside what its value is said with: of what it says it.
        let rest = claim
            .words()
            .filter(|(term, word)| !is_figure(word) && !holder.statement.terms.contains(term));
        let (rest, rest_said): (Vec<Term>, Vec<&str>) = rest.unzip();
        let share = |entry: &Entry| {
            let held = rest
                .iter()
                .filter(|term| entry.statement.terms.contains(term));
            held.map(|term| claim.weight_of(*term)).sum::<f32>()
                / rest.iter().map(|term| claim.weight_of(*term)).sum::<f32>()
        };
        let tells = |entry: &&&Entry| {
            !refers_back(entry) && !ptr::eq(**entry, run.source) && share(entry) >= ALL_OF_IT
        };
        let mut named = wide.iter().filter(tells);
        let is_of_another = named_apart.unwrap_or_else(|| {
            share(run.source) < MAY_BE_TOLD
                && named.any(|entry| self.has_other_value(entry, wanted))
        });
        is_of_another.then(|| Exchange {
            value: said_amount(claim.text, wanted).to_owned(),
            claim: ours.map_or_else(|| rest_said.join(" "), |name| name.text.clone()),
            source: shown(self.index.text(run.source)).to_owned(),
        })
    }

    /// Whether a sentence, or those that go on about what it names, has a value of the kind of another.
    fn has_other_value(&self, named: &Entry, wanted: &Quantity) -> bool {
        let next = |at: &usize| self.index.next(*at);
        let behind = self.index.position(named).and_then(|at| next(&at));
        let behind = iter::successors(behind, next)
            .take(REACH)
            .filter_map(|at| self.index.entries.get(at))
            .take_while(|entry| begins_with_pronoun(self.index.text(entry)));
        let is_other = |own: &Quantity| {
            let amounts = own.amount().zip(wanted.amount());
            amounts.is_some_and(|(own, wanted)| own.unit.counts_same(&wanted.unit))
                && !own.bears_out(wanted)
        };
        iter::once(named)
            .chain(behind)
            .any(|entry| entry.statement.quantities.iter().any(is_other))
    }

    /// A sentence with those before it, back to the one that names of what it speaks; `None` where none does.
    fn run(&self, at: usize) -> Option<Run<'_>> {
        let own = self.index.entries.get(at)?;
        if !refers_back(self.index.text(own)) {
            return Some(Run {
                source: own,
                behind: Vec::new(),
            });
        }
        let mut behind = vec![own];
        let mut at = at;
        for _ in 0..REACH {
            at = self.index.previous(at)?;
            let earlier = self.index.entries.get(at)?;
            let text = self.index.text(earlier);
            if !has_pronoun(text) && !refers_back(text) {
                return Some(Run {
                    source: earlier,
                    behind,
                });
            }
            behind.push(earlier);
        }
        None
    }
}

/// Sentences in a row that speak of what the first of them names.
struct Run<'e> {
    source: &'e Entry,
    behind: Vec<&'e Entry>,
}

impl Run<'_> {
    fn entries(&self) -> impl Iterator<Item = &Entry> {
        iter::once(self.source).chain(self.behind.iter().copied())
    }

    /// Whether what it names bears another name than the given, where the two are of one kind, `Option B` and `Option C`; `None` where nothing tells that.
    fn is_of_another_name(&self, source: &str, ours: Option<&Name>) -> Option<bool> {
        let theirs = first_of(source, &self.source.statement.names)?;
        let ours = ours.filter(|ours| ours.matches(theirs))?;
        let mut names = self
            .entries()
            .flat_map(|entry| entry.statement.names.iter());
        Some(names.all(|name| are_told_apart(ours, name)))
    }
}

/// Whether a claim begins with a pronoun for one person.
fn is_of_person(claim: &str) -> bool {
    let first = plain_words(claim).next();
    first.is_some_and(|word| matches!(word.as_str(), "he" | "she" | "his" | "her"))
}

/// A sentence as it is quoted in a reason: without its stop, which may stand alone where marks were.
fn shown(sentence: &str) -> &str {
    sentence.trim().trim_end_matches(['.', ' '])
}

/// Whether two names are of two things: they share no word, or each has one of its own, as `Option B` and `Option C` have.
fn are_told_apart(ours: &Name, theirs: &Name) -> bool {
    let lacks = |own: &Name, other: &Name| own.words.iter().any(|word| !other.words.contains(word));
    !ours.matches(theirs) || lacks(ours, theirs) && lacks(theirs, ours)
}

#[cfg(test)]
mod tests {
    use crate::check::support::pair::Pairs;
    use crate::check::support::{Evidence, check_section};
    use crate::study::{DocumentId, Passage, PassageId, Verdict};

    const OPTIONS: &str = "Option A is a flood wall through Millbrook. It would cost £48 million and take six years. Option B is upstream storage at \
        Kelder Moss. It would cost £29 million. Option C is natural flood management. It would cost £6 million.\n\nThe flood wall would cut the old town off \
        from the river. The farmers at Kelder Moss object to the storage. They want £2 million.\n\nThe pilot ran in Hartwell in 2023. The trust paid for it. \
        It reduced readmissions by 12 %. The Ashby sluice was built in 1951. It was agreed to repair the sluice.\n\nNorthwind makes weather sensors. Calder \
        makes radars. Its radars are sold in nine countries.\n\nBremar ran the second pilot. Rostall paid for it. It saved 4 lives.\n\n\
        Orsa makes pumps. Lena Fischer founded the firm. It employs 40 people.";

    fn verdicts(text: &str) -> Vec<(Verdict, String)> {
        verdicts_by(text, OPTIONS)
    }

    fn verdicts_by(text: &str, evidence: &str) -> Vec<(Verdict, String)> {
        let passage = Passage {
            id: PassageId(1),
            document: DocumentId(1),
            text: evidence.to_owned(),
            ..Passage::default()
        };
        let cited = [Evidence {
            number: 1,
            passage: &passage,
        }];
        let claims = check_section(text, &cited, &[]).into_iter();
        claims.map(|claim| (claim.verdict, claim.reason)).collect()
    }

    #[test]
    fn what_a_source_says_of_another_thing_is_not_borne_out_by_its_words() {
        for text in [
            "Option B is upstream storage at Kelder Moss [1]. It would cost £6 million [1].",
            "Option C is natural flood management [1]. It would cost £48 million and take six years [1].",
            "A flood wall would be built through Millbrook [1]. It would cost £29 million [1].",
            "The pilot ran in Hartwell in 2023 [1]. It was built in 1951 [1].",
            "The Ashby sluice was built in 1951 [1]. It wants £2 million [1].",
        ] {
            let found = verdicts(text);
            let (verdict, reason) = found.last().unwrap();
            assert_eq!(*verdict, Verdict::Unsupported, "{text}: {reason}");
            assert!(reason.contains("says this of"), "{text}: {reason}");
        }
    }

    #[test]
    fn what_a_source_says_of_the_same_thing_is_borne_out_whatever_stands_between() {
        for text in [
            "Option B is upstream storage at Kelder Moss [1]. It would cost £29 million [1].",
            "Option A is a flood wall through Millbrook [1]. It would cost £48 million and take six years [1].",
            "The pilot ran in Hartwell in 2023 [1]. It reduced readmissions by 12 % [1].",
            "The farmers at Kelder Moss object to the storage [1]. They want £2 million [1].",
            "The Ashby sluice is old [1]. It was built in 1951 [1].",
            "Option B is upstream storage [1]. It was agreed to repair the sluice [1].",
            "Orsa makes pumps [1]. It employs 40 people [1].",
            "Bremar ran the second pilot [1]. It saved 4 lives [1].",
            "Calder makes radars [1]. Its radars are sold in nine countries [1].",
            // No one reads the sluice as those who want it.
            "The farmers object to the storage [1]. The Ashby sluice was built in 1951 [1]. They want £2 million [1].",
        ] {
            let found = verdicts(text);
            let (verdict, reason) = found.last().unwrap();
            assert_eq!(*verdict, Verdict::Supported, "{text}: {reason}");
        }
    }

    #[test]
    fn what_is_said_in_another_order_than_the_source_has_is_borne_out() {
        const LIFE: &str = "Ada Berg was born in Gavle in 1871. She studied in Bergen. In 1902 she joined the Nordstrand Works. She held eleven patents. \
            After the strike she moved to Oslo. She never married.";
        const FIRM: &str = "Orbital Foods was founded in Leeds in 1987. In 2004 it bought the rival Krone. The company had sales of 410 million pounds in 2023.";
        for (text, evidence) in [
            (
                "After the strike she moved to Oslo [1]. She was born in Gavle in 1871 [1].",
                LIFE,
            ),
            (
                "In 1902 she joined the Nordstrand Works [1]. She never married [1].",
                LIFE,
            ),
            (
                "Ada Berg held eleven patents [1]. After the strike she moved to Oslo [1]. She studied in Bergen [1].",
                LIFE,
            ),
            (
                "In 2004 it bought the rival Krone [1]. It had sales of 410 million pounds in 2023 [1].",
                FIRM,
            ),
            (
                "In 2023 the company had sales of 410 million pounds [1]. It was founded in Leeds [1].",
                FIRM,
            ),
            (
                "Orbital Foods was founded in Leeds [1]. It had sales of 410 million pounds in 2023 [1].",
                FIRM,
            ),
        ] {
            for (verdict, reason) in verdicts_by(text, evidence) {
                assert_eq!(verdict, Verdict::Supported, "{text}: {reason}");
            }
        }
    }

    #[test]
    fn a_value_belongs_to_what_the_sentence_before_it_names() {
        const FLOOD: &str = "Option A is a flood wall through Millbrook. It would cost £48 million, protect 1,020 homes and take six years. Option B is \
            upstream storage at Kelder Moss. It would cost £29 million, protect 760 homes and take three years.";
        const MODELS: &str = "Model X is a laptop for students. It weighs 2 kg and costs $900. Model Y is a workstation. It weighs 3 kg and costs $2,400.";
        const ORSA: &str = "Orsa makes pumps. Lena Fischer founded the firm. It employs 40 people.";
        const PILOT: &str =
            "The clinic began a pilot in May. Nurses called each patient. It cut stays by 12 %.";
        for (claim, evidence, is_true) in [
            (
                "The flood wall would protect 1,020 homes, but it would cost £29 million.",
                FLOOD,
                false,
            ),
            (
                "Upstream storage would protect 760 homes but cost £48 million.",
                FLOOD,
                false,
            ),
            ("Option B would cost £48 million.", FLOOD, false),
            ("Model X weighs 3 kg.", MODELS, false),
            (
                "The flood wall would cost £48 million and protect 1,020 homes.",
                FLOOD,
                true,
            ),
            (
                "Upstream storage would cost £29 million and take three years.",
                FLOOD,
                true,
            ),
            ("Option B would cost £29 million.", FLOOD, true),
            ("Model Y costs $2,400.", MODELS, true),
            ("Orsa employs 40 people.", ORSA, true),
            ("The pilot cut stays by 12 %.", PILOT, true),
        ] {
            let found = Pairs::default().judge(claim, &[evidence]);
            let is_supported = found.verdict == Verdict::Supported;
            assert_eq!(is_supported, is_true, "{claim}: {}", found.reason);
        }
    }
}
