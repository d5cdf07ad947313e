//! Meaning: what a sentence says with its words, one aspect a module, and whether two sentences say one thing in that aspect.
//!
//! Which sentences are laid beside each other, and what follows for a verdict or a conflict, is for `support` and `conflicts`.

pub(super) mod affirmed;
pub(super) mod agents;
pub(super) mod alike;
pub(super) mod bounded;
pub(super) mod comparisons;
pub(super) mod completed;
pub(super) mod contests;
pub(super) mod contrary;
pub(super) mod contrasts;
pub(super) mod counterparts;
pub(super) mod countries;
pub(super) mod courses;
pub(super) mod deeds;
pub(super) mod denying;
pub(super) mod distributed;
pub(super) mod doers;
pub(super) mod elided;
pub(super) mod ended;
pub(super) mod following;
pub(super) mod frames;
pub(super) mod going_on;
pub(super) mod governing;
pub(super) mod hedges;
pub(super) mod lasting;
pub(super) mod nulls;
pub(super) mod open_days;
pub(super) mod persons;
pub(super) mod polarity;
pub(super) mod portions;
pub(super) mod possessives;
pub(super) mod quantifiers;
pub(super) mod reached;
pub(super) mod regnals;
pub(super) mod roles;
pub(super) mod scales;
pub(super) mod seasons;
pub(super) mod several;
pub(super) mod shares;
pub(super) mod statements;
pub(super) mod states;
pub(super) mod tallies;
#[cfg(test)]
pub(super) mod told_beside;
pub(super) mod transfers;
pub(super) mod undoings;
pub(super) mod undone;
pub(super) mod withdrawn;
