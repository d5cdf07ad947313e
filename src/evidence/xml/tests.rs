use std::fmt::Write as _;

use super::*;

fn place() -> Place {
    Place {
        uri: "/data/report.xml".to_owned(),
        name: "report".to_owned(),
    }
}

fn one(text: &str) -> ReadDocument {
    let mut documents = read(text.as_bytes(), &place(), None).unwrap();
    assert_eq!(documents.len(), 1);
    documents.remove(0)
}

#[test]
fn formulas_keep_their_powers_and_bars() {
    let (root, _) = Element::root_of(
        "<p>It is <mml:math><mml:mi>E</mml:mi><mml:mo>=</mml:mo><mml:mi>m</mml:mi><mml:msup><mml:mi>c</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math> at <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>.</p>",
    );
    assert_eq!(root.unwrap().text(), "It is E = mc² at 1/2.");
}

#[test]
fn powers_stay_powers_and_what_is_struck_out_is_not_said() {
    let (root, _) = Element::root_of(
        "<p>It is 3.2 x 10<hi rend='superscript'>4</hi> kg on the 4<hi rend='superscript'>th</hi>, not <strike>12 </strike><emphasis role='strikethrough'>13 </emphasis>14 <hi rend='bold'>tonnes</hi>.</p>",
    );
    assert_eq!(
        root.unwrap().text(),
        "It is 3.2 x 10⁴ kg on the 4th, not 14 tonnes."
    );
}

#[test]
fn a_text_keeps_its_headings_and_paragraphs() {
    let document = one(
        "<?xml version='1.0'?><!DOCTYPE article [<!ENTITY who 'the council'>]>\n<article xml:lang='en'><!-- draft -->\n<title>Winter range</title>\n\
         <sec><title>Causes</title><p>The <i>range</i> fell by\n 31&#160;% &amp; &who; asked <b>why</b>.</p><p><b>Heat</b> takes a third.</p></sec></article>",
    );
    assert_eq!(document.title, "Winter range");
    assert_eq!(document.language.as_deref(), Some("en"));
    assert_eq!(
        document.text,
        "Winter range\n\nCauses\n\nThe range fell by 31 % & &who; asked why.\n\nHeat takes a third."
    );
    assert_eq!(document.passages[0].headings, ["Winter range", "Causes"]);
}

#[test]
fn a_picture_within_the_file_is_no_text() {
    let picture =
        "iVBORw0KGgoAAAANSUhEUgAAADAAAAAgCAIAAADbtmxLAAABmGlDQ1BpY2MAAHjapdG/\n".repeat(3);
    let document = one(&format!(
        "<book><p>The range fell.</p><binary id='a.png' content-type='image/png'>{picture}==</binary></book>"
    ));
    assert_eq!(document.text, "The range fell.");
}

#[test]
fn records_keep_the_names_of_their_fields() {
    let document = one(
        "<depots><depot id='7'><name>East</name><buses>43</buses></depot><depot><name>West</name><buses>12</buses></depot></depots>",
    );
    assert_eq!(
        document.text,
        "id: 7; name: East; buses: 43\nname: West; buses: 12"
    );
    let long = "Buses of the first order were kept in this depot until it burnt down. ".repeat(3);
    let document = one(&format!(
        "<books><book><title>Depots</title><year>1999</year><about>{long}</about></book></books>"
    ));
    assert_eq!(
        document.text,
        format!("title: Depots; year: 1999\n\nabout: {}", long.trim())
    );
    let document = one(
        "<depots><depot><range unit='km'>140</range><staff value='12'/><open from='5' to='23'/></depot></depots>",
    );
    assert_eq!(
        document.text,
        "range: 140 (unit: km); staff: 12; open: from: 5, to: 23"
    );
    let section = one("<report><sec><title>Causes</title><p>It was cold.</p></sec></report>");
    assert_eq!(section.text, "Causes\n\nIt was cold.");
}

#[test]
fn the_head_of_a_file_says_what_it_is_called_and_who_wrote_it_when() {
    let document = one(
        "<survey><meta><title>Depot survey</title><author>Ada Penrose</author><author>Kurt Imhoff</author><published>2024-03-14</published></meta>\
         <depot><name>East</name><opened>1998</opened><author>Bo Lind</author></depot></survey>",
    );
    assert_eq!(document.title, "Depot survey");
    assert_eq!(document.author.as_deref(), Some("Ada Penrose, Kurt Imhoff"));
    assert_eq!(document.date.as_deref(), Some("2024-03-14"));
    let document = one(
        "<depots><depot><title>East</title><date>1998-02-03</date><size>3</size></depot></depots>",
    );
    assert_eq!((document.title.as_str(), document.date), ("report", None));
}

#[test]
fn an_article_of_a_journal_says_who_wrote_it_when_and_keeps_its_tables() {
    let document = one(
        "<article xml:lang='en'><front><journal-meta><journal-title>Transport Policy</journal-title><issn>1</issn></journal-meta><article-meta>\
         <article-id pub-id-type='doi'>10.1/a</article-id><title-group><article-title>Winter <italic>range</italic></article-title></title-group>\
         <contrib-group><contrib contrib-type='author'><name><surname>Jensen</surname><given-names>Kari</given-names></name></contrib>\
         <contrib contrib-type='editor'><name><surname>Voss</surname><given-names>Carl</given-names></name></contrib></contrib-group>\
         <pub-date><day>15</day><month>3</month><year>2021</year></pub-date><abstract><p>Buses lose range.</p></abstract></article-meta></front>\
         <body><sec><title>Results</title><table-wrap><caption><p>Loss.</p></caption><table><thead><tr><th>City</th><th>Loss</th></tr></thead>\
         <tbody><tr><td>Oslo</td><td>12 %</td></tr></tbody></table></table-wrap></sec></body><back><ref-list><ref><element-citation><person-group>\
         <name><surname>Lind</surname><given-names>B</given-names></name></person-group><article-title>Charging</article-title><year>2018</year>\
         </element-citation></ref></ref-list></back></article>",
    );
    assert_eq!(document.title, "Winter range");
    assert_eq!(document.author.as_deref(), Some("Kari Jensen"));
    assert_eq!(document.date.as_deref(), Some("2021-03-15"));
    assert_eq!(document.metadata["journal"], "Transport Policy");
    assert_eq!(
        document.text,
        "Winter range\n\nBuses lose range.\n\nResults\n\nLoss.\n\nCity | Loss\nOslo | 12 %\n\nLind B Charging 2018"
    );
}

#[test]
fn a_book_in_docbook_keeps_its_tables_and_its_lines_of_text() {
    let document = one(
        "<book><info><title>Depots</title><author><personname><firstname>Ann</firstname><surname>Reed</surname></personname></author><pubdate>2025-03-04</pubdate></info>\
         <chapter><title>Costs</title><para>It needs <emphasis>2.5 MVA</emphasis>,<lb/>or 10<superscript>6</superscript> W.</para><table><title>Loss</title><tgroup cols='2'>\
         <thead><row><entry>City</entry><entry>Loss</entry></row></thead><tbody><row><entry>Oslo</entry><entry>12 %</entry></row></tbody></tgroup></table></chapter></book>",
    );
    assert_eq!(document.author.as_deref(), Some("Ann Reed"));
    assert!(
        document
            .text
            .ends_with("Costs\n\nIt needs 2.5 MVA, or 10⁶ W.\n\nLoss\n\nCity | Loss\nOslo | 12 %"),
        "{}",
        document.text
    );
}

#[test]
fn a_file_that_breaks_off_is_read_up_to_there() {
    let document = one("<report><p>The depot opened in May.</p>\n<p>It cost <");
    assert!(document.text.starts_with("The depot opened in May."));
    assert!(
        document.warnings[0].contains("line 2"),
        "{:?}",
        document.warnings
    );
    assert!(matches!(
        read(b"just words", &place(), None),
        Err(Problem::Damaged { .. })
    ));
}

#[test]
fn entities_that_grow_and_elements_without_end_cost_nothing() {
    let mut bomb = "<!DOCTYPE a [<!ENTITY a0 'boom'>".to_owned();
    for level in 1..40 {
        let inner = format!("&a{};", level - 1).repeat(10);
        let _ = write!(bomb, "<!ENTITY a{level} '{inner}'>");
    }
    bomb.push_str("]><a><p>Before.</p><p>&a39;</p></a>");
    assert_eq!(one(&bomb).text, "Before.\n\n&a39;");
    let deep = format!("{}words{}", "<a>".repeat(100_000), "</a>".repeat(100_000));
    assert_eq!(one(&deep).text, "words");
}

#[test]
fn what_only_attributes_say_is_read_and_a_drawing_is_none() {
    let bays = one(
        "<bays xmlns='urn:x'><bay name='East' buses='43'/><bay name='West' buses='61' note='It opened late.'/><bay x='1' y='2'/></bays>",
    );
    assert_eq!(
        bays.text,
        "name: East; buses: 43\nname: West; buses: 61; note: It opened late."
    );
    let outline = one(
        "<opml version='2.0'><head><title>Ideas</title></head><body><outline text='Depot'><outline text='It needs 2.5 MVA.'/></outline></body></opml>",
    );
    assert_eq!(outline.text, "Ideas\n\nDepot\n\nIt needs 2.5 MVA.");
    let drawing = "<svg viewBox='0 0 9 9'><rect fill='red' x='1'/></svg>";
    assert!(read(drawing.as_bytes(), &place(), None).is_err());
}

#[test]
fn lists_keep_their_numbers_and_a_formula_in_two_ways_is_said_once() {
    let document = one(
        "<article><front><article-meta><title-group><article-title>Quays</article-title></title-group><contrib-group><contrib contrib-type='author'><string-name>Ana Tarn</string-name></contrib>\
         <contrib contrib-type='author'><string-name><given-names>Bo</given-names> <surname>Quist</surname></string-name></contrib></contrib-group></article-meta></front>\
         <body><p>It is <inline-formula><alternatives><tex-math>x^2</tex-math><mml:math><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math></alternatives></inline-formula>.</p>\
         <list list-type='order'><list-item><p>Dig</p></list-item><list-item><p>Build</p><list list-type='bullet'><list-item><p>Quay</p></list-item></list></list-item></list>\
         <disp-formula><alternatives><tex-math>y</tex-math><mml:math><mml:mi>y</mml:mi></mml:math></alternatives></disp-formula></body></article>",
    );
    assert_eq!(document.author.as_deref(), Some("Ana Tarn, Bo Quist"));
    assert_eq!(
        document.text,
        "Quays\n\nIt is x².\n\n1. Dig\n2. Build\n- Quay\n\ny"
    );
    let book = one(
        "<article><title>Quays</title><orderedlist numeration='loweralpha'><listitem><para>Dig</para></listitem><listitem><para>Build</para></listitem></orderedlist></article>",
    );
    assert_eq!(book.text, "Quays\n\na. Dig\nb. Build");
}

#[test]
fn a_book_of_fiction_tells_its_title_and_its_author_and_no_style() {
    let document = one(
        "<FictionBook xmlns='f'><stylesheet type='text/css'>.p{margin:0}</stylesheet><description><title-info><genre>war</genre>\
         <author><first-name>Ana</first-name><last-name>Tarn</last-name></author><book-title>The quay</book-title>\
         <annotation><p>It is about a quay.</p></annotation></title-info><document-info><id>7</id><version>1.0</version></document-info></description>\
         <body><section><title><p>One</p></title><p>The quay was built in 1931.</p></section></body></FictionBook>",
    );
    assert_eq!(document.title, "The quay");
    assert_eq!(document.author.as_deref(), Some("Ana Tarn"));
    assert!(!document.text.contains("margin") && !document.text.contains("version"));
    assert!(
        document.text.starts_with("It is about a quay."),
        "{}",
        document.text
    );
}
