//! Tables: as a grid where it fits, else as records of names and values, so that no column is cut.

use pulldown_cmark::Alignment;
use ratatui::text::Span;

use super::layout::{Content, Layout, Marked};
use super::parse::{Face, Inline, Table, TableRow};
use crate::tui::text;
use crate::tui::theme::Role;

/// Adds the rows of a table.
pub fn rows(table: &Table, layout: &mut Layout<'_>) {
    let widths = widths(table);
    let gaps = GAP * widths.len().saturating_sub(1);
    if widths.iter().sum::<usize>() + gaps <= layout.room() {
        grid(table, &widths, layout);
    } else {
        records(table, layout);
    }
}

/// Columns between two cells: a line with a space on each side.
const GAP: usize = 3;

/// How wide each column is if nothing wraps.
fn widths(table: &Table) -> Vec<usize> {
    let mut widths: Vec<usize> = Vec::new();
    for row in &table.rows {
        for (at, cell) in row.cells.iter().enumerate() {
            // A cell that has lines of its own cannot stand in a grid of single rows.
            let width = if cell.text.contains('\n') {
                usize::from(u16::MAX)
            } else {
                text::width(&cell.text)
            };
            match widths.get_mut(at) {
                Some(widest) => *widest = width.max(*widest),
                None => widths.push(width),
            }
        }
    }
    widths
}

fn grid(table: &Table, widths: &[usize], layout: &mut Layout<'_>) {
    for (at, row) in table.rows.iter().enumerate() {
        grid_row(table, row, at == 0, widths, layout);
        if at == 0 {
            underline(row, widths, layout);
        }
    }
}

fn grid_row(
    table: &Table,
    row: &TableRow,
    is_header: bool,
    widths: &[usize],
    layout: &mut Layout<'_>,
) {
    let style = layout
        .theme
        .style(if is_header { Role::Heading } else { Role::Text });
    let rule = layout.theme.style(Role::Rule);
    let mut content = Content {
        spans: Vec::new(),
        source: row.source.clone(),
        citations: Vec::new(),
    };
    let mut column = 0;
    for (at, &width) in widths.iter().enumerate() {
        if at > 0 {
            let line = format!(" {} ", layout.theme.glyphs().vertical);
            content.spans.push(Span::styled(line, rule));
            column += GAP;
        }
        let empty = Inline::default();
        let cell = row.cells.get(at).unwrap_or(&empty);
        let spare = width.saturating_sub(text::width(&cell.text));
        let left = match table.alignments.get(at) {
            Some(Alignment::Right) => spare,
            Some(Alignment::Center) => spare / 2,
            _ => 0,
        };
        let drawn = layout.content(&Marked::new(cell), 0..cell.text.len(), style);
        pad(&mut content, left);
        let shift = u16::try_from(column + left).unwrap_or(u16::MAX);
        content
            .citations
            .extend(drawn.citations.into_iter().map(|mut citation| {
                citation.columns.start = citation.columns.start.saturating_add(shift);
                citation.columns.end = citation.columns.end.saturating_add(shift);
                citation
            }));
        content.spans.extend(drawn.spans);
        if at + 1 < widths.len() {
            pad(&mut content, spare - left);
        }
        column += width;
    }
    layout.emit(content);
}

fn pad(content: &mut Content, columns: usize) {
    if columns > 0 {
        content.spans.push(Span::raw(" ".repeat(columns)));
    }
}

fn underline(header: &TableRow, widths: &[usize], layout: &mut Layout<'_>) {
    let line = layout.theme.glyphs().horizontal;
    let total = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
    layout.emit(Content {
        spans: vec![Span::styled(
            line.repeat(total),
            layout.theme.style(Role::Rule),
        )],
        source: header.source.end..header.source.end,
        citations: Vec::new(),
    });
}

/// Each row as a list of `column: value`.
fn records(table: &Table, layout: &mut Layout<'_>) {
    let Some((header, body)) = table.rows.split_first() else {
        return;
    };
    if body.is_empty() {
        record(header, None, layout);
    }
    for (at, row) in body.iter().enumerate() {
        if at > 0 {
            layout.space();
        }
        record(row, Some(header), layout);
    }
}

fn record(row: &TableRow, header: Option<&TableRow>, layout: &mut Layout<'_>) {
    for (at, cell) in row.cells.iter().enumerate() {
        if cell.text.is_empty() {
            continue;
        }
        let mut line = Inline::default();
        if let Some(name) = header.and_then(|header| header.cells.get(at)) {
            let place = row.source.start..row.source.start;
            line.push(&name.text, place.clone(), Face::BOLD);
            line.push(": ", place, Face::BOLD);
        }
        line.append(cell);
        layout.paragraph(&line, layout.theme.style(Role::Text));
    }
}
