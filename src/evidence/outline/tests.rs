//! What the readers of marked text promise.

use super::*;

fn seen(text: &str) -> (Option<String>, Vec<String>, String) {
    let reading = read(text);
    let headings = reading.body.headings().map(str::to_owned).collect();
    (reading.title, headings, reading.body.into_text())
}

#[test]
fn restructured_text_keeps_its_headings_and_loses_its_marks() {
    let (_, headings, text) = seen(
        ".. _range:\n\n=====\nRange\n=====\n\nIt fell by a *third*, see :ref:`the causes <causes>` and `a report <https://example.org>`_ on ``heat``.\n\n\
         Causes\n^^^^^^\n\n.. note:: It was cold.\n\n.. image:: a.png\n   :width: 40\n\nHeating took most::\n\n    heat = 9\n",
    );
    assert_eq!(headings, ["Range", "Causes"]);
    assert_eq!(
        text,
        "Range\n\nIt fell by a third, see the causes and a report on heat.\n\nCauses\n\nIt was cold.\n\nHeating took most:\n\nheat = 9"
    );
}

#[test]
fn links_over_two_lines_and_marks_of_notes_are_no_text() {
    let (_, _, text) = seen(
        "Memo\n====\n\nBenchmarks of the `Faster team\n<https://example.org/bench>`_ show it.\nIt removed the lock [#first]_, as others [*]_ did [2]_.\nThe list ``a[1]_b`` stays.\n",
    );
    assert_eq!(
        text,
        "Memo\n\nBenchmarks of the Faster team show it. It removed the lock, as others did [2]_. The list a[1]_b stays."
    );
}

#[test]
fn a_document_of_a_series_keeps_what_it_is_and_names_others_by_their_numbers() {
    let (title, _, text) = seen(
        "PEP: 734\nTitle: Several Interpreters\nAuthor: Ann Reed <ann@example.org>,\n        Bo Lind <bo@example.org>\nDiscussions-To: https://example.org/t/9\n\
         Created: 06-Nov-2023\nPost-History: `14-Dec-2023 <https://example.org/t/9>`__,\n              `15-Dec-2023 <https://example.org/t/10>`__\n\
         Replaces: 554\n\n.. note::\n   It goes on from :pep:`554`, and from :rfc:`2822#section-3`.\n\nAbstract\n========\n\nIt adds a module.\n",
    );
    assert_eq!(title.as_deref(), Some("PEP 734: Several Interpreters"));
    assert!(
        text.contains("It goes on from PEP 554, and from RFC 2822."),
        "{text}"
    );
    assert!(text.contains("Replaces: 554"), "{text}");
    assert!(!text.contains("example.org/t"), "{text}");
    assert!(!text.contains("Dec"), "{text}");
}

#[test]
fn powers_in_restructured_text_stay_powers() {
    let (_, _, text) = seen(
        "Memo\n====\n\nIt lost 3.2 × 10\\ :sup:`4` kg of CO\\ :sub:`2` on the 4\\ :sup:`th` of *May*.\n",
    );
    assert_eq!(
        text,
        "Memo\n\nIt lost 3.2 × 10⁴ kg of CO2 on the 4th of May."
    );
}

#[test]
fn fields_at_the_head_of_restructured_text_describe_it() {
    let reading = read(
        "Memo\n====\n\n:Author: Ann Reed <ann@example.org>,\n         Bo Lind\n:Date: 2024-06-01\n:orphan:\n\nIt needs **two** cranes, 2 * 3 * 4 in all, *a.txt and *b.\n\n:Note: kept\n",
    );
    assert_eq!(reading.author.as_deref(), Some("Ann Reed, Bo Lind"));
    assert_eq!(reading.date.as_deref(), Some("2024-06-01"));
    assert_eq!(
        reading.body.text(),
        "Memo\n\nIt needs two cranes, 2 * 3 * 4 in all, *a.txt and *b.\n\n:Note: kept"
    );
}

#[test]
fn what_org_and_asciidoc_strike_out_is_not_said() {
    let (_, _, text) = seen(
        "#+TITLE: Depots\n* East\nIt is +four+ six hundred metres long, +4 to +7 degrees warm and a C++ program, 2 + 3 + 4 in all.\n| a | b | c |\n|---+---+---|\n| 1 | 2 | 3 |\n",
    );
    assert_eq!(
        text,
        "East\n\nIt is six hundred metres long, +4 to +7 degrees warm and a C++ program, 2 + 3 + 4 in all.\n\na | b | c\n1 | 2 | 3"
    );
    let (_, _, text) = seen(
        "= Depots\n\n== East\n\nIt is [line-through]#four# six hundred metres long.footnote:[In May.]\n",
    );
    assert_eq!(text, "East\n\nIt is six hundred metres long. (In May.)");
}

#[test]
fn org_keeps_its_outline_and_says_what_its_links_say() {
    let (title, headings, text) = seen(
        "#+TITLE: Depots\n#+STARTUP: content\n* East :city:\n:PROPERTIES:\n:ID: 7\n:END:\nIt has 43 buses, [[https://example.org][the council]] says.\n** TODO Grid\nLate.\n",
    );
    assert_eq!(title.as_deref(), Some("Depots"));
    assert_eq!(headings, ["East", "Grid"]);
    assert_eq!(
        text,
        "East\n\nIt has 43 buses, the council says.\n\nGrid\n\nLate."
    );
}

#[test]
fn simple_tables_of_restructured_text_have_columns() {
    let (_, headings, text) = seen(
        "Memo\n====\n\n=========== ===== =========\nPort        Quays Cost (M€)\n=========== ===== =========\nTarn        2     31.0\nBell        3     47.5\n                  at most\n=========== ===== =========\n\nThey are old.\n",
    );
    assert_eq!(headings, ["Memo"]);
    assert_eq!(
        text,
        "Memo\n\nPort | Quays | Cost (M€)\nTarn | 2 | 31.0\nBell | 3 | 47.5 at most\n\nThey are old."
    );
}

#[test]
fn tables_of_restructured_text_are_tables() {
    let table = "City | Buses\nOslo | 43\nBergen | 12";
    for written in [
        ".. list-table:: Fleet\n   :header-rows: 1\n\n   * - City\n     - Buses\n   * - Oslo\n     - 43\n   * - Bergen\n     - 12\n",
        ".. csv-table:: Fleet\n   :header: \"City\", \"Buses\"\n   :widths: 20 20\n\n   \"Oslo\", 43\n   \"Bergen\", 12\n",
        ".. table:: Fleet\n\n   +--------+-------+\n   | City   | Buses |\n   +========+=======+\n   | Oslo   | 43    |\n   +--------+-------+\n   | Bergen | 12    |\n   +--------+-------+\n",
    ] {
        let (_, _, text) = seen(&format!(
            "{written}\nThey are old [1]_.\n\n.. [1] Norland grid code, *2023*.\n"
        ));
        assert_eq!(
            text,
            format!("Fleet\n\n{table}\n\nThey are old [1]_.\n\n[1] Norland grid code, 2023."),
            "{written}"
        );
    }
    let (_, _, text) = seen(
        "See |product|.\n\n.. |product| replace:: Planner\n\n.. figure:: depot.png\n   :alt: a depot\n\n   The depot in May.\n",
    );
    assert_eq!(text, "See Planner.\n\nThe depot in May.");
}

#[test]
fn asciidoc_says_who_wrote_it_and_loses_its_marks() {
    let reading = read(
        "= Planning: A Guide\nAnn Reed <ann@example.org>; Bo Lind\nv1.2, 2025-03-04\n:product: Planner\n\nIt needs *2.5 MVA* and a _good_ site, a_b_c. Use {product}, see <<costs,the costs>>.footnote:[At night.]\n\n\
         .Fleet\n[cols=\"1,1\"]\n|===\n|City |Buses\n\n|Oslo\n|43\n\n|Bergen |12\n|===\n\nSee below.\n\n* First\n** Nested\n\n////\nnot shown\n////\n",
    );
    assert_eq!(reading.title.as_deref(), Some("Planning: A Guide"));
    assert_eq!(reading.author.as_deref(), Some("Ann Reed, Bo Lind"));
    assert_eq!(reading.date.as_deref(), Some("2025-03-04"));
    assert_eq!(
        reading.body.text(),
        "It needs 2.5 MVA and a good site, a_b_c. Use Planner, see the costs. (At night.)\n\nFleet\n\nCity | Buses\nOslo | 43\nBergen | 12\n\nSee below.\n\n- First\n- Nested"
    );
}

#[test]
fn org_loses_its_marks_and_keeps_its_tables() {
    let (_, headings, text) = seen(
        "* DONE [#A] Grid :city:\n  CLOSED: [2025-03-04 Tue]\nIt costs *2.6 million*, /not/ 2.1 as =planned= in 3/4 of a/b.\n\n| City | Buses |\n|------+-------|\n| Oslo |    43 |\n\n# a comment\n#+begin_src sh\nsed /a/b/\n#+end_src\n",
    );
    assert_eq!(headings, ["Grid"]);
    assert_eq!(
        text,
        "Grid\n\nIt costs 2.6 million, not 2.1 as planned in 3/4 of a/b.\n\nCity | Buses\nOslo | 43\n\nsed /a/b/"
    );
}

#[test]
fn asciidoc_keeps_its_sections() {
    let (title, headings, text) = seen(
        "= Depots\n:toc:\n\n== East\n\nIt has 43 buses, https://example.org[the council] says.\n\n[source,sh]\n----\nmake\n----\n\n=== Grid\n\nLate.\n",
    );
    assert_eq!(title.as_deref(), Some("Depots"));
    assert_eq!(headings, ["East", "Grid"]);
    assert_eq!(
        text,
        "East\n\nIt has 43 buses, the council says.\n\nmake\n\nGrid\n\nLate."
    );
}
