//! Steps: what is to be done next, where it is asked how to do something.

use super::clause::is_command;
use super::pool::Pool;

/// Adds to the first sentence that answers, where it is a step, those that follow it in its source: `Add the new key. Then set it as primary. Remove the old one`.
pub fn go_on_with_steps(pool: &Pool, question: &str, chosen: &mut Vec<usize>) {
    const MOST: usize = 3;
    let is_step = |at: usize| {
        let one = pool.candidates.get(at);
        one.is_some_and(|one| is_command(without_opening(&one.text)))
    };
    let Some(first) = chosen.first().copied().filter(|at| is_step(*at)) else {
        return;
    };
    if !asks_how_to(question) {
        return;
    }
    let passage = |at: usize| pool.candidates.get(at).map(|one| one.passage);
    let next =
        (first + 1..=first + MOST).take_while(|at| is_step(*at) && passage(*at) == passage(first));
    let steps: Vec<usize> = next.collect();
    chosen.retain(|at| !steps.contains(at));
    chosen.splice(1..1, steps);
}

/// A sentence without what says when in a row it is to be done, or what for: `Then set it`, `To rotate the key, add the new one`.
fn without_opening(sentence: &str) -> &str {
    const IN_A_ROW: &[&str] = &["First", "Then", "Next", "Afterwards", "Now", "Finally"];
    let behind = sentence.split_once(' ').filter(|(first, _)| {
        let first = first.trim_end_matches(',');
        IN_A_ROW.contains(&first)
    });
    let purpose = sentence
        .split_once(", ")
        .filter(|(purpose, _)| purpose.starts_with("To "));
    behind.or(purpose).map_or(sentence, |(_, rest)| rest)
}

fn asks_how_to(question: &str) -> bool {
    let lower = question.to_lowercase();
    let mut words = lower.split_whitespace();
    let (first, second, third) = (words.next(), words.next(), words.next());
    first == Some("how")
        && (second == Some("to")
            || matches!(second, Some("do" | "can" | "should"))
                && matches!(third, Some("i" | "we" | "you" | "one")))
}
