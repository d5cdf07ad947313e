//! What of a page looks like its content and was not taken: whoever cites a page should know that there was more on it.
//!
//! Only the text of blocks counts, outside links and outside the parts that are never content. What was taken is known by runs of a few words, so that a
//! block is not missed because a mark in it was left out.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use dom_query::{NodeId, NodeRef};
use foldhash::fast::RandomState;

use super::measure::{INLINE, is_one_of, is_wide};
use super::names;

/// Words that tell a block; shorter ones are labels.
const RUN: usize = 5;
/// Fewer words than this may be anything.
const FEWEST: usize = 60;
/// More than one word of so many is worth a warning.
const SHARE: usize = 5;

/// The blocks of a page that look like its content, in its order.
pub(super) struct Shown(Vec<String>);

impl Shown {
    /// Taken before anything but hidden text is removed from the page.
    pub(super) fn of(body: &NodeRef<'_>) -> Self {
        /// Elements whose text is none of the page's content.
        const NEVER: &[&str] = &[
            "a",
            "aside",
            "button",
            "dialog",
            "figcaption",
            "footer",
            "form",
            "header",
            "nav",
            "noscript",
            "option",
            "script",
            "select",
            "style",
            "svg",
            "template",
            "textarea",
        ];
        let mut blocks: Vec<(NodeId, String)> = Vec::new();
        // By element: the block that its text belongs to, where it counts.
        let mut places: HashMap<NodeId, NodeId, RandomState> = HashMap::default();
        places.insert(body.id, body.id);
        for node in body.descendants_it() {
            let Some(block) = node
                .parent()
                .and_then(|above| places.get(&above.id).copied())
            else {
                continue;
            };
            if node.is_text() {
                match blocks.last_mut() {
                    Some((last, text)) if *last == block => {
                        text.push_str(&node.text());
                    }
                    _ => blocks.push((block, node.text().to_string())),
                }
                continue;
            }
            let is_other = is_one_of(&node, NEVER)
                || names::is_furniture(&node)
                || names::is_comments(&node)
                || names::is_notice(&node)
                || names::is_teaser(&node)
                || names::is_caption(&node);
            if node.is_element() && !is_other {
                let is_inline = is_one_of(&node, INLINE);
                places.insert(node.id, if is_inline { block } else { node.id });
            }
        }
        Self(blocks.into_iter().map(|(_, text)| text).collect())
    }

    /// The words that a text lacks, and says so where they are many.
    pub(super) fn missing_in(&self, text: &str) -> Option<String> {
        let hasher = RandomState::default();
        let mut known: HashSet<u64, RandomState> = HashSet::default();
        let taken = each_run(text, &hasher, |run| {
            known.insert(run);
        });
        let mut seen: HashSet<u64, RandomState> = HashSet::default();
        let mut missing = 0;
        for block in &self.0 {
            let (mut first, mut is_known) = (None, false);
            let words = each_run(block, &hasher, |run| {
                first.get_or_insert(run);
                is_known |= known.contains(&run);
            });
            // A gallery says the same of each of its pictures.
            let is_new = first.is_some_and(|first| seen.insert(first));
            if is_new && !is_known {
                missing += words;
            }
        }
        (missing >= FEWEST && missing * SHARE > missing + taken).then(|| {
            format!(
                "{missing} words that look like content of the page were left out; {taken} were taken"
            )
        })
    }
}

/// What is to be said of a page of which only a few words were taken, one of so many.
pub(super) fn scrap(taken: usize, shown: usize) -> Option<String> {
    const FEW: usize = 60;
    const ONE_OF: usize = 10;
    (taken < FEW && shown > (taken * ONE_OF).max(FEW * ONE_OF / 2)).then(|| {
        format!("only {taken} of the {shown} words of the page were taken, which may not be those that it is about")
    })
}

/// What is to be said of a page of which little was taken that says nothing of its title: a notice, or a list of what else there is.
pub(super) fn beside_the_point(
    title: &str,
    text: &str,
    taken: usize,
    shown: usize,
) -> Option<String> {
    const FEW: usize = 150;
    const ONE_OF: usize = 4;
    /// Letters that tell a word, however it ends; shorter ones are articles, unless they are figures.
    const TELLING: usize = 4;
    if taken >= FEW || taken * ONE_OF >= shown {
        return None;
    }
    let telling = |text: &str| -> HashSet<String> {
        let is_telling = |word: &str| {
            let length = word.chars().count();
            length > TELLING || length == TELLING && word.starts_with(|c: char| c.is_ascii_digit())
        };
        let mut telling = HashSet::new();
        each_word(text, |word| {
            if is_telling(word) {
                telling.insert(word.chars().take(TELLING).collect());
            }
        });
        telling
    };
    let (named, said) = (telling(title), telling(text));
    (named.len() > 1 && named.is_disjoint(&said)).then(|| {
        format!("only {taken} of the {shown} words of the page were taken, and they say nothing of its title")
    })
}

/// Calls `told` with a hash for each run of words; says how many words there are. None of them is kept, as a page may have millions.
fn each_run(text: &str, hasher: &RandomState, mut told: impl FnMut(u64)) -> usize {
    let mut last = [0_u64; RUN];
    let mut words = 0;
    each_word(text, |word| {
        last.rotate_left(1);
        last[RUN - 1] = hasher.hash_one(word);
        words += 1;
        if words >= RUN {
            told(hasher.hash_one(last));
        }
    });
    words
}

/// Words without marks. A character of a script without spaces is one.
fn each_word(text: &str, mut told: impl FnMut(&str)) {
    let words = text.split(|c: char| !c.is_alphanumeric());
    for word in words.filter(|word| !word.is_empty()) {
        if word.contains(is_wide) {
            for c in word.chars() {
                told(c.encode_utf8(&mut [0; 4]));
            }
        } else {
            told(&word.to_lowercase());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dom_query::Document;

    fn missing(body: &str, taken: &str) -> Option<String> {
        let page = Document::from(format!("<body>{body}</body>"));
        Shown::of(&page.body().unwrap()).missing_in(taken)
    }

    #[test]
    fn a_page_says_how_much_of_its_content_was_left_out() {
        let answer = |n: usize| {
            let words: Vec<String> = (0..20).map(|word| format!("word{n}x{word}")).collect();
            words.join(" ")
        };
        let page: Vec<String> = (0..6)
            .map(|n| format!("<div><p>{}</p></div>", answer(n)))
            .collect();
        let warning = missing(&page.concat(), &answer(0)).expect("a warning");
        assert!(
            warning.starts_with("100 words that look like content"),
            "{warning}"
        );
        let all: String = (0..6).map(answer).collect::<Vec<_>>().join("\n\n");
        assert_eq!(missing(&page.concat(), &all), None);
    }

    #[test]
    fn a_notice_that_says_nothing_of_the_title_is_told_from_a_short_article() {
        let told = |text: &str| beside_the_point("How to sew a round tablecloth", text, 8, 90);
        assert!(told("For a better experience download a newer browser.").is_some());
        assert_eq!(told("Tablecloths are sewn in seven steps here."), None);
        let all = beside_the_point("How to sew a round tablecloth", "Download it.", 2, 6);
        assert_eq!(all, None);
        assert_eq!(
            beside_the_point("Notes", "Download a browser.", 3, 90),
            None
        );
    }

    #[test]
    fn menus_notices_and_comments_are_not_missed() {
        let text = "We would all like to read what each of you has to say of this and of that and of all the rest of it, today and tomorrow. ".repeat(9);
        let page = format!(
            "<nav><p>{text}</p></nav><div class=cookie-banner>{text}</div><div id=comments><p>{text}</p></div><p><a href=/>{text}</a></p>"
        );
        assert_eq!(missing(&page, "The article."), None);
    }
}
