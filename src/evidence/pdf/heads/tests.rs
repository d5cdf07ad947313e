use super::*;

#[test]
fn page_numbers_and_running_heads_are_left_out() {
    let texts = ["The first page.", "The second page.", "The third page."];
    let line = |at: usize, text: String| Printed {
        text,
        height: Some(800.0 - at as f32 * 12.0),
        ..Printed::default()
    };
    let mut pages: Vec<Page> = (1..)
        .zip(texts)
        .map(|(number, text)| Page {
            number,
            // Read in another order than that of their heights.
            lines: vec![
                line(4, format!("Page {number} of 3")),
                line(0, "Depot study".to_owned()),
                line(1, text.to_owned()),
                line(2, "7 buses".to_owned()),
                line(3, format!("{} tram lines", 9 - number)),
                Printed::default(),
            ],
            ..Page::default()
        })
        .collect();
    drop_running_heads(&mut pages);
    let left: Vec<_> = pages
        .iter()
        .flat_map(|page| &page.lines)
        .map(|line| line.text.as_str())
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(
        left,
        [
            "The first page.",
            "7 buses",
            "8 tram lines",
            "The second page.",
            "7 buses",
            "7 tram lines",
            "The third page.",
            "7 buses",
            "6 tram lines",
        ]
    );
}

#[test]
fn the_title_that_running_heads_repeat_stays_on_its_page() {
    let title = |size: f32| Printed {
        size,
        ..at(800.0, "Depot study")
    };
    let mut pages = pages(&[
        vec![title(24.0), at(700.0, "The first page.")],
        vec![title(8.0), at(700.0, "The second page.")],
        vec![title(8.0), at(700.0, "The third page.")],
    ]);
    drop_running_heads(&mut pages);
    assert_eq!(
        left(&pages),
        [
            "Depot study",
            "The first page.",
            "The second page.",
            "The third page."
        ]
    );
}

fn left(pages: &[Page]) -> Vec<&str> {
    let lines = pages.iter().flat_map(|page| &page.lines);
    lines
        .map(|line| line.text.as_str())
        .filter(|text| !text.is_empty())
        .collect()
}

fn pages(lines: &[Vec<Printed>]) -> Vec<Page> {
    (1..)
        .zip(lines)
        .map(|(number, lines)| Page {
            number,
            lines: lines.clone(),
            ..Page::default()
        })
        .collect()
}

fn at(height: f32, text: &str) -> Printed {
    Printed {
        text: text.to_owned(),
        height: Some(height),
        size: 10.0,
        ..Printed::default()
    }
}

#[test]
fn rows_of_two_numbers_are_no_page_numbers() {
    let of_page = |page: u16| {
        let rows = (0..30_u16).map(|row| {
            let cells = [(page * 30 + row).to_string(), (200 + row * 7).to_string()];
            Printed {
                cells: cells.to_vec(),
                ..at(780.0 - f32::from(row) * 24.0, &cells.join("    "))
            }
        });
        let number = at(20.0, &format!("{}", page + 1));
        rows.chain([number]).collect::<Vec<_>>()
    };
    let mut pages = pages(&[of_page(0), of_page(1), of_page(2)]);
    drop_running_heads(&mut pages);
    let left = left(&pages);
    assert_eq!(left.len(), 90, "{left:?}");
}

#[test]
fn the_head_of_a_table_stays_on_every_page_and_a_running_head_over_it_goes() {
    let row = |height: f32, cells: &[&str]| Printed {
        cells: cells.iter().map(|cell| (*cell).to_owned()).collect(),
        ..at(height, &cells.join("    "))
    };
    let mut pages = pages(&["1", "2", "3"].map(|n| {
        vec![
            at(800.0, "Municipal finances"),
            row(760.0, &["Town", "Debt"]),
            row(742.0, &[&format!("Town {n}"), "7%"]),
            row(724.0, &[&format!("Town {n}0"), "9%"]),
            at(40.0, "Confidential"),
        ]
    }));
    drop_running_heads(&mut pages);
    let left = left(&pages);
    assert_eq!(
        left.iter().filter(|line| **line == "Town    Debt").count(),
        3
    );
    assert!(
        !left.contains(&"Municipal finances") && !left.contains(&"Confidential"),
        "{left:?}"
    );
}

#[test]
fn the_heads_of_chapters_go_though_each_stands_on_two_pages_or_one() {
    let small = |height: f32, text: &str| Printed {
        size: 8.0,
        ..at(height, text)
    };
    let heads = ["Lines", "Lines", "Fares", "Fares", "Staff"];
    let texts = ["One.", "Two.", "Three.", "Four.", "Five."];
    let lines: Vec<Vec<Printed>> = heads
        .iter()
        .zip(texts)
        .map(|(head, text)| {
            let letters = 100;
            vec![
                small(800.0, head),
                Printed {
                    letters,
                    ..at(760.0, text)
                },
                at(748.0, &format!("So it is told in {head}.")),
            ]
        })
        .collect();
    let mut pages = pages(&lines);
    drop_running_heads(&mut pages);
    let left = left(&pages);
    assert_eq!(left.len(), 10, "{left:?}");
    assert!(
        !left.contains(&"Lines") && !left.contains(&"Staff"),
        "{left:?}"
    );
}

#[test]
fn the_titles_of_slides_stay_where_two_have_the_same() {
    let lines = ["Results", "Results", "Outlook", "Outlook"].map(|title| {
        let title = Printed {
            size: 24.0,
            ..at(500.0, title)
        };
        vec![
            title,
            Printed {
                letters: 100,
                ..at(400.0, "Sales rose.")
            },
        ]
    });
    let mut pages = pages(&lines);
    drop_running_heads(&mut pages);
    let titles = left(&pages);
    assert_eq!(
        titles.iter().filter(|line| **line == "Results").count(),
        2,
        "{titles:?}"
    );
}

#[test]
fn two_pages_have_a_running_head_where_it_stands_apart_from_their_text() {
    let mut pages = pages(&["1", "2"].map(|n| {
        vec![
            at(800.0, &format!("Annual report, page {n} of 2")),
            at(760.0, "In short:"),
            at(748.0, &format!("This is page {n}.")),
            at(736.0, "So it goes."),
            at(40.0, &format!("Confidential {n}")),
        ]
    }));
    drop_running_heads(&mut pages);
    assert_eq!(
        left(&pages),
        [
            "In short:",
            "This is page 1.",
            "So it goes.",
            "In short:",
            "This is page 2.",
            "So it goes."
        ]
    );
}

#[test]
fn a_page_that_is_there_several_times_loses_nothing() {
    let page = |n: u8| {
        vec![
            at(800.0, "Dear neighbours,"),
            at(780.0, "the depot will be closed in May."),
            at(768.0, "Buses leave from the square."),
            at(756.0, "Yours, the town"),
            at(40.0, &n.to_string()),
        ]
    };
    for count in 2..6 {
        let mut pages = pages(&(1..=count).map(page).collect::<Vec<_>>());
        drop_running_heads(&mut pages);
        assert_eq!(
            left(&pages).len(),
            4 * usize::from(count),
            "{:?}",
            left(&pages)
        );
    }
}

#[test]
fn a_form_that_returns_filled_in_otherwise_keeps_its_first_and_last_lines() {
    let page = |n: u8| {
        vec![
            at(800.0, "Inspection of a depot"),
            at(780.0, "Place and date"),
            at(760.0, &format!("Depot {n}0, in May")),
            at(748.0, "Chargers that work"),
            at(736.0, "Chargers that are broken"),
            at(724.0, "Remarks of the inspector"),
            at(712.0, "Signature"),
            at(700.0, "To be kept for ten years"),
        ]
    };
    let mut pages = pages(&(1..=4).map(page).collect::<Vec<_>>());
    drop_running_heads(&mut pages);
    assert_eq!(left(&pages).len(), 8 * 4, "{:?}", left(&pages));
}

#[test]
fn what_returns_within_the_text_of_pages_is_said_on_each() {
    let page = |n: u8| {
        vec![
            at(800.0, "Interviews"),
            at(760.0, &format!("We asked person {n} about the move.")),
            at(748.0, &format!("It took {n} weeks.")),
            at(736.0, "Would you move again?"),
            at(724.0, "Yes."),
        ]
    };
    let mut pages = pages(&(1..=5).map(page).collect::<Vec<_>>());
    drop_running_heads(&mut pages);
    let left = left(&pages);
    assert_eq!(left.len(), 4 * 5, "{left:?}");
    assert!(!left.contains(&"Interviews"), "{left:?}");
}

#[test]
fn what_returns_at_other_heights_is_of_the_text() {
    let page = |n: u8| {
        let base = 700.0 - f32::from(n) * 30.0;
        vec![
            at(800.0, &format!("Case {n}0 was heard in May.")),
            at(788.0, &format!("Clerk {n} spoke.")),
            at(base, "The fee is waived"),
        ]
    };
    let mut pages = pages(&(1..=4).map(page).collect::<Vec<_>>());
    drop_running_heads(&mut pages);
    assert_eq!(left(&pages).len(), 3 * 4, "{:?}", left(&pages));
}

#[test]
fn a_statement_that_each_page_bears_is_kept_once_and_a_heading_with_its_own_number_always() {
    let page = |n: u8| {
        vec![
            Printed {
                size: 16.0,
                ..at(800.0, &format!("Chapter {n}"))
            },
            Printed {
                letters: 100,
                ..at(760.0, &format!("This is told in part {n}0."))
            },
            at(748.0, &format!("So it goes, {n} times, and so the")),
            at(40.0, "No part of this may be copied."),
        ]
    };
    let mut pages = pages(&(1..=4).map(page).collect::<Vec<_>>());
    drop_running_heads(&mut pages);
    let left = left(&pages);
    let count = |word: &str| left.iter().filter(|line| line.contains(word)).count();
    assert_eq!((count("Chapter"), count("copied")), (4, 1), "{left:?}");
}

#[test]
fn a_line_that_one_page_repeats_is_no_running_head() {
    let line = |at: u8| Printed {
        text: "Not available".to_owned(),
        height: Some(f32::from(at)),
        ..Printed::default()
    };
    let mut pages = [Page {
        number: 1,
        lines: (0..6).map(line).collect(),
        ..Page::default()
    }];
    drop_running_heads(&mut pages);
    assert!(
        pages
            .iter()
            .flat_map(|page| &page.lines)
            .all(|line| line.text == "Not available")
    );
}

#[test]
fn a_lone_number_on_a_single_page_stays() {
    let mut pages = [Page {
        number: 1,
        lines: vec![Printed {
            text: "42".to_owned(),
            height: Some(1.0),
            ..Printed::default()
        }],
        ..Page::default()
    }];
    drop_running_heads(&mut pages);
    assert_eq!(pages.first().unwrap().lines.first().unwrap().text, "42");
}

#[test]
fn lines_that_differ_in_a_figure_stay_and_what_goes_is_counted() {
    let row = |height: f32, cells: [&str; 3]| Printed {
        cells: cells.map(str::to_owned).to_vec(),
        ..at(height, &cells.join("    "))
    };
    let towns = ["Arden", "Brekk", "Corvo"];
    let read = |head: [&str; 3], foot: [&str; 3]| {
        let lines = (0..3).map(|page| {
            let mut lines = vec![
                at(820.0, head[page]),
                at(760.0, &format!("In {} nothing came of it.", towns[page])),
                at(748.0, "So it was told."),
                row(700.0, ["Line", "2022", "2023"]),
                row(688.0, ["North", "36", "41"]),
                row(676.0, ["East", "12", "9"]),
                at(40.0, foot[page]),
            ];
            lines.retain(|line| !line.text.is_empty());
            lines
        });
        let mut pages = pages(&lines.collect::<Vec<_>>());
        let left_out = drop_running_heads(&mut pages).words();
        (left(&pages).join("|"), left_out)
    };
    let (left, left_out) = read(
        ["Casualties: 3", "Casualties: 10", "Casualties: 17"],
        ["n = 12", "n = 43", "n = 74"],
    );
    assert!(left.contains("Casualties: 10") && left.contains("n = 43"));
    assert_eq!(left.matches("East").count(), 3, "{left}");
    assert_eq!(left_out, 0);
    let numbers = ["1", "2", "3"];
    let (left, left_out) = read(["Question 1", "Question 2", "Question 3"], numbers);
    assert!(left.contains("Question 2"), "{left}");
    assert_eq!((left.matches("East").count(), left_out), (3, 3), "{left}");
    let (left, left_out) = read(["Depot study 1", "Depot study 2", "Depot study 3"], [""; 3]);
    assert!(!left.contains("Depot study"), "{left}");
    assert_eq!((left.matches("East").count(), left_out), (3, 9), "{left}");
}

#[test]
fn what_a_sheet_for_each_month_says_of_it_stays_on_each() {
    let months = ["January", "February", "March"];
    let mut pages = pages(&months.map(|month| {
        vec![
            at(800.0, &format!("Ferry service, {month}")),
            at(
                760.0,
                &format!("The ferry carried 4{}2 vehicles.", month.len()),
            ),
            at(748.0, "The crew was complete."),
            at(680.0, "No accidents were reported this month, and"),
            at(668.0, "the fuel tanks were full at its end."),
        ]
    }));
    drop_running_heads(&mut pages).say_once(&mut pages, "");
    let left = left(&pages);
    assert_eq!(left.len(), 5 * 3, "{left:?}");
}

#[test]
fn what_every_page_bears_is_said_once_where_it_parts_no_paragraph() {
    let page = |n: u8, end: &str| {
        vec![
            at(800.0, &format!("Decision of the board {n}")),
            at(760.0, &format!("The application of firm {n}0 was heard.")),
            at(748.0, &format!("It took {n} hours {end}")),
        ]
    };
    let mut pages = pages(&[page(1, "and"), page(2, "and"), page(3, "in all.")]);
    let heads = drop_running_heads(&mut pages);
    assert_eq!(heads.words(), 15);
    let left_out = heads.say_once(&mut pages, "");
    assert_eq!(left_out, 11);
    let left = left(&pages);
    assert_eq!(left.first(), Some(&"Decision of the board"), "{left:?}");
    assert_eq!(left.len(), 2 * 3 + 1, "{left:?}");
}

#[test]
fn a_running_head_that_the_text_has_elsewhere_is_not_said_again() {
    let page = |n: u8| {
        vec![
            at(800.0, "The wells of Arden"),
            at(760.0, &format!("Part {n}0 tells of the wells of Arden.")),
            at(748.0, &format!("There are {n} of them.")),
        ]
    };
    let mut pages = pages(&(1..=3).map(page).collect::<Vec<_>>());
    drop_running_heads(&mut pages).say_once(&mut pages, "");
    assert_eq!(left(&pages).len(), 2 * 3, "{:?}", left(&pages));
}

#[test]
fn a_running_head_that_shortens_the_title_is_not_said_again() {
    let page = |n: u8| {
        vec![
            at(800.0, "Marren Board · Depot Options Study"),
            at(
                760.0,
                &format!("This study of the Marren Board is in part {n}0."),
            ),
            at(748.0, "It has options for the depot."),
        ]
    };
    let mut pages = pages(&(1..=3).map(page).collect::<Vec<_>>());
    let title = "The depot: options for its buses";
    drop_running_heads(&mut pages).say_once(&mut pages, title);
    assert_eq!(left(&pages).len(), 2 * 3, "{:?}", left(&pages));
}
