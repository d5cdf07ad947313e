//! The roles of drawn text: what a theme gives styles to, and all that the panes know of looks.

/// What a piece of drawn text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    Text,
    Dim,
    Heading,
    HeadingFocused,
    Rule,
    Accent,
    Citation,
    Cursor,
    Selection,
    Supported,
    Partial,
    Unsupported,
    Contradicted,
    Uncited,
    Inserted,
    Deleted,
    Pending,
    Streaming,
    Info,
    Warning,
    Error,
    Key,
    Code,
    Quote,
    Match,
}

impl Role {
    pub const ALL: [Self; 25] = [
        Self::Text,
        Self::Dim,
        Self::Heading,
        Self::HeadingFocused,
        Self::Rule,
        Self::Accent,
        Self::Citation,
        Self::Cursor,
        Self::Selection,
        Self::Supported,
        Self::Partial,
        Self::Unsupported,
        Self::Contradicted,
        Self::Uncited,
        Self::Inserted,
        Self::Deleted,
        Self::Pending,
        Self::Streaming,
        Self::Info,
        Self::Warning,
        Self::Error,
        Self::Key,
        Self::Code,
        Self::Quote,
        Self::Match,
    ];

    /// The name used in theme files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Dim => "dim",
            Self::Heading => "heading",
            Self::HeadingFocused => "heading.focused",
            Self::Rule => "rule",
            Self::Accent => "accent",
            Self::Citation => "citation",
            Self::Cursor => "cursor",
            Self::Selection => "selection",
            Self::Supported => "supported",
            Self::Partial => "partial",
            Self::Unsupported => "unsupported",
            Self::Contradicted => "contradicted",
            Self::Uncited => "uncited",
            Self::Inserted => "inserted",
            Self::Deleted => "deleted",
            Self::Pending => "pending",
            Self::Streaming => "streaming",
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Key => "key",
            Self::Code => "code",
            Self::Quote => "quote",
            Self::Match => "match",
        }
    }

    /// The role whose style this one takes where a theme doesn't set it.
    pub(super) const fn fallback(self) -> Option<Self> {
        match self {
            Self::Text => None,
            Self::HeadingFocused => Some(Self::Heading),
            Self::Rule | Self::Quote => Some(Self::Dim),
            Self::Citation | Self::Key | Self::Streaming | Self::Info | Self::Match => {
                Some(Self::Accent)
            }
            Self::Selection => Some(Self::Cursor),
            Self::Supported => Some(Self::Inserted),
            Self::Partial | Self::Pending | Self::Uncited => Some(Self::Warning),
            Self::Contradicted => Some(Self::Unsupported),
            Self::Unsupported => Some(Self::Error),
            Self::Dim
            | Self::Heading
            | Self::Accent
            | Self::Cursor
            | Self::Inserted
            | Self::Deleted
            | Self::Warning
            | Self::Error
            | Self::Code => Some(Self::Text),
        }
    }
}
