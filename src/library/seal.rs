//! The seals of a journal: each event carries a digest of itself and of the event before it, so that a journal which a failing disk or another program has
//! changed is told from the one that was written [D5].
//!
//! Events of a Tercet that knew no seals have none, and a chain begins behind them. This finds damage, not forgery: whoever can write the file can seal it.

use crate::digest::Sha256;

/// Bytes of a seal.
const LENGTH: usize = 16;

/// A row of a journal as it is stored.
pub(super) struct Row {
    pub(super) seq: u64,
    pub(super) at: i64,
    pub(super) kind: String,
    pub(super) body: Option<String>,
    pub(super) seal: Option<Vec<u8>>,
}

/// The seal of an event behind one with the seal `before`.
pub(super) fn seal(
    before: Option<&[u8]>,
    seq: u64,
    at: i64,
    kind: &str,
    body: Option<&str>,
) -> Vec<u8> {
    let mut digest = Sha256::default();
    for part in [
        before.unwrap_or_default(),
        kind.as_bytes(),
        body.unwrap_or_default().as_bytes(),
    ] {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part);
    }
    digest.update(seq.to_le_bytes());
    digest.update(at.to_le_bytes());
    digest.finish()[..LENGTH].to_vec()
}

/// The first event from which on a journal is not what was written. `after` is the event that the rows follow on, `before` its seal, and `last` the last
/// event that there was, as far as that is known.
pub(super) fn first_altered(
    rows: &[Row],
    after: u64,
    before: Option<Vec<u8>>,
    last: Option<u64>,
) -> Option<u64> {
    let mut before = before;
    let mut due = after + 1;
    for row in rows {
        let is_whole = row.seal.as_ref().is_none_or(|kept| {
            let body = row.body.as_deref();
            *kept == seal(before.as_deref(), row.seq, row.at, &row.kind, body)
        });
        if row.seq != due || !is_whole {
            return Some(due);
        }
        before.clone_from(&row.seal);
        due += 1;
    }
    last.filter(|last| *last >= due).map(|_| due)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A journal of these bodies, the first few of which an older Tercet wrote.
    fn journal(bodies: &[String], unsealed: usize) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for (seq, body) in (1..).zip(bodies) {
            let before = rows.last().and_then(|row| row.seal.as_deref());
            let seal = (seq as usize > unsealed)
                .then(|| seal(before, seq, 7, "question_changed", Some(body)));
            rows.push(Row {
                seq,
                at: 7,
                kind: "question_changed".to_owned(),
                body: Some(body.clone()),
                seal,
            });
        }
        rows
    }

    proptest! {
        #[test]
        fn whatever_is_changed_in_a_sealed_journal_is_found(
            bodies in prop::collection::vec("[a-z]{0,8}", 1..9),
            unsealed in 0_usize..3,
            at in any::<prop::sample::Index>(),
            what in 0..3,
        ) {
            let last = Some(bodies.len() as u64);
            let mut rows = journal(&bodies, unsealed);
            prop_assert_eq!(first_altered(&rows, 0, None, last), None);
            // What has no seal can be changed unseen.
            let what = if unsealed < rows.len() { what } else { 1 };
            let from = if what == 0 { unsealed } else { 0 };
            let at = from + at.index(rows.len() - from);
            match what {
                0 => {
                    rows[at].body.get_or_insert_default().push('!');
                }
                1 => {
                    rows.remove(at);
                }
                _ => rows.truncate(at),
            }
            prop_assert_eq!(first_altered(&rows, 0, None, last), Some(at as u64 + 1));
        }
    }
}
