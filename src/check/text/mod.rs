//! Text: where lines, cells, sentences and turns of a conversation begin and end, and which sentences are claims.
//!
//! Nothing here weighs what a sentence says.

pub(super) mod antecedents;
pub(super) mod blocks;
pub(super) mod cells;
pub(super) mod claims;
pub(super) mod lead_ins;
pub(super) mod marked;
pub(super) mod own_parts;
pub(super) mod sentences;
pub(super) mod stated;
pub(super) mod turns;
pub(super) mod wholes;
