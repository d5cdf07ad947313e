//! Comparisons: what a sentence sets above what, and in which respect, whichever of the two it begins with.
//!
//! `Copper is better than brass`, `brass is worse than copper` and `copper is less good than brass` are told by three things: the respect, which of the two ways the words
//! point, and what stands on which side of `than`. Two comparisons in one respect either say the same or the reverse.

use std::borrow::Cow;
use std::ops::Range;

use super::denying::is_denying;
use super::polarity::Opposition;
use crate::check::language::opposites::{Places, Relation};
use crate::check::language::terms::{is_figure, is_stop_word, plain, replaced, stem, words};
use crate::check::text::sentences::sentences;

const THAN: &str = " than ";

/// A word that says something.
struct Word {
    span: Range<usize>,
    stem: String,
}

/// One comparison of a sentence.
struct Comparison {
    /// The respect: an adjective, an adverb or what there is more of.
    respect: String,
    places: Places,
    is_more: bool,
    /// The bytes of the words that compare, without `than`.
    span: Range<usize>,
    before: Vec<Word>,
    behind: Vec<Word>,
}

/// How two comparisons stand to each other.
struct Stand {
    is_same: bool,
    /// Whether each begins with what the other ends with.
    is_crosswise: bool,
}

struct Token {
    span: Range<usize>,
    plain: String,
}

/// A respect, where that stands among opposites, which way the words point, and the last of them.
type Degree = (String, Places, bool, usize);

/// The word that compares at a place: its respect, where that stands, and which way it points.
fn degree(tokens: &[Token], at: usize, than: usize) -> Option<Degree> {
    let word = tokens.get(at)?.plain.as_str();
    let next = |is_more: bool| {
        let of = tokens.get(at + 1).filter(|_| at + 1 < than);
        let Some(of) = of else {
            return Some(("much".to_owned(), Places::default(), is_more, at));
        };
        let stemmed = stem(if of.plain == "well" {
            "good"
        } else {
            &of.plain
        });
        let places = Places::of_word(&stemmed, &of.plain);
        Some((stemmed, places, is_more, at + 1))
    };
    let of = |root: &str, is_more: bool| Some((stem(root), Places::of(&stem(root)), is_more, at));
    match word {
        "more" => next(true),
        "less" | "fewer" => next(false),
        "better" => of("good", true),
        "worse" => of("good", false),
        // To `lower` is a verb as well, and is listed as one.
        "higher" => of("high", true),
        "lower" => of("high", false),
        _ => None,
    }
}

/// The word in `-er` at a place: `faster`, and no `water`.
fn comparative(tokens: &[Token], at: usize, than: usize) -> Option<Degree> {
    let word = tokens.get(at)?.plain.as_str();
    if !word.ends_with("er") || word.len() < 5 || is_stop_word(word) {
        return None;
    }
    let stemmed = stem(word);
    let places = Places::of_word(&stemmed, word);
    let is_it = at + 1 == than || !places.is_empty() && Places::of(&stemmed).is_empty();
    is_it.then_some((stemmed, places, true, at))
}

/// What says how many times as much one thing is as another, where the second `as` stands at a place: `twice as fast as`.
fn multiple(tokens: &[Token], than: usize) -> Option<(usize, Degree)> {
    const LONGEST: usize = 3;
    let word = |at: usize| tokens.get(at).map_or("", |token| token.plain.as_str());
    let to = than.checked_sub(1).filter(|_| word(than) == "as")?;
    let mut before = (to.saturating_sub(LONGEST)..to).rev();
    let first = before.find(|&at| word(at) == "as")?;
    let from = first.checked_sub(1)?;
    let is_more = match word(from) {
        "twice" | "times" => true,
        "half" => false,
        _ => return None,
    };
    // `Twice as much water as`
    let is_degree = first + 2 <= to && matches!(word(first + 1), "much" | "many");
    let of = if is_degree { first + 2 } else { first + 1 };
    let stemmed = stem(word(of));
    let places = Places::of_word(&stemmed, word(of));
    Some((from, (stemmed, places, is_more, to)))
}

/// Whether a text may set one thing above another.
fn may_compare(text: &str) -> bool {
    const MULTIPLES: &[&str] = &["twice as ", "times as ", "half as "];
    text.contains(THAN) || MULTIPLES.iter().any(|multiple| text.contains(multiple))
}

/// The comparisons of a sentence.
fn comparisons(text: &str) -> Vec<Comparison> {
    const REACH: usize = 10;
    if !may_compare(text) {
        return Vec::new();
    }
    let read = words(text).map(|span| Token {
        plain: plain(text.get(span.clone()).unwrap_or_default()),
        span,
    });
    let tokens: Vec<Token> = read.collect();
    let ends = |at: usize| ends(text, &tokens, at);
    let is_denied = tokens.iter().any(|token| is_denying(&token.plain));
    let content = |range: Range<usize>, but: &[Range<usize>]| -> Vec<Word> {
        let places = range.filter(|at| !but.iter().any(|but| but.contains(at)));
        let said = places.filter_map(|at| tokens.get(at));
        // `May` is a month where it is written as one.
        let is_month = |token: &Token| text.get(token.span.clone()) == Some("May");
        said.filter(|token| !is_stop_word(&token.plain) || is_month(token))
            .map(|token| Word {
                span: token.span.clone(),
                stem: stem(&token.plain),
            })
            .collect()
    };
    let mut found = Vec::new();
    let mut behind_others: Vec<Range<usize>> = Vec::new();
    for than in (1..tokens.len()).filter(|_| !is_denied) {
        let is_than = tokens.get(than).is_some_and(|token| token.plain == "than");
        let is_amount = || {
            tokens
                .get(than + 1)
                .is_some_and(|next| is_figure(&next.plain))
        };
        let as_many_times = multiple(&tokens, than);
        if !is_than && as_many_times.is_none() || is_amount() {
            continue;
        }
        let near = || {
            let places = (than.saturating_sub(REACH)..than).rev();
            places.take_while(|&at| at + 1 == than || !ends(at + 1))
        };
        let graded = as_many_times
            .or_else(|| near().find_map(|at| Some((at, degree(&tokens, at, than)?))))
            .or_else(|| near().find_map(|at| Some((at, comparative(&tokens, at, than)?))));
        let Some((from, (respect, places, is_more, to))) = graded else {
            continue;
        };
        let end = (than + 1..=tokens.len()).find(|&at| at > than + 1 && ends(at));
        let behind = than + 1..end.unwrap_or(tokens.len());
        let mut but = behind_others.clone();
        but.push(from..to + 1);
        let bytes = |at: usize| {
            tokens
                .get(at)
                .map(|token| token.span.clone())
                .unwrap_or_default()
        };
        let comparison = |at: usize, (respect, places, is_more, to)| Comparison {
            respect,
            places,
            is_more,
            span: bytes(at).start..bytes(to).end,
            before: content(0..than, &but),
            behind: content(behind.clone(), &[]),
        };
        found.push(comparison(from, (respect, places, is_more, to)));
        behind_others.push(from..behind.end);
        if let Some((at, graded)) = graded_behind(text, &tokens, behind.end) {
            found.push(comparison(at, graded));
        }
    }
    found
}

/// Whether a clause ends before a place.
fn ends(text: &str, tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let from = before.map_or(0, |token| token.span.end);
    let to = tokens.get(at).map_or(text.len(), |token| token.span.start);
    let gap = text.get(from..to).unwrap_or_default();
    gap.contains([',', ';', ':', '(', ')', '–', '—', '.'])
        || tokens.get(at).is_none_or(|token| {
            matches!(
                token.plain.as_str(),
                "but" | "while" | "whereas" | "although" | "though" | "because" | "which" | "and"
            )
        })
}

/// What the clause that begins at a place compares further of the same two, `but carries less water`: it has no subject of its own and no `than`.
fn graded_behind(text: &str, tokens: &[Token], at: usize) -> Option<(usize, Degree)> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.plain.as_str());
    let first = tokens.get(at + 1)?;
    let has_capital = text
        .get(first.span.clone())
        .is_some_and(|word| word.starts_with(char::is_uppercase));
    let is_of_another = has_capital || matches!(word(at + 1), "the" | "a" | "an" | "its" | "their");
    let mut behind = tokens.iter().skip(at);
    if !matches!(word(at), "but" | "and")
        || is_of_another
        || behind.any(|token| token.plain == "than")
    {
        return None;
    }
    let end = (at + 2..tokens.len()).find(|&at| ends(text, tokens, at));
    let end = end.unwrap_or(tokens.len());
    (at + 1..end).find_map(|place| {
        let graded = degree(tokens, place, end).or_else(|| comparative(tokens, place, end));
        Some((place, graded?))
    })
}

fn has(words: &[Word], wanted: &Word) -> bool {
    words.iter().any(|word| word.stem == wanted.stem)
}

impl Comparison {
    /// What only one side of it has.
    fn apart<'c>(one: &'c [Word], other: &'c [Word]) -> impl Iterator<Item = &'c Word> {
        one.iter().filter(|word| !has(other, word))
    }

    fn against(&self, other: &Self) -> Option<Stand> {
        let is_one_side = match self.places.relation(other.places) {
            _ if self.respect == other.respect => true,
            Some(Relation::Opposite) => false,
            Some(Relation::Alike) => true,
            _ => return None,
        };
        let points_alike = is_one_side == (self.is_more == other.is_more);
        // What the other has on both sides, or behind as well, says where and when.
        let any_in = |own: &[Word], than: &[Word], theirs: &[Word], but: &[Word]| {
            Self::apart(own, than).any(|word| has(theirs, word) && !has(but, word))
        };
        let all_in = |own: &[Word], than: &[Word], theirs: &[Word], but: &[Word]| {
            any_in(own, than, theirs, but)
                && Self::apart(own, than).all(|word| has(theirs, word) || has(but, word))
        };
        let (before, behind) = (&self.before, &self.behind);
        let is_crosswise = all_in(behind, before, &other.before, &other.behind)
            && any_in(before, behind, &other.behind, &other.before);
        let strange = before.iter().filter(|word| !has(&other.before, word));
        let keeps_sides = all_in(behind, before, &other.behind, &other.before)
            && any_in(before, behind, &other.before, &other.behind)
            && strange.count() <= 1;
        (is_crosswise || keeps_sides).then_some(Stand {
            is_same: points_alike != is_crosswise,
            is_crosswise,
        })
    }

    /// The bytes from the first of its words on a side that are wanted to the last.
    fn part(side: &[Word], is_wanted: impl Fn(&Word) -> bool) -> Option<Range<usize>> {
        let mut wanted = side.iter().filter(|word| is_wanted(word));
        let first = wanted.next()?;
        let last = wanted.last().unwrap_or(first);
        Some(first.span.start..last.span.end)
    }
}

/// The comparison that a text makes, if it makes one.
fn only_comparison(text: &str) -> Option<Comparison> {
    let mut all = comparisons(text).into_iter();
    all.next().filter(|_| all.next().is_none())
}

/// The words by which a claim sets above what its source sets below.
pub(crate) fn reversed_comparison(claim: &str, source: &str) -> Option<Opposition> {
    let own = only_comparison(claim)?;
    let mut theirs = comparisons(source).into_iter();
    let (stand, theirs) = theirs.find_map(|other| Some((own.against(&other)?, other)))?;
    let told = |text: &str, of: &Comparison| {
        let end = of.behind.first().map_or(of.span.end, |word| word.span.end);
        text.get(of.span.start..end).unwrap_or_default().to_owned()
    };
    (!stand.is_same).then(|| Opposition::Swapped {
        claim: told(claim, &own),
        source: told(source, &theirs),
    })
}

/// Whether a claim compares something with what its source compares with others only: `shorter than the Tarn` of the Viaur, `longer than the Aveyron` of the Tarn.
pub(crate) fn compares_another(claim: &str, source: &str) -> bool {
    let Some(own) = only_comparison(claim) else {
        return false;
    };
    let theirs = comparisons(source);
    let is_strange = |word: &Word| {
        let mut sides = theirs
            .iter()
            .flat_map(|other| [&other.before, &other.behind]);
        !sides.any(|side| has(side, word))
    };
    !theirs.is_empty()
        && theirs.iter().all(|other| own.against(other).is_none())
        && own.before.iter().any(is_strange)
}

/// A claim that compares two things from the other side than its evidence, as that does: `brass is worse than copper` of `copper is better than brass`.
pub(crate) fn as_compared<'c>(claim: &'c str, evidence: &[&str]) -> Cow<'c, str> {
    let Some(own) = only_comparison(claim) else {
        return Cow::Borrowed(claim);
    };
    for text in evidence.iter().filter(|text| may_compare(text)) {
        let spans = sentences(text).into_iter();
        let mut told = spans.filter_map(|span| text.get(span));
        if let Some(turned) = told.find_map(|sentence| own.turned_as_in(claim, sentence)) {
            return Cow::Owned(turned);
        }
    }
    Cow::Borrowed(claim)
}

impl Comparison {
    fn turned_as_in(&self, claim: &str, sentence: &str) -> Option<String> {
        let mut theirs = comparisons(sentence).into_iter();
        let other = theirs.find(|other| {
            let stand = self.against(other);
            stand.is_some_and(|stand| stand.is_same && stand.is_crosswise)
        })?;
        let first = Self::part(&self.before, |word| {
            has(&other.behind, word) && !has(&self.behind, word)
        })?;
        let last = Self::part(&self.behind, |word| {
            has(&other.before, word) && !has(&other.behind, word)
        })?;
        let of_claim = |span: &Range<usize>| claim.get(span.clone()).map(str::to_owned);
        let mut changes = [
            (first.clone(), of_claim(&last)?),
            (
                self.span.clone(),
                sentence.get(other.span.clone())?.to_owned(),
            ),
            (last.clone(), of_claim(&first)?),
        ];
        changes.sort_by_key(|(span, _)| span.start);
        Some(replaced(claim, &changes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_above_and_what_below_is_held_against_the_source() {
        for (source, right, wrong) in [
            (
                "Copper conducts heat better than brass.",
                "Brass conducts heat worse than copper.",
                "Copper conducts heat less well than brass.",
            ),
            (
                "Barley is more sensitive to frost than rye, which is sown before winter.",
                "Rye is less sensitive to frost than barley.",
                "Rye is more sensitive to frost than barley.",
            ),
            (
                "The vaccine was less effective in adults over 70 than in younger people.",
                "The vaccine was more effective in younger people than in adults over 70.",
                "The vaccine was less effective in younger people than in adults over 70.",
            ),
            (
                "Version 2 reads files twice as fast as version 1 but needs more memory.",
                "Version 1 reads files half as fast as version 2.",
                "Version 1 reads files twice as fast as version 2.",
            ),
            (
                "Sales were higher in May than in April.",
                "Sales were lower in April than in May.",
                "Sales were higher in April than in May.",
            ),
            (
                "Exports were 8 % higher in 2023 than in 2022.",
                "Exports were lower in 2022 than in 2023.",
                "Exports were 8 % higher in 2022 than in 2023.",
            ),
            (
                "The north has three times as many lakes as the south.",
                "The north has more lakes than the south.",
                "The south has more lakes than the north.",
            ),
            (
                "Copper is cheaper than silver but dearer than iron.",
                "Iron is cheaper than copper.",
                "Copper is dearer than silver.",
            ),
        ] {
            assert_eq!(reversed_comparison(right, source), None, "{right}");
            assert!(reversed_comparison(wrong, source).is_some(), "{wrong}");
        }
    }

    #[test]
    fn what_the_same_sentence_compares_further_is_of_the_same_two() {
        let rivers = "The Tarn is longer than the Aveyron but carries less water.";
        let right = "The Aveyron carries more water than the Tarn.";
        let wrong = "The Tarn carries more water than the Aveyron.";
        assert_eq!(reversed_comparison(right, rivers), None);
        assert!(reversed_comparison(wrong, rivers).is_some());
        assert!(compares_another(
            "The Viaur is shorter than the Tarn.",
            rivers
        ));
        assert!(!compares_another(
            "The Tarn is shorter than the Aveyron.",
            rivers
        ));
        assert!(!compares_another(
            "Trout are less common in the Viaur than in the Tarn.",
            "Trout are more common in the Viaur than in the other two."
        ));
    }

    #[test]
    fn a_comparison_is_read_from_the_side_of_the_evidence() {
        for (claim, evidence, read) in [
            (
                "The river carries less silt in October than in June.",
                "The river carries more silt in June than in October.",
                "The river carries more silt in June than in October.",
            ),
            (
                "Brass is worse than copper.",
                "Copper is better than brass.",
                "copper is better than Brass.",
            ),
            (
                "Brass is worse than tin.",
                "Copper is better than brass.",
                "Brass is worse than tin.",
            ),
            (
                "It took more than 30 days.",
                "It took less than 30 days.",
                "It took more than 30 days.",
            ),
        ] {
            assert_eq!(as_compared(claim, &[evidence]), read);
        }
    }
}
