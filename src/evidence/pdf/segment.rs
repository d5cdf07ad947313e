//! Characters to segments: pieces of a line that no wide gap interrupts.
//!
//! A segment is grown from left to right, each character joining the one that ends just before it at the same height. So the lines of two columns stay
//! apart even where they lie at nearly one height, and a line that was scanned askew holds together. Raised and lowered characters (exponents, marks of
//! notes) are put into the segment that they belong to.

use super::glyph::Glyph;

/// A gap wider than this, in units of the type size, ends a segment: wider than spaces, narrower than the space between columns.
const GAP: f32 = 0.8;
/// How far up or down the next character of a line may stand, in the same units.
const SLIP: f32 = 0.28;
/// The same between characters that are smaller than the type of the page: below a line stand its lowered figures, and nearly at their height the raised ones of the
/// next line, where lines are set tight.
const SLIP_OF_SMALL: f32 = 0.12;
/// A gap this wide parts two words, whether or not there is a space in it.
const WORD_GAP: f32 = 0.17;
/// With a space between them, characters this far apart are in two words.
const SPACED_GAP: f32 = 0.03;

/// Part of a line, its glyphs from left to right.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Segment {
    pub(super) glyphs: Vec<Placed>,
    pub(super) left: f32,
    pub(super) right: f32,
    /// Height of the line.
    pub(super) base: f32,
    /// The size of most of its type.
    pub(super) size: f32,
    /// The number of the table that it is part of, where the file tells that.
    pub(super) table: Option<usize>,
}

/// A glyph on its line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Placed {
    pub(super) glyph: Glyph,
    /// Whether a word ends before it.
    pub(super) begins_word: bool,
    /// Whether it stands above its line, as exponents and the marks of notes do.
    pub(super) raised: bool,
}

/// A segment that may still grow.
struct Growing {
    glyphs: Vec<Placed>,
    /// Where its last character ends.
    end: f32,
    base: f32,
    size: f32,
    /// Whether a space came after its last character.
    spaced: bool,
}

pub(super) fn segments(mut glyphs: Vec<Glyph>) -> Vec<Segment> {
    glyphs.sort_by(|a, b| {
        a.left
            .total_cmp(&b.left)
            .then(b.base.total_cmp(&a.base))
            .then(a.right.total_cmp(&b.right))
    });
    let printed = glyphs.iter().filter(|glyph| !glyph.c.is_whitespace());
    let small = median(printed.map(|glyph| glyph.size)).unwrap_or_default() * SMALLER.size;
    let mut done = Vec::new();
    let mut open: Vec<Growing> = Vec::new();
    for glyph in glyphs {
        // What ended too far to the left will not grow any more.
        let mut at = 0;
        while at < open.len() {
            if open[at].end + open[at].size.max(glyph.size) * GAP * 2.0 < glyph.left {
                done.push(open.swap_remove(at));
            } else {
                at += 1;
            }
        }
        match nearest(&open, &glyph, small).and_then(|at| open.get_mut(at)) {
            Some(segment) => segment.take(glyph),
            None if glyph.c.is_whitespace() => {}
            None => open.push(Growing::new(glyph)),
        }
    }
    done.extend(open);
    let segments = done.into_iter().filter_map(Growing::finish).collect();
    attach_raised(segments)
}

/// The upper one of the values in the middle.
fn median(values: impl Iterator<Item = f32>) -> Option<f32> {
    let mut values: Vec<f32> = values.collect();
    let middle = values.len() / 2;
    (!values.is_empty()).then(|| *values.select_nth_unstable_by(middle, f32::total_cmp).1)
}

/// The growing segment that the glyph continues; below the size `small_type` characters are raised or lowered.
fn nearest(open: &[Growing], glyph: &Glyph, small_type: f32) -> Option<usize> {
    let fits = |segment: &Growing| {
        let (small, large) = (segment.size.min(glyph.size), segment.size.max(glyph.size));
        let slip = (segment.base - glyph.base).abs();
        let gap = glyph.left - segment.end;
        let most = if large < small_type {
            SLIP_OF_SMALL
        } else {
            SLIP
        };
        // Letters of one word do not differ in size by half, those of a large initial and its line do. What is near for a heading is not for the text of the
        // column beside it.
        (slip <= small * most && gap <= small * GAP && gap >= -large * 0.6)
            .then_some(slip / small + gap.abs() / large * 0.1)
    };
    open.iter()
        .enumerate()
        .filter_map(|(at, segment)| Some((at, fits(segment)?)))
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
        .map(|(at, _)| at)
}

impl Growing {
    fn new(glyph: Glyph) -> Self {
        Self {
            end: glyph.right,
            base: glyph.base,
            size: glyph.size,
            spaced: false,
            glyphs: vec![Placed {
                glyph,
                begins_word: true,
                raised: false,
            }],
        }
    }

    fn take(&mut self, glyph: Glyph) {
        if glyph.c.is_whitespace() {
            self.spaced = true;
            return;
        }
        let Some(last) = self.glyphs.last().map(|placed| placed.glyph) else {
            return;
        };
        // Bold type is imitated by printing a letter twice, a hair apart.
        let again = last.c == glyph.c
            && (glyph.left - last.left).abs() < glyph.size * 0.12
            && last.right - last.left > glyph.size * 0.15;
        if again {
            return;
        }
        let gap = glyph.left - self.end;
        let size = self.size.min(glyph.size);
        self.glyphs.push(Placed {
            glyph,
            begins_word: gap > size * WORD_GAP || (self.spaced && gap > size * SPACED_GAP),
            raised: false,
        });
        self.spaced = false;
        self.end = self.end.max(glyph.right);
        self.base = glyph.base;
        self.size = glyph.size;
    }

    fn finish(self) -> Option<Segment> {
        let left = self.glyphs.first()?.glyph.left;
        let all = || self.glyphs.iter().map(|placed| placed.glyph);
        Some(Segment {
            left,
            right: self.end,
            size: median(all().map(|glyph| glyph.size))?,
            base: median(all().map(|glyph| glyph.base))?,
            glyphs: self.glyphs,
            table: None,
        })
    }
}

/// How near to its host a raised or lowered piece stands.
struct Fit {
    /// How large it is at most, in units of the host's size, as are the rest.
    size: f32,
    rise: std::ops::Range<f32>,
    /// The white between it and what it stands behind.
    gap: std::ops::Range<f32>,
    /// How far what follows it may begin before its end.
    overlap: f32,
}

const SMALLER: Fit = Fit {
    size: 0.86,
    rise: -0.55..0.75,
    gap: -0.55..0.3,
    overlap: 0.3,
};
/// Type as large as the line's must fill a hole in it to belong there.
const AS_LARGE: Fit = Fit {
    size: 1.02,
    rise: -0.6..0.6,
    gap: -0.15..0.15,
    overlap: 0.1,
};

/// Puts short segments that stand just above or below a line, right behind one of its characters, into it.
fn attach_raised(segments: Vec<Segment>) -> Vec<Segment> {
    const LONGEST: usize = 24;
    let sizes = typical_size(&segments);
    let (small, mut hosts): (Vec<Segment>, Vec<Segment>) =
        segments.into_iter().partition(|segment| {
            segment.glyphs.len() <= LONGEST && segment.size < sizes * SMALLER.size
        });
    hosts.sort_by(|a, b| b.base.total_cmp(&a.base));
    attach_as_large(&mut hosts);
    for segment in small {
        let found = host_of(&hosts, &segment, &SMALLER);
        if let Some((host, behind)) =
            found.and_then(|(at, behind)| Some((hosts.get_mut(at)?, behind)))
        {
            host.insert(segment, behind);
        } else {
            let at = hosts.partition_point(|host| host.base > segment.base);
            hosts.insert(at, segment);
        }
    }
    hosts
}

/// Some files raise and lower type without making it smaller.
fn attach_as_large(hosts: &mut Vec<Segment>) {
    const LONGEST: usize = 6;
    let mut at = 0;
    while let Some(segment) = hosts.get(at) {
        // What has a power is longer: else these are the parts of a matrix.
        let is_part = |(host, _): &(usize, usize)| {
            hosts
                .get(*host)
                .is_some_and(|host| host.letters() > segment.letters())
        };
        let found = (segment.letters() <= LONGEST)
            .then(|| host_of(hosts, segment, &AS_LARGE))
            .flatten()
            .filter(is_part);
        let Some((host, behind)) = found else {
            at += 1;
            continue;
        };
        let raised = hosts.remove(at);
        let host = if host > at { host - 1 } else { host };
        if let Some(host) = hosts.get_mut(host) {
            host.insert(raised, behind);
        }
    }
}

/// The size of most of the type.
pub(super) fn typical_size(segments: &[Segment]) -> f32 {
    let mut sizes: Vec<(f32, usize)> = segments
        .iter()
        .map(|segment| (segment.size, segment.glyphs.len()))
        .collect();
    sizes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let total: usize = sizes.iter().map(|(_, count)| count).sum();
    let mut seen = 0;
    sizes
        .iter()
        .find(|(_, count)| {
            seen += count;
            seen * 2 >= total
        })
        .map_or(0.0, |(size, _)| *size)
}

/// Which segment, and behind which of its glyphs.
fn host_of(hosts: &[Segment], segment: &Segment, fit: &Fit) -> Option<(usize, usize)> {
    let highest = segment.base + segment.size * 1.2;
    let lowest = segment.base - segment.size * 1.6;
    let from = hosts.partition_point(|host| host.base > highest);
    hosts
        .iter()
        .enumerate()
        .skip(from)
        .take_while(|(_, host)| host.base >= lowest)
        .filter(|(_, host)| {
            let rise = (segment.base - host.base) / host.size;
            segment.size < host.size * fit.size
                && fit.rise.contains(&rise)
                && host.left < segment.left
                && segment.left < host.right + host.size * fit.gap.end
        })
        .find_map(|(at, host)| {
            let behind = host
                .glyphs
                .partition_point(|placed| placed.glyph.left <= segment.left)
                .checked_sub(1)?;
            let before = host.glyphs.get(behind)?.glyph;
            let room = host
                .glyphs
                .get(behind + 1)
                .is_none_or(|next| next.glyph.left > segment.right - host.size * fit.overlap);
            let close = fit
                .gap
                .contains(&((segment.left - before.right) / host.size));
            (room && close).then_some((at, behind))
        })
}

impl Segment {
    fn insert(&mut self, raised: Segment, behind: usize) {
        let joined = self
            .glyphs
            .get(behind)
            .is_some_and(|before| raised.left - before.glyph.right < self.size * WORD_GAP);
        let above = raised.base > self.base + self.size * 0.2;
        let mut glyphs = raised.glyphs;
        for placed in &mut glyphs {
            placed.raised = above;
        }
        if let Some(first) = glyphs.first_mut() {
            first.begins_word = !joined;
        }
        self.right = self.right.max(raised.right);
        let at = behind + 1;
        // What follows was far from what it stood behind until now.
        if let Some(next) = self.glyphs.get_mut(at) {
            next.begins_word &= next.glyph.left - raised.right > self.size * SPACED_GAP * 3.0;
        }
        self.glyphs.splice(at..at, glyphs);
    }

    pub(super) fn letters(&self) -> usize {
        self.glyphs.len()
    }
}
