use ratatui::buffer::Buffer as Screen;

use super::*;
use crate::tui::keymap::Keymap;
use crate::tui::theme::Theme;

fn key(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}

fn control(letter: char) -> KeyEvent {
    KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL)
}

/// What is on the screen, and where the cursor stands.
fn drawn(editor: &Editor, width: u16, height: u16) -> (Vec<String>, (u16, u16)) {
    let (theme, keys) = (Theme::default(), Keymap::default_keys());
    let area = Rect::new(0, 0, width, height);
    let mut screen = Screen::empty(area);
    let mut canvas = Canvas::new(&mut screen, &theme, &keys);
    editor.draw(area, &mut canvas);
    let cursor = canvas.cursor.expect("a cursor");
    let rows = (0..height)
        .map(|y| {
            let mut row = String::new();
            let mut skip = 0;
            for x in 0..width {
                if skip == 0 {
                    row.push_str(screen[(x, y)].symbol());
                    skip = text::width(screen[(x, y)].symbol()).max(1);
                }
                skip -= 1;
            }
            row.trim_end().to_owned()
        })
        .collect();
    (rows, (cursor.x, cursor.y))
}

#[test]
fn the_cursor_stands_where_the_next_letter_appears() {
    let mut editor = Editor::new("two words");
    let (rows, cursor) = drawn(&editor, 7, 3);
    assert_eq!(
        (rows[0].as_str(), rows[1].as_str(), cursor),
        ("two", "words", (0, 0))
    );
    editor.key(key(KeyCode::End));
    editor.key(key(KeyCode::Down));
    editor.key(key(KeyCode::End));
    editor.key(key(KeyCode::Char('猫')));
    let (rows, cursor) = drawn(&editor, 7, 3);
    assert_eq!((rows[2].as_str(), cursor), ("猫", (2, 2)));
    assert_eq!(editor.text(), "two words猫");
}

#[test]
fn right_to_left_text_and_emoji_are_stepped_over_sign_by_sign() {
    let mut editor = Editor::new("שלום 🇩🇪é");
    for _ in 0..6 {
        editor.key(key(KeyCode::Right));
    }
    editor.key(key(KeyCode::Backspace));
    assert_eq!(editor.text(), "שלום é");
    assert_eq!(drawn(&editor, 20, 1).1, (5, 0));
}

#[test]
fn moving_up_and_down_keeps_the_column_over_shorter_rows() {
    let mut editor = Editor::new("a long line\nx\nanother line");
    drawn(&editor, 40, 5);
    for _ in 0..7 {
        editor.key(key(KeyCode::Right));
    }
    editor.key(key(KeyCode::Down));
    editor.key(key(KeyCode::Down));
    assert_eq!(drawn(&editor, 40, 5).1, (7, 2));
    assert!(!editor.key(key(KeyCode::Down)));
}

#[test]
fn words_and_rows_are_taken_out_and_everything_comes_back() {
    let text = "one two three\nfour";
    let mut editor = Editor::new(text);
    drawn(&editor, 40, 5);
    editor.key(key(KeyCode::End));
    assert!(editor.key(control('w')));
    assert_eq!(editor.text(), "one two \nfour");
    assert!(editor.key(control('u')));
    assert!(editor.key(control('k')));
    assert_eq!(editor.text(), "four");
    while editor.undo() {}
    assert_eq!(editor.text(), text);
    while editor.redo() {}
    assert_eq!(editor.text(), "four");
}

#[test]
fn what_is_pasted_cannot_drive_the_terminal() {
    let mut editor = Editor::new("");
    assert!(editor.paste("a\u{1b}[2Jb\u{202e}c\nd"));
    assert_eq!(editor.text(), "abc\nd");
    editor.undo();
    assert_eq!(editor.text(), "");
}

#[test]
fn a_letter_in_a_pasted_megabyte_is_typed_and_taken_back_like_in_a_short_text() {
    for pasted in [
        "word ".repeat(250_000),
        "x".repeat(1_000_000),
        "一".repeat(400_000),
    ] {
        let mut editor = Editor::new("before after");
        drawn(&editor, 88, 30);
        assert!(editor.paste(&pasted));
        drawn(&editor, 88, 30);
        for letter in "typed in the middle of it".chars() {
            assert!(editor.key(key(KeyCode::Char(letter))));
            drawn(&editor, 88, 30);
        }
        assert!(editor.text().contains("typed in the middle of itbefore"));
        while editor.undo() {}
        assert_eq!(editor.text(), "before after");
    }
}

#[test]
fn what_is_longer_than_a_file_should_be_is_cut() {
    let mut editor = Editor::new("");
    assert!(!editor.paste(&"é".repeat(LIMIT)));
    assert!(editor.text().len() <= LIMIT);
    assert!(!editor.key(key(KeyCode::Char('a'))));
}

#[test]
fn no_size_is_too_small_to_draw_in() {
    for (width, height) in [(1, 1), (1, 5), (5, 1), (2, 2)] {
        drawn(&Editor::new("一二三 words\nmore"), width, height);
    }
}
