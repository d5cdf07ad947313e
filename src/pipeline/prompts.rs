//! Prompts: Markdown templates with a front matter, compiled in, each replaceable by a file of the analyst's [P1].
//!
//! This module parses, renders and names them. Reading replacement files is the edge's work.

use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, Value};
use serde::Serialize;
use thiserror::Error;

use crate::digest::short_hex;
use crate::study::PromptRef;

/// The templates that are compiled in, by id.
pub const BUILT_IN: &[(&str, &str)] = &[
    ("system", include_str!("../../prompts/system.md")),
    ("rules", include_str!("../../prompts/rules.md")),
    ("write", include_str!("../../prompts/write.md")),
    ("update", include_str!("../../prompts/update.md")),
    ("another", include_str!("../../prompts/another.md")),
    ("edits", include_str!("../../prompts/edits.md")),
    ("steer", include_str!("../../prompts/steer.md")),
    ("revise", include_str!("../../prompts/revise.md")),
    ("brief", include_str!("../../prompts/brief.md")),
    ("reflect", include_str!("../../prompts/reflect.md")),
    ("judge", include_str!("../../prompts/judge.md")),
    ("decide", include_str!("../../prompts/decide.md")),
    ("critique", include_str!("../../prompts/critique.md")),
    ("unreadable", include_str!("../../prompts/unreadable.md")),
    ("again", include_str!("../../prompts/again.md")),
    ("continue", include_str!("../../prompts/continue.md")),
    ("compress", include_str!("../../prompts/compress.md")),
    ("shape", include_str!("../../prompts/shape.md")),
    ("asked", include_str!("../../prompts/asked.md")),
];

/// What is wrong with a prompt file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PromptError {
    #[error(
        "prompt {id}: it does not start with a front matter of `id`, `version`, `role` and `variables` between two lines of ---"
    )]
    FrontMatter { id: String },
    #[error("prompt {id}: the front matter says id {found}")]
    OtherId { id: String, found: String },
    #[error("prompt {id}: {why}")]
    Template { id: String, why: String },
    #[error(
        "there is no prompt {id}; the prompts are system, rules, write, update, edits, another, steer, revise, brief, reflect, judge, decide, critique, unreadable, shape, asked, again, continue and compress"
    )]
    Unknown { id: String },
}

/// All prompts, ready to be rendered.
#[derive(Debug, Clone)]
pub struct Prompts {
    environment: Environment<'static>,
    references: Vec<PromptRef>,
}

impl Prompts {
    /// The built-in prompts, with those of `replacements` (id and whole file) in their place.
    pub fn new(replacements: &[(String, String)]) -> Result<Self, PromptError> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
        if let Some((id, _)) = replacements
            .iter()
            .find(|(id, _)| BUILT_IN.iter().all(|(known, _)| known != id))
        {
            return Err(PromptError::Unknown { id: id.clone() });
        }
        let mut references = Vec::new();
        for (id, built_in) in BUILT_IN {
            let mut replacing = replacements.iter();
            let Some((_, file)) = replacing.find(|(replaced, _)| replaced == id) else {
                references.push(parse(id, built_in)?.0);
                continue;
            };
            let (reference, template) = parse(id, file)?;
            references.push(reference);
            environment
                .add_template_owned(*id, template.to_owned())
                .map_err(|error| PromptError::Template {
                    id: (*id).to_owned(),
                    why: error.to_string(),
                })?;
        }
        // One that is compiled in is sound, and is looked at when it is first needed: many a command needs none.
        environment.set_loader(|id| Ok(built_in(id)));
        Ok(Self {
            environment,
            references,
        })
    }

    /// The prompt's id, version and hash, as a journal entry names it.
    #[must_use]
    pub fn reference(&self, id: &str) -> PromptRef {
        self.references
            .iter()
            .find(|reference| reference.id == id)
            .cloned()
            .unwrap_or_default()
    }

    /// The filled-in template, without surrounding space.
    pub fn render(&self, id: &str, variables: &impl Serialize) -> Result<String, PromptError> {
        let failed = |error: minijinja::Error| PromptError::Template {
            id: id.to_owned(),
            why: error.to_string(),
        };
        let text = self
            .environment
            .get_template(id)
            .and_then(|template| template.render(Value::from(Serde(variables))))
            .map_err(failed)?;
        Ok(text.trim().to_owned())
    }
}

/// The template of a prompt that is compiled in.
fn built_in(id: &str) -> Option<&'static str> {
    let (_, file) = BUILT_IN.iter().find(|(known, _)| *known == id)?;
    Some(parse(id, file).ok()?.1)
}

/// Splits a prompt file into what names it and its template.
fn parse<'a>(id: &str, file: &'a str) -> Result<(PromptRef, &'a str), PromptError> {
    let broken = || PromptError::FrontMatter { id: id.to_owned() };
    let (front, template) = file
        .strip_prefix("---\n")
        .and_then(|rest| rest.split_once("\n---\n"))
        .ok_or_else(broken)?;
    let field = |name: &str| {
        front
            .lines()
            .find_map(|line| line.split_once(':').filter(|(key, _)| key.trim() == name))
            .map(|(_, value)| value.trim())
    };
    let (Some(found), Some(version), Some(_), Some(_)) = (
        field("id"),
        field("version"),
        field("role"),
        field("variables"),
    ) else {
        return Err(broken());
    };
    if found != id {
        return Err(PromptError::OtherId {
            id: id.to_owned(),
            found: found.to_owned(),
        });
    }
    let version = version.parse().map_err(|_| broken())?;
    Ok((
        PromptRef {
            id: id.to_owned(),
            version,
            hash: short_hex(file),
        },
        template,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prompt_of_the_analyst_replaces_the_built_in_one() {
        let file = "---\nid: write\nversion: 7\nrole: write\nvariables: question\n---\nAnswer: {{ question }}\n".to_owned();
        let prompts = Prompts::new(&[("write".to_owned(), file)]).expect("valid");
        assert_eq!(
            prompts
                .render(
                    "write",
                    &std::collections::BTreeMap::from([("question", "why?")])
                )
                .expect("rendered"),
            "Answer: why?"
        );
        assert_eq!(prompts.reference("write").version, 7);
        assert_ne!(
            prompts.reference("write").hash,
            Prompts::new(&[]).expect("valid").reference("write").hash
        );
    }

    #[test]
    fn every_prompt_that_is_compiled_in_is_sound() {
        let prompts = Prompts::new(&[]).expect("valid");
        for (id, _) in BUILT_IN {
            let template = prompts.environment.get_template(id);
            assert!(template.is_ok(), "{id}: {template:?}");
        }
        assert!(prompts.environment.get_template("rite").is_err());
    }

    #[test]
    fn a_broken_prompt_says_what_is_wrong_with_it() {
        let check = |id: &str, file: &str, expected: &str| {
            let error = Prompts::new(&[(id.to_owned(), file.to_owned())]).expect_err("refused");
            assert!(error.to_string().contains(expected), "{error}");
        };
        check("write", "no front matter", "front matter");
        check(
            "write",
            "---\nid: update\nversion: 1\nrole: write\nvariables:\n---\n",
            "says id update",
        );
        check(
            "write",
            "---\nid: write\nversion: 1\nrole: write\nvariables:\n---\n{% if %}",
            "prompt write",
        );
        check("rite", "", "there is no prompt rite");
    }
}
