//! Talk: what a model says to whoever asked, instead of the part or around it. "Sure! Here is the text:", "I am sorry, I cannot help with that."
//!
//! A sentence that cites is none of it. English is known by its phrases, all languages by where talk stands and how it is marked. What is left of a reply must still be able to be the part that was asked for: a rewrite that cites nothing, or is a
//! fraction of what stands there, would take the brief away without anybody having wanted that.

mod address;
mod structure;

use super::edits;
use crate::check;
use crate::study::citation;

/// How talk begins, in small letters, whatever follows.
const BEGINNINGS: &[&str] = &[
    "i am sorry",
    "i'm sorry",
    "i'm afraid",
    "i am afraid",
    "i apolog",
    "i cannot",
    "i can't",
    "i can not",
    "i could not find",
    "i am unable",
    "i'm unable",
    "i am not able",
    "i'm not able",
    "i do not have",
    "i don't have",
    "i won't",
    "i will not",
    "i'd be happy",
    "i would be happy",
    "i have made",
    "i have written",
    "i have rewritten",
    "i have updated",
    "i have revised",
    "i've made",
    "i've written",
    "i've rewritten",
    "i've updated",
    "i've revised",
    "i hope",
    "as an ai",
    "as a language model",
    "as a large language model",
    "let me know",
    "please let me know",
    "please provide",
    "feel free",
    "is there anything",
    "would you like",
    "could you please",
    "can you please",
    "thank you for",
    "you are right",
    "you're right",
    "unfortunately, i ",
];

/// Words that are talk by themselves, before a mark.
const ASSENT: &[&str] = &[
    "sure",
    "certainly",
    "of course",
    "absolutely",
    "okay",
    "ok",
    "understood",
    "got it",
    "sorry",
];

/// How an announcement begins, and what it is about; it ends with a colon.
const ANNOUNCES: &[&str] = &[
    "here is",
    "here's",
    "here are",
    "below is",
    "below are",
    "the following",
];

/// How one begins that may end with a full stop, where it is said to the reader or says what was done to the text.
const HANDS_OVER: &[&str] = &["here is", "here's", "here are", "below is", "below are"];
const DONE: &str =
    "requested asked revised updated rewritten edited corrected improved shortened expanded";

/// Words by one of which a text speaks of the evidence, whatever the evidence is about.
const EVIDENCE: &str = "evidence sources passages documents findings materials";

/// Words that deny, and words of telling: a sentence with one of each says that something is not told.
const DENIES: &[&str] = &[
    "no", "not", "nothing", "none", "nobody", "nowhere", "neither", "never",
];
const TELLS: &[&str] = &[
    "say",
    "says",
    "said",
    "state",
    "states",
    "stated",
    "name",
    "names",
    "named",
    "known",
    "given",
    "mention",
    "mentions",
    "mentioned",
    "report",
    "reports",
    "reported",
    "describe",
    "describes",
    "described",
    "discussed",
    "recorded",
    "documented",
    "addressed",
    "covered",
    "clear",
];

/// Words beside which `open` says that something is not told: `It remains open who pays.`
const STILL: &[&str] = &[
    "remain",
    "remains",
    "still",
    "left",
    "question",
    "questions",
    "whether",
    "evidence",
];

/// The least share of the words that stand there that a rewrite keeps.
const LEAST: f32 = 0.4;

/// A reply without the talk at its beginning and its end.
pub(super) fn without_talk(reply: &str) -> &str {
    let whole = own_turn(reply.trim());
    let mut text = structure::inside_frame(whole).unwrap_or(whole);
    loop {
        let known = text;
        text = without_phrases(text);
        text = text.get(structure::leading(text)..).unwrap_or(text);
        text = text.get(..structure::trailing(text)).unwrap_or(text);
        text = text.trim();
        if text == known {
            return text;
        }
    }
}

/// A reply without the name of who speaks, and without the turns that a model makes up behind its own, each under such a name.
fn own_turn(reply: &str) -> &str {
    let mut text = reply;
    let (mut at, mut others) = (0, None);
    for line in reply.split_inclusive('\n') {
        if at > 0 && spoken_by(line, &["human", "user"]).is_some() {
            others.get_or_insert(at);
        } else if let (Some(_), Some(end)) = (spoken_by(line, &["assistant"]), others) {
            text = reply.get(..end).unwrap_or(reply).trim_end();
            break;
        }
        at += line.len();
    }
    spoken_by(text, &["assistant"]).map_or(text, str::trim_start)
}

/// What stands on a line behind the name of who speaks, where it is one of these.
fn spoken_by<'a>(line: &'a str, names: &[&str]) -> Option<&'a str> {
    let line = line.trim_start_matches(['*', '#', ' ']);
    let (name, said) = line.split_once(':')?;
    let name = name.trim_end_matches('*');
    let is_one = names.iter().any(|known| name.eq_ignore_ascii_case(known));
    is_one.then(|| said.trim_start_matches('*'))
}

/// The same without what English begins and ends with.
fn without_phrases(text: &str) -> &str {
    let mut text = text;
    while let Some(first) = check::sentences(text).first().cloned() {
        let end = announced(text).unwrap_or(first.end);
        if !text.get(..end).is_some_and(is_talk) {
            break;
        }
        text = text.get(end..).unwrap_or_default().trim_start();
    }
    while let Some(last) = check::sentences(text).last().cloned() {
        if !text.get(last.clone()).is_some_and(is_talk) {
            break;
        }
        text = text.get(..last.start).unwrap_or_default().trim_end();
    }
    text
}

/// The end of a first line that announces what follows.
fn announced(text: &str) -> Option<usize> {
    let line = text.lines().next()?;
    (line.trim_end_matches([' ', '*', '_']).ends_with(':') && !line.trim_start().starts_with('#'))
        .then_some(line.len())
}

/// Whether a line counts the words of the text, as prompts that name a number make models do: `(Word count: 34)`, `[220 words]`.
fn counts_words(line: &str) -> bool {
    let around: &[char] = &['(', ')', '[', ']', '*', '_', '~', ' ', '.', '-', '—'];
    let bare = line.trim_matches(around).to_lowercase();
    let number = |text: &str| {
        let text = text.trim_matches(|c: char| ": ~≈*_".contains(c));
        !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || ", ".contains(c))
    };
    let counted = |rest: &str| number(rest) || rest.strip_suffix("words").is_some_and(number);
    [
        "word count",
        "words",
        "total words",
        "number of words",
        "length",
    ]
    .iter()
    .filter_map(|label| bare.strip_prefix(label))
    .chain(
        bare.strip_prefix("about ")
            .or(Some(bare.as_str()))
            .filter(|rest| rest.ends_with("words")),
    )
    .any(counted)
}

/// What stands behind `Note:`, under which models tell whoever asked what they did; all of it where there is none.
fn noted(words: &str) -> &str {
    const LABELS: &[&str] = &[
        "please note",
        "note to the analyst",
        "note",
        "disclaimer",
        "p.s.",
        "ps",
    ];
    let marks: &[char] = &['*', '_', ':', ' '];
    let mut labels = LABELS.iter().filter_map(|label| words.strip_prefix(label));
    let said = labels.find(|rest| rest.trim_start_matches(['*', '_']).starts_with(':'));
    said.map_or(words, |said| said.trim_start_matches(marks))
}

/// Whether a sentence speaks to whoever asked.
fn is_talk(sentence: &str) -> bool {
    if !citation::numbers(sentence).is_empty() {
        return false;
    }
    if counts_words(sentence) {
        return true;
    }
    let sentence = sentence
        .trim()
        .trim_start_matches(['*', '_', '"', '“', '-', '>']);
    let words = sentence.trim_start().to_lowercase().replace('’', "'");
    let words = noted(&words);
    let begins = |with: &&str| words.starts_with(with);
    let assents = |word: &&str| {
        let rest = words.strip_prefix(*word);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['!', ',', '.', ':', ';']))
    };
    BEGINNINGS.iter().any(begins)
        || ASSENT.iter().any(assents)
        || (words.trim_end_matches(['*', '_']).ends_with(':') && ANNOUNCES.iter().any(begins))
        || (HANDS_OVER.iter().any(begins)
            && (address::is_to_reader(sentence) || says_what_was_done(words)))
}

/// Whether a sentence that hands a text over says what was done to it.
fn says_what_was_done(words: &str) -> bool {
    let mut said = words.split(|letter: char| !letter.is_alphanumeric());
    said.any(|word| DONE.split(' ').any(|done| done == word))
}

/// Whether a text that cites nothing is said to the reader: it asks the reader something, speaks of its writer, or says nothing else.
fn is_said_to_reader(text: &str) -> bool {
    let sentences = check::sentences(text).into_iter();
    let sentences: Vec<&str> = sentences.filter_map(|span| text.get(span)).collect();
    let asks = |one: &&str| structure::is_called(one) && address::is_to_reader(one);
    let is_of_writer = |one: &&str| address::is_of_writer(one);
    let calls = |one: &&str| structure::is_called(one) || address::is_to_reader(one);
    sentences.iter().any(|one| asks(one) || is_of_writer(one)) || sentences.iter().all(calls)
}

/// Why this reply, of which `text` is what it has of a part, is no part. A part cites, or says of what it is `about` that the evidence does not hold it.
pub(super) fn why_no_part(reply: &str, text: &str, about: Option<&str>) -> Option<String> {
    let says_of_nothing = citation::numbers(text).is_empty() && !names_what_is_missing(text);
    let is_beside = |about: &str| {
        says_of_nothing
            && !structure::speaks_of(text, about)
            && !structure::speaks_of(text, EVIDENCE)
    };
    let is_text = !text.trim().is_empty();
    if is_text && about.is_some() && says_of_nothing && is_said_to_reader(text) {
        Some("it addresses the reader instead of being the text of the part".to_owned())
    } else if is_text {
        about.is_some_and(is_beside).then(|| {
            "it cites nothing and addresses neither the question nor the evidence".to_owned()
        })
    } else if reply.trim().is_empty() {
        Some("it answered without any text".to_owned())
    } else {
        Some("it addresses the reader instead of being the text of the part".to_owned())
    }
}

/// Whether a sentence says that something is not told: `Whether the residents agree is not said.`
pub(super) fn names_what_is_missing(text: &str) -> bool {
    let mut sentences = check::sentences(text).into_iter();
    sentences.any(|span| text.get(span).and_then(missing).is_some())
}

/// What a sentence without a citation says that it is not told, in its words.
pub(super) fn missing(sentence: &str) -> Option<String> {
    let words = || check::words(sentence).filter_map(|span| sentence.get(span));
    let has = |known: &[&str]| words().any(|word| known.contains(&check::plain(word).as_str()));
    let is_missing = citation::numbers(sentence).is_empty()
        && (has(DENIES) && has(TELLS)
            || has(&["unknown", "unclear"])
            || has(&["open"]) && has(STILL));
    let says_so = |word: &&str| {
        let word = check::plain(word);
        let one = word.trim_end_matches('s');
        DENIES.contains(&&*word)
            || TELLS.contains(&&*word)
            || EVIDENCE
                .split(' ')
                .any(|known| known.trim_end_matches('s') == one)
    };
    let kept: Vec<&str> = words().filter(|word| !says_so(word)).collect();
    is_missing.then(|| kept.join(" "))
}

/// Why this reply, of which `text` is what it has of a part, cannot stand in place of what the part reads `now`. Sources that are `gone` need not be kept, and whoever
/// asked for less gets less.
pub(super) fn why_no_rewrite(
    reply: &str,
    now: &str,
    text: &str,
    gone: &[u32],
    is_steered: bool,
) -> Option<String> {
    if let Some(why) = why_no_part(reply, text, None) {
        return Some(why);
    }
    if edits::names_edits(text) {
        return Some("it names edits in a form that cannot be read".to_owned());
    }
    let cites = |text: &str| !citation::numbers(text).is_empty();
    if cites(now) && !cites(text) {
        return Some(
            "it contains no edits, and read as a whole part it drops all citations".to_owned(),
        );
    }
    let kept = citation::numbers(text);
    let mut sources = citation::numbers(now);
    sources.retain(|number| !gone.contains(number));
    let dropped = sources.iter().filter(|number| !kept.contains(number));
    let dropped = dropped.count();
    if !is_steered && 2 * dropped > sources.len() {
        return Some(format!(
            "it contains no edits, and read as a whole part it drops {dropped} of {} sources",
            sources.len()
        ));
    }
    let words = |text: &str| text.split_whitespace().count();
    let (before, after) = (words(now), words(text));
    (!is_steered && (after as f32) < LEAST * before as f32).then(|| {
        format!("it is no edits, and as a whole part it has {after} words in place of {before}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_to_whoever_asked_is_taken_off() {
        let part = "The depot has 48 chargers [1]. Two are broken [2].";
        for reply in [
            format!("Sure! Here is the updated part:\n\n{part}"),
            format!("Certainly. {part}\n\nLet me know if you want more!"),
            format!("**Here is the rewritten text:**\n{part}"),
            format!("I’m sorry for the delay. {part} I hope this helps."),
            format!("{part}\n\n(Word count: 34)"),
            format!("{part}\n\n**Word count:** 34"),
            format!("{part}\n\n[~34 words]"),
            format!("{part} (34 words)"),
            format!("{part}\n\n**Note:** I could not find more."),
            format!("{part}\n\nNote: I have made no other changes."),
            part.to_owned(),
        ] {
            assert_eq!(without_talk(&reply), part, "{reply}");
        }
        for kept in [
            "Sure footing matters to buyers. It rains [1].",
            "I cannot be everywhere, the driver told the paper [1].",
            "Here are three reasons: price, range, noise.",
            "Two reasons stand out:\n\n- price [1]\n- range [2]",
            "Certainly the plan is old [1].",
            "The plan is old [1].\n\n**Note:** the figures are from 2019.",
            "The plan is old [1]. Its authors needed 34 words.",
        ] {
            assert_eq!(without_talk(kept), kept);
        }
        assert_eq!(without_talk("I am sorry, I cannot help with that."), "");
    }

    #[test]
    fn an_offer_of_help_or_a_question_to_the_reader_is_no_part_whatever_it_speaks_of() {
        let about = "What should the town do about its tram? Situation. The tram will cost 214 million euros.";
        let left = |reply: &str| why_no_part(reply, without_talk(reply), Some(about));
        for talk in [
            "I'd be happy to help with your research. Could you share the documents with me?",
            "Sure! Here is the Situation part you asked for. Let me know if you want changes.",
            "Sure! I'd love to help you. What would you like to talk about today?",
            "The documents were not attached. Could you send them to me again?",
            "Before I begin, which tram do you mean?",
            "Thanks for the tram documents! Which of them should come first?",
            "Once you upload the passages, I will write the part on the tram.",
        ] {
            assert!(left(talk).is_some(), "{talk}");
        }
        for part in [
            "The evidence does not say who pays for the tram.",
            "Nothing in the documents tells what the tram will cost.",
            "The tram will cost 214 million euros [1].",
            "Elizabeth I never saw a tram, the passages say.",
        ] {
            assert_eq!(left(part), None, "{part}");
        }
    }

    #[test]
    fn what_hands_a_text_over_is_taken_off_and_the_text_is_not() {
        let part = "The depot has 48 chargers [1]. Two are broken [2].";
        for reply in [
            format!("Sure! Here is the Situation part you asked for. {part}"),
            format!("Here is the revised text. {part}"),
            format!("I've gone through your files.\n\n{part}"),
            format!("{part} You can ask me for a shorter one."),
        ] {
            assert_eq!(without_talk(&reply), part, "{reply}");
        }
        for kept in [
            "Below is the river that floods. The depot has 48 chargers [1].",
            "Whoever charges there pays twice. The depot has 48 chargers [1].",
            "The depot has 48 chargers [1]. Chargers are where you pay twice.",
        ] {
            assert_eq!(without_talk(kept), kept);
        }
    }

    #[test]
    fn turns_that_a_model_makes_up_behind_its_own_are_taken_off() {
        let part = "The depot has 48 chargers [1]. Two are broken [2].";
        for reply in [
            format!("assistant: {part}\n\nHuman: more\n\nAssistant: It has 60 [1]."),
            format!("**Assistant:** {part}"),
            format!("{part}\n\nUser: And?\nAssistant: No."),
        ] {
            assert_eq!(without_talk(&reply), part, "{reply}");
        }
        let quoted = "They were asked [1].\n\nUser: a person who pays for it [2].";
        assert_eq!(without_talk(quoted), quoted);
    }

    #[test]
    fn talk_is_known_in_any_language_by_where_it_stands_and_how_it_is_marked() {
        let part = "The depot has 48 chargers [1]. Two are broken [2].";
        for reply in [
            format!("Gerne! {part}"),
            format!("Hier ist der überarbeitete Abschnitt über die Ladesäulen:\n\n{part}"),
            format!("Voici la partie mise à jour :\n{part}\n\nSouhaitez-vous autre chose ?"),
            format!("¡Por supuesto! Aquí lo tiene.\n\n---\n\n{part}\n\n---\n\nEspero que sirva."),
            format!("以下是更新后的部分：\n\n{part}\n\n还需要其他修改吗？"),
            format!("Конечно!\n\n```markdown\n{part}\n```\nНапишите, если нужно ещё."),
            format!("Ich habe alles geprüft und verbessert!\n\n{part}"),
            format!("{part} Soll ich noch etwas ändern?"),
        ] {
            assert_eq!(without_talk(&reply), part, "{reply}");
        }
        for kept in [
            "Zwei Gründe stechen hervor:\n\n- der Preis [1]\n- die Reichweite [2]",
            "The depot has 48 chargers [1].\n\nShould the depot buy more chargers?",
            "The depot of Norland holds nothing!\n\nThe depot has 48 chargers [1].",
            "Was es kostet, sagt keine Quelle.\n\nDas Depot hat 48 Ladesäulen [1].",
            "One [1].\n\n---\n\nTwo [2].",
        ] {
            assert_eq!(without_talk(kept), kept);
        }
    }

    #[test]
    fn a_text_about_something_else_is_no_part_and_one_that_names_what_is_missing_is() {
        let about =
            "What do the depots hold, and what do they cost? Situation. The depot has 48 chargers.";
        let why = |text: &str| why_no_part(text, text, Some(about));
        for other in [
            "Es tut mir leid, dabei kann ich nicht helfen, denn das verstößt gegen meine Regeln.",
            "Je ne peux pas répondre à cette demande.",
            "申し訳ありませんが、お手伝いできません。",
        ] {
            assert!(why(other).is_some(), "{other}");
        }
        for part in [
            "The evidence does not say what the depots cost.",
            "Was die Depots kosten, steht nirgends.",
            "48 of them [1].",
            // Whatever words it finds for that.
            "No obstacle is named in the evidence.",
            "No source mentions any obstacle.",
            "The sources do not say what stands in the way.",
            "What stands in the way is not known.",
            "Whether the residents agree is not said.",
            "It remains unclear who opposes it.",
        ] {
            assert_eq!(why(part), None, "{part}");
        }
    }

    #[test]
    fn a_refusal_or_a_fraction_is_no_rewrite() {
        let now = "The depot has 48 chargers [1]. Two are broken [2]. The plan foresees 60 of them by the end of 2027 [3].";
        let why = |reply: &str| why_no_rewrite(reply, now, without_talk(reply), &[], false);
        for reply in [
            "I am sorry, I cannot help with that.",
            "Es tut mir leid, dabei kann ich nicht helfen, denn das verstößt gegen meine Regeln.",
            "In 2025 the depot got four new chargers of a faster kind, which the town paid for [4].",
            "The depot has many chargers and some are broken and more are planned for later years.",
            "All good [1].",
            "",
            "My edits are these. REPLACE sentence 1 so that it says 52 [1], DELETE sentence 2, and keep all of the others.",
        ] {
            assert!(why(reply).is_some(), "{reply}");
        }
        assert_eq!(
            why(
                "The depot has 52 chargers [1][4], of which two are broken [2]; 60 are foreseen [3]."
            ),
            None
        );
        let one =
            "The plan foresees 60 of them by the end of 2027, of which many stand already [3].";
        assert!(why(one).is_some());
        assert_eq!(why_no_rewrite(one, now, one, &[1, 2], false), None);
        let shorter = "The depot has 48 chargers [1].";
        assert_eq!(why_no_rewrite(shorter, now, shorter, &[], true), None);
    }
}
