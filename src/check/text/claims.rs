//! Which sentences are claims: those that state something about the world that evidence could bear out or not.
//!
//! What the brief says about itself (that evidence is missing, that sources disagree, what comes next) is no claim, as long as it cites nothing: with
//! a citation it says something about that source, and is checked. Nor is what a heading, a caption or a label says, or what tells the reader what to
//! do; nor, in a report, what its writer advises.

mod missing;
mod own_voice;

use self::missing::{is_thin_evidence, lacks_data};
use self::own_voice::is_own_voice;
use super::blocks::{is_task, marker_len};
use super::lead_ins::introduces;
use crate::check::language::terms::{is_stop_word, plain, plain_words, words};

/// Whether a sentence of a section, or of a source, states something to be checked.
#[must_use]
pub fn is_claim(sentence: &str) -> bool {
    is_claim_but(|_, _| false, sentence)
}

/// The same of a sentence of a report: what its writer advises in its own voice, and a short summing-up, are none.
#[must_use]
pub fn is_claim_of_report(sentence: &str) -> bool {
    is_claim_but(is_own_voice, sentence)
}

/// What is no claim though it says something; it is given the words in lower case with a space behind each, and the text.
type Excused = fn(&str, &str) -> bool;

fn is_claim_but(excused: Excused, sentence: &str) -> bool {
    let sentence = sentence.trim();
    let cited = has_mark(sentence);
    // What is still to be done, or was, is no statement about the world.
    if is_structure(sentence) || is_task(sentence) && !cited {
        return false;
    }
    let end = without_closing_marks(sentence);
    if end.ends_with(['?', '？', '؟']) || (end.ends_with(':') && !cited) {
        return false;
    }
    let body = end.get(marker_len(end)..).unwrap_or(end);
    let count = words(body)
        .filter(|span| {
            body.get(span.clone())
                .is_some_and(|word| word.contains(char::is_alphabetic))
        })
        .count();
    let is_item = body.len() < end.len();
    let body = body.trim_start_matches(['*', '_', '"', '“', '(']);
    if points_to(body) {
        return false;
    }
    // `Sources disagree on the cost: [1] and [4].` cites what is stated behind it.
    if cited && introduces(sentence).is_some() {
        return false;
    }
    if count < 3 || cited {
        return cited && (count >= 3 || is_short_statement(body, count));
    }
    !is_label(body) && !is_title(body, is_item) && states_something(body, excused)
}

/// `See [2] for the drought.`, `See https://a.example for details.`: a mark or an address to turn to.
fn points_to(body: &str) -> bool {
    ["See ", "see ", "See also ", "see also ", "Cf. ", "cf. "]
        .iter()
        .filter_map(|start| body.strip_prefix(start))
        .any(|rest| rest.starts_with(['[', '【']) || rest.starts_with("http"))
}

/// Whether a cited line of one or two words states something: `Sales fell`, `Revenue: $9 million`, `Churn 12%`; and does not only point: `See`.
fn is_short_statement(body: &str, count: usize) -> bool {
    #[rustfmt::skip]
    const POINTERS: &[&str] = &[
        "see", "cf", "compare", "source", "sources", "ref", "refs", "reference", "references", "cited", "citation", "citations", "table", "figure", "fig", "data",
        "ibid", "adapted", "quoted", "via", "here", "details", "read", "more",
    ];
    let has_figure = words(body)
        .filter_map(|span| Some((span.start, body.get(span)?)))
        .any(|(at, word)| word.contains(|c: char| c.is_ascii_digit()) && !in_mark(body, at));
    let points = plain_words(body).all(|word| {
        is_stop_word(&word)
            || POINTERS.contains(&word.as_str())
            || !word.contains(char::is_alphabetic)
    });
    (count == 2 || count == 1 && has_figure) && !points && !is_label(body)
}

/// Whether a place is inside brackets.
fn in_mark(body: &str, at: usize) -> bool {
    let before = body.get(..at).unwrap_or_default();
    before.rfind('[') > before.rfind(']')
}

/// Whether what an uncited sentence says is about the world rather than about the text that it stands in.
fn states_something(body: &str, excused: Excused) -> bool {
    says_something(body, excused) || figure_beside(body, excused)
}

/// Whether a sentence that speaks of its evidence, or of the text, states a figure in another of its clauses.
fn figure_beside(body: &str, excused: Excused) -> bool {
    const BETWEEN: &[&str] = &[
        "; ",
        ", but ",
        ", which ",
        ", and ",
        ", yet ",
        ", while ",
        ", although ",
        ": ",
    ];
    let cut = BETWEEN
        .iter()
        .fold(body.to_owned(), |text, between| text.replace(between, "\n"));
    let clauses: Vec<&str> = cut.lines().collect();
    clauses.len() > 1
        && clauses.iter().any(|clause| {
            clause.contains(|c: char| c.is_ascii_digit())
                && words(clause).count() >= 3
                && says_something(clause, excused)
        })
}

/// Whether words say anything about the world.
fn says_something(body: &str, excused: Excused) -> bool {
    let all: Vec<String> = plain_words(body).collect();
    let mut line = all.join(" ");
    line.push(' ');
    for (short, long) in [
        ("don't ", "do not "),
        ("doesn't ", "does not "),
        ("didn't ", "did not "),
    ] {
        line = line.replace(short, long);
    }
    let line = told(&line);
    !(is_about_evidence(line)
        || is_of_the_course(line)
        || is_to_the_reader(line)
        || excused(line, body)
        || is_discourse(&all))
}

/// Headings, rules, table rows, code, comments, pictures, addresses, and definitions of links.
fn is_structure(sentence: &str) -> bool {
    const STARTS: [&str; 9] = ["#", "|", "```", "~~~", "<!--", "</", "![", "---", "=="];
    if STARTS.iter().any(|start| sentence.starts_with(start)) {
        return true;
    }
    let tabs = sentence.matches('\t').count() >= 2;
    let definition = sentence.starts_with('[') && sentence.contains("]: ");
    let tag = sentence.starts_with('<')
        && sentence.ends_with('>')
        && sentence.get(1..).is_some_and(|rest| !rest.contains('<'));
    let link = sentence
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("]("));
    let only_link = link.is_some_and(|(_, target)| target.ends_with(')') && !target.contains(' '));
    let address = sentence.contains("://") && !sentence.contains(' ');
    let underlined = sentence
        .rsplit_once('\n')
        .is_some_and(|(_, last)| last.len() >= 3 && (is_all(last, '=') || is_all(last, '-')));
    let bold = sentence
        .strip_prefix("**")
        .and_then(|rest| rest.strip_suffix("**"));
    tabs || definition
        || tag
        || only_link
        || address
        || underlined
        || bold.is_some_and(|inner| !inner.ends_with(['.', '!']))
}

fn is_all(line: &str, mark: char) -> bool {
    line.chars().all(|letter| letter == mark)
}

/// Whether a bracket with a number, or a mark in lenticular brackets, stands somewhere.
fn has_mark(sentence: &str) -> bool {
    sentence.contains('【')
        || sentence.match_indices('[').any(|(at, _)| {
            sentence.get(at + 1..).is_some_and(|inner| {
                inner
                    .trim_start_matches('^')
                    .starts_with(|first: char| first.is_ascii_digit())
            })
        })
}

/// The sentence up to its last words and their full stop: marks that follow are cut off.
fn without_closing_marks(sentence: &str) -> &str {
    let mut rest = sentence.trim_end();
    while let Some(open) = rest.strip_suffix(']').and_then(|inner| inner.rfind('[')) {
        rest = rest.get(..open).unwrap_or_default().trim_end();
    }
    rest.trim_end_matches(['*', '_', '"', '”'])
}

/// What stands about a text or a picture rather than in it: `Author: …`, `Figure 3: costs by year`.
fn is_label(body: &str) -> bool {
    #[rustfmt::skip]
    const LABELS: &[&str] = &[
        "source", "sources", "author", "authors", "date", "updated", "last updated", "published", "keywords", "tags", "title", "status",
        "version", "prepared by", "contact", "see", "see also", "related", "credit", "photo", "image", "topic", "question", "task",
    ];
    const NUMBERED: &[&str] = &[
        "table", "figure", "fig", "chart", "exhibit", "box", "step", "part", "chapter", "section",
        "appendix", "annex",
    ];
    let lower = body.to_lowercase();
    let named = lower
        .split_once(':')
        .is_some_and(|(label, _)| LABELS.contains(&label.trim_matches(['*', '_', ' '])));
    let mut parts = lower.split_whitespace();
    let numbered = NUMBERED.contains(&parts.next().unwrap_or_default().trim_end_matches('.'))
        && parts
            .next()
            .is_some_and(|number| number.starts_with(|first: char| first.is_ascii_digit()));
    named || numbered && !is_closed(body)
}

/// A heading without a mark of one: few words, no full stop, nothing that could be its verb, or capitals throughout.
fn is_title(body: &str, is_item: bool) -> bool {
    const MOST_WORDS: usize = 8;
    #[rustfmt::skip]
    const VERBS: &[&str] = &[
        "is", "are", "was", "were", "be", "been", "has", "have", "had", "do", "does", "did", "can", "could", "may", "might", "must",
        "shall", "should", "will", "would", "cannot",
    ];
    if is_item || is_closed(body) || !body.starts_with(char::is_uppercase) {
        return false;
    }
    let all: Vec<&str> = words(body).filter_map(|span| body.get(span)).collect();
    let says = all.iter().any(|word| {
        let number = word.contains(|letter: char| letter.is_ascii_digit());
        number && !is_year(word) || VERBS.contains(&plain(word).as_str())
    });
    let capitals = all
        .iter()
        .filter(|word| !is_stop_word(&plain(word)))
        .all(|word| word.starts_with(char::is_uppercase));
    all.len() <= MOST_WORDS && !says || all.len() <= 2 * MOST_WORDS && capitals
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && (word.starts_with("19") || word.starts_with("20"))
}

fn is_closed(body: &str) -> bool {
    const STOPS: [char; 4] = ['.', '!', '…', '。'];
    // `It fell. (notes.txt)`: a source stands behind the stop.
    let source = body.strip_suffix([')', ']']).and_then(|inner| {
        inner
            .match_indices(['(', '['])
            .map(|(open, _)| open)
            .find(|open| {
                inner
                    .get(..*open)
                    .is_some_and(|head| head.trim_end().ends_with(STOPS))
            })
    });
    source.is_some()
        || body
            .trim_end_matches([')', ']', '’', '»', '\''])
            .ends_with(['.', '!', '…', '。', '！', ';', ',', '।', '۔'])
}

/// What a sentence tells after words that only lead on to it: `Note that …`, `It is worth noting that …`.
fn told(line: &str) -> &str {
    #[rustfmt::skip]
    const LEADS: &[&str] = &[
        "note that ", "please note that ", "note ", "recall that ", "let us recall that ", "let us note that ", "remember that ",
        "it is important to note that ", "it should be noted that ", "it is worth noting that ", "importantly ", "finally ", "also ",
        "however ", "but ", "and ", "so ", "first ", "second ", "third ", "next ", "then ", "now ", "unfortunately ",
    ];
    let mut rest = line;
    while let Some(shorter) = LEADS.iter().find_map(|lead| rest.strip_prefix(lead)) {
        rest = shorter;
    }
    rest
}

/// A sentence that leads on or rounds off, and says nothing of the world: all its words are those of writing itself.
fn is_discourse(all: &[String]) -> bool {
    #[rustfmt::skip]
    const OF_WRITING: &[&str] = &[
        "answer", "answers", "argument", "arguments", "arise", "arises", "aspect", "aspects", "attention", "background", "caveat", "caveats", "bring", "brings", "clear", "complete", "conclude", "conclusion",
        "consider", "deserve", "deserves", "detail", "details", "discussed", "emerge", "emerged", "emerges", "example", "examples", "explain", "explained", "factor", "factors", "feel", "finding", "findings", "follow", "follows",
        "free", "full", "glad", "group", "groups", "happy", "heading", "headings", "help", "helpful", "helps", "hope", "important", "implication", "implications", "issue", "issues", "key", "know", "leave", "leaves", "lessons",
        "let", "let's", "look", "main", "matter", "matters", "mention", "mentioning", "mind", "mixed", "next", "note",
        "noted", "noting", "observation", "observations", "open", "overall", "overview", "part", "picture", "point", "points", "question", "questions", "read", "reason", "reasons",
        "remain", "remains", "remember", "section", "sections", "short", "stand", "stands", "story", "sum", "summarise",
        "summarize", "summary", "table", "takeaway", "takeaways", "theme", "themes", "thing", "things", "turn", "turning", "whole", "worth",
        "useful",
    ];
    #[rustfmt::skip]
    const ALONGSIDE: &[&str] = &[
        "first", "second", "third", "last", "several", "many", "some", "contents", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "below", "above", "briefly", "turn", "separately", "particular", "especially", "far", "now", "here", "there", "out", "why", "how", "come", "comes",
    ];
    let is_of_writing = |word: &String| OF_WRITING.contains(&word.as_str());
    all.iter().any(is_of_writing)
        && all.iter().all(|word| {
            is_stop_word(word) || is_of_writing(word) || ALONGSIDE.contains(&word.as_str())
        })
}

/// What a brief says about its evidence: that it is silent, or at odds with itself.
fn is_about_evidence(line: &str) -> bool {
    #[rustfmt::skip]
    const SILENT_OF_ALL: &[&str] = &[
        "no findings to synthesize ", "no evidence was found ", "no evidence was given ",
        "nothing in the evidence ", "none of the sources ", "none of the documents ", "none of the passages ", "none of the provided ",
        "no source ",
    ];
    #[rustfmt::skip]
    const SUBJECTS: &[&str] = &["the documents ", "the findings ", "the material ", "the texts ", "the results "];
    #[rustfmt::skip]
    const NOT_SAID: &[&str] = &[
        "not say ", "not answer ", "not contain ", "not mention ", "not cover ", "not address ", "not provide ", "not give ", "not name ",
        "not propose ", "not use the question ", "not include ", "not discuss ", "not specify ", "not state ", "no information ", "says nothing ", "say nothing ",
        "contain no ", "contains no ", "names no ", "proposes no ", "gives no ", "give no ", "offers no ", "offer no ", "provides no ",
        "provide no ", "are silent ", "is silent ",
    ];
    #[rustfmt::skip]
    const SILENT: &[&str] = &[
        "report", "settle", "establish", "resolve", "tell", "quantify", "explain", "describe", "identify", "clarify", "indicate", "reveal", "confirm", "offer",
        "list", "break", "distinguish", "touch", "speak", "record", "disclose", "document", "go", "allow", "permit", "help", "detail", "define", "elaborate",
        "deal", "extend", "reach", "bear", "compare", "rule",
    ];
    #[rustfmt::skip]
    const NOT_KNOWN: &[&str] = &[
        "insufficient ", "not sufficient ", "cannot be answered ", "cannot be determined ", "cannot be established ", "no conclusion ",
        "no answer ", "unanswered ", "not clear from ", "unclear from ", "no data ", "no figures ", "no details ", "no mention ",
        "not found in ", "not available in ", "not covered by ", "missing from ", "absent from ", "nothing about ", "nothing on ",
        "not supported by ", "not said in ", "not stated in ", "not given in ", "not mentioned in ", "not answered by ", "not addressed in ",
        "left open by ", "leave open ", "leaves open ", "leave it open ", "leaves it open ", "remains open in ", "little is said ", "says little ", "say little ",
        "no evidence ", "little evidence ", "not reported in ", "not reported by ", "not described in ", "not discussed in ", "not settled by ",
        "not recorded in ", "not part of ", "no passage ", "no document ", "beyond what ", "outside what ", "cannot tell ", "cannot say ", "cannot settle ",
        "not enough ", "too little ", "too thin ", "is limited ", "are limited ", "is thin ", "is sparse ", "is scarce ", "is incomplete ", "is lacking ",
    ];
    let has = |any: &[&str]| any.iter().any(|part| line.contains(part));
    if introduces(line).is_some() || SILENT_OF_ALL.iter().any(|start| line.starts_with(start)) {
        return true;
    }
    let named = names_evidence(line);
    is_thin_evidence(line)
        || lacks_data(line)
        || (named || SUBJECTS.iter().any(|start| line.starts_with(start))) && has(NOT_SAID)
        || named && (has(NOT_KNOWN) || is_silent(line, SILENT))
}

/// Whether some verb of telling is denied: `does not settle`, `do not go into`.
fn is_silent(line: &str, verbs: &[&str]) -> bool {
    line.match_indices(" not ").any(|(at, not)| {
        let next = line
            .get(at + not.len()..)
            .and_then(|rest| rest.split(' ').next());
        next.is_some_and(|verb| verbs.contains(&verb))
    })
}

/// Whether a sentence speaks of what its writer was given: `the evidence`, `the provided documents`, `these passages`.
fn names_evidence(line: &str) -> bool {
    const ALWAYS: &[&str] = &["evidence", "sources", "passages", "excerpts"];
    const IF_GIVEN: &[&str] = &[
        "documents",
        "document",
        "material",
        "materials",
        "context",
        "texts",
        "text",
        "findings",
        "results",
        "source",
        "information",
        "passage",
        "data",
    ];
    const GIVEN: &[&str] = &[
        "provided",
        "available",
        "given",
        "retrieved",
        "supplied",
        "cited",
        "collected",
        "reviewed",
        "consulted",
        "examined",
    ];
    const BEFORE: &[&str] = &["the", "these", "this", "your", "our"];
    let all: Vec<&str> = line.split(' ').collect();
    all.windows(2).any(|pair| {
        let [before, noun] = pair else { return false };
        let given = GIVEN.contains(before);
        ALWAYS.contains(noun) && (given || BEFORE.contains(before))
            || given && IF_GIVEN.contains(noun)
    }) || all.windows(3).any(|three| {
        matches!(three, [noun, "at", "hand"] if ALWAYS.contains(noun) || IF_GIVEN.contains(noun))
    }) || all.windows(2).any(|pair| {
        matches!(
            pair,
            [
                "evidence" | "documents" | "sources" | "passages" | "material" | "texts",
                "provided" | "given" | "reviewed"
            ]
        )
    })
}

/// What a text says about its own course: what it is, what comes next, what stands where.
fn is_of_the_course(line: &str) -> bool {
    #[rustfmt::skip]
    const STARTS: &[&str] = &[
        "extractive draft ", "below is ", "below are ", "below we ", "below you ", "here we ", "what follows is ", "what follows are ",
        "let us ", "let's ", "let me ", "we now ", "we next ", "we will now ", "we turn ", "we begin ", "we start by ",
        "with that in mind ", "that said let ", "this is a draft ", "this is a summary ", "this is an overview ", "this is only ",
    ];
    /// `Here is why.` points on; more words may hold a statement.
    const HERE: &[&str] = &["here is ", "here are ", "here's ", "here "];
    const MOST_POINTING: usize = 12;
    #[rustfmt::skip]
    const POINTED_AT: &[&str] = &[
        "why", "how", "what", "where", "which", "a", "an", "the", "my", "your", "our", "some", "two", "three", "four", "five", "several", "more", "comes", "come",
    ];
    #[rustfmt::skip]
    const OWN: &[&str] = &[
        "report", "brief", "briefing", "section", "sections", "chapter", "chapters", "document", "paper", "summary", "overview", "answer",
        "analysis", "draft", "list", "table", "page", "article", "memo", "part", "response", "points", "paragraphs", "subsections",
    ];
    #[rustfmt::skip]
    const PRESENTS: &[&str] = &[
        "examine", "look", "summarise", "summarize", "describe", "discuss", "present", "cover", "outline", "explore", "review", "provide",
        "give", "aim", "explain", "consider", "focus", "set", "answer", "compare", "address", "turn", "list", "contain", "serve",
        "begin", "start", "conclude", "is", "are", "will", "draw", "assess", "analyse", "analyze", "introduce", "rest", "relie", "rely", "depend", "use", "base",
    ];
    let points = HERE
        .iter()
        .find_map(|start| line.strip_prefix(start))
        .is_some_and(|rest| {
            let mut rest = rest.split_whitespace();
            rest.next().is_some_and(|word| POINTED_AT.contains(&word))
                && rest.count() < MOST_POINTING
        });
    if points || STARTS.iter().any(|start| line.starts_with(start)) {
        return true;
    }
    let within = line.strip_prefix("in ").unwrap_or(line);
    let Some(rest) = [
        "this ",
        "the next ",
        "the following ",
        "the previous ",
        "the remaining ",
        "the rest of this ",
    ]
    .iter()
    .find_map(|start| within.strip_prefix(start)) else {
        return false;
    };
    let mut next = rest.split(' ');
    let own = next.next().is_some_and(|noun| OWN.contains(&noun));
    let verb = next.next().unwrap_or_default();
    let base = verb.strip_suffix("es").unwrap_or(verb);
    let presents = [verb, verb.strip_suffix('s').unwrap_or(verb), base]
        .iter()
        .any(|verb| PRESENTS.contains(verb));
    if within.len() < line.len() {
        return own && matches!(verb, "we" | "i" | "you" | "it");
    }
    own && presents
}

/// What is said to the reader rather than about the world: greetings, offers, excuses and instructions.
fn is_to_the_reader(line: &str) -> bool {
    #[rustfmt::skip]
    const STARTS: &[&str] = &[
        "i hope ", "i can help ", "i can provide ", "i can offer ", "i could not ", "i couldn't ", "i cannot ", "i can't ", "i was unable ",
        "i am unable ", "i'm unable ", "i am sorry ", "i'm sorry ", "i apologise ", "i apologize ", "i did not find ", "i found no ",
        "i do not have ", "i have no ", "i will now ", "i'll ", "i have summarised ", "i have summarized ", "as an ai ",
        "as a language model ", "thank you ", "thanks for ", "hello and ", "welcome to ", "please ", "feel free ", "would you like ",
        "refer to ", "click here ", "click on ", "click the ", "read more ", "read on ", "for more information ", "for more details ", "for more on ",
        "for further ", "for details ", "for a full ", "scroll ",
        "contact us ", "subscribe ", "sign up ", "follow us ", "share this ", "download the ", "visit our ", "happy to ", "glad to ",
    ];
    const POLITE: &[&str] = &[
        "sure ",
        "certainly ",
        "of course ",
        "absolutely ",
        "hello ",
        "hi ",
        "okay ",
        "great question ",
    ];
    #[rustfmt::skip]
    const PLACES: &[&str] = &[
        "the", "table", "tables", "figure", "figures", "fig", "section", "sections", "appendix", "also", "above", "below", "chapter",
        "annex", "box", "page", "note", "our", "for",
    ];
    let polite = POLITE.iter().find_map(|start| line.strip_prefix(start));
    let speaks = polite.is_some_and(|rest| {
        [
            "i ",
            "i'll ",
            "here ",
            "let ",
            "we ",
            "and welcome ",
            "thank ",
            "happy ",
            "you ",
        ]
        .iter()
        .any(|next| rest.starts_with(next))
    });
    let see = line
        .strip_prefix("see ")
        .and_then(|rest| rest.split(' ').next());
    speaks
        || see.is_some_and(|place| PLACES.contains(&place))
        || STARTS.iter().any(|start| line.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hard_cases_are_told_apart_as_the_table_says() {
        let mut all = 0;
        for line in include_str!("claims/cases.txt").lines() {
            let Some((sign, sentence)) = line.split_once(' ').filter(|(sign, _)| *sign != "//")
            else {
                continue;
            };
            assert_eq!(
                is_claim(&sentence.replace('⏎', "\n")),
                sign == "+",
                "{line}"
            );
            all += 1;
        }
        assert!(all >= 130, "{all}");
    }

    #[test]
    fn sentences_that_state_something_are_claims() {
        for sentence in [
            "Prices rose by 12 % [2].",
            "- Batteries cut the peak by a third.",
            "The evidence shows a rise [1].",
            "The evidence does not show that prices fell [2].",
            "The report of 2024 names three causes.",
            "**Costs.** They rose in winter.",
            "They have less than others.",
            "电价 上涨 了 12%。",
        ] {
            assert!(is_claim(sentence), "{sentence}");
        }
    }

    #[test]
    fn headings_questions_code_and_the_brief_on_itself_are_not() {
        for sentence in [
            "## Costs",
            "| a | b |",
            "```\nlet x = 1;\n```",
            "---",
            "**Key findings**",
            "Why did it rise?",
            "Who pays? [2]",
            "Three causes stand out:",
            "In short.",
            "2024.",
            "",
            "The evidence does not say anything about hydrogen.",
            "None of the sources answers this for islands.",
            "Sources disagree on the cost of storage.",
            "Sources of different dates differ on the cost of storage; the newer figure comes second.",
            "Sources disagree on the cost of storage: [1] of 2 July 2024, [2] of 2023 and [4], undated.",
            "A newer source disagrees on the cost of storage.",
            "The evidence names no problem or risk for this question.",
            "Extractive draft: sentences from your sources.",
            "This section describes the state of the grid.",
            "[1]: https://example.org/a",
            "In conclusion, several points stand out.",
            "However, this is only part of the picture.",
            "I hope this helps!",
            "Let me know if you have more questions.",
        ] {
            assert!(!is_claim(sentence), "{sentence}");
        }
    }
}
