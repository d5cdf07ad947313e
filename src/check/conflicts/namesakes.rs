//! Namesakes: whether a document is on another thing than the one that a question names, however much else is alike: on storm Hanna where storm Greta is asked about,
//! or on the Orbit 6 where it is the Orbit 5.
//!
//! A document that never names what is asked about may still go on with it; it is on another only where its title names something of its own that nothing else here
//! knows, or a sibling of the thing. What is only said of others within a document on the matter is [`super::overtaken`]'s to tell.

use std::collections::HashSet;

use crate::check::language::numbers::{WEEKDAYS, month_named};
use crate::check::language::terms::{is_stop_word, plain, words};

/// What a question names, each as its words, without owners and places where anything else is named.
pub struct AskedByName {
    names: Vec<Vec<String>>,
    /// The same with owners and places.
    all: Vec<Vec<String>>,
}

/// A word as it stands in a text.
struct Token<'t> {
    surface: &'t str,
    plain: String,
    /// Only a space stands between it and the one before.
    goes_on: bool,
    /// It begins a sentence, where any word is capitalised.
    begins: bool,
}

impl AskedByName {
    #[must_use]
    pub fn of(question: &str) -> Self {
        const PLACES: &[&str] = &["in", "at", "near", "from", "around", "across"];
        /// Words behind which stands who is to do something, or does it.
        const OPENS: &[&str] = &[
            "should", "shall", "will", "would", "can", "could", "may", "must", "did", "does", "do",
            "has", "have",
        ];
        let tokens = tokens(question);
        let asks_of_actor = tokens
            .first()
            .is_some_and(|first| OPENS.contains(&first.plain.as_str()));
        let mut names: Vec<(Vec<String>, bool)> = Vec::new();
        let mut before: Option<usize> = None;
        for (at, token) in tokens.iter().enumerate().skip(1) {
            if !token.is_name() {
                continue;
            }
            let is_next = before == Some(at - 1) && token.goes_on;
            let is_owner = tokens.get(at - 1).is_some_and(Token::owns);
            before = Some(at);
            if let Some((name, is_aside)) = names.last_mut().filter(|_| is_next && !is_owner) {
                name.push(token.plain.clone());
                *is_aside |= token.owns();
                continue;
            }
            let lead = tokens.get(at - 1).map_or("", |lead| lead.plain.as_str());
            // Who is to build it is not what is asked about.
            let is_actor = asks_of_actor && at == 1;
            let is_aside = token.owns() || is_actor || PLACES.contains(&lead);
            names.push((vec![token.plain.clone()], is_aside));
        }
        let all = names.iter().map(|(name, _)| name.clone()).collect();
        let is_all_aside = names.iter().all(|(_, is_aside)| *is_aside);
        names.retain(|(_, is_aside)| !is_aside && !is_all_aside);
        Self {
            names: names.into_iter().map(|(name, _)| name).collect(),
            all,
        }
    }

    /// Whether a document is on another thing, by its title and what is read of it; `is_known` tells which words the brief and older evidence have. What these do not
    /// name themselves no news have to.
    #[must_use]
    pub fn is_another(&self, title: &str, text: &str, is_known: impl Fn(&str) -> bool) -> bool {
        let is_told = |name: &&Vec<String>| name.iter().any(|word| is_known(word));
        let names: Vec<&Vec<String>> = self.names.iter().filter(is_told).collect();
        if names.is_empty() {
            return false;
        }
        let (head, body) = (tokens(title), tokens(text));
        let said: HashSet<&str> = head.iter().chain(&body).map(Token::word).collect();
        let is_said = |word: &String| said.contains(word.as_str());
        let is_sibling = |name: &&Vec<String>| {
            let mut parts = (1..name.len()).filter_map(|at| name.split_at_checked(at));
            parts.any(|(own, rest)| {
                // `Note7` is the Note 7.
                let is_named = rest.iter().any(is_said) || is_said(&rest.concat());
                let follows = |pair: &[Token<'_>]| {
                    let [lead, other] = pair else { return false };
                    own.last().is_some_and(|last| last == lead.word())
                        && other.goes_on
                        && other.is_numbered()
                };
                !is_named && head.windows(2).any(follows)
            })
        };
        if names.iter().any(is_sibling) {
            return true;
        }
        let is_asked_for = names.iter().any(|name| name.iter().any(is_said));
        let is_strange = |(at, token): (usize, &Token<'_>)| {
            let is_everywhere_a_name = || {
                let mut same = body.iter().filter(|other| other.plain == token.plain);
                let is_apart = same.clone().any(|other| !other.begins);
                is_apart && same.all(Token::is_name)
            };
            let names_it = token.is_name() && !is_of_a_day(&head, at);
            names_it && !is_known(&token.plain) && is_everywhere_a_name()
        };
        !is_asked_for && head.iter().enumerate().any(is_strange)
    }
}

impl AskedByName {
    /// Whether a document is on something else of the name that the question has, by what it and the study say of that.
    #[must_use]
    pub fn is_of_a_namesake(&self, title: &str, text: &str, study: &str) -> bool {
        let text = format!("{title}\n{text}");
        self.is_elsewhere(&text, study) || self.is_a_common_word(&text, study)
    }

    /// Whether a document says by a word behind the name where that is, and the study another: `Ashford, Kent`, `Ashford (Oregon)`.
    fn is_elsewhere(&self, text: &str, study: &str) -> bool {
        self.all.iter().any(|name| {
            let (own, theirs) = (places_behind(name, text), places_behind(name, study));
            !own.is_empty() && !theirs.is_empty() && own.is_disjoint(&theirs)
        })
    }
}

impl AskedByName {
    /// Whether a document has what the study writes as a name only as a word of the language, beside none of the words that the study has beside it: an orchid show,
    /// where Orchid is a project.
    fn is_a_common_word(&self, text: &str, study: &str) -> bool {
        let names = self.all.iter().filter_map(|name| match name.as_slice() {
            [word] => Some(word.as_str()),
            _ => None,
        });
        let (text, study) = (tokens(text), tokens(study));
        names.into_iter().any(|name| {
            let (own, theirs) = (Use::of(name, &text), Use::of(name, &study));
            own.is_common && !own.is_name && theirs.is_name && !theirs.is_common && {
                own.beside.is_disjoint(&theirs.beside)
            }
        })
    }
}

/// How a text uses a word within its sentences.
#[derive(Default)]
struct Use {
    is_name: bool,
    is_common: bool,
    /// The words on both sides of it.
    beside: HashSet<String>,
}

impl Use {
    fn of(word: &str, tokens: &[Token<'_>]) -> Self {
        let mut found = Self::default();
        let all = tokens.iter().enumerate();
        for (at, token) in all.filter(|(_, token)| token.word() == word) {
            found.is_name |= token.is_name() && !token.begins;
            found.is_common |= !token.is_name();
            let sides = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
            let sides = sides.filter_map(|at| tokens.get(at)).map(Token::word);
            let telling = sides.filter(|word| !is_stop_word(word));
            found.beside.extend(telling.map(str::to_owned));
        }
        found
    }
}

/// The names that stand alone behind a name, between commas or in brackets.
fn places_behind(name: &[String], text: &str) -> HashSet<String> {
    let spans: Vec<_> = words(text).collect();
    let word = |at: usize| spans.get(at).and_then(|span| text.get(span.clone()));
    let gap = |at: usize| {
        let from = spans.get(at).map_or(text.len(), |span| span.end);
        let to = spans.get(at + 1).map_or(text.len(), |span| span.start);
        text.get(from..to).unwrap_or_default()
    };
    let is_name = |from: usize| {
        let mut parts = name.iter().enumerate();
        parts.all(|(step, part)| word(from + step).is_some_and(|word| plain(word) == *part))
    };
    let place = |from: usize| {
        let last = (from + name.len()).checked_sub(1)?;
        let place = word(last + 1)?;
        let is_apart = matches!(gap(last), ", " | " (") && gap(last + 1) != " ";
        let is_day = month_named(place).is_some() || WEEKDAYS.contains(&plain(place).as_str());
        let is_capital =
            place.starts_with(char::is_uppercase) && place.chars().all(char::is_alphabetic);
        (is_apart && is_capital && !is_day).then(|| plain(place))
    };
    let all = (0..spans.len()).filter(|at| is_name(*at));
    all.filter_map(place).collect()
}

impl Token<'_> {
    fn is_name(&self) -> bool {
        self.surface.starts_with(char::is_uppercase) || self.is_numbered()
    }

    /// `S7`, `6`, `14.1`: how things of one make are told apart.
    fn is_numbered(&self) -> bool {
        self.surface.contains(|c: char| c.is_ascii_digit())
    }

    fn owns(&self) -> bool {
        self.surface.ends_with("'s") || self.surface.ends_with("’s")
    }

    fn word(&self) -> &str {
        let owned = self
            .plain
            .strip_suffix("'s")
            .or(self.plain.strip_suffix("’s"));
        owned.unwrap_or(&self.plain)
    }
}

/// Whether a word is of a day that a text gives: `3 June`, `Monday`, `2026`.
fn is_of_a_day(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", Token::word);
    let is_month = |at: usize| {
        tokens
            .get(at)
            .is_some_and(|one| month_named(one.surface).is_some())
    };
    let is_number =
        |at: usize| !word(at).is_empty() && word(at).bytes().all(|one| one.is_ascii_digit());
    let is_year = word(at).len() == 4 && is_number(at);
    let is_day = is_number(at) && (is_month(at + 1) || at > 0 && is_month(at - 1));
    is_month(at) || is_year || is_day || WEEKDAYS.contains(&word(at))
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut end = 0;
    let read = words(text).filter_map(|span| {
        let gap = text.get(end..span.start).unwrap_or_default();
        let goes_on = gap == " ";
        let begins = end == 0 || gap.contains(['.', '!', '?', ':', '\n', '“', '"']);
        end = span.end;
        let surface = text.get(span)?;
        Some(Token {
            surface,
            plain: plain(surface),
            goes_on,
            begins,
        })
    });
    read.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const STUDY: &str = "Storm Greta hit Tarn county. The county puts the damage at 40 million. The Orbit 5 is a phone of Selva. Gatsund opened the tunnel.";

    #[track_caller]
    fn check(question: &str, title: &str, text: &str, expected: bool) {
        let known: HashSet<String> = tokens(STUDY).into_iter().map(|one| one.plain).collect();
        let asked = AskedByName::of(question);
        let found = asked.is_another(title, text, |word| known.contains(word));
        assert_eq!(found, expected, "{question} / {title}");
    }

    #[test]
    fn a_document_on_a_thing_of_another_name_is_on_another() {
        let question = "What damage did storm Greta do in Tarn?";
        let hanna = "Two people died when storm Hanna hit Osterland.";
        check(
            question,
            "Storm Hanna leaves thousands without power",
            hanna,
            true,
        );
        check(
            question,
            "County raises damage estimate",
            "The county now puts the damage at 65 million.",
            false,
        );
        let compared = "Storm Hanna was weaker than Greta.";
        check(question, "Storm Hanna", compared, false);
        // A day names nothing, and who is to act is not what is asked about.
        check(
            question,
            "Meeting of the council on 3 June",
            "The damage is put at 65 million. The council met on 3 June.",
            false,
        );
        check(
            "Should Gatsund open the tunnel in Tarn?",
            "Opinion of the town of Rensford",
            "The town of Rensford opposes the tunnel.",
            false,
        );
        // What the study knows already goes on with it.
        check(
            question,
            "Gatsund asks for help",
            "Gatsund asks for help.",
            false,
        );
    }

    #[test]
    fn a_sibling_of_the_thing_is_another() {
        let question = "Is the Selva Orbit 5 a good phone?";
        check(
            question,
            "Selva Orbit 6 review",
            "The Orbit 6 is a fine phone. The price is 670 euros.",
            true,
        );
        check(
            question,
            "Selva Orbit 5 review",
            "The Orbit 5 is a fine phone.",
            false,
        );
        check(
            question,
            "Selva Orbit5: the end",
            "Selva ends the Orbit5.",
            false,
        );
        let both = "The Orbit 6 is better than the Orbit 5.";
        check(question, "Selva Orbit 6 review", both, false);
    }

    #[test]
    fn a_name_that_a_document_has_as_a_word_alone_is_of_something_else() {
        let asked = AskedByName::of("What is the status of the Orchid payroll project?");
        let study = "The council runs Orchid since May. Payroll staff use the Orchid project desk.";
        let is_other = |text: &str| asked.is_a_common_word(text, study);
        assert!(is_other(
            "Orchid festival: a record year. The orchid festival had 14,200 visitors. An orchid won."
        ));
        assert!(!is_other("Orchid is late. The start of Orchid is put off."));
        assert!(!is_other("the orchid project is late, the desk says"));
        assert!(!is_other("Nothing is said of it here."));
        let tram = AskedByName::of("When will the Tram open?");
        let loose = "The tram will open in May. The Tram is new.";
        assert!(!tram.is_a_common_word("The new tram opens in June.", loose));
    }

    #[test]
    fn what_the_study_itself_does_not_name_no_news_have_to() {
        let union = "The union rejects the closure. Traders fear that they will lose 15 percent.";
        let title = "Traders' union";
        check(
            "Should Marsk close its town centre to cars?",
            title,
            union,
            false,
        );
        check("What did storm Greta do to trade?", title, union, false);
    }

    #[test]
    fn one_name_in_two_places_is_that_of_two() {
        let asked = AskedByName::of("Is the tap water in Ashford safe to drink?");
        let study =
            "Drinking water in Ashford, Oregon\nLead in Ashford, Oregon has been below the limit.";
        let kent = "Boil your water: notice to customers in Ashford, Kent\nCustomers in Ashford (Kent) must boil water.";
        assert!(asked.is_elsewhere(kent, study));
        for own in [
            "Tap water in Ashford, Oregon\nThe filters hold.",
            "Water news\nIn Ashford, Mayor Reed said that the filters hold.",
            "Water news\nIn Ashford, Monday, the filters were changed.",
            "The tap water in Ashford is safe.",
        ] {
            assert!(!asked.is_elsewhere(own, study), "{own}");
        }
    }

    #[test]
    fn where_nothing_but_a_place_is_named_nothing_is_another() {
        let strange = "Two people died when storm Hanna hit Osterland.";
        check(
            "What damage did the storm do in Tarn?",
            "Storm Hanna",
            strange,
            false,
        );
        check("How high was the damage?", "Storm Hanna", strange, false);
    }
}
