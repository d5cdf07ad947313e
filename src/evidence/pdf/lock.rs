//! Encrypted files: opened with the passwords that were given, or without any where only what is attached to them is encrypted.

use pdf_oxide::PdfDocument;

use crate::evidence::problem::Problem;
use crate::evidence::read::Password;

/// Opens an encrypted document; the library has tried the empty password already.
pub(super) fn unlock(document: &PdfDocument, passwords: &[Password]) -> Result<(), Problem> {
    if !document.is_encrypted() || document.is_authenticated() {
        return Ok(());
    }
    let opens = |password: &Password| {
        let password = password.reveal();
        let tried = |bytes: &[u8]| document.authenticate(bytes).unwrap_or(false);
        tried(password.as_bytes()) || as_in_old_files(password).is_some_and(|old| tried(&old))
    };
    if passwords.iter().any(opens) {
        Ok(())
    } else if passwords.is_empty() {
        Err(Problem::Encrypted)
    } else {
        Err(Problem::WrongPassword)
    }
}

/// A password in one byte a letter, as files encrypted before PDF 2.0 have it; none where that is what it is already, or where it has other letters.
fn as_in_old_files(password: &str) -> Option<Vec<u8>> {
    if password.is_ascii() {
        return None;
    }
    password.chars().map(|c| u8::try_from(c).ok()).collect()
}

/// Takes the encryption off a file of which only the attachments are encrypted, as its text is there to be read: its trailers no longer mention any.
/// Returns whether this is such a file.
pub(super) fn open_text(bytes: &mut [u8]) -> bool {
    const ENCRYPT: &[u8] = b"/Encrypt";
    let places = places(bytes, ENCRYPT);
    let is_name = |at: &usize| {
        let behind = bytes.get(at + ENCRYPT.len());
        !behind.is_some_and(u8::is_ascii_alphanumeric)
    };
    let places: Vec<usize> = places.into_iter().filter(is_name).collect();
    if places.is_empty() || !leaves_alone(bytes, b"/StmF") || !leaves_alone(bytes, b"/StrF") {
        return false;
    }
    for at in places {
        if let Some(last) = bytes.get_mut(at + ENCRYPT.len() - 1) {
            *last = b'_';
        }
    }
    true
}

/// Whether the filter that is named for the streams or texts of the file leaves them as they are.
fn leaves_alone(bytes: &[u8], key: &[u8]) -> bool {
    let places = places(bytes, key);
    !places.is_empty()
        && places.iter().all(|at| {
            let value = bytes.get(at + key.len()..).unwrap_or_default();
            value.trim_ascii_start().starts_with(b"/Identity")
        })
}

fn places(bytes: &[u8], key: &[u8]) -> Vec<usize> {
    let mut places = Vec::new();
    let mut from = 0;
    while let Some(at) = bytes
        .get(from..)
        .and_then(|rest| rest.iter().position(|byte| *byte == b'/'))
    {
        let at = from + at;
        if bytes.get(at..).is_some_and(|rest| rest.starts_with(key)) {
            places.push(at);
        }
        from = at + 1;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_encrypts_nothing_but_attachments_is_opened() {
        let attachments = b"1 0 obj <</CF<<>>/EFF /StdCF/StmF /Identity /StrF/Identity/EncryptMetadata false>> trailer <</Encrypt 1 0 R>>";
        let mut bytes = attachments.to_vec();
        assert!(open_text(&mut bytes));
        let opened = String::from_utf8(bytes).unwrap();
        assert!(opened.ends_with("<</Encryp_ 1 0 R>>") && opened.contains("/EncryptMetadata"));
        for whole in [
            "1 0 obj <</StmF /StdCF /StrF/Identity>> trailer <</Encrypt 1 0 R>>",
            "1 0 obj <</R 3>> trailer <</Encrypt 1 0 R>>",
            "trailer <</Root 1 0 R>>",
        ] {
            let mut bytes = whole.as_bytes().to_vec();
            assert!(!open_text(&mut bytes), "{whole}");
            assert_eq!(bytes, whole.as_bytes());
        }
    }
}
