//! What is said of pictures: sentences that state a figure belong to the text, as a paragraph of their own; who and what is seen, and whose a picture is, go
//! with it.

use std::collections::HashSet;

use dom_query::{Document, NodeRef};

use super::measure::{HEADINGS, Weights, is_one_of, single_spaced};
use super::names;
use super::prune::is_opening;
use crate::evidence::dates::is_month;

/// A caption of fewer words names its picture and says nothing of it.
const FEWEST_WORDS: usize = 8;
/// Captions with more characters than this times those of the running text are those of a gallery.
const MOST: f32 = 0.5;

/// Takes out parts that are a picture with some words, named as such or not.
pub(super) fn remove(article: &Document, weights: &Weights) {
    /// Longer words beside a picture are text of their own.
    const LONGEST_CAPTION: usize = 200;
    /// Captions with more than this share of the running text are how the article is told, step by step.
    const MOST: f32 = 0.2;
    let root = article.root();
    let all = weights.get(&root).prose.max(1);
    let mut captions: Vec<NodeRef<'_>> = Vec::new();
    for picture in article.select("img, picture").nodes() {
        let mut around = None;
        for above in picture.ancestors_it(Some(4)) {
            let own = weights.get(&above);
            let plain = is_one_of(&above, &["div", "figure", "p", "center"]);
            let longest = if above.has_name("p") {
                LONGEST_CAPTION / 2
            } else {
                LONGEST_CAPTION
            };
            if own.text > longest || own.prose * 2 > all || above.id == root.id || own.headings > 0
            {
                break;
            }
            if plain && own.text > 0 {
                around = Some(above);
            }
        }
        let is_kept = |around: &NodeRef<'_>| {
            let mut parts = around.descendants_it();
            is_part_of_text(around)
                || parts.any(|part| part.has_name("figcaption") && is_told(&part))
        };
        let around = around.filter(|around| !is_kept(around));
        captions.extend(around.filter(|around| captions.iter().all(|known| known.id != around.id)));
    }
    let said = captions
        .iter()
        .filter(|caption| !caption.has_name("figure"));
    let said: usize = said.map(|caption| weights.get(caption).text).sum();
    let are_text = said as f32 > all as f32 * MOST;
    for caption in captions {
        if !are_text || caption.has_name("figure") {
            caption.remove_from_parent();
        }
    }
}

/// Whether a caption is part of the text and not only beside a picture: the text counts its figures, or it stands with a table, a quotation or code.
pub(super) fn is_part_of_text(caption: &NodeRef<'_>) -> bool {
    /// What figures are called that are counted.
    const COUNTED: &[&str] = &[
        "abb",
        "abbildung",
        "afb",
        "chart",
        "diagram",
        "exhibit",
        "fig",
        "figura",
        "figure",
        "graf",
        "grafik",
        "graph",
        "map",
        "rys",
        "schaubild",
        "tab",
        "tabela",
        "tabelle",
        "table",
        "tableau",
        "tabla",
    ];
    let text = single_spaced(&caption.text()).to_lowercase();
    let name = text
        .split(|c: char| !c.is_alphabetic())
        .next()
        .unwrap_or_default();
    let number = text.get(name.len()..).unwrap_or_default();
    let is_counted = COUNTED.contains(&name)
        && number
            .trim_start_matches(['.', ' ', '\u{a0}'])
            .starts_with(|c: char| c.is_ascii_digit());
    let around = caption
        .ancestors_it(None)
        .find(|above| above.has_name("figure"));
    is_counted
        || around.is_some_and(|figure| {
            figure
                .descendants_it()
                .any(|part| is_one_of(&part, &["table", "blockquote", "pre"]))
        })
}

/// Whether a caption states something in a sentence.
pub(super) fn is_told(caption: &NodeRef<'_>) -> bool {
    told(caption).is_some()
}

/// The sentences of a caption, without whose the picture is.
fn told(caption: &NodeRef<'_>) -> Option<String> {
    /// Characters of a caption; longer ones are text that was named so.
    const LONGEST: usize = 600;
    const ENDS: &[char] = &['.', '!', '?', '。', '！', '？'];
    let leads_on = || {
        caption
            .ancestors_it(Some(3))
            .any(|above| above.has_name("a"))
    };
    if leads_on()
        || caption
            .descendants_it()
            .any(|part| is_one_of(&part, HEADINGS))
    {
        return None;
    }
    let mut said = String::new();
    let mut credits = Vec::new();
    for part in caption.descendants_it() {
        let above = part.parent()?;
        if names::is_credit(&part) || credits.contains(&above.id) {
            credits.push(part.id);
        } else if part.is_text() {
            said.push_str(&part.text());
            if said.len() > LONGEST * 4 {
                return None;
            }
        }
    }
    let said = single_spaced(&said);
    // Behind the last sentence stands who took the picture.
    let is_initial = |end: usize| {
        let mut before = said.get(..end).unwrap_or_default().chars().rev();
        before.next().is_some_and(char::is_uppercase)
            && before.next().is_none_or(|c| !c.is_alphanumeric())
    };
    let mut ends = said.char_indices().rev().filter(|(_, c)| ENDS.contains(c));
    let sentences = match ends.find(|(end, _)| !is_initial(*end)) {
        Some((end, mark)) => said.get(..end + mark.len_utf8())?,
        // Many captions have no full stop.
        None => said.as_str(),
    };
    let is_ended = sentences.ends_with(ENDS);
    let words = sentences.split_whitespace().count();
    let is_sentence = words >= FEWEST_WORDS && sentences.len() <= LONGEST && !is_opening(sentences);
    let states = is_ended && states_figure(sentences) || tells_of_a_year(sentences);
    (is_sentence && states).then(|| sentences.to_owned())
}

/// Whether a caption tells what had happened by some year, as `The bridge was built in 1931 by Ott and Sons` does. What is seen on a picture is told in the
/// present, and of the picture itself tells who made it when.
fn tells_of_a_year(said: &str) -> bool {
    const PAST: &[&str] = &[
        "fue", "fueron", "fut", "furent", "had", "has", "hat", "hatte", "have", "was", "were",
        "wurde", "wurden",
    ];
    const WHEN: &[&str] = &[
        "by", "depuis", "desde", "en", "from", "in", "seit", "since", "until",
    ];
    /// Behind these stands what is said besides.
    const BESIDES: &[&str] = &["where", "which", "who", "whose"];
    const OF_PICTURES: &[&str] = &[
        "aufnahme",
        "bild",
        "foto",
        "image",
        "photo",
        "photograph",
        "photographed",
        "picture",
        "pictured",
        "seen",
        "shown",
        "taken",
    ];
    let lower = said.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let bare = |word: &&str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let Some(verb) = words.iter().position(|word| PAST.contains(word)) else {
        return false;
    };
    let (before, behind) = words.split_at(verb);
    let is_of_picture = |word: &&str| OF_PICTURES.contains(&bare(word).as_str());
    let is_year = |word: &str| {
        word.len() == 4
            && word.starts_with(['1', '2'])
            && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut dated = behind.windows(2);
    let is_dated = dated
        .any(|pair| matches!(pair, [when, year] if WHEN.contains(when) && is_year(&bare(year))));
    is_dated
        && !words.iter().any(is_of_picture)
        && !before
            .iter()
            .any(|word| word.ends_with(',') || BESIDES.contains(word))
}

/// Whether a caption states a figure. What only says who is seen on a picture, when and where, does not.
fn states_figure(said: &str) -> bool {
    let words: Vec<&str> = said.split_whitespace().collect();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let is_date = |at: usize| {
        let near = [at.checked_sub(1), Some(at + 1)];
        near.into_iter()
            .flatten()
            .any(|near| words.get(near).is_some_and(|word| is_month(&bare(word))))
    };
    words.iter().enumerate().any(|(at, word)| {
        let number = bare(word);
        let is_year = number.len() == 4 && number.starts_with(['1', '2']);
        let is_beside = word.starts_with('(') && word.trim_end_matches(['.', ',']).ends_with(')');
        number.starts_with(|c: char| c.is_ascii_digit()) && !is_year && !is_beside && !is_date(at)
    })
}

/// Leaves of the captions of an article those that say something, once and behind the beginning of its text, as plain text. What stands above the text shows
/// what it is about.
pub(super) fn keep_told(article: &Document, weights: &Weights) {
    let root = article.root();
    let all = weights.get(&root).prose;
    let mut has_begun = false;
    let mut told: Vec<(NodeRef<'_>, Option<String>)> = Vec::new();
    let mut seen: HashSet<String> = HashSet::new();
    for node in root.descendants_it() {
        has_begun |= weights.own(&node).prose > 0;
        if node.has_name("figcaption") && !is_part_of_text(&node) {
            let said = self::told(&node).filter(|said| has_begun && seen.insert(said.clone()));
            told.push((node, said));
        }
    }
    let length: usize = told
        .iter()
        .filter_map(|(_, said)| said.as_ref())
        .map(String::len)
        .sum();
    let is_gallery = length as f32 > all as f32 * MOST;
    for (caption, said) in told {
        match said.filter(|_| !is_gallery) {
            Some(said) => caption.set_text(said),
            None => caption.remove_from_parent(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROSE: &str = "The pilot buses lost a third of their range in January, and the operator sent two diesel buses to help out on the longest of the routes.";

    fn left(inside: &str, take_out: impl Fn(&Document, &Weights)) -> String {
        let article = Document::fragment(format!("<div>{inside}</div>"));
        take_out(&article, &Weights::of(&article.root()));
        single_spaced(&article.root().text())
    }

    #[test]
    fn the_words_beside_a_picture_go_with_it() {
        let text = left(
            &format!(
                "<p>{PROSE}</p><div class=x><img src=a.png><p>A bus in the snow. Archive</p></div><p>{PROSE} <img src=b.png></p>"
            ),
            remove,
        );
        assert_eq!(text, format!("{PROSE}{PROSE}"));
    }
    #[test]
    fn steps_that_are_shown_in_pictures_stay() {
        let steps: Vec<String> = (1..8)
            .map(|n| format!("<div class=step><p>Step {n}</p><p>Insert plant {n} into the hole.</p><img src={n}.png></div>"))
            .collect();
        let steps = steps.concat();
        let text = left(&format!("<p>{PROSE}</p>{steps}"), remove);
        assert!(text.contains("Insert plant 7"), "{text}");
    }

    #[test]
    fn a_caption_that_states_something_stays_without_whose_the_picture_is() {
        let figure = |caption: &str| {
            format!("<figure><img src=a.png><figcaption>{caption}</figcaption></figure>")
        };
        let stated = "Between 400 and 600 mains break each year in the city, an official said.";
        let stated_too = "The hall holds 96 racks of batteries, and the operator wants more.";
        let happened = "The bridge was built in 1931 by Ott and Sons";
        let page = format!(
            "{}<p>{PROSE}</p><p>{PROSE}</p><p>{PROSE}</p>{}{}{}{}{}{}{}{}",
            figure("In this photo of last year, a bus of the operator stands in the snow."),
            figure(&format!(
                "{stated}<span class=photo-credit>Credit: A. Penrose. All rights reserved.</span>"
            )),
            figure(&format!("{stated_too} Photo: A. Penrose")),
            figure("A main in Queens"),
            figure("A bus of the operator stands in the snow on Tuesday, Nov. 19, 2019."),
            figure("Photo: A. Penrose for the Herald, all of them in the winter of that year."),
            figure(happened),
            figure("Ada Ott, who was elected in 2018, speaks to the crowd at the quay"),
            figure("The old lock at Keld was photographed from the tower in 1931"),
        );
        assert_eq!(
            left(&page, keep_told),
            format!("{PROSE}{PROSE}{PROSE}{stated}{stated_too}{happened}")
        );
    }
}
