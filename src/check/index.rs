//! The index that claims are checked against: every sentence of the passages, read once.
//!
//! Coverage of a claim is the share of its content words, weighted by how rare each is, that a sentence holds. It is found through postings, so
//! that a claim costs as much as its words occur, not as much as there are passages.

mod among;
mod once;

use std::ops::Range;
use std::sync::{Arc, LazyLock, OnceLock};

use foldhash::{HashMap, HashMapExt, HashSet, HashSetExt};

pub(crate) use self::among::Among;
use super::support::Evidence;
use crate::check::conflicts::changed::{Lasting, may_tell_change};
use crate::check::conflicts::corrections::Behind;
use crate::check::conflicts::due::Due;
use crate::check::conflicts::events::{Event, events};
use crate::check::conflicts::kinds::as_of;
use crate::check::conflicts::measured::Measured;
use crate::check::conflicts::setting::Stage;
use crate::check::conflicts::singles::{Single, singles};
use crate::check::conflicts::slots::Sentence;
use crate::check::conflicts::speakers::is_speaker;
use crate::check::conflicts::topics::Topics;
use crate::check::conflicts::values::may_set_right;
use crate::check::language::names::{Name, names};
use crate::check::language::numbers::{Date, Quantity, quantities};
use crate::check::language::reading::Reading;
use crate::check::language::terms::{Lexicon, Term, key, plain_words, renumbered};
use crate::check::meaning::contests::{Outcome, outcome};
use crate::check::meaning::denying::is_denying;
use crate::check::meaning::open_days::{OpenDays, open_days};
use crate::check::meaning::polarity::Polarity;
use crate::check::meaning::portions::{Portion, portion};
use crate::check::support::nuances::counts_loosely;
use crate::check::text::blocks::trimmed;
use crate::check::text::cells::{is_row, quantities_of_row};
use crate::check::text::claims::is_claim;
use crate::check::text::sentences::sentences;
use crate::memo::SharedMemo;
use crate::study::Passage;

/// All that is known of one sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// Content words in order, with repeats.
    pub order: Vec<Term>,
    /// The same, sorted, each once.
    pub terms: Vec<Term>,
    pub quantities: Arc<[Quantity]>,
    pub names: Arc<[Name]>,
    pub polarity: Polarity,
}

/// What is looked for in sentences besides their words; the rest is left empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wanted {
    quantities: bool,
    names: bool,
}

impl Wanted {
    pub(crate) const ALL: Self = Self {
        quantities: true,
        names: true,
    };

    /// What a claim has to be compared: numbers and names are checked against its own, and most claims lack one or the other.
    pub(crate) fn by(claim: &str) -> Self {
        let text = claim
            .get(trimmed(claim, 0..claim.len()))
            .unwrap_or_default();
        Self {
            quantities: !quantities(text).is_empty() || counts_loosely(text),
            names: !names(text).is_empty(),
        }
    }
}

impl Statement {
    #[must_use]
    pub fn read(sentence: &str, lexicon: &mut Lexicon) -> Self {
        Self::read_for(&Reading::learnt(sentence, lexicon), Wanted::ALL)
    }

    /// Whether each of two statements gives years, and none that the other gives.
    #[must_use]
    pub fn is_of_other_years(&self, other: &Self) -> bool {
        are_other_years(&years(&self.quantities), &years(&other.quantities))
    }

    pub(crate) fn read_for(reading: &Reading<'_>, wanted: Wanted) -> Self {
        let sentence = reading.text;
        let order: Vec<Term> = reading.terms.iter().copied().flatten().collect();
        let mut terms = order.clone();
        terms.sort_unstable();
        terms.dedup();
        Self {
            order,
            terms,
            quantities: if wanted.quantities && is_row(sentence) {
                quantities_of_row(sentence).into()
            } else if wanted.quantities {
                quantities(sentence).into()
            } else {
                Arc::default()
            },
            names: if wanted.names {
                names(sentence).into()
            } else {
                Arc::default()
            },
            polarity: Polarity::read(reading),
        }
    }

    /// The same with other numbers for its terms; `None` where one of them has none.
    fn renumbered(&self, number: impl Fn(Term) -> Option<Term>) -> Option<Self> {
        let mut terms = renumbered(&self.terms, &number)?;
        terms.sort_unstable();
        Some(Self {
            order: renumbered(&self.order, &number)?,
            terms,
            quantities: Arc::clone(&self.quantities),
            names: Arc::clone(&self.names),
            polarity: self.polarity.renumbered(number)?,
        })
    }
}

/// How the sentences of passages are read.
#[derive(Debug, Clone, Copy)]
enum Attention {
    /// Whole, and kept for the next index: few passages are mostly what one claim or one section is held against, and others need some of them too.
    Again,
    /// For this index alone: a library, or the evidence of a single claim.
    Once(Wanted),
}

impl Attention {
    fn to<T>(evidence: &impl Iterator<Item = T>, wanted: Wanted) -> Self {
        const FEW: usize = 200;
        let are_few = evidence.size_hint().1.is_some_and(|most| most <= FEW);
        if wanted == Wanted::ALL && are_few {
            Self::Again
        } else {
            Self::Once(wanted)
        }
    }
}

/// A sentence of a passage.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Which piece of evidence.
    pub evidence: usize,
    /// Bytes of the passage's text, without surrounding space or list marker.
    pub span: Range<usize>,
    pub statement: Statement,
}

/// What a sentence is when it is laid against others: read once, and only of those that are.
#[derive(Debug)]
pub(crate) struct Standing {
    /// Whether it states something to be checked.
    pub(crate) is_claim: bool,
    /// What it names, but for who only says it.
    pub(crate) subjects: Vec<Name>,
    /// The years that it gives.
    pub(crate) years: Vec<u32>,
    /// The whole sentence in lower case.
    pub(crate) lower: String,
    /// The dates as of which it says that it holds.
    pub(crate) as_of: Vec<Date>,
    /// What it says that happened once.
    pub(crate) events: Vec<Event>,
    /// Who won in it, and how much of a thing it speaks of.
    pub(crate) outcome: Option<Outcome>,
    pub(crate) portion: Option<Portion>,
    /// What it gives its values of.
    pub(crate) measured: Measured,
    /// What it says its thing has, of what a thing has one of.
    pub(crate) singles: Vec<Single>,
    /// Its words one by one, and by which of them it tells of another thing than a sentence beside it.
    pub(crate) sentence: Arc<Sentence>,
    pub(crate) stage: Option<Stage>,
    pub(crate) lasting: Lasting,
    pub(crate) may_tell_change: bool,
    /// When it says that something is to come about.
    pub(crate) due: Option<Due>,
    /// Whether it has a word that denies.
    pub(crate) has_denial: bool,
    /// On which days of the week it says that something is open.
    pub(crate) open_days: Option<OpenDays>,
}

/// A brief's passages are laid against each other each time that one more is cited, beside the loop and in it.
static KNOWN: LazyLock<SharedMemo<Arc<Standing>>> = LazyLock::new(SharedMemo::default);

impl Standing {
    pub(crate) fn of(text: &str) -> Arc<Self> {
        KNOWN.of(text, || Arc::new(Self::read(text)))
    }

    fn read(text: &str) -> Self {
        let named = names(text);
        let spoken_of = named.iter().filter(|name| !is_speaker(&name.text, text));
        let subjects = spoken_of.cloned().collect();
        Self {
            is_claim: is_claim(text),
            subjects,
            years: years(&quantities(text)),
            lower: text.to_lowercase(),
            as_of: as_of(text),
            events: events(text),
            outcome: outcome(text, &named),
            portion: portion(text),
            measured: Measured::read(text),
            singles: singles(text),
            sentence: Sentence::read(text),
            stage: Stage::of(text),
            lasting: Lasting::of(text),
            may_tell_change: may_tell_change(text),
            due: Due::of(text),
            has_denial: plain_words(text).any(|word| is_denying(&word)),
            open_days: open_days(text),
        }
    }
}

/// The years that these give.
pub(crate) fn years(quantities: &[Quantity]) -> Vec<u32> {
    let dates = quantities.iter().filter_map(Quantity::date);
    dates.filter_map(|date| date.year).collect()
}

/// Whether there are years on both sides, and none on both.
pub(crate) fn are_other_years(own: &[u32], theirs: &[u32]) -> bool {
    !own.is_empty() && !theirs.is_empty() && !own.iter().any(|year| theirs.contains(year))
}

/// The passages of a study, ready for claims.
pub struct Index<'a> {
    pub evidence: Vec<Evidence<'a>>,
    pub entries: Vec<Entry>,
    pub lexicon: Lexicon,
    /// Where the entries of each piece of evidence begin.
    starts: Vec<usize>,
    keys: Vec<OnceLock<String>>,
    /// One for each entry.
    standings: Vec<OnceLock<Arc<Standing>>>,
    /// What the next sentences make of each entry.
    behind: Vec<OnceLock<Behind>>,
    /// The sum of the weights of each entry's words.
    weights: OnceLock<Vec<f32>>,
    /// Whether each entry may put something in the place of what another says, or undo it.
    correcting: OnceLock<Vec<bool>>,
    topics: OnceLock<Topics>,
    /// What the documents are called, by their numbers.
    titles: HashMap<u32, String>,
    postings: Vec<Vec<u32>>,
}

impl<'a> Index<'a> {
    /// Reads the passages; one that occurs twice is read once.
    #[must_use]
    pub fn new(evidence: impl IntoIterator<Item = Evidence<'a>>) -> Self {
        Self::of(evidence, Lexicon::default(), Wanted::ALL)
    }

    /// The same without what a source says again: of documents made from a template little else is left.
    #[must_use]
    pub fn once(evidence: impl IntoIterator<Item = Evidence<'a>>) -> Self {
        let mut index = Self::of([], Lexicon::default(), Wanted::ALL);
        let evidence = evidence.into_iter();
        let attention = Attention::to(&evidence, Wanted::ALL);
        let (mut known, mut said) = (HashSet::new(), HashSet::new());
        for piece in evidence {
            if known.insert((piece.number, piece.passage.id)) {
                index.add(piece, attention, |sentence| {
                    said.insert((piece.number, sentence))
                });
            }
        }
        index
    }

    /// With what documents are called, by their numbers: many do not repeat it above their text.
    #[must_use]
    pub fn entitled(mut self, titles: impl IntoIterator<Item = (u32, String)>) -> Self {
        self.titles.extend(titles);
        self
    }

    /// What a document is called: by who read it, or by the first heading above a piece of it.
    pub(crate) fn title_of(&self, piece: &Evidence<'a>) -> Option<&str> {
        let given = self.titles.get(&piece.number);
        let title = given.or_else(|| piece.passage.headings.first());
        title.map(String::as_str)
    }

    /// As [`Self::new`], for claims that want no more, with a lexicon that knows words already and has numbered none.
    pub(crate) fn of(
        evidence: impl IntoIterator<Item = Evidence<'a>>,
        lexicon: Lexicon,
        wanted: Wanted,
    ) -> Self {
        let mut index = Self {
            evidence: Vec::new(),
            entries: Vec::new(),
            lexicon,
            starts: Vec::new(),
            keys: Vec::new(),
            standings: Vec::new(),
            behind: Vec::new(),
            weights: OnceLock::new(),
            correcting: OnceLock::new(),
            topics: OnceLock::new(),
            titles: HashMap::new(),
            postings: Vec::new(),
        };
        let evidence = evidence.into_iter();
        let attention = Attention::to(&evidence, wanted);
        let mut known = HashSet::new();
        for piece in evidence {
            if known.insert((piece.number, piece.passage.id)) {
                index.add(piece, attention, |_| true);
            }
        }
        index
    }

    /// Adds the sentences of a passage that `takes` lets in.
    fn add(
        &mut self,
        piece: Evidence<'a>,
        attention: Attention,
        mut takes: impl FnMut(&'a str) -> bool,
    ) {
        let text: &'a str = piece.passage.text.as_str();
        self.starts.push(self.entries.len());
        for span in sentences(text) {
            let span = trimmed(text, span);
            let Some(sentence) = text
                .get(span.clone())
                .filter(|sentence| !sentence.is_empty() && takes(sentence))
            else {
                continue;
            };
            let statement = match attention {
                Attention::Again => once::read(sentence, &mut self.lexicon),
                Attention::Once(wanted) => {
                    Statement::read_for(&Reading::learnt(sentence, &mut self.lexicon), wanted)
                }
            };
            let at = self.entries.len() as u32;
            self.postings.resize(self.lexicon.len(), Vec::new());
            for term in &statement.terms {
                if let Some(postings) = self.postings.get_mut(term.index()) {
                    postings.push(at);
                }
            }
            self.standings.push(OnceLock::new());
            self.behind.push(OnceLock::new());
            self.entries.push(Entry {
                evidence: self.evidence.len(),
                span,
                statement,
            });
        }
        self.keys.push(OnceLock::new());
        self.evidence.push(piece);
    }

    /// Rarity of a term among the sentences; a word that none holds weighs most.
    #[must_use]
    pub fn weight(&self, term: Term) -> f32 {
        rarity(self.postings_of(term).len(), self.entries.len())
    }

    /// The same among some of them.
    pub(crate) fn weights(&self, terms: &[Term], among: &Among) -> Vec<f32> {
        let all = among.len();
        let holding = |term| among.within(self.postings_of(term)).map(<[u32]>::len);
        terms
            .iter()
            .map(|&term| rarity(holding(term).sum(), all))
            .collect()
    }

    fn postings_of(&self, term: Term) -> &[u32] {
        self.postings.get(term.index()).map_or(&[], Vec::as_slice)
    }

    /// The pieces of evidence that hold the rarest of these terms, in order; `None` where there are no terms to go by.
    pub(crate) fn pieces_with_rarest(&self, terms: &[Term]) -> Option<Vec<usize>> {
        let rarest = terms
            .iter()
            .min_by_key(|&&term| self.postings_of(term).len())?;
        let mut pieces: Vec<usize> = self
            .postings_of(*rarest)
            .iter()
            .filter_map(|&at| Some(self.entries.get(at as usize)?.evidence))
            .collect();
        pieces.dedup();
        Some(pieces)
    }

    /// The sentences that share words with a claim, with the weight they share, in order of the text.
    #[must_use]
    pub fn shared(&self, terms: &[Term]) -> Vec<(usize, f32)> {
        let weighted = terms.iter().map(|&term| (term, self.weight(term)));
        self.shared_among(weighted, &self.whole(), |_| true)
    }

    /// The same by other weights, for those of some of the sentences that are let in.
    pub(crate) fn shared_among(
        &self,
        terms: impl Iterator<Item = (Term, f32)>,
        among: &Among,
        admits: impl Fn(usize) -> bool,
    ) -> Vec<(usize, f32)> {
        let mut sums: Vec<Option<f32>> = vec![None; self.entries.len()];
        let mut met: Vec<usize> = Vec::new();
        for (term, weight) in terms {
            for &at in among.within(self.postings_of(term)).flatten() {
                let at = at as usize;
                let Some(sum) = sums.get_mut(at) else {
                    continue;
                };
                if let Some(sum) = sum {
                    *sum += weight;
                } else if admits(at) {
                    *sum = Some(weight);
                    met.push(at);
                }
            }
        }
        met.sort_unstable();
        met.into_iter()
            .filter_map(|at| Some((at, sums.get(at).copied().flatten()?)))
            .collect()
    }

    /// The words of a piece of evidence with a space on either side of each, for verbatim containment.
    pub(crate) fn key(&self, evidence: usize) -> &str {
        let (Some(kept), Some(piece)) = (self.keys.get(evidence), self.evidence.get(evidence))
        else {
            return "";
        };
        kept.get_or_init(|| format!(" {} ", key(&piece.passage.text)))
    }

    /// What an entry is when it is laid against others; `None` where there is no such entry.
    pub(crate) fn standing(&self, at: usize) -> Option<&Standing> {
        let (kept, entry) = (self.standings.get(at)?, self.entries.get(at)?);
        Some(kept.get_or_init(|| Standing::of(self.text(entry))))
    }

    /// What the next sentences of its source make of an entry; `None` where there is no such entry.
    pub(crate) fn behind(&self, at: usize) -> Option<&Behind> {
        let kept = self.behind.get(at)?;
        Some(kept.get_or_init(|| Behind::read(self, at)))
    }

    /// How much the words of an entry weigh together.
    pub(crate) fn whole_weight(&self, at: usize) -> f32 {
        let whole = |entry: &Entry| -> f32 {
            let terms = entry.statement.terms.iter();
            terms.map(|&term| self.weight(term)).sum()
        };
        let weights = self
            .weights
            .get_or_init(|| self.entries.iter().map(whole).collect());
        weights.get(at).copied().unwrap_or_default()
    }

    /// What the documents are about.
    pub(crate) fn topics(&self) -> &Topics {
        self.topics.get_or_init(|| Topics::of(self))
    }

    /// Whether a line is a comment of its markup, an entry of a list of changes, or a word or two without an end: it states nothing of which another could be
    /// the opposite.
    pub(crate) fn is_scrap(&self, entry: &Entry) -> bool {
        const FEW: usize = 3;
        let (text, statement) = (self.text(entry), &entry.statement);
        let is_ended = text.ends_with(|last: char| !last.is_alphanumeric() && last != '`');
        let is_short = statement.terms.len() < FEW && statement.quantities.is_empty();
        // Who wrote something, and when: `-- Ada Lind <ada@example.org>, Sat Oct 16 2004`.
        let is_signature = text.starts_with("--") && text.contains('@');
        let is_mark = text.starts_with("<!--") || text.contains("[#");
        is_mark || is_signature || is_short && !is_ended
    }

    /// Whether a sentence may put something in the place of what another says, or undo it: such two may share hardly a word.
    pub(crate) fn may_correct(&self, at: usize) -> bool {
        let may = |entry: &Entry| {
            let has_amounts = entry
                .statement
                .quantities
                .iter()
                .any(|own| own.amount().is_some());
            entry.statement.polarity.turns || has_amounts && may_set_right(self.text(entry))
        };
        let known = self
            .correcting
            .get_or_init(|| self.entries.iter().map(may).collect());
        known.get(at).copied().unwrap_or_default()
    }

    /// The sentence before another: in its passage, or in the piece of the same document that ends there.
    pub(crate) fn previous(&self, at: usize) -> Option<usize> {
        let entry = self.entries.get(at)?;
        let before = at
            .checked_sub(1)
            .filter(|&before| self.is_of_piece(before, entry));
        before.or_else(|| {
            let own = self.evidence.get(entry.evidence)?.passage;
            let pieces = self.evidence.iter().enumerate().rev();
            let mut before = pieces.filter(|(_, piece)| follows(piece.passage, own));
            before.find_map(|(piece, _)| Some(self.entries_of(piece).last()?.0))
        })
    }

    /// The sentence behind another: in its passage, or in the piece of the same document that follows.
    pub(crate) fn next(&self, at: usize) -> Option<usize> {
        let entry = self.entries.get(at)?;
        let behind = Some(at + 1).filter(|&behind| self.is_of_piece(behind, entry));
        behind.or_else(|| {
            let own = self.evidence.get(entry.evidence)?.passage;
            let pieces = self.evidence.iter().enumerate();
            let mut behind = pieces.filter(|(_, piece)| follows(own, piece.passage));
            behind.find_map(|(piece, _)| Some(self.entries_of(piece).next()?.0))
        })
    }

    fn is_of_piece(&self, at: usize, entry: &Entry) -> bool {
        let other = self.entries.get(at);
        other.is_some_and(|other| other.evidence == entry.evidence)
    }

    /// Where a sentence stands among all.
    pub(crate) fn position(&self, entry: &Entry) -> Option<usize> {
        let place = |entry: &Entry| (entry.evidence, entry.span.start);
        self.entries.binary_search_by_key(&place(entry), place).ok()
    }

    /// The sentences before one in its paragraph, the nearest first, as far back as is looked.
    pub(crate) fn before(&self, at: usize) -> impl Iterator<Item = &Entry> {
        const REACH: usize = 5;
        let entry = self.entries.get(at);
        let evidence = entry.map(|entry| entry.evidence);
        let piece = evidence.and_then(|evidence| self.evidence.get(evidence));
        let text = piece.map_or("", |piece| piece.passage.text.as_str());
        let mut next = entry.map_or(0, |entry| entry.span.start);
        let before = self.entries.get(..at).unwrap_or_default().iter().rev();
        before
            .take_while(move |earlier| {
                let between = text.get(earlier.span.end..next);
                next = earlier.span.start;
                Some(earlier.evidence) == evidence
                    && between.is_some_and(|between| !between.contains("\n\n"))
            })
            .take(REACH)
    }

    /// The text of an entry's sentence.
    #[must_use]
    pub fn text(&self, entry: &Entry) -> &'a str {
        self.evidence
            .get(entry.evidence)
            .and_then(|piece| piece.passage.text.get(entry.span.clone()))
            .unwrap_or_default()
    }
}

/// How much a word weighs that so many of all sentences hold; in few sentences, none is common.
fn rarity(holding: usize, all: usize) -> f32 {
    const FEW: usize = 20;
    (1.0 + all.max(FEW) as f32 / (1.0 + holding as f32)).ln()
}
/// Whether a piece of a document begins where another ends.
fn follows(piece: &Passage, next: &Passage) -> bool {
    const SPACE: usize = 4;
    next.document == piece.document
        && (piece.span.end..=piece.span.end + SPACE).contains(&next.span.start)
        && next.id != piece.id
}
