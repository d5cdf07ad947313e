//! Leaning: sentences that say what they say only behind the one before them.
//!
//! A pronoun, a word that joins on to something said, or an article for something that was named before: taken out alone, such a sentence would speak of
//! whatever happens to stand before it in the brief.

mod others;
mod unnamed;
mod vocabulary;

use std::borrow::Cow;

use self::vocabulary::{
    CLAUSE_OPENERS, JOINING, LEANING, LEANING_PAIRS, POINTING, PRONOUNS, STAND_INS,
};
use super::clause::is_base;
use super::voice::opens_with_own_work;
use crate::check::{is_correction, names, quantities, words};
use others::{
    adds_to_a_share, calls_this_something, does_to_these, judges_what_was_said, speaks_of_a_group,
    speaks_of_a_rest, speaks_of_others, speaks_of_some_of_others, speaks_of_that_time,
    speaks_of_the_same,
};
pub use unnamed::counts_the_unnamed;
use unnamed::{
    does_to_the_unnamed, estimates_the_unnamed, has_unnamed_object, has_unnamed_subject,
    is_one_of_the_unnamed, leaves_its_place_unnamed, offers_for_the_unnamed,
};

/// Whether a sentence leans on the one before it: it begins with a pronoun, or joins on to something said.
#[must_use]
pub fn is_dependent(sentence: &str) -> bool {
    let sentence = without_connective(sentence);
    let mut opening: Vec<String> = lower_words(sentence).take(4).collect();
    // `They're` is `they`.
    if let Some(first) = opening.first_mut()
        && let Some(short) = first.find(['\'', '’'])
    {
        first.truncate(short);
    }
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
        || ["First, ", "Yes, ", "No, "].iter().any(|word| sentence.starts_with(word))
        || comes_after_what_was_told(sentence)
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

/// Whether a sentence tells what came some time or way behind what was told before it: `Ten miles later, the bearing was hot`. A year says when by itself.
fn comes_after_what_was_told(sentence: &str) -> bool {
    const BEHIND: &[&str] = &[
        "later",
        "earlier",
        "afterwards",
        "afterward",
        "thereafter",
        "on",
    ];
    const REACH: usize = 5;
    let Some((opening, _)) = sentence.split_once(", ") else {
        return false;
    };
    let said: Vec<String> = lower_words(opening).collect();
    let is_behind = said
        .last()
        .is_some_and(|last| BEHIND.contains(&last.as_str()));
    let is_measured = said.len() > 1
        && said.len() < REACH
        && said
            .iter()
            .rev()
            .nth(1)
            .is_some_and(|unit| unit.ends_with('s') || MEASURES.contains(&unit.as_str()));
    is_behind && is_measured && !gives_a_year(sentence)
}

/// What is counted in one, when something comes behind another.
const MEASURES: &[&str] = &[
    "year",
    "month",
    "week",
    "day",
    "hour",
    "minute",
    "moment",
    "mile",
    "kilometre",
    "kilometer",
];

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
        "Likewise, ", "Indeed, ", "In fact, ", "For example, ", "For instance, ", "So, ",
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
            "They're roughly 4x faster than the old ones.",
            "Ten miles later, the bearing was recorded at 103 degrees.",
            "The above changes remove the field from the list.",
            "No, it supports the new standard alone.",
            "So, they sold the hall to a baker.",
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
            "So, the governor and the fire chief approved the plan.",
            "In 2021, three years later, the hall burned down.",
            "Two years later, in 2021, the hall burned down.",
        ] {
            assert!(!is_dependent(sentence), "{sentence}");
        }
    }
}
