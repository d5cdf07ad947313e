//! The words by which a sentence leans on what stands before it.

/// What a sentence may point back to as the time that it tells of.
pub(super) const TIMES: &[&str] = &[
    "time",
    "period",
    "case",
    "point",
    "day",
    "year",
    "month",
    "week",
    "date",
    "stage",
    "occasion",
    "event",
    "morning",
    "afternoon",
    "evening",
    "night",
    "weekend",
];

/// Words by which a sentence bears on something.
pub(super) const BEARING: &[&str] = &[
    "against", "for", "about", "over", "without", "behind", "towards",
];

/// Words that open what says where or when.
pub(super) const PLACING: &[&str] = &[
    "among", "at", "by", "during", "for", "from", "in", "on", "over", "since", "under", "with",
    "within",
];

#[rustfmt::skip]
pub(super) const LEANING: &[&str] = &[
    "it", "its", "they", "their", "them", "he", "she", "his", "her", "this", "these", "those", "that", "such", "however", "moreover", "furthermore",
    "additionally", "therefore", "thus", "hence", "consequently", "similarly", "likewise", "meanwhile", "nevertheless", "nonetheless", "instead",
    "otherwise", "but", "and", "or", "so", "then", "also", "besides", "accordingly", "conversely", "both", "another", "others", "here", "second",
    "secondly", "third", "thirdly", "finally", "lastly", "still", "yet", "too", "neither", "again", "afterwards", "subsequently", "namely", "well", "note", "rather", "indeed", "alternatively", "specifically", "except", "unfortunately", "luckily", "fortunately",
];

/// Nouns that, after an article, stand for somebody or something that was named.
#[rustfmt::skip]
pub(super) const STAND_INS: &[&str] = &[
    "council", "city", "town", "village", "county", "country", "region", "state", "district", "authority", "agency", "government", "ministry", "department", "board", "committee",
    "company", "firm", "bank", "operator", "manufacturer", "supplier", "retailer", "university", "school", "hospital", "museum", "club", "team", "party", "union", "project",
    "programme", "program", "plant", "factory", "site", "bridge",
];

pub(super) const NUMBERS: &[&str] = &[
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "hundred",
    "hundreds",
    "thousand",
    "thousands",
    "dozens",
];

/// Plurals that do not look like one, and words for any number.
#[rustfmt::skip]
pub(super) const SEVERAL: &[&str] = &[
    "people", "men", "women", "children", "staff", "police", "public", "everyone", "everybody", "someone", "somebody", "anyone", "each", "who", "family", "team", "crew", "media", "data",
    "criteria", "most", "many", "some", "few", "all",
];

/// Words behind which another clause begins.
pub(super) const JOINING: &[&str] = &[
    "and", "or", "but", "that", "which", "who", "when", "if", "because", "while", "as", "where",
    "whether", "than",
];

/// Words that open a clause before the main one, and pronouns that may follow.
#[rustfmt::skip]
pub(super) const CLAUSE_OPENERS: &[&str] = &["whether", "if", "when", "while", "because", "although", "since", "once", "until", "after", "before", "where", "though", "as"];
pub(super) const PRONOUNS: &[&str] = &[
    "it", "its", "they", "their", "them", "he", "his", "she", "her",
];

/// Anywhere in the first words, they point back.
pub(super) const POINTING: &[&str] = &["this", "these", "such", "those"];

#[rustfmt::skip]
pub(super) const LEANING_PAIRS: &[&str] = &[
    "in addition", "in contrast", "in turn", "in particular", "in other", "in this", "in these", "in such", "in that", "in both", "as a", "as such", "of course", "that is", "in short", "in fact", "on the",
    "for example", "for instance", "for this", "for these", "the latter", "the former", "the same", "the other", "the first", "the second", "the third",
    "the following", "at this", "at that", "by then", "by contrast", "of these", "of those", "of them", "even so", "that said", "after this", "after that",
    "the above", "to this", "to that", "to do", "under this", "with this", "like this", "unlike this", "there it",
];
