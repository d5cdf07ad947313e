//! What a key, a palette entry or a mouse gesture can ask for.
//!
//! An action carries nothing: what it is about (the section under the cursor, the hunk in view) is known where it is carried out. The table below
//! is the only place that names actions, so that key files, the palette, the footer and the help cannot disagree.

use std::fmt;

macro_rules! actions {
    ($($variant:ident $name:literal $title:literal;)+) => {
        /// Something that the analyst can ask of the workbench.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Action {
            $($variant,)+
        }

        impl Action {
            /// Every action, in the order in which help and palette list them.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The name used in key files.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// What it does, as help and palette say it.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$variant => $title,)+
                }
            }
        }
    };
}

actions! {
    Help "help" "show the keys";
    Palette "palette" "find a command";
    NextPane "next-pane" "go to the next pane";
    PreviousPane "previous-pane" "go to the previous pane";
    FocusPane0 "focus-pane-0" "go to pane 0, the question";
    FocusPane1 "focus-pane-1" "go to pane 1";
    FocusPane2 "focus-pane-2" "go to pane 2";
    FocusPane3 "focus-pane-3" "go to pane 3";
    FocusPane4 "focus-pane-4" "go to pane 4, the scores";
    FocusPane5 "focus-pane-5" "go to pane 5, the revisions";
    FocusPane6 "focus-pane-6" "go to pane 6, the evidence";
    Zoom "zoom" "fill the screen with this pane, or go back";
    Search "search" "find text";
    SearchNext "search-next" "go to the next match";
    SearchPrevious "search-previous" "go to the previous match";
    Undo "undo" "undo the last change";
    Redo "redo" "redo what was undone";
    Copy "copy" "choose what to copy";
    CopyDocument "copy-document" "copy the whole brief";
    CopySection "copy-section" "copy this section";
    CopyCitation "copy-citation" "copy this citation's reference";
    CopyQuote "copy-quote" "copy the quoted evidence with its reference";
    CopyHunk "copy-hunk" "copy the change under review";
    Export "export" "write the brief to a file";
    Studies "studies" "open a study";
    NewStudy "new-study" "start a new study";
    ChooseWriter "choose-writer" "choose who writes";
    Messages "messages" "read again what was said since the program began";
    Settings "settings" "see the settings in force, and change some for now";
    ChooseTheme "choose-theme" "choose the theme: its colours";
    ToggleGlyphs "toggle-glyphs" "draw marks and lines in ASCII, or in Unicode";
    ToggleMouse "toggle-mouse" "give the mouse to the terminal, or take it back";
    CloseLayer "close-layer" "close this window";
    StopRun "stop-run" "stop the writer, or the reading of evidence";
    Quit "quit" "go back, or quit";
    Suspend "suspend" "go to the shell (fg comes back)";
    Redraw "redraw" "redraw the screen";
    LineDown "line-down" "go down a line, in the brief a sentence";
    LineUp "line-up" "go up a line, in the brief a sentence";
    HalfPageDown "half-page-down" "go down half a page";
    HalfPageUp "half-page-up" "go up half a page";
    PageDown "page-down" "go down a page";
    PageUp "page-up" "go up a page";
    Top "top" "go to the top";
    Bottom "bottom" "go to the end, and follow the text being written";
    SectionNext "section-next" "go to the next section";
    SectionPrevious "section-previous" "go to the previous section";
    CitationNext "citation-next" "go to the next citation";
    CitationPrevious "citation-previous" "go to the previous citation";
    UseNext "use-next" "go to the next sentence that rests on this source";
    UsePrevious "use-previous" "go to the previous sentence that rests on this source";
    OpenPassage "open-passage" "open the cited passage";
    OpenSource "open-source" "open the source itself, in the program that there is for it";
    NextProblem "next-problem" "go to the next claim that its sources do not support";
    PreviousProblem "previous-problem" "go to the previous claim that its sources do not support";
    Problems "problems" "list every claim that its sources do not support, and what critics say";
    Why "why" "see why this sentence has its verdict, and the evidence";
    Fix "fix" "have this sentence fixed";
    Pin "pin" "pin this sentence against automatic changes, or unpin it";
    Steer "steer" "say what should change about this section";
    Conflicts "conflicts" "see what sources disagree on";
    Follow "follow" "follow the text being written, or hold";
    Budget "budget" "set this study's budget: tokens, cost, time";
    Edit "edit" "edit this text";
    EditExternally "edit-externally" "edit this text in your editor";
    EndEdit "end-edit" "finish editing and keep the text";
    DiscardEdit "discard-edit" "discard your edits";
    Run "run" "write the brief";
    Newline "newline" "start a new line";
    Retry "retry" "continue after an interruption";
    Pause "pause" "pause after this step, or resume";
    Complete "complete" "write the sections that the brief still lacks";
    ToggleAutoApply "toggle-auto-apply" "auto-apply: accept by itself what scores no lower, or leave it to you";
    AddEvidence "add-evidence" "add files, folders or pages as evidence";
    NamedAddresses "named-addresses" "fetch pages that the evidence names";
    WatchFolder "watch-folder" "watch a folder: what changes in it is evidence";
    StopWatching "stop-watching" "stop watching the chosen folder";
    ForgetRequested "forget-requested" "drop the evidence whose reading was interrupted";
    SetAside "set-aside" "show what was set aside of this source, and why";
    Readmit "readmit" "let this passage back in, or set it aside again";
    TakeOut "take-out" "take this source out of the evidence, or put it back";
    UpdateBrief "update-brief" "bring the new evidence into the brief";
    LeftOutNews "left-out-news" "see what the new evidence says and the brief does not tell";
    LeaveOut "leave-out" "leave this section out of the update, or take it back in";
    AnotherVersion "another-version" "write another version of this section";
    Review "review" "review the proposed changes";
    Judge "judge" "have the brief scored as it stands";
    Scores "scores" "see why the brief scores as it does";
    Sent "sent" "see what the writer was given for this section";
    History "history" "see every text that the brief has had";
    Trace "trace" "see every call that was made for this study";
    Stats "stats" "see calls, tokens, cost and time of this study";
    Mark "mark" "mark this text for comparison, or this entry among others";
    MarkAll "mark-all" "mark all that is listed, or nothing";
    Restore "restore" "put this earlier text back";
    Fork "fork" "go on from this point in a new study";
    RenameStudy "rename-study" "give a study a name of its own";
    SearchSources "search-sources" "find passages of the sources, by words and by meaning";
    SearchStudies "search-studies" "find text in all studies";
    DeleteStudy "delete-study" "delete the chosen study";
    UndeleteStudy "undelete-study" "bring back the study that was deleted last";
    HunkNext "hunk-next" "go to the next change";
    HunkPrevious "hunk-previous" "go to the previous change";
    OpenHunkNext "open-hunk-next" "go to the next undecided change";
    OpenHunkPrevious "open-hunk-previous" "go to the previous undecided change";
    Accept "accept" "accept this change and go to the next";
    Reject "reject" "reject this change and go to the next";
    RejectWithReason "reject-with-reason" "reject this change and tell the writer why";
    SplitHunk "split-hunk" "split this change into parts that are decided one by one";
    JoinHunks "join-hunks" "join this change with its other parts, or with the next one";
    ToggleAccept "toggle-accept" "accept this change, or undo that";
    AcceptAll "accept-all" "accept every undecided change of this section";
    RejectAll "reject-all" "reject every undecided change of this section";
    AcceptDraft "accept-draft" "accept every undecided change of the whole draft";
    RejectDraft "reject-draft" "reject every undecided change of the whole draft";
    ChangeView "change-view" "show the changes another way";
    EvidenceNext "evidence-next" "show the next evidence for this change";
    Grounds "grounds" "read all that is said for and against this change";
    LeaveReview "leave-review" "leave the review, keeping what was decided";
}

impl Action {
    /// Whether it changes the study, which a study that another workbench has open does not allow.
    #[must_use]
    pub const fn changes_the_study(self) -> bool {
        matches!(
            self,
            Self::Undo
                | Self::Redo
                | Self::Edit
                | Self::EditExternally
                | Self::Run
                | Self::Retry
                | Self::Pause
                | Self::Complete
                | Self::ToggleAutoApply
                | Self::AddEvidence
                | Self::NamedAddresses
                | Self::WatchFolder
                | Self::StopWatching
                | Self::ForgetRequested
                | Self::Readmit
                | Self::TakeOut
                | Self::UpdateBrief
                | Self::AnotherVersion
                | Self::Judge
                | Self::Fix
                | Self::Pin
                | Self::Steer
                | Self::Budget
                | Self::ChooseWriter
                | Self::Restore
                | Self::Accept
                | Self::Reject
                | Self::RejectWithReason
                | Self::SplitHunk
                | Self::JoinHunks
                | Self::ToggleAccept
                | Self::AcceptAll
                | Self::RejectAll
                | Self::AcceptDraft
                | Self::RejectDraft
        )
    }

    /// Whether it only moves the reader: whoever looks for a command wants something else.
    #[must_use]
    pub const fn moves(self) -> bool {
        self.goes_to_a_pane()
            || matches!(
                self,
                Self::FocusPane0
                    | Self::CloseLayer
                    | Self::LineDown
                    | Self::LineUp
                    | Self::HalfPageDown
                    | Self::HalfPageUp
                    | Self::PageDown
                    | Self::PageUp
                    | Self::Top
                    | Self::Bottom
                    | Self::SectionNext
                    | Self::SectionPrevious
            )
    }

    /// Whether it goes to a pane in which no text is typed, or to the next one.
    #[must_use]
    pub const fn goes_to_a_pane(self) -> bool {
        matches!(
            self,
            Self::NextPane
                | Self::PreviousPane
                | Self::FocusPane1
                | Self::FocusPane2
                | Self::FocusPane3
                | Self::FocusPane4
                | Self::FocusPane5
                | Self::FocusPane6
        )
    }

    /// Whether it leads to another part of the workbench, also from a window that is only read: that one closes.
    #[must_use]
    pub const fn leads_elsewhere(self) -> bool {
        matches!(
            self,
            Self::FocusPane0
                | Self::FocusPane1
                | Self::FocusPane2
                | Self::FocusPane3
                | Self::FocusPane4
                | Self::FocusPane5
                | Self::FocusPane6
                | Self::Search
                | Self::SearchNext
                | Self::SearchPrevious
                | Self::SearchSources
                | Self::Export
                | Self::Studies
                | Self::ChooseWriter
                | Self::Settings
                | Self::AddEvidence
                | Self::NamedAddresses
                | Self::WatchFolder
                | Self::UpdateBrief
                | Self::Review
                | Self::Conflicts
                | Self::Problems
                | Self::LeftOutNews
                | Self::Steer
                | Self::Sent
                | Self::History
                | Self::Trace
                | Self::Stats
        )
    }

    /// Whether it does the same below a window that is only read, which stays.
    #[must_use]
    pub const fn works_below(self) -> bool {
        matches!(
            self,
            Self::Undo
                | Self::Redo
                | Self::ToggleMouse
                | Self::Pause
                | Self::Retry
                | Self::Messages
        )
    }

    /// Words that people look for it by, beside its name and its title.
    #[must_use]
    pub const fn other_words(self) -> &'static str {
        match self {
            Self::Help => "keys bindings shortcuts manual",
            Self::Palette => "commands menu",
            Self::FocusPane0 => "question query prompt",
            Self::FocusPane4 => "confidence",
            Self::FocusPane5 => "changes",
            Self::FocusPane6 => "sources references bibliography documents library",
            Self::Zoom => "fullscreen full screen maximize",
            Self::Search => "search look for grep",
            Self::Undo => "revert back",
            Self::Redo => "again forward",
            Self::Copy | Self::CopyDocument | Self::CopySection | Self::CopyHunk => {
                "yank clipboard"
            }
            Self::CopyCitation => "yank clipboard reference source",
            Self::CopyQuote => "yank clipboard excerpt",
            Self::Export => "save markdown report output print download",
            Self::Studies => "list switch project session load",
            Self::NewStudy => "create project question",
            Self::RenameStudy => "title name",
            Self::DeleteStudy => "remove trash",
            Self::UndeleteStudy => "restore recover trash",
            Self::SearchSources => "search look for query semantic evidence documents library grep",
            Self::SearchStudies => "search grep library everywhere",
            Self::ChooseWriter => "model provider llm engine server ollama openai claude",
            Self::ChooseTheme => {
                "theme colors dark light mono mode contrast appearance settings config"
            }
            Self::Messages => "notices notifications log warnings errors said",
            Self::Settings => "preferences options configuration config file toggles",
            Self::ToggleGlyphs => "characters symbols signs font",
            Self::ToggleMouse => "select selection",
            Self::StopRun => "cancel abort halt kill",
            Self::Quit => "exit leave close",
            Self::Suspend => "background terminal",
            Self::Redraw => "refresh repaint",
            Self::OpenPassage => "source quote excerpt read",
            Self::OpenSource => "browser viewer link url original",
            Self::CitationNext | Self::CitationPrevious => "reference footnote source",
            Self::NextProblem | Self::PreviousProblem => {
                "unsupported contradicted fault error verify claim"
            }
            Self::Problems => {
                "unsupported contradicted uncited partial faults errors verify verdicts all fix several critic remarks"
            }
            Self::Why => "verdict reason evidence quote fact check verify claim explain",
            Self::Fix => "repair correct mend",
            Self::Pin => "lock protect keep freeze",
            Self::Steer => "instruct instruction prompt tell feedback comment",
            Self::Conflicts => "contradictions disagree disagreements",
            Self::Follow => "scroll tail",
            Self::Budget => "limit ceiling tokens cost price time",
            Self::Edit => "change write text",
            Self::EditExternally => "vim emacs nano",
            Self::Run => "start draft generate ask go",
            Self::Retry => "resume continue",
            Self::Pause => "wait hold",
            Self::Complete => "finish missing continue",
            Self::ToggleAutoApply => "automatic autoaccept",
            Self::AddEvidence => "file folder url import source document upload attach pdf web",
            Self::NamedAddresses => "links urls download web crawl",
            Self::WatchFolder => "monitor directory live",
            Self::StopWatching => "unwatch",
            Self::SetAside => "guardrail injection blocked hidden",
            Self::Readmit => "allow unblock",
            Self::TakeOut => "remove exclude delete drop ignore",
            Self::UpdateBrief => "refresh news impact",
            Self::LeftOutNews => "untold news omitted missing update",
            Self::AnotherVersion => "rewrite regenerate again alternative",
            Self::Review => "hunks diff revisions decide approve",
            Self::Judge => "evaluate rate score grade",
            Self::Scores => "scorecard rating why quality",
            Self::Sent => "context retrieval passages prompt",
            Self::History => "drafts versions past diff compare rollback restore",
            Self::Trace => "calls log prompts debug",
            Self::Stats => "statistics usage money price spending dashboard",
            Self::Restore => "rollback revert",
            Self::Fork => "branch duplicate",
            Self::Accept => "approve apply yes",
            Self::Reject => "refuse decline discard no",
            Self::RejectWithReason => "comment feedback refuse",
            Self::AcceptAll => "take approve",
            Self::RejectAll => "refuse discard",
            Self::AcceptDraft => "take approve all everything merge",
            Self::RejectDraft => "refuse discard all everything",
            Self::ChangeView => "side by side inline stacked unified diff",
            _ => "",
        }
    }

    /// The action that a key file calls `name`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|action| action.name() == name)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_action_has_a_name_of_its_own_that_finds_it_again() {
        let names: HashSet<_> = Action::ALL.iter().map(|action| action.name()).collect();
        assert_eq!(names.len(), Action::ALL.len());
        for &action in Action::ALL {
            assert_eq!(Action::named(action.name()), Some(action));
            assert!(
                action
                    .name()
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
            );
        }
        assert_eq!(Action::named("Accept"), None);
    }

    #[test]
    fn every_action_says_what_it_does_in_words_of_its_own() {
        let titles: HashSet<_> = Action::ALL.iter().map(|action| action.title()).collect();
        assert_eq!(titles.len(), Action::ALL.len());
        assert!(Action::ALL.iter().all(|action| action.title().len() > 8));
    }
}
