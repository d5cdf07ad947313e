//! Missing: what a text says of data that its writer did not have, which is nothing about the world.
//!
//! Lines are given as their words in lower case with a space behind each.

/// `Evidence on costs is thin.`: what is said of evidence as a whole.
pub(super) fn is_thin_evidence(line: &str) -> bool {
    const STARTS: &[&str] = &["evidence ", "limited evidence ", "little evidence "];
    const ABOUT: &[&str] = &["on", "about", "for", "regarding", "concerning", "is", "was"];
    const THIN: &[&str] = &[
        " limited ",
        " thin ",
        " sparse ",
        " missing ",
        " absent ",
        " lacking ",
        " incomplete ",
        " not available ",
        " unavailable ",
        " was found ",
        " is available ",
        " was available ",
        " is given ",
        " was given ",
    ];
    STARTS.iter().any(|start| {
        line.strip_prefix(start).is_some_and(|rest| {
            rest.split(' ')
                .next()
                .is_some_and(|word| ABOUT.contains(&word))
                && THIN.iter().any(|thin| format!(" {rest}").contains(thin))
        })
    })
}

/// `There is no information on wages.`, `Data on costs were not available.`: data of a subject that nobody is said to have kept or published.
pub(super) fn lacks_data(line: &str) -> bool {
    #[rustfmt::skip]
    const NONE: &[&str] = &[
        "there is no ", "there are no ", "there was no ", "there were no ", "we found no ", "we have no ", "we had no ", "we could find no ", "no ",
    ];
    #[rustfmt::skip]
    const ENDS: &[&str] = &[
        " not available ", " unavailable ", " missing ", " lacking ", " absent ", " not found ", " not given ", " not provided ", " not be found ",
    ];
    /// Words by which it is somebody's doing that there are none.
    #[rustfmt::skip]
    const DOINGS: &[&str] = &["published", "collected", "kept", "recorded", "released", "gathered", "by", "that"];
    let none = NONE.iter().find_map(|start| line.strip_prefix(start));
    let Some(behind) = subject_of_data(none.unwrap_or(line)) else {
        return false;
    };
    let is_doing = behind.split(' ').any(|word| DOINGS.contains(&word));
    !is_doing && (none.is_some() || ENDS.iter().any(|end| line.ends_with(end)))
}

/// What stands behind `reliable data on`.
fn subject_of_data(line: &str) -> Option<&str> {
    const DATA: &[&str] = &[
        "information",
        "data",
        "figures",
        "statistics",
        "details",
        "numbers",
        "estimates",
    ];
    const ABOUT: &[&str] = &["on", "about", "for", "regarding", "concerning"];
    /// Words that may stand before.
    const BEFORE: usize = 2;
    let mut rest = line;
    for _ in 0..=BEFORE {
        let (word, behind) = rest.split_once(' ')?;
        if DATA.contains(&word) {
            let (about, subject) = behind.split_once(' ')?;
            return ABOUT.contains(&about).then_some(subject);
        }
        rest = behind;
    }
    None
}
