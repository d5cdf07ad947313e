//! Near-copies [E5]: what makes two texts one source, such as syndicated text under another address or a page saved twice.
//!
//! A document's runs of five words are hashed into 20 bins that keep the smallest value each; five bands of four bins find the documents that share most
//! runs. What they find is looked at word by word: a copy shares nine runs in ten with the first document of its group, and **differs in no fact**. Two
//! reports from one template, or a correction of one figure, share nearly all words; a figure, a negation, a name or a word that excludes the other one makes
//! them two sources where the words around it are the same, because counting them as one would hide their conflict. Which words exclude each other the caller
//! knows. Short texts are copies only when they are equal.

mod compared;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::Hash;

use compared::CopyText;

/// Words of a run.
const RUN: usize = 5;
/// From this share of common runs on, a text is a near-copy.
const ALIKE: f64 = 0.9;
/// Shorter texts say too little to tell a copy from a form that was filled in.
const LEAST_WORDS: usize = 50;
const BINS: usize = 20;
/// Of four bins each: of two texts that share nine runs of ten, 995 in 1,000 share a band. Each band is a row in the library.
const BANDS: usize = 5;
/// Documents that are looked at word by word: templates with a thousand instances must not cost a thousand readings.
const MOST_CANDIDATES: usize = 8;
/// Documents of one band that are thought of at all, the first ones.
pub const MOST_OF_A_BAND: usize = 64;

/// What a document is found again by; `None` for one that is too short.
pub type Sketch = Option<[i32; BANDS]>;

/// The sketch of a document's passages, in order. Sketches are compared with others of the same hashes of words only.
#[must_use]
pub fn sketch<'text>(passages: impl Iterator<Item = &'text str>) -> Sketch {
    let mut sketcher = Sketcher::default();
    for word in passages.flat_map(word_hashes) {
        sketcher.word(word);
    }
    sketcher.sketch()
}

/// One hash a word, case aside; marks between words count nothing.
fn word_hashes(text: &str) -> impl Iterator<Item = u64> {
    const SEED: u64 = 0xcbf2_9ce4_8422_2325;
    let mut bytes = text.bytes();
    let mut hash = SEED;
    std::iter::from_fn(move || {
        loop {
            let byte = bytes.next();
            match byte {
                Some(byte) if byte.is_ascii_alphanumeric() || byte >= 0x80 => {
                    hash = (hash ^ u64::from(byte.to_ascii_lowercase()))
                        .wrapping_mul(0x0100_0000_01b3);
                }
                _ if hash != SEED => return Some(std::mem::replace(&mut hash, SEED)),
                Some(_) => {}
                None => return None,
            }
        }
    })
}

/// A row of words being sketched: in each bin the smallest hash of a run that falls into it.
#[derive(Debug, Clone)]
pub struct Sketcher {
    /// Words whose runs are not looked at yet, behind those that runs may begin with.
    held: [u64; HELD],
    count: usize,
    bins: [u64; BINS],
    words: usize,
}

/// Words that are looked at together.
const HELD: usize = 64;

impl Default for Sketcher {
    fn default() -> Self {
        Self {
            held: [0; HELD],
            count: 0,
            bins: [u64::MAX; BINS],
            words: 0,
        }
    }
}

impl Sketcher {
    /// Adds the next word, as the hash of its letters.
    #[inline]
    pub fn word(&mut self, hash: u64) {
        if let Some(free) = self.held.get_mut(self.count) {
            *free = hash;
        }
        self.count += 1;
        self.words += 1;
        if self.count == HELD {
            self.look();
        }
    }

    fn look(&mut self) {
        let held = self.held.get(..self.count).unwrap_or_default();
        for window in held.windows(RUN) {
            let run = run_hash(window);
            let bin = ((u128::from(run) * BINS as u128) >> 64) as usize;
            self.bins[bin] = self.bins[bin].min(run);
        }
        // The next runs begin with these.
        let kept = self.count.min(RUN - 1);
        self.held.copy_within(self.count - kept..self.count, 0);
        self.count = kept;
    }

    /// A hash for each band of bins.
    #[must_use]
    pub fn sketch(mut self) -> Sketch {
        if self.words < LEAST_WORDS {
            return None;
        }
        self.look();
        // A short text leaves bins empty; each borrows from the next that is not, so that equal texts stay equal.
        let filled = self.bins;
        for at in 0..BINS {
            if filled[at] == u64::MAX
                && let Some(steps) = (1..BINS).find(|steps| filled[(at + steps) % BINS] != u64::MAX)
            {
                self.bins[at] = mixed(filled[(at + steps) % BINS] ^ steps as u64);
            }
        }
        let mut bands = [0_i32; BANDS];
        let of_bands = self.bins.chunks(BINS / BANDS);
        for (at, (band, bins)) in bands.iter_mut().zip(of_bands).enumerate() {
            let hash = bins
                .iter()
                .fold(at as u64 + 1, |hash, bin| mixed(hash ^ *bin));
            // Half of it tells nearly as much, and takes half the room.
            *band = ((hash >> 32) as u32).cast_signed();
        }
        Some(bands)
    }
}

fn run_hash(words: &[u64]) -> u64 {
    words.iter().fold(0x9e37_79b9_7f4a_7c15, |hash, word| {
        mixed(hash.rotate_left(5) ^ word)
    })
}

fn mixed(value: u64) -> u64 {
    let value = (value ^ (value >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    value ^ (value >> 32)
}

/// The document that a text is a copy of. `alike` names the documents whose sketches share a band with it, once for each band; `excludes` tells whether two
/// words say different things where one stands in the place of the other; `passages_of` reads a document.
///
/// # Errors
/// Where a document cannot be read.
pub fn copied_from<Id: Copy + Ord + Hash, Text: AsRef<str>, E>(
    passages: &[&str],
    alike: impl IntoIterator<Item = Id>,
    excludes: fn(&str, &str) -> bool,
    mut passages_of: impl FnMut(Id) -> Result<Vec<Text>, E>,
) -> Result<Option<Id>, E> {
    let candidates = likeliest(alike);
    if candidates.is_empty() {
        return Ok(None);
    }
    let own = CopyText::new(passages.iter().copied());
    let runs = own.runs();
    for candidate in candidates {
        let theirs = passages_of(candidate)?;
        let theirs = || theirs.iter().map(AsRef::as_ref);
        // Most candidates are only a little alike, which is seen before their words are looked at one by one.
        if runs.likeness(theirs(), ALIKE) >= ALIKE
            && own.is_copy_of(&CopyText::new(theirs()), excludes)
        {
            return Ok(Some(candidate));
        }
    }
    Ok(None)
}

/// How much of two texts is the same: the share of runs of words that both have among those that either has.
#[must_use]
pub fn likeness<Text: AsRef<str>>(one: &[Text], other: &[Text]) -> f64 {
    let [one, other] = [one, other].map(|text| text.iter().map(AsRef::as_ref));
    CopyText::new(one).runs().likeness(other, 0.0)
}

/// Those that are named most often, the smaller first where that is equal, and no more of them than are worth reading.
fn likeliest<Id: Copy + Ord + Hash>(alike: impl IntoIterator<Item = Id>) -> Vec<Id> {
    let mut shared: HashMap<Id, usize> = HashMap::new();
    for id in alike {
        *shared.entry(id).or_default() += 1;
    }
    let mut candidates: Vec<(Id, usize)> = shared.into_iter().collect();
    candidates.sort_by_key(|(id, bands)| (Reverse(*bands), *id));
    candidates.truncate(MOST_CANDIDATES);
    candidates.into_iter().map(|(id, _)| id).collect()
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    /// A text of plain sentences, long enough to have a sketch.
    fn story(figure: &str) -> String {
        let mut text = String::new();
        for (at, town) in [
            "Arden", "Brest", "Calder", "Dover", "Eston", "Falun", "Gora", "Hove",
        ]
        .iter()
        .enumerate()
        {
            let _ = write!(
                text,
                "The council of {town} met behind closed doors and agreed on a plan for the harbour road that the {} of its residents had asked for. ",
                [
                    "majority", "oldest", "youngest", "union", "owners", "friends", "club", "guild"
                ][at]
            );
        }
        text + &format!(
            "Traffic at the lock {figure} in the year after the change, the office of statistics wrote in a note to the council."
        )
    }

    fn is_copy(a: &str, b: &str) -> bool {
        let excludes =
            |one: &str, other: &str| matches!((one, other), ("well", "badly") | ("badly", "well"));
        let found = copied_from(&[a], [1], excludes, |_| Ok::<_, ()>(vec![b]));
        found == Ok(Some(1))
    }

    #[test]
    fn syndicated_text_is_a_copy_and_a_corrected_figure_makes_it_none() {
        let first = story("rose by 12.4 percent");
        for (other, expected) in [
            (first.to_uppercase(), true),
            (format!("{first} Reporting by the harbour desk."), true),
            (first.replace("council of Falun", "city of Falun"), true),
            (story("rose by 14.2 percent"), false),
            (story("fell by 12.4 percent"), false),
            (first.replace("met behind", "never met behind"), false),
            (first.replace("behind closed", "behind two closed"), false),
            (
                first.replace("council of Falun met", "council of Velmark met"),
                false,
            ),
            (first.replace("majority", "whole"), true),
            (
                first.replace("The council of Falun", "The town council of Falun"),
                true,
            ),
            (first.split_at(first.len() / 2).0.to_owned(), false),
            (
                "Nothing of this is in the other text at all. ".repeat(9),
                false,
            ),
        ] {
            assert_eq!(is_copy(&first, &other), expected, "{other}");
            assert_eq!(is_copy(&other, &first), expected, "{other}");
        }
    }

    #[test]
    fn what_says_the_opposite_or_is_said_of_another_is_no_copy() {
        let page = |town: &str, what: &str, how: &str| {
            story("rose by 12.4 percent")
                + &format!(
                    "At the plant of {town} the inspectors came on Monday. {what} was found in the tanks, and the pumps had been kept {how}. The plant in {town} is old."
                )
        };
        let first = page("Arden", "Nothing", "well");
        assert!(is_copy(&first, &page("Arden", "Nothing", "well")));
        for other in [
            page("Brekk", "Nothing", "well"),
            page("Arden", "Something", "well"),
            page("Arden", "Nothing", "badly"),
            page("Upper Brekk", "Nothing", "well"),
        ] {
            assert!(!is_copy(&first, &other), "{other}");
            assert!(!is_copy(&other, &first), "{other}");
        }
        // What is to come and what is done are two things.
        let told = |deed: &str| format!("{first} The council {deed} the review in its hall.");
        for done in ["has discussed", "had discussed"] {
            assert!(!is_copy(&told("will discuss"), &told(done)), "{done}");
            assert!(!is_copy(&told(done), &told("will discuss")), "{done}");
        }
        // In another paper it stands below another head.
        let signed = |by: &str| format!("{by} writes:\n\n{first}");
        assert!(is_copy(
            &signed("the herald"),
            &signed("the morning tribune")
        ));
    }

    #[test]
    fn the_instances_of_a_template_are_not_all_read_to_find_an_original() {
        let new = story("rose by 12.4 percent");
        let other = story("rose by 14.2 percent");
        let mut read = 0;
        // One document shares two bands with it, a thousand share one.
        let alike = (0..1000).chain([700]);
        let found = copied_from(
            &[&new],
            alike,
            |_, _| false,
            |id| {
                read += 1;
                Ok::<_, ()>(vec![if id == 700 { &new } else { &other }])
            },
        );
        assert_eq!((found, read), (Ok(Some(700)), 1));
        read = 0;
        let found = copied_from(
            &[&new],
            0..1000,
            |_, _| false,
            |_| {
                read += 1;
                Ok::<_, ()>(vec![&other])
            },
        );
        assert_eq!((found, read), (Ok(None), MOST_CANDIDATES));
    }

    #[test]
    fn short_texts_are_no_near_copies() {
        let receipt = |sum: &str| {
            format!("The parcel was sent to {sum} and has arrived in good order at the door.")
        };
        assert!(!is_copy(
            &receipt("the north depot"),
            &receipt("the north depot")
        ));
        assert_eq!(sketch(std::iter::once("too short")), None);
    }

    #[test]
    fn copies_share_a_band_and_strangers_do_not() {
        let shared = |a: &str, b: &str| {
            let (a, b) = (
                sketch(std::iter::once(a)).unwrap(),
                sketch(std::iter::once(b)).unwrap(),
            );
            a.iter().filter(|band| b.contains(band)).count()
        };
        let first = story("rose by 12.4 percent");
        assert_eq!(shared(&first, &first.to_uppercase()), BANDS);
        assert!(shared(&first, &format!("{first} Reporting by the harbour desk.")) > 0);
        let other = "Eight birds of the coast were counted by volunteers on a cold morning. "
            .to_owned()
            + &(0..80)
                .map(|at| format!("Bird number {at} sat on a pole."))
                .collect::<Vec<_>>()
                .join(" ");
        assert_eq!(shared(&first, &other), 0);
    }
}
