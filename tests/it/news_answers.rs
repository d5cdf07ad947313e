//! New evidence that answers, and the built-in writer: the answer stays, and what gives it anew is told with it [W3].

use tercet::study::Section;

use crate::program::Place;

/// A question with what is known, and the news.
struct Scene {
    question: &'static str,
    known: &'static [&'static str],
    news: &'static str,
}

impl Scene {
    /// The parts of the brief, once it is updated.
    fn brief(&self) -> Vec<String> {
        let place = Place::new();
        let known = (1..).zip(self.known);
        let known: Vec<String> = known
            .map(|(at, text)| place.file(&format!("known-{at}.txt"), text))
            .collect();
        let mut draft = vec!["run", self.question];
        draft.extend(known.iter().map(String::as_str));
        place.run(&draft);
        let news = place.file("news.txt", self.news);
        place.run(&["run", "--study", "1", &news]);
        let study = place.study();
        study.sections.iter().map(Section::candidate).collect()
    }

    /// The part that resolves.
    #[track_caller]
    fn answer(&self) -> String {
        self.brief().pop().expect("a section")
    }

    /// The part that resolves has these, one behind the other.
    #[track_caller]
    fn tells(&self, expected: &[&str]) {
        let answer = self.answer();
        let mut from = 0;
        for sentence in expected {
            let found = answer.get(from..).and_then(|rest| rest.find(sentence));
            let Some(at) = found else {
                panic!("{sentence} is not there, or before another:\n{answer}");
            };
            from += at + sentence.len();
        }
    }
}

#[test]
fn a_later_count_is_told_behind_the_earlier_one() {
    Scene {
        question: "How many wolves live in the Tann forest?",
        known: &[
            "12 wolves live in the Tann forest, rangers counted in 2024. The forest covers 300 square kilometres.",
        ],
        news: "Rangers counted 17 wolves in the Tann forest in 2025. Two packs have formed.",
    }
    .tells(&["12 wolves live in", "17 wolves in the Tann forest in 2025 [2]."]);
}

#[test]
fn news_of_what_the_question_names_are_told_though_no_other_word_of_the_brief_is_in_them() {
    let scene = Scene {
        question: "Who found the wreck of the trawler Marigold?",
        known: &[
            "The trawler Marigold sank off Carrow Head in 1957 with eleven men. Its wreck was found by the diver Owen Pritt in 2003.",
            "The Marigold carried a cargo of herring. Relatives of the crew unveiled a memorial in 1960.",
        ],
        news: "The navy's survey ship Plover had already located the wreck of the Marigold in 1988. Its log was classified until last year.",
    };
    let brief = scene.brief().concat();
    assert!(
        brief.contains("Plover had already located the wreck of the Marigold in 1988 [3]."),
        "{brief}"
    );
    assert!(brief.contains("Owen Pritt in 2003 [1]."), "{brief}");
}

#[test]
fn news_that_answer_less_than_what_stands_are_told_behind_it() {
    Scene {
        question: "How many employees does Arlo have?",
        known: &[
            "Arlo was founded in 2011. Arlo has 1,200 employees. Its seat is in Ghent.",
            "Arlo makes lifts. Sales rose to 300 million euros.",
        ],
        news: "Arlo dismissed 200 employees in April. Sales fell.",
    }
    .tells(&[
        "1,200 employees [1].",
        "dismissed 200 employees in April [3].",
    ]);
}

#[test]
fn what_is_so_again_is_told_though_it_has_the_words_of_what_was_not_so() {
    Scene {
        question: "Is the tap water in Holm safe to drink?",
        known: &[
            "The tap water in Holm is not safe to drink, the utility says. Residents should boil the water.",
            "Holm has 8,000 residents. The water comes from Lake Orr.",
        ],
        news: "The utility withdrew the warning on 4 June. The tap water in Holm is safe to drink again.",
    }
    .tells(&["is safe to drink again [3]."]);
}

#[test]
fn news_that_a_thing_is_safe_no_more_stand_before_what_called_it_safe() {
    Scene {
        question: "Is the Kestle footbridge safe?",
        known: &[
            "The Kestle footbridge is safe, the engineer of the district said after an inspection in 2020. Its cables were replaced in 2015.",
            "About 600 people cross the Kestle footbridge a day.",
        ],
        news: "Cracks were found in both anchor plates of the Kestle footbridge in May. The bridge is not safe and has been closed.",
    }
    .tells(&["has been closed [3].", "The Kestle footbridge is safe"]);
}
