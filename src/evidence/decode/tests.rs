//! What decoding promises of texts in any encoding.

#[test]
fn lines_in_units_of_two_bytes_behind_others_are_read_as_such() {
    let added: Vec<u8> = "Added: 7 € more\r\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for first in [
        "The quay of Tarn cost 3 million.\r\n",
        "Größe: 3 m, the quay's.\n",
    ] {
        let read = super::text(&[first.as_bytes(), &added].concat(), None);
        assert_eq!(read.text, format!("{first}Added: 7 € more\r\n"));
        let told = "holds two encodings: single bytes, and UTF-16LE from line 2 on";
        assert_eq!(read.warning.as_deref(), Some(told));
    }
}

use encoding_rs::{BIG5, EUC_KR, GB18030, ISO_8859_2, KOI8_U, SHIFT_JIS, WINDOWS_1251};

use super::*;

fn wide(text: &str, mark: bool) -> Vec<u8> {
    let mark = mark.then_some('\u{FEFF}');
    mark.into_iter()
        .chain(text.chars())
        .flat_map(|c| u32::from(c).to_le_bytes())
        .collect()
}

#[test]
fn sixteen_bit_text_needs_no_mark_in_any_script() {
    for text in [
        "Отчёт о продажах\n\nПродажи упали на 46 процентов, сообщает союз.\n",
        "熱ポンプの販売報告\n\n2024年の販売台数は46%減少した。補助金の変更が原因である。\n",
        "Έκθεση πωλήσεων για το έτος που πέρασε",
        "تقرير المبيعات لعام كامل من السنة",
    ] {
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big] {
            assert!(!is_binary(&bytes), "{text}");
            assert_eq!(super::text(&bytes, None).text, text);
        }
    }
    // Small numbers of two bytes are no letters.
    let numbers: Vec<u8> = (0..400_u16).flat_map(|n| (n * 37).to_le_bytes()).collect();
    assert!(is_binary(&numbers));
    let slip = b"# Title\n\nFigures:\0 12 percent of the boxes.\n";
    let read = super::text(slip, None);
    assert_eq!(read.text, "# Title\n\nFigures: 12 percent of the boxes.\n");
    assert_eq!(read.warning.as_deref(), Some("1 null byte left out"));
}

#[test]
fn any_common_encoding_is_read() {
    let utf16: Vec<u8> = "\u{feff}Größe"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let bare: Vec<u8> = "Length and width"
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    for (bytes, expected) in [
        (b"\xef\xbb\xbfGr\xc3\xb6\xc3\x9fe".to_vec(), "Größe"),
        ("Größe".as_bytes().to_vec(), "Größe"),
        (
            b"Die Gr\xf6\xdfe der St\xe4dte w\xe4chst".to_vec(),
            "Die Größe der Städte wächst",
        ),
        (utf16, "Größe"),
        (bare, "Length and width"),
        (wide("Größe", true), "Größe"),
        (wide("Length and width", false), "Length and width"),
        (b"\x1b$B%P%9\x1b(B.".to_vec(), "バス."),
    ] {
        assert_eq!(text(&bytes, None).text, expected);
        assert_eq!(owned(bytes).text, expected);
    }
}

#[test]
fn the_encodings_of_the_world_are_told_apart() {
    let russian = "Автобусы на батареях требуют подключения к сети до начала поставок, и оператору нужны три года.";
    let japanese = "電気バスは冬に航続距離が短くなる。市は二〇二四年に四十三台を購入した。";
    let chinese = "电动公交车在冬天的续航里程会下降。该市在二〇二四年购买了四十三辆公交车。";
    let korean = "전기 버스는 겨울에 주행 거리가 줄어든다. 시는 마흔세 대의 버스를 구입했다.";
    let polish = "Zajezdnia potrzebuje przyłącza do sieci, zanim autobusy zostaną dostarczone, a operator źle ocenił łączną moc.";
    for (encoding, written) in [
        (WINDOWS_1251, russian),
        (KOI8_U, russian),
        (SHIFT_JIS, japanese),
        (encoding_rs::EUC_JP, japanese),
        (GB18030, chinese),
        (
            BIG5,
            "電動公車在冬天的續航里程會下降。該市在二〇二四年購買了四十三輛公車。",
        ),
        (EUC_KR, korean),
        (ISO_8859_2, polish),
    ] {
        // What stands before is plain English, longer than any sample from the beginning.
        let bytes = [
            "A long introduction. ".repeat(20).as_bytes(),
            b"\n",
            &encoding.encode(written).0,
            b"\nAnd an end.",
        ]
        .concat();
        let read = text(&bytes, None);
        assert!(
            read.text.contains(written),
            "{}: {}",
            encoding.name(),
            read.text
        );
        assert!(read.warning.is_some());
    }
}

#[test]
fn a_chance_character_makes_no_second_encoding() {
    let japanese = "日本語の文章です。これは試験です。市場は急速に拡大している。\n".repeat(5);
    let (bytes, _, _) = encoding_rs::SHIFT_JIS.encode(&japanese);
    let read = text(&bytes, None);
    assert_eq!(read.text, japanese);
    assert_eq!(
        read.warning.as_deref(),
        Some("is not UTF-8; read as Shift_JIS")
    );
}

#[test]
fn a_sign_by_itself_is_no_letter_of_another_language() {
    let bets = b"posted 5 weeks ago\n\nif rangers draw and benfica win i stand to lift \xa3825. not bad for \xa35, or 20 \xbd.\n";
    let read = text(bets, None);
    assert!(
        read.text.contains("lift £825. not bad for £5, or 20 ½."),
        "{}",
        read.text
    );
    let (polish, _, _) = ISO_8859_2
        .encode("Cena wynosi 825 złotych, a za 5 dni będzie to 900 złotych, mówi Łukasz.\n");
    assert!(text(&polish, None).text.contains("złotych"));
}

#[test]
fn a_guess_and_a_damage_are_said() {
    let guessed = text(b"Die Gr\xf6\xdfe der St\xe4dte", None);
    assert_eq!(
        guessed.warning.as_deref(),
        Some("is not UTF-8; read as windows-1252")
    );
    let mut broken = "Größe, Länge, Höhe, Tüte, Öl: äöüß äöüß"
        .as_bytes()
        .to_vec();
    assert_eq!(text(&broken, None).warning, None);
    broken.push(0xff);
    let broken = text(&broken, None);
    assert!(broken.text.starts_with("Größe, Länge"));
    assert!(
        broken
            .warning
            .unwrap()
            .contains("some characters could not be decoded")
    );
}

#[test]
fn one_stray_byte_does_not_turn_a_text_into_another() {
    let mut bytes = "Größe und Länge.\nThe operator’s note — in “quotes”.\n"
        .as_bytes()
        .to_vec();
    bytes.extend_from_slice(b"Tom\xe9 said so: \xc3\xa9t\xc3\xa9, \xc3\xa0, don\x92t.\n");
    let read = text(&bytes, None);
    assert_eq!(
        read.text,
        "Größe und Länge.\nThe operator’s note — in “quotes”.\nTomé said so: été, à, don’t.\n"
    );
    assert_eq!(
        read.warning.as_deref(),
        Some(
            "2 places are not UTF-8, read as windows-1252 where that gives a letter or mark (the first: line 3)"
        )
    );
    let code_page = b"caf\xe9\nna\xefve\nplain\n";
    assert_eq!(text(code_page, None).text, "café\nnaïve\nplain\n");
}

#[test]
fn a_file_in_two_encodings_is_read_line_by_line() {
    let mut bytes = "Die Größe der Städte wächst.\n".repeat(5).into_bytes();
    for _ in 0..3 {
        bytes.extend_from_slice(b"Die Gr\xf6\xdfe der St\xe4dte w\xe4chst.\n");
    }
    let read = text(&bytes, None);
    assert_eq!(read.text, "Die Größe der Städte wächst.\n".repeat(8));
    assert_eq!(
        read.warning.as_deref(),
        Some("holds two encodings: UTF-8, and windows-1252 in 3 lines (the first: line 6)")
    );
}

#[test]
fn lines_in_single_bytes_behind_a_text_in_units_of_two_are_read() {
    let sixteen = |text: &str| -> Vec<u8> {
        let units = std::iter::once(0xFEFF).chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    };
    let mut bytes = sixteen("The depot was built in 1974.\r\nIt is old.\r\n");
    bytes.extend(b"The roof was mended in 2009.\r\n");
    let read = text(&bytes, None);
    assert_eq!(
        read.text,
        "The depot was built in 1974.\r\nIt is old.\r\nThe roof was mended in 2009.\r\n"
    );
    assert_eq!(
        read.warning.as_deref(),
        Some("holds two encodings: UTF-16LE, and single bytes from line 3 on")
    );
    // Each byte of these letters could be a letter as well.
    let chinese = "乡书买乱乳".repeat(8);
    let read = text(&sixteen(&chinese), None);
    assert_eq!((read.text, read.warning), (chinese, None));
}

#[test]
fn text_padded_with_nulls_is_text() {
    let padded = [
        &b"A record of fixed length, then padding.\0\0\0\0\n"[..],
        b"Another record.\0\0",
    ]
    .concat();
    assert!(!is_binary(&padded) && !is_binary(b"a,b\n1,2\n\x003,4\n"));
    let read = text(&padded, None);
    assert_eq!(
        read.text,
        "A record of fixed length, then padding.\nAnother record."
    );
    assert_eq!(read.warning.as_deref(), Some("6 null bytes left out"));
    assert!(is_binary(
        b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\x3e\0\x01\0\0\0"
    ));
    assert!(is_binary(&[0; 4096]));
}

#[test]
fn text_for_terminals_is_text() {
    assert!(!is_binary(b"Sales\x07\x07\x07\x07\x07 fell in 2024."));
    assert!(!is_binary(b"N\x08NA\x08AM\x08ME\x08E\n\ttercet\n"));
    assert!(is_binary(b"\x01\x02\x03 sales \x04\x05\x06"));
}

#[test]
fn a_few_bytes_of_noise_are_no_text_and_a_slip_in_an_old_text_is_none() {
    let mut seed = 7_u64;
    let mut noise = || {
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 56) as u8
        };
        (0..60).map(|_| next()).collect::<Vec<u8>>()
    };
    let taken = (0..500).filter(|_| !is_binary(&noise())).count();
    assert!(taken <= 15, "{taken}");
    let old = b"Caf\xe9 Hollin sold 12,000 cups of coffee in May 2024, a tenth more than in the May before, and caf\xe9 au lait most.\x1a";
    assert!(!is_binary(old));
    let slip = [&old[..old.len() - 1], b"\x02\r\n"].concat();
    assert!(!is_binary(&slip));
}

#[test]
fn a_page_is_read_in_the_encoding_it_declares() {
    let page = b"<html><head><meta charset=\"iso-8859-2\"></head>\xb3\xf3d\xbc</html>";
    let declared = declared_in_html(page);
    assert_eq!(declared.map(Encoding::name), Some("ISO-8859-2"));
    assert!(text(page, declared).text.contains("łódź"));
}

#[test]
fn a_page_that_can_be_read_up_to_where_it_calls_itself_utf_16_is_none() {
    for label in ["utf-16", "unicode", "UTF-16BE", "ucs-2"] {
        let page = format!("<meta charset=\"{label}\"><p>Sales rose by 4 % in Málaga.</p>");
        let declared = declared_in_html(page.as_bytes());
        assert_eq!(text(page.as_bytes(), declared).text, page, "{label}");
    }
}
