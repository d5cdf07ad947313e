use proptest::prelude::*;

use super::*;

fn rows(text: &str, width: usize) -> Vec<&str> {
    wrap(text, width)
        .into_iter()
        .map(|range| &text[range])
        .collect()
}

#[test]
fn a_citation_takes_the_word_before_it_to_the_next_row() {
    assert_eq!(
        rows("It was sold in 2024 [7].", 20),
        ["It was sold in", "2024 [7]."]
    );
    assert_eq!(
        rows("It was sold [12] [3].", 16),
        ["It was", "sold [12] [3]."]
    );
    // A number does not lose its unit by it.
    assert_eq!(
        rows("A mean range of 260 km [1].", 22),
        ["A mean range of", "260 km [1]."]
    );
    // Nor its sign of percent, cited or not.
    assert_eq!(
        rows("Sales fell by 18 % in 2024", 16),
        ["Sales fell by", "18 % in 2024"]
    );
    // Where they do not fit together it stands alone.
    assert_eq!(
        rows("A substationing [7].", 14),
        ["A", "substationing", "[7]."]
    );
    assert_eq!(rows("Say [no] to it", 8), ["Say [no]", "to it"]);
}

#[test]
fn words_wrap_at_spaces_and_the_space_at_the_break_is_dropped() {
    assert_eq!(
        rows("Unit sales fell for a second year", 12),
        ["Unit sales", "fell for a", "second year"]
    );
    assert_eq!(rows("ab   cd", 4), ["ab", "cd"]);
    assert_eq!(rows("full row   ", 8), ["full row"]);
}

#[test]
fn a_word_longer_than_the_row_is_cut() {
    assert_eq!(
        rows("a incomprehensible b", 6),
        ["a", "incomp", "rehens", "ible b"]
    );
}

#[test]
fn what_moves_to_the_next_row_may_fill_it_before_its_own_end() {
    assert_eq!(
        rows("-e\u{301}e\u{301}{漢字。", 4),
        ["-", "e\u{301}e\u{301}{", "漢", "字。"]
    );
    // A sign of percent keeps to its number while there is room for both.
    assert_eq!(rows("by 12     %", 3), ["by", "12", "%"]);
}

#[test]
fn lines_and_paragraph_breaks_are_kept() {
    assert_eq!(rows("one\n\ntwo\n", 9), ["one", "", "two"]);
    assert_eq!(rows("", 9), [""]);
    assert!(rows("anything", 0).is_empty());
}

#[test]
fn hyphenated_words_break_after_the_hyphen_but_numbers_keep_their_sign() {
    assert_eq!(rows("multi-source mode", 8), ["multi-", "source", "mode"]);
    assert_eq!(rows("delta -0.3", 8), ["delta", "-0.3"]);
}

#[test]
fn chinese_text_breaks_between_characters_but_not_before_a_full_stop() {
    assert_eq!(rows("销售额下降。原因", 10), ["销售额下", "降。原因"]);
}

#[test]
fn emoji_and_wide_characters_count_two_columns() {
    assert_eq!(width("🚀"), 2);
    assert_eq!(width("漢字"), 4);
    assert_eq!(width("é"), 1);
    assert_eq!(width("e\u{301}"), 1);
    assert_eq!(rows("🚀🚀🚀", 5), ["🚀🚀", "🚀"]);
}

#[test]
fn a_short_text_is_not_truncated_and_a_long_one_ends_with_the_ellipsis() {
    assert_eq!(truncate("report", 6, "…"), "report");
    assert_eq!(truncate("reporting", 6, "…"), "repor…");
    assert_eq!(truncate("a longer title", 9, "…"), "a longer…");
    assert_eq!(truncate("漢字漢字", 6, "…"), "漢字…");
    assert_eq!(truncate("report", 2, "..."), "..");
    assert_eq!(truncate("report", 0, "…"), "");
}

#[test]
fn code_keeps_its_white_space_where_it_is_cut() {
    let text = "  let a = 1;";
    let pieces: Vec<_> = cut(text, 5).into_iter().map(|range| &text[range]).collect();
    assert_eq!(pieces, ["  let", " a = ", "1;"]);
}

#[test]
fn escape_sequences_go_whole() {
    for (hostile, shown) in [
        ("\u{1b}[31mred\u{1b}[0m", "red"),
        ("a\u{1b}]0;owned\u{7}b", "ab"),
        ("a\u{1b}]52;c;cm0gLXJm\u{1b}\\b", "ab"),
        ("a\u{1b}Pq#0~\u{1b}\\b", "ab"),
        ("a\u{1b}cb", "ab"),
        ("a\u{1b}(Bb", "ab"),
        ("a\u{9b}2Jb", "ab"),
        ("a\u{9d}0;owned\u{9c}b", "ab"),
        ("a\u{1b}[?1049hb", "ab"),
        ("end\u{1b}", "end"),
        ("end\u{1b}[", "end"),
        ("end\u{1b}[38;2;1", "end"),
    ] {
        assert_eq!(clean(hostile), shown, "{hostile:?}");
    }
}

#[test]
fn an_unterminated_control_string_does_not_hide_the_rest_of_the_line() {
    assert_eq!(clean("a\u{1b}]0;b\nc"), "a0;b\nc");
}

#[test]
fn control_characters_bidi_overrides_and_invisible_characters_go() {
    assert_eq!(clean("a\u{7}\u{8}b\u{7f}c\u{0}"), "abc");
    assert_eq!(clean("user\u{202e}nimda\u{2066}x\u{2069}"), "usernimdax");
    assert_eq!(
        clean("zero\u{200b}width\u{feff}\u{e000}\u{e0041}"),
        "zerowidth"
    );
    assert_eq!(clean("heart \u{2764}\u{fe0f}"), "heart \u{2764}");
}

#[test]
fn line_ends_of_every_kind_become_line_breaks_and_tabs_become_spaces() {
    assert_eq!(clean("a\r\nb\rc\u{c}d\u{2028}e"), "a\nb\nc\nd\ne");
    assert_eq!(clean("a\tb\n\tc"), "a   b\n    c");
    assert_eq!(one_line("  Report\r\n\tof 2025  "), "Report of 2025");
}

#[test]
fn joiners_stay_where_they_shape_letters_and_go_between_emoji() {
    let persian = "می\u{200c}خواهم";
    assert_eq!(clean(persian), persian);
    assert_eq!(clean("👩\u{200d}🔬"), "👩🔬");
}

#[test]
fn piled_up_marks_are_cut_off() {
    let zalgo = format!("Z{}", "\u{301}".repeat(5000));
    assert!(clean(&zalgo).len() < 32);
}

#[test]
fn clean_text_is_not_copied() {
    assert!(matches!(
        clean("plain – text, ünïcödé 漢字"),
        std::borrow::Cow::Borrowed(_)
    ));
}

#[test]
fn cleaned_text_knows_where_it_came_from() {
    let original = "a\u{1b}[1mb\tc";
    let cleaned = Cleaned::new(original);
    assert_eq!(cleaned.text, "ab  c");
    let origins: Vec<_> = (0..=5).map(|at| cleaned.original(at)).collect();
    assert_eq!(origins[0], 0);
    assert_eq!(&original[origins[1]..=origins[1]], "b");
    assert_eq!(&original[origins[4]..], "c");
    assert_eq!(origins[5], original.len());
}

/// Text of every kind, with what matters here more often than chance would have it.
fn any_text() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![
            "[a-z]{1,12}",
            " {1,3}",
            Just("\n".to_owned()),
            Just("漢字。".to_owned()),
            Just("🚀".to_owned()),
            Just("e\u{301}".to_owned()),
            Just("\u{1b}[31m".to_owned()),
            Just("\u{1b}]8;;http://x\u{7}".to_owned()),
            Just("\t".to_owned()),
            Just("-".to_owned()),
            any::<char>().prop_map(String::from),
        ],
        0..40,
    )
    .prop_map(|pieces| pieces.concat())
}

fn visible(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_that_drives_a_terminal_survives(text in any_text()) {
        let cleaned = clean(&text);
        prop_assert!(cleaned.chars().all(|c| c == '\n' || !c.is_control()));
        let invisible = ['\u{202e}', '\u{2066}', '\u{fe0f}', '\u{200b}'];
        prop_assert!(!cleaned.contains(invisible));
        let again = clean(&cleaned);
        prop_assert_eq!(&again, &cleaned);
        prop_assert_eq!(&Cleaned::new(&text).text, &cleaned);
    }

    #[test]
    fn cleaning_line_by_line_is_cleaning_the_whole(text in any_text()) {
        let by_line: String = text.split_inclusive('\n').map(|line| clean(line).into_owned()).collect();
        prop_assert_eq!(by_line, clean(&text).into_owned());
    }

    #[test]
    fn origins_never_go_back_and_lie_in_the_text(text in any_text()) {
        let cleaned = Cleaned::new(&text);
        let mut last = 0;
        for (at, _) in cleaned.text.char_indices() {
            let origin = cleaned.original(at);
            prop_assert!(origin >= last && text.is_char_boundary(origin));
            last = origin;
        }
    }

    #[test]
    fn no_row_is_wider_than_asked_and_no_visible_character_is_lost_or_repeated(text in any_text(), width in 2_usize..30) {
        let text = clean(&text);
        let ranges = wrap(&text, width);
        let mut last = 0;
        for range in &ranges {
            prop_assert!(range.start >= last && range.start <= range.end);
            prop_assert!(super::width(&text[range.clone()]) <= width.max(2));
            last = range.end;
        }
        let shown: String = ranges.iter().map(|range| &text[range.clone()]).collect();
        prop_assert_eq!(visible(&shown), visible(&text));
    }

    #[test]
    fn cutting_keeps_every_character(text in any_text(), width in 2_usize..30) {
        let text = clean(&text);
        let shown: String = cut(&text, width).into_iter().map(|range| text[range].to_owned()).collect();
        prop_assert_eq!(shown, text.replace('\n', ""));
    }

    #[test]
    fn the_short_way_to_graphemes_finds_what_the_tables_say(text in any_text()) {
        let text = clean(&text);
        for line in text.split('\n') {
            let found: Vec<_> = graphemes(line).collect();
            let expected: Vec<_> = line.grapheme_indices(true).map(|(at, grapheme)| (at, grapheme, grapheme.width())).collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_truncated_text_is_never_wider_than_asked(text in any_text(), width in 0_usize..30) {
        prop_assert!(super::width(&truncate(&clean(&text), width, "…")) <= width);
    }
}
