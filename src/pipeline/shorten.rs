//! One passage in fewer words: how a model is asked for it, whether its answer may stand for the passage, and what serves where it may not [R5].
//!
//! The request depends on the question and the passage alone, so that one answer serves every section. An answer that lost a number, brought in
//! one, or brought in a name is not used: the passage's own best sentences are.

use std::collections::HashSet;

use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation;

use super::compress::SHORT;
use super::fence::fence;
use super::prompts::{PromptError, Prompts};
use super::request::{Message, Role};
use super::structured::Schema;
use crate::check::{self, Evidence, Index, Lexicon, Quantity};
use crate::digest::short_hex;
use crate::study::{BUILT_IN_WRITER, Compressed, Compression, Passage, PassageId, Study};

/// A short request beside the conversation.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ask {
    pub messages: Vec<Message>,
    pub max_tokens: u32,
    /// The form of the answer, for servers that hold a model to it; what comes has to be read with care all the same.
    pub schema: Option<Schema>,
    /// First 16 hex digits of the SHA-256 of the messages.
    pub key: String,
}

/// Room for a model that thinks a little before it answers; the text itself has fewer than 60 tokens.
const MAX_TOKENS: u32 = 400;
/// Where the numbers alone are longer than this, no sentence could hold them.
const LONGEST_NUMBERS: usize = 140;
/// The share of an answer's words that must be the passage's.
const OWN_WORDS: f32 = 0.6;

#[derive(Serialize)]
struct Variables<'a> {
    question: &'a str,
    passage: &'a str,
    fence: &'a str,
    numbers: Vec<&'a str>,
    characters: usize,
}

/// The request for a shorter passage; `None` where it holds more numbers than a short text could keep.
pub fn ask(
    question: &str,
    passage: &Passage,
    prompts: &Prompts,
) -> Result<Option<Ask>, PromptError> {
    let text = passage.text.trim();
    let mut numbers: Vec<&str> = Vec::new();
    for (sentence, quantity) in quantities(text) {
        let number = sentence.get(quantity.span).unwrap_or_default();
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    let length: usize = numbers
        .iter()
        .map(|number| number.chars().count() + 1)
        .sum();
    if length > LONGEST_NUMBERS {
        return Ok(None);
    }
    let variables = Variables {
        question,
        passage: text,
        fence: &fence(text),
        numbers,
        characters: SHORT,
    };
    let content = prompts.render("compress", &variables)?;
    Ok(Some(Ask {
        key: short_hex(&content),
        messages: vec![Message {
            role: Role::User,
            content,
        }],
        max_tokens: MAX_TOKENS,
        schema: None,
    }))
}

/// The answer to an earlier request that was the same, if there was one.
#[must_use]
pub fn answered<'a>(
    study: &'a Study,
    model: &str,
    passage: PassageId,
    ask: &Ask,
) -> Option<&'a Compression> {
    study
        .compressions
        .iter()
        .rev()
        .find(|known| known.passage == passage && known.request == ask.key && known.by == model)
}

/// A passage in fewer words: as `model` answered, or else in its own best sentences. `failed` says why the model gave no answer, where it was asked.
pub fn shortened(
    study: &Study,
    model: Option<&str>,
    passage: &Passage,
    prompts: &Prompts,
    failed: Option<&str>,
) -> Compressed {
    let refused = match model {
        None => failed.map(str::to_owned),
        Some(model) => match ask(&study.question, passage, prompts) {
            Err(broken) => Some(broken.to_string()),
            Ok(None) => Some("it contains too many numbers to shorten".to_owned()),
            Ok(Some(ask)) => {
                match answered(study, model, passage.id, &ask).map(|known| &known.text) {
                    Some(Ok(text)) => {
                        return Compressed {
                            text: text.clone(),
                            by: model.to_owned(),
                            refused: None,
                        };
                    }
                    Some(Err(why)) => Some(why.clone()),
                    None => failed.map(str::to_owned),
                }
            }
        },
    };
    Compressed {
        text: own_sentences(&study.question, passage),
        by: BUILT_IN_WRITER.to_owned(),
        refused,
    }
}

/// What a model's answer is worth: the text that may stand for the passage, or why it may not.
pub fn read(reply: &str, question: &str, passage: &Passage) -> Result<String, String> {
    let text = only_line(reply)?;
    let length = text.chars().count();
    if length >= SHORT {
        return Err(format!("the answer has {length} characters"));
    }
    let said = quantities(&text);
    let known = quantities(&passage.text);
    let holds = |sources: &[(&str, Quantity)], claim: &Quantity| {
        sources.iter().any(|(_, source)| source.bears_out(claim))
    };
    if let Some((sentence, lost)) = known.iter().find(|(_, number)| !holds(&said, number)) {
        let lost = sentence.get(lost.span.clone()).unwrap_or_default();
        return Err(format!("the answer lost {lost}"));
    }
    if let Some((sentence, new)) = said.iter().find(|(_, number)| !holds(&known, number)) {
        let new = sentence.get(new.span.clone()).unwrap_or_default();
        return Err(format!("the answer says {new}, which the passage does not"));
    }
    let own = words(&passage.text);
    let said = words(&text);
    let names = check::sentences(&text)
        .into_iter()
        .filter_map(|span| text.get(span))
        .flat_map(check::names);
    if let Some(name) = names
        .into_iter()
        .find(|name| !name.words.iter().all(|word| own.contains(word)))
    {
        return Err(format!(
            "the answer names {}, which the passage does not",
            name.text
        ));
    }
    let asked = check::names(question);
    if let Some(lost) = asked
        .iter()
        .flat_map(|name| &name.words)
        .find(|word| own.contains(*word) && !said.contains(*word))
    {
        return Err(format!(
            "the answer lost “{lost}”, which the question names"
        ));
    }
    let mut lexicon = Lexicon::default();
    let own: HashSet<_> = lexicon.terms(&passage.text).into_iter().collect();
    let terms = lexicon.term_set(&text);
    let shared = terms.iter().filter(|term| own.contains(term)).count();
    if terms.is_empty() || (shared as f32) < OWN_WORDS * terms.len() as f32 {
        return Err("the answer is not about the passage".to_owned());
    }
    Ok(text)
}

/// The sentences of a passage that say most about the question, in the order of the passage, within the length of a compressed passage.
#[must_use]
pub fn own_sentences(question: &str, passage: &Passage) -> String {
    const GAP: &str = " … ";
    let mut index = Index::new([Evidence { number: 0, passage }]);
    let terms = index.lexicon.term_set(question);
    let mut weights = vec![0.0_f32; index.entries.len()];
    for (at, weight) in index.shared(&terms) {
        if let Some(known) = weights.get_mut(at) {
            *known += weight;
        }
    }
    let mut ranked: Vec<usize> = (0..index.entries.len()).collect();
    let weight = |at: usize| weights.get(at).copied().unwrap_or_default();
    ranked.sort_by(|&a, &b| weight(b).total_cmp(&weight(a)).then(a.cmp(&b)));
    let sentence = |at: usize| index.entries.get(at).map_or("", |entry| index.text(entry));
    let mut taken: Vec<usize> = Vec::new();
    let mut length = 0;
    for at in ranked.iter().copied() {
        let size = sentence(at).chars().count() + GAP.chars().count();
        if length + size < SHORT + GAP.chars().count() && size > 0 {
            length += size;
            taken.push(at);
        }
    }
    if taken.is_empty() {
        let best = ranked
            .first()
            .map_or(passage.text.trim(), |&at| sentence(at));
        return cut(best, SHORT - 1);
    }
    taken.sort_unstable();
    let mut text = String::new();
    let mut last = None;
    for at in taken {
        let next = last.is_some_and(|last: usize| last + 1 == at);
        text.push_str(if text.is_empty() {
            ""
        } else if next {
            " "
        } else {
            GAP
        });
        text.push_str(sentence(at));
        last = Some(at);
    }
    one_line(&text)
}

/// The one line of an answer, without what models put around it.
fn only_line(reply: &str) -> Result<String, String> {
    let mut lines: Vec<&str> = reply
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("```"))
        .collect();
    if lines.len() > 1 && lines.first().is_some_and(|line| line.ends_with(':')) {
        lines.remove(0);
    }
    let [line] = lines.as_slice() else {
        return Err("the answer is not one line of text".to_owned());
    };
    let line = line
        .trim_matches(|edge| matches!(edge, '"' | '“' | '”' | '*' | '`'))
        .trim();
    if line.is_empty() || line.starts_with(['{', '[', '<']) {
        return Err("the answer is not one line of text".to_owned());
    }
    Ok(one_line(line))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The firm numbers of a text, each with its sentence. A citation mark is none.
fn quantities(text: &str) -> Vec<(&str, Quantity)> {
    let mut all = Vec::new();
    for sentence in check::sentences(text)
        .into_iter()
        .filter_map(|span| text.get(span))
    {
        for quantity in check::quantities(sentence) {
            let before = sentence.get(..quantity.span.start).unwrap_or_default();
            let after = sentence.get(quantity.span.end..).unwrap_or_default();
            let is_mark = before.ends_with(['[', '^']) && after.starts_with([']', ',', '-']);
            if quantity.is_firm() && !is_mark {
                all.push((sentence, quantity));
            }
        }
    }
    all
}

fn words(text: &str) -> HashSet<String> {
    check::words(text)
        .filter_map(|span| text.get(span))
        .map(check::plain)
        .collect()
}

/// The start of a text up to a word's end, marked as cut.
fn cut(text: &str, most: usize) -> String {
    let text = one_line(text);
    if text.chars().count() <= most {
        return text;
    }
    let mut kept = String::new();
    let mut length = 0;
    // Room for a space and the mark.
    for piece in text.split_word_bounds() {
        length += piece.chars().count();
        if length + 2 > most {
            break;
        }
        kept.push_str(piece);
    }
    format!("{} …", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const QUESTION: &str = "What did the Harbour depot trial show about range?";
    const TEXT: &str = "The trial at the Harbour depot ran from March to May 2024. Of 48 buses, 41 came back with less than 20 % of their charge. Drivers liked the quiet cabins. The operator, Nordlinje, had promised a range of 310 km.";

    fn passage(text: &str) -> Passage {
        Passage {
            id: PassageId(1),
            text: text.to_owned(),
            ..Passage::default()
        }
    }

    #[test]
    fn an_answer_that_keeps_all_numbers_and_names_stands_for_the_passage() {
        let check = |reply: &str, expected: Result<&str, &str>| {
            let found = read(reply, QUESTION, &passage(TEXT));
            match expected {
                Ok(text) => assert_eq!(found.as_deref(), Ok(text), "{reply}"),
                Err(why) => assert!(
                    found.as_ref().is_err_and(|found| found.contains(why)),
                    "{reply}: {found:?}"
                ),
            }
        };
        let good = "Harbour depot trial, March to May 2024: of 48 buses, 41 came back with less than 20 % charge; Nordlinje had promised a range of 310 km.";
        check(good, Ok(good));
        check(&format!("Here is the text:\n\n“{good}”\n"), Ok(good));
        check(&format!("```\n{good}\n```"), Ok(good));
        check(&good.replace("310 km", "a long way"), Err("lost 310 km"));
        check(&good.replace("41 came", "47 came"), Err("lost 41"));
        check(
            &format!("{good} It cost 9 million euros."),
            Err("9 million"),
        );
        check(&good.replace("Nordlinje", "Volvo Buses"), Err("names"));
        check(&good.replace("Harbour", "The"), Err("lost “harbour”"));
        check(&format!("{good} {good}"), Err("characters"));
        check("{\"text\": \"48 buses\"}", Err("one line"));
        check(
            "I cannot do that.\n\nAsk me something else.",
            Err("one line"),
        );
        check("", Err("one line"));
    }

    #[test]
    fn an_answer_about_something_else_does_not_stand_where_there_are_no_numbers_either() {
        let quiet =
            passage("Drivers liked the quiet cabins and the smooth brakes of the new buses.");
        let found = read(
            "Sure, happy to help with whatever comes next.",
            "why?",
            &quiet,
        );
        assert!(found.is_err_and(|why| why.contains("not about")));
    }

    #[test]
    fn the_own_sentences_are_those_about_the_question_in_their_order() {
        let check = |text: &str, expected: &str| {
            assert_eq!(own_sentences(QUESTION, &passage(text)), expected);
        };
        check(
            TEXT,
            "The trial at the Harbour depot ran from March to May 2024. Of 48 buses, 41 came back with less than 20 % of their charge. … The operator, Nordlinje, had promised a range of 310 km.",
        );
        check("Short already.", "Short already.");
        check("", "");
        let long = format!(
            "The range of the trial was {}and no more.",
            "long, ".repeat(60)
        );
        let text = own_sentences(QUESTION, &passage(&long));
        assert!(
            text.ends_with("long, …") && text.chars().count() < SHORT,
            "{text}"
        );
    }

    #[test]
    fn a_passage_of_many_numbers_is_not_sent_to_a_model() {
        let prompts = Prompts::new(&[]).expect("valid");
        let rows: Vec<String> = (0..60)
            .map(|at| format!("Line {at}: {} buses.", at * 7919))
            .collect();
        let table = rows.join(" ");
        assert_eq!(ask(QUESTION, &passage(&table), &prompts), Ok(None));
        let asked = ask(QUESTION, &passage(TEXT), &prompts)
            .expect("rendered")
            .expect("asked");
        let content = &asked.messages[0].content;
        assert!(
            content.contains("310 km") && content.contains("fewer than 200"),
            "{content}"
        );
        let again = ask(QUESTION, &passage(TEXT), &prompts)
            .expect("rendered")
            .expect("asked");
        assert_eq!(asked.key, again.key);
        let other = ask("why?", &passage(TEXT), &prompts)
            .expect("rendered")
            .expect("asked");
        assert_ne!(asked.key, other.key);
    }

    proptest! {
        #[test]
        fn what_stands_for_a_passage_is_short_and_cut_at_no_word(text in "([A-Za-zäß]{1,12}[ .,]{1,2}|[0-9]{1,4} |中文字){0,120}") {
            let source = passage(&text);
            let short = own_sentences("which words", &source);
            prop_assert!(short.chars().count() < SHORT);
            let known = words(&text);
            prop_assert!(words(&short).iter().all(|word| known.contains(word)), "{short}");
        }

        #[test]
        fn an_accepted_answer_holds_every_number(reply in "(48|41|20 %|310 km|2024|March|May|buses|range|trial|depot|Harbour|[., ]){1,40}") {
            if let Ok(text) = read(&reply, QUESTION, &passage(TEXT)) {
                for number in ["48", "41", "20", "310"] {
                    prop_assert!(text.contains(number), "{text}");
                }
            }
        }
    }
}
