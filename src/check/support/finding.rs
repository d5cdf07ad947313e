//! Findings: what weighing a claim found, the verdict it comes to, and the reason in words for the analyst.

use super::additions::added_part;
use super::anaphors::is_called_so;
use super::asked::Asked;
use super::beside_the_name::said_beside_the_name;
use super::bindings::Exchange;
use super::by_name::value_of_another_name;
use super::called::said_of_one_called_otherwise;
use super::denied_of::denied_of_it;
use super::done_to::done_to_another;
use super::edits::edits;
use super::governed::governed_otherwise;
use super::in_full::InFull;
use super::in_its_stead::{self, other_thing};
use super::otherwise::goes_on_so;
use super::outright::outright;
use super::overruled::overruled;
use super::reckoned::Reckoning;
use super::restricted::is_restricted_alike;
use super::subjects::said_of_another;
use super::tables::{Against, tabled};
use super::titles::Titles;
use super::whose::said_of_another_subject;
use super::written::drop_moved_denial;
use crate::check::index::Index;
use crate::check::language::synonyms::{as_near, as_of_kind};
use crate::check::language::vocabulary::Vocabulary;
use crate::check::meaning::polarity::Opposition;
use crate::check::meaning::portions::{are_both_hardly_any, is_one_portion, is_share_told};
use crate::check::model;
use crate::check::model::compare::compare;
use crate::check::text::sentences::sentences;
use crate::study::{Verdict, citation};

/// Scores from which a claim is supported, and partly so, if nothing speaks against it.
const SUPPORTED: f32 = 0.5;
const PARTIAL: f32 = 0.25;
/// The most that a claim scores against which something certain speaks.
const CONTRADICTED: f32 = 0.1;
const MISSING: f32 = 0.3;
pub(crate) const OVERSTEPPED: f32 = 0.45;
/// How the reason begins where the evidence has a claim as it is.
pub(crate) const WORD_FOR_WORD: &str = "word for word in";
/// More edits than a reader takes in at once are not told.
const MOST_EDITS: usize = 3;
/// Sentences of a claim that are laid beside its evidence one by one.
const MOST_SENTENCES: usize = 40;
/// And neither are more numbers that are nowhere, each by itself.
const MOST_NUMBERS: usize = 4;
/// The least support of a near copy that says no more than its sentence.
const COPIED: f32 = 0.75;

/// What weighing found.
pub(crate) struct Weighed {
    pub(crate) at: Option<usize>,
    /// Support as the model sees it, or 1 for what stands there word for word.
    pub(crate) support: f32,
    pub(crate) findings: Vec<Finding>,
    /// Pieces of evidence with the sentences that share most with the claim, the best first.
    pub(crate) pieces: Vec<usize>,
}

impl Weighed {
    /// For a claim that nothing is about.
    pub(crate) fn nothing() -> Self {
        Self {
            at: None,
            support: 0.0,
            findings: vec![Finding::Nothing],
            pieces: Vec::new(),
        }
    }

    /// Asks the model how far the best pieces of evidence bear the claim out.
    pub(crate) fn settle(
        &mut self,
        claim: &Asked<'_>,
        index: &Index<'_>,
        titles: &Titles,
        vocabulary: &mut Vocabulary,
    ) {
        if self.pieces.is_empty() {
            let entry = self.at.and_then(|at| index.entries.get(at));
            let piece = entry.and_then(|entry| index.evidence.get(entry.evidence));
            if let Some(piece) = piece {
                self.settle_in_full(claim.text, &[piece.passage.text.as_str()]);
            }
            return;
        }
        let mut texts = self.texts(index);
        texts.extend(titles.of_statement(&claim.statement, claim.text, index, &self.pieces));
        let mut text = claim.text;
        self.support = model::support(&compare(text, &texts, vocabulary).features);
        let best = self.at.and_then(|at| index.entries.get(at));
        let best: Vec<&str> = best.map(|entry| index.text(entry)).into_iter().collect();
        let in_their_words = as_near(text, &best, vocabulary);
        let support = |worded: &str, vocabulary: &mut Vocabulary| {
            model::support(&compare(worded, &texts, vocabulary).features)
        };
        self.rise_by_words(
            (text, in_their_words.as_deref()),
            &best,
            support,
            vocabulary,
        );
        text = in_their_words.as_deref().unwrap_or(text);
        let entry = self.at.and_then(|at| index.entries.get(at));
        let settled = entry.and_then(|_| self.settle_in_full(text, &texts));
        if let Some(entry) = entry.filter(|_| settled.is_none()) {
            self.compare_with(text, index.text(entry), &texts, vocabulary);
        }
        if settled != Some(true) {
            self.hold_against_neighbours(text, &texts, index, vocabulary);
        }
        self.weigh_otherwise(text, &texts, vocabulary);
    }

    /// Raises the support to that of the claim in other words: as it is `worded` by those of the texts near it, and by their words for what is of a kind.
    pub(crate) fn rise_by_words(
        &mut self,
        (claim, worded): (&str, Option<&str>),
        near: &[&str],
        support: impl Fn(&str, &mut Vocabulary) -> f32,
        vocabulary: &mut Vocabulary,
    ) {
        if let Some(worded) = worded.filter(|_| self.may_rise()) {
            self.support = self.support.max(support(worded, vocabulary));
        }
        if self.may_rise()
            && let Some(of_kind) = as_of_kind(worded.unwrap_or(claim), near, vocabulary)
        {
            self.support = self.support.max(support(&of_kind, vocabulary));
        }
    }

    /// What speaks for a claim as a copy does, where nothing that was found speaks against it.
    pub(crate) fn rise_to_copy(&mut self) {
        if self.findings.is_empty() {
            self.findings.push(Finding::Words(Vec::new()));
        }
        self.support = self.support.max(COPIED);
    }

    /// The texts of its pieces.
    pub(crate) fn texts<'t>(&self, index: &Index<'t>) -> Vec<&'t str> {
        let pieces = self.pieces.iter();
        pieces
            .filter_map(|&at| index.evidence.get(at))
            .map(|piece| piece.passage.text.as_str())
            .collect()
    }

    /// What stands there word for word only because it was reworded says it in like words.
    pub(crate) fn reworded(&mut self) {
        for finding in &mut self.findings {
            if matches!(finding, Finding::Verbatim) {
                *finding = Finding::Words(Vec::new());
            }
        }
    }

    /// Adds what had to be reckoned, once.
    pub(crate) fn tell(&mut self, reckoned: Vec<String>) {
        let is_told = |finding: &Finding| matches!(finding, Finding::Reckoned(_));
        if !self.findings.iter().any(is_told) {
            self.findings
                .extend(reckoned.into_iter().map(Finding::Reckoned));
        }
    }

    /// Takes over what a claim reckons from its evidence: what follows is not missing, and no value that it follows from denies it. Where the rest of the claim is
    /// there as well, that bears it out.
    pub(super) fn take_reckoned(&mut self, reckoning: Reckoning) {
        let is_other = |finding: &Finding| {
            matches!(
                finding,
                Finding::Quote(_) | Finding::OtherName(_) | Finding::Hedge(_)
            )
        };
        if reckoning.fits && !self.findings.iter().any(is_other) {
            self.support = self.support.max(COPIED);
            self.findings.clear();
        } else {
            let follows = |text: &String| {
                reckoning
                    .amounts
                    .iter()
                    .any(|own| own.contains(text.as_str()))
            };
            self.findings.retain(|finding| match finding {
                Finding::Number { text, .. } | Finding::NumberElsewhere { text, .. } => {
                    !follows(text)
                }
                Finding::Reckoned(_) => false,
                _ => true,
            });
        }
        self.findings
            .extend(reckoning.told.into_iter().map(Finding::Reckoned));
    }

    /// Takes over what was found for the next sentence of one claim; it stands word for word only if both do.
    pub(crate) fn join(&mut self, next: Self) {
        let is_verbatim = |found: &Self| {
            found
                .findings
                .iter()
                .any(|finding| matches!(finding, Finding::Verbatim))
        };
        if is_verbatim(self) && is_verbatim(&next) {
            return;
        }
        self.support = 0.0;
        self.at = self.at.or(next.at);
        self.findings.extend(next.findings);
        let tells = |finding: &Finding| {
            !matches!(
                finding,
                Finding::Verbatim | Finding::Nothing | Finding::Words(_)
            )
        };
        if self.findings.iter().any(tells) {
            self.findings.retain(tells);
        } else {
            let mut lacking: Vec<String> = Vec::new();
            for finding in &mut self.findings {
                if let Finding::Words(words) = finding {
                    lacking.append(words);
                }
            }
            self.findings = vec![Finding::Words(lacking)];
        }
    }

    /// Takes over what the tables of texts say to a claim: the figures that they hold are not missing, and what they give to something else is told.
    pub(crate) fn hold_against_tables(&mut self, claim: &Asked<'_>, texts: &[&str]) {
        let found = tabled(claim.text, texts);
        if found.is_all_told {
            // A cell with nothing in it is what denies the thing.
            let is_denied =
                |finding: &Finding| matches!(finding, Finding::Opposed(Opposition::Denied));
            self.findings.retain(|finding| !is_denied(finding));
            if self.findings.is_empty() {
                self.findings.push(Finding::Words(Vec::new()));
            }
        }
        if !found.held.is_empty() {
            self.findings.retain(|finding| {
                !matches!(finding, Finding::Number { text, .. } | Finding::NumberElsewhere { text, .. }
                    if found.held.contains(text))
            });
            if self.findings.is_empty() {
                self.findings.push(Finding::Words(Vec::new()));
            }
        }
        if self.contradicts() {
            return;
        }
        match found.against {
            Some(Against::Exchanged(exchange)) => self.findings.push(Finding::Exchanged(exchange)),
            Some(Against::Otherwise { claim, source }) => {
                let turned = Opposition::Swapped { claim, source };
                self.findings.push(Finding::Opposed(turned));
            }
            None if found.is_all_told => self.support = self.support.max(COPIED),
            // The figure of the named row under the named head, of which the claim says something in a word of its own.
            None if found.is_held => self.support = self.support.max(OVERSTEPPED),
            None => {}
        }
    }

    /// Support from 0 to 1; at least one half exactly where the verdict is supported.
    pub(crate) fn score(&self) -> f32 {
        if self.contradicts() {
            CONTRADICTED * self.support
        } else if self.misses() {
            MISSING * self.support
        } else if self.oversteps() {
            self.support.min(OVERSTEPPED)
        } else {
            self.support
        }
    }

    pub(crate) fn verdict(&self) -> Verdict {
        if self.contradicts() {
            return Verdict::Contradicted;
        }
        match self.score() {
            score if score >= SUPPORTED => Verdict::Supported,
            score if score >= PARTIAL && !self.misses() => Verdict::Partial,
            _ => Verdict::Unsupported,
        }
    }

    /// The findings in words; `cited` names what the claim cites, `own` the document of the best sentence.
    pub(crate) fn reason(&self, cited: &str, own: &str) -> String {
        let verdict = self.verdict();
        // What speaks against a claim is no reason to support it.
        let is_reason = |finding: &&Finding| {
            verdict != Verdict::Supported
                || !matches!(finding, Finding::Name(_) | Finding::Altered { .. })
        };
        let is_nowhere = |finding: &Finding| matches!(finding, Finding::Number { rival: None, .. });
        let mut nowhere = 0_usize;
        let is_told = |finding: &&Finding| {
            nowhere += usize::from(is_nowhere(finding));
            !is_nowhere(finding) || nowhere <= MOST_NUMBERS
        };
        let told = self.findings.iter().filter(is_reason).filter(is_told);
        let mut reasons: Vec<String> = told
            .map(|finding| finding.say(verdict, cited, own))
            .collect();
        match nowhere.saturating_sub(MOST_NUMBERS) {
            0 => {}
            1 => reasons.push(format!("nor is another number in {cited}")),
            others => reasons.push(format!("nor are {others} other numbers in {cited}")),
        }
        if reasons.is_empty() {
            return Finding::Words(Vec::new()).say(verdict, cited, own);
        }
        reasons.join("; ")
    }

    /// Adds what was changed where the claim is a near copy of its best sentence; `around` are the texts that stand with it.
    pub(crate) fn compare_with(
        &mut self,
        claim: &str,
        sentence: &str,
        around: &[&str],
        vocabulary: &mut Vocabulary,
    ) {
        if self
            .findings
            .iter()
            .any(|finding| matches!(finding, Finding::Verbatim))
        {
            return;
        }
        if self
            .findings
            .iter()
            .any(|finding| matches!(finding, Finding::Converse))
        {
            self.support = self.support.max(COPIED);
            return;
        }
        if !self.contradicts()
            && let Some(other) = said_of_another(claim, around, vocabulary)
                .or_else(|| said_of_another_subject(claim, around))
                .or_else(|| done_to_another(claim, around, vocabulary))
                .or_else(|| value_of_another_name(claim, around))
                .or_else(|| said_of_one_called_otherwise(claim, around))
        {
            self.findings.push(other);
            return;
        }
        let is_open = !self.contradicts() && !self.misses() && !self.oversteps();
        let put_for = |vocabulary: &mut Vocabulary| {
            let own = in_its_stead::Read::of(claim, vocabulary);
            let theirs = in_its_stead::Read::of(sentence, vocabulary);
            other_thing(&own, &theirs, around, vocabulary)
        };
        // What was so until then is told of the time before.
        if is_open
            && !goes_on_so(claim, sentence)
            && let Some(other) = put_for(vocabulary)
        {
            self.findings
                .retain(|finding| !matches!(finding, Finding::Words(_)));
            self.findings.push(other);
            return;
        }
        let Some(mut edits) = edits(claim, sentence, around, vocabulary) else {
            self.weigh_addition(claim, around, vocabulary);
            self.weigh_in_other_words(claim, around, vocabulary);
            return;
        };
        edits.retain(|edit| !is_called_so(edit, sentence, around));
        drop_moved_denial(&mut edits);
        if goes_on_so(claim, sentence) || are_both_hardly_any(claim, sentence) {
            edits.retain(|edit| {
                !matches!(
                    edit,
                    Finding::Altered { .. } | Finding::Opposed(_) | Finding::Quantifier { .. }
                )
            });
        }
        if edits.is_empty() {
            self.support = self.support.max(COPIED);
            return;
        }
        edits.retain(|edit| !matches!(edit, Finding::Altered { claim: word, .. } if is_one_portion(claim, sentence, word)));
        edits.retain(|edit| !matches!(edit, Finding::Quantifier { claim: word, .. } if is_share_told(claim, sentence, word)));
        if is_restricted_alike(claim, around) {
            edits.retain(|edit| !matches!(edit, Finding::Quantifier { claim, source } if source.is_empty() && claim == "only"));
        }
        // What is known to be opposed already needs no second word for it.
        if self.contradicts() {
            edits.retain(|edit| !matches!(edit, Finding::Opposed(_) | Finding::Altered { .. }));
        }
        if self.oversteps() {
            // `All` for `some` is one fault: the weaker word is no hedge beside it.
            edits.retain(|edit| !matches!(edit, Finding::Quantifier { .. } | Finding::Hedge(_)));
        }
        if self.misses() {
            // A quotation or a number that is not there says it already.
            edits.retain(|edit| !matches!(edit, Finding::Altered { .. } | Finding::Added(_)));
        }
        self.findings
            .retain(|finding| !matches!(finding, Finding::Words(_)));
        edits.truncate(MOST_EDITS);
        self.findings.append(&mut edits);
        self.weigh_addition(claim, around, vocabulary);
    }

    /// Adds what one of a claim's sentences names in the place of what a sentence of its evidence does.
    pub(crate) fn compare_each(
        &mut self,
        claim: &str,
        evidence: &[&str],
        vocabulary: &mut Vocabulary,
    ) {
        let spans = sentences(claim).into_iter().take(MOST_SENTENCES);
        let mut own = spans.filter_map(|span| claim.get(span));
        let read = |text| in_its_stead::Read::of(text, vocabulary);
        let theirs: Vec<in_its_stead::Read<'_>> = evidence.iter().copied().map(read).collect();
        let other = own.find_map(|own| {
            let own = in_its_stead::Read::of(own, vocabulary);
            let mut theirs = theirs.iter();
            theirs.find_map(|sentence| other_thing(&own, sentence, evidence, vocabulary))
        });
        self.findings.extend(other);
    }

    /// Adds what speaks against a claim in words of its own, where nothing else is amiss and it would be borne out.
    fn weigh_in_other_words(&mut self, claim: &str, around: &[&str], vocabulary: &mut Vocabulary) {
        if self.verdict() != Verdict::Supported {
            return;
        }
        let found = overruled(claim, around)
            .or_else(|| denied_of_it(claim, around, vocabulary))
            .or_else(|| governed_otherwise(claim, around, vocabulary));
        if let Some(found) = found {
            self.findings
                .retain(|finding| !matches!(finding, Finding::Words(_)));
            self.findings.push(found);
        }
    }

    /// Adds what the claim says on top of its evidence, where nothing else is amiss.
    fn weigh_addition(&mut self, claim: &str, around: &[&str], vocabulary: &mut Vocabulary) {
        if self.contradicts() || self.misses() || self.oversteps() {
            return;
        }
        if let Some(part) = added_part(claim, around, vocabulary) {
            self.findings.push(Finding::Added(part));
        } else if let Some(said) = said_beside_the_name(claim, around, vocabulary) {
            // It has the words that were not found.
            self.findings
                .retain(|finding| !matches!(finding, Finding::Words(_)));
            self.findings.push(Finding::Added(said));
        }
    }

    /// Adds what the texts, the evidence as it stands, say outright to the claim; gives whether they say it, where that settles it.
    pub(crate) fn settle_in_full(&mut self, claim: &str, texts: &[&str]) -> Option<bool> {
        let is_verbatim = |finding: &Finding| matches!(finding, Finding::Verbatim);
        let found = outright(claim, texts);
        let found = found?;
        let is_said = matches!(found, InFull::Said);
        match found {
            InFull::Said if self.findings.iter().any(is_verbatim) => {}
            InFull::Said => {
                self.findings = vec![Finding::Words(Vec::new())];
                self.support = self.support.max(COPIED);
            }
            InFull::Against(_) if self.contradicts() => {}
            InFull::Against(finding) => {
                self.findings.retain(|finding| !is_verbatim(finding));
                self.findings.push(finding);
            }
        }
        Some(is_said)
    }

    pub(super) fn contradicts(&self) -> bool {
        self.findings.iter().any(|finding| {
            matches!(
                finding,
                Finding::Opposed(_)
                    | Finding::Exchanged(_)
                    | Finding::Number { rival: Some(_), .. }
                    | Finding::Altered { excludes: true, .. }
            )
        })
    }

    /// Whether more support would change what a claim comes to.
    pub(crate) fn may_rise(&self) -> bool {
        self.support < SUPPORTED && !self.contradicts() && !self.misses()
    }

    /// Whether the claim says more than its source, says it more strongly, or is a copy in which words changed places, another thing is done or one word is
    /// another. Any other word that is only another one, and excludes nothing, says nothing of support on any public set.
    fn oversteps(&self) -> bool {
        self.findings.iter().any(|finding| {
            matches!(
                finding,
                Finding::Hedge(_)
                    | Finding::OtherName(_)
                    | Finding::Quantifier { .. }
                    | Finding::NumberElsewhere { rival: Some(_), .. }
                    | Finding::Added(_)
                    | Finding::Altered { moved: true, .. }
                    | Finding::Altered { is_deed: true, .. }
                    | Finding::Altered { is_alone: true, .. }
            )
        })
    }

    pub(super) fn misses(&self) -> bool {
        self.findings
            .iter()
            .any(|finding| matches!(finding, Finding::Quote(_) | Finding::Number { .. }))
    }
}

/// One reason for a verdict.
pub(crate) enum Finding {
    Verbatim,
    Nothing,
    Quote(String),
    Number {
        text: String,
        rival: Option<String>,
    },
    /// In the cited documents, but far from what else the claim says; `rival` is what stands beside that in its place.
    NumberElsewhere {
        text: String,
        rival: Option<String>,
    },
    Name(String),
    /// The same, where the source names somebody else in its place.
    OtherName(String),
    Opposed(Opposition),
    /// A value that the source gives to something else.
    Exchanged(Exchange),
    /// The same told from its other side: `B was sold to A` for `A bought B`.
    Converse,
    /// A word of a near copy that is another one in the source; `excludes` where both cannot be true.
    Altered {
        claim: String,
        source: String,
        excludes: bool,
        /// Both say what is done, and are nothing like each other.
        is_deed: bool,
        /// All other words of the two sentences are the same, and these are nothing like each other.
        is_alone: bool,
        /// Each of the two stands elsewhere in the other's sentence: they have changed places.
        moved: bool,
    },
    /// The source's own hedge, which the claim dropped.
    Hedge(String),
    /// Words such as `all` that the source does not have, or has otherwise.
    Quantifier {
        claim: String,
        source: String,
    },
    /// What a near copy has more than its source.
    Added(String),
    /// By what an amount of the claim is one of its source: another unit, or what two values differ by.
    Reckoned(String),
    /// Words of the claim that were not found.
    Words(Vec<String>),
    /// Cited numbers whose passages are not at hand.
    Unread(Vec<u32>),
    /// Cited beside what bears the claim out, and not about it.
    Idle(Vec<u32>),
}

impl Finding {
    /// A word in the place of which the source has one that is nothing like it, with all else the same.
    pub(super) fn other_word(claim: &str, source: &str) -> Self {
        Self::Altered {
            claim: claim.to_owned(),
            source: source.to_owned(),
            excludes: false,
            is_deed: false,
            is_alone: true,
            moved: false,
        }
    }

    /// The finding in words; `cited` names what the claim cites, `own` the document of the best sentence.
    pub(crate) fn say(&self, verdict: Verdict, cited: &str, own: &str) -> String {
        match self {
            Self::Verbatim => format!("{WORD_FOR_WORD} {own}"),
            Self::Nothing if verdict == Verdict::Supported => {
                format!("{cited} says this in other words")
            }
            Self::Nothing => format!("no sentence of {cited} has its words"),
            Self::Quote(quote) => format!("the quoted words “{quote}” are not in {cited}"),
            Self::Number {
                text,
                rival: Some(rival),
            } => format!("{text} is not in {cited}; {own} says {rival}"),
            Self::Number { text, rival: None } => format!("{text} is not in {cited}"),
            Self::NumberElsewhere {
                text,
                rival: Some(rival),
            } => format!("{text} is in {cited} about something else; here {own} says {rival}"),
            Self::NumberElsewhere { text, .. } if verdict == Verdict::Supported => {
                format!("{text} stands in another sentence of {cited} than the rest")
            }
            Self::NumberElsewhere { text, .. } => {
                format!("{text} is in {cited}, but about something else")
            }
            Self::Name(name) | Self::OtherName(name) => format!("{name} is not named in {cited}"),
            Self::Opposed(Opposition::Denied) => format!("the claim denies what {own} states"),
            Self::Opposed(Opposition::Stated) => format!("the claim states what {own} denies"),
            Self::Quantifier { claim, source } if source.is_empty() => {
                format!("the claim says “{claim}”, {own} does not")
            }
            Self::Altered { claim, source, .. }
            | Self::Quantifier { claim, source }
            | Self::Opposed(
                Opposition::Direction { claim, source } | Opposition::Swapped { claim, source },
            ) => {
                format!("the claim says “{claim}”, {own} says “{source}”")
            }
            Self::Exchanged(Exchange {
                value,
                claim,
                source,
            }) => format!("the claim gives {value} to “{claim}”, {own} gives it to “{source}”"),
            Self::Hedge(hedge) => format!("{own} says this with less certainty: “{hedge}”"),
            Self::Added(words) => format!("not in {own}: {words}"),
            Self::Reckoned(how) => how.clone(),
            Self::Converse => format!("{own} says this from the other side"),
            Self::Words(_) if verdict == Verdict::Supported => {
                format!("{own} says this in similar words")
            }
            Self::Words(words) if words.is_empty() => {
                format!("{own} has the words, but not together")
            }
            Self::Words(words) => format!("not in {own}: {}", words.join(", ")),
            Self::Idle(numbers) => {
                let says = if numbers.len() == 1 { "says" } else { "say" };
                format!("{} {says} nothing about this", brackets(numbers))
            }
            Self::Unread(numbers) => format!("no passage of {} is at hand", brackets(numbers)),
        }
    }
}

/// The marks of a few sources; many are no reading.
pub(crate) fn brackets(numbers: &[u32]) -> String {
    const MOST: usize = 4;
    if numbers.len() > MOST {
        return "the cited sources".to_owned();
    }
    citation::marks_of(numbers)
}

pub(crate) fn does(numbers: &[u32]) -> &'static str {
    if numbers.len() == 1 { "does" } else { "do" }
}
