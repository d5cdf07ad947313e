//! Clauses: whether an English sentence has a main verb, and whether it is a command.
//!
//! There is no grammar here, only lists and places: enough to tell `a way of getting the type` and `race conditions, in which threads wait` from sentences. In
//! doubt a verb is one.

use crate::check::{is_stop_word, month_named, quantities};

/// Whether a sentence lacks a main clause: a reason alone, a thing with nothing said of it but in a relative clause, or a verb whose subject is a heading.
#[must_use]
pub fn is_fragment(sentence: &str) -> bool {
    let lower = sentence.to_lowercase().replace('’', "'");
    let all: Vec<&str> = lower.split_whitespace().collect();
    let word = |at: usize| all.get(at).map_or("", |word| bare(word));
    // `Since March the bus has been free` is whole.
    let second = sentence.split_whitespace().nth(1).map_or("", bare);
    let is_dated = month_named(second).is_some()
        || quantities(sentence)
            .iter()
            .any(|one| one.date().is_some() && one.span.start <= word(0).len() + 1);
    let dateless = !is_dated && !word(1).starts_with(|first: char| first.is_ascii_digit());
    if SUBORDINATING.contains(&word(0)) && dateless && word(1) != "of" {
        return !sentence.contains(',');
    }
    if word(0) == "to" && INQUIRING.contains(&word(1)) {
        // `To assess the risk, we measured …` is whole.
        let begins = |subject: &str| lower.contains(&format!(", {subject} "));
        return ![
            "we",
            "the",
            "a",
            "an",
            "it",
            "they",
            "this",
            "these",
            "researchers",
        ]
        .into_iter()
        .any(begins);
    }
    let counts = word(1).starts_with(|first: char| first.is_ascii_digit());
    let headless = is_verb_form(word(0)) && DETERMINERS.contains(&word(1))
        || is_past_of_known(word(0))
            && (counts || DETERMINERS.contains(&word(1)))
            && !sentence.contains(", ");
    headless
        || lacks_its_subject([word(0), word(1), word(2)])
        || matches!(word(0), "which" | "whose")
        || !has_main_verb(&without_names(sentence, &all))
}

/// Whether a line opens with what is done, and not with who does it: `Only scans filenames`, and neither `Only scans of the heart` nor `Only scans cost more`.
fn lacks_its_subject([first, second, third]: [&str; 3]) -> bool {
    const BEFORE_A_VERB: &[&str] = &[
        "only",
        "also",
        "never",
        "always",
        "currently",
        "automatically",
    ];
    let is_form = |word: &str| word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
    let is_object = DETERMINERS.contains(&third) || is_form(third) && !is_verb_form(third);
    BEFORE_A_VERB.contains(&first)
        && is_form(second)
        && (is_object || is_verb_form(second) && !is_stop_word(third) && !is_verb(third))
        && !third.is_empty()
}

/// The words of a sentence, empty where they are capitalised in the middle and so name something: the `States` do nothing. Of a title all words may be.
fn without_names<'w>(sentence: &str, all: &[&'w str]) -> Vec<&'w str> {
    let is_capital = |word: &str| bare(word).starts_with(char::is_uppercase);
    let said = || sentence.split_whitespace();
    let capitals = said().filter(|word| is_capital(word)).count();
    if 2 * capitals > all.len() {
        return all.to_vec();
    }
    let is_name = |(at, (said, word)): &(usize, (&str, &&str))| {
        *at > 0 && is_capital(said) && bare(word).ends_with('s') && !FINITE.contains(&bare(word))
    };
    let places = said().zip(all).enumerate();
    places
        .map(|one| {
            let word = one.1.1;
            // What ends a clause stands behind a name too.
            let end = word
                .rfind(|c: char| c.is_alphanumeric())
                .map_or(0, |at| at + 1);
            if is_name(&one) {
                word.get(end..).unwrap_or_default()
            } else {
                word
            }
        })
        .collect()
}

/// Whether a line has a verb that can hardly be anything else: one of those that are always verbs, or one behind what it is said of.
#[must_use]
pub fn has_plain_verb(line: &str) -> bool {
    let lower = line.to_lowercase().replace('’', "'");
    let all: Vec<&str> = lower.split_whitespace().map(bare).collect();
    all.iter().enumerate().skip(1).any(|(at, word)| {
        let before = all.get(at - 1).copied().unwrap_or_default();
        let is_name = DETERMINERS.contains(&before) || LINKS.contains(&before);
        FINITE.contains(word) && *word != "set" && *word != "read" || is_verb_form(word) && !is_name
    })
}

/// Whether a word says what somebody does or did.
#[must_use]
pub fn is_doing(word: &str) -> bool {
    (FINITE.contains(&word) || PASTS.contains(&word)) && !AUXILIARIES.contains(&word)
        || is_verb_form(word)
        || word.len() > 4 && word.ends_with("ed")
}

/// Whether a sentence tells the reader to do something.
#[must_use]
pub fn is_command(sentence: &str) -> bool {
    let lower = sentence.to_lowercase().replace('’', "'");
    let mut all = lower.split_whitespace().map(bare);
    let (first, second) = (
        all.next().unwrap_or_default(),
        all.next().unwrap_or_default(),
    );
    let negative = matches!(first, "do" | "don't") && (second == "not" || first == "don't");
    let noun = matches!(
        second,
        "of" | "for"
            | "in"
            | "by"
            | "from"
            | "on"
            | "is"
            | "are"
            | "was"
            | "were"
            | "has"
            | "and"
            | "or"
            | "at"
            | "will"
            | "would"
            | "can"
            | "could"
            | "may"
            | "might"
            | "must"
            | "should"
    ) || second.ends_with('s') && !DETERMINERS.contains(&second)
        || second.ends_with("ed");
    negative || is_base(first) && !noun
}

/// Whether a sentence tells somebody what to do behind when, or in which case, to do it: `After a fall, call a nurse.`
#[must_use]
pub fn is_command_behind_a_clause(sentence: &str) -> bool {
    const OPENS: &[&str] = &[
        "after", "before", "if", "when", "once", "until", "unless", "where", "whenever", "in",
    ];
    let first = sentence.split_whitespace().next().unwrap_or_default();
    let opens = OPENS.contains(&first.to_lowercase().as_str());
    let behind = sentence.split_once(", ").filter(|_| opens);
    behind.is_some_and(|(_, behind)| is_command(behind))
}

fn bare(word: &str) -> &str {
    word.trim_matches(|edge: char| !edge.is_alphanumeric())
}

/// Whether a word is a verb in any form that is known here.
#[must_use]
pub fn is_verb(word: &str) -> bool {
    FINITE.contains(&word) || is_doing(word) || is_base(word)
}

/// Whether a word is the base form of a verb that is known here.
#[must_use]
pub fn is_base(word: &str) -> bool {
    BASE.binary_search(&word).is_ok()
}

/// Whether a word stands before a noun: `the`, `their`, `each`.
#[must_use]
pub fn is_determiner(word: &str) -> bool {
    DETERMINERS.contains(&word)
}

/// `specifies`, `runs`, `uses` of a known verb.
fn is_verb_form(word: &str) -> bool {
    let known = is_base;
    // `Lower` itself mostly says how much.
    word == "lowers"
        || word.strip_suffix('s').is_some_and(known)
        || word.strip_suffix("es").is_some_and(known)
        || word
            .strip_suffix("ies")
            .is_some_and(|stem| known(&format!("{stem}y")))
}

/// `identified`, `closed` of a known verb.
fn is_past_of_known(word: &str) -> bool {
    let known = |ending: &str| word.strip_suffix(ending).is_some_and(is_base);
    known("ed") || known("d")
}

fn has_main_verb(all: &[&str]) -> bool {
    let mut pending = 0u32;
    let mut participial = false;
    let mut commas = 0u32;
    for (at, word) in all.iter().enumerate() {
        let before = at
            .checked_sub(1)
            .and_then(|before| all.get(before))
            .copied()
            .unwrap_or_default();
        if before.ends_with([',', ';', '—', '–', ':']) || before == "-" {
            pending = 0;
            let adverb = usize::from(bare(word).ends_with("ly"));
            let next = all.get(at + adverb).map_or("", |next| bare(next));
            commas += u32::from(before.ends_with(','));
            // Behind a comma a participle goes on about what stands before it, unless the comma closes an aside: `The mayor, Ana Lind, opened the pool`.
            let closes_an_aside = commas > 1 && before.ends_with(',');
            participial = !closes_an_aside && (next.ends_with("ed") || next == "set")
                || next.ends_with("ing")
                || matches!(next, "such" | "e.g" | "i.e" | "eg");
        }
        let reason = bare(word) == "because" && all.get(at + 1).is_some_and(|next| *next == "of");
        // `How a firm won trust before it failed` is a title.
        let asks = at == 0 && matches!(bare(word), "how" | "why" | "whether");
        if RELATIVE.contains(&bare(word)) && !reason || asks {
            pending += 1;
        } else if !participial && is_finite(all, at) && !goes_on_behind_auxiliary(all, at) {
            if pending == 0 {
                return true;
            }
            pending -= 1;
        }
    }
    false
}

fn is_had(verb: &str) -> bool {
    matches!(verb, "have" | "has" | "had")
}

/// Whether a verb is one with the auxiliary before it: `do not have` is said once.
fn goes_on_behind_auxiliary(all: &[&str], at: usize) -> bool {
    const BETWEEN: &[&str] = &["not", "never", "also", "only"];
    #[rustfmt::skip]
    const HELPING: &[&str] = &[
        "do", "does", "did", "can", "could", "will", "would", "may", "might", "must", "should", "has", "have", "had", "is", "are", "was", "were",
    ];
    let word = |back: usize| {
        at.checked_sub(back)
            .and_then(|at| all.get(at))
            .map_or("", |word| bare(word))
    };
    let back = 1 + usize::from(BETWEEN.contains(&word(1)));
    at > back && HELPING.contains(&word(back)) && RELATIVE.contains(&word(back + 1))
}

/// Whether the word at a place looks like a finite verb.
fn is_finite(all: &[&str], at: usize) -> bool {
    let word = |at: usize| all.get(at).map_or("", |word| bare(word));
    let own = word(at);
    let before = at.checked_sub(1).map_or("", word);
    let next = word(at + 1);
    let closed = all
        .get(at)
        .is_some_and(|raw| raw.ends_with([',', '.', ';', ':', ')']));
    if FINITE.contains(&own) || own.ends_with("n't") || own.ends_with("'re") || own.ends_with("'ll")
    {
        return true;
    }
    if own.ends_with("'s") {
        return false;
    }
    if at == 0 {
        return is_base(own);
    }
    if at == 1 && stands_alone(before, own, next) {
        return true;
    }
    if DETERMINERS.contains(&before) || LINKS.contains(&before) {
        return false;
    }
    if PASTS.contains(&own) {
        return true;
    }
    if own.len() > 3 && own.ends_with("ed") {
        // `freeze-related` is said of a thing.
        return !AUXILIARIES.contains(&before)
            && !matches!(before, "and" | "or")
            && !own.contains('-');
    }
    if own.len() > 3
        && own.ends_with('s')
        && !["ss", "us", "is", "ays", "aps", "rds"]
            .iter()
            .any(|ending| own.ends_with(ending) && !is_followed_by_object(own, next))
    {
        let is_number =
            before.ends_with(|last: char| last.is_ascii_digit()) || COUNTS.contains(&before);
        let is_counted = is_number && !is_named_by_number(all, at) || own.contains('/');
        // `Management ends the trial`: what is said of the first word is known by its object.
        let is_counting = next.starts_with(|first: char| first.is_ascii_digit());
        let is_done = is_verb_form(own) || at == 1 && (OBJECTS.contains(&next) || is_counting);
        // `Adults living in the north`.
        let is_followed = next.ends_with("ing") && !is_verb_form(own);
        let is_thing =
            is_followed || next == "for" && (THINGS.contains(&own) || !is_verb_form(own));
        return !closed
            && !is_counted
            && next != "of"
            && !is_thing
            && (is_verb_form(own) || !names_several(own, next))
            && !FINITE.contains(&next)
            // `who have signs of it`
            && !(is_had(before) && at > 2)
            && (at > 1 && !matches!(before, "and" | "or") || is_done);
    }
    if !closed && stands_before_an_object(own, before, next) || goes_on_behind_several(all, at) {
        return true;
    }
    is_base(own)
        && (before.ends_with('s')
            || before.ends_with("ly")
            || before.ends_with("men")
            || SUBJECTS.contains(&before)
            || DETERMINERS.contains(&next)
            || next.starts_with(|first: char| first.is_ascii_digit()))
}

/// Whether a word that no list of verbs has can hardly be but a noun, by its ending or by what stands behind it: `generator owners that …`, `revisions to …`.
fn names_several(own: &str, next: &str) -> bool {
    const RELATING: &[&str] = &["that", "who", "which", "whose", "where", "whom"];
    const NOUNS: &[&str] = &[
        "ities", "ists", "isms", "ments", "tions", "sions", "ances", "ences",
    ];
    #[rustfmt::skip]
    const VERBS: &[&str] = &[
        "advances", "balances", "cautions", "comments", "complements", "conditions", "documents", "enhances", "finances",
        "functions", "implements", "influences", "mentions", "positions", "questions", "references", "sequences", "supplements",
    ];
    own.ends_with("ers") && RELATING.contains(&next)
        || NOUNS.iter().any(|end| own.ends_with(end)) && !VERBS.contains(&own)
}

/// Whether a word that mostly stands before a noun opens a sentence by itself, what it does behind it: `This accounted for 44 percent`, and not `these updated rules`.
fn stands_alone(opening: &str, own: &str, next: &str) -> bool {
    const ALONE: &[&str] = &[
        "this", "these", "those", "all", "some", "both", "most", "many",
    ];
    let is_done = own.len() > 3 && own.ends_with("ed") || opening == "this" && is_verb_form(own);
    let goes_on = LINKS.contains(&next)
        || DETERMINERS.contains(&next)
        || next.starts_with(|first: char| first.is_ascii_digit());
    ALONE.contains(&opening) && is_done && goes_on && next != "of"
}

/// Whether a word that no list has is a verb by what stands about it, where several are named before: `Experts rule out arson`, `The authors conclude that`.
fn goes_on_behind_several(all: &[&str], at: usize) -> bool {
    const ENDS: &[&str] = &["out", "up", "down", "off", "back", "over", "away"];
    let word = |at: usize| all.get(at).map_or("", |word| bare(word));
    let (own, next) = (word(at), word(at + 1));
    let before = at.checked_sub(1).map_or("", word);
    let are_several = |word: &str| word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
    let is_plain = own.len() > 2 && own.chars().all(char::is_lowercase) && !is_stop_word(own);
    let is_other_form = ["ing", "ly", "ed", "s"]
        .iter()
        .any(|end| own.ends_with(end));
    let says =
        next == "that" && is_base(own) && all.iter().take(at).any(|one| are_several(bare(one)));
    is_plain
        && !is_other_form
        && (says || are_several(before) && (next == "that" || ENDS.contains(&next)))
}

/// Whether the number before a verb that is known belongs to a name: `Room 12 opens`, and neither `in 12 opens` nor `In March 2021 costs`.
fn is_named_by_number(all: &[&str], at: usize) -> bool {
    let word = |back: usize| {
        at.checked_sub(back)
            .and_then(|at| all.get(at))
            .map_or("", |word| bare(word))
    };
    let (number, named, own) = (word(1), word(2), word(0));
    let is_thing =
        named.len() > 2 && named.chars().all(char::is_alphabetic) && !is_stop_word(named);
    is_verb_form(own)
        && number.len() < 4
        && is_thing
        && !LINKS.contains(&named)
        && !DETERMINERS.contains(&named)
}

/// Whether a sentence has a verb that is known by the object behind it.
#[must_use]
pub fn has_object(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    let all: Vec<&str> = lower.split_whitespace().map(bare).collect();
    let mut places = all.windows(3);
    places.any(
        |words| matches!(words, [before, own, next] if stands_before_an_object(own, before, next)),
    )
}

/// Whether a word that no list has can hardly be but a verb, as in `the police attribute the fire`: it joins what stands before it to a thing behind, and is no
/// preposition.
fn stands_before_an_object(own: &str, before: &str, next: &str) -> bool {
    #[rustfmt::skip]
    const JOINING: &[&str] = &[
        "like", "plus", "including", "despite", "toward", "towards", "beyond", "near", "along", "across", "around", "beside", "unlike", "versus", "within", "without",
        "throughout", "inside", "outside", "amid", "only", "half", "such", "worth", "even", "just",
    ];
    let is_word = own.len() > 3 && own.chars().all(char::is_lowercase);
    let is_joint = is_stop_word(own) || JOINING.contains(&own) || LINKS.contains(&own);
    let is_other_form = ["ing", "ly", "ed", "s"]
        .iter()
        .any(|ending| own.ends_with(ending));
    let begins = |word: &str| DETERMINERS.contains(&word) || LINKS.contains(&word);
    OBJECTS.contains(&next) && is_word && !is_joint && !is_other_form && !begins(before)
}

/// Whether a word that mostly is no verb is one, by what stands behind it: `forwards 85,000 changes`.
fn is_followed_by_object(own: &str, next: &str) -> bool {
    const PLACING: &[&str] = &["towards", "afterwards", "upwards", "downwards", "backwards"];
    own.ends_with("rds")
        && !PLACING.contains(&own)
        && (DETERMINERS.contains(&next) || next.starts_with(|first: char| first.is_ascii_digit()))
}

const SUBORDINATING: &[&str] = &[
    "because", "if", "when", "although", "while", "whereas", "unless", "since", "though",
];

/// What studies set out to do.
const INQUIRING: &[&str] = &[
    "analyse",
    "analyze",
    "assess",
    "characterise",
    "characterize",
    "compare",
    "determine",
    "describe",
    "estimate",
    "establish",
    "evaluate",
    "examine",
    "explore",
    "identify",
    "investigate",
    "measure",
    "quantify",
    "report",
    "review",
    "study",
    "test",
    "understand",
];

const RELATIVE: &[&str] = &[
    "which", "who", "whose", "where", "that", "when", "if", "because", "while", "whom",
];

const DETERMINERS: &[&str] = &[
    "a", "an", "the", "its", "their", "his", "her", "our", "your", "my", "this", "these", "those",
    "each", "every", "all", "no", "any", "some", "both", "more", "most", "many", "several",
];

const LINKS: &[&str] = &[
    "of", "for", "in", "with", "by", "on", "from", "at", "to", "as", "between", "into",
];

/// Words that begin what something is done to.
const OBJECTS: &[&str] = &["the", "a", "an", "its", "their", "his", "her"];

/// Words that before `for` name things, though they may be verbs elsewhere: `Action plans for owners`.
const THINGS: &[&str] = &[
    "plans", "claims", "demands", "rules", "limits", "prices", "costs", "charges", "needs",
    "changes", "measures", "steps", "tests", "checks", "targets", "models", "guides", "designs",
];

const COUNTS: &[&str] = &[
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve",
];

const AUXILIARIES: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "being", "has", "have", "had", "not",
];

const SUBJECTS: &[&str] = &[
    "we", "they", "you", "i", "people", "also", "and", "often", "then", "still", "now", "men",
    "women", "children", "data", "who",
];

#[rustfmt::skip]
const FINITE: &[&str] = &[
    "is", "are", "was", "were", "has", "have", "had", "will", "would", "can", "cannot", "could", "may", "might", "must", "should", "shall", "do", "does", "did", "it's", "there's", "that's", "rose", "fell", "grew", "made",
    "took", "found", "came", "went", "began", "cut", "put", "set", "said", "became", "kept", "led", "lost", "met", "paid", "saw", "told", "won", "built", "bought", "sold", "spent", "held", "left", "ran", "cost", "let", "stood",
    "gave", "got", "knew", "thought", "wrote", "spoke", "brought", "sent", "felt", "meant", "drew", "drove", "broke", "chose", "caught", "fought", "taught", "sought", "dealt", "lay", "laid", "sat", "hit", "hurt", "read", "shut", "split", "spread",
    "struck", "threw", "understood", "wore", "rode", "flew", "froze", "sank", "shrank", "forgot", "hid", "overcame", "underwent", "withdrew", "says", "pays", "stays", "remain", "differ", "exist", "consist", "depend",
];

/// Irregular pasts that behind an article are as often something else: `a bit`, `the wound`.
#[rustfmt::skip]
const PASTS: &[&str] = &[
    "arose", "ate", "awoke", "bent", "bit", "bled", "blew", "bore", "bound", "bred", "cast", "clung", "crept", "dug", "drank", "fed", "fled", "forbade", "foresaw", "forgave", "ground", "hung", "knelt", "leapt", "lent", "lit",
    "misled", "mistook", "overran", "oversaw", "overtook", "quit", "rang", "rebuilt", "repaid", "resold", "rewrote", "sang", "shone", "shook", "shot", "slept", "slid", "slung", "sprang", "spun", "stole", "stuck", "stung", "swam",
    "swept", "swore", "swung", "thrust", "tore", "undertook", "upheld", "wept", "withheld", "withstood", "woke", "wound", "wove",
];

/// Verbs in their base form, sorted for the binary search.
#[rustfmt::skip]
const BASE: &[&str] = &[
    "abandon", "abolish", "accelerate", "accept", "access", "accommodate", "accompany", "accomplish", "account", "accumulate", "accuse", "achieve",
    "acknowledge", "act", "activate", "adapt", "add", "adhere", "adjust", "administer", "admit", "adopt", "advise", "affect", "agree", "aim", "alleviate",
    "allow", "alter", "amend", "analyse", "analyze", "announce", "answer", "anticipate", "apologise", "apologize", "appear", "apply", "appoint", "approve",
    "argue", "arise", "arrange", "arrive", "articulate", "ask", "aspire", "assemble", "assert", "assess", "assign", "assist", "assume", "attempt", "attend",
    "attract", "authorise", "authorize", "avoid", "await", "become", "begin", "believe", "belong", "bind", "blame", "block", "boost", "borrow", "bother",
    "break", "breed", "bring", "broaden", "build", "burn", "bury", "buy", "calculate", "call", "cancel", "captivate", "carry", "catch", "cater", "cause",
    "cease", "celebrate", "certify", "change", "charge", "check", "choke", "choose", "circulate", "cite", "claim", "clarify", "classify", "clean", "climb",
    "close", "coincide", "collaborate", "collect", "collide", "combine", "come", "commemorate", "commence", "commit", "communicate", "compare", "compel",
    "compensate", "compete", "compile", "complain", "complicate", "comply", "compress", "comprise", "compute", "conceal", "concede", "conclude", "condemn",
    "confer", "configure", "confirm", "conform", "confront", "connect", "conserve", "consider", "consist", "constitute", "constrain", "consult", "consume",
    "contain", "contend", "continue", "contradict", "contribute", "control", "converge", "convert", "convey", "convince", "cooperate", "coordinate", "cope",
    "copy", "correspond", "cost", "cover", "crack", "create", "criticise", "criticize", "crush", "curb", "cut", "damage", "deal", "decide", "declare",
    "decline", "decode", "decrease", "deem", "defend", "defer", "define", "degrade", "delay", "delete", "deliver", "demand", "demolish", "demonstrate",
    "deny", "depend", "deploy", "derive", "describe", "deserve", "design", "destroy", "detect", "deter", "deteriorate", "determine", "develop", "devote",
    "dictate", "differ", "dig", "diminish", "disable", "disagree", "disappear", "disclose", "discourage", "discover", "discuss", "dismiss", "disperse",
    "displace", "display", "disrupt", "dissolve", "distinguish", "distort", "distribute", "diversify", "divide", "dominate", "donate", "doubt", "drain",
    "draw", "drink", "drive", "drop", "earn", "eat", "educate", "elaborate", "elect", "elevate", "eliminate", "embed", "embrace", "emerge", "emit", "employ",
    "empower", "enable", "encode", "encounter", "encourage", "endanger", "endorse", "endure", "enforce", "engage", "enhance", "enjoy", "enrich", "ensure",
    "entail", "enter", "entitle", "equip", "erode", "escalate", "establish", "estimate", "evaluate", "evoke", "evolve", "exacerbate", "exaggerate", "examine",
    "exceed", "exclude", "execute", "exempt", "exert", "exist", "expand", "expect", "expel", "expire", "explain", "explode", "explore", "export", "expose",
    "extend", "face", "facilitate", "fail", "fall", "fear", "feed", "feel", "fight", "fill", "find", "finish", "fit", "fix", "flee", "flourish", "flow",
    "fly", "focus", "follow", "forbid", "force", "forget", "forgo", "format", "foster", "freeze", "fulfil", "fulfill", "gain", "gather", "generate", "get",
    "give", "go", "govern", "grant", "graze", "grow", "guarantee", "halve", "hamper", "handle", "happen", "harm", "hear", "heighten", "help", "hinder",
    "hire", "hold", "hope", "identify", "ignore", "illustrate", "imagine", "impair", "impede", "implement", "imply", "import", "impose", "improve", "include",
    "incorporate", "increase", "incur", "indicate", "induce", "infect", "inform", "inhabit", "inherit", "inhibit", "initiate", "injure", "innovate", "insert",
    "insist", "inspect", "inspire", "install", "instruct", "integrate", "intend", "intensify", "interact", "interfere", "interpret", "intervene", "introduce",
    "invent", "invest", "investigate", "invite", "involve", "isolate", "jeopardise", "jeopardize", "join", "justify", "keep", "kill", "know", "lack", "last",
    "lead", "leak", "learn", "leave", "lend", "lessen", "let", "limit", "linger", "link", "list", "live", "load", "locate", "log", "look", "lose", "maintain",
    "make", "manage", "map", "match", "mean", "measure", "meet", "melt", "mention", "merge", "migrate", "mimic", "minimise", "minimize", "mitigate",
    "mobilise", "mobilize", "modify", "modulate", "motivate", "move", "multiply", "need", "negotiate", "nominate", "normalise", "normalize", "notify",
    "nurture", "obey", "object", "obligate", "observe", "obstruct", "obtain", "occur", "offer", "offset", "omit", "open", "operate", "oppose", "optimise",
    "optimize", "order", "organise", "organize", "originate", "outnumber", "outperform", "outweigh", "overcome", "overheat", "overlook", "override",
    "oversee", "owe", "own", "parse", "participate", "pass", "pay", "perceive", "perform", "permit", "persist", "place", "plan", "play", "point", "pollute",
    "populate", "pose", "possess", "postpone", "praise", "precede", "preclude", "predict", "prefer", "prepare", "prescribe", "preserve", "presume", "prevail",
    "prevent", "print", "prioritise", "prioritize", "proceed", "proclaim", "produce", "prohibit", "promise", "promote", "prompt", "pronounce", "propose",
    "protect", "prove", "provide", "publish", "pull", "punish", "pursue", "push", "put", "qualify", "quantify", "raise", "range", "reach", "react", "read",
    "realise", "realize", "reassure", "rebuild", "rebut", "recall", "receive", "recognise", "recognize", "recommend", "reconsider", "record", "recover",
    "recruit", "reduce", "refer", "refine", "reflect", "refrain", "refund", "refuse", "regret", "regulate", "reinforce", "reiterate", "reject", "relate",
    "relax", "release", "relieve", "rely", "remain", "remind", "remove", "render", "renew", "reopen", "repair", "replace", "report", "represent", "reproduce",
    "request", "require", "resemble", "reside", "resign", "resist", "resolve", "respond", "restore", "restrict", "resume", "retain", "retire", "return",
    "reveal", "revise", "revive", "rise", "roll", "run", "sacrifice", "safeguard", "satisfy", "save", "say", "see", "seek", "seem", "seize", "select", "sell",
    "send", "serialise", "serialize", "serve", "set", "settle", "share", "shorten", "show", "shrink", "simplify", "sing", "sink", "skip", "sleep", "solve",
    "speak", "specialise", "specialize", "specify", "spend", "split", "spoil", "spread", "stabilise", "stabilize", "stand", "start", "state", "stay", "steal",
    "stimulate", "stipulate", "stop", "store", "streamline", "strengthen", "strike", "submit", "subsidise", "subsidize", "succeed", "sue", "suffer",
    "suggest", "summarise", "summarize", "supersede", "supervise", "supply", "support", "suppress", "surpass", "surround", "survive", "suspect", "suspend",
    "sustain", "sweep", "swim", "symbolise", "tackle", "take", "teach", "tell", "tend", "test", "think", "threaten", "throw", "tighten", "tolerate", "track",
    "train", "transform", "translate", "transmit", "travel", "treat", "trigger", "try", "turn", "undergo", "undermine", "understand", "unite", "unlock",
    "unveil", "update", "upgrade", "urge", "use", "utilise", "utilize", "validate", "vanish", "vary", "verify", "violate", "visit", "vote", "wait", "walk",
    "want", "warn", "warrant", "weaken", "wear", "weigh", "welcome", "widen", "win", "withdraw", "withstand", "work", "worry", "write", "yield",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thing_without_a_verb_is_a_fragment() {
        for sentence in [
            "A POSIX time zone, typically set via the environment of the process.",
            "A \"fixed offset\" time zone where the civil time for any instant is computed by adding seconds.",
            "A standard way of getting the type for a file.",
            "Standard locations for all the files, and methods of resolving conflicts.",
            "Race conditions, in which threads are accessing data or resources in an inconsistent order.",
            "Incorrect freeing of heap memory, such as double-freeing heap blocks, or mismatched use of malloc versus free.",
            "Because we would like to keep the library small.",
            "Specifies the set of heuristics for the search.",
            "Throughput of 25,000 messages/s for each of the topics.",
            "In July 12 stations of the northern line.",
            "Since a part of the roof was lost.",
            "The drug that killed the bees.",
            "A path along the river and the way up to the castle.",
            "Half the price of a ticket plus the fee for the seat.",
            "These plans for the use of the river.",
            "Corrective action plans for the owners of freeze-related plants.",
            "Corrective action plans for generator owners that experience freeze-related outages.",
            "Key requirements for new plant in the north.",
            "To evaluate whether robotic surgery is less invasive than open surgery.",
            "To investigate the cost-effectiveness of financial incentives for smoking cessation.",
            "How an attacker spent two years building trust before planting a flaw in a library.",
            "Adherence to the department's guidelines for vaccine storage, the range to which vaccines were exposed over two weeks.",
            "Hispanic and white adults living in the United States.",
            "Identified 4 clusters: those who know and those who do not.",
        ] {
            assert!(is_fragment(sentence), "{sentence}");
        }
    }

    #[test]
    fn sentences_are_none() {
        for sentence in [
            "A fleet that runs on diesel costs more than that.",
            "This accounted for 44 percent of the failures of generating equipment.",
            "These opened in 2019 and employ 40 people.",
            "In the pilot, operators that preheat batteries kept 90 percent of the range.",
            "A federal programme currently refunds 40 percent of the price difference.",
            "Since 1 January 2026 the programme refunds only 25 percent of it.",
            "Residents near the western ridge oppose the wind turbines because of noise.",
            "Installers buy most units from the three largest wholesalers.",
            "If the connection comes late, the buses cannot be charged.",
            "The wrappers also take the opportunity to check sizes.",
            "Two or more pointers access the same data at the same time.",
            "Option C replaces 60 buses with electric ones.",
            "Because of the delay the project costs more.",
            "Fuel use fell by a third.",
            "Fishermen fear that the dredging will destroy the spawning grounds of the herring.",
            "The depot manager says that charging takes 3.5 hours on average.",
            "Order books of the four manufacturers cover five weeks of production.",
            "Uncontrolled pain is the most common reason for delay.",
            "The mayor, Ana Lind, opened the pool in front of 300 people.",
            "The union, founded in 1921, rejected the plan of the council.",
            "The storm, the worst since 1990, tore the roof off the school.",
            "Two guards stole the painting.",
            "Many Danes speak German.",
            "The police attribute the fire in the mill to a cigarette.",
            "Critics deplore the loss of the old hall.",
            "Room 12 opens on 6 June.",
            "Management ends the trial on 31 January.",
            "Corvin processes 3 million payments a day.",
            "Since May the varnish is removed with a laser.",
            "Fishermen fear for their catch in the bay.",
            "The experts rule out arson.",
            "The authors conclude that Cytan killed the bees.",
            "Researchers at the institute predict that the species will vanish by 2050.",
            "Experts disagree on the cause.",
            "To assess the risk, we measured the strain at nine places.",
            "Bounties foster competition at the expense of cooperation.",
            "How the fire began is unknown.",
            "What matters is the price.",
            "Vaccinated minorities are more likely to be seen.",
            "Founded in 1921, the union has 400 members.",
        ] {
            assert!(!is_fragment(sentence), "{sentence}");
        }
    }

    #[test]
    fn the_verbs_are_sorted() {
        assert!(BASE.is_sorted());
    }

    #[test]
    fn a_command_begins_with_its_verb() {
        for sentence in [
            "Disable the setting and restore the directory.",
            "Do not rely on two applications getting the same type.",
            "Use the magic match as the result.",
        ] {
            assert!(is_command(sentence), "{sentence}");
        }
        for sentence in [
            "Use of the option is not recommended.",
            "Support for threads is complete.",
            "Demand rises in winter.",
            "Repair would close the bridge for 7 months.",
            "Report cards are printed twice a year.",
            "Order books of the four manufacturers cover five weeks.",
        ] {
            assert!(!is_command(sentence), "{sentence}");
        }
    }
}
