//! Known: the vectors of the texts that were read last. The sections of a brief are written from much the same passages, and each looks at them anew.

use std::rc::Rc;

use super::{Vector, embed, vectors_of_parts};
use crate::memo::Memo;

thread_local! {
    static WHOLE: Memo<Option<Vector>> = Memo::default();
    static PARTS: Memo<Rc<[Vector]>> = Memo::default();
}

/// [`embed`], for a text that may soon be asked for again.
pub fn embed_again(text: &str) -> Option<Vector> {
    WHOLE.with(|known| known.of(text, || embed(text)))
}

/// The vectors of the parts of a text, each read under `above`.
pub(super) fn parts_again(above: &str, text: &str) -> Rc<[Vector]> {
    let key = format!("{above}\0{text}");
    PARTS.with(|known| known.of(&key, || vectors_of_parts(above, text).into()))
}
