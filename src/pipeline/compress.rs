//! Fitting passages into a budget of characters [R5].
//!
//! What the conversation holds already is only named. Of the rest the best few stay whole, each further one is compressed, and what then finds no room
//! is left out. Where that leaves too little of what the passages say, a second choice is made: a larger budget and fewer, better passages. How one
//! passage gets shorter is the business of `shorten`.

use super::context::{ContextPassage, Form};
use crate::study::{Compressed, Held, LeftOut, OVER_COMPRESSED, PassageId, ratio};

/// Passages that stay whole, best first.
const WHOLE: usize = 3;
/// A compressed passage has fewer characters than this.
pub const SHORT: usize = 200;

/// How many characters of evidence a request may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    pub characters: usize,
    /// For a second choice, where the first is over-compressed.
    pub wider: usize,
}

/// Where budgets come from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContextLimits {
    /// Passages that a model gets for a section.
    pub passages: usize,
    /// The share of the model's window that evidence may take.
    pub share: f32,
}

impl Default for ContextLimits {
    fn default() -> Self {
        Self {
            passages: 6,
            share: 0.25,
        }
    }
}

/// Less than this serves nobody.
const SMALLEST: usize = 1000;
const CHARACTERS_A_TOKEN: usize = 4;

/// The least evidence that is worth sending, in characters.
const LEAST: usize = 300;

/// The characters of evidence that make a request fit that is over its window by these tokens; nothing, where it fits or no evidence is left to go without.
#[must_use]
pub fn less_evidence(characters: usize, over: usize) -> Option<usize> {
    let less = characters.saturating_sub(over.saturating_mul(CHARACTERS_A_TOKEN));
    let less = less.max(LEAST);
    (over > 0 && less < characters).then_some(less)
}

impl Budget {
    /// No more than so many characters, in the first choice or the second.
    #[must_use]
    pub fn within(self, characters: usize) -> Self {
        Self {
            characters: self.characters.min(characters),
            wider: self.wider.min(characters),
        }
    }
}

impl ContextLimits {
    /// The budget of a model that holds so many tokens.
    #[must_use]
    pub fn budget(&self, window: usize) -> Budget {
        let of_window = |share: f32| {
            let tokens = (window as f32 * share.clamp(0.0, 1.0)) as usize;
            tokens.saturating_mul(CHARACTERS_A_TOKEN).max(SMALLEST)
        };
        let characters = of_window(self.share);
        let wider = (characters * 3 / 2).min(of_window(0.5)).max(characters);
        Budget { characters, wider }
    }
}

/// What came of fitting.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Fitted {
    /// Best first.
    pub passages: Vec<ContextPassage>,
    pub left_out: Vec<(ContextPassage, LeftOut)>,
    /// Characters that were allowed in the end.
    pub budget: Option<usize>,
    /// The ratio of the first choice, where it was over-compressed.
    pub retried_from: Option<f32>,
}

/// What is meant to become of a passage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Intent {
    Whole,
    Above,
    Short,
    /// It has been cut to what is wanted of it.
    Excerpt,
    LeftOut,
}

/// The passages that have to be compressed, best first. Where even the longest that they may come to is too little of what they say, the second choice is
/// certain, and only what that has compressed is worth asking for.
pub fn to_compress<'a>(
    chosen: &'a [ContextPassage],
    held: &dyn Fn(PassageId) -> Option<Held>,
    budget: Option<Budget>,
) -> Vec<&'a ContextPassage> {
    let longest = |_: &ContextPassage| Compressed {
        text: "x".repeat(SHORT - 1),
        by: String::new(),
        refused: None,
    };
    let fitted = fit(chosen.to_vec(), held, budget, &longest);
    let is_compressed = |passage: &&ContextPassage| {
        let mut fitted = fitted.passages.iter();
        fitted.any(|one| {
            one.passage.id == passage.passage.id && matches!(one.form, Form::Compressed(_))
        })
    };
    chosen.iter().filter(is_compressed).collect()
}

/// Fits passages, given best first, into a budget. `held` says what the conversation holds already, `short` gives a passage in fewer words.
#[must_use]
pub fn fit(
    chosen: Vec<ContextPassage>,
    held: &dyn Fn(PassageId) -> Option<Held>,
    budget: Option<Budget>,
    short: &dyn Fn(&ContextPassage) -> Compressed,
) -> Fitted {
    let mut fitted = Fitted {
        budget: budget.map(|budget| budget.characters),
        ..Fitted::default()
    };
    let intents = intents(&chosen, held, budget);
    let mut spare = Vec::new();
    for (mut passage, intent) in chosen.into_iter().zip(intents) {
        let form = match intent {
            Intent::Whole => Form::Whole,
            Intent::Above => Form::Above,
            Intent::Short => Form::Compressed(short(&passage)),
            Intent::Excerpt => passage.form,
            Intent::LeftOut => {
                spare.push(passage);
                continue;
            }
        };
        passage.form = form;
        fitted.passages.push(passage);
    }
    let first = ratio_of(&fitted.passages);
    if let Some(budget) = budget.filter(|_| first < OVER_COMPRESSED) {
        fitted = fewer(fitted.passages, budget.wider);
        fitted.retried_from = Some(first);
        fitted.budget = Some(budget.wider);
    }
    let over = spare
        .into_iter()
        .map(|passage| (passage, LeftOut::OverBudget));
    fitted.left_out.extend(over);
    fitted
}

fn intents(
    chosen: &[ContextPassage],
    held: &dyn Fn(PassageId) -> Option<Held>,
    budget: Option<Budget>,
) -> Vec<Intent> {
    let is_new = |passage: &&ContextPassage| held(passage.passage.id) != Some(Held::Whole);
    let needed: usize = chosen
        .iter()
        .filter(is_new)
        .map(ContextPassage::after)
        .sum();
    let mut left = budget.map_or(usize::MAX, |budget| budget.characters);
    let fits = needed <= left;
    let mut whole = 0;
    let mut intend = |passage: &ContextPassage| {
        let before = held(passage.passage.id);
        if before == Some(Held::Whole) {
            return Intent::Above;
        }
        if let Form::Excerpt(_) = passage.form {
            let size = passage.after();
            let is_room = size <= left;
            left -= if is_room { size } else { 0 };
            return if is_room {
                Intent::Excerpt
            } else {
                Intent::LeftOut
            };
        }
        let size = passage.characters();
        let stays = fits || whole < WHOLE || size < SHORT;
        if stays && size <= left {
            whole += 1;
            left -= size;
            Intent::Whole
        } else if before == Some(Held::Compressed) {
            Intent::Above
        } else if SHORT <= left && size >= SHORT {
            left -= SHORT;
            Intent::Short
        } else {
            Intent::LeftOut
        }
    };
    chosen.iter().map(&mut intend).collect()
}

/// The second choice: whole passages as far as the larger budget goes, best first, then compressed ones as long as enough is left of what all of them say.
fn fewer(first: Vec<ContextPassage>, budget: usize) -> Fitted {
    let mut fitted = Fitted::default();
    let order: Vec<PassageId> = first.iter().map(|one| one.passage.id).collect();
    let mut left = budget;
    let mut shorter = Vec::new();
    for mut passage in first {
        let size = passage.characters();
        if matches!(passage.form, Form::Above | Form::Excerpt(_)) {
            left = left.saturating_sub(passage.after());
            fitted.passages.push(passage);
        } else if size <= left {
            left -= size;
            passage.form = Form::Whole;
            fitted.passages.push(passage);
        } else {
            shorter.push(passage);
        }
    }
    for passage in shorter {
        let (before, after) = sizes(&fitted.passages);
        let enough = ratio(before + passage.before(), after + passage.after()) >= OVER_COMPRESSED;
        // A writer who sees nothing can say nothing.
        if passage.after() <= left && (enough || fitted.passages.is_empty()) {
            left -= passage.after();
            fitted.passages.push(passage);
        } else {
            let mut passage = passage;
            passage.form = Form::Whole;
            fitted.left_out.push((passage, LeftOut::OverCompressed));
        }
    }
    fitted
        .passages
        .sort_by_key(|one| order.iter().position(|id| *id == one.passage.id));
    fitted
}

fn ratio_of(passages: &[ContextPassage]) -> f32 {
    let (before, after) = sizes(passages);
    ratio(before, after)
}

fn sizes(passages: &[ContextPassage]) -> (usize, usize) {
    let before = passages.iter().map(ContextPassage::before).sum();
    (before, passages.iter().map(ContextPassage::after).sum())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::study::Passage;

    fn passages(sizes: &[usize]) -> Vec<ContextPassage> {
        let made = sizes.iter().enumerate().map(|(at, size)| ContextPassage {
            passage: Passage {
                id: PassageId(i64::try_from(at).expect("few")),
                text: "x".repeat(*size),
                ..Passage::default()
            },
            score: 1.0 - at as f32 / 100.0,
            ..ContextPassage::default()
        });
        made.collect()
    }

    fn budget(characters: usize) -> Budget {
        Budget {
            characters,
            wider: characters * 3 / 2,
        }
    }

    fn short(_: &ContextPassage) -> Compressed {
        Compressed {
            text: "y".repeat(SHORT - 1),
            by: "acme/small".into(),
            refused: None,
        }
    }

    /// One letter a passage: whole, short, above or left out.
    fn forms(fitted: &Fitted, of: usize) -> String {
        let mut forms = vec!['-'; of];
        for passage in &fitted.passages {
            let form = match passage.form {
                Form::Whole => 'W',
                Form::Above => 'a',
                Form::Compressed(_) => 's',
                Form::Excerpt(_) => 'e',
            };
            forms[passage.passage.id.0 as usize] = form;
        }
        forms.into_iter().collect()
    }

    #[test]
    fn the_best_three_stay_whole_and_the_rest_shrinks_only_over_the_budget() {
        let check = |sizes: &[usize], characters: usize, expected: &str| {
            let fitted = fit(passages(sizes), &|_| None, Some(budget(characters)), &short);
            assert_eq!(
                forms(&fitted, sizes.len()),
                expected,
                "{sizes:?} in {characters}"
            );
        };
        check(&[800; 5], 4000, "WWWWW");
        check(&[800; 5], 3999, "WWWss");
        check(&[800; 6], 2799, "WWWs--");
        // What is short already stays as it is.
        check(&[800, 800, 800, 150, 800], 2800, "WWWWs");
        // What does not fit whole is compressed, however good it is.
        check(&[3000, 800, 800, 800], 2600, "sWWW");
        check(&[], 1000, "");
        let all = fit(passages(&[9000; 20]), &|_| None, None, &short);
        assert_eq!(forms(&all, 20), "W".repeat(20));
    }

    #[test]
    fn what_the_conversation_holds_takes_no_room() {
        let held = |id: PassageId| match id.0 {
            0 => Some(Held::Whole),
            4 => Some(Held::Compressed),
            _ => None,
        };
        let fit = |sizes: &[usize], characters| {
            forms(
                &fit(passages(sizes), &held, Some(budget(characters)), &short),
                sizes.len(),
            )
        };
        assert_eq!(fit(&[800; 6], 2700), "aWWWas");
        // A passage that was sent compressed is sent whole where there is room for it.
        assert_eq!(fit(&[800; 5], 3200), "aWWWW");
    }

    #[test]
    fn an_excerpt_stays_one_and_counts_as_what_it_is() {
        let mut given = passages(&[800; 3]);
        given[2].form = Form::Excerpt(short(&given[2]));
        let fitted = fit(given.clone(), &|_| None, Some(budget(1800)), &short);
        assert_eq!(forms(&fitted, 3), "WWe");
        let (before, after) = super::sizes(&fitted.passages);
        assert_eq!((before, after), (1600 + SHORT - 1, 1600 + SHORT - 1));
        let held = |id: PassageId| (id.0 == 2).then_some(Held::Whole);
        assert_eq!(
            forms(&fit(given, &held, Some(budget(1800)), &short), 3),
            "WWa"
        );
    }

    #[test]
    fn an_over_compressed_context_is_chosen_once_more_with_fewer_better_passages() {
        let sizes = [800; 26];
        let fitted = fit(passages(&sizes), &|_| None, Some(budget(7000)), &short);
        let first = fitted.retried_from.expect("over-compressed at first");
        assert!(first < OVER_COMPRESSED, "{first}");
        assert!(ratio_of(&fitted.passages) >= OVER_COMPRESSED);
        assert_eq!(&forms(&fitted, 26)[..14], "WWWWWWWWWWWWW-");
        assert_eq!(fitted.budget, Some(10_500));
        assert!(
            fitted
                .left_out
                .iter()
                .all(|(left, why)| left.form == Form::Whole && *why == LeftOut::OverCompressed)
        );
    }

    #[test]
    fn no_model_is_asked_to_shorten_what_is_left_out_anyway() {
        let asked = |sizes: &[usize], characters| {
            let all = passages(sizes);
            to_compress(&all, &|_| None, Some(budget(characters))).len()
        };
        assert_eq!(asked(&[800; 5], 3999), 2);
        // 13 of these fit whole into the larger budget, and no other leaves enough of what all say.
        assert_eq!(asked(&[800; 26], 7000), 0);
    }

    #[test]
    fn a_passage_too_long_for_any_budget_is_sent_compressed_all_the_same() {
        let fitted = fit(passages(&[9000]), &|_| None, Some(budget(1000)), &short);
        assert_eq!(forms(&fitted, 1), "s");
        assert!(fitted.retried_from.is_some() && ratio_of(&fitted.passages) < OVER_COMPRESSED);
    }

    #[test]
    fn the_budget_follows_the_window() {
        let limits = ContextLimits::default();
        for (window, characters, wider) in [
            (8192, 8192, 12_288),
            (128_000, 128_000, 192_000),
            (0, 1000, 1000),
        ] {
            let expected = Budget { characters, wider };
            assert_eq!(limits.budget(window), expected, "{window}");
        }
    }

    proptest! {
        #[test]
        fn nothing_goes_over_the_budget_and_nothing_is_lost_from_the_record(
            sizes in prop::collection::vec(1_usize..4000, 0..40),
            characters in 200_usize..20_000,
            held in prop::collection::vec(0_u8..3, 40),
        ) {
            let holds = |id: PassageId| match held[id.0 as usize] {
                1 => Some(Held::Compressed),
                2 => Some(Held::Whole),
                _ => None,
            };
            let fitted = fit(passages(&sizes), &holds, Some(budget(characters)), &short);
            let (_, after) = super::sizes(&fitted.passages);
            prop_assert!(after <= fitted.budget.unwrap_or_default());
            let mut ids: Vec<i64> = fitted.passages.iter().chain(fitted.left_out.iter().map(|(left, _)| left)).map(|one| one.passage.id.0).collect();
            ids.sort_unstable();
            prop_assert_eq!(ids, (0..).take(sizes.len()).collect::<Vec<i64>>());
        }
    }
}
