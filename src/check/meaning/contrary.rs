//! Contraries: a claim that says of a thing the opposite of what its evidence says, `widened` for `narrowed`, `refundable` for `non-refundable`.
//!
//! A word of the claim that its evidence does not have, and whose opposite stands there about the same, is what the claim has wrong. Where the two things
//! spoken of have changed sides as well, both say the same: `Brix sold the yard to Alvar`, `Alvar bought it from Brix`, and `Keld is larger than Orsa`, `Orsa is
//! smaller than Keld`.

use std::sync::LazyLock;

use super::polarity::Opposition;
use crate::check::language::irregular::base;
use crate::check::language::opposites::{Places, Relation, is_turned};
use crate::check::language::reading::Reading;
use crate::check::language::shapes::{ByWord, Shapes};
use crate::check::language::terms::{Lexicon, Term, stem};

/// A content word where it stands among all words of its text.
struct Word<'t> {
    at: usize,
    term: Term,
    surface: &'t str,
    plain: &'t str,
    places: Places,
}

/// A text's words, and those of them that say something.
pub(crate) struct Read<'t> {
    all: &'t [String],
    /// The clause of each word.
    clauses: Vec<usize>,
    content: Vec<Word<'t>>,
}

impl<'t> Read<'t> {
    pub(crate) fn of(reading: &'t Reading<'_>, lexicon: &Lexicon) -> Self {
        let all = reading.words.as_slice();
        let (mut clauses, mut content) = (Vec::with_capacity(all.len()), Vec::new());
        let mut clause = 0;
        for (at, plain) in all.iter().enumerate() {
            if reading.gap(at).contains([',', ';', ':', '–', '—', '('])
                || CLAUSES.contains(&plain.as_str())
            {
                clause += 1;
            }
            if let Some(term) = reading.term(at).filter(|_| !is_side(all, at)) {
                content.push(Word {
                    at,
                    term,
                    surface: reading.surface(at),
                    places: in_two_words(all, at).unwrap_or_else(|| lexicon.places(term)),
                    plain,
                });
            }
            clauses.push(clause);
        }
        Self {
            all,
            clauses,
            content,
        }
    }

    /// Content words that both have, and how many each at least has that stand for nothing in the other; names are none.
    pub(crate) fn against(&self, theirs: &Self) -> (usize, usize) {
        let shared = self
            .content
            .iter()
            .filter(|word| theirs.has(word.term))
            .count();
        let strange = |own: &Self, other: &Self| {
            own.content
                .iter()
                .filter(|word| {
                    !other.has(word.term) && !word.surface.starts_with(char::is_uppercase)
                })
                .filter(|word| {
                    !other.content.iter().any(|their| {
                        word.places.relation(their.places).is_some()
                            || is_turned(word.plain, their.plain)
                    })
                })
                .count()
        };
        (shared, strange(self, theirs).min(strange(theirs, self)))
    }

    /// `at the start of 2023`: a part of a time, which begins or ends nothing.
    fn is_time(&self, at: usize) -> bool {
        const PARTS: &[&str] = &["start", "end", "beginning", "close", "opening"];
        let word = |at: Option<usize>| at.and_then(|at| self.all.get(at)).map(String::as_str);
        let is_part = word(Some(at)).is_some_and(|word| PARTS.contains(&word));
        is_part
            && word(at.checked_sub(1)).is_some_and(|word| matches!(word, "the" | "at" | "year"))
            && matches!(word(Some(at + 1)), Some("of") | None)
    }

    /// The pairs of words of the two that exclude each other, of which neither text has both.
    pub(crate) fn opposites(&self, theirs: &Self) -> usize {
        let is_strange = |word: &Word<'_>, other: &Self| !other.has(word.term);
        self.content
            .iter()
            .filter(|word| is_strange(word, theirs))
            .filter(|word| {
                let mut others = theirs
                    .content
                    .iter()
                    .filter(|other| is_strange(other, self));
                others.any(|other| are_opposed(word, other))
            })
            .count()
    }

    /// Whether one of two texts turns what it says twice where the other does not, once of what it speaks of: `salt raises the pressure`, `less salt lowers it`.
    pub(crate) fn is_turned_twice(&self, theirs: &Self) -> bool {
        let twice = |own: &Self, other: &Self| {
            let turned = |word: &&Word<'_>| {
                let mut others = other.content.iter();
                !other.has(word.term)
                    && others.any(|other| !own.has(other.term) && are_opposed(word, other))
            };
            let mut turned = own.content.iter().filter(turned);
            let (first, then) = (turned.next(), turned.next());
            // What is turned is told first, and how it turns last.
            let begins =
                |word: &Word<'_>| own.content.first().is_some_and(|first| first.at == word.at);
            first.is_some_and(begins) && then.is_some() && own.against(other).0 >= 2
        };
        let once = |own: &Self, other: &Self| own.opposites(other) == 1;
        twice(self, theirs) && once(theirs, self) || twice(theirs, self) && once(self, theirs)
    }

    /// Whether a word in it denies.
    pub(crate) fn denies(&self) -> bool {
        (0..self.all.len()).any(|at| self.denies_at(at))
    }

    /// Whether a word denies what stands behind it: `failed to` and `little` do, where they are no more than that.
    fn denies_at(&self, at: usize) -> bool {
        let word = |at: usize| self.all.get(at).map_or("", String::as_str);
        let before = at.checked_sub(1).map_or("", word);
        match word(at) {
            "failed" | "fails" | "fail" | "unable" | "refused" | "refuses" | "declined" => {
                word(at + 1) == "to"
            }
            // `Paid little attention`, not `a little dog`, `little children`.
            "little" => {
                !matches!(
                    before,
                    "" | "a"
                        | "the"
                        | "this"
                        | "that"
                        | "his"
                        | "her"
                        | "its"
                        | "their"
                        | "my"
                        | "our"
                        | "two"
                        | "three"
                ) && !word(at + 1).ends_with('s')
                    && at + 1 < self.all.len()
            }
            word => denies(word),
        }
    }

    pub(crate) fn has(&self, term: Term) -> bool {
        self.content.iter().any(|word| word.term == term)
    }

    /// Whether a word is denied by one of the few before it.
    fn is_denied(&self, at: usize) -> bool {
        let from = at.saturating_sub(REACH);
        (from..at).any(|at| self.denies_at(at))
    }

    /// The terms of who does what a word says, and of whom it is done to: those before it and behind it, or in the passive the other way round.
    fn sides(&self, at: usize) -> (Vec<Term>, Vec<Term>) {
        const BE: &[&str] = &[
            "is", "are", "was", "were", "be", "been", "being", "wurde", "wurden",
        ];
        let terms = |is_on: &dyn Fn(&&Word<'_>) -> bool| -> Vec<Term> {
            self.content
                .iter()
                .filter(is_on)
                .map(|word| word.term)
                .collect()
        };
        let before = terms(&|word| word.at < at);
        let behind = terms(&|word| word.at > at);
        let has = |places: std::ops::Range<usize>, words: &[&str]| {
            let near = self.all.get(places.start..places.end.min(self.all.len()));
            near.unwrap_or_default()
                .iter()
                .any(|word| words.contains(&word.as_str()))
        };
        let is_passive = has(at.saturating_sub(2)..at, BE) && has(at + 1..at + 3, &["by", "von"]);
        if is_passive {
            (behind, before)
        } else {
            (before, behind)
        }
    }
}

/// Whether a word tells where something is, and not that anybody went: `confirmed left ventricular hypertrophy`.
fn is_side(words: &[String], at: usize) -> bool {
    const BEFORE: &[&str] = &[
        "the", "a", "of", "in", "on", "with", "for", "his", "her", "its", "their",
    ];
    let before = || at.checked_sub(1).and_then(|before| words.get(before));
    words.get(at).is_some_and(|word| word == "left")
        && before().is_some_and(|word| word.ends_with("ed") || BEFORE.contains(&word.as_str()))
}

/// Where a verb of two words that begins at a place stands among opposites, `turned down` where `rejected` does.
fn in_two_words(words: &[String], at: usize) -> Option<Places> {
    #[rustfmt::skip]
    const VERBS: &[(&str, &str, &str)] = &[
        ("turn", "down", "reject"), ("vote", "down", "reject"), ("strike", "down", "overturn"), ("throw", "out", "reject"), ("lay", "off", "sack"), ("take", "on", "hire"),
        ("call", "off", "cancel"), ("shut", "down", "close"), ("step", "down", "resign"), ("set", "up", "establish"), ("go", "up", "rise"), ("go", "down", "fall"),
        ("pass", "away", "die"), ("put", "off", "delay"), ("bring", "forward", "hasten"), ("hold", "back", "withhold"), ("hold", "up", "delay"), ("cut", "off", "remove"), ("give", "up", "abandon"),
        ("speed", "up", "accelerate"), ("slow", "down", "decelerate"), ("break", "up", "split"), ("let", "go", "dismiss"), ("go", "ahead", "continue"),
        ("carry", "on", "continue"), ("lag", "behind", "trail"), ("pull", "out", "withdraw"), ("back", "down", "retreat"), ("scale", "back", "reduce"),
        ("wind", "down", "reduce"), ("ramp", "up", "increase"), ("step", "up", "increase"), ("find", "guilty", "convict"), ("break", "down", "fail"),
        ("fall", "through", "fail"), ("fall", "apart", "fail"), ("bear", "out", "confirm"), ("do", "away", "abolish"), ("turn", "away", "bar"), ("hold", "on", "keep"),
        ("stay", "out", "leave"), ("rule", "out", "reject"), ("stick", "to", "keep"), ("stay", "away", "boycott"), ("bring", "in", "introduce"), ("phase", "out", "abolish"), ("phase", "in", "introduce"), ("opt", "out", "leave"), ("opt", "in", "join"),
        ("run", "out", "expire"), ("sign", "up", "join"), ("drop", "out", "quit"), ("stand", "by", "defend"), ("hand", "over", "surrender"), ("give", "in", "yield"),
        ("open", "up", "open"), ("play", "down", "downplay"), ("take", "over", "acquire"), ("spin", "off", "divest"), ("pull", "down", "demolish"), ("put", "up", "build"),
        ("tear", "down", "demolish"), ("write", "off", "waive"), ("buy", "back", "acquire"), ("sell", "off", "sell"), ("wipe", "out", "destroy"), ("give", "back", "return"),
    ];
    const REACH: usize = 3;
    static PARTICLES: Shapes = {
        let mut shapes = Shapes::NONE;
        let mut at = 0;
        while at < VERBS.len() {
            shapes.add(VERBS[at].1);
            at += 1;
        }
        shapes
    };
    let first = words.get(at)?;
    let next = words.iter().skip(at + 1).take(REACH);
    // Few words have a particle behind them.
    if !next.clone().any(|word| PARTICLES.may_hold(word)) {
        return None;
    }
    let root = base(first);
    let is_verb = |verb: &str| {
        // All verbs are looked at for every word, and few begin as it does.
        let rest = (root.as_bytes().first() == verb.as_bytes().first())
            .then(|| root.strip_prefix(verb))
            .flatten();
        rest.is_some_and(|rest| {
            matches!(rest, "" | "s" | "ed" | "d" | "es" | "ing" | "ped" | "ping")
        })
    };
    VERBS
        .iter()
        .find(|(verb, particle, _)| is_verb(verb) && next.clone().any(|word| word == particle))
        .map(|(.., verb)| Places::of(&stem(verb)))
}

/// Words before another in which one that denies it is looked for.
const REACH: usize = 3;

#[rustfmt::skip]
const DENIES: &[&str] = &["not", "no", "never", "non", "hardly", "without", "neither", "nor", "nobody", "none", "cannot", "nicht", "kein", "keine", "ne", "pas", "не"];

/// Whether a word in lower case denies.
pub(crate) fn denies(word: &str) -> bool {
    DENIES.contains(&word) || word.ends_with("n't")
}

/// Words that begin another clause.
const CLAUSES: &[&str] = &[
    "and", "but", "while", "whereas", "although", "though", "because", "when",
];

/// How two words exclude each other, if they do.
fn are_opposed(own: &Word<'_>, other: &Word<'_>) -> bool {
    own.places.relation_in_place(other.places) == Some(Relation::Opposite)
        || is_turned(own.plain, other.plain)
}

/// The word of a claim whose opposite its source says of the same; `is_near` tells which words stand near the source.
pub(crate) fn contrary(
    own: &Read<'_>,
    theirs: &Read<'_>,
    is_near: impl Fn(Term) -> bool,
) -> Option<Opposition> {
    const SHARED: f32 = 0.5;
    let mut opposed = own
        .content
        .iter()
        .filter(|word| !is_near(word.term) && !own.is_time(word.at))
        .filter_map(|word| Some((word, opposite(word, own, theirs)?)));
    // Two opposites undo each other, or tell two things apart.
    let (first, None) = (opposed.next(), opposed.next()) else {
        return None;
    };
    first.and_then(|(word, other)| {
        let rest = || own.content.iter().filter(|other| other.term != word.term);
        let shared: Vec<Term> = rest()
            .map(|rest| rest.term)
            .filter(|&term| theirs.has(term))
            .collect();
        let all = rest().count();
        if shared.is_empty() || (shared.len() as f32) < SHARED * all as f32 {
            return None;
        }
        // The opposite has to be said of what is shared, not in a clause about something else.
        let clause = theirs.clauses.get(other.at);
        let beside = theirs
            .content
            .iter()
            .filter(|near| theirs.clauses.get(near.at) == clause)
            .filter(|near| shared.contains(&near.term))
            .count();
        let is_of_the_same = beside >= 2 || 2 * beside >= shared.len() && beside > 0;
        // `Costs fall by 39 million` says what `saves 39 million` does.
        let is_turned = |read: &Read<'_>, at: usize| read.is_denied(at) != read.costs_less(at);
        let is_denied_once = is_turned(own, word.at) != is_turned(theirs, other.at);
        // What has become easier for one thing has not become harder for the other.
        let is_degree =
            |word: &Word<'_>| word.plain.ends_with("er") && !own.compares() && !theirs.compares();
        let are_crosswise = || {
            !(is_degree(word) && is_degree(other))
                && is_crosswise((own, word.at), (theirs, other.at))
        };
        if !is_of_the_same || is_denied_once || are_crosswise() {
            return None;
        }
        Some(Opposition::Direction {
            claim: word.surface.to_owned(),
            source: other.surface.to_owned(),
        })
    })
}

/// The opposite of a claim's word in its source, where nothing there says the word itself in another form.
fn opposite<'r, 't>(word: &Word<'_>, own: &Read<'_>, theirs: &'r Read<'t>) -> Option<&'r Word<'t>> {
    let is_alike = |other: &&Word<'_>| {
        // Few words are in a list, and the rest need not be looked at.
        word.places.relation_in_place(other.places) == Some(Relation::Alike)
            && other.term != word.term
            && !own.has(other.term)
            // `One was injured and nobody died` says of nobody that he was killed.
            && !theirs.is_denied(other.at)
    };
    if theirs.content.iter().any(|other| is_alike(&other)) {
        return None;
    }
    theirs
        .content
        .iter()
        .find(|other| !own.has(other.term) && are_opposed(word, other))
}

/// Whether what stands on one side of a word in one text stands on the other side of its opposite in the other, on both sides.
fn is_crosswise((own, at): (&Read<'_>, usize), (theirs, other): (&Read<'_>, usize)) -> bool {
    let (left, right) = own.sides(at);
    let (their_left, their_right) = theirs.sides(other);
    let crosses = left.iter().any(|term| their_right.contains(term))
        && right.iter().any(|term| their_left.contains(term));
    let keeps = left.first().is_some_and(|first| their_left.contains(first));
    crosses && !keeps
}

/// Whether a claim says the same as its source from the other side: every other word of it is there, crosswise about a word and its converse.
pub(crate) fn is_converse(own: &Read<'_>, theirs: &Read<'_>) -> bool {
    let sided = |read: &Read<'_>| -> Vec<(usize, usize, bool)> {
        let sides = read.all.iter().enumerate();
        sides
            .filter_map(|(at, word)| {
                let (pair, is_first) = CONVERSES.get(word.as_str())?;
                Some((at, *pair, *is_first))
            })
            .collect()
    };
    let (own_sided, their_sided) = (sided(own), sided(theirs));
    let has = |sided: &[(usize, usize, bool)], wanted: (usize, bool)| {
        sided.iter().any(|&(_, pair, side)| (pair, side) == wanted)
    };
    own_sided.iter().any(|&(at, pair, side)| {
        !has(&own_sided, (pair, !side))
            && !has(&their_sided, (pair, side))
            && their_sided.iter().any(|&(other, their_pair, _)| {
                their_pair == pair && is_crosswise((own, at), (theirs, other))
            })
    }) || own.compares()
        && theirs.compares()
        && own.content.iter().any(|word| {
            !theirs.has(word.term)
                && theirs.content.iter().any(|other| {
                    !own.has(other.term)
                        && are_opposed(word, other)
                        && is_crosswise((own, word.at), (theirs, other.at))
                })
        })
}

impl Read<'_> {
    /// Whether a word tells what something costs, and a word beside it that this is less: `costs fall by 9,000`, `cost 39 million less`.
    fn costs_less(&self, at: usize) -> bool {
        /// Words between the two.
        const REACH: usize = 6;
        let is_cost = self
            .all
            .get(at)
            .is_some_and(|word| word.starts_with("cost"));
        let less = || {
            let mut behind = self.all.iter().skip(at + 2).take(REACH);
            behind.any(|word| word == "less")
        };
        let falls = || {
            let falling = Places::of(&stem("fall"));
            let mut near = self.content.iter();
            near.any(|word| {
                word.at.abs_diff(at) <= REACH
                    && word.places.relation(falling) == Some(Relation::Alike)
            })
        };
        is_cost && (less() || falls())
    }

    fn compares(&self) -> bool {
        self.all.iter().any(|word| word == "than" || word == "als")
    }

    /// Whether every word that says something, but those that are turned, stands in another text.
    pub(crate) fn is_within(&self, theirs: &Self) -> bool {
        let missing = self
            .content
            .iter()
            .filter(|word| !theirs.has(word.term))
            .count();
        self.content.len() >= 2 && missing <= 1
    }
}

/// Words that say one thing from its two sides, each with its pair and side.
static CONVERSES: LazyLock<ByWord<&str, (usize, bool)>> = LazyLock::new(|| {
    let sides = |pair: usize, words: &'static [&'static str], is_first: bool| {
        words.iter().map(move |word| (*word, (pair, is_first)))
    };
    PAIRS
        .iter()
        .enumerate()
        .flat_map(|(pair, (a, b))| sides(pair, a, true).chain(sides(pair, b, false)))
        .collect()
});

#[rustfmt::skip]
const PAIRS: &[(&[&str], &[&str])] = &[
    (&["buy", "buys", "bought", "purchased", "purchases", "acquired"], &["sell", "sells", "sold"]),
    (&["lend", "lends", "lent"], &["borrow", "borrows", "borrowed"]),
    (&["beat", "beats", "defeated", "defeats", "overcame"], &["lost", "loses", "lose"]),
    (&["before", "preceded", "precedes"], &["after", "followed", "follows"]),
    (&["ahead", "leads", "led"], &["behind", "trails", "trailed"]),
    (&["above"], &["below", "beneath"]),
    (&["more"], &["less", "fewer"]),
    (&["gave", "gives", "give"], &["received", "receives", "receive", "got"]),
    (&["teaches", "taught"], &["learned", "learnt", "learns"]),
    (&["employs", "employed"], &["works", "worked"]),
    (&["owns", "owned"], &["belongs", "belonged"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(claim: &str, source: &str) -> (bool, bool) {
        let mut lexicon = Lexicon::default();
        let own = Reading::learnt(claim, &mut lexicon);
        let theirs = Reading::learnt(source, &mut lexicon);
        let terms = lexicon.term_set(source);
        let (own, theirs) = (Read::of(&own, &lexicon), Read::of(&theirs, &lexicon));
        let is_near = |term: Term| terms.binary_search(&term).is_ok();
        (
            contrary(&own, &theirs, is_near).is_some(),
            is_converse(&own, &theirs),
        )
    }

    #[test]
    fn the_opposite_of_the_same_is_contrary() {
        for (claim, source) in [
            ("The gap narrowed in spring.", "In spring the gap widened."),
            ("The fee is refundable.", "The fee is nonrefundable."),
            (
                "The drug is harmless to bees.",
                "To bees the drug is harmful.",
            ),
            ("The river is navigable.", "The river is unnavigable."),
            (
                "The council scrapped the toll.",
                "In May the council introduced the toll.",
            ),
        ] {
            assert!(judged(claim, source).0, "{claim} / {source}");
            assert!(judged(source, claim).0, "{source} / {claim}");
        }
    }

    #[test]
    fn an_opposite_that_is_denied_or_said_of_something_else_is_not() {
        for (claim, source) in [
            (
                "The gap narrowed in spring.",
                "The gap did not widen in spring.",
            ),
            (
                "Fares fell in the north.",
                "Fares fell in the north, and rents rose.",
            ),
            (
                "The toll was introduced in May.",
                "The tax was scrapped when the bridge opened.",
            ),
        ] {
            assert!(!judged(claim, source).0, "{claim} / {source}");
        }
    }

    #[test]
    fn the_same_from_the_other_side_is_converse() {
        for (claim, source) in [
            (
                "Alvar bought the yard from Brix.",
                "Brix sold the yard to Alvar.",
            ),
            ("Keld is larger than Orsa.", "Orsa is smaller than Keld."),
            (
                "Rail is cheaper than road.",
                "Road is more expensive than rail.",
            ),
            ("Kerr beat Dunn in March.", "Dunn lost to Kerr in March."),
        ] {
            assert_eq!(judged(claim, source), (false, true), "{claim} / {source}");
        }
        assert!(!judged("Dunn beat Kerr in March.", "Dunn lost to Kerr in March.").1);
    }
}
