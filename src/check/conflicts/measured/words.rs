//! The words by which it is told what a value is given of: respects of money and of size, and verbs that say no more than that it is so.

/// In what respects a sum of money is given: words of one line say one.
#[rustfmt::skip]
pub(super) const OF_MONEY: &[&[&str]] = &[
    &[
        "cost", "costs", "costing", "costed", "bill", "budget", "budgeted", "priced", "spend", "spends", "spent", "spending", "expense", "expenses", "outlay",
        "expenditure", "estimate", "tender", "rebuilt",
    ],
    &["price", "fare", "fares", "fee", "fees", "ticket", "tickets", "tariff", "rent", "toll", "premium", "tax", "licence", "license", "charge"],
    &["grant", "grants", "subsidy", "subsidies", "subsidised", "contributes", "contribute", "contributed", "contribution", "funding", "donated", "donation", "sponsors", "award", "awarded"],
    &["revenue", "turnover", "sales", "earns", "earned", "income", "takings", "proceeds"],
    &["profit", "profits", "loss", "deficit", "surplus"],
    &["damage", "damages"],
    &["salary", "salaries", "wage", "wages"],
    &["saves", "saved", "saving", "savings"],
    &["reserve", "reserves", "debt", "debts", "assets"],
    &["penalty", "fine", "fines", "fined"],
];

/// In what respects something is measured.
#[rustfmt::skip]
pub(super) const OF_SIZE: &[&[&str]] = &[
    &["tall", "high", "height"],
    &["deep", "depth"],
    &["wide", "width"],
    &["long", "length"],
    &["weighs", "weigh", "weight", "mass"],
    &["holds", "hold", "stores", "capacity"],
    &["lasts", "last", "lasted", "lasting", "takes", "take", "took", "duration"],
    &["speed"],
    &["area"],
    &["age", "aged"],
];

/// Words behind which `from` says what a value was before.
#[rustfmt::skip]
pub(super) const CHANGES: &[&str] = &[
    "up", "down", "rose", "risen", "rising", "fell", "fallen", "falling", "grew", "grown", "increased", "raised", "cut", "revised", "reduced", "lowered", "dropped",
    "climbed",
];

/// Times that a value is given for each of.
pub(super) const TIMES: &[&str] = &[
    "year", "month", "week", "day", "night", "hour", "minute", "second", "quarter", "season",
];

/// Verbs that say no more than that there is so much, or that it is so.
#[rustfmt::skip]
pub(super) const NEUTRAL: &[&str] = &[
    "has", "have", "had", "having", "hold", "holds", "held", "count", "counts", "counted", "record", "records", "recorded", "list", "lists", "listed", "number",
    "numbers", "total", "totals", "totalled", "contain", "contains", "contained", "include", "includes", "included", "comprise", "comprises", "employ", "employs",
    "employed", "run", "runs", "operate", "operates", "operated", "cover", "covers", "covered", "affect", "based", "provide", "provides", "provided", "known",
    "registered", "registers", "documented", "there", "seat", "seats", "reach", "reaches", "reached", "needed", "expected", "planned", "be", "permanent", "left",
    "vacant", "unfilled", "seen", "saw", "show", "shows", "showed", "identified", "found", "keeps", "keep", "kept",
];

/// Verbs by which somebody gives a value, besides those of saying.
#[rustfmt::skip]
pub(in crate::check::conflicts) const TELLS: &[&str] = &[
    "puts", "put", "counts", "counted", "counting", "lists", "listed", "recorded", "records", "believe", "believes", "warns", "warned", "reckons", "reckon",
    "thinks", "confirmed", "confirms", "noted", "notes", "adds", "added", "calculated", "assumes", "assumed", "told",
];

/// Words for how far something has come: what is planned and what is done are told apart elsewhere.
#[rustfmt::skip]
pub(super) const STATES: &[&str] = &[
    "already", "currently", "now", "today", "still", "planned", "plans", "plan", "expected", "risen", "rose", "rise", "rises", "rising", "grown",
    "increased", "fallen", "fell", "doubled", "likely", "according", "home",
];
