use proptest::prelude::*;

use super::*;
use crate::linear::assert_linear;

/// Numbers as read, in the order of the text, repeats included.
fn read(text: &str) -> Vec<u32> {
    marks(text)
        .into_iter()
        .flat_map(|mark| mark.references)
        .filter_map(|reference| match reference {
            Reference::Number(number) => Some(number),
            _ => None,
        })
        .collect()
}

/// A study of nine sources: source 7 is `https://example.com/seven`, source 8 the file `report.pdf`.
fn nine(reference: &Reference) -> Option<u32> {
    match reference {
        Reference::Number(number) => (1..=9).contains(number).then_some(*number),
        Reference::Uri(uri) => (uri == "https://example.com/seven").then_some(7),
        Reference::Name { name, .. } => (name == "report.pdf").then_some(8),
        Reference::Unresolved(_) => None,
    }
}

fn written(text: &str) -> String {
    normalise(text, &nine).text
}

fn warnings(text: &str) -> Vec<String> {
    let warnings = normalise(text, &nine).warnings;
    warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn every_form_that_writers_use_is_read() {
    for (text, expected) in [
        ("Costs fell [1].", vec![1]),
        ("Both agree [1][2].", vec![1, 2]),
        ("Both agree [1], [2].", vec![1, 2]),
        ("A list [1, 2] and [ 3 ,4].", vec![1, 2, 3, 4]),
        ("A range [1-3].", vec![1, 2, 3]),
        ("An en dash [1–3].", vec![1, 2, 3]),
        (
            "Mixed [1-3, 7] and [1, 2; 5-7].",
            vec![1, 2, 3, 7, 1, 2, 5, 6, 7],
        ),
        ("Words [1 and 2], [3 & 4].", vec![1, 2, 3, 4]),
        ("Footnotes [^1] [2^] [^3,^4].", vec![1, 2, 3, 4]),
        ("Lenticular 【1†source】【2, 3】【4】.", vec![1, 2, 3, 4]),
        ("Lines 【5†L10-L20】, chunks 【3:1†source】.", vec![5, 3]),
        (
            "Labels [Source 1] [Doc 2] [S3] [#4] [ref:5] [citation:42] [ID:6].",
            vec![1, 2, 3, 4, 5, 42, 6],
        ),
        ("[Sources 1, 2] and [Source 3, Source 4]", vec![1, 2, 3, 4]),
        ("【citation:5】", vec![5]),
        (
            "As in the prompt [3: p.5-6] or [4, p. 7; 5, § Cost].",
            vec![3, 4, 5],
        ),
        ("Full width ［１］ [2，３] [4、5].", vec![1, 2, 3, 4, 5]),
        ("النص [١] و [٢، ٣].", vec![1, 2, 3]),
        (
            "HTML<sup>1,2</sup> and <SUP>[3][4]</SUP>.",
            vec![1, 2, 3, 4],
        ),
        ("A numbered link [1](https://example.com/a_(b)).", vec![1]),
        ("A link inside the page [1](#sources).", vec![1]),
        ("In prose [1](see below) too.", vec![1]),
        ("Zero [0] stands alone.", vec![0]),
        (
            "- a bullet with two claims; one [1]; another [2].",
            vec![1, 2],
        ),
        ("[text][1]\n\n[1]: https://example.com", vec![1]),
        ("First line\n[1]: the colon ends no definition.", vec![1]),
        ("Doubled [[1]](https://example.com).", vec![1]),
        ("x <sup>[1]</sup> `a` [2] ``b`[9]`` [3]", vec![1, 2, 3]),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn what_only_looks_like_a_citation_is_left_alone() {
    for text in [
        "",
        "Read `arr[1]` carefully.",
        "```\nx = a[1]\n```",
        "~~~~\n[1]\n~~~\n[2]",
        "> ```\n> [1]\n> ```",
        "- [x] done\n- [ ] open",
        "[a link](https://example.com) and [another](report.md \"title\").",
        "[https://example.com](https://example.com)",
        "![1](picture.png)",
        "[1]: https://example.com",
        "   [^1]: A footnote.",
        "Editorial [sic] and [emphasis added] marks.",
        "Intervals [0, 1], [0-5] and [0.5, 2].",
        "It rose (95% CI [2, 8]; CI: [3, 4]).",
        "10<sup>3</sup> m<sup>2</sup> and km<sup>2</sup>",
        "See [Figure 1] and [Table 2].",
        "Escaped \\[1\\] and \\[1].",
        "In [2019-20] and [1900-2020].",
        "(Smith et al. 1999) and (see Smith, 1999, for a review)",
        "dividing society into 7 levels 15",
        "[1 2] [1,] [,1] [1-] [] [ ] [?] [1",
    ] {
        assert_eq!(marks(text), [], "{text}");
        assert_eq!(written(text), text);
    }
}

#[test]
fn addresses_and_files_in_brackets_are_read() {
    let uri = |uri: &str| Reference::Uri(uri.to_owned());
    let name = |name: &str, page| Reference::Name {
        name: name.to_owned(),
        page,
    };
    for (text, expected) in [
        ("[https://x.com/a]", vec![uri("https://x.com/a")]),
        ("[citation:https://x.com/a]", vec![uri("https://x.com/a")]),
        (
            "[citation:Paper A](https://x.com/a)",
            vec![uri("https://x.com/a")],
        ),
        (
            "[3](https://x.com/a)",
            vec![Reference::Number(3), uri("https://x.com/a")],
        ),
        ("[report.pdf, p. 3]", vec![name("report.pdf", Some(3))]),
        (
            "[Annual report.PDF, pp. 3-4]",
            vec![name("Annual report.PDF", Some(3))],
        ),
        ("[source: a.v2.docx]", vec![name("a.v2.docx", None)]),
        ("【3:0†file.pdf】", vec![name("file.pdf", None)]),
    ] {
        let found = marks(text);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].references, expected, "{text}");
        assert_eq!(found[0].span, 0..text.len(), "{text}");
    }
}

#[test]
fn one_form_is_written() {
    for (text, expected) in [
        ("Costs fell 【3†source】.", "Costs fell [3]."),
        ("Both [2], [1].", "Both [1][2]."),
        ("Both [1][1] [2].", "Both [1][2]."),
        ("All [2][5-7].", "All [2, 5-7]."),
        ("All [1] [2][3] [7].", "All [1-3, 7]."),
        ("All [1] [2]  [3].", "All [1-3]."),
        ("One [1] and [2].", "One [1] and [2]."),
        ("HTML<sup>1,2</sup>.", "HTML[1][2]."),
        ("By link [7](https://example.com/seven).", "By link [7]."),
        ("By file [report.pdf, p. 3].", "By file [8]."),
        ("Two lines [1]\n[2].", "Two lines [1]\n[2]."),
        (
            "Model\u{e200}cite\u{e202}turn1view0\u{e201} leaks\u{e203}.",
            "Model leaks.",
        ),
    ] {
        assert_eq!(written(text), expected);
    }
}

#[test]
fn a_number_that_does_not_exist_is_marked_in_place_and_warned_about() {
    assert_eq!(written("See [1][12]."), "See [1][12?].");
    assert_eq!(
        warnings("See [1][12]."),
        ["[12] names no source that the writer was given"]
    );
    assert_eq!(written("See [8-12, 3]."), "See [3][8][9][10-12?].");
    assert_eq!(written("See [0] and [5-3]."), "See [0?] and [5-3?].");
    assert_eq!(written("[missing.pdf p.3]"), "[missing.pdf, p. 3?]");
    assert_eq!(written("[https://x.com/a]"), "[https://x.com/a?]");
    assert_eq!(written("【9:1†a b.pdf】"), "[a b.pdf?]");
    assert_eq!(
        warnings("Known before [12?]."),
        ["[12] names no source that the writer was given"]
    );
}

#[test]
fn a_huge_range_costs_nothing() {
    assert_eq!(written("[1-999999999]"), "[1-999999999?]");
    assert_eq!(
        written("[1-99999999999999999999]"),
        "[1-99999999999999999999?]"
    );
    assert_eq!(
        written("[00099999999999999999999]"),
        "[99999999999999999999?]"
    );
    assert_eq!(numbers("[1-4294967295] [4294967295]"), [4_294_967_295]);
}

#[test]
fn a_year_in_brackets_is_a_citation_only_where_a_source_has_that_number() {
    assert_eq!(
        written("It began [2024] and [2019-2021] passed."),
        "It began [2024] and [2019-2021] passed."
    );
    assert_eq!(warnings("It began [2024]."), Vec::<String>::new());
    assert_eq!(
        written("The [2024](https://example.com/news) report."),
        "The [2024](https://example.com/news) report."
    );
    let large = normalise("It began 【2024】.", &|_| Some(2024));
    assert_eq!(large.text, "It began [2024].");
    assert_eq!(numbers("Costs [2] fell [2024]."), [2]);
    assert_eq!(
        numbers_among("Costs [2] fell [2024].", &|_| true),
        [2, 2024]
    );
}

#[test]
fn a_link_to_another_address_keeps_its_number_and_is_warned_about() {
    assert_eq!(written("So [3](https://x.com/a)."), "So [3].");
    assert_eq!(
        warnings("So [3](https://x.com/a)."),
        ["[3] links to https://x.com/a, which is not a source of this study"]
    );
    assert_eq!(written("So [3](https://example.com/seven)."), "So [7].");
}

#[test]
fn a_source_cited_twice_in_one_sentence_is_warned_about() {
    let twice = ["[2] is cited twice in one sentence"];
    assert_eq!(warnings("Costs fell [2] while sales rose [2]."), twice);
    assert_eq!(warnings("Costs fell [2][2]."), twice);
    for once in [
        "Costs fell [2]. Sales rose [2].",
        "Costs fell.[2] Sales rose. [2]",
        "成本下降[2]。销售上升[2]。",
        "- Costs [2]\n- Sales [2]",
        "By 3.5% [2] or so.",
    ] {
        assert_eq!(warnings(once), Vec::<String>::new(), "{once}");
    }
}

#[test]
fn numbers_come_in_order_without_repeats() {
    assert_eq!(numbers("[5][2] then [2] and [1-3] but [9?]"), [5, 2, 1, 3]);
}

#[test]
fn near_copies_count_as_one_source() {
    let copies = |a: u32, b: u32| a.min(b) == 1 && a.max(b) == 2;
    assert!(!cites_several(&[], &copies));
    assert!(!cites_several(&[1, 1], &copies));
    assert!(!cites_several(&[1, 2], &copies));
    assert!(cites_several(&[1, 2, 3], &copies));
    assert!(has_cited_neighbour(3, &[1, 3, 4]));
    assert!(!has_cited_neighbour(1, &[1, 3, 4]));
}

#[test]
fn broken_text_costs_linear_time() {
    for unit in [
        "[", "【", "<sup>", "[1](", "[a](x", "`", "``` ", "\u{e200}", "[1-99]", "[1]:", "[1",
        "<sup>[", "(((", "[[1]]", "[1].", "~~~\n",
    ] {
        let text = |size: usize| unit.repeat(size / unit.len());
        assert_linear(unit, 10_000, text, |text| {
            let _ = written(text);
            let _ = numbers(text);
        });
    }
}

/// Text in which marks, and what could be taken for them, are frequent.
fn marked_text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        prop::sample::select(vec![
            "[",
            "]",
            "(",
            ")",
            "【",
            "】",
            "［",
            "］",
            "<sup>",
            "</sup>",
            "†",
            "source",
            "Source ",
            "ref:",
            "citation:",
            "^",
            "?",
            "-",
            "–",
            ",",
            "; ",
            " ",
            "\n",
            ". ",
            "!",
            ":",
            "\\",
            "`",
            "```",
            "https://a.b/",
            "report.pdf",
            "p. 3",
            "CI ",
            "x",
            "Word",
            "\u{e200}",
            "\u{e201}",
            "cite",
            "[1]",
            "[2]",
            "[3]",
            "[9?]",
            "[10-12?]",
            "[2024]",
            "１",
            "٣",
            "0",
            "[1](https://a.b)",
            "[^2]: ",
        ])
        .prop_map(str::to_owned),
        (0_u32..15).prop_map(|number| number.to_string()),
        (0_u32..300, 0_u32..300).prop_map(|(from, to)| format!("[{from}-{to}]")),
        any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(part, 0..40).prop_map(|parts| parts.concat())
}

#[test]
fn marks_raised_together_are_one_whatever_white_space_parts_them() {
    for text in [
        "<sup>[1-0]\t[1-0]</sup>",
        "So.<sup>[1]\t[2]</sup>",
        "So.<sup>[1]\u{a0}[2]</sup>",
    ] {
        let once = normalise(text, &nine).text;
        assert!(!once.contains("<sup>"), "{once}");
        assert_eq!(normalise(&once, &nine).text, once, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn spans_lie_on_characters_in_order_without_overlap(text in prop_oneof![marked_text(), any::<String>()]) {
        let mut end = 0;
        for mark in marks(&text) {
            prop_assert!(mark.span.start >= end && mark.span.start < mark.span.end);
            prop_assert!(text.get(mark.span.clone()).is_some());
            end = mark.span.end;
        }
    }

    #[test]
    fn normalising_twice_is_normalising_once(text in marked_text()) {
        let once = normalise(&text, &nine).text;
        prop_assert_eq!(normalise(&once, &nine).text, once);
    }

    #[test]
    fn no_number_is_lost(text in marked_text()) {
        let resolvable = |reference: &Reference| match reference {
            Reference::Number(number) => Some(*number),
            _ => None,
        };
        // Marks side by side at the start of a line may become one before a colon, which then reads as a definition.
        let text = text.replace(is_private, "").replace(':', ": x").replace(": x//", "://");
        let mut before = read(&text);
        let mut after = numbers_among(&normalise(&text, &resolvable).text, &|_| true);
        before.sort_unstable();
        before.dedup();
        after.sort_unstable();
        prop_assert_eq!(after, before);
    }
}

fn is_private(c: char) -> bool {
    ('\u{e200}'..='\u{e2ff}').contains(&c)
}
