//! Asked: what a question wants, read off the words that ask (`who`, `when`, `how much`).
//!
//! A question is of one kind, and may still want values of several: a date and a price. What it is about is not known here, nor whether a sentence answers it.

use super::sides::sides;
use super::terms::{is_stop_word, words};

/// What would answer a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuestionKind {
    /// Somebody.
    Who,
    /// A date, a time, or how long something goes on.
    When,
    /// A figure.
    Amount,
    /// Which of several has most or least of something: the figures of each.
    Most,
    /// A place.
    Where,
    /// Why something is so.
    Cause,
    /// What happened, in order.
    Events,
    /// What to do: decisions, advice, and who is for or against.
    Choice,
    /// The same of each side.
    Comparison,
    /// What may go wrong.
    Risks,
    /// What a piece of work does not show, or was done without.
    Limits,
    /// What was decided.
    Decision,
    /// What somebody says, wants or advises.
    Said,
    /// What is not known.
    Open,
    /// Whatever is about it.
    Plain,
}

/// A question by its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// In small letters.
    words: Vec<String>,
    compares: bool,
    /// It is one clause.
    is_simple: bool,
}

impl Question {
    #[must_use]
    pub fn read(question: &str) -> Self {
        let all = words(question).filter_map(|span| question.get(span));
        Self {
            words: all.map(str::to_lowercase).collect(),
            compares: !sides(question).is_empty(),
            is_simple: !question.contains([',', ';']),
        }
    }

    #[must_use]
    pub fn kind(&self) -> QuestionKind {
        let first = self.first();
        if self.compares {
            QuestionKind::Comparison
        } else if self.asks_for_limits() {
            QuestionKind::Limits
        } else if self.asks_for_risks() || self.asks_what_speaks_against() {
            QuestionKind::Risks
        } else if self.says(&["unknown", "unclear", "uncertain", "unanswered"]) {
            QuestionKind::Open
        } else if self.says(&["why"])
            || self.says(CAUSES) && !self.asks_what_it_causes()
            || self.asks_what_brought_it_about()
        {
            QuestionKind::Cause
        } else if matches!(first, "who" | "whom" | "whose") {
            QuestionKind::Who
        } else if self.asks_when() {
            QuestionKind::When
        } else if self.asks_what_happened() {
            QuestionKind::Events
        } else if self.asks_how_much() || self.asks_for_a_figure() {
            QuestionKind::Amount
        } else if first == "where" && !self.says(&["should", "ought"]) {
            // Where something should be is for somebody to advise.
            QuestionKind::Where
        } else if self.asks_what_was_decided() {
            QuestionKind::Decision
        } else if self.says(SAYS) || self.asks_for_advice() {
            QuestionKind::Said
        } else if self.says(HAPPENS) {
            QuestionKind::Events
        } else if first == "which" && self.says(MOST) {
            QuestionKind::Most
        } else if self.says(&["should", "ought", "shall"])
            || first == "which" && self.says(CHOOSES)
            || self.asks_in_which_case()
        {
            QuestionKind::Choice
        } else {
            QuestionKind::Plain
        }
    }

    /// Whether it asks for one thing alone: `How many posts are vacant?`. What should be done, and why something is so, is told by much else.
    #[must_use]
    pub fn asks_for_one_thing(&self) -> bool {
        const ASKS: &[&str] = &["what", "how", "when", "where", "who", "which"];
        const WIDENS: &[&str] = &["and", "or", "should", "why", "mean", "would", "explain"];
        ASKS.contains(&self.first()) && !self.says(WIDENS) && self.is_simple
    }

    /// In `What happens when the lease ends?` it is the beginning of another clause.
    #[must_use]
    pub fn asks_when(&self) -> bool {
        const ASKS: &[&str] = &["when", "what", "how", "who", "why", "where", "which"];
        let mut words = self.words.iter().map(String::as_str);
        let first = words.find(|word| ASKS.contains(word));
        first == Some("when") && !self.asks_in_which_case() && !self.asks_what_is_allowed()
            || self.says(&["deadline"])
            || self.asks_how(&["long", "soon"])
    }

    /// `When may an agency withhold its code?` is answered by a case, and by no time.
    fn asks_what_is_allowed(&self) -> bool {
        matches!(self.words.as_slice(), [when, may, ..] if when == "when" && may == "may")
    }

    /// In which case to choose something, and at no time: `When is it the right choice?`, `When should I use it?`.
    fn asks_in_which_case(&self) -> bool {
        #[rustfmt::skip]
        const GOOD: &[&str] = &[
            "choice", "option", "worth", "worthwhile", "appropriate", "suitable", "preferable", "better", "sensible",
        ];
        let mut opening = self.words.iter().map(String::as_str);
        if opening.next() != Some("when") {
            return false;
        }
        match (opening.next(), opening.next()) {
            (Some("is" | "are"), _) => self.says(GOOD),
            (Some("does" | "do"), _) => self.says(&["sense"]),
            (Some("should" | "can"), Some("i" | "we" | "you" | "one")) | (Some("to"), _) => {
                self.says(CHOOSES)
            }
            _ => false,
        }
    }

    #[must_use]
    pub fn asks_how_long(&self) -> bool {
        self.asks_how(&["long"])
    }

    /// How long something is: a length, if it is none of time.
    #[must_use]
    pub fn asks_for_a_length(&self) -> bool {
        self.words.windows(3).any(|run| {
            matches!(run, [how, long, is] if how == "how" && long == "long"
                && matches!(is.as_str(), "is" | "are" | "was" | "were"))
        })
    }

    /// When something ends.
    #[must_use]
    pub fn asks_for_an_end(&self) -> bool {
        const ENDS: &[&str] = &[
            "finished",
            "finish",
            "complete",
            "completed",
            "completion",
            "done",
            "ready",
            "end",
            "ended",
            "over",
        ];
        self.says(&["when", "long", "deadline"]) && self.says(ENDS)
    }

    #[must_use]
    pub fn asks_how_much(&self) -> bool {
        self.asks_how(MUCH) || self.asks_how(&["expensive"])
    }

    /// `What does it cost?`, `What is the rate?`, and not `What is the name of a number that …?`.
    fn asks_for_a_figure(&self) -> bool {
        /// Words before what is asked for: `What was the average yearly rate`.
        const BEFORE: usize = 6;
        let mut opening = self.words.iter().take(BEFORE);
        self.first() == "what"
            && (self.says(PRICES) || opening.any(|word| FIGURES.contains(&word.as_str())))
    }

    /// How much of something that need not be money: neither `How much money …` nor `How much did it cost?`.
    #[must_use]
    pub fn asks_for_an_amount(&self) -> bool {
        let is_of_money = |run: &[String]| {
            matches!(run, [how, much, next] if how == "how" && much == "much"
                && (next == "money" || AUXILIARIES.contains(&next.as_str()) && self.says(MONEY)))
        };
        self.asks_how(MUCH) && !self.words.windows(3).any(is_of_money)
    }

    /// Whether something is so now, and not whether it was: `Is the bridge open?`, `Will it be rebuilt?`.
    #[must_use]
    pub fn asks_whether_it_is_so(&self) -> bool {
        matches!(
            self.first(),
            "is" | "are" | "does" | "do" | "has" | "have" | "will" | "can" | "may" | "must"
        )
    }

    /// How something works: `How does the pump work?`.
    #[must_use]
    pub fn asks_how_it_works(&self) -> bool {
        self.asks_how(&["does", "do", "did"])
            && self
                .words
                .last()
                .is_some_and(|last| WORKS_LIKE.contains(&last.as_str()))
    }

    /// Its words that say something by themselves, but for the last where it asks how something works.
    pub fn content(&self) -> impl Iterator<Item = &str> {
        let all = self.words.iter().map(String::as_str);
        all.filter(|word| !is_stop_word(word) && !WORKS_LIKE.contains(word))
    }

    /// How something changed: `How did revenue change?`.
    #[must_use]
    pub fn asks_how_it_changed(&self) -> bool {
        self.asks_how(&["did", "has", "have", "does"])
            && self.says(&[
                "change",
                "changed",
                "develop",
                "developed",
                "evolve",
                "evolved",
            ])
    }

    /// How something was gone about: `How was the model evaluated?`.
    #[must_use]
    pub fn asks_how_it_was_done(&self) -> bool {
        self.asks_how(&["was", "were", "is", "are", "did", "has", "have"]) && self.says(STUDIED)
    }

    /// What something hangs on: `What predicts a failure?`, `Which factors affect the yield?`.
    #[must_use]
    pub fn asks_for_factors(&self) -> bool {
        match self.words.as_slice() {
            [what, verb, ..] if what == "what" => BEARS_ON.contains(&verb.as_str()),
            [which, noun, ..] if which == "which" => {
                matches!(noun.as_str(), "factors" | "variables")
            }
            _ => false,
        }
    }

    #[must_use]
    pub fn asks_for_money(&self) -> bool {
        self.says(MONEY) || self.asks_how(&["expensive", "much"])
    }

    /// `How does the cache decide which to drop?` asks how something works.
    #[must_use]
    pub fn asks_what_was_decided(&self) -> bool {
        const ASK: &[&str] = &["did", "what", "which", "who", "was", "has", "have"];
        let asks_how_it_works = matches!(self.words.as_slice(), [how, does, ..] if how == "how" && (does == "does" || does == "do"));
        // `Does age predict the outcome?` asks of no decision.
        let is_of_an_outcome = self.says(&["outcome", "outcomes", "result", "results"])
            && !ASK.contains(&self.first());
        self.says(DECIDES) && !asks_how_it_works && !is_of_an_outcome
    }

    #[must_use]
    pub fn asks_for_advice(&self) -> bool {
        self.says(ADVISES)
    }

    /// What may go wrong, and not something else of what is called so: `Which field classifies computational problems?`.
    fn asks_for_risks(&self) -> bool {
        /// Words before what is asked for: `What are the most serious problems`.
        const BEFORE: usize = 6;
        let opening = self.words.iter().take(BEFORE);
        let is_wrong = |run: &[String]| {
            matches!(run, [what, is, wrong] if what == "what" && wrong == "wrong"
                && matches!(is.as_str(), "is" | "are"))
        };
        let is_asked = self.says(RISKS) && !self.asks_what_changes_a_risk()
            || self.words.windows(3).any(is_wrong)
            || opening
                .clone()
                .any(|word| TROUBLES.contains(&word.as_str()));
        is_asked && !self.says(&["why", "who", "when"]) && !self.asks_how(MUCH)
    }

    /// What a study is short of. `What are the limits on speed?` asks for figures, unless the limits are those of a piece of work.
    fn asks_for_limits(&self) -> bool {
        let is_asked = matches!(self.first(), "what" | "which" | "are" | "does" | "name");
        let is_of_work = || {
            self.says(&["limits", "limit", "weaknesses", "weakness"]) && self.says(WORKS)
                || self.says(&["drawbacks", "drawback", "downsides", "downside"])
        };
        is_asked && (self.says(LIMITATIONS) || is_of_work())
    }

    /// `Does coffee raise the risk of a stroke?` asks for what it does to one.
    fn asks_what_changes_a_risk(&self) -> bool {
        const REACH: usize = 5;
        #[rustfmt::skip]
        const CHANGES: &[&str] = &[
            "increase", "increases", "increased", "raise", "raises", "raised", "reduce", "reduces", "reduced", "lower", "lowers", "lowered", "cut", "cuts",
            "decrease", "decreases", "affect", "affects", "affected", "change", "changes", "double", "doubles",
        ];
        let at = self
            .words
            .iter()
            .position(|word| RISKS.contains(&word.as_str()));
        at.is_some_and(|at| {
            let before = self.words.iter().take(at).rev().take(REACH);
            before
                .map(String::as_str)
                .any(|word| CHANGES.contains(&word))
        })
    }

    /// `What does it cause?` asks for what comes of it.
    fn asks_what_it_causes(&self) -> bool {
        let mut opening = self.words.iter().map(String::as_str);
        opening.next() == Some("what")
            && matches!(
                opening.next(),
                Some("does" | "do" | "did" | "can" | "could" | "will" | "would" | "may" | "might")
            )
            && self.says(&["cause"])
    }

    /// `What killed the bees?`, `What led to the strike?`, and neither `What led the parade?` nor `What stopped in May?`.
    fn asks_what_brought_it_about(&self) -> bool {
        let mut opening = self.words.iter().map(String::as_str);
        match (opening.next(), opening.next(), opening.next()) {
            (Some("what"), Some("led"), Some(next)) => next == "to",
            (Some("what"), Some(deed), Some(next)) => {
                BRINGS_ABOUT.contains(&deed)
                    && !matches!(
                        next,
                        "in" | "on" | "at" | "after" | "before" | "when" | "during"
                    )
            }
            _ => false,
        }
    }

    /// `What happened to the rate of deforestation?`
    fn asks_what_happened(&self) -> bool {
        let mut opening = self.words.iter().map(String::as_str);
        opening.next() == Some("what")
            && matches!(opening.next(), Some("happened" | "happens" | "became"))
    }

    /// `What speaks against it?`
    fn asks_what_speaks_against(&self) -> bool {
        self.words.windows(2).any(|pair| {
            matches!(pair, [speaks, against] if against == "against"
                && matches!(speaks.as_str(), "speaks" | "speak" | "counts" | "tells" | "arguments"))
        })
    }

    /// The words by which it asks for the most or the least of something: `fastest`.
    pub fn extremes(&self) -> impl Iterator<Item = &str> {
        let all = self.words.iter().map(String::as_str);
        all.filter(|word| MOST.contains(word))
    }

    /// The measures of which an amount is asked for, where that is told: `How old`.
    #[must_use]
    pub fn measures(&self) -> &'static [&'static str] {
        const OF: &[(&str, &[&str])] = &[
            ("old", &["time", "months"]),
            ("deep", &["length"]),
            ("tall", &["length"]),
            ("wide", &["length"]),
            ("far", &["length"]),
            ("heavy", &["mass"]),
        ];
        let asked = OF.iter().find(|(word, _)| self.asks_how(&[word]));
        asked.map_or(&[], |(_, measures)| measures)
    }

    /// What is to be counted: `pipe fitters`, of `How many pipe fitters are needed?`.
    pub fn counted(&self) -> impl Iterator<Item = &str> {
        let is_counting =
            |pair: &[String]| matches!(pair, [how, many] if how == "how" && many == "many");
        let at = self.words.windows(2).position(is_counting);
        let behind = at.and_then(|at| self.words.get(at + 2..));
        let named = behind.unwrap_or_default().iter().map(String::as_str);
        let mut named: Vec<&str> = named.take_while(|word| !is_stop_word(word)).collect();
        // What they did is not counted: `How many people completed the survey?`.
        if named.len() > 1
            && named
                .last()
                .is_some_and(|last| last.len() > 4 && last.ends_with("ed"))
        {
            named.pop();
        }
        named.into_iter()
    }

    /// Whether one of some words stands in it.
    #[must_use]
    pub fn says(&self, list: &[&str]) -> bool {
        self.words.iter().any(|word| list.contains(&word.as_str()))
    }

    /// The word that asks, behind a preposition that stands before it: `what`, of `At what price …`.
    fn first(&self) -> &str {
        const BEFORE: &[&str] = &["at", "by", "for", "from", "in", "of", "on", "to", "with"];
        const ASKS: &[&str] = &["what", "whom", "whose", "how"];
        match self.words.as_slice() {
            [before, asks, ..]
                if BEFORE.contains(&before.as_str()) && ASKS.contains(&asks.as_str()) =>
            {
                asks
            }
            [first, ..] => first,
            [] => "",
        }
    }

    fn asks_how(&self, list: &[&str]) -> bool {
        self.words.windows(2).any(
            |pair| matches!(pair, [how, much] if how == "how" && list.contains(&much.as_str())),
        )
    }
}

impl QuestionKind {
    /// What a question asks for.
    #[must_use]
    pub fn of(question: &str) -> Self {
        Question::read(question).kind()
    }

    /// Whether one sentence can be the whole answer.
    #[must_use]
    pub fn is_narrow(self) -> bool {
        matches!(self, Self::Who | Self::When | Self::Amount | Self::Where)
    }
}

/// Whether a word of a question asks for a sum of money.
#[must_use]
pub fn asks_a_price(word: &str) -> bool {
    let lower = word.to_lowercase();
    MONEY.contains(&lower.as_str())
}

/// Whether a sentence speaks of people by what they do or are.
#[must_use]
pub fn speaks_of_people(text: &str) -> bool {
    #[rustfmt::skip]
    const PEOPLE: &[&str] = &[
        "people",
        "patients",
        "adults",
        "residents",
        "farmers",
        "drivers",
        "parents",
        "union",
        "council",
        "committee",
        "board",
        "director",
        "consultants",
        "team",
        "authority",
        "court",
        "agency",
        "company",
        "children",
        "women",
        "men",
        "members",
        "staff",
        "teachers",
        "supporters",
        "fishermen",
        "shopkeepers",
        "governors",
        "bank",
        "ministry",
        "engineer",
        "manager",
        "owner",
        "owners",
        "chair",
    ];
    words(text)
        .filter_map(|span| text.get(span))
        .any(|word| PEOPLE.contains(&word.to_lowercase().as_str()))
}

#[rustfmt::skip]
const MUCH: &[&str] = &[
    "much",
    "many",
    "large",
    "big",
    "far",
    "often",
    "high",
    "low",
    "fast",
    "old",
    "deep",
    "tall",
    "wide",
    "heavy",
];
#[rustfmt::skip]
const MOST: &[&str] = &[
    "most", "least", "cheapest", "cheaper", "more", "less", "fewer", "fewest", "higher", "highest",
    "lower", "lowest", "larger", "largest", "smaller", "smallest", "faster", "fastest", "longer",
    "longest", "dearest", "bigger", "biggest",
];
#[rustfmt::skip]
const MONEY: &[&str] = &[
    "cost", "costs", "price", "prices", "budget", "pay", "salary", "salaries", "wage", "wages", "income", "turnover", "kosten", "kostet",
];
const AUXILIARIES: &[&str] = &[
    "do", "does", "did", "is", "are", "was", "were", "will", "would", "must", "should", "has",
    "have", "had",
];
const WORKS_LIKE: &[&str] = &["work", "works", "function", "operate"];
#[rustfmt::skip]
const STUDIED: &[&str] = &[
    "evaluated", "evaluate", "measured", "measure", "tested", "test", "assessed", "assess", "calculated", "calculate", "computed", "estimated", "estimate", "collected", "collect", "conducted",
    "conduct", "selected", "select", "sampled", "validated", "validate", "trained", "determined", "verified", "compared", "analysed", "analyzed", "studied",
];
const BEARS_ON: &[&str] = &[
    "predicts",
    "predicted",
    "affects",
    "affected",
    "determines",
    "determined",
    "influences",
    "influenced",
    "drives",
];
#[rustfmt::skip]
const PRICES: &[&str] = &[
    "cost", "costs", "price", "prices", "budget", "fee", "fees", "kosten", "kostet",
];
const FIGURES: &[&str] = &[
    "revenue", "number", "amount", "share", "rate", "salary", "wage", "income", "turnover",
];
#[rustfmt::skip]
const RISKS: &[&str] = &[
    "risk",
    "risks",
    "danger",
    "dangers",
    "threat",
    "threats",
    "drawback",
    "drawbacks",
    "downside",
    "downsides",
    "disadvantages",
    "harms",
    "objections",
    "weaknesses",
    "hazards",
];
#[rustfmt::skip]
const LIMITATIONS: &[&str] = &[
    "limitation", "limitations", "caveat", "caveats", "shortcoming", "shortcomings",
];
/// What is short of something where it has limits.
#[rustfmt::skip]
const WORKS: &[&str] = &[
    "study", "studies", "survey", "surveys", "trial", "trials", "experiment", "experiments", "evaluation", "comparison", "benchmark", "benchmarks", "analysis", "review",
    "paper", "report", "research", "work", "data", "dataset", "method", "methods", "methodology", "approach", "model", "estimate", "estimates", "evidence", "findings",
    "results",
];
/// What may go wrong, or what a field of study is about.
const TROUBLES: &[&str] = &["problems", "concerns", "challenges"];
/// What a cause did.
#[rustfmt::skip]
const BRINGS_ABOUT: &[&str] = &[
    "killed", "destroyed", "sank", "wrecked", "damaged", "ruined", "poisoned", "triggered", "sparked", "ignited", "prompted", "provoked", "forced", "drove", "brought", "made", "stopped",
    "halted", "delayed", "prevented", "broke",
];
const CAUSES: &[&str] = &["cause", "caused", "causes", "reason", "reasons", "explains"];
#[rustfmt::skip]
const DECIDES: &[&str] = &[
    "decide",
    "decided",
    "decides",
    "decision",
    "decisions",
    "agree",
    "agreed",
    "resolve",
    "resolved",
    "rule",
    "ruled",
    "vote",
    "voted",
    "outcome",
    "verdict",
];
#[rustfmt::skip]
const ADVISES: &[&str] = &[
    "recommend", "recommends", "recommended", "advise", "advises", "advised", "suggest", "suggests", "suggested",
];
#[rustfmt::skip]
const SAYS: &[&str] = &[
    "argue",
    "argues",
    "argued",
    "say",
    "says",
    "said",
    "demand",
    "demands",
    "demanded",
    "want",
    "wants",
    "wanted",
    "propose",
    "proposes",
    "proposed",
    "claim",
    "claims",
    "claimed",
    "think",
    "thinks",
    "ask",
    "asks",
    "object",
    "objects",
    "warn",
    "warns",
    "promise",
    "promises",
    "promised",
];
#[rustfmt::skip]
const CHOOSES: &[&str] = &[
    "choose", "pick", "prefer", "best", "better", "promising", "use", "recommended",
];
#[rustfmt::skip]
const HAPPENS: &[&str] = &[
    "happen", "happened", "happens", "wrong", "occurred", "place",
];

#[cfg(test)]
mod tests;
