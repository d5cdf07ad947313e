//! What speaks against a claim: quoted words, numbers and names that its evidence does not hold, and a direction that it opposes.
//!
//! Each weighing adds the findings by which the analyst can see why; how much of the claim is borne out is the model's to say.

mod amounts;

pub(crate) use self::amounts::said_amount;
use super::additions::{added_cause, added_reason, added_strength};
use super::asked::Asked;
use super::bindings::exchanged_values;
use super::finding::Finding;
use super::multiples::misstated_multiple;
use super::nuances::conditions::leaves_cases_out;
use super::otherwise::{denies_the_exception, goes_on_so, is_first_for, is_of_one_mind};
use super::pieces::is_quoted_from;
use super::{Best, Checker};
use crate::check::index::{Among, Entry};
use crate::check::language::directions::axis;
use crate::check::language::irregular::is_past;
use crate::check::language::names::names;
use crate::check::language::numbers::{borne_out, quantities};
use crate::check::language::opposites::Relation;
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, Term, is_figure, plain, plain_words, words};
use crate::check::language::vocabulary::{Role, role};
use crate::check::meaning::agents::other_agent;
use crate::check::meaning::comparisons::{compares_another, reversed_comparison};
use crate::check::meaning::contests::{other_winner, outcome};
use crate::check::meaning::contrary::{Read, contrary, is_converse};
use crate::check::meaning::counterparts::said_of_counterpart;
use crate::check::meaning::countries::exchanged_countries;
use crate::check::meaning::courses::reversed_course;
use crate::check::meaning::distributed::exchanged_shares;
use crate::check::meaning::doers::exchanged_doers;
use crate::check::meaning::frames::{Frame, frame, tells_an_omission};
use crate::check::meaning::going_on::{is_no_longer, is_not_until, is_over_since, was_last_then};
use crate::check::meaning::governing::Stance;
use crate::check::meaning::hedges::dropped_doubt;
use crate::check::meaning::nulls::only_sought;
use crate::check::meaning::polarity::{Opposition, Polarity, turning_word};
use crate::check::meaning::portions::{
    are_both_hardly_any, is_share_told, leaves_some_out, overstated_portion, whole_for_part,
};
use crate::check::meaning::quantifiers::overstated_quantity;
use crate::check::meaning::roles::{compared_as_equal, swapped_comparison, swapped_roles};
use crate::check::meaning::scales::{other_degree, other_side};
use crate::check::meaning::several::several_for_one;
use crate::check::meaning::shares::is_rest;
use crate::check::meaning::tallies::other_tally;
use crate::check::meaning::transfers::{is_one_transfer, reversed_transfer};
use crate::check::text::antecedents::{begins_with_pronoun, has_pronoun};
use crate::check::text::cells::is_row;
use crate::check::text::sentences::sentences;

/// Whether a claim says what its source says beside the opposite of it: `approved, though another report says that it was rejected`.
fn tells_both(claim: &Asked<'_>, opposition: &Opposition, lexicon: &Lexicon) -> bool {
    match opposition {
        Opposition::Direction {
            claim: own, source, ..
        } => {
            let term = lexicon.known(turning_word(source));
            // `Did not reduce` is no word of its own beside `reduced`.
            term != lexicon.known(turning_word(own))
                && term.is_some_and(|term| claim.statement.terms.binary_search(&term).is_ok())
                || tells_that_way(claim, (turning_word(own), turning_word(source)))
        }
        _ => false,
    }
}

/// Whether a claim has another word for the way that its source's word goes, beside its own: `lost` for `fell`, where banks of another kind `gained`.
fn tells_that_way(claim: &Asked<'_>, (own, source): (&str, &str)) -> bool {
    let (Some(own_way), Some(their_way)) = (axis(&plain(own)), axis(&plain(source))) else {
        return false;
    };
    let is_verb = |word: &str| word.ends_with("ed") || is_past(word);
    let mut words = claim.reading.words.iter();
    own_way.0 == their_way.0
        && own_way.1 != their_way.1
        && is_verb(own)
        && sentences(claim.text).len() <= 1
        && words.any(|word| word != own && is_verb(word) && axis(word) == Some(their_way))
}

/// The pieces of evidence that sentences are of, each once.
pub(crate) fn pieces_of(entries: &[&Entry]) -> Vec<usize> {
    let mut pieces: Vec<usize> = entries.iter().map(|entry| entry.evidence).collect();
    pieces.dedup();
    pieces
}

/// Words by which somebody is left out of what holds for others.
const EXEMPTS: &[&str] = &["exempt", "exempted", "spared", "waived", "excused"];

/// Share of a claim's words from which a sentence says the same, if with more or less certainty.
const SAME_STATEMENT: f32 = 0.6;
/// And from which it is about the same, so that `some` of what the claim says of `all` is.
const ABOUT_IT: f32 = 0.3;

/// Share of a claim's words from which a sentence that is not its best is about the claim's number.
const OF_ANOTHER_SOURCE: f32 = 0.3;

impl Checker<'_> {
    pub(crate) fn weigh_quotes(
        &self,
        claim: &Asked<'_>,
        among: &Among,
        findings: &mut Vec<Finding>,
    ) {
        for quote in &claim.quotes {
            let mut pieces = among.pieces();
            let said = pieces.any(|at| is_quoted_from(quote, self.index.key(at)));
            if !said {
                findings.push(Finding::Quote(quote.clone()));
                return;
            }
        }
    }

    pub(crate) fn weigh_polarity(
        &self,
        claim: &Asked<'_>,
        best: Best,
        near: &[&Entry],
        wide: &[&Entry],
        findings: &mut Vec<Finding>,
    ) {
        let Some(entry) = self.index.entries.get(best.at) else {
            return;
        };
        let opposed = |entry: &Entry| self.opposition(claim, entry);
        let source = Reading::of(self.index.text(entry), &self.index.lexicon);
        let swapped = || {
            let is_about_it = best.own >= 0.5;
            is_about_it.then(|| exchanged_sides(claim, &source, &self.index.lexicon))?
        };
        let other = self
            .said_of_another(claim, wide)
            .or_else(|| self.told_of_another_person(claim, best, (near, wide), &source));
        if let Some(other) = other {
            findings.push(Finding::Opposed(other));
            return;
        }
        if let Some(exchange) = self.exchange(claim, near, wide) {
            findings.push(exchange);
            return;
        }
        if self.is_from_the_other_side(claim, entry, near, &source) {
            findings.push(Finding::Converse);
            return;
        }
        if let Some(nuance) = self.nuance(claim, best, near, &source) {
            findings.push(nuance.into_finding());
            return;
        }
        let (own, theirs) = (
            Read::of(&claim.reading, &self.index.lexicon),
            Read::of(&source, &self.index.lexicon),
        );
        let other_side = || self.on_the_other_side(claim, best, &source, (&own, &theirs));
        let turned = self.turned(claim, best, near, &source);
        if let Some(turned) = turned.or_else(other_side) {
            findings.push(Finding::Opposed(turned));
            return;
        }
        if is_converse(&own, &theirs) {
            if own.is_within(&theirs) {
                findings.push(Finding::Converse);
            }
            return;
        }
        let framed = self.framed(claim, best, (near, wide), &source);
        let framed = framed.filter(|frame| !is_kept(claim, frame));
        if let Some(frame) = framed
            .as_ref()
            .filter(|frame| frame.stance == Stance::Denied)
        {
            findings.push(denied_by(claim, (entry, &source), frame));
            return;
        }
        if best.own >= 0.5 && is_left_undone(claim, entry, &source) {
            findings.push(Finding::Opposed(Opposition::Denied));
            return;
        }
        let contrary = || {
            let told = with_its_amounts(claim, entry, near);
            let is_near = |term: Term| has_term(&told, term);
            contrary(&own, &theirs, is_near)
                .filter(|opposition| !tells_both(claim, opposition, &self.index.lexicon))
                // `Acquired` of whom it was `sold to`.
                .filter(|_| !is_one_transfer(&claim.reading, &source))
        };
        let Some(opposition) = opposed(entry).or_else(swapped).or_else(contrary) else {
            if let Some(opposition) = self.opposed_beside(claim, entry, near) {
                findings.push(Finding::Opposed(opposition));
                return;
            }
            if let Some(frame) = framed {
                findings.push(Finding::Hedge(frame.words));
                return;
            }
            self.weigh_strength(claim, best, (entry, &source), (near, wide), findings);
            return;
        };
        // `Many believe that the dam leaks` does not say that it does.
        if let Some(frame) = framed.filter(Frame::is_of_clause) {
            findings.push(Finding::Hedge(frame.words));
            return;
        }
        // The word that is turned cannot be found; in a short claim it is half of the words.
        let turned = match &opposition {
            Opposition::Direction { claim: said, .. } => self
                .index
                .lexicon
                .known(turning_word(said))
                .filter(|term| entry.statement.terms.binary_search(term).is_err())
                .map_or(0.0, |term| claim.weight_of(term)),
            _ => 0.0,
        };
        let findable = (claim.weight - turned).max(f32::EPSILON);
        let is_about_it = best.own * claim.weight / findable >= 0.5;
        // A neighbour that says the same in the same words outweighs it.
        let agrees = near.iter().any(|other| {
            other.span != entry.span
                && claim.coverage(&other.statement) > best.own
                && opposed(other).is_none()
        });
        if is_about_it && !agrees {
            findings.push(Finding::Opposed(opposition));
        }
    }

    /// What a claim puts on the other side of a bound or a scale than its best sentence, or counts the other way round.
    fn on_the_other_side(
        &self,
        claim: &Asked<'_>,
        best: Best,
        source: &Reading<'_>,
        (own, theirs): (&Read<'_>, &Read<'_>),
    ) -> Option<Opposition> {
        /// Whoever is counted is named in both.
        const COUNTED: f32 = 0.15;
        let entry = self.index.entries.get(best.at)?;
        let claim = &claim.reading;
        let sided = || {
            let found = other_side(claim, source);
            found.or_else(|| other_degree(claim, source, (own, theirs)))
        };
        let counted = || other_tally(claim, source, &entry.statement.quantities);
        let sided = (best.own >= ABOUT_IT).then(sided).flatten();
        sided.or_else(|| (best.own >= COUNTED).then(counted).flatten())
    }

    /// What a sentence beside the best one denies that a claim states, or states that it denies, and says nothing else: `No decision was taken.`
    fn opposed_beside(
        &self,
        claim: &Asked<'_>,
        best: &Entry,
        near: &[&Entry],
    ) -> Option<Opposition> {
        let is_all_asked = |entry: &Entry| {
            let terms = &entry.statement.terms;
            let asked = &claim.statement.terms;
            // `Not affected: below 7.69` says it of other numbers than the claim's.
            let is_other = |word: &str| is_figure(word) && !claim.text.contains(word);
            let mut words = self.index.text(entry).split_ascii_whitespace();
            terms.len() > 1
                && terms.iter().all(|term| asked.binary_search(term).is_ok())
                && !words.any(is_other)
        };
        let mut others = near
            .iter()
            .filter(|entry| entry.span != best.span && is_all_asked(entry));
        let found = others.find_map(|entry| {
            let found = self.opposition(claim, entry)?;
            matches!(found, Opposition::Denied | Opposition::Stated).then_some(found)
        });
        found.or_else(|| self.opposed_by_what_it_is(claim, best, near))
    }

    /// The opposite of a word of the claim that the sentence right behind the best one says of what that speaks of, and little else: `They were too thin`.
    fn opposed_by_what_it_is(
        &self,
        claim: &Asked<'_>,
        best: &Entry,
        near: &[&Entry],
    ) -> Option<Opposition> {
        const MOST: usize = 2;
        let behind = near
            .iter()
            .find(|entry| entry.evidence == best.evidence && entry.span.start >= best.span.end)?;
        let text = self.index.text(behind);
        if behind.statement.terms.len() > MOST
            || !begins_with_pronoun(text)
            || behind.statement.polarity.denies()
            || claim.statement.polarity.denies()
        {
            return None;
        }
        let lexicon = &self.index.lexicon;
        let theirs = Reading::of(text, lexicon);
        let own = &claim.reading;
        let (at, other) = (0..own.words.len()).find_map(|at| {
            let term = own.term(at).filter(|term| !has_term(near, *term))?;
            let places = lexicon.places(term);
            let other = (0..theirs.words.len()).find(|&other| {
                theirs.term(other).is_some_and(|other| {
                    places.relation(lexicon.places(other)) == Some(Relation::Opposite)
                })
            })?;
            Some((at, other))
        })?;
        Some(Opposition::Swapped {
            claim: own.surface(at).to_owned(),
            source: theirs.surface(other).to_owned(),
        })
    }

    /// How a sentence points the other way than a claim, unless the claim tells both.
    fn opposition(&self, claim: &Asked<'_>, entry: &Entry) -> Option<Opposition> {
        let source = &entry.statement;
        let found = Polarity::opposition(
            &claim.statement.polarity,
            &source.polarity,
            &claim.statement.terms,
            &source.terms,
        )?;
        let is_rest = || is_rest(&claim.reading, self.index.text(entry), &source.quantities);
        let source_exempts = || {
            // Of whom the claim says nothing may be exempt: `vans pay a charge; private cars are exempt`.
            let mut clauses = self.index.text(entry).split([';', ',']);
            clauses.any(|clause| {
                let all = || words(clause).filter_map(|span| clause.get(span));
                let is_of_claim = |word: &str| {
                    let term = self.index.lexicon.known(word);
                    term.is_some_and(|term| claim.statement.terms.contains(&term))
                };
                all().any(|word| EXEMPTS.contains(&word)) && all().any(is_of_claim)
            })
        };
        let read = || Reading::of(self.index.text(entry), &self.index.lexicon);
        // None had been seen before `the first for 80 years`.
        let is_before_first = || {
            claim.statement.polarity.denies()
                && claim
                    .reading
                    .words
                    .iter()
                    .any(|word| matches!(word.as_str(), "before" | "until" | "for" | "in"))
                && is_first_for(self.index.text(entry))
        };
        let is_other = is_before_first() || tells_both(claim, &found, &self.index.lexicon)
            || matches!(found, Opposition::Direction { .. })
                && (goes_on_so(claim.text, self.index.text(entry))
                    || is_of_one_mind(claim.text, self.index.text(entry)))
            || found == Opposition::Denied && is_rest()
            // Who is exempt from a tax pays none.
            || found == Opposition::Denied && source_exempts()
            || found == Opposition::Denied
                && denies_the_exception(claim.text, self.index.text(entry))
            || found == Opposition::Denied && leaves_some_out(claim.text, self.index.text(entry))
            || found == Opposition::Denied && is_over_since(&claim.reading, &read())
            // What did not join left: two opposites.
            || found == Opposition::Denied && {
                let source = read();
                let own = Read::of(&claim.reading, &self.index.lexicon);
                own.opposites(&Read::of(&source, &self.index.lexicon)) % 2 == 1
            }
            || found == Opposition::Denied && is_not_until(&claim.reading, &read())
            || found == Opposition::Stated
                && (is_no_longer(&claim.reading, &read()) || was_last_then(&claim.reading, &read()))
            || matches!(found, Opposition::Direction { .. })
                && (is_one_transfer(&claim.reading, &read())
                    || compares_another(claim.text, self.index.text(entry)))
            // What is said of some only is denied of the others.
            || found == Opposition::Stated && claim.reading.words.iter().any(|word| word == "only")
            || found != Opposition::Denied && are_both_hardly_any(claim.text, self.index.text(entry));
        (!is_other).then_some(found)
    }

    /// A value that the claim gives to something else than the sentences near its best one, or all others, do; or a multiple that their values are not.
    fn exchange(&self, claim: &Asked<'_>, near: &[&Entry], wide: &[&Entry]) -> Option<Finding> {
        let is_near = |entry: &Entry| near.iter().any(|other| std::ptr::eq(*other, entry));
        let others = wide.iter().filter(|entry| !is_near(entry));
        let sentences = near
            .iter()
            .chain(others)
            .filter(|entry| claim.coverage(&entry.statement) >= OF_ANOTHER_SOURCE)
            // Whose the figures of a row are is told by its table.
            .filter(|entry| !is_row(self.index.text(entry)))
            .map(|entry| {
                let own = &*entry.statement.quantities;
                (self.index.text(entry), own)
            });
        let claim = (claim.text, &*claim.statement.quantities);
        let exchanged = exchanged_values(claim, sentences.clone(), &self.index.lexicon);
        exchanged.map(Finding::Exchanged).or_else(|| {
            let found = misstated_multiple(claim, sentences, &self.index.lexicon);
            found.map(|(claim, source)| Finding::Opposed(Opposition::Swapped { claim, source }))
        })
    }

    /// What keeps the best sentence from stating what the claim states, where no neighbour states it, nor any other that it is not denied by.
    fn framed(
        &self,
        claim: &Asked<'_>,
        best: Best,
        (near, wide): (&[&Entry], &[&Entry]),
        source: &Reading<'_>,
    ) -> Option<Frame> {
        let entry = self.index.entries.get(best.at)?;
        if best.own < 0.5 {
            return None;
        }
        let found = self.framed_as(claim, best.at, source)?;
        let is_stated = near
            .iter()
            .any(|other| other.span != entry.span && claim.coverage(&other.statement) >= best.own)
            || found.stance == Stance::Open && self.is_stated_beside(claim, best, wide);
        (!is_stated).then_some(found)
    }

    /// Whether another sentence has as much of a claim as its best one, and states it flatly: what a study concludes is what it set out to test.
    fn is_stated_beside(&self, claim: &Asked<'_>, best: Best, wide: &[&Entry]) -> bool {
        let own = self.index.entries.get(best.at);
        let mut others = wide.iter().filter(|other| {
            own.is_none_or(|own| !std::ptr::eq(own, **other))
                && claim.coverage(&other.statement) >= best.own
        });
        others.any(|other| {
            let text = self.index.text(other);
            let source = Reading::of(text, &self.index.lexicon);
            frame(&claim.reading, &source, None).is_none()
                && self.opposition(claim, other).is_none()
                && dropped_doubt(claim.text, text, &self.index.lexicon).is_none()
                && self.nuance_of(claim, other, &source).is_none()
        })
    }

    /// `All patients` where the source speaks of some, and `will` where it says `may`.
    fn weigh_strength(
        &self,
        claim: &Asked<'_>,
        best: Best,
        (entry, reading): (&Entry, &Reading<'_>),
        (near, wide): (&[&Entry], &[&Entry]),
        findings: &mut Vec<Finding>,
    ) {
        let source = self.index.text(entry);
        let lexicon = &self.index.lexicon;
        let is_told = claim.missing_words(near).is_empty();
        if is_told && let Some(word) = self.doubt_of_it(claim, near) {
            findings.push(Finding::Hedge(word.to_owned()));
            return;
        }
        if best.own < ABOUT_IT {
            return;
        }
        let overstated = overstated_quantity(claim.text, source, lexicon)
            .filter(|(own, _)| !is_share_told(claim.text, source, own));
        if let Some((claim, source)) = overstated {
            findings.push(Finding::Quantifier { claim, source });
            return;
        }
        let is_rest = || is_rest(&claim.reading, source, &entry.statement.quantities);
        let overstated = overstated_portion(claim.text, source).filter(|_| !is_rest());
        let whole = || (best.own >= 0.5).then(|| whole_for_part(claim.text, source))?;
        if let Some((own, theirs)) = overstated.or_else(whole) {
            findings.push(Finding::Quantifier {
                claim: own,
                source: theirs,
            });
            return;
        }
        if best.own < 0.5 {
            return;
        }
        let texts: Vec<&str> = near.iter().map(|entry| self.index.text(entry)).collect();
        if let Some(claim) = added_strength(claim.text, &texts, is_told) {
            findings.push(Finding::Quantifier {
                claim,
                source: String::new(),
            });
            return;
        }
        // Of a claim in words of its own the reason may be told in others as well.
        if is_told && let Some(words) = added_reason(claim.text, &texts) {
            findings.push(Finding::Added(words));
            return;
        }
        if let Some(tie) = added_cause(claim.text, source) {
            findings.push(Finding::Hedge(tie));
            return;
        }
        if let Some((claim, source)) = only_sought(&claim.reading, reading).filter(|(word, _)| {
            // A sentence near it may tell what was found.
            const NEAR: usize = 6;
            let term = lexicon.known(word);
            let is_told = |entry: &Entry| {
                term.is_some_and(|term| entry.statement.terms.binary_search(&term).is_ok())
            };
            let from = best.at.saturating_sub(NEAR);
            let mut around = self.index.entries.iter().skip(from).take(2 * NEAR + 1);
            !around.any(is_told)
        }) {
            findings.push(Finding::Quantifier {
                claim: claim.to_owned(),
                source: source.to_owned(),
            });
            return;
        }
        let doubt = |entry: &Entry| dropped_doubt(claim.text, self.index.text(entry), lexicon);
        if best.own >= SAME_STATEMENT
            && let Some(word) = doubt(entry)
            && !near.iter().any(|other| {
                other.span != entry.span
                    && claim.coverage(&other.statement) >= best.own
                    && doubt(other).is_none()
            })
            && !self.is_stated_beside(claim, best, wide)
        {
            findings.push(Finding::Hedge(word.to_owned()));
        }
    }

    /// The doubt with which a sentence says what a claim says of what one beside it names: `Models suggest that it may have a rocky surface`.
    fn doubt_of_it(&self, claim: &Asked<'_>, near: &[&Entry]) -> Option<&str> {
        let has = |entry: &Entry, term: &Term| entry.statement.terms.binary_search(term).is_ok();
        // What another sentence says as well may be stated there.
        let says_alone = |entry: &Entry| {
            let mut held = claim.statement.terms.iter().filter(|term| has(entry, term));
            held.all(|term| {
                let mut others = near.iter().filter(|other| other.span != entry.span);
                !others.any(|other| has(other, term))
            })
        };
        let mut speaks = near.iter().filter(|entry| {
            claim.coverage(&entry.statement) >= OF_ANOTHER_SOURCE
                && has_pronoun(self.index.text(entry))
                && says_alone(entry)
        });
        speaks.find_map(|entry| {
            dropped_doubt(claim.text, self.index.text(entry), &self.index.lexicon)
        })
    }
}

/// Whether a claim says that what a sentence tells as done was left undone: `failed to reach` of `reached`.
fn is_left_undone(claim: &Asked<'_>, entry: &Entry, source: &Reading<'_>) -> bool {
    tells_an_omission(&claim.text.to_lowercase())
        && !tells_an_omission(&source.text.to_lowercase())
        && !entry.statement.polarity.denies()
        && frame(source, &claim.reading, None).is_some_and(|frame| frame.is_omission())
}

/// Whether one of the sentences has a word.
fn has_term(entries: &[&Entry], term: Term) -> bool {
    let mut all = entries.iter();
    all.any(|entry| entry.statement.terms.binary_search(&term).is_ok())
}

/// The sentences near the best one that have an amount of the claim as well: what is told of another amount, `a profit in 2027`, is no word for it.
fn with_its_amounts<'e>(claim: &Asked<'_>, best: &'e Entry, near: &[&'e Entry]) -> Vec<&'e Entry> {
    let has_them = |entry: &&&Entry| {
        let wanted = &claim.statement.quantities;
        let mut all = wanted.iter();
        wanted.is_empty() || all.any(|wanted| borne_out(wanted, entry.statement.quantities.iter()))
    };
    let others = near.iter().filter(has_them).copied();
    others.chain([best]).collect()
}

/// What a source that says of what a claim tells that it is not so says to the claim: the same, where that denies the whole of it as well.
fn denied_by(claim: &Asked<'_>, source: (&Entry, &Reading<'_>), frame: &Frame) -> Finding {
    if !claim.statement.polarity.denies() {
        Finding::Opposed(Opposition::Stated)
    } else if frame.is_flat_denial() && denies_the_whole(claim, source, frame) {
        Finding::Converse
    } else {
        Finding::Hedge(frame.words.clone())
    }
}

/// Whether a claim denies all that its source says not to be so, with its amounts: who did not sell in May may have sold in June, and what never was, denied, was.
fn denies_the_whole(
    claim: &Asked<'_>,
    (entry, source): (&Entry, &Reading<'_>),
    frame: &Frame,
) -> bool {
    // All of a question is asked.
    let is_asked = source.text.trim_end().ends_with(['?', '？']);
    let of_frame: Vec<String> = plain_words(&frame.words).filter(|_| !is_asked).collect();
    // `The report that the dam leaks was wrong.`
    let that = source.words.iter().position(|word| word == "that");
    let is_told = |at: usize| {
        let term = source.term(at);
        term.is_none_or(|term| claim.statement.terms.binary_search(&term).is_ok())
            && role(source.word(at)) != Role::Absolute
            || of_frame.iter().any(|word| word == source.word(at))
            || that.is_some_and(|that| at < that)
    };
    !entry.statement.polarity.denies()
        && (0..source.words.len()).all(is_told)
        && quantities(source.text)
            .iter()
            .all(|amount| borne_out(amount, claim.statement.quantities.iter()))
}

/// What has changed sides between a claim and a sentence: who does it to whom, from where to where, what is more than what, who beat whom.
fn exchanged_sides(
    claim: &Asked<'_>,
    source: &Reading<'_>,
    lexicon: &Lexicon,
) -> Option<Opposition> {
    let text = source.text;
    let beaten = || {
        let own = outcome(claim.text, &claim.statement.names)?;
        let theirs = outcome(text, &names(text))?;
        let (claim, source) = other_winner(Some(&own), Some(&theirs))?;
        Some(Opposition::Swapped {
            claim: claim.to_owned(),
            source: source.to_owned(),
        })
    };
    swapped_roles(&claim.reading, source)
        .or_else(|| other_agent(&claim.reading, source))
        .or_else(|| reversed_transfer(&claim.reading, source))
        .or_else(|| {
            let found = exchanged_doers(&claim.reading, source);
            found.filter(|_| !is_one_transfer(&claim.reading, source))
        })
        .or_else(|| reversed_course(claim.text, text, lexicon))
        .or_else(|| reversed_comparison(claim.text, text))
        .or_else(|| swapped_comparison(claim.text, text))
        .or_else(|| exchanged_shares(&claim.reading, source))
        .or_else(|| exchanged_countries(claim.text, text))
        .or_else(|| said_of_counterpart(&claim.reading, source, lexicon))
        .or_else(|| several_for_one(&claim.reading, source))
        .or_else(|| compared_as_equal(claim.text, text))
        .or_else(beaten)
}

/// Whether a claim keeps what a frame of its sentence holds: `did not pay` of what `failed to pay`, `save in urgent cases` of `unless it is urgent`.
fn is_kept(claim: &Asked<'_>, frame: &Frame) -> bool {
    frame.is_omission() && claim.statement.polarity.denies()
        || frame.words == "unless" && leaves_cases_out(claim.text)
}
