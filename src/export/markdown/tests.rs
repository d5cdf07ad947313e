use super::*;
use crate::export::fixture;
use crate::study::{Event, SectionId};

pub fn options() -> Options<'static> {
    Options {
        date: Timestamp(1_795_219_200_000),
        confidence: Some(0.95),
        measured: None,
        scores: false,
        locator: &|passage| format!("p.{}", passage.0),
        verdicts: false,
        method: false,
        uncited_sources: false,
        changes: false,
        history: &[],
        citations: Citations::Numbered,
        bibliography: None,
    }
}

#[test]
fn what_is_open_can_be_marked_in_the_text() {
    let open = fixture::open();
    let options = Options {
        changes: true,
        ..options()
    };
    let marked = markdown(&open, &options);
    assert!(open.open_hunks() > 0);
    assert!(marked.contains("{~~") || marked.contains("{++"), "{marked}");
    let plain = Options {
        changes: false,
        ..options
    };
    assert!(!markdown(&open, &plain).contains("{++"));
}

#[test]
fn text_that_was_edited_by_hand_is_not_called_the_sources_alone() {
    let mut study = fixture::settled();
    for section in &mut study.sections {
        let provenance = section.provenance.get_or_insert_default();
        provenance.writer = BUILT_IN_WRITER.to_owned();
    }
    let note = |study: &Study| markdown(study, &options()).contains("edited by hand");
    assert!(!note(&study));
    study.apply(&Event::SectionEdited {
        section: SectionId(0),
        text: "They pay off [1].".to_owned(),
    });
    assert!(note(&study));
}

#[test]
fn a_settled_brief_is_its_text_and_its_sources() {
    insta::assert_snapshot!(markdown(&fixture::settled(), &options()), @r##"
    ---
    question: "Do heat pumps pay off?"
    date: 2026-11-21
    writer: "extractive"
    framework: "scr"
    confidence: 0.95
    multi_source: true
    documents: 2
    sources: 2
    claims: 3
    supported: 3
    ---

    # Do heat pumps pay off?

    *Extractive draft: sentences from your sources.*

    ## Situation

    Prices fell by 12% [1][2].

    Sales doubled [1].

    ## Complication

    Installers are booked out for nine weeks [2].

    ## Resolution

    Train installers [1].

    ## Sources

    - [1] R. Vale, *Heat\_pumps 1*, 2024-05, p.5, `/data/report 1.pdf`, accessed 2026-11-21
    - [2] Example News, *Heat\_pumps 2*, 2024-05, p.6, <https://example.com/2>, accessed 2026-11-21
    "##);
}

#[test]
fn only_accepted_text_leaves_and_what_is_cut_says_so() {
    insta::assert_snapshot!(markdown(&fixture::open(), &options()), @r##"
    ---
    question: "Do heat pumps pay off?"
    date: 2026-11-21
    writer: "server/model, extractive"
    framework: "scr"
    confidence: 0.95
    multi_source: false
    sources: 1
    claims: 2
    supported: 1
    ---

    # Do heat pumps pay off?

    ## Situation

    Prices fell [1]. Nobody knows why.

    ## Complication

    *Extractive draft: sentences from your sources.*

    Old [9?].

    ## Resolution

    So train [1] and [7?].

    *(cut: the server closed the connection)*

    ## Sources

    - [1] R. Vale, *Heat\_pumps 1*, 2024-05, p.5, `/data/report 1.pdf`, accessed 2026-11-21
    "##);
}

#[test]
fn the_appendix_says_how_it_was_checked_and_made() {
    let options = Options {
        verdicts: true,
        method: true,
        uncited_sources: true,
        ..options()
    };
    let text = markdown(&fixture::open(), &options);
    let at = text.find("## Sources not cited").unwrap();
    insta::assert_snapshot!(&text[at..], @r##"
    ## Sources not cited

    - Example News, *Heat\_pumps 2*, 2024-05, <https://example.com/2>, accessed 2026-11-21
    - R. Vale, *Heat\_pumps 3*, 2024-05, `/data/report 3.pdf`, accessed 2026-11-21

    ## Verdicts

    1 supported, 1 uncited.

    *Complication: not checked since its text last changed.*

    | Section | Claim | Verdict | Why | Evidence |
    |---|---|---|---|---|
    | Situation | Prices fell [1]. | supported | the same words | “As it says.” [1] |
    | Situation | Nobody knows why. | uncited | no citation \| at all |  |

    ## Method

    3 documents in the study; 1 run of the writer.

    | Section | Writer | Prompt | Passages | Tokens in | Tokens out | Seconds |
    |---|---|---|--:|--:|--:|--:|
    | Situation | server/model | section v1 0123456789abcdef | 2 | about 900 | about 120 | 1.2 |
    | Complication | extractive | section v1 0123456789abcdef | 2 | 900 | 120 | 1.2 |

    Multi-source mode: 2 of 2 sections (100 %). Claims that cite two or more distinct sources: 0 of 2 (0 %).

    Not used:

    - `scan.pdf`: it holds pictures of pages and no text: run it through OCR

    Open when exported:

    - Complication is not checked
    - Resolution was cut: the server closed the connection
    - 2 open hunks
    - 1 uncited claim
    - \[9?\] does not exist: the study has 3 sources
    - \[2\] is never cited
    - \[3\] is never cited
    "##);
}

#[test]
fn without_evidence_it_says_what_to_do() {
    insta::assert_snapshot!(markdown(&fixture::empty(), &options()), @r##"
    ---
    question: "Do heat pumps pay off?"
    date: 2026-11-21
    writer: "extractive"
    framework: "scr"
    confidence: 0.00
    multi_source: false
    sources: 0
    claims: 0
    supported: 0
    ---

    # Do heat pumps pay off?

    No findings to synthesize: the study has no evidence. Add files, folders or findings to it, then start a draft.
    "##);
}

#[test]
fn a_weak_brief_says_that_it_rests_on_little() {
    let options = Options {
        confidence: Some(0.3),
        ..options()
    };
    let text = markdown(&fixture::settled(), &options);
    assert!(text.contains("> This brief rests on limited evidence (confidence 0.30)."));
    let broken = Options {
        confidence: Some(f32::NAN),
        ..options
    };
    assert!(markdown(&fixture::settled(), &broken).contains("confidence: 0.00\n"));
}

#[test]
fn hostile_titles_stay_on_their_line() {
    let study = fixture::hostile("] *x*\n# Owned\u{1b}[2J | <script>");
    let text = markdown(
        &study,
        &Options {
            verdicts: true,
            method: true,
            uncited_sources: true,
            ..options()
        },
    );
    assert!(!text.lines().any(|line| line.starts_with("# Owned")));
    assert!(!text.contains('\u{1b}'));
    let (_, text) = text.split_once("\n---\n").unwrap();
    assert!(!text.replace("\\<", "").contains("<script"));
}
