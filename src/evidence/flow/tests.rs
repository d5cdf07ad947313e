use super::*;

fn lines(text: &str) -> Vec<Line> {
    let mut page = 1;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line == "=page=" {
            page += 1;
        } else {
            lines.push(Line {
                text: line.to_owned(),
                page: Some(page),
                ..Line::default()
            });
        }
    }
    lines
}

fn flowed(layout: Layout, text: &str) -> Body {
    let mut body = Body::default();
    flow(&lines(text), layout, &mut body);
    body
}

#[test]
fn wrapped_lines_join_and_paragraphs_stay_apart() {
    let text = "The depot was built in 1974 and has been\nextended twice since then, most recently\nin 2009.\nA second paragraph starts here after a\nshort last line and ends.\n\nA third one.";
    assert_eq!(
        flowed(Layout::Printed, text).text(),
        "The depot was built in 1974 and has been extended twice since then, most recently in 2009.\n\n\
         A second paragraph starts here after a short last line and ends.\n\nA third one."
    );
}

#[test]
fn torn_words_are_mended_and_compounds_kept() {
    let text = "A battery-electric bus needs a connec-\ntion to the grid, and each battery-\nelectric bus is charged over-\nnight in the depot. All are long-\nrange. A long trip; the range matters.";
    let text = flowed(Layout::Printed, text).into_text();
    assert!(text.contains("a connection to"), "{text}");
    assert!(text.contains("each battery-electric bus"), "{text}");
    assert!(text.contains("charged overnight"), "{text}");
    assert!(text.contains("All are long-range."), "{text}");
}

#[test]
fn a_compound_that_stands_nowhere_whole_keeps_its_hyphen_and_a_torn_word_does_not() {
    let printed = "The examples that are listed below are well-\nknown, and companies that are multi-\nnational have underre-\nported all of the emissions, in a state-of-the-\nart report on non-gov-\nernmental work.";
    let text = flowed(Layout::Printed, printed).into_text();
    for whole in [
        "well-known",
        "multinational",
        "underreported",
        "state-of-the-art",
        "non-governmental",
    ] {
        assert!(text.contains(whole), "{text}");
    }
    let printed = "The state-\nrun ferry was full, and the narrow bottle-\nneck at the bridge and the merch-\nant were told of a phosphor-\nion of the oil-\nrich and much-\nused kind.";
    let text = flowed(Layout::Printed, printed).into_text();
    for whole in [
        "state-run ferry",
        "narrow bottleneck",
        "the merchant",
        "phosphorion",
        "much-used",
    ] {
        assert!(text.contains(whole), "{whole}: {text}");
    }
    let typed = "The vote was taken by all of the mem-\nbers of the board, who looked at the long-\nterm costs of it.";
    let text = flowed(Layout::Typed, typed).into_text();
    assert!(
        text.contains("the members of") && text.contains("long-term"),
        "{text}"
    );
}

#[test]
fn a_paragraph_goes_on_over_the_page_break() {
    let body = flowed(
        Layout::Printed,
        "This sentence is broken by the end of a page and con-\n=page=\ntinues on the next one.\nNext paragraph.",
    );
    let blocks = body.blocks();
    let first = blocks.first().unwrap();
    assert_eq!(
        body.slice(&first.span),
        "This sentence is broken by the end of a page and continues on the next one."
    );
    assert_eq!(body.pages_of(&first.span), Some((1, 2)));
}

#[test]
fn list_items_and_table_rows_stay_apart() {
    let text = "Three measures were named in the meeting:\n- a second connection, which the utility\n  has offered\n- larger batteries\n\nRoute    Range    Cost\n12       180 km   410,000\n48       95 km    395,000";
    assert_eq!(
        flowed(Layout::Typed, text).text(),
        "Three measures were named in the meeting:\n\n- a second connection, which the utility has offered\n- larger batteries\n\
         Route | Range | Cost\n12 | 180 km | 410,000\n48 | 95 km | 395,000"
    );
}

#[test]
fn lines_of_a_program_keep_their_ends() {
    let mut lines = lines("Run it once:\nfor x in list:\nprint(x)\nThen look at the list.");
    for line in lines.iter_mut().skip(1).take(2) {
        line.is_code = true;
    }
    let mut body = Body::default();
    flow(&lines, Layout::Printed, &mut body);
    assert_eq!(
        body.text(),
        "Run it once:\n\nfor x in list:\nprint(x)\n\nThen look at the list."
    );
}

#[test]
fn short_paragraphs_that_the_file_tells_stay_apart_and_wrapped_lines_join() {
    let mut lines = lines(
        "1.1 The tenant pays\n1.2 The owner insures it.\nThe house is old, and each of\nThem knows it well enough to\nsay so.",
    );
    for line in lines.iter_mut().skip(1) {
        line.begins = true;
    }
    let mut body = Body::default();
    flow(&lines, Layout::Printed, &mut body);
    assert_eq!(
        body.text(),
        "1.1 The tenant pays\n\n1.2 The owner insures it.\n\nThe house is old, and each of Them knows it well enough to say so."
    );
}

#[test]
fn lines_that_nobody_wrapped_are_paragraphs() {
    let long = "word ".repeat(60);
    let body = flowed(Layout::Typed, &format!("{long}\n{long}\nshort"));
    assert_eq!(body.blocks().len(), 3);
}

#[test]
fn labelled_lines_stay_apart() {
    let text = "From: K. Imhoff, staff office of the transport committee\nDate: 9 February 2026\nQ: How many posts are vacant at present in the whole\ndepot?\nA: Thirty-one.";
    let body = flowed(Layout::Typed, text);
    assert_eq!(
        body.text(),
        "From: K. Imhoff, staff office of the transport committee\n\nDate: 9 February 2026\n\n\
         Q: How many posts are vacant at present in the whole depot?\n\nA: Thirty-one."
    );
}

#[test]
fn only_real_columns_make_a_table_row() {
    assert_eq!(cells("One sentence.  And another one."), None);
    assert_eq!(cells("    indented"), None);
    assert_eq!(cells("Depot north   14"), Some(vec!["Depot north", "14"]));
    assert_eq!(cells("a  b  c"), Some(vec!["a", "b", "c"]));
    assert_eq!(cells("a\tb"), Some(vec!["a", "b"]));
}

#[test]
fn a_note_at_the_foot_of_a_column_does_not_tear_the_word_above_it() {
    let column = "The rows of a table have to be named in each of the ta-\n1\nThe present way to do so is temporary and another one will be\ndeveloped.\nbles that are used, as it is done here.\nMore text that follows in the same column of the page.";
    assert_eq!(
        flowed(Layout::Printed, column).text(),
        "1 The present way to do so is temporary and another one will be developed.\n\n\
         The rows of a table have to be named in each of the tables that are used, as it is done here.\n\n\
         More text that follows in the same column of the page."
    );
    let number = "The patients were treated for mild COVID-\n19 Symptoms were few.";
    let text = flowed(Layout::Printed, number).into_text();
    assert!(text.contains("COVID-19 Symptoms"), "{text}");
}

#[test]
fn a_label_before_what_hangs_behind_it_makes_no_table() {
    let text = "R1      Switch off the alignment function of the reference\n        system after lift-off.\n\nR2      Prepare a test facility with as much real equipment as\n        is feasible.\n\nTown    Debt\nUlm     12 million\n";
    let body = flowed(Layout::Typed, text);
    assert!(
        body.text().starts_with(
            "R1: Switch off the alignment function of the reference system after lift-off.\n\nR2: Prepare a test facility with as much real equipment as is feasible.\n\nTown | Debt"
        ),
        "{}",
        body.text()
    );
}
