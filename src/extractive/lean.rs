//! Leaning: sentences that say what they say only behind the one before them.
//!
//! A pronoun, a word that joins on to something said, or an article for something that was named before: taken out alone, such a sentence would speak of
//! whatever happens to stand before it in the brief.

mod vocabulary;

use std::borrow::Cow;

use self::vocabulary::{
    BEARING, CLAUSE_OPENERS, JOINING, LEANING, LEANING_PAIRS, NUMBERS, PLACING, POINTING, PRONOUNS,
    SEVERAL, STAND_INS, TIMES,
};
use super::clause::{is_base, is_doing};
use super::voice::opens_with_own_work;
use crate::check::{Quantity, Unit, is_correction, names, quantities, words};

/// Whether a sentence leans on the one before it: it begins with a pronoun, or joins on to something said.
#[must_use]
pub fn is_dependent(sentence: &str) -> bool {
    let sentence = without_connective(sentence);
    let opening: Vec<String> = lower_words(sentence).take(4).collect();
    let says = |at: usize, list: &[&str]| {
        opening
            .get(at)
            .is_some_and(|word| list.contains(&word.as_str()))
    };
    let pair = opening
        .get(..2)
        .map(|pair| pair.join(" "))
        .unwrap_or_default();
    if is_impersonal(sentence) || opens_with_own_work(sentence) {
        return false;
    }
    // A speaker who is not named up to here was named in the sentence before.
    let speaker = words(sentence).find(|span| {
        sentence
            .get(span.clone())
            .is_some_and(|word| matches!(word, "he" | "she"))
    });
    let unnamed = |span: std::ops::Range<usize>| {
        sentence
            .get(..span.start)
            .is_some_and(|before| names(before).is_empty() && !speaks_of_oneself(before))
    };
    // Whom a clause set before the main one speaks of was named in the sentence before: `Whether it works`.
    let opens_with_clause = says(0, CLAUSE_OPENERS) && says(1, PRONOUNS);
    speaker.is_some_and(unnamed)
        || speaks_of_others(sentence)
        || has_unnamed_object(sentence)
        || does_to_the_unnamed(sentence)
        || has_unnamed_subject(sentence)
        || leaves_its_place_unnamed(sentence)
        || estimates_the_unnamed(sentence)
        || speaks_of_a_rest(sentence)
        || adds_to_a_share(sentence)
        || offers_for_the_unnamed(sentence)
        || speaks_of_the_same(sentence)
        || judges_what_was_said(sentence)
        || speaks_of_that_time(sentence)
        || says(0, &["there"]) && sentence.starts_with(char::is_lowercase)
        || opens_with_clause
        || sentence.starts_with("First, ")
        || speaks_of_some_of_others(sentence)
        || says(0, LEANING) && !matches!(pair.as_str(), "instead of" | "rather than")
        || LEANING_PAIRS.contains(&pair.as_str()) && !ranks_what_it_names(sentence)
        || is_one_of_the_unnamed(&opening)
        // `Movements such as the Brotherhood` points to nothing.
        || (1..3).any(|at| says(at, POINTING) && !says(at + 1, &["as"]))
        || counts_the_unnamed(sentence)
        || does_to_these(sentence)
        || calls_this_something(sentence)
        || speaks_of_a_group(sentence)
        || is_correction(sentence)
}

/// Whether a sentence holds of a group that was named before it: `Age should not be a barrier to treatment in this group`.
fn speaks_of_a_group(sentence: &str) -> bool {
    const GROUPS: &[&str] = &[
        "group",
        "groups",
        "subgroup",
        "subgroups",
        "cohort",
        "cohorts",
        "population",
        "populations",
        "setting",
        "settings",
    ];
    let all: Vec<String> = lower_words(sentence).collect();
    all.windows(3).any(|run| {
        matches!(run[0].as_str(), "in" | "for" | "of" | "among" | "within")
            && matches!(run[1].as_str(), "this" | "these")
            && GROUPS.contains(&run[2].as_str())
    })
}

/// Whether all that a sentence names up to its first verb does something to `these`: `Customers should not eat these products`.
fn does_to_these(sentence: &str) -> bool {
    let clause = sentence
        .split([',', ';', ':', '('])
        .next()
        .unwrap_or_default();
    let all: Vec<String> = lower_words(clause).collect();
    let at = all.iter().position(|word| word == "these");
    let Some((verb, before)) = at.and_then(|at| all.get(..at)?.split_last()) else {
        return false;
    };
    let is_one_clause = !before.iter().any(|word| JOINING.contains(&word.as_str()));
    is_one_clause && (is_doing(verb) || is_base(verb))
}

/// Whether somebody judges what the sentence before told: `The director called this suspension a victory`.
fn calls_this_something(sentence: &str) -> bool {
    const JUDGES: &[&str] = &[
        "call",
        "calls",
        "called",
        "describe",
        "describes",
        "described",
        "welcomed",
        "welcomes",
        "criticised",
        "criticized",
        "condemned",
        "praised",
        "dismissed",
        "hailed",
    ];
    let all: Vec<String> = lower_words(sentence).collect();
    let mut pairs = all.windows(2);
    pairs.any(|pair| {
        JUDGES.contains(&pair[0].as_str()) && matches!(pair[1].as_str(), "this" | "these")
    })
}

/// Whether whoever is named before a pronoun says something of themselves by it: `The mayor denies that`.
fn speaks_of_oneself(before: &str) -> bool {
    const OF_ONESELF: &[&str] = &[
        "denies", "denied", "admits", "admitted", "promises", "promised", "insists", "insisted",
    ];
    let all: Vec<String> = lower_words(before).collect();
    matches!(all.as_slice(), [_, .., verb, that] if that == "that" && OF_ONESELF.contains(&verb.as_str()))
}

/// Whether a sentence that opens with `the first` says of what that is: `The first trip of the ferry`.
fn ranks_what_it_names(sentence: &str) -> bool {
    let opening: Vec<String> = lower_words(sentence).take(5).collect();
    let opening: Vec<&str> = opening.iter().map(String::as_str).collect();
    matches!(
        opening[..],
        ["the", "first" | "second" | "third", _, "of", of]
            if !PRONOUNS.contains(&of) && !POINTING.contains(&of)
    )
}

/// Whether a sentence says of a number what became of so many, and not of what: `2,140 were installed`.
#[must_use]
pub fn counts_the_unnamed(sentence: &str) -> bool {
    // A sum says what it is one of.
    if sentence.starts_with(['€', '$', '£', '¥']) {
        return false;
    }
    let mut opening = lower_words(sentence);
    let is_number = opening.next().is_some_and(|first| {
        first.starts_with(|letter: char| letter.is_ascii_digit())
            || NUMBERS.contains(&first.as_str())
    });
    is_number
        && opening
            .next()
            .is_some_and(|next| BEING.contains(&next.as_str()))
}

/// Whether a sentence opens with one of several that it does not name: `One of its branches`, `One of the two`; `One of the first gifts` names them.
fn is_one_of_the_unnamed(opening: &[String]) -> bool {
    let opening: Vec<&str> = opening.iter().map(String::as_str).collect();
    let ["one", "of", whose, rest @ ..] = opening.as_slice() else {
        return false;
    };
    match *whose {
        "the" => rest
            .first()
            .is_some_and(|of| NUMBERS.contains(of) || *of == "others"),
        _ => PRONOUNS.contains(whose) || POINTING.contains(whose),
    }
}

/// Whether a sentence opens with an `it` that means nothing: `It was agreed to move the orders`, `It is conjectured that there are more`.
fn is_impersonal(sentence: &str) -> bool {
    #[rustfmt::skip]
    const TOLD: &[&str] = &[
        "agreed", "resolved", "decided", "proposed", "recommended", "suggested", "reported", "estimated", "expected", "found", "hoped", "planned", "said", "noted", "argued",
    ];
    const WHAT: &[&str] = &[
        "that", "whether", "who", "how", "why", "when", "where", "what", "which", "if",
    ];
    /// Words from what was done to what is told: `stated to the board that`.
    const REACH: usize = 6;
    let opening: Vec<String> = lower_words(sentence).take(5).collect();
    let first: Vec<&str> = opening.iter().map(String::as_str).collect();
    if let ["it", "was" | "is", told, "that", ..] = first[..]
        && told.ends_with("ed")
    {
        return true;
    }
    // `It has been stated to the board that not all of them were protected`
    if let ["it", "has" | "had", "been", told, ..] = first[..]
        && told.ends_with("ed")
        && lower_words(sentence)
            .skip(4)
            .take(REACH)
            .any(|word| word == "that")
    {
        return true;
    }
    // `It is unclear who will pay`, and not `It was he who paid`.
    if let ["it", "was" | "is" | "remains", rest @ ..] = first.as_slice()
        && let ["not", told, what, ..] | [told, what, ..] = rest
        && WHAT.contains(what)
        && !PRONOUNS.contains(told)
    {
        return true;
    }
    // `It was not the spring that …` singles something out.
    if let ["it", "was" | "is", "not", "the", _] = first[..] {
        let singled_out = lower_words(sentence).skip(5).take(2);
        if singled_out.into_iter().any(|word| word == "that") {
            return true;
        }
    }
    let (["it", "was" | "is", told, ..] | ["it", "has" | "had", "been", told, ..]) = first[..]
    else {
        return false;
    };
    TOLD.contains(&told)
        && opening
            .iter()
            .skip(2)
            .any(|word| matches!(word.as_str(), "to" | "that"))
}

/// Whether a sentence tells what a single named one does to somebody who was named before: `Peter Holm succeeds her as minister`.
fn does_to_the_unnamed(sentence: &str) -> bool {
    const REACH: usize = 6;
    const BEHIND: &[&str] = &[
        "as", "in", "on", "by", "at", "for", "from", "with", "and", "until", "after", "when", "to",
    ];
    let spans: Vec<_> = words(sentence).take(REACH + 1).collect();
    let word = |at: usize| spans.get(at).and_then(|span| sentence.get(span.clone()));
    let is_capital = |at: usize| word(at).is_some_and(|word| word.starts_with(char::is_uppercase));
    (2..REACH).any(|at| {
        let is_object = matches!(word(at), Some("her" | "him" | "them"));
        // Who is spoken of stands before the verb, and nobody else does.
        let is_lone = is_capital(0) && (0..at - 1).all(is_capital) && !is_capital(at - 1);
        let ends = word(at + 1).is_none_or(|next| BEHIND.contains(&next));
        is_object && is_lone && ends
    })
}

/// Whether a sentence tells what somebody puts at what of something that is not named: `The authority has put its cost at 16 million`.
fn estimates_the_unnamed(sentence: &str) -> bool {
    let all: Vec<String> = lower_words(sentence).collect();
    all.windows(2).any(|pair| {
        matches!(pair, [verb, its] if its == "its" && matches!(verb.as_str(), "put" | "puts" | "estimates" | "estimated" | "reckons" | "reckoned"))
    })
}

/// Whether a sentence tells how much somebody offers, and not for what: `The city has offered 1.5 million euros`.
fn offers_for_the_unnamed(sentence: &str) -> bool {
    const OFFERS: &[&str] = &[
        "offered", "offers", "bid", "pledged", "promised", "proposed",
    ];
    let end = sentence.trim_end_matches(['.', '!', ' ']).len();
    let all = quantities(sentence);
    let Some(amount) = all.last().filter(|one| one.amount().is_some()) else {
        return false;
    };
    let before = sentence.get(..amount.span.start).unwrap_or_default();
    let last = words(before).last().and_then(|span| before.get(span));
    amount.span.end >= end && all.len() == 1 && last.is_some_and(|word| OFFERS.contains(&word))
}

/// Whether a sentence goes on by a pronoun about what stands before it: `It would cost`, `Their union`.
#[must_use]
pub fn opens_with_pronoun(sentence: &str) -> bool {
    const OPENING: &[&str] = &[
        "it", "its", "they", "their", "he", "she", "his", "her", "this", "these",
    ];
    lower_words(sentence)
        .next()
        .is_some_and(|first| OPENING.contains(&first.as_str()))
}

/// Whether a sentence opens with a person whom another names: nobody would know who that is in a quotation.
#[must_use]
pub fn speaks_of_somebody(sentence: &str) -> bool {
    let first = lower_words(sentence).next();
    first.is_some_and(|first| matches!(first.as_str(), "he" | "she" | "his" | "her"))
}

/// Whether a sentence means by its first words what was named before it: `The council kept …`, and names nothing itself.
#[must_use]
pub fn opens_with_stand_in(sentence: &str) -> bool {
    let mut opening = lower_words(sentence);
    opening.next().as_deref() == Some("the")
        && opening
            .next()
            .is_some_and(|noun| STAND_INS.contains(&noun.as_str()))
        && names(sentence).is_empty()
}

/// Whether a sentence names nothing by which a reader could tell what it speaks of: in a document about something else it means that.
#[must_use]
pub fn names_nothing(sentence: &str) -> bool {
    names(sentence).is_empty()
}

/// A sentence without the word that joins it to one that may stand elsewhere, where what follows says enough by itself.
#[must_use]
pub fn without_joining(sentence: &str) -> Cow<'_, str> {
    let rest = without_connective(sentence);
    if rest.len() == sentence.len() || is_dependent(rest) {
        return Cow::Borrowed(sentence);
    }
    let mut letters = rest.chars();
    match letters.next() {
        Some(first) if first.is_lowercase() && letters.as_str().starts_with(char::is_lowercase) => {
            Cow::Owned(first.to_uppercase().chain(letters).collect())
        }
        Some(_) if rest.starts_with(char::is_uppercase) => Cow::Borrowed(rest),
        _ => Cow::Borrowed(sentence),
    }
}

/// The sentence after an opening word that only joins it to the one before: what follows "However," can stand alone if it says enough.
fn without_connective(sentence: &str) -> &str {
    #[rustfmt::skip]
    const JOINING: &[&str] = &[
        "However, ", "Moreover, ", "Furthermore, ", "Meanwhile, ", "Nevertheless, ", "Nonetheless, ", "In addition, ", "Additionally, ", "Also, ", "Similarly, ",
        "Likewise, ", "Indeed, ", "In fact, ", "For example, ", "For instance, ",
    ];
    const ENOUGH: usize = 6;
    let is_case = |rest: &str| sentence.starts_with("For ") && rest.starts_with("if ");
    let sentence = without_purpose(sentence).unwrap_or(sentence);
    JOINING
        .iter()
        .find_map(|word| sentence.strip_prefix(word))
        // An example that puts a case is one of what was said: `For example, if the current version is 2, …`.
        .filter(|rest| rest.split_whitespace().count() >= ENOUGH && !is_case(rest))
        .unwrap_or(sentence)
}

/// What follows a purpose that points to something said: `To solve this problem, Zstd offers a training mode`.
fn without_purpose(sentence: &str) -> Option<&str> {
    const POINTS: &[&str] = &["this", "these", "that", "those", "it", "them"];
    const LONGEST: usize = 6;
    let (purpose, rest) = sentence.split_once(", ")?;
    let mut said = lower_words(purpose);
    let opens =
        said.next().as_deref() == Some("to") && said.next().is_some_and(|verb| is_base(&verb));
    let points = said
        .take(LONGEST - 2)
        .any(|word| POINTS.contains(&word.as_str()));
    let is_short = purpose.split_whitespace().count() <= LONGEST;
    (opens && points && is_short).then_some(rest)
}

fn lower_words(sentence: &str) -> impl Iterator<Item = String> {
    words(sentence)
        .filter_map(|span| sentence.get(span))
        .map(str::to_lowercase)
}

/// Whether a sentence speaks of several that it does not name before: `The director said that they had been ruled out`.
fn speaks_of_others(sentence: &str) -> bool {
    let all: Vec<String> = lower_words(sentence).collect();
    let is_own = |at: usize| at > 0 && all.get(at + 1).is_some_and(|next| next == "own");
    let mut said = all.iter().map(String::as_str).enumerate();
    let mut is_several = false;
    let is_there = said.any(|(at, word)| {
        is_several |= word == "and"
            || word.len() > 3 && word.ends_with('s') && !word.ends_with("ss")
            || SEVERAL.contains(&word);
        // What somebody has of `their own` is that of who is named before.
        matches!(word, "they" | "them") || word == "their" && !is_own(at)
    });
    is_there && !is_several
}

/// Whether a sentence speaks of some `of them` and has not counted them before: `120 buses, and 41 of them are electric` has.
fn speaks_of_some_of_others(sentence: &str) -> bool {
    let all: Vec<String> = lower_words(sentence).collect();
    let Some(at) = all
        .windows(2)
        .position(|pair| matches!(pair, [of, them] if of == "of" && them == "them"))
    else {
        return false;
    };
    let before = all.get(..at).unwrap_or_default();
    let is_number =
        |word: &str| word.starts_with(|c: char| c.is_ascii_digit()) || NUMBERS.contains(&word);
    let is_plural = |word: &String| word.len() > 3 && word.ends_with('s');
    let counted = |at: usize| {
        let next = before.get(at + 1..).unwrap_or_default();
        next.iter().take(3).any(is_plural)
    };
    !before
        .iter()
        .enumerate()
        .any(|(at, word)| is_number(word) && counted(at))
}

/// Whether a sentence speaks of an `it` that it does not name: the object of its first verb, `The company bought it in 1968`.
fn has_unnamed_object(sentence: &str) -> bool {
    const OPENING: usize = 9;
    let spans: Vec<_> = words(sentence).take(OPENING).collect();
    let word = |at: usize| {
        let span = spans.get(at)?.clone();
        Some(sentence.get(span)?.to_lowercase())
    };
    let Some(at) = (2..spans.len()).find(|at| word(*at).is_some_and(|word| word == "it")) else {
        return false;
    };
    let before = sentence
        .get(..spans.get(at).map_or(0, |span| span.start))
        .unwrap_or_default();
    let verb = word(at - 1).unwrap_or_default();
    let next = word(at + 1).unwrap_or_default();
    let is_one_clause = !before.contains([',', ';', ':', '"', '“'])
        && !(0..at).any(|at| word(at).is_some_and(|word| JOINING.contains(&word.as_str())));
    // `made it clear that` means nothing by its `it`.
    let is_empty = matches!(verb.as_str(), "made" | "makes" | "found" | "finds" | "make")
        || matches!(
            next.as_str(),
            "is" | "was" | "will" | "would" | "has" | "had"
        )
        || next == "to" && !is_base(&verb);
    // `signed a petition against it` as well as `bought it`; of a command the verb has no ending.
    let is_object = is_doing(&verb) || is_base(&verb) || BEARING.contains(&verb.as_str());
    is_one_clause && !is_empty && is_object
}

/// Whether a sentence says of an `it` what happened somewhere, at some time or with whom: `On control streets it fell`.
fn has_unnamed_subject(sentence: &str) -> bool {
    /// Words among which an `it` is none of those before it, and where nothing is named.
    const NEAR: usize = 6;
    const OPENING: usize = 10;
    let reach = if names(sentence).is_empty() {
        OPENING
    } else {
        NEAR
    };
    let opening: Vec<String> = lower_words(sentence).take(reach).collect();
    let place = opening
        .iter()
        .position(|word| matches!(word.as_str(), "it" | "they"));
    let Some(at) = place.filter(|at| *at > 1) else {
        return false;
    };
    let before = opening.get(1..at).unwrap_or_default();
    // `In winter it takes five hours to charge a bus` means nothing by it.
    let is_empty = opening.get(at + 1).is_some_and(|next| {
        matches!(
            next.as_str(),
            "is" | "was" | "will" | "would" | "takes" | "took" | "seems"
        )
    });
    opening
        .first()
        .is_some_and(|first| PLACING.contains(&first.as_str()))
        && !is_empty
        && !before
            .iter()
            .any(|word| is_doing(word) || JOINING.contains(&word.as_str()))
}

/// Whether a sentence says that something is so `there`, and names no place before: `Archaeologists add 900 euros to each dig there`.
fn leaves_its_place_unnamed(sentence: &str) -> bool {
    let spans: Vec<_> = words(sentence).collect();
    let word = |at: usize| {
        let span = spans.get(at)?.clone();
        sentence.get(span)
    };
    let is_place = |at: &usize| {
        let is = word(*at).is_some_and(|word| word == "there");
        // `There are`, `will there be`, `there is`.
        let exists = [at.checked_sub(1), Some(at + 1)]
            .into_iter()
            .flatten()
            .filter_map(word)
            .any(|beside| BEING.contains(&beside.to_lowercase().as_str()));
        is && !exists
    };
    let Some(at) = (1..spans.len()).find(is_place) else {
        return false;
    };
    let is_named = (0..at).filter_map(word).any(|word| {
        let word = word.to_lowercase();
        matches!(word.as_str(), "in" | "at" | "on" | "within" | "from")
    });
    let before = spans.get(at).and_then(|span| sentence.get(..span.start));
    !is_named && names(before.unwrap_or_default()).is_empty()
}

/// Whether a sentence speaks of `the rest` of what it does not name: `A filter for the rest would cost more`.
fn speaks_of_a_rest(sentence: &str) -> bool {
    let all: Vec<String> = lower_words(sentence).collect();
    let rest = all
        .windows(2)
        .position(|pair| matches!(pair, [the, rest] if the == "the" && matches!(rest.as_str(), "rest" | "remainder")));
    rest.is_some_and(|at| {
        let before = all.get(..at).unwrap_or_default();
        let is_counted = before.iter().any(|word| {
            word.starts_with(|c: char| c.is_ascii_digit())
                || NUMBERS.contains(&word.as_str())
                || SEVERAL.contains(&word.as_str())
                || word == "half"
                || word == "part"
        });
        all.get(at + 2).is_none_or(|next| next != "of") && !is_counted
    })
}

/// Whether a sentence gives a share beside one that was given before it: `Mechanical failures accounted for another 20 percent`, `Between the two was a third`.
fn adds_to_a_share(sentence: &str) -> bool {
    let is_another = |before: &str| {
        let mut last = lower_words(before).collect::<Vec<_>>().into_iter().rev();
        let (word, article) = (last.next(), last.next());
        matches!(word.as_deref(), Some("another"))
            || matches!(word.as_deref(), Some("further")) && article.as_deref() == Some("a")
    };
    let is_share = |one: &Quantity| {
        let amount = one.amount();
        amount.is_some_and(|amount| amount.unit == Unit::Percent)
    };
    let mut shares = quantities(sentence).into_iter().filter(is_share);
    let adds = shares.next().is_some_and(|first| {
        let before = sentence.get(..first.span.start).unwrap_or_default();
        is_another(before)
    });
    let opening: Vec<String> = lower_words(sentence).take(3).collect();
    let is_between = opening
        .iter()
        .map(String::as_str)
        .eq(["between", "the", "two"]);
    let is_bare = || {
        lower_words(sentence)
            .nth(3)
            .is_some_and(|next| BEING.contains(&next.as_str()))
    };
    adds || is_between && is_bare()
}

/// Whether a sentence says of what stands before it that it is so no longer: `They have since fallen again`.
#[must_use]
pub fn takes_back(sentence: &str) -> bool {
    let all: Vec<String> = lower_words(sentence).collect();
    let is_since = all
        .windows(2)
        .any(|pair| matches!(pair[0].as_str(), "has" | "have" | "had") && pair[1] == "since");
    let is_over = all
        .windows(2)
        .any(|pair| pair[0] == "no" && pair[1] == "longer");
    opens_with_pronoun(sentence) && (is_since || is_over)
}

/// Whether a sentence opens with a deed or a change that only what stands before it names: `The work was postponed`.
#[must_use]
pub fn opens_with_deed(sentence: &str) -> bool {
    const DEEDS: &[&str] = &[
        "work", "move", "increase", "rise", "fall", "drop", "decline", "delay", "change",
        "changes", "proposal", "motion", "figure", "offer", "deal", "decision", "request",
    ];
    const SAID: &[&str] = &[
        "was", "were", "is", "are", "has", "had", "will", "would", "came", "comes", "means",
        "meant", "could", "should", "must",
    ];
    let mut opening = lower_words(sentence);
    let mut is = |list: &[&str]| {
        opening
            .next()
            .is_some_and(|word| list.contains(&word.as_str()))
    };
    is(&["the"]) && is(DEEDS) && is(SAID)
}

/// Whether a sentence sets something for `the same` thing as one before it: `Debezium needs 1.9 GB for the same load`.
fn speaks_of_the_same(sentence: &str) -> bool {
    const FOR: &[&str] = &["for", "with", "on", "in", "under", "over", "from", "of"];
    const BOTH: &[&str] = &["both", "all", "each", "two", "and", "every", "or"];
    let all: Vec<String> = lower_words(sentence).collect();
    let at = all
        .windows(3)
        .position(|run| FOR.contains(&run[0].as_str()) && run[1] == "the" && run[2] == "same");
    at.is_some_and(|at| {
        let (before, behind) = all.split_at(at);
        let is_told_of_both = before.iter().any(|word| BOTH.contains(&word.as_str()));
        // `In May 2013, followed by a decision in December of the same year` gives the year.
        let is_idle = behind.get(3).is_none_or(|noun| {
            matches!(noun.as_str(), "time" | "way")
                || TIMES.contains(&noun.as_str()) && gives_a_year(sentence)
        });
        !is_told_of_both && !is_idle && !behind.iter().any(|word| word == "as" || word == "that")
    })
}

/// Whether a sentence says when or in what case by what was said before it: `Prices fall to 10 pounds during that time`.
fn speaks_of_that_time(sentence: &str) -> bool {
    const PLACING: &[&str] = &[
        "in", "at", "on", "during", "by", "from", "since", "for", "until", "of", "before", "after",
    ];
    let all: Vec<String> = lower_words(sentence).collect();
    let place = all.windows(3).position(|run| {
        PLACING.contains(&run[0].as_str()) && run[1] == "that" && TIMES.contains(&run[2].as_str())
    });
    // A year in the sentence itself is the time that it means.
    place.is_some() && !gives_a_year(sentence)
}

fn gives_a_year(sentence: &str) -> bool {
    let mut given = quantities(sentence).into_iter();
    given.any(|quantity| quantity.date().is_some_and(|date| date.year.is_some()))
}

/// Whether a sentence draws a conclusion from what was said before it: `The treasurer therefore proposed the closure`, and not `The roof leaks and therefore …`.
/// Advice, as in `should therefore`, is worth telling without its reason.
#[must_use]
pub fn concludes_from_before(sentence: &str) -> bool {
    before_conclusion(sentence).is_some_and(|said| !ends_advising(said))
}

/// Whether a sentence gives advice for a reason that was said before it: `Makers should therefore wait`. It is the reason for nothing.
#[must_use]
pub fn is_concluded_advice(sentence: &str) -> bool {
    before_conclusion(sentence).is_some_and(ends_advising)
}

/// What stands before the word for a conclusion, where no clause before it gives its reason.
fn before_conclusion(sentence: &str) -> Option<&str> {
    const OPENING: usize = 7;
    let is_conclusion = |word: &str| matches!(word, "therefore" | "consequently" | "accordingly");
    let mut opening = words(sentence).take(OPENING);
    let place = opening.find(|span| sentence.get(span.clone()).is_some_and(is_conclusion));
    let before = place.and_then(|span| sentence.get(..span.start))?;
    let said = before.trim_end_matches([',', ' ']);
    let is_one_clause = !said.contains([',', ';', ':']);
    let joins = lower_words(said).any(|word| JOINING.contains(&word.as_str()));
    (is_one_clause && !joins).then_some(said)
}

fn ends_advising(said: &str) -> bool {
    const ADVISING: &[&str] = &["should", "must", "can", "may", "could", "would", "will"];
    let last = lower_words(said).last();
    last.is_some_and(|word| ADVISING.contains(&word.as_str()))
}

/// Whether a sentence says what somebody thinks of `this`, and names nothing by it: `The director calls this a risk`.
fn judges_what_was_said(sentence: &str) -> bool {
    const OPENING: usize = 6;
    const JUDGES: &[&str] = &[
        "call",
        "calls",
        "called",
        "consider",
        "considers",
        "considered",
        "describe",
        "describes",
        "described",
        "explain",
        "explains",
        "explained",
        "confirm",
        "confirms",
        "confirmed",
        "deny",
        "denies",
        "denied",
        "put",
        "puts",
        "attribute",
        "attributes",
        "attributed",
        "see",
        "sees",
        "saw",
        "regard",
        "regards",
        "regarded",
        "blame",
        "blames",
        "blamed",
    ];
    /// Those of them behind which a clause may stand: `The minister denied that the brakes had failed`.
    const SAYS: &[&str] = &[
        "consider",
        "considers",
        "considered",
        "explain",
        "explains",
        "explained",
        "confirm",
        "confirms",
        "confirmed",
        "deny",
        "denies",
        "denied",
        "see",
        "sees",
        "saw",
    ];
    const OPENS: &[&str] = &[
        "a", "an", "the", "as", "to", "on", "by", "with", "for", "down",
    ];
    let all: Vec<String> = lower_words(sentence).collect();
    all.windows(2).take(OPENING).enumerate().any(|(at, pair)| {
        let (verb, judged) = (pair[0].as_str(), pair[1].as_str());
        let next = all.get(at + 2).map(String::as_str);
        let is_bare = next.is_none_or(|next| OPENS.contains(&next));
        let opens_clause =
            SAYS.contains(&verb) && next.is_some_and(|next| matches!(next, "a" | "an" | "the"));
        let is_judged = JUDGES.contains(&verb) && judged == "that" && !opens_clause;
        (is_judged || judged == "this") && is_bare
    })
}

/// Words beside which `there` means no place.
const BEING: &[&str] = &[
    "is", "are", "was", "were", "be", "been", "will", "would", "has", "have", "had", "can",
    "could", "may", "might", "must", "should", "seems", "remain", "remains", "exist", "exists",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conclusion_leans_on_its_reason_where_that_is_another_sentence() {
        assert!(concludes_from_before(
            "The city treasurer therefore proposed the closure."
        ));
        for own in [
            "The roof leaks and the hall is therefore closed.",
            "The roof leaks; the council therefore closed the hall.",
            "Because the roof leaks, the council therefore closed the hall.",
            "Manufacturers should therefore postpone a second line.",
            "The council closed the hall.",
        ] {
            assert!(!concludes_from_before(own), "{own}");
        }
    }

    #[test]
    fn a_pronoun_or_connective_leans_on_the_sentence_before() {
        for sentence in [
            "It rose again.",
            "However, prices fell.",
            "Mechanical failures accounted for another 20 percent.",
            "Between the two was a failure of fuel supplies, accounting for nearly a third of the failures.",
            "However, they rose to 9 percent because two engines failed.",
            "In addition, they fell.",
            "During such periods they fell.",
            "For example, Norway built two.",
            "For example, if the current version is 1.80, all from 1.79 are supported.",
            "A mixed fleet would cost less, she said, on the way to Kestrel Hill.",
            "Whether it reduces exacerbations is not known.",
            "However, there is no type for dates with a time zone.",
            "The director said that they had been ruled out in 2021 on cost.",
            "Keeping them roadworthy will cost 4.1 million pounds.",
            "The theatre company bought it in 1968.",
            "First, they ordered the connection three years before the buses.",
            "Fast chargers would close the gap for 21 of them; eight would be needed.",
            "Two of them are closed.",
            "On control streets it fell by 9 %.",
            "The depots report that 12 of them stood still.",
            "Archaeologists add 900 euros to each replacement there.",
            "340 parents have signed a petition against it.",
            "Do not offer it to people who cannot weigh themselves.",
            "The port authority has put its cost at 16 million euros.",
            "A new filter for the rest would cost 3.1 million euros.",
            "The city has offered 1.5 million euros.",
            "2,140 were installed.",
            "The team takes this as a sign of life.",
            "Critics doubt this.",
            "The director calls that a risk.",
            "The mayor denied that on Monday.",
            "It was he who paid for the repairs.",
            "Customers should not eat these products and can return them to the shop.",
            "The first was put off to July.",
            "The first trip was put off to July.",
            "The second half of it burned.",
            "The court found that he had lied.",
            "One of its branches is closed.",
            "One of the two is closed.",
            "Prices fell in December of the same year.",
            "For patients under 75 with rapid progression it suggests a lower dose.",
            "The release of that morning had nothing to do with the outage.",
        ] {
            assert!(is_dependent(sentence), "{sentence}");
        }
        for sentence in [
            "Prices rose.",
            "Pumps and pipes are sold, and most shops repair these parts.",
            "Instead of buying the hall, the town could rent one for 9,000 euros.",
            "It was agreed to move the orders to Postgres.",
            "It has been decided that the hall is sold.",
            "It is unclear who will pay for the repairs.",
            "It is not known whether the dam will hold.",
            "The minister denied that the brakes had failed.",
            "The agency confirmed that a second leak was found.",
            "Diesel has become dearer, Councillor Dagny Moorfield says, and she wants a vote.",
            "In 2024 prices rose.",
            "The firm built two.",
            "The city has offered 1.5 million euros to the traders.",
            "The audit found it hard to compare the two bids.",
            "The council sold the hall because it was empty.",
            "In winter it takes five hours to charge a bus.",
            "In March the council said it would close the hall.",
            "The city runs 120 buses, and 41 of them were electric in March.",
            "The city has three old depots, and two of them are closed.",
            "Of the 236 drivers, 52 took the course, and 48 of them passed it.",
            "However, cancellations rose to 9 percent because two engines failed.",
            "In Orsund the ground is wet, and digging there costs more.",
            "By May there were 40 ferries in service.",
            "Two thirds are sold abroad and the rest in Norland.",
            "The tram will run until the rest of the line is built.",
            "2,140 pumps were installed.",
            "The first trip of the ferry was put off to July.",
            "The mayor denies that he will resign.",
            "One of the first gifts came from a shop in Norland.",
            "Movements such as the Brotherhood run clinics of their own.",
            "With a minute left, Carolina got the ball on their own line.",
            "The plant closed in May 2013, followed by the mill in December of the same year.",
            "During that time, on 18 May 1756, England declared war on France.",
            "It is conjectured that there are infinitely many twin primes.",
            "For example, the prime field is the smallest part of a field.",
            "This crate's minimum version of the compiler is 1.61.",
        ] {
            assert!(!is_dependent(sentence), "{sentence}");
        }
    }
}
