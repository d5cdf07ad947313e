//! The marks of PGP in a text: a signed text reads as it was typed, without what proves who typed it, and what is sealed or is a key is no text.

use std::borrow::Cow;

/// How the line begins with which a part of PGP begins, and that with which it ends.
const BEGIN: &str = "-----BEGIN PGP ";
const END: &str = "-----END PGP ";

/// A text without signatures, keys and sealed parts, and whether there was any of the last.
pub(super) fn without_armour(text: &str) -> (Cow<'_, str>, bool) {
    if !text.contains(BEGIN) {
        return (Cow::Borrowed(text), false);
    }
    let lines: Vec<&str> = text.lines().collect();
    let last_end = lines.iter().rposition(|line| bare(line).starts_with(END));
    let mut told = String::with_capacity(text.len());
    let (mut is_sealed, mut is_signed) = (false, false);
    // What is being passed over: the head of a signed text, or a part to its end.
    let (mut in_head, mut in_part) = (false, false);
    for (at, line) in lines.into_iter().enumerate() {
        let begun = bare(line).strip_prefix(BEGIN);
        if in_part {
            in_part = !bare(line).starts_with(END);
        } else if begun.is_some_and(|part| part.starts_with("SIGNED MESSAGE")) {
            (in_head, is_signed) = (true, true);
        } else if let Some(part) = begun.filter(|_| last_end.is_some_and(|end| at < end)) {
            in_part = true;
            is_sealed |= part.starts_with("MESSAGE");
        } else if in_head && bare(line).contains(": ") {
            // Which digest the signature is of.
        } else {
            in_head = false;
            // A line that could be taken for a mark stands behind another dash.
            let dashed = line.strip_prefix("- ").filter(|line| line.starts_with('-'));
            told.push_str(dashed.filter(|_| is_signed).unwrap_or(line));
            told.push('\n');
        }
    }
    (Cow::Owned(told), is_sealed)
}

/// A line without the marks of a quotation.
fn bare(line: &str) -> &str {
    line.trim_start_matches(['>', ' ']).trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGNATURE: &str =
        "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAd\n=aB3d\n-----END PGP SIGNATURE-----\n";

    #[test]
    fn a_signed_text_reads_as_it_was_typed() {
        let signed = format!(
            "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nNote: the depot stores 40 MWh.\n- -- \nAnna\n- a list\n{SIGNATURE}The end.\n"
        );
        let typed = "\nNote: the depot stores 40 MWh.\n-- \nAnna\n- a list\nThe end.\n";
        assert_eq!(without_armour(&signed), (typed.into(), false));
        let quoted = format!("> {}", signed.replace('\n', "\n> "));
        let (told, _) = without_armour(&quoted);
        assert!(
            told.contains("40 MWh") && !told.contains("PGP") && !told.contains("iQEz"),
            "{told}"
        );
    }

    #[test]
    fn keys_and_sealed_parts_are_no_text_and_what_only_begins_like_one_is() {
        let key = "The key:\n-----BEGIN PGP PUBLIC KEY BLOCK-----\nmQENBF\n-----END PGP PUBLIC KEY BLOCK-----\nIt stores 40 MWh.";
        assert_eq!(
            without_armour(key),
            ("The key:\nIt stores 40 MWh.\n".into(), false)
        );
        let sealed = "See:\n-----BEGIN PGP MESSAGE-----\nhQEMA1\n-----END PGP MESSAGE-----\nIt stores 40 MWh.";
        assert_eq!(
            without_armour(sealed),
            ("See:\nIt stores 40 MWh.\n".into(), true)
        );
        let told = "A part begins with\n-----BEGIN PGP MESSAGE-----\nand so on.\n";
        assert_eq!(without_armour(told), (told.into(), false));
        assert!(matches!(
            without_armour("No mark."),
            (Cow::Borrowed(_), false)
        ));
    }
}
