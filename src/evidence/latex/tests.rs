//! What the reader of LaTeX promises.

use super::*;

#[test]
fn powers_and_formulas_keep_their_figures_and_items_their_names() {
    let reading = read(
        "\\begin{document}\\def\\labelenumi{\\arabic{enumi}.}It is 3.2 \\times 10\\textsuperscript{4} kg on the 4\\textsuperscript{th}, not \\sout{12} 14, and \\(h^{3/2}\\).\n\n\
         \\begin{description}\\item[Quay] The wall.\\item[Basin:] The water.\\item[$\\bullet$] Else.\\end{description}\\end{document}",
    );
    assert_eq!(
        reading.body.text(),
        "It is 3.2 ×10⁴ kg on the 4th, not 14, and h^{3/2}.\n- Quay: The wall.\n- Basin: The water.\n- Else."
    );
}

#[test]
fn a_paper_keeps_its_structure_without_its_commands() {
    let reading = read(
        "\\documentclass[a4paper]{article}\n\\usepackage{graphicx}\n\\title{Range in \\textbf{winter}}\n\\author{Ann Reed \\and J\\\"urgen Ott}\n\
         \\begin{document}\n\\maketitle % not shown\n\\begin{abstract}\nBuses lose range.\n\\end{abstract}\n\\section{Causes}\\label{sec:causes}\n\
         The range fell by 31\\,\\% in G\\\"oteborg~\\cite[p.~3]{reed2020}, as \\emph{Fran\\c{c}ois} said\\footnote{In May.}.\n% a comment\n\n\
         It cost \\$5 --- ``too much''.\n\\begin{itemize}\n\\item East\n\\item West\n\\end{itemize}\n\
         \\begin{table}[h]\\centering\\begin{tabular}{l|r}\\hline Depot & Buses \\\\ \\hline East & 43 \\\\ West & 12 \\end{tabular}\\caption{Fleet}\\end{table}\n\
         \\begin{equation}E = mc^2\\end{equation}\n\\href{https://example.org/a}{The report} says $x_1 < 3$.\n\\end{document}\nnothing",
    );
    assert_eq!(reading.title.as_deref(), Some("Range in winter"));
    assert_eq!(reading.author.as_deref(), Some("Ann Reed, Jürgen Ott"));
    assert_eq!(
        reading.body.text(),
        "Abstract\n\nBuses lose range.\n\nCauses\n\nThe range fell by 31 % in Göteborg, as François said (In May.).\n\nIt cost $5 — “too much”.\n\
         - East\n- West\n\nDepot | Buses\nEast | 43\nWest | 12\n\nFleet\n\nE = mc^2\n\nThe report says x_1 < 3."
    );
    assert_eq!(reading.links[0].address, "https://example.org/a");
}

#[test]
fn numbered_items_keep_their_numbers_and_a_long_table_its_head_once() {
    let reading = read(
        "\\begin{document}\n\\begin{enumerate}\n\\item Dig\n\\begin{itemize}\n\\item Sand\n\\end{itemize}\n\\item Build\n\\end{enumerate}\n\n\
         \\begin{longtable}[]{@{}lr@{}}\\toprule Port & Quays \\\\ \\midrule\\endfirsthead\n\\toprule Port & Quays \\\\ \\midrule\\endhead\n\
         \\multicolumn{2}{r}{Continued on the next page} \\\\ \\endfoot\n\\bottomrule\\endlastfoot\nTarn & 2 \\\\ Bell & 3 \\\\\n\\end{longtable}\n\\end{document}",
    );
    assert_eq!(
        reading.body.text(),
        "1. Dig\n- Sand\n2. Build\n\nPort | Quays\nTarn | 2\nBell | 3"
    );
}

#[test]
fn quantities_keep_their_units_and_columns_the_names_of_their_groups() {
    let reading = read(
        "\\title{Range\\thanks{Funded.}}\\author{Kari Jensen\\textsuperscript{1} \\and {\\AA}se Berg\\\\ University}\n\\begin{document}\n\
         Buses lose \\SI{34}{\\percent} at \\qty{-15}{\\celsius}, $p \\leq 0.05$.\n\n\
         \\begin{tabular}{lrr}\\toprule City & \\multicolumn{2}{c}{Loss} \\\\ \\cmidrule(lr){2-3} & Mean & Max \\\\ \\midrule Oslo & 12 & 15 \\\\ \\end{tabular}\n\
         \\begin{equation}\\label{eq:a}E = mc^2\\end{equation}\n\\end{document}",
    );
    assert_eq!(reading.title.as_deref(), Some("Range"));
    assert_eq!(reading.author.as_deref(), Some("Kari Jensen, Åse Berg"));
    assert_eq!(
        reading.body.text(),
        "Buses lose 34 % at -15 °C, p ≤ 0.05.\n\nCity | Loss Mean | Loss Max\nOslo | 12 | 15\n\nE = mc^2"
    );
}

#[test]
fn what_is_not_closed_costs_nothing() {
    for text in [
        "\\",
        "\\section{",
        "\\begin{tabular",
        "$x",
        "\\'",
        "\\\"{",
        "\\begin{verbatim} x",
        "\\item[",
        "\\ü text",
    ] {
        let _ = read(text);
    }
    let deep = format!("{}x{}", "\\footnote{".repeat(2000), "}".repeat(2000));
    assert!(read(&deep).body.text().starts_with('('));
}
