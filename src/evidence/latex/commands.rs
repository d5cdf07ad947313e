//! What is known of the commands of LaTeX.

/// Headings and their levels.
pub(super) const SECTIONS: &[(&str, u8)] = &[
    ("part", 1),
    ("chapter", 1),
    ("section", 1),
    ("subsection", 2),
    ("subsubsection", 3),
    ("paragraph", 4),
    ("subparagraph", 5),
];

/// Accents, and the signs that join a letter as these.
pub(super) const ACCENTS: &[(&str, char)] = &[
    ("'", '\u{301}'),
    ("`", '\u{300}'),
    ("^", '\u{302}'),
    ("\"", '\u{308}'),
    ("~", '\u{303}'),
    ("=", '\u{304}'),
    (".", '\u{307}'),
    ("c", '\u{327}'),
    ("v", '\u{30c}'),
    ("u", '\u{306}'),
    ("H", '\u{30b}'),
    ("r", '\u{30a}'),
    ("k", '\u{328}'),
];

/// Commands that stand for a sign or a word.
pub(super) const SYMBOLS: &[(&str, &str)] = &[
    ("AA", "Å"),
    ("AE", "Æ"),
    ("BibTeX", "BibTeX"),
    ("L", "Ł"),
    ("LaTeX", "LaTeX"),
    ("O", "Ø"),
    ("OE", "Œ"),
    ("S", "§"),
    ("TeX", "TeX"),
    ("aa", "å"),
    ("ae", "æ"),
    ("copyright", "©"),
    ("degree", "°"),
    ("dots", "…"),
    ("euro", "€"),
    ("l", "ł"),
    ("ldots", "…"),
    ("newline", " "),
    ("o", "ø"),
    ("oe", "œ"),
    ("pounds", "£"),
    ("quad", " "),
    ("qquad", " "),
    ("ss", "ß"),
    ("textasciitilde", "~"),
    ("textbackslash", "\\"),
    ("textdegree", "°"),
    ("textemdash", "—"),
    ("textendash", "–"),
    ("texteuro", "€"),
    ("textmu", "µ"),
    ("textquotedblleft", "“"),
    ("textquotedblright", "”"),
    ("textquoteright", "’"),
    ("times", "×"),
];

/// Commands that are no text, and neither is what they are given.
pub(super) const DROPPED: &[&str] = &[
    "DeclareMathOperator",
    "addbibresource",
    "addtolength",
    "author",
    "autocite",
    "autoref",
    "bibliography",
    "bibliographystyle",
    "cite",
    "citeauthor",
    "citep",
    "citet",
    "citeyear",
    "cref",
    "date",
    "def",
    "documentclass",
    "eqref",
    "footcite",
    "hspace",
    "include",
    "includegraphics",
    "index",
    "input",
    "label",
    "newcommand",
    "newenvironment",
    "newtheorem",
    "pageref",
    "pagestyle",
    "parencite",
    "ref",
    "renewcommand",
    "setcounter",
    "setlength",
    "sout",
    "st",
    "textcite",
    "thispagestyle",
    "title",
    "usepackage",
    "vspace",
];

/// What stands in these is taken as it is typed.
pub(super) const VERBATIM: &[&str] = &["Verbatim", "lstlisting", "minted", "verbatim"];
pub(super) const FORMULAS: &[&str] = &[
    "align",
    "alignat",
    "displaymath",
    "eqnarray",
    "equation",
    "flalign",
    "gather",
    "math",
    "multline",
];
/// What draws a picture.
pub(super) const PICTURES: &[&str] = &["comment", "filecontents", "picture", "tikzpicture"];
/// What is left of options, and says nothing.
pub(super) const NOTHING_OF: &[&str] = &["[", "]", "*", "|"];
