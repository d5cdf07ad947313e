//! The marker line around quoted material: one that the material cannot contain [Z3].

/// A marker line that the text does not contain.
#[must_use]
pub fn fence(text: &str) -> String {
    let marker = |n: usize| format!("-----EVIDENCE-{n}-----");
    // A text cannot contain more markers than it has bytes.
    (0..=text.len())
        .map(marker)
        .find(|marker| !text.contains(marker.as_str()))
        .unwrap_or_default()
}
