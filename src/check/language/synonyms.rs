//! Synonyms: words and short phrases that say one thing, `postponed` and `put off`, so that a claim is read in the words that its evidence has for it.
//!
//! Vectors know single words, and take opposites for like; a verb in two words (`called off`) has none. The groups hold plain words, which are compared by
//! their stems, and only such as may stand for each other in a report whatever it is about.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::light_verbs::without_light_verb;
use super::negated::as_negated;
use super::shapes::ByWord;
use super::terms::{replaced, stem};
use super::vocabulary::{Kind, Role, StemId, Token, Vocabulary, Word};

/// A claim in the words of the texts near it, where these have another word of a group for one of its own. `None` where nothing changes.
pub(crate) fn as_near(claim: &str, near: &[&str], vocabulary: &mut Vocabulary) -> Option<String> {
    let negated = as_negated(claim, near);
    let claim = negated.as_deref().unwrap_or(claim);
    let worded = as_in_groups(claim, near, vocabulary);
    let claim = worded.as_deref().unwrap_or(claim);
    let plain = without_light_verb(claim, near);
    plain.or(worded).or(negated)
}

/// The same of one sentence that is laid against another.
pub(crate) fn as_beside(sentence: &str, other: &str) -> Option<String> {
    /// Words that are remembered: those of a few hundred sentences.
    const MOST: usize = 10_000;
    thread_local! {
        /// What is laid against each other has mostly the same words.
        static WORDS: RefCell<Vocabulary> = RefCell::default();
    }
    WORDS.with_borrow_mut(|words| {
        words.trim_to(MOST);
        as_near(sentence, &[other], words)
    })
}

/// The same by the groups alone.
fn as_in_groups(claim: &str, near: &[&str], vocabulary: &mut Vocabulary) -> Option<String> {
    let mut own = Vec::new();
    vocabulary.read(claim, &mut own);
    let found = phrases(&own, vocabulary);
    if found.is_empty() {
        return None;
    }
    let theirs: Vec<(&str, Vec<Token>)> = near
        .iter()
        .map(|text| {
            let mut tokens = Vec::new();
            vocabulary.read(text, &mut tokens);
            (*text, tokens)
        })
        .collect();
    let said: Vec<(&str, Vec<Place>)> = theirs
        .iter()
        .map(|(text, tokens)| (*text, phrases(tokens, vocabulary)))
        .collect();
    let span = |tokens: &[Token], at: usize, length: usize| {
        let first = tokens.get(at)?.start as usize;
        let last = tokens.get(at + length - 1)?.end as usize;
        Some(first..last)
    };
    let is_there = |at: usize, length: usize| {
        let wanted = own.get(at..at + length).unwrap_or_default();
        theirs.iter().any(|(_, tokens)| {
            tokens
                .windows(length)
                .any(|run| run.iter().zip(wanted).all(|(a, b)| a.stem == b.stem))
        })
    };
    let mut worded = String::with_capacity(claim.len());
    let mut from = 0;
    let mut is_changed = false;
    for &(at, length, group) in &found {
        let Some(place) = span(&own, at, length).filter(|place| place.start >= from) else {
            continue;
        };
        if is_there(at, length) {
            continue;
        }
        let other = said
            .iter()
            .zip(&theirs)
            .find_map(|((text, said), (_, tokens))| {
                let &(at, length, _) = said.iter().find(|(at, length, other)| {
                    *other == group
                        && !own.iter().any(|own| {
                            *length == 1
                                && tokens.get(*at).is_some_and(|token| token.stem == own.stem)
                        })
                })?;
                text.get(span(tokens, at, length)?)
            });
        let Some(other) = other else { continue };
        worded.push_str(claim.get(from..place.start).unwrap_or_default());
        worded.push_str(other);
        from = place.end;
        is_changed = true;
    }
    worded.push_str(claim.get(from..).unwrap_or_default());
    is_changed.then_some(worded)
}

/// A claim in the words of the texts near it, where these have a word for the same thing, or for what is of its kind: `wolves` for `animals`.
///
/// What holds of some of a kind holds of none of it, and of all, only where both words name one thing.
pub(crate) fn as_of_kind(
    claim: &str,
    near: &[&str],
    vocabulary: &mut Vocabulary,
) -> Option<String> {
    /// Words that are far from each other have only a rare sense in common.
    const LIKE: f32 = 0.2;
    let (mut own, mut theirs) = (Vec::new(), Vec::new());
    vocabulary.read(claim, &mut own);
    for text in near {
        vocabulary.read(text, &mut theirs);
    }
    let vocabulary = &*vocabulary;
    let word = |token: &Token| vocabulary.word(token.word);
    let has = |tokens: &[Token], stem: StemId| tokens.iter().any(|token| token.stem == stem);
    let others: Vec<&Word> = theirs
        .iter()
        .filter(|token| !token.is_capital && !has(&own, token.stem))
        .filter_map(word)
        .filter(|word| word.kind == Kind::Content)
        .collect();
    let mut roles = own.iter().filter_map(word).map(|word| word.role);
    let is_of_some = !roles.any(|role| matches!(role, Role::Negation | Role::Absolute));
    let changes: Vec<(Range<usize>, String)> = own
        .iter()
        .filter(|token| (!token.is_capital || token.start == 0) && !has(&theirs, token.stem))
        .filter_map(|token| {
            let own = word(token).filter(|word| word.kind == Kind::Content)?;
            let may_stand = |other: &&&Word| {
                own.likeness(other) >= LIKE
                    && if is_of_some {
                        own.may_stand_for(other)
                    } else {
                        own.names_the_same(other)
                    }
            };
            let likest = others
                .iter()
                .filter(may_stand)
                .max_by(|a, b| own.likeness(a).total_cmp(&own.likeness(b)))?;
            Some((
                token.start as usize..token.end as usize,
                likest.text.clone(),
            ))
        })
        .collect();
    // Of what says little else that the texts say, a word for a kind may mean anything.
    let is_content = |token: &&Token| word(token).is_some_and(|word| word.kind == Kind::Content);
    let content = own.iter().filter(is_content);
    let held = content.clone().filter(|token| has(&theirs, token.stem));
    let is_near = 2 * held.count() + changes.len() >= content.count();
    (is_near && !changes.is_empty()).then(|| replaced(claim, &changes))
}

/// Where a phrase of a group begins in a text, how many words it has, and its group.
type Place = (usize, usize, usize);

/// The phrases of groups in a text, the longest first where two begin at one place.
fn phrases(tokens: &[Token], vocabulary: &Vocabulary) -> Vec<Place> {
    let word = |at: usize| vocabulary.word(tokens.get(at)?.word);
    let root = |at: usize| word(at).map(|word| word.root.as_str());
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        for (group, phrase) in word(at).map_or(&[][..], |word| word.begins) {
            let fits = phrase
                .iter()
                .enumerate()
                .all(|(step, word)| root(at + step) == Some(word.as_str()));
            if fits {
                found.push((at, phrase.len(), *group));
            }
        }
    }
    found.sort_by_key(|&(at, length, _)| (at, std::cmp::Reverse(length)));
    found
}

/// A phrase as the stems of its words, with its group.
pub(crate) type Entry = (usize, Vec<String>);

/// Whether two words, by their stems, may stand for each other.
pub(crate) fn are_one(a: &str, b: &str) -> bool {
    are_of_one_group(beginning_with(a), beginning_with(b))
}

/// The same by the phrases that begin with them.
pub(crate) fn are_of_one_group(own: &[Entry], others: &[Entry]) -> bool {
    let is_word = |(_, phrase): &&Entry| phrase.len() == 1;
    own.iter()
        .filter(is_word)
        .any(|(own, _)| others.iter().filter(is_word).any(|(other, _)| own == other))
}

/// The phrases that begin with a word, by what its forms have in common.
pub(crate) fn beginning_with(root: &str) -> &'static [Entry] {
    BEGINNING.get(root).map_or(&[], Vec::as_slice)
}

/// The phrases by their first word's stem.
static BEGINNING: LazyLock<ByWord<String, Vec<Entry>>> = LazyLock::new(|| {
    let mut beginning: HashMap<String, Vec<Entry>, FixedState> = HashMap::default();
    for (group, phrases) in GROUPS.iter().enumerate() {
        for phrase in phrases.split('|') {
            let words: Vec<String> = phrase.split(' ').map(stem).collect();
            if let Some(first) = words.first() {
                let first = first.clone();
                beginning.entry(first).or_default().push((group, words));
            }
        }
    }
    beginning.into()
});

/// Phrases of one sense each.
#[rustfmt::skip]
const GROUPS: &[&str] = &[
    "rise|increase|grow|climb|go up", "fall|decline|decrease|drop|go down|come down", "postpone|put off|delay|defer|push back", "cancel|call off|scrap|axe", "resign|step down|stand down|quit", "close|shut down|shut|discontinue|cease",
    "start|begin|commence|get under way", "buy|acquire|purchase|take over", "hire|recruit|take on", "lay off|dismiss|sack|make redundant",
    "reject|turn down|refuse|rebuff|dismiss|throw out|vote down|not accept", "arrest|detain|take into custody", "die|pass away|lose his life", "avoid|shun|steer clear of",
    "notify|inform|tell", "prohibit|ban|forbid|outlaw|bar", "allow|permit|let|authorise|authorize", "require|oblige|compel", "plane|aircraft|airplane|jet",
    "land|touch down", "build|construct|erect", "damage|harm", "destroy|wreck|ruin|demolish|raze|tear down|pull down|knock down|lay waste|devastate|ravage", "injure|hurt|wound", "help|assist|aid",
    "show|demonstrate|reveal", "headquarter|head office|main office", "pupil|schoolchild|student", "physician|doctor", "car|automobile", "firm|company|business",
    "employee|worker|staff member|staff", "ceiling|cap|upper limit", "shelve|put on hold|suspend|put on ice", "introduce|roll out|launch|unveil|bring in",
    "found|establish|set up|create", "conduct|carry out|perform|undertake", "happen|occur|take place", "publish|release|bring out", "use|utilise|utilize|employ",
    "receive|obtain|get", "choose|select|pick|opt for", "answer|reply|respond", "finish|complete|end|conclude", "stop|halt|cease|quit|give up",
    "continue|carry on|go on|persist", "return|give back|hand back|bring back|reintroduce", "remain|stay", "electricity|power", "torrential rain|heavy rain|downpour",
    "drug|medication|medicine|pill", "illness|disease|sickness", "salary|wage|pay", "home|house|household", "attempt|try|seek", "solve|resolve", "worry|concern",
    "farmer|grower", "verdict|ruling|judgment|judgement|decision", "lawsuit|suit|legal action", "jail|imprison|prison", "accelerate|speed up", "decelerate|slow down",
    "link|connection|association|relationship|correlation|tie", "film|movie", "author|writer", "lawyer|attorney|solicitor", "worldwide|globally|around the world",
    "annual|yearly|each year|every year|per year", "daily|every day|each day|per day", "monthly|every month|per month", "weekly|every week|per week",
    "test|screen", "aim|goal|target|objective", "method|approach|technique", "participant|volunteer", "exacerbation|flare up|flare", "placebo|dummy", "heart attack|myocardial infarction",
    "hypertension|high blood pressure", "tumour|tumor|cancer", "kidney|renal", "liver|hepatic", "heart|cardiac", "lung|pulmonary", "brain|cerebral",
    "net income|net profit|earnings|profit", "cost|spending|expenditure|outlay", "export|shipment", "consumption|usage|use", "revenue|turnover|sales", "share|stock", "deficit|shortfall", "treaty|accord|agreement|pact", "war|conflict|hostilities",
    "soldier|troop", "army|military", "monarch|king", "legislation|law|statute", "parliament|legislature|lawmakers", "runner up|come second|finish second|second place|take second",
    "red card|send off", "goalkeeper|keeper|goalie", "victory|win", "beat|defeat", "miss|fall short of", "match|game", "sign|put their name to|put name to|ink", "violate|breach|break|infringe",
    "overturn|quash|reverse|annul|set aside|strike down", "uphold|affirm|confirm", "transfer|hand over|cede", "intensify|step up", "investigate|look into|examine|probe",
    "discover|find out|learn", "comprise|make up|account for|constitute|consist of", "cause|bring about|lead to|result in|trigger|give rise to", "handle|deal with|process",
    "remove|get rid of|eliminate|do away with", "expire|run out|lapse", "depart|set off|leave", "participate|take part", "proceed|go ahead", "support|back|endorse|favour|favor",
    "vacate|move out of|leave", "raise|put up|increase|lift", "lower|bring down|reduce|cut|slash", "replace|take the place of|supersede|substitute", "collapse|cave in|give way",
    "postulate|posit|hypothesise", "evacuate|clear", "exceed|surpass|top|go beyond", "rescue|save", "spread|disseminate", "assess|evaluate|gauge", "verify|check|confirm", "refute|disprove|debunk", "boycott|shun|stay away from", "stick to|stand by",
    "forecast|predict|project|expect", "estimate|reckon|put at", "criticise|criticize|denounce|condemn|slam|fault", "praise|applaud|commend|hail", "convict|find guilty",
    "acquit|find not guilty|clear", "borrow|take out a loan", "invest|put money into", "donate|give away", "abandon|give up|drop", "tolerate|put up with", "enter|go into|come into",
    "visit|come to see", "meet|get together", "marry|wed|tie the knot", "divorce|separate", "bear|give birth to", "ill|sick|unwell", "wealthy|rich|affluent", "quick|fast|rapid|swift",
    "difficult|hard|tough", "huge|enormous|vast|massive", "tiny|minuscule", "essential|vital|crucial", "enough|sufficient", "whole|entire", "wrong|incorrect|false", "correct|right|accurate",
    "cheap|inexpensive|low cost", "expensive|costly|dear|pricey", "dangerous|hazardous|risky", "elderly|old", "adolescent|teenager|teen", "infant|baby", "woman|female", "man|male",
    "residents|inhabitants|population", "britain|united kingdom|great britain|uk", "america|united states|usa", "country|nation|state", "city|town", "road|street", "chief executive|ceo|head of the company", "chair|chairman|chairwoman|chairperson",
    "police|officer", "murder|kill|homicide", "theft|robbery|burglary", "blaze|fire", "flood|inundation|inundate", "earthquake|quake|tremor", "ship|vessel|boat", "lorry|truck", "rail|train|railway",
    "scientist|researcher", "trial|experiment", "show the door|expel|oust", "vote|ballot|poll", "launch|lift off|take off", "freight|cargo|goods", "rubbish|waste|refuse|garbage|trash",
    "petrol|gasoline|fuel", "autumn|fall season", "flat|apartment", "rent|lease", "tenant|renter|occupier", "landlord|property owner", "invoice|bill", "salary cut|pay cut",
    "unemployment|joblessness", "unemployed|jobless|out of work", "bankrupt|insolvent|go bust|go under", "merge|join forces|join to form|combine", "split|divide|break up", "loan|credit",
    "obese|overweight", "fatal|deadly|lethal", "child|kid|youngster", "maker|manufacturer|producer", "make|manufacture|produce", "shop|store", "customer|client", "purchaser|buyer",
    "vehicle|car", "bike|bicycle|cycle", "cease fire|truce|ceasefire", "captive|prisoner|detainee", "refugee|displaced person", "famine|starvation|hunger", "fast|at high speed",
    "opponent|critic", "supporter|backer|advocate|proponent", "founder|creator", "birthplace|place of birth", "origin|source", "result|outcome|finding", "purpose|aim", "lack|shortage|scarcity|want",
    "abroad|overseas|in other countries", "immediately|at once|straight away|right away", "eventually|in the end|finally", "partly|in part|partially", "mostly|mainly|largely|for the most part",
    "twice|two times", "unchanged|steady|flat|stable|the same", "forbid|disallow", "withhold|hold back", "scarcely|barely|hardly", "fail|fall short", "tall|high", "brick|masonry", "admit|not deny|concede|acknowledge",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(claim: &str, near: &str, expected: Option<&str>) {
        let found = as_near(claim, &[near], &mut Vocabulary::default());
        assert_eq!(found.as_deref(), expected, "{claim} / {near}");
        assert_eq!(as_beside(claim, near), found, "{claim} / {near}");
    }

    #[test]
    fn a_claim_is_read_in_the_words_of_what_is_near() {
        check(
            "The match was postponed until May.",
            "They put off the match until May.",
            Some("The match was put off until May."),
        );
        check(
            "The clinic called off the trial.",
            "The clinic cancelled the trial.",
            Some("The clinic cancelled the trial."),
        );
        check("The match was postponed.", "The match was postponed.", None);
        check("The match was long.", "They put off the match.", None);
    }

    #[test]
    fn a_word_for_a_kind_is_read_as_the_one_that_is_near_where_it_holds_of_some() {
        let read = |claim: &str, near: &str| as_of_kind(claim, &[near], &mut Vocabulary::default());
        let wolves = "Rangers counted the wolves.";
        assert_eq!(
            read("The animals were counted.", wolves).as_deref(),
            Some("The wolves were counted.")
        );
        assert_eq!(read("All animals were counted.", wolves), None);
        assert_eq!(read("The lynxes were counted.", wolves), None);
        assert_eq!(read("The wolves were counted.", wolves), None);
        let elsewhere = read("The animals would be enough for a large zoo.", wolves);
        assert_eq!(elsewhere, None);
    }
}
