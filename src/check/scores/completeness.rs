//! Completeness: the share of what the question asks that the text takes up, times the share of the parts that are written; one that says
//! nothing but what is missing counts three quarters.
//!
//! A word of the question is taken up by its own stem, or as far as another word is near to it in meaning. What is asked in one clause counts by how
//! much of it the whole text takes up and, weighing more, how much of it two neighbouring sentences do, or how near one sentence is to it in meaning:
//! words that lie scattered answer nothing. A reason, a figure or a time that is asked for has to be there as well. A claim that fails its check answers
//! nothing, and one without a citation half: nothing as well where no other claim cites, as then nothing is answered from the evidence. A sentence which
//! says that the evidence does not tell answers that the question is open, for three quarters.

use std::collections::HashMap;

use super::question::{Aspect, Kind, Wanted, aspects};
use super::{Read, Sentence, ratio, scored, unwritten};
use crate::check::language::asked::{asks_a_price, speaks_of_people};
use crate::check::language::names::names;
use crate::check::language::numbers::{Unit, Value, quantities};
use crate::check::language::terms::{Lexicon, plain, words};
use crate::semantic::{self, Vector};
use crate::study::Score;

/// How much of a clause one place of the text has to take up; the rest may be anywhere.
const TOGETHER: f32 = 0.6;
/// What a clause without the reason, figure or time that it asks for still counts.
const WITHOUT_KIND: f32 = 0.75;
/// What a claim without a citation counts beside others that have one.
const UNCITED: f32 = 0.5;
/// What an honest gap counts.
const OPEN: f32 = 0.75;
/// From here a clause counts as answered in words, below this as not taken up, and below that nothing of it is there.
const ANSWERED: f32 = 0.6;
const MISSING: f32 = 0.3;
const NOTHING: f32 = 0.1;
/// How much of a word has to be taken up somewhere, or nothing is said on it; and how many such words are named.
const TAKEN_UP: f32 = 0.5;
const MISSED: usize = 4;
/// Words of the text that are looked up in the embedding.
const LOOKED_UP: usize = 4_000;

pub(super) fn score(read: &Read<'_>) -> Score {
    if !read.is_written() {
        return unwritten();
    }
    let mut lexicon = Lexicon::default();
    let asked = aspects(&read.draft.question, &mut lexicon);
    let parts = read.parts.len();
    let missing: Vec<&str> = read
        .parts
        .iter()
        .filter(|part| part.part.text.trim().is_empty())
        .map(|part| part.part.title.as_str())
        .collect();
    let silent = read
        .parts
        .iter()
        .filter(|part| says_only_gaps(&part.sentences));
    let silent: Vec<&str> = silent.map(|part| part.part.title.as_str()).collect();
    let written = ratio(parts - missing.len(), parts) - (1.0 - OPEN) * ratio(silent.len(), parts);
    let mut said = Vec::new();
    let mut sentences = Vec::new();
    let share = if asked.is_empty() {
        said.push("the question has no terms to look for".to_owned());
        1.0
    } else {
        let places = Places::new(read, &asked, lexicon);
        if places.cite_nothing() {
            said.push("no sentence that answers cites a source".to_owned());
        }
        let found: Vec<Found> = asked.iter().map(|aspect| places.look_for(aspect)).collect();
        tell(&asked, &found, &mut said, &mut sentences);
        found.iter().map(|found| found.share).sum::<f32>() / found.len() as f32
    };
    if !missing.is_empty() {
        said.push(format!("not written: {}", missing.join(", ")));
    }
    if !silent.is_empty() {
        said.push(format!(
            "only what is missing is told in: {}",
            silent.join(", ")
        ));
    }
    scored(share * written, said.join("; "), sentences)
}

fn tell(asked: &[Aspect], found: &[Found], said: &mut Vec<String>, sentences: &mut Vec<String>) {
    let all: usize = asked.len();
    let answered = found
        .iter()
        .filter(|found| found.share >= ANSWERED && !found.is_open)
        .count();
    said.push(match all {
        1 if answered == 1 => "the question is taken up".to_owned(),
        1 => "the question is not fully taken up".to_owned(),
        _ => format!("{answered} of {all} parts of the question are taken up"),
    });
    for (aspect, found) in asked.iter().zip(found) {
        let text = format!("“{}”", aspect.text);
        if found.is_open {
            said.push(format!("left open in so many words: {text}"));
            sentences.extend(found.best.clone());
        } else if found.share < NOTHING {
            said.push(format!("nothing on {text}"));
        } else if found.share < ANSWERED {
            said.push(found.in_part(aspect, &text));
            sentences.extend(found.best.clone());
        }
        if let Some(kind) = found.lacks.filter(|_| !found.is_open) {
            said.push(format!(
                "{text} asks for {}, and none is given",
                kind.name()
            ));
        }
    }
}

/// What the text has for one clause of the question.
struct Found {
    share: f32,
    /// The best that it has is to say that the evidence does not tell.
    is_open: bool,
    lacks: Option<Kind>,
    /// The sentence that takes up most of it.
    best: Option<String>,
    /// What of it no claim takes up, as the question has it.
    missed: Vec<String>,
}

impl Found {
    /// What is told of a clause that is taken up in part: that there is little on it may be said beside a section that answers it in other words; what it
    /// asks about and nothing speaks of can be looked for.
    fn in_part(&self, aspect: &Aspect, text: &str) -> String {
        match self.missed.len() {
            0 => format!("only scattered words on {text}"),
            all if all == aspect.words.len() => format!("little on {text}"),
            missed => {
                let mut named: Vec<String> = self.missed.iter().take(MISSED).cloned().collect();
                if missed > MISSED {
                    named.push("…".to_owned());
                }
                format!("of {text}, nothing on {}", named.join(", "))
            }
        }
    }
}

/// The text, as its sentences stand to the words of a question.
struct Places<'a> {
    /// Part by part.
    parts: Vec<Vec<Place<'a>>>,
    /// What each word of the question weighs, by its number.
    weights: Vec<f32>,
}

struct Place<'a> {
    sentence: &'a Sentence,
    /// How far it takes up each word of the question, from 0 to 1, by its number.
    holds: Vec<f32>,
    meaning: Option<Vector>,
    is_gap: bool,
    /// What it counts.
    weight: f32,
}

impl<'a> Places<'a> {
    fn new(read: &'a Read<'_>, asked: &[Aspect], mut lexicon: Lexicon) -> Self {
        let wanted: Vec<(&Wanted, Option<semantic::Word>)> = asked
            .iter()
            .flat_map(|aspect| &aspect.words)
            .map(|wanted| (wanted, semantic::word(&wanted.word)))
            .collect();
        // A word is looked up once, however often it occurs.
        let mut known: HashMap<String, Vec<f32>> = HashMap::new();
        let mut holds = |bare: &str| {
            let mut holds = vec![0.0_f32; wanted.len()];
            for span in words(bare) {
                let word = plain(bare.get(span).unwrap_or_default());
                if !known.contains_key(&word) && known.len() < LOOKED_UP {
                    known.insert(word.clone(), likeness(&word, &wanted, &mut lexicon));
                }
                for (best, like) in holds.iter_mut().zip(known.get(&word).into_iter().flatten()) {
                    *best = best.max(*like);
                }
            }
            holds
        };
        let prices: Vec<bool> = wanted
            .iter()
            .map(|(wanted, _)| asks_a_price(&wanted.word))
            .collect();
        // A sum of money is what a word for its price asks for.
        let mut holds_sums = |bare: &str| {
            let mut holds = holds(bare);
            if prices.contains(&true) && names_money(bare) {
                for (held, _) in holds.iter_mut().zip(&prices).filter(|(_, price)| **price) {
                    *held = 1.0;
                }
            }
            holds
        };
        let mut sentences = read.parts.iter().flat_map(|part| &part.sentences);
        let is_cited = sentences.any(|sentence| sentence.answers && !sentence.is_uncited);
        let uncited = if is_cited { UNCITED } else { 0.0 };
        let mut place = |sentence: &'a Sentence| {
            let weight = if sentence.is_uncited { uncited } else { 1.0 };
            let mut holds = holds_sums(&sentence.bare);
            for held in &mut holds {
                *held *= weight;
            }
            Place {
                sentence,
                holds,
                meaning: semantic::embed(&sentence.bare),
                is_gap: !sentence.is_claim && is_gap(&sentence.bare),
                weight,
            }
        };
        let parts = read
            .parts
            .iter()
            .map(|part| part.sentences.iter().map(&mut place).collect())
            .collect();
        let weights = wanted
            .iter()
            .map(|(_, meaning)| {
                let rarity = meaning.as_ref().map_or(1.0, |meaning| meaning.rarity);
                (rarity * rarity).max(0.1)
            })
            .collect();
        Self { parts, weights }
    }

    /// Whether there are claims that answer, and none of them has a citation.
    fn cite_nothing(&self) -> bool {
        let all = self.parts.iter().flatten();
        let mut answers = all.filter(|place| place.sentence.answers).peekable();
        answers.peek().is_some() && answers.all(|place| place.sentence.is_uncited)
    }

    fn look_for(&self, aspect: &Aspect) -> Found {
        let (told, best_told, lacks) = self.told(aspect);
        let (open, best_open) = self.among(aspect, true);
        let open = OPEN * open;
        if open > told {
            Found {
                share: open,
                is_open: true,
                lacks: None,
                best: best_open,
                missed: Vec::new(),
            }
        } else {
            Found {
                share: told,
                is_open: false,
                lacks,
                best: best_told,
                missed: self.missed(aspect),
            }
        }
    }

    /// What claims that hold say on a clause.
    fn told(&self, aspect: &Aspect) -> (f32, Option<String>, Option<Kind>) {
        let (share, best) = self.among(aspect, false);
        let lacks = aspect
            .kind
            .filter(|kind| share >= MISSING && !self.has(aspect, *kind));
        let share = if lacks.is_some() {
            WITHOUT_KIND * share
        } else {
            share
        };
        (share, best, lacks)
    }

    /// The words of a clause that no claim which holds takes up.
    fn missed(&self, aspect: &Aspect) -> Vec<String> {
        let answers = || {
            self.parts
                .iter()
                .flatten()
                .filter(|place| place.sentence.answers)
        };
        let is_missed = |wanted: &Wanted| {
            let mut holds = answers().filter_map(|place| place.holds.get(wanted.number));
            !holds.any(|held| *held >= TAKEN_UP)
        };
        let missed = aspect.words.iter().filter(|wanted| is_missed(wanted));
        missed
            .map(|wanted| as_asked(&aspect.text, &wanted.word))
            .collect()
    }

    /// How much of a clause claims take up, or else gaps; and the sentence that takes up most.
    fn among(&self, aspect: &Aspect, gaps: bool) -> (f32, Option<String>) {
        let is_meant = |place: &&Place<'_>| {
            if gaps {
                place.is_gap
            } else {
                place.sentence.answers
            }
        };
        let all: Vec<&Place<'_>> = self.parts.iter().flatten().filter(is_meant).collect();
        let anywhere = self.share(aspect, &all);
        let meaning = semantic::embed(&aspect.text);
        let mut together: f32 = 0.0;
        let mut best: Option<(f32, &Place<'_>)> = None;
        for part in &self.parts {
            let meant: Vec<&Place<'_>> = part.iter().filter(is_meant).collect();
            for (at, place) in meant.iter().enumerate() {
                let pair: Vec<&Place<'_>> = meant.iter().skip(at).take(2).copied().collect();
                together = together.max(self.share(aspect, &pair));
                let meant = place.weight * alike(meaning.as_ref(), place.meaning.as_ref());
                let own = self.share(aspect, &[place]).max(meant);
                together = together.max(own);
                if own > best.map_or(0.0, |(share, _)| share) {
                    best = Some((own, place));
                }
            }
        }
        let share = TOGETHER * together + (1.0 - TOGETHER) * anywhere;
        (share, best.map(|(_, place)| place.sentence.text.clone()))
    }

    /// How much of a clause these sentences take up together, by what its words weigh.
    fn share(&self, aspect: &Aspect, places: &[&Place<'_>]) -> f32 {
        let (mut held, mut all) = (0.0, 0.0);
        for wanted in &aspect.words {
            let weight = self.weights.get(wanted.number).copied().unwrap_or(1.0);
            let best = places
                .iter()
                .filter_map(|place| place.holds.get(wanted.number))
                .fold(0.0_f32, |best, like| best.max(*like));
            held += weight * best;
            all += weight;
        }
        held / f32::max(all, f32::EPSILON)
    }

    /// Whether a sentence that takes a clause up, or one beside it, has what kind of answer it wants.
    fn has(&self, aspect: &Aspect, kind: Kind) -> bool {
        self.parts.iter().any(|part| {
            part.iter().enumerate().any(|(at, place)| {
                let near = part.iter().skip(at.saturating_sub(1)).take(3);
                self.share(aspect, &[place]) >= MISSING
                    && near
                        .filter(|place| place.sentence.answers)
                        .any(|place| gives(&place.sentence.bare, kind, aspect))
            })
        })
    }
}

/// A word as a clause has it.
fn as_asked(clause: &str, word: &str) -> String {
    let mut spans = words(clause);
    let found = spans.find_map(|span| clause.get(span).filter(|as_asked| plain(as_asked) == word));
    found.unwrap_or(word).to_owned()
}

/// How far a word of the text takes up each word of the question.
fn likeness(
    word: &str,
    wanted: &[(&Wanted, Option<semantic::Word>)],
    lexicon: &mut Lexicon,
) -> Vec<f32> {
    /// Cosines of words that have nothing to do with each other, and of those that are as good as one.
    const APART: f32 = 0.25;
    const ONE: f32 = 0.65;
    /// A word that is only near is not the word.
    const NEAR: f32 = 0.8;
    let Some(term) = lexicon.term(word) else {
        return vec![0.0; wanted.len()];
    };
    let own = semantic::word(word);
    wanted
        .iter()
        .map(|(wanted, theirs)| {
            if wanted.term == term {
                return 1.0;
            }
            let both = own.as_ref().zip(theirs.as_ref());
            let cosine = both.map_or(0.0, |(own, theirs)| own.vector.cosine(&theirs.vector));
            NEAR * ((cosine - APART) / (ONE - APART)).clamp(0.0, 1.0)
        })
        .collect()
}

/// How far a sentence is about what a clause is about, in whatever words.
fn alike(clause: Option<&Vector>, sentence: Option<&Vector>) -> f32 {
    /// Cosines of sentences that have little to do with each other, and of those that say one thing.
    const APART: f32 = 0.3;
    const ONE: f32 = 0.7;
    /// Being about it is not yet saying it.
    const ABOUT: f32 = 0.9;
    let cosine = clause.zip(sentence).map_or(0.0, |(a, b)| a.cosine(b));
    ABOUT * ((cosine - APART) / (ONE - APART)).clamp(0.0, 1.0)
}

/// Whether a part says nothing but what is not known.
fn says_only_gaps(sentences: &[Sentence]) -> bool {
    let is_silent = |one: &Sentence| !one.is_claim && is_gap(&one.bare);
    !sentences.is_empty() && sentences.iter().all(is_silent)
}

/// Whether a sentence says that something is not known.
fn is_gap(bare: &str) -> bool {
    #[rustfmt::skip]
    const SIGNS: &[&str] = &[
        "does not", "do not", "did not", "is not", "are not", "no source", "none of", "nothing", "not said", "unclear",
        "unknown", "no evidence", "no information", "remains open", "cannot be", "missing", "silent", "names no",
        "contains no", "gives no",
    ];
    let lower = bare.to_lowercase();
    SIGNS.iter().any(|sign| lower.contains(sign))
}

fn names_money(bare: &str) -> bool {
    quantities(bare).iter().any(|quantity| {
        quantity
            .amount()
            .is_some_and(|amount| matches!(amount.unit, Unit::Money(_)))
    })
}

/// Whether a sentence gives the kind of answer that a question wants; `None` where that wants none in particular.
#[must_use]
pub fn gives_what_is_asked(question: &str, sentence: &str) -> Option<bool> {
    let asked = aspects(question, &mut Lexicon::default());
    let mut kinds = asked
        .iter()
        .filter_map(|aspect| Some((aspect.kind?, aspect)))
        .peekable();
    kinds.peek()?;
    Some(kinds.any(|(kind, aspect)| gives(sentence, kind, aspect)))
}

/// Whether a sentence gives this kind of answer.
fn gives(bare: &str, kind: Kind, aspect: &Aspect) -> bool {
    #[rustfmt::skip]
    const CAUSES: &[&str] = &[
        "account for", "accounted for", "accounts for", "as a result", "attribut", "because", "blame", "caus", "consequence",
        "contribut", "driven by", "driver", "drove", "due to", "explain", "factor", "follow", "forced", "from the fact",
        "hinder", "lead to", "leads to", "led to", "made it", "owing to", "prevent", "reason", "reflect", "result", "since",
        "so that", "stem", "thanks to", "therefore", "to avoid", "trigger", "which is why", "after", "when",
    ];
    #[rustfmt::skip]
    const ADVICE: &[&str] = &[
        "recommend", "advise", "should", "propos", "decided", "resolved", "agreed", "voted", "rejected", "approved", "adopted", "favour", "prefer",
        "oppose", "object", "must", "suggest", "offer ", "not offer", "better", "would",
    ];
    let lower = bare.to_lowercase();
    match kind {
        Kind::Cause => CAUSES.iter().any(|sign| lower.contains(sign)),
        Kind::Person => {
            let is_asked = |word: &String| aspect.words.iter().any(|wanted| wanted.word == *word);
            let named = names(bare);
            named.iter().any(|name| !name.words.iter().all(is_asked)) || speaks_of_people(bare)
        }
        Kind::Advice => ADVICE.iter().any(|sign| lower.contains(sign)),
        Kind::Price => names_money(bare),
        Kind::Amount => {
            let found = quantities(bare);
            found.iter().any(|quantity| quantity.amount().is_some())
        }
        Kind::Time => {
            let found = quantities(bare);
            found
                .iter()
                .any(|quantity| matches!(quantity.value, Value::Date(_)))
                || [
                    "day", "week", "month", "year", "century", "decade", "today", "spring",
                    "summer", "autumn", "winter",
                ]
                .iter()
                .any(|sign| lower.contains(sign))
        }
    }
}
