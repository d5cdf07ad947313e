use proptest::prelude::*;

use super::*;
use crate::tui::text;
use crate::tui::theme::Role;

fn theme() -> Theme {
    Theme::named("dark").unwrap()
}

/// The rows of a text as they are read.
fn shown(text: &str, width: u16) -> String {
    let mut shown = String::new();
    for row in Renderer::new().rows(text, width, &theme()) {
        shown.push_str(row.line.to_string().trim_end());
        shown.push('\n');
    }
    shown
}

#[test]
fn a_section_reads_as_it_was_written() {
    let text = "\
Unit sales in the **14 largest markets** fell for a second year [1].

- Order books of nine weeks [6]
- Warehouses that are *full* [7]
   1. in the north
   2. in the south

> quoted text that is long enough to wrap once

```
let a =  1;
```

---
## Outlook
Prices (see [report](https://example.org/r)) rise.
";
    insta::assert_snapshot!(shown(text, 40), @r"
    Unit sales in the 14 largest markets
    fell for a second year [1].

    • Order books of nine weeks [6]
    • Warehouses that are full [7]
      1. in the north
      2. in the south

    │ quoted text that is long enough to
    │ wrap once

      let a =  1;

    ────────────────────────────────────────

    Outlook

    Prices (see report (https://example.org/
    r)) rise.
    ");
}

#[test]
fn a_table_is_a_grid_where_it_fits_and_records_where_it_does_not() {
    let text = "\
| Market | Sales 2024 | Change |
|:--|--:|:-:|
| Germany | 193,000 | −46 % [1] |
| France | 410,000 | |
";
    insta::assert_snapshot!(shown(text, 60), @r"
    Market  │ Sales 2024 │  Change
    ────────────────────────────────
    Germany │    193,000 │ −46 % [1]
    France  │    410,000 │
    ");
    insta::assert_snapshot!(shown(text, 24), @r"
    Market: Germany
    Sales 2024: 193,000
    Change: −46 % [1]

    Market: France
    Sales 2024: 410,000
    ");
}

#[test]
fn citations_know_their_columns_and_their_place_in_the_text() {
    let text = "- Sales **fell** [1], orders rose [2-4].\n";
    let mut renderer = Renderer::new();
    let rows = renderer.rows(text, 80, &theme());
    let found: Vec<_> = rows[0]
        .citations
        .iter()
        .map(|citation| {
            (
                citation.number,
                citation.columns.clone(),
                &text[citation.source.clone()],
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (1, 13..16, "[1]"),
            (2, 31..32, "[2-4]"),
            (3, 32..33, "[2-4]"),
            (4, 33..34, "[2-4]"),
        ]
    );
}

#[test]
fn a_citation_is_marked_as_one_and_a_number_that_does_not_exist_as_a_warning() {
    let mut renderer = Renderer::new();
    let theme = theme();
    let rows = renderer.rows("So [3] and [9?].", 40, &theme);
    let style_of = |text: &str| {
        rows[0]
            .line
            .spans
            .iter()
            .find(|span| span.content == text)
            .unwrap()
            .style
    };
    assert_eq!(style_of("[3]"), theme.style(Role::Citation));
    assert_eq!(style_of("[9?]"), theme.style(Role::Warning));
    assert_eq!(rows[0].citations.len(), 2);
}

#[test]
fn another_width_or_theme_renders_anew() {
    let mut renderer = Renderer::new();
    let text = "One two three.\n\nFour `five` six.";
    assert_eq!(renderer.rows(text, 40, &theme()).len(), 3);
    assert_eq!(renderer.rows(text, 8, &theme()).len(), 6);
    let colored = renderer.rows(text, 40, &theme()).to_vec();
    assert_ne!(
        renderer.rows(text, 40, &Theme::named("mono").unwrap()),
        colored
    );
    assert_eq!(
        renderer.rows("Other.", 40, &theme())[0].line.to_string(),
        "Other."
    );
    assert!(renderer.rows("", 40, &theme()).is_empty());
}

#[test]
fn brackets_in_code_are_not_citations() {
    let mut renderer = Renderer::new();
    let rows = renderer.rows("`a[1]` and\n\n    b[2]\n", 80, &theme());
    assert!(rows.iter().all(|row| row.citations.is_empty()));
}

#[test]
fn a_list_of_sources_at_the_end_is_shown_and_turns_no_citation_into_a_link() {
    let text = "Sales fell [1].\n\n[1]: https://example.org/report\n";
    assert_eq!(
        shown(text, 60),
        "Sales fell [1].\n\n[1]: https://example.org/report\n"
    );
    let mut renderer = Renderer::new();
    assert_eq!(renderer.rows(text, 60, &theme())[0].citations.len(), 1);
}

#[test]
fn each_row_knows_the_text_it_shows() {
    let text = "One two three\nfour **five** six.\n\nLast `code` &amp; more.";
    let mut renderer = Renderer::new();
    let sources: Vec<_> = renderer
        .rows(text, 13, &theme())
        .iter()
        .map(|row| &text[row.source.clone()])
        .collect();
    assert_eq!(
        sources,
        [
            "One two three",
            "four **five",
            "six.",
            "",
            "Last `code` &amp;",
            "more."
        ]
    );
}

#[test]
fn escape_sequences_in_a_text_are_not_shown_and_the_rest_keeps_its_place() {
    let text = "a\u{1b}[31mb\u{1b}]0;x\u{7} c [1]\n\nd&#27;[2Je";
    let mut renderer = Renderer::new();
    let rows = renderer.rows(text, 40, &theme());
    assert_eq!(rows[0].line.to_string(), "ab c [1]");
    assert_eq!(&text[rows[0].citations[0].source.clone()], "[1]");
    assert!(
        rows.iter()
            .all(|row| !row.line.to_string().contains('\u{1b}'))
    );
}

#[test]
fn deep_nesting_and_enormous_lines_are_drawn() {
    let deep = format!("{}deep", "> ".repeat(3000));
    assert!(shown(&deep, 40).contains("deep"));
    let list = (0..300).fold(String::new(), |list, depth| {
        list + &"  ".repeat(depth) + "- x\n"
    });
    assert!(shown(&list, 40).contains('x'));
    let long = "word ".repeat(100_000);
    assert_eq!(shown(&long, 49).lines().count(), 10_000);
}

#[test]
fn text_that_grows_keeps_the_rows_of_settled_blocks() {
    let mut renderer = Renderer::new();
    renderer.rows("One.\n\nTwo.\n\nThr", 40, &theme());
    assert_eq!((renderer.settled, renderer.settled_rows), (6, 1));
    renderer.rows("One.\n\nTwo.\n\nThree.\n\nFour", 40, &theme());
    assert_eq!((renderer.settled, renderer.settled_rows), (12, 3));
    assert_eq!(renderer.rows.len(), 7);
}

/// Markdown of every kind, with what matters here more often than chance would have it.
fn markdown() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-z]{1,9} ".boxed(),
        3 => Just("\n".to_owned()).boxed(),
        3 => Just("\n\n".to_owned()).boxed(),
        2 => prop::sample::select(vec![
            "- ", "* ", "1. ", "2) ", "> ", "# ", "### ", "---\n", "===\n", "```\n", "~~~", "    ", "\t", "  ", "\\", "| a | b |\n", "|--|:-:|\n",
            "| c |\n", "**", "*", "_", "`", "~~", "[3]", "[1-3]", "[2", "]", "[9?]", "[1]: x\n", "]:", "[a](http://b.c)", "![i](j)", "<br>", "<div>",
            "</div>\n", "<!--", "-->", "&amp;", "&#27;", "&#x202e;", "\u{1b}[31m", "\u{1b}]0;t\u{7}", "\u{1b}", "漢字", "🚀", "👩\u{200d}🔬", "e\u{301}", "\r\n",
            "\r", "\u{c}", "\u{2028}", "\u{202e}", "שלום", "- [x] ", "<http://x.y>", "-", "=", "#", "+", "|", ":",
        ])
        .prop_map(str::to_owned)
        .boxed(),
        1 => any::<char>().prop_map(String::from).boxed(),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_that_arrived_in_pieces_looks_as_if_it_had_come_at_once(
        text in markdown(),
        cuts in prop::collection::vec(0.0..1.0_f64, 0..12),
        width in 1_u16..60,
    ) {
        let mut ends: Vec<usize> = cuts.iter().map(|cut| (cut * text.len() as f64) as usize).collect();
        ends.sort_unstable();
        ends.push(text.len());
        let mut streamed = Renderer::new();
        for end in ends {
            let end = (0..=end).rev().find(|&at| text.is_char_boundary(at)).unwrap();
            streamed.rows(&text[..end], width, &theme());
        }
        let mut at_once = Renderer::new();
        let expected = at_once.rows(&text, width, &theme());
        prop_assert_eq!(streamed.rows(&text, width, &theme()), expected);
    }

    #[test]
    fn no_row_is_wider_than_asked_and_none_drives_the_terminal(text in markdown(), width in 1_u16..60) {
        let mut renderer = Renderer::new();
        for row in renderer.rows(&text, width, &theme()) {
            let line = row.line.to_string();
            prop_assert!(text::width(&line) <= usize::from(width), "{:?}", line);
            prop_assert!(line.chars().all(|c| !c.is_control()), "{:?}", line);
            prop_assert!(text.get(row.source.clone()).is_some(), "{:?}", row);
            for citation in &row.citations {
                prop_assert!(citation.columns.start <= citation.columns.end && citation.columns.end <= width, "{:?}", row);
                prop_assert!(text[citation.source.clone()].starts_with('['), "{:?}", row);
            }
        }
    }

    #[test]
    fn every_word_is_shown(words in prop::collection::vec("[a-z]{1,14}", 1..50), width in 1_u16..40) {
        let text = words.join(" ");
        let rows = shown(&text, width);
        prop_assert_eq!(rows.split_whitespace().collect::<String>(), words.concat());
    }
}
