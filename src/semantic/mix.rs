//! Scores of two kinds made one, and a choice that does not say the same thing twice.

/// One score for each passage: `1 - share` of its lexical and `share` of its semantic score, each scaled from 0 to 1 over the passages of this query.
/// A passage without a semantic score counts as the farthest, and a list that says the same of all passages says nothing of any.
pub fn mix(lexical: &[f32], semantic: &[Option<f32>], share: f32) -> Vec<f32> {
    let lexical = scaled(lexical.iter().copied().map(Some));
    let semantic = scaled(semantic.iter().copied());
    lexical
        .into_iter()
        .zip(semantic)
        .map(|(lexical, semantic)| lexical * (1.0 - share) + semantic * share)
        .collect()
}

/// How much the meaning should count of a query whose passages come so near to it: `usual`, and up to [`OUTSTANDING`] where a few passages come much nearer
/// than the others. Of a topic that many passages are about, the words tell best which is meant; where only a few are about what is asked, the meaning
/// knows them, and in other words than theirs the query shares but chance words with the rest. Measured, with [`FEW`], [`ALIKE`] and [`APART`], on public
/// collections and on questions in other words.
pub fn share(semantic: &[Option<f32>], usual: f32) -> f32 {
    let mut known: Vec<f32> = semantic.iter().copied().flatten().collect();
    known.sort_unstable_by(|a, b| b.total_cmp(a));
    let (Some(&nearest), Some(&further)) = (known.first(), known.get(FEW - 1)) else {
        return usual;
    };
    if nearest.is_nan() || nearest <= 0.0 {
        return usual;
    }
    let apart = ((ALIKE - further / nearest) / (ALIKE - APART)).clamp(0.0, 1.0);
    let smooth = apart * apart * (3.0 - 2.0 * apart);
    usual + (OUTSTANDING.max(usual) - usual) * smooth
}

/// The most that the meaning counts.
const OUTSTANDING: f32 = 0.7;
/// The passage that is so near in rank tells how far the nearest stands out.
const FEW: usize = 10;
/// From this share of the nearest one's nearness on, that passage is as near, and at that share the nearest stand out fully.
const ALIKE: f32 = 0.75;
const APART: f32 = 0.5;

/// The `count` passages that are relevant and differ from those chosen before them, best first (maximal marginal relevance). With `lambda` 1 only
/// `scores` count; the lower it is, the more does the similarity to what is chosen already. Scores and similarities should be of one scale.
pub fn diversify(
    scores: &[f32],
    similarity: impl Fn(usize, usize) -> f32,
    lambda: f32,
    count: usize,
) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    let mut left: Vec<usize> = (0..scores.len()).collect();
    // How near each is to the nearest of the chosen; nothing is near to nothing.
    let mut nearness = vec![0.0_f32; scores.len()];
    let worth = |at: usize, nearness: &[f32]| {
        let worth = lambda * scores[at] - (1.0 - lambda) * nearness[at];
        if worth.is_nan() { f32::MIN } else { worth }
    };
    while chosen.len() < count {
        // Of equals, the first.
        let best = left.iter().copied().enumerate().reduce(|best, next| {
            if worth(next.1, &nearness) > worth(best.1, &nearness) {
                next
            } else {
                best
            }
        });
        let Some((place, best)) = best else { break };
        left.remove(place);
        for &at in &left {
            let near = similarity(best, at);
            nearness[at] = if chosen.is_empty() {
                near
            } else {
                nearness[at].max(near)
            };
        }
        chosen.push(best);
    }
    chosen
}

/// The lowest score becomes 0 and the highest 1; what is missing or no number becomes 0, as does everything where all scores are equal.
fn scaled(scores: impl Iterator<Item = Option<f32>> + Clone) -> Vec<f32> {
    let known = scores.clone().flatten().filter(|score| score.is_finite());
    let low = known.clone().fold(f32::INFINITY, f32::min);
    let high = known.fold(f32::NEG_INFINITY, f32::max);
    let span = high - low;
    scores
        .map(|score| match score {
            Some(score) if score.is_finite() && span > 0.0 => (score - low) / span,
            _ => 0.0,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_score_is_scaled_before_they_are_mixed() {
        let mixed = mix(
            &[30.0, 10.0, 20.0],
            &[Some(0.1), Some(0.5), Some(0.3)],
            0.25,
        );
        assert_eq!(mixed, [0.75, 0.25, 0.5]);
    }

    #[test]
    fn a_missing_semantic_score_is_the_lowest() {
        assert_eq!(mix(&[1.0, 1.0], &[None, Some(0.2)], 0.5), [0.0, 0.0]);
        assert_eq!(
            mix(&[2.0, 1.0, 1.0], &[None, Some(0.2), Some(0.4)], 0.5),
            [0.5, 0.0, 0.5]
        );
        assert_eq!(mix(&[2.0, 1.0], &[Some(f32::NAN), None], 0.3), [0.7, 0.0]);
    }

    #[test]
    fn the_meaning_counts_more_where_a_few_passages_stand_out_by_it() {
        let near = |first: f32, others: f32| {
            let mut near = vec![Some(others); 20];
            near[7] = Some(first);
            near.push(None);
            share(&near, 0.3)
        };
        let usual = |share: f32| (share - 0.3).abs() < 1e-6;
        assert!(usual(near(0.6, 0.55)) && usual(near(0.6, 0.46)));
        assert!((near(0.6, 0.2) - 0.7).abs() < 1e-6);
        let between = near(0.6, 0.375);
        assert!(between > 0.45 && between < 0.55, "{between}");
        // Few passages tell nothing of what is usual, and neither do those that are far from what is asked.
        assert!(usual(share(&[Some(0.9), Some(0.1)], 0.3)) && usual(share(&[], 0.3)));
        assert!(usual(near(-0.1, -0.2)) && usual(near(f32::NAN, 0.1)));
    }

    #[test]
    fn a_list_of_equal_scores_decides_nothing() {
        assert_eq!(mix(&[4.0, 4.0], &[Some(0.1), Some(0.9)], 0.3), [0.0, 0.3]);
        assert_eq!(mix(&[4.0], &[Some(0.1)], 0.3), [0.0]);
        assert!(mix(&[], &[], 0.3).is_empty());
    }

    #[test]
    fn what_repeats_a_chosen_passage_comes_after_what_does_not() {
        // The first two say the same; the third says something else, a little less to the point.
        let same = |left: usize, right: usize| if left + right == 1 { 1.0 } else { 0.0 };
        let scores = [1.0, 0.9, 0.7];
        assert_eq!(diversify(&scores, same, 0.7, 3), [0, 2, 1]);
        assert_eq!(diversify(&scores, same, 1.0, 3), [0, 1, 2]);
        assert_eq!(diversify(&scores, same, 0.7, 1), [0]);
        assert!(diversify(&[], same, 0.7, 3).is_empty());
    }

    #[test]
    fn a_score_that_is_no_number_comes_last() {
        assert_eq!(diversify(&[f32::NAN, 0.1], |_, _| 0.0, 0.5, 2), [1, 0]);
    }
}
