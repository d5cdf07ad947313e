//! Word documents, books and tables in: what becomes of good, damaged and hostile ones, with the real binary as the child process.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use tercet::study::DocumentKind;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::evidence::{assert_exact, fixture, read, refused};

/// A copy of a package with some of its parts replaced, added, or (without content) taken out.
pub fn repacked(original: &str, parts: &[(&str, Option<Vec<u8>>)], to: &Path) -> PathBuf {
    let path = to.join(original);
    let mut from = ZipArchive::new(fs::File::open(fixture(original)).unwrap()).unwrap();
    let mut package = ZipWriter::new(fs::File::create(&path).unwrap());
    for at in 0..from.len() {
        let mut part = from.by_index(at).unwrap();
        let name = part.name().unwrap().into_owned();
        if parts.iter().all(|(replaced, _)| *replaced != name) {
            let mut content = Vec::new();
            part.read_to_end(&mut content).unwrap();
            package
                .start_file(name, SimpleFileOptions::default())
                .unwrap();
            package.write_all(&content).unwrap();
        }
    }
    for (name, content) in parts {
        if let Some(content) = content {
            package
                .start_file(*name, SimpleFileOptions::default())
                .unwrap();
            package.write_all(content).unwrap();
        }
    }
    package.finish().unwrap();
    path
}

pub fn word(body: &str) -> Vec<u8> {
    let schema = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    let document = format!(
        "<?xml version=\"1.0\"?><w:document xmlns:w=\"{schema}\"><w:body>{body}</w:body></w:document>"
    );
    document.into_bytes()
}

const PARAGRAPH: &str = "<w:p><w:r><w:t>The last paragraph.</w:t></w:r></w:p>";

#[test]
fn a_word_document_keeps_its_structure_and_its_accepted_words() {
    let document = read(&fixture("review.docx"));
    assert_exact(&document);
    assert_eq!(document.kind, DocumentKind::Docx);
    assert_eq!(document.title, "Depot review 2026");
    assert_eq!(document.author.as_deref(), Some("Ilse Varrenkamp"));
    assert_eq!(document.date.as_deref(), Some("2026-03-04"));
    assert_eq!(document.language.as_deref(), Some("de-DE"));
    assert_eq!(
        document.warnings,
        [
            "hidden text was set aside (2 words that Word does not show)",
            "1 comment was left out"
        ]
    );
    insta::assert_snapshot!(document.text, @"
    Depot review

    1 Findings

    The range fell by 31 percent, as the log shows.

    Note: Measured in January at -7 degrees.

    The bill is 74.9 million euros.

    - Heating takes a third.
    - Below zero, more.
    - Second bullet.

    1. First step.
    2. Second step.

    Costs by option

    Item | Option A | Option B
    Buses | 24.8 | 43.7
    Grid | 4.9 (from 2027) | 0.0

    Before the break.

    After the break.

    Box: 19 driver posts are vacant.

    Inside a content control.

    Field: 7 end.

    Note: An endnote on the method.

    Hidden words.
    ");
    let mut seen = document
        .passages
        .iter()
        .filter(|one| one.set_aside.is_none());
    let last = seen.next_back().unwrap();
    assert_eq!(last.headings, ["1 Findings", "Costs by option"]);
}

#[test]
fn the_links_of_a_word_document_are_kept_beside_its_text() {
    let folder = tempfile::tempdir().unwrap();
    let document = "<?xml version=\"1.0\"?><w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
        xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><w:body><w:p><w:r><w:t xml:space=\"preserve\">Sales fell, says the </w:t></w:r>\
        <w:hyperlink r:id=\"rId90\"><w:r><w:t xml:space=\"preserve\">market </w:t></w:r><w:r><w:t>report</w:t></w:r></w:hyperlink><w:r><w:t>.</w:t></w:r></w:p></w:body></w:document>";
    let relations = "<?xml version=\"1.0\"?><Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"rId90\" \
        Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink\" Target=\"https://example.org/market\" TargetMode=\"External\"/></Relationships>";
    let path = repacked(
        "review.docx",
        &[
            ("word/document.xml", Some(document.as_bytes().to_vec())),
            (
                "word/_rels/document.xml.rels",
                Some(relations.as_bytes().to_vec()),
            ),
        ],
        folder.path(),
    );
    let read = read(&path);
    assert_eq!(read.text.trim(), "Sales fell, says the market report.");
    let links: Vec<(&str, &str)> = read
        .links
        .iter()
        .map(|link| (link.text.as_str(), link.address.as_str()))
        .collect();
    assert_eq!(links, [("market report", "https://example.org/market")]);
}

#[test]
fn a_damaged_or_hostile_word_document_costs_only_itself() {
    let folder = tempfile::tempdir().unwrap();
    let hostile = |body: &str| {
        repacked(
            "review.docx",
            &[("word/document.xml", Some(word(body)))],
            folder.path(),
        )
    };

    let bomb = hostile(&" ".repeat(300 << 20));
    let reason = refused(&bomb);
    assert!(
        reason.starts_with("unpacks to far more than a document needs"),
        "{reason}"
    );

    let deep = format!(
        "{}{}{PARAGRAPH}",
        "<w:tbl><w:tr><w:tc>".repeat(5000),
        "</w:tc></w:tr></w:tbl>".repeat(5000)
    );
    assert!(read(&hostile(&deep)).text.contains("The last paragraph."));

    let mut document = word(&format!("{PARAGRAPH}<w:p><w:r><w:t>half"));
    document.truncate(document.len() - "</w:body></w:document>".len());
    let parts = [("word/document.xml", Some(document))];
    let cut = read(&repacked("review.docx", &parts, folder.path()));
    assert!(
        cut.text.starts_with("The last paragraph.") && !cut.text.contains('['),
        "{}",
        cut.text
    );
    assert!(
        cut.warnings
            .iter()
            .any(|warning| warning.contains("the XML is malformed")),
        "{:?}",
        cut.warnings
    );

    let entities = "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>";
    let document = String::from_utf8(word(&PARAGRAPH.replace("last", "&b;"))).unwrap();
    let document = document.replacen("<?xml version=\"1.0\"?>", entities, 1);
    let path = repacked(
        "review.docx",
        &[("word/document.xml", Some(document.into_bytes()))],
        folder.path(),
    );
    assert!(!read(&path).text.contains("aaa"));

    let whole = fs::read(fixture("review.docx")).unwrap();
    for (content, reason) in [
        (
            &whole[..whole.len() / 2],
            "is damaged or not a real Word file (it breaks off before its end",
        ),
        (
            b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0",
            "is a Word document protected with a password",
        ),
    ] {
        let path = folder.path().join("other.docx");
        fs::write(&path, content).unwrap();
        assert!(refused(&path).starts_with(reason), "{}", refused(&path));
    }
}

#[test]
fn a_book_is_read_in_its_order_under_the_names_of_its_chapters() {
    let book = read(&fixture("book.epub"));
    assert_exact(&book);
    assert_eq!(book.kind, DocumentKind::Epub);
    assert_eq!(book.title, "Charging a City");
    assert_eq!(book.author.as_deref(), Some("Ada Penrose, Tomas Ekelby"));
    assert_eq!(book.site.as_deref(), Some("Marenholt Press"));
    assert_eq!(book.date.as_deref(), Some("2025-05-04"));
    assert_eq!(book.language.as_deref(), Some("en-GB"));
    assert_eq!(book.metadata["identifier"], "urn:isbn:9780000000002");
    insta::assert_snapshot!(book.text, @"
    1. Part One

    The city bought forty-three buses in 2024.

    Costs

    Item | M€
    Buses | 24.8

    Without the depot.

    The second winter

    Range fell by 31 % in January.

    - Heating
    - Cold cells
    ");
    let headings: Vec<_> = book
        .passages
        .iter()
        .map(|passage| passage.headings.join("/"))
        .collect();
    assert_eq!(
        headings,
        [
            "1. Part One",
            "1. Part One/Costs",
            "1. Part One/The second winter"
        ]
    );
    assert_eq!(
        book.warnings,
        ["chapters skipped: /OPS/text/gone.xhtml (specified file not found in archive)"]
    );
}

#[test]
fn a_protected_or_broken_book_says_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let encryption = |file: &str| {
        let entry = format!(
            "<encryption><EncryptedData><CipherData><CipherReference URI=\"{file}\"/></CipherData></EncryptedData></encryption>"
        );
        Some(entry.into_bytes())
    };
    let rights = || Some(b"<rights/>".to_vec());
    let adobe = [
        ("META-INF/encryption.xml", encryption("OPS/text/one.xhtml")),
        ("META-INF/rights.xml", rights()),
    ];
    let reason = refused(&repacked("book.epub", &adobe, folder.path()));
    assert!(
        reason.starts_with("is an EPUB under copy protection (Adobe ADEPT)"),
        "{reason}"
    );

    let fonts = [("META-INF/encryption.xml", encryption("OPS/font.otf"))];
    assert!(
        read(&repacked("book.epub", &fonts, folder.path()))
            .text
            .contains("Range fell")
    );

    let bomb = [("OPS/text/one.xhtml", Some(vec![b' '; 40 << 20]))];
    let reason = refused(&repacked("book.epub", &bomb, folder.path()));
    assert!(
        reason.starts_with("unpacks to far more than a document needs"),
        "{reason}"
    );

    let deep = [(
        "OPS/text/one.xhtml",
        Some("<div>".repeat(50_000).into_bytes()),
    )];
    let book = read(&repacked("book.epub", &deep, folder.path()));
    assert!(book.text.contains("Range fell"));
    assert!(
        book.warnings[0].contains("nested too deeply"),
        "{:?}",
        book.warnings
    );

    let none = [("OPS/text/one.xhtml", None), ("OPS/text/two.xhtml", None)];
    let reason = refused(&repacked("book.epub", &none, folder.path()));
    assert!(
        reason.contains("none of its chapters can be read"),
        "{reason}"
    );
}

#[test]
fn a_table_is_read_row_by_row_with_its_columns_beside_the_values() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("depots.csv");
    fs::write(&path, b"\xef\xbb\xbfDepot;Buses;Kosten in Mio. \xe2\x82\xac\nEastgate;43;24,8\nNorthside;12;9,5\n").unwrap();
    let table = read(&path);
    assert_exact(&table);
    assert_eq!(table.kind, DocumentKind::Table);
    assert_eq!(table.title, "depots");
    assert_eq!(
        table.text,
        "Depot: Eastgate; Buses: 43; Kosten in Mio. €: 24,8\n\nDepot: Northside; Buses: 12; Kosten in Mio. €: 9,5"
    );
    assert_eq!(table.passages[0].headings, ["rows 2-3"]);

    fs::write(&path, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").unwrap();
    assert!(refused(&path).starts_with("is a picture (PNG); make it searchable"));
}

#[test]
fn a_book_names_all_who_made_it_and_need_not_say_what_its_list_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut package = ZipArchive::new(fs::File::open(fixture("book.epub")).unwrap()).unwrap();
    let mut text = |name: &str| {
        let mut text = String::new();
        let mut part = package.by_name(name).unwrap();
        part.read_to_string(&mut text).unwrap();
        text
    };
    let container = text("META-INF/container.xml");
    let (_, path) = container.split_once("full-path=\"").unwrap();
    let (path, _) = path.split_once('"').unwrap();
    let (before, rest) = container.split_once("media-type=\"").unwrap();
    let (_, behind) = rest.split_once('"').unwrap();
    let list = text(path);
    let (head, rest) = list.split_once("<metadata").unwrap();
    let (tag, rest) = rest.split_once('>').unwrap();
    let list = format!(
        "{head}<metadata{tag}><dc:creator id=\"c\">Kari Holm</dc:creator><dc:creator id=\"c\">Ola Berg</dc:creator>{rest}"
    );
    let parts = [
        (
            "META-INF/container.xml",
            Some(format!("{before}{behind}").into_bytes()),
        ),
        (path, Some(list.into_bytes())),
    ];
    let book = read(&repacked("book.epub", &parts, folder.path()));
    let authors = book.author.unwrap();
    for author in ["Kari Holm", "Ola Berg", "Ada Penrose", "Tomas Ekelby"] {
        assert!(authors.contains(author), "{authors}");
    }
    assert!(book.text.starts_with("1. Part One"), "{}", book.text);
}

/// A package of these parts.
fn packed(parts: &[(&str, &str)], path: &Path) {
    let mut package = ZipWriter::new(fs::File::create(path).unwrap());
    for (name, content) in parts {
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
        package
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        package
            .write_all(format!("{head}{content}").as_bytes())
            .unwrap();
    }
    package.finish().unwrap();
}

#[test]
fn a_slide_tells_its_formulas_and_not_what_it_strikes_out() {
    const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006";
    const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
    const DRAWING: &str = "http://schemas.openxmlformats.org/drawingml/2006/main";
    const SLIDES: &str = "http://schemas.openxmlformats.org/presentationml/2006/main";
    const KIND: &str = "application/vnd.openxmlformats-officedocument.presentationml";
    let run =
        |property: &str, text: &str| format!("<a:r><a:rPr {property}/><a:t>{text}</a:t></a:r>");
    let math = |text: &str| format!("<m:r><m:t>{text}</m:t></m:r>");
    let formula = format!(
        "<a14:m xmlns:a14=\"http://schemas.microsoft.com/office/drawing/2010/main\"><m:oMath xmlns:m=\"{OFFICE}/math\"><m:f><m:num>{}</m:num><m:den>{}</m:den></m:f></m:oMath></a14:m>",
        math("a+b"),
        math("2c")
    );
    let slide = format!(
        "<p:sld xmlns:p=\"{SLIDES}\" xmlns:a=\"{DRAWING}\"><p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/><p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"t\"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/>\
         <p:txBody><a:bodyPr/><a:p>{}{}{}{formula}{}</a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>",
        run("lang=\"en\"", "The quay is "),
        run("strike=\"sngStrike\"", "four "),
        run("lang=\"en\"", "six hundred metres long, by "),
        run("lang=\"en\"", " at least."),
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quay.pptx");
    packed(
        &[
            (
                "[Content_Types].xml",
                &format!(
                    "<Types xmlns=\"{PACKAGE}/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
                     <Default Extension=\"xml\" ContentType=\"application/xml\"/><Override PartName=\"/ppt/presentation.xml\" ContentType=\"{KIND}.presentation.main+xml\"/>\
                     <Override PartName=\"/ppt/slides/slide1.xml\" ContentType=\"{KIND}.slide+xml\"/></Types>"
                ),
            ),
            (
                "_rels/.rels",
                &format!(
                    "<Relationships xmlns=\"{PACKAGE}/relationships\"><Relationship Id=\"r1\" Type=\"{OFFICE}/relationships/officeDocument\" Target=\"ppt/presentation.xml\"/></Relationships>"
                ),
            ),
            (
                "ppt/presentation.xml",
                &format!(
                    "<p:presentation xmlns:p=\"{SLIDES}\" xmlns:r=\"{OFFICE}/relationships\"><p:sldIdLst><p:sldId id=\"256\" r:id=\"r1\"/></p:sldIdLst></p:presentation>"
                ),
            ),
            (
                "ppt/_rels/presentation.xml.rels",
                &format!(
                    "<Relationships xmlns=\"{PACKAGE}/relationships\"><Relationship Id=\"r1\" Type=\"{OFFICE}/relationships/slide\" Target=\"slides/slide1.xml\"/></Relationships>"
                ),
            ),
            ("ppt/slides/slide1.xml", &slide),
        ],
        &path,
    );
    assert_eq!(
        read(&path).text,
        "The quay is six hundred metres long, by (a+b)/2c at least."
    );
}
