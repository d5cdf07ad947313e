//! Outright: what the evidence says to a claim by one rule, whatever else its words are.
//!
//! Each rule reads one way of saying something, and says nothing where either text says it otherwise. The first that speaks is heard.

use super::blamed::blamed;
use super::by_how_much::by_how_much;
use super::by_whom::by_another;
use super::ceilings::beyond_ceiling;
use super::divided::divided;
use super::entitled::entitled;
use super::exempt::exempted;
use super::finding::Finding;
use super::in_full::{InFull, in_full};
use super::labelled::labelled;
use super::left_out::left_out;
use super::moments::of_another_moment;
use super::places::in_another_place;
use crate::check::meaning::open_days::{Held, open_days};
use crate::check::meaning::polarity::Opposition;
use crate::check::text::sentences::sentences;

/// What texts say to a claim by one way of saying it.
type Rule = fn(&str, &[&str]) -> Option<InFull>;

/// What the texts, the evidence as it stands, say outright.
pub(super) fn outright(claim: &str, texts: &[&str]) -> Option<InFull> {
    const RULES: &[Rule] = &[
        by_another,
        blamed,
        of_another_moment,
        in_another_place,
        left_out,
        beyond_ceiling,
        on_days,
        entitled,
        exempted,
        divided,
        in_full,
        by_how_much,
        labelled,
    ];
    RULES.iter().find_map(|rule| rule(claim, texts))
}

/// What the texts say to a claim of the days on which something is open.
fn on_days(claim: &str, texts: &[&str]) -> Option<InFull> {
    let own = open_days(claim)?;
    let held = texts.iter().find_map(|text| {
        let mut all = sentences(text).into_iter();
        all.find_map(|span| own.beside(&open_days(text.get(span)?)?))
    })?;
    Some(match held {
        Held::Said => InFull::Said,
        Held::Against => InFull::Against(Finding::Opposed(Opposition::Stated)),
    })
}
