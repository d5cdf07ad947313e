//! The nearest of many vectors, without an index that could be wrong or out of date: all are looked at.
//!
//! A first look compares signs only, 32 bytes a passage, weighed by how much each dimension counts in the query; those it finds are then compared
//! exactly. Over a million passages the first look takes a few milliseconds.

use multiversion::multiversion;

use super::vector::{DIMS, Vector};

type Signs = [u64; DIMS / 64];

/// How many bits of a query's values count in the first look.
const PLANES: usize = 2;

/// The most that one dimension can weigh.
const MOST: u32 = (1 << PLANES) - 1;

/// The farthest that signs can be from a query.
const FARTHEST: usize = DIMS * MOST as usize;

/// The places of about the `count` nearest vectors by their signs, nearest first; equally near ones in the order they stand in.
pub fn nearest(signs: &[Signs], query: &Vector, count: usize) -> Vec<usize> {
    if count == 0 {
        return Vec::new();
    }
    let mut distances = vec![0; signs.len()];
    measure(signs, &query.signs(), &planes(query), &mut distances);
    // Distances are small integers: counting them says which are near enough.
    let mut with_distance = vec![0_usize; FARTHEST + 1];
    for &distance in &distances {
        with_distance[usize::from(distance)] += 1;
    }
    let mut found = 0;
    let limit = with_distance
        .iter()
        .position(|with_distance| {
            found += with_distance;
            found >= count
        })
        .unwrap_or(FARTHEST);
    let mut near: Vec<(u16, usize)> = (0..)
        .zip(&distances)
        .filter(|(_, distance)| usize::from(**distance) <= limit)
        .map(|(at, distance)| (*distance, at))
        .collect();
    near.sort_unstable();
    near.truncate(count);
    near.into_iter().map(|(_, at)| at).collect()
}

/// The query's values without their signs, as numbers of [`PLANES`] bits, a mask for each bit. A dimension where the query is near zero weighs
/// nothing.
fn planes(query: &Vector) -> [Signs; PLANES] {
    let size = |value: u8| u32::from(value.cast_signed().unsigned_abs());
    let values = query.as_bytes();
    let mean = (values.iter().map(|&value| size(value)).sum::<u32>() / DIMS as u32).max(1);
    let mut planes = [[0; DIMS / 64]; PLANES];
    for (at, &value) in values.iter().enumerate() {
        // The mean becomes half of the most that the bits can say, so that values are spread over all of it.
        let weight = ((size(value) * MOST + mean) / (mean * 2)).min(MOST);
        for (bit, plane) in planes.iter_mut().enumerate() {
            plane[at / 64] |= u64::from(weight >> bit & 1) << (at % 64);
        }
    }
    planes
}

#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512vpopcntdq+popcnt",
    "x86_64+avx2+popcnt",
    "x86_64+ssse3+popcnt"
))]
fn measure(signs: &[Signs], query: &Signs, planes: &[Signs; PLANES], distances: &mut [u16]) {
    for (signs, distance) in signs.iter().zip(distances) {
        let mut sum = 0;
        for (bit, plane) in planes.iter().enumerate() {
            let mut differing = 0;
            for ((signs, query), plane) in signs.iter().zip(query).zip(plane) {
                differing += ((signs ^ query) & plane).count_ones();
            }
            sum += differing << bit;
        }
        *distance = sum as u16;
    }
}

#[cfg(test)]
mod tests {
    use super::super::embed;
    use super::*;

    /// Texts about a hundred things, in ten ways each.
    fn texts() -> Vec<String> {
        const THINGS: [&str; 10] = [
            "heat pumps",
            "wheat",
            "steel",
            "the central bank",
            "vaccines",
            "schools",
            "rail freight",
            "the choir",
            "asteroids",
            "tenants",
        ];
        const DONE: [&str; 10] = [
            "became cheaper in spring",
            "were banned by law",
            "are studied in Norway",
            "grew faster than expected",
            "failed the audit",
            "are loved by children",
            "moved to the coast",
            "were sold to investors",
            "lack trained staff",
            "survived the winter",
        ];
        const WHO: [&str; 10] = [
            "a minister",
            "the newspaper",
            "one farmer",
            "our survey",
            "a court",
            "the union",
            "an engineer",
            "critics",
            "a diary",
            "the committee",
        ];
        let mut texts = Vec::new();
        for thing in THINGS {
            for done in DONE {
                texts.extend(WHO.map(|who| format!("{thing} {done}, according to {who}")));
            }
        }
        texts
    }

    #[test]
    fn the_first_look_finds_what_the_exact_one_finds() {
        let vectors: Vec<Vector> = texts().iter().map(|text| embed(text).unwrap()).collect();
        let signs: Vec<Signs> = vectors.iter().map(Vector::signs).collect();
        let mut found = 0;
        let queries = [
            "cost of electric heating",
            "grain harvest",
            "interest rates",
            "music for voices",
            "house rents",
        ];
        for query in queries {
            let query = embed(query).unwrap();
            let cosines = vectors.iter().map(|vector| vector.cosine(&query));
            let mut exact: Vec<(usize, f32)> = cosines.enumerate().collect();
            exact.sort_by(|left, right| right.1.total_cmp(&left.1));
            let near = nearest(&signs, &query, 100);
            assert_eq!(near.len(), 100);
            found += exact[..10]
                .iter()
                .filter(|(at, _)| near.contains(at))
                .count();
        }
        assert!(found >= 45, "{found} of 50");
    }

    #[test]
    fn a_vector_is_nearest_to_itself() {
        let vectors: Vec<Vector> = texts().iter().map(|text| embed(text).unwrap()).collect();
        let signs: Vec<Signs> = vectors.iter().map(Vector::signs).collect();
        assert_eq!(nearest(&signs, &vectors[321], 1), [321]);
        assert_eq!(nearest(&signs, &vectors[321], 5000).len(), 1000);
        assert!(nearest(&signs, &vectors[321], 0).is_empty());
        assert!(nearest(&[], &vectors[321], 3).is_empty());
    }
}
