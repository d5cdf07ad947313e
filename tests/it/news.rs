//! New evidence and the built-in writer: what is put right, taken back or decided since gives way, what is older or of another year takes nothing's place [W3].

use tercet::study::{Revision, Section};

use crate::program::Place;

/// A question with what is known, each document with its date, and the news.
pub(crate) struct Scene {
    pub(crate) question: &'static str,
    pub(crate) known: &'static [(&'static str, &'static str, &'static str)],
    pub(crate) news: (&'static str, &'static str, &'static str),
    /// What no longer stands with the news.
    pub(crate) gone: &'static [&'static str],
    /// What stands with them.
    pub(crate) stands: &'static [&'static str],
    /// What the news tell that is no evidence, or nothing to the question.
    pub(crate) left_out: &'static [&'static str],
    /// Words of the reasons.
    pub(crate) why: &'static [&'static str],
}

impl Scene {
    #[track_caller]
    pub(crate) fn play(&self) {
        let place = Place::new();
        let file = |name: String, (title, date, text): (&str, &str, &str)| {
            let text = format!("---\ntitle: {title}\ndate: {date}\n---\n# {title}\n\n{text}\n");
            place.file(&name, &text)
        };
        let known = (1..).zip(self.known);
        let known: Vec<String> = known
            .map(|(at, document)| file(format!("known-{at}.md"), *document))
            .collect();
        let news = file("news.md".to_owned(), self.news);
        let mut draft = vec!["run", self.question];
        draft.extend(known.iter().map(String::as_str));
        place.run(&draft);
        let text = || {
            let sections = place.study().sections;
            let texts: Vec<String> = sections.iter().map(Section::candidate).collect();
            texts.join("\n\n")
        };
        let before = text();
        for sentence in self.gone {
            assert!(
                before.contains(sentence),
                "{sentence} was never in:\n{before}"
            );
        }
        let ran = place.run(&["run", "--study", "1", &news]);
        let after = text();
        for sentence in self.gone {
            assert!(
                !after.contains(sentence),
                "{sentence} stands in:\n{after}\n{}",
                ran.err
            );
        }
        for sentence in self.stands {
            assert!(
                after.contains(sentence),
                "{sentence} is not in:\n{after}\n{}",
                ran.err
            );
        }
        for words in self.left_out {
            assert!(
                !after.contains(words),
                "{words} is in:\n{after}\n{}",
                ran.err
            );
        }
        assert!(!after.contains("disagree"), "{after}");
        let sections = place.study().sections;
        let revisions = sections.iter().filter_map(|known| known.revision.as_ref());
        let reasons: Vec<&str> = revisions
            .flat_map(Revision::hunks)
            .map(|hunk| hunk.reason.as_str())
            .collect();
        for words in self.why {
            assert!(
                reasons.iter().any(|why| why.contains(words)),
                "{words}: {reasons:#?}"
            );
        }
    }
}

#[test]
fn a_cost_that_is_put_right_gives_way_and_that_of_something_else_stays() {
    Scene {
        question: "Should the port replace its diesel ferries with battery ferries?",
        known: &[
            (
                "Port authority on charging",
                "2025-03-10",
                "The grid connection of the port is 4 MW. An upgrade to 8 MW costs 2.6 million euros and takes 18 months. Shore batteries of 2 MWh would avoid the upgrade and cost 1.3 million euros.",
            ),
            (
                "Shipyard offer",
                "2025-04-02",
                "A battery ferry for 120 passengers costs 11.5 million euros. A diesel ferry of the same size costs 7.9 million euros.",
            ),
        ],
        news: (
            "Grid company letter",
            "2025-08-12",
            "The upgrade to 8 MW now costs 3.4 million euros instead of 2.6 million euros. It takes 24 months because transformers are scarce.",
        ),
        gone: &["An upgrade to 8 MW costs 2.6 million euros"],
        stands: &[
            "The upgrade to 8 MW now costs 3.4 million euros instead of 2.6 million euros [",
            "It takes 24 months because transformers are scarce [",
            "Shore batteries of 2 MWh would avoid the upgrade and cost 1.3 million euros [",
            "A battery ferry for 120 passengers costs 11.5 million euros [",
        ],
        why: &["put right by [", "Grid company letter of 12 August 2025", "Port authority on charging of 10 March 2025"],
        left_out: &[],
    }
    .play();
}

#[test]
fn what_was_called_off_gives_way_to_the_news_of_that() {
    Scene {
        question: "What does the merger of Norbank and Sella mean for customers and staff?",
        known: &[
            (
                "Joint press release",
                "2024-09-10",
                "Norbank and Sella will merge on 1 July 2025. The merger will save 140 million euros a year.",
            ),
            (
                "Bank workers' union",
                "2024-10-02",
                "The union fears that the merger of Norbank and Sella will cost 1,900 jobs. Norbank employs 6,400 people and Sella 3,100.",
            ),
        ],
        news: (
            "Norbank statement",
            "2025-04-22",
            "Norbank and Sella have called off their merger. Norbank will close 40 of its own branches by the end of 2026.",
        ),
        gone: &["will merge on 1 July 2025"],
        stands: &[
            "Norbank and Sella have called off their merger [",
            "Norbank employs 6,400 people and Sella 3,100 [",
        ],
        why: &["taken back by ["],
        left_out: &[],
    }
    .play();
}

#[test]
fn what_was_to_come_of_what_was_called_off_is_not_promised_any_more() {
    Scene {
        question: "What will the merger of Halden and Norvik bring, and what are its risks?",
        known: &[
            (
                "Halden and Norvik announce merger",
                "2025-02-10",
                "Halden Shipping and Norvik Lines announced on 10 February 2025 that they will merge. The merger will save 140 million euros a year from 2027. The combined company will operate 212 vessels and employ 9,400 people.",
            ),
            (
                "Northern Equity: note on the Halden-Norvik merger",
                "2025-03-04",
                "We expect the merger to close in the third quarter of 2025. The savings of 140 million euros come mainly from shared terminals and from the purchase of fuel. The main risk is competition: the two carriers hold 61 percent of the traffic between Norway and the Baltic ports.",
            ),
            (
                "Terminal capacity in the Baltic",
                "2024-11-20",
                "Halden leases three berths in Gdynia until 2031. Norvik owns a terminal in Klaipeda that runs at 54 percent of its capacity.",
            ),
        ],
        news: (
            "Halden and Norvik call off merger",
            "2025-09-18",
            "Halden Shipping and Norvik Lines called off their merger on 18 September 2025.",
        ),
        gone: &[
            "The merger will save 140 million euros a year",
            "The combined company will operate 212 vessels",
            "The savings of 140 million euros come mainly",
        ],
        stands: &[
            "Halden Shipping and Norvik Lines called off their merger on 18 September 2025 [",
            "the two carriers hold 61 percent of the traffic",
        ],
        why: &["taken back by ["],
        left_out: &[],
    }
    .play();
}

#[test]
fn a_long_sentence_tells_the_cause_where_it_is_the_one_that_does() {
    Scene {
        question: "Why did checkout fail on 14 April 2025 and what is being done about it?",
        known: &[(
            "Postmortem: checkout outage of 14 April 2025",
            "2025-04-22",
            "Between 09:12 and 10:47 UTC on 14 April 2025, 23 percent of checkout requests failed with status 503. The direct cause was exhaustion of the connection pool of the order service, which is limited to 40 connections per instance, after a deploy at 09:05 had changed the retry policy of the payment client from two attempts with exponential backoff to five attempts without backoff, so that each slow response from the payment provider held a connection for up to 50 seconds. We will introduce a circuit breaker around the payment client by 15 May.",
        )],
        news: (
            "Follow-up to the checkout outage",
            "2025-06-02",
            "The circuit breaker around the payment client was introduced on 28 May 2025.",
        ),
        gone: &["We will introduce a circuit breaker"],
        stands: &["The direct cause was exhaustion of the connection pool"],
        why: &[],
        left_out: &[],
    }
    .play();
}

#[test]
fn a_study_that_was_retracted_takes_its_findings_with_it_and_no_other() {
    Scene {
        question: "Does veltorin help against chronic migraine, and should clinics use it?",
        known: &[
            (
                "Lindqvist trial of veltorin",
                "2022-05-01",
                "The Lindqvist trial gave veltorin to 412 patients with chronic migraine. Nausea occurred in 6 percent of patients.",
            ),
            (
                "Okafor trial of veltorin",
                "2023-09-12",
                "The Okafor trial followed 288 patients with chronic migraine for 24 weeks. Veltorin reduced migraine days by 19 percent.",
            ),
        ],
        news: (
            "Journal of Headache Research",
            "2025-03-03",
            "The Journal of Headache Research has retracted the Lindqvist trial of veltorin. An inquiry found that the data of 130 patients were invented.",
        ),
        gone: &["The Lindqvist trial gave veltorin to 412 patients"],
        stands: &[
            "has retracted the Lindqvist trial of veltorin [",
            "Veltorin reduced migraine days by 19 percent [",
        ],
        why: &["taken back by ["],
        left_out: &[],
    }
    .play();
}

#[test]
fn an_older_report_and_the_report_of_another_year_take_nothings_place() {
    Scene {
        question: "How many nurses does St Anne hospital have, and how can it find more?",
        known: &[
            (
                "Hospital report",
                "2025-01-31",
                "St Anne hospital has 412 nurses. Sixty-one nursing posts are vacant. The hospital has 530 beds.",
            ),
            (
                "Works council",
                "2025-02-15",
                "Nurses at St Anne work 9 hours of overtime a week. The council proposes to train 40 nurses a year at the hospital's own school.",
            ),
        ],
        news: (
            "Hospital report",
            "2022-01-31",
            "St Anne hospital has 455 nurses. Twenty-eight nursing posts are vacant. The hospital has 560 beds.",
        ),
        gone: &[],
        stands: &["St Anne hospital has 412 nurses [", "Sixty-one nursing posts are vacant ["],
        why: &[],
        left_out: &[],
    }
    .play();
    Scene {
        question: "How has ridership of the Lakeside ferries developed?",
        known: &[
            (
                "Annual report 2022",
                "2023-03-15",
                "In 2022 the Lakeside ferries carried 742,000 passengers. The fleet had 9 ferries at the end of 2022.",
            ),
            (
                "Annual report 2023",
                "2024-03-15",
                "In 2023 the Lakeside ferries carried 803,000 passengers. The fleet had 9 ferries at the end of 2023.",
            ),
        ],
        news: (
            "Annual report 2024",
            "2025-03-15",
            "In 2024 the Lakeside ferries carried 861,000 passengers. The fleet had 10 ferries at the end of 2024.",
        ),
        gone: &[],
        stands: &[
            "In 2022 the Lakeside ferries carried 742,000 passengers [",
            "In 2023 the Lakeside ferries carried 803,000 passengers [",
            "In 2024 the Lakeside ferries carried 861,000 passengers [",
        ],
        why: &[],
        left_out: &[],
    }
    .play();
}

#[test]
fn what_a_source_takes_back_is_no_evidence_and_what_is_beside_the_question_no_news() {
    Scene {
        question: "What does the Dorrin tram extension cost, and should the council go on with it?",
        known: &[
            (
                "Project report",
                "2024-02-10",
                "The tram extension in Dorrin runs 6.2 kilometres from the market to the hospital. The extension costs 18.4 million euros. One departure in nine on the existing line was cancelled in 2023.",
            ),
            (
                "Transport committee",
                "2024-03-05",
                "The committee recommends that the council go on with the tram extension if the state pays half. Shopkeepers oppose the extension because deliveries stop for eight months.",
            ),
        ],
        news: (
            "Dorrin Courier",
            "2024-05-14",
            "The Courier reported a cost of 11.5 million euros for the tram extension. This was wrong. The extension costs 19.8 million euros. The operator withdraws its statement that one departure in nine was cancelled. The council voted on 12 May to go on with the extension. It rained 31 millimetres on Tuesday.",
        ),
        gone: &[
            "The extension costs 18.4 million euros [",
            "One departure in nine on the existing line was cancelled in 2023 [",
        ],
        stands: &[
            "The extension costs 19.8 million euros [",
            "withdraws its statement that one departure in nine was cancelled [",
            "The council voted on 12 May to go on with the extension [",
            "Shopkeepers oppose the extension because deliveries stop for eight months [",
        ],
        why: &["taken back by [", "superseded by ["],
        left_out: &["11.5 million", "rained"],
    }
    .play();
}

#[test]
fn a_value_that_is_set_right_is_known_by_itself_where_the_notice_names_nothing_else() {
    Scene {
        question: "How long does the Varn clinic keep patients waiting, and what does a new theatre cost?",
        known: &[
            (
                "Annual report",
                "2025-01-30",
                "The median wait at Varn clinic is 19 weeks. A new theatre at the clinic costs 18.6 million francs. The clinic has 6 theatres.",
            ),
            (
                "Auditor",
                "2025-02-14",
                "The auditor advises Varn clinic to match the pay of the university hospital before it builds a theatre.",
            ),
        ],
        news: (
            "Varn clinic, erratum to the report",
            "2025-03-03",
            "The report gave 18.6 million francs. The correct figure is 19.4 million francs.",
        ),
        gone: &["A new theatre at the clinic costs 18.6 million francs ["],
        stands: &[
            "The correct figure is 19.4 million francs [",
            "The median wait at Varn clinic is 19 weeks [",
        ],
        why: &["put right by ["],
        left_out: &[],
    }
    .play();
}

#[test]
fn an_estimate_that_is_withdrawn_is_no_second_source_for_itself() {
    Scene {
        question: "What revenue does the Marek packaging tax bring, and whom does it hit?",
        known: &[
            (
                "City of Marek",
                "2024-09-01",
                "The packaging tax in Marek is 50 cents a cup. The city expects revenue of 1.4 million euros a year from the packaging tax.",
            ),
            (
                "Chamber of commerce",
                "2024-10-10",
                "The packaging tax hits 310 businesses in Marek. The chamber opposes the tax because small cafes cannot pay it.",
            ),
        ],
        news: (
            "City of Marek, notice",
            "2025-04-02",
            "The city withdraws its estimate that revenue from the packaging tax would reach 1.4 million euros a year.",
        ),
        gone: &["The city expects revenue of 1.4 million euros a year"],
        stands: &["The city withdraws its estimate", "The packaging tax hits 310 businesses in Marek ["],
        why: &["taken back by ["],
        left_out: &["][3]"],
    }
    .play();
}

#[test]
fn a_correction_of_a_figure_comes_with_the_statement_that_it_corrects() {
    Scene {
        question: "How long do patients wait for a hip operation at Elm hospital?",
        known: &[
            (
                "Elm hospital report",
                "2024-02-01",
                "Elm hospital carries out 410 hip operations a year. The hospital has 6 surgeons for hips.",
            ),
            (
                "Health board survey",
                "2024-03-01",
                "Patients at Elm hospital say that they wait too long for a hip operation. The hospital lacks two operating theatre nurses.",
            ),
        ],
        news: (
            "Elm hospital statistics",
            "2024-06-01",
            "In the spring report the waiting time for a hip operation at Elm hospital was given as 27 weeks. This was wrong: it is 23 weeks.",
        ),
        gone: &[],
        stands: &["was given as 27 weeks [3]. This was wrong: it is 23 weeks [3]."],
        why: &[],
        left_out: &[],
    }
    .play();
}

#[test]
fn a_new_value_and_a_new_date_take_the_place_of_the_old() {
    Scene {
        question: "Is the Lund reservoir safe to drink from?",
        known: &[
            (
                "Water board",
                "2024-02-01",
                "The Lund reservoir supplies 42,000 people. Nitrate in the reservoir stands at 61 milligrams per litre, above the limit of 50. Residents are given bottled water.",
            ),
            (
                "Farmers' union",
                "2024-03-01",
                "Farmers around the Lund reservoir spread 30 percent less fertiliser than in 2020.",
            ),
        ],
        news: (
            "Water board, September",
            "2024-09-01",
            "Nitrate has dropped below the limit. It stands at 38 milligrams per litre.",
        ),
        gone: &["stands at 61 milligrams"],
        stands: &["Nitrate has dropped below the limit [3]. It stands at 38 milligrams per litre [3]."],
        why: &[],
        left_out: &[],
    }
    .play();
    Scene {
        question: "When will the Vesper satellite be launched?",
        known: &[
            (
                "Space agency",
                "2024-02-01",
                "The Vesper satellite weighs 640 kilograms. The launch is planned for 12 May 2025. The mission is to last 3 years.",
            ),
            (
                "Orbital Review",
                "2024-03-01",
                "Delays of the rocket could push back the launch of Vesper, experts warn.",
            ),
        ],
        news: (
            "Space agency, April",
            "2025-04-01",
            "The launch has been moved to 3 October 2025 because of a leaking valve.",
        ),
        gone: &["The launch is planned for 12 May 2025"],
        stands: &["The launch has been moved to 3 October 2025 because of a leaking valve ["],
        why: &[],
        left_out: &[],
    }
    .play();
}

#[test]
fn a_decision_on_what_is_asked_is_told_and_what_else_a_town_tells_is_not() {
    Scene {
        question: "Should Lunde library close its branch in Vik?",
        known: &[
            (
                "Library director",
                "2024-01-10",
                "The branch in Vik costs 210,000 euros a year. It has 9,000 visitors a year. The director proposes to close it.",
            ),
            (
                "Friends of the library",
                "2024-02-01",
                "The friends of the library collected 2,300 signatures against the closure. Many visitors are children.",
            ),
        ],
        news: (
            "Council minutes, March",
            "2024-03-13",
            "The council rejected the closure by 17 votes to 14. A private donor gives 60,000 euros a year.",
        ),
        gone: &["The director proposes to close it"],
        stands: &["The council rejected the closure by 17 votes to 14 ["],
        why: &[],
        left_out: &[],
    }
    .play();
    Scene {
        question: "How many shelter places for homeless people does Brom need?",
        known: &[
            (
                "City of Brom social office",
                "2024-02-01",
                "Brom has 140 shelter places for homeless people. On cold nights 190 people ask for a place.",
            ),
            (
                "Street mission",
                "2024-03-01",
                "The Street mission counted 230 people without a home in Brom in January. It turned away 31 people in one night.",
            ),
        ],
        news: (
            "City of Brom news",
            "2024-06-01",
            "The outdoor swimming pool in Brom opens on 1 May. The library gets 24 new windows. The Brom marathon draws 4,000 runners.",
        ),
        gone: &[],
        stands: &["Brom has 140 shelter places for homeless people ["],
        why: &[],
        left_out: &["swimming pool", "windows", "marathon"],
    }
    .play();
}

#[test]
fn what_no_source_holds_any_longer_goes_and_the_section_says_that_nothing_does() {
    let place = Place::new();
    let told =
        |title: &str, text: &str| format!("---\ntitle: {title}\ndate: 2024-02-01\n---\n\n{text}\n");
    let plan =
        "The new hospital in Ems will open in March 2026. Belcon builds it for 140 million euros.";
    place.file("ev/plan.md", told("City of Ems", plan));
    let other = "The hospital in Holm will not open before 2029; its opening was postponed for lack of money.";
    place.file("ev/holm.md", told("City of Holm", other));
    let folder = place.path("ev").display().to_string();
    let question = "When will the new hospital in Ems open and who builds it?";
    place.run(&["run", question, &folder]);
    let text = || {
        let sections = place.study().sections;
        let texts: Vec<String> = sections.iter().map(Section::accepted).collect();
        texts.join("\n\n")
    };
    assert!(text().contains("Belcon builds it"), "{}", text());
    std::fs::remove_file(place.path("ev/plan.md")).expect("removed");
    let ran = place.run(&["run", "--study", "1", &folder]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    for gone in ["Belcon", "March 2026"] {
        assert!(!text().contains(gone), "{}", text());
    }
    let missing = "The evidence does not name Ems.";
    assert!(text().contains(missing), "{}", text());
    assert!(text().contains("The hospital in Holm"), "{}", text());
}

#[test]
fn what_is_said_of_another_thing_or_by_who_has_no_say_stands_beside() {
    Scene {
        question: "Should Pell build a wind farm?",
        known: &[(
            "Energy agency",
            "2024-02-01",
            "The agency recommends building a wind farm of 12 turbines near Pell. The wind farm would supply 21,000 homes.",
        )],
        news: (
            "Hill club",
            "2024-03-01",
            "The hill club has rejected the wind farm. It opposes turbines on the ridge.",
        ),
        gone: &[],
        stands: &["The agency recommends building a wind farm of 12 turbines near Pell [", "The wind farm would supply 21,000 homes ["],
        why: &[],
        left_out: &[],
    }
    .play();
    Scene {
        question: "How many nurses work in the hospital of Lorn?",
        known: &[(
            "Hospital of Lorn",
            "2024-02-01",
            "The hospital of Lorn has 640 nurses.",
        )],
        news: (
            "Hospital of Lorn, June",
            "2024-06-01",
            "The hospital hired 35 nurses from abroad.",
        ),
        gone: &[],
        stands: &["The hospital of Lorn has 640 nurses ["],
        why: &[],
        left_out: &["disagree"],
    }
    .play();
}
