//! Files that are encrypted as the fifth revision of the standard has it, which Acrobat 9 wrote and the PDF library derives a wrong key for.
//!
//! The key of such a file is found here, and its encryption dictionary is written anew as the sixth revision has it, under an empty password: that one the
//! library opens, and decrypts the rest of the file by itself.

use std::fmt::Write as _;

use pdf_oxide::PdfDocument;
use pdf_oxide::crypto::{self, AesKeySize, Padding};
use pdf_oxide::object::{Object, ObjectRef};
use sha2::{Digest, Sha256};

use crate::evidence::problem::Problem;
use crate::evidence::read::Password;

/// What the sixth revision makes of an empty password and of [`SALT`]: it stands both for the check of the password and for the key around the file's key.
const OF_EMPTY_PASSWORD: [u8; 32] = [
    0x4d, 0xcc, 0x22, 0x6a, 0x8a, 0x3e, 0xce, 0xcb, 0xc5, 0x92, 0x99, 0x23, 0x5d, 0xc6, 0x04, 0xe7,
    0x35, 0x13, 0xd8, 0xf9, 0x5f, 0x8a, 0x6d, 0xdf, 0x9a, 0xca, 0x18, 0x1f, 0xd8, 0xc1, 0xc4, 0x0e,
];
const SALT: &[u8; 8] = b"00000000";
const NO_VECTOR: [u8; 16] = [0; 16];

/// The encryption dictionary of such a file.
pub(super) struct Locked {
    place: ObjectRef,
    owner: Vec<u8>,
    user: Vec<u8>,
    owner_key: Vec<u8>,
    user_key: Vec<u8>,
    /// Whether the metadata are encrypted too.
    metadata: bool,
}

impl Locked {
    /// `None` for a file that is locked in another way, or not at all.
    pub(super) fn of(document: &PdfDocument) -> Option<Self> {
        let trailer = document.trailer().as_dict()?;
        let place = trailer.get("Encrypt")?.as_reference()?;
        let object = document.load_object(place).ok()?;
        let fields = object.as_dict()?;
        let text = |name: &str| Some(fields.get(name)?.as_string()?.to_vec());
        let is_fifth = matches!(fields.get("R"), Some(Object::Integer(5)));
        is_fifth.then_some(())?;
        Some(Self {
            place,
            owner: text("O")?,
            user: text("U")?,
            owner_key: text("OE")?,
            user_key: text("UE")?,
            metadata: !matches!(fields.get("EncryptMetadata"), Some(Object::Boolean(false))),
        })
    }

    /// Makes the bytes of the file such that the library opens them, with one of the passwords or with none where the file asks for none.
    pub(super) fn open(&self, bytes: &mut [u8], passwords: &[Password]) -> Result<(), Problem> {
        let given = passwords
            .iter()
            .map(|password| password.reveal().as_bytes());
        let Some(key) = given
            .chain([&b""[..]])
            .find_map(|password| self.key(password))
        else {
            return Err(if passwords.is_empty() {
                Problem::Encrypted
            } else {
                Problem::WrongPassword
            });
        };
        let mut written = dictionary(&key, self.metadata).ok_or(Problem::NotDecrypted)?;
        let old = place_of(bytes, self.place.id, self.place.r#gen)
            .and_then(|place| bytes.get_mut(place))
            .filter(|old| old.len() >= written.len())
            .ok_or(Problem::NotDecrypted)?;
        written.resize(old.len(), b' ');
        old.copy_from_slice(&written);
        Ok(())
    }

    /// The key of the file, if this is the password of its user or of its owner.
    fn key(&self, password: &[u8]) -> Option<Vec<u8>> {
        const LONGEST_PASSWORD: usize = 127;
        let password = password.get(..LONGEST_PASSWORD).unwrap_or(password);
        let user = self.user.get(..48)?;
        let opened = |check: &[u8], known: &[u8], wrapped: &[u8]| {
            let hash = |salt| hash(&[password, salt, known]);
            let is_right = hash(check.get(32..40)?) == check.get(..32)?;
            let around = is_right.then(|| check.get(40..48).map(hash))??;
            crypto::active()
                .symmetric()
                .aes_cbc_decrypt(
                    AesKeySize::Aes256,
                    &around,
                    &NO_VECTOR,
                    wrapped.get(..32)?,
                    Padding::None,
                )
                .ok()
        };
        opened(user, b"", &self.user_key).or_else(|| opened(&self.owner, user, &self.owner_key))
    }
}

fn hash(parts: &[&[u8]]) -> Vec<u8> {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().to_vec()
}

/// The dictionary of a file with this key and an empty password.
fn dictionary(key: &[u8], metadata: bool) -> Option<Vec<u8>> {
    let wrapped = crypto::active()
        .symmetric()
        .aes_cbc_encrypt(
            AesKeySize::Aes256,
            &OF_EMPTY_PASSWORD,
            &NO_VECTOR,
            key,
            Padding::None,
        )
        .ok()?;
    let user = hex(&[&OF_EMPTY_PASSWORD[..], SALT, SALT].concat());
    let metadata = if metadata {
        ""
    } else {
        "/EncryptMetadata false"
    };
    let text = format!(
        "<</Filter/Standard/V 5/R 6/P -1/O()/U<{user}>/UE<{}>/CF<</StdCF<</CFM/AESV3>>>>/StmF/StdCF/StrF/StdCF{metadata}>>",
        hex(&wrapped)
    );
    Some(text.into_bytes())
}

/// Where in a file the dictionary stands that is this object.
fn place_of(bytes: &[u8], id: u32, generation: u16) -> Option<std::ops::Range<usize>> {
    let head = format!("{id} {generation} obj");
    let at = bytes
        .windows(head.len())
        .enumerate()
        .rposition(|(at, window)| {
            let before = at.checked_sub(1).and_then(|before| bytes.get(before));
            window == head.as_bytes() && !before.is_some_and(u8::is_ascii_digit)
        })?;
    let from = at + head.len();
    let start = from
        + bytes
            .get(from..)?
            .iter()
            .position(|byte| !byte.is_ascii_whitespace())?;
    let length = length_of_dictionary(bytes.get(start..)?)?;
    Some(start..start + length)
}

fn hex(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a text cannot fail.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// How long the dictionary is that a text begins with; what stands in its strings closes nothing.
fn length_of_dictionary(bytes: &[u8]) -> Option<usize> {
    let (mut open, mut at) = (0_usize, 0);
    loop {
        let rest = bytes.get(at..).filter(|rest| !rest.is_empty())?;
        if rest.starts_with(b"<<") {
            open += 1;
            at += 2;
        } else if rest.starts_with(b">>") {
            open = open.checked_sub(1)?;
            at += 2;
        } else if rest.starts_with(b"<") {
            at += rest.iter().position(|byte| *byte == b'>')? + 1;
        } else if rest.starts_with(b"(") {
            at += length_of_string(rest)?;
        } else {
            at += 1;
        }
        if open == 0 {
            return Some(at).filter(|_| bytes.starts_with(b"<<"));
        }
    }
}

/// How long the string is that a text begins with, with its parentheses.
fn length_of_string(bytes: &[u8]) -> Option<usize> {
    let mut open = 0_usize;
    let mut is_escaped = false;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'(' => open += 1,
            b')' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Some(at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: [u8; 32] = [7; 32];

    fn encrypted(key: &[u8], vector: &[u8], data: &[u8], padding: Padding) -> Vec<u8> {
        crypto::active()
            .symmetric()
            .aes_cbc_encrypt(AesKeySize::Aes256, key, vector, data, padding)
            .unwrap()
    }

    /// A dictionary with these passwords around a key of sevens.
    fn locked(user: &[u8], owner: &[u8]) -> Locked {
        let wrap = |around: &[u8]| encrypted(around, &NO_VECTOR, &KEY, Padding::None);
        let check = [&hash(&[user, b"checkusr"])[..], b"checkusr", b"key user"].concat();
        let owner_check = hash(&[owner, b"checkown", &check]);
        Locked {
            place: ObjectRef::new(6, 0),
            user_key: wrap(&hash(&[user, b"key user"])),
            owner_key: wrap(&hash(&[owner, b"keyowner", &check])),
            user: check,
            owner: [&owner_check[..], b"checkown", b"keyowner"].concat(),
            metadata: true,
        }
    }

    /// A file of one page that is locked so.
    fn file(locked: &Locked) -> Vec<u8> {
        let vector = [3; 16];
        let text = b"BT /F1 12 Tf 72 700 Td (The sealed report names forty buses.) Tj ET";
        let sealed = encrypted(&KEY, &vector, text, Padding::Pkcs7);
        let dictionary = format!(
            "<</Filter/Standard/V 5/R 5/Length 256/P -4/O<{}>/U<{}>/OE<{}>/UE<{}>/Perms<{}>\
             /CF<</StdCF<</AuthEvent/DocOpen/CFM/AESV3/Length 32>>>>/StmF/StdCF/StrF/StdCF>>",
            hex(&locked.owner),
            hex(&locked.user),
            hex(&locked.owner_key),
            hex(&locked.user_key),
            hex(&NO_VECTOR),
        );
        let content = [
            format!("<</Length {}>>\nstream\n", sealed.len() + 16).as_bytes(),
            &vector,
            &sealed,
            b"\nendstream",
        ]
        .concat();
        let objects: [&[u8]; 6] = [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
            &content,
            b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
            dictionary.as_bytes(),
        ];
        let mut file = b"%PDF-1.7\n".to_vec();
        let mut table = "xref\n0 7\n0000000000 65535 f \n".to_owned();
        for (number, object) in (1..).zip(objects) {
            let _ = writeln!(table, "{:010} 00000 n ", file.len());
            file.extend(format!("{number} 0 obj\n").bytes());
            file.extend(object);
            file.extend(b"\nendobj\n");
        }
        let start = file.len();
        file.extend(table.bytes());
        file.extend(
            format!("trailer\n<</Size 7/Root 1 0 R/Encrypt 6 0 R/ID[<00><00>]>>\nstartxref\n{start}\n%%EOF\n")
                .bytes(),
        );
        file
    }

    #[test]
    fn a_file_of_the_fifth_revision_is_read_with_its_password_and_only_so() {
        let read = |user: &[u8], given: &[&str]| {
            let given: Vec<Password> = given
                .iter()
                .map(|password| Password::from((*password).to_owned()))
                .collect();
            let reading = crate::evidence::pdf::read(file(&locked(user, b"writer")), &given);
            reading.map(|reading| reading.body.text().to_owned())
        };
        let text = "The sealed report names forty buses.";
        assert_eq!(read(b"reader", &["wrong", "reader"]).unwrap(), text);
        assert_eq!(read(b"reader", &["writer"]).unwrap(), text);
        assert_eq!(read(b"", &[]).unwrap(), text);
        assert!(matches!(read(b"reader", &[]), Err(Problem::Encrypted)));
        assert!(matches!(
            read(b"reader", &["wrong"]),
            Err(Problem::WrongPassword)
        ));
    }

    #[test]
    fn the_password_of_user_or_owner_gives_the_key_and_no_other_does() {
        let locked = locked(b"reader", b"writer");
        assert_eq!(locked.key(b"reader"), Some(KEY.to_vec()));
        assert_eq!(locked.key(b"writer"), Some(KEY.to_vec()));
        assert_eq!(locked.key(b""), None);
        assert_eq!(locked.key(b"READER"), None);
    }

    #[test]
    fn a_dictionary_is_found_whatever_stands_in_its_strings() {
        let file = b"11 0 obj 5 endobj\n1 0 obj\n<</O(a>>\\)(b))/CF<</X<</Y 1>>>>/U<3e3e>>> endobj";
        let place = place_of(file, 1, 0).unwrap();
        let found = &file[place];
        assert!(
            found.starts_with(b"<</O(a") && found.ends_with(b"3e3e>>>"),
            "{}",
            String::from_utf8_lossy(found)
        );
        assert_eq!(place_of(b"1 0 obj <</O(a>>", 1, 0), None);
        assert_eq!(place_of(b"21 0 obj <<>>", 1, 0), None);
    }
}
