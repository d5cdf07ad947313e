use proptest::prelude::*;

use super::*;
use crate::evidence::split::split;
use crate::linear::assert_linear;

fn text(table: &str) -> String {
    read(table).body.into_text()
}

#[test]
fn every_value_stands_beside_its_column() {
    let reading = read(
        "Depot,Buses,\"Cost, M€\"\nEastgate,43,\"24.8\"\n\"North\"\"side\",,\"12.5\nprovisional\"\n",
    );
    assert_eq!(
        reading.body.text(),
        "Depot: Eastgate; Buses: 43; Cost, M€: 24.8\n\nDepot: North\"side; Cost, M€: 12.5\nprovisional"
    );
    let passages = split(&reading.body);
    assert_eq!(passages[0].headings, ["rows 2-3"]);
    assert_eq!(reading.metadata["columns"], "3");
    assert_eq!(reading.warnings, [""; 0]);
}

#[test]
fn the_delimiter_is_found_and_the_head_told_from_values() {
    for (table, expected) in [
        ("a;b\n1,5;2\n2,5;3\n", "a: 1,5; b: 2"),
        ("a\tb\nx, y\t2\n", "a: x, y; b: 2"),
        ("a|b\n1|2\n", "a: 1; b: 2"),
        ("sep=;\na;b\n1;2\n", "a: 1; b: 2"),
        ("1,2,3\n4,5,6\n", "Column 1: 1; Column 2: 2; Column 3: 3"),
        (
            "2024-01-03,x\n2024-01-04,y\n",
            "Column 1: 2024-01-03; Column 2: x",
        ),
        (
            "Country,2020,2021\nFrance,5,6\n",
            "Country: France; 2020: 5; 2021: 6",
        ),
        (
            "Expense Name,2024 Cost\nFees,$7.50\nRent,$12.00\n",
            "Expense Name: Fees; 2024 Cost: $7.50",
        ),
        (
            "Line,2024-01,2024-02\nRent,5,6\nFees,7,8\n",
            "Line: Rent; 2024-01: 5; 2024-02: 6",
        ),
        (
            "North,2024 Q1\nSouth,2024 Q2\n",
            "Column 1: North; Column 2: 2024 Q1",
        ),
        (",a,b\n0,5,6\n", "Column 1: 0; a: 5; b: 6"),
        (
            "Year,Share,Share\n2020,1 %,2\n",
            "Year: 2020; Share: 1 %; Share: 2",
        ),
        (
            "red,red,tin\nnew,old,3\n",
            "Column 1: red; Column 2: red; Column 3: tin",
        ),
        ("yes,no\nyes,no\nno,yes\n", "Column 1: yes; Column 2: no"),
    ] {
        let found = text(table);
        assert_eq!(found.lines().next(), Some(expected), "{table:?}");
    }
}

#[test]
fn a_head_with_fewer_or_more_names_than_columns_names_what_it_can() {
    for (table, expected) in [
        (
            "Depot\nEast,30,7\nWest,25,9\n",
            "Depot: East; Column 2: 30; Column 3: 7",
        ),
        (
            "Depot,Buses\nEast,30,7\nWest,25,9\n",
            "Depot: East; Buses: 30; Column 3: 7",
        ),
        (
            "Depot,Buses,Lines\nEast,30\nWest,25\n",
            "Depot: East; Buses: 30",
        ),
    ] {
        assert_eq!(text(table).lines().next(), Some(expected), "{table:?}");
    }
}

#[test]
fn a_row_that_names_groups_of_columns_is_joined_to_the_names_below_it() {
    for head in [
        ",Output,,Price,\nRegion,2024,2025,2024,2025",
        "Region,Output,,Price,\n,2024,2025,2024,2025",
    ] {
        assert_eq!(
            text(&format!("{head}\nNorth,10,12,1.5,1.7\n")),
            "Region: North; Output 2024: 10; Output 2025: 12; Price 2024: 1.5; Price 2025: 1.7"
        );
    }
    let gap = "Name,,Note\nAnna,Berg,ill\nTom,Fox,well\n";
    assert!(text(gap).starts_with("Name: Anna; Column 2: Berg"));
}

#[test]
fn names_of_columns_are_found_below_lines_of_several_values() {
    for (table, expected) in [
        (
            "Data Source,World Development Indicators,\n\nLast Updated Date,2023-05-10,\n\nCountry Name,Country Code,2021,2022,\nAruba,ABW,106537,106445,\nNorway,NOR,5408320,5457127,\n",
            "Country Name: Aruba; Country Code: ABW; 2021: 106537; 2022: 106445",
        ),
        (
            "Statistics Office\nSource: survey\n\nRegion,Population\nNorth,1200\nSouth,3400\n",
            "Region: North; Population: 1200",
        ),
        (
            "Rents in Oslo,Statistics Norway,\nDistrict,Rent 2021,Rent 2022\nFrogner,15200,16100\nSagene,13900,14700\n",
            "District: Frogner; Rent 2021: 15200; Rent 2022: 16100",
        ),
        (
            ",31.12.2022,31.12.2023\nCash,(12),40\nDebt,—,(7)\n",
            "Column 1: Cash; 31.12.2022: (12); 31.12.2023: 40",
        ),
    ] {
        let found = text(table);
        assert!(
            found.lines().any(|line| line == expected),
            "{expected} in {found}"
        );
    }
    let reading = read("Rents in Oslo,Statistics Norway,\nDistrict,2021,2022\nFrogner,15,16\n");
    assert!(
        reading
            .body
            .text()
            .starts_with("Rents in Oslo: Statistics Norway\n")
    );
}

#[test]
fn groups_of_columns_are_named_whether_they_are_years_repeated_or_stand_apart() {
    for (head, expected) in [
        (
            "Region,2021,2021,2022,2022\n,Sales,Costs,Sales,Costs",
            "Region: North; 2021 Sales: 10; 2021 Costs: 4; 2022 Sales: 12; 2022 Costs: 5",
        ),
        (
            ",2021,,2022,\nDistrict,Rent,Leases,Rent,Leases",
            "District: North; 2021 Rent: 10; 2021 Leases: 4; 2022 Rent: 12; 2022 Leases: 5",
        ),
        (
            "Half,2021,,2022,\n,Sales,Costs,Sales,Costs\n,kt,%,kt,%",
            "Half: North; 2021 Sales kt: 10; 2021 Costs %: 4; 2022 Sales kt: 12; 2022 Costs %: 5",
        ),
    ] {
        let rows = "North,10,4,12,5\nSouth,20,9,22,11\nEast,7,2,8,2\n";
        assert_eq!(
            text(&format!("{head}\n{rows}")).lines().next(),
            Some(expected)
        );
    }
    // The name of a group stands above the last of its columns, and an empty one parts the groups.
    let apart = "In millions,,2023,,,2022\n,Sales,Costs,,Sales,Costs\n\nZone NA,12,9,,11,8\nZone EU,7,6,,5,4\n";
    assert_eq!(
        text(apart).lines().next(),
        Some("In millions: Zone NA; 2023 Sales: 12; 2023 Costs: 9; 2022 Sales: 11; 2022 Costs: 8")
    );
}

#[test]
fn a_row_that_names_what_the_one_above_it_leaves_to_a_group_is_one_of_names_whatever_the_cells_say()
{
    for (table, expected) in [
        (
            "Impairment,Participants,Results,\n,,Accuracy,Time\nBlind,5,\"34.5 %, n=1\",\"1199 s, n=1\"\nDexterity,4,\"98.3 %, n=4\",\"1672 s, n=4\"\n",
            "Impairment: Blind; Participants: 5; Results Accuracy: 34.5 %, n=1; Results Time: 1199 s, n=1",
        ),
        (
            "Impairment,Results,,Remark\n,Accuracy,Time,\nBlind,good,long,none\nDexterity,better,short,two dropped out\n",
            "Impairment: Blind; Results Accuracy: good; Results Time: long; Remark: none",
        ),
        (
            ",Before,,After,\nDepot,Roof,Floor,Roof,Floor\nHollin,slate,oak,tin,oak\nEastgate,tile,pine,tin,none\n",
            "Depot: Hollin; Before Roof: slate; Before Floor: oak; After Roof: tin; After Floor: oak",
        ),
        // A cell that reaches over both rows says the same in each.
        (
            "Impairment,Participants,Results,\nImpairment,Participants,Accuracy,Time\nBlind,5,30,1199\nDexterity,4,98,1672\n",
            "Impairment: Blind; Participants: 5; Results Accuracy: 30; Results Time: 1199",
        ),
        (
            "Name,,Note\nAnna,Berg,ill\nTom,Fox,well\n",
            "Name: Anna; Column 2: Berg; Note: ill",
        ),
    ] {
        assert_eq!(text(table).lines().next(), Some(expected), "{table}");
    }
}

#[test]
fn the_first_group_of_rows_is_no_second_row_of_names() {
    let sales =
        text("Region,Product,Units\nNorth,,\n,Apples,120\n,Pears,80\nSouth,,\n,Apples,60\n");
    assert!(
        sales.contains("North") && !sales.contains("North: South"),
        "{sales}"
    );
    let income = text(",2022,2023\nRevenue,,\nProducts,120,130\nCosts,,\nStaff,60,65\n");
    assert!(!income.contains("Revenue: Staff"), "{income}");
}

#[test]
fn a_group_does_not_reach_over_columns_that_are_none_of_it() {
    for (head, expected) in [
        (
            ",2023,,2024,,\nDepot,Sales,Costs,Sales,Costs,Remark",
            "Depot: North; 2023 Sales: 1; 2023 Costs: 2; 2024 Sales: 3; 2024 Costs: 4; Remark: late",
        ),
        (
            ",Sales,,Costs,,\nDepot,2023,2024,2023,2024,Source",
            "Depot: North; Sales 2023: 1; Sales 2024: 2; Costs 2023: 3; Costs 2024: 4; Source: late",
        ),
    ] {
        let found = text(&format!(
            "{head}\nNorth,1,2,3,4,late\nSouth,6,7,8,9,closed\n"
        ));
        assert_eq!(found.lines().next(), Some(expected));
    }
}

#[test]
fn a_last_group_that_counts_one_thing_more_names_it_too() {
    let found = text(
        "Region,2022,,2023,,\n,Buses,Trips,Buses,Trips,Share\nNorth,43,1200,51,1300,12\nSouth,12,300,14,350,8\n",
    );
    assert_eq!(
        found.lines().next(),
        Some(
            "Region: North; 2022 Buses: 43; 2022 Trips: 1200; 2023 Buses: 51; 2023 Trips: 1300; 2023 Share: 12"
        )
    );
}

#[test]
fn a_second_table_has_names_of_its_own() {
    let reading = read(
        "Depot,Buses,Trams\nEast,4,1\nWest,9,2\n\nOther lines\nLine,Stops,Riders\nA,12,300\nB,9,100\n\nC,4,20\n",
    );
    assert_eq!(
        reading.body.text(),
        "Depot: East; Buses: 4; Trams: 1\n\nDepot: West; Buses: 9; Trams: 2\n\nOther lines\n\nLine: A; Stops: 12; Riders: 300\n\nLine: B; Stops: 9; Riders: 100\n\nLine: C; Stops: 4; Riders: 20"
    );
    let passages = split(&reading.body);
    let headings: Vec<_> = passages.iter().flat_map(|one| &one.headings).collect();
    // Counted with the empty lines, as a spreadsheet does.
    assert_eq!(headings, ["rows 2-3", "rows 7-10"]);
}

#[test]
fn a_second_table_of_one_row_has_names_of_its_own() {
    assert_eq!(
        text("Town,Homes\nArden,12\n\nYear,Sum\n2023,7\n"),
        "Town: Arden; Homes: 12\n\nYear: 2023; Sum: 7"
    );
    assert_eq!(
        text("Region;Share\nNorth;12 %\nSouth;9 %\n\nPump;Output\nUpper weir;40 kW\n"),
        "Region: North; Share: 12 %\n\nRegion: South; Share: 9 %\n\nPump: Upper weir; Output: 40 kW"
    );
    assert_eq!(
        text(
            "Region,Share,Note\nNorth,50.0%,\nSouth,9%,old\n\nSecond table,,\nYear,Sum,\n2023,7,\n"
        ),
        "Region: North; Share: 50.0%\n\nRegion: South; Share: 9%; Note: old\n\nSecond table\n\nYear: 2023; Sum: 7"
    );
    // Rows of one table, with white between them.
    for table in [
        "Town,Homes\nArden,12\n\nBrekk,Unknown\nCorvo,7\n",
        "Town,Homes\nArden,12\n\nBrekk,7\n",
        "Town,Mayor\nArden,Ott\n\nBrekk,Lind\nCorvo,Sand\n",
    ] {
        assert!(text(table).contains("\n\nTown: Brekk; "), "{table}");
    }
}

#[test]
fn a_row_of_words_behind_an_empty_line_is_no_head_for_the_rows_below_it() {
    assert!(
        text(",2021,2022\nNorway,n/a,none\nSweden,3,4\nDenmark,5,6\nFinland,7,8\n")
            .starts_with("Column 1: Norway; 2021: n/a")
    );
    let found = text("Land,2021,2022\nSweden,3,4\n\nNorway,n/a,none\nDenmark,5,6\n");
    assert!(
        found.contains("Land: Norway; 2021: n/a; 2022: none\n\nLand: Denmark; 2021: 5; 2022: 6"),
        "{found}"
    );
}

#[test]
fn where_a_table_comes_from_is_not_its_title() {
    let table = "year,country,value\n2023,DE,12\n2024,FR,14\n";
    let titled = |notes: &str| read(&format!("{notes}\n{table}")).title;
    assert_eq!(titled("Source: Eurostat\nDownloaded 2024-03-01\n"), None);
    assert_eq!(
        titled("Source: Eurostat\nOutput by country\n").as_deref(),
        Some("Output by country")
    );
    assert_eq!(
        titled("Data centres by country\n").as_deref(),
        Some("Data centres by country")
    );
}

#[test]
fn notes_around_a_table_stay_sentences() {
    let reading = read(
        "Buses by depot;;\n;;\nDepot;2024;2025\nEastgate;4;9\nNorthside;1;2\nSource: operator's report.;;\n",
    );
    assert_eq!(reading.title.as_deref(), Some("Buses by depot"));
    assert_eq!(
        reading.body.text(),
        "Buses by depot\n\nDepot: Eastgate; 2024: 4; 2025: 9\n\nDepot: Northside; 2024: 1; 2025: 2\n\nSource: operator's report."
    );
    let headings: Vec<_> = split(&reading.body)
        .into_iter()
        .map(|passage| passage.headings.join("/"))
        .collect();
    assert_eq!(headings, ["", "rows 4-5", ""]);
}

#[test]
fn a_row_of_one_value_keeps_its_column_and_a_line_of_words_is_a_note() {
    let found = text("Depot,MWh,Cost\n1,40,12\n2,,\nNorthern depots,,\n3,9,4\n");
    assert_eq!(
        found,
        "Depot: 1; MWh: 40; Cost: 12\n\nDepot: 2\n\nNorthern depots\n\nDepot: 3; MWh: 9; Cost: 4"
    );
}

#[test]
fn a_label_alone_among_rows_of_labels_keeps_its_column() {
    let found =
        text("Region,Share,Note\nNorth,7,\nWest only,,\nSouth,5,old\n\nSource: the agency,,\n");
    assert_eq!(
        found,
        "Region: North; Share: 7\n\nRegion: West only\n\nRegion: South; Share: 5; Note: old\n\nSource: the agency"
    );
}

#[test]
fn a_value_with_semicolons_is_told_from_its_neighbours() {
    let found = text("Land,Jahr,Rate\n\"Hessen; Nord\",2024,7\nSachsen,2023,\"a;b\"\n");
    assert_eq!(
        found,
        "Land: “Hessen; Nord”; Jahr: 2024; Rate: 7\n\nLand: Sachsen; Jahr: 2023; Rate: a;b"
    );
}

#[test]
fn ragged_rows_are_read_and_told() {
    let reading = read("a,b,c\n1,2,3\n1,2\n1,2,3,4\n5,6,7\n");
    assert!(
        reading
            .body
            .text()
            .contains("a: 1; b: 2; c: 3; Column 4: 4")
    );
    assert_eq!(
        reading.warnings,
        ["2 rows have more or fewer values than there are columns (the first: row 3)"]
    );
}

#[test]
fn a_wide_row_names_its_key_in_every_part() {
    let head: Vec<String> = (0..10_000).map(|n| format!("c{n}")).collect();
    let row: Vec<String> = (0..10_000).map(|n| format!("{n}.5")).collect();
    let reading = read(&format!("{}\n{}\n", head.join(","), row.join(",")));
    let blocks = reading.body.blocks();
    assert!(blocks.len() > 50);
    for block in &blocks {
        let text = reading.body.slice(&block.span);
        assert!(text.starts_with("c0: 0.5; c"), "{text}");
        assert!(text.len() < 2 * LONG_ROW);
    }
    assert!(reading.body.text().contains("c9999: 9999.5"));
}

#[test]
fn every_column_of_a_very_wide_table_has_its_name() {
    let line =
        |value: &dyn Fn(usize) -> String| (0..10_000).map(value).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = (0..3).map(|row| line(&|n| format!("{row}{n}"))).collect();
    let head = line(&|n| format!("measure {n}"));
    assert!(head.len() > LOOKED_AT);
    let reading = read(&format!("{head}\n{}\n", rows.join("\n")));
    assert!(reading.body.text().contains("measure 9999: 29999"));
    assert!(!reading.body.text().contains("Column"));
    assert_eq!(reading.warnings, [""; 0]);
    assert_eq!(reading.metadata["columns"], "10000");
}

#[test]
fn an_enormous_value_and_an_open_quote_are_only_long() {
    let long = "word ".repeat(200_000);
    assert!(text(&format!("a,b\n1,{long}\n2,x\n")).len() > 900_000);
    assert!(text("a,b\n1,\"never closed\n2,x\n").contains("never closed"));
    for odd in ["", "\n\n", ",,,\n,,,\n", "one", "\"", "sep="] {
        let _ = text(odd);
    }
}

#[test]
fn an_open_quotation_mark_costs_no_row_but_its_own() {
    let reading = read(
        "Depot,Buses,Note\nEastgate,43,\"never closed\nNorthside,12,fine\nSouth,9,\"two\nlines\"\n",
    );
    assert_eq!(
        reading.body.text(),
        "Depot: Eastgate; Buses: 43; Note: never closed\n\nDepot: Northside; Buses: 12; Note: fine\n\nDepot: South; Buses: 9; Note: two\nlines"
    );
    assert_eq!(
        reading.warnings,
        [
            "a quotation mark was opened and never closed, so the rows behind it were read line by line (the first: line 2)"
        ]
    );
    let to_the_end = read("a,b,c\n1,2,3\n4,\"5,6\n7,8,9\n1,2,3\n");
    assert!(
        to_the_end
            .body
            .text()
            .ends_with("a: 4; b: 5; c: 6\n\na: 7; b: 8; c: 9\n\na: 1; b: 2; c: 3"),
        "{}",
        to_the_end.body.text()
    );
    assert_eq!(to_the_end.metadata["rows"], "4");
    assert!(
        to_the_end
            .warnings
            .iter()
            .all(|warning| warning.ends_with("line 3)"))
    );
}

#[test]
fn the_only_row_below_a_title_does_not_name_columns() {
    let found = text("h1\th2\n\"v0\n\";v1\"\t\"v2\"\t\";v3\"\n");
    for value in ["v0", "v1", "v2", "v3"] {
        assert!(found.contains(value), "{found}");
    }
}

#[test]
fn prose_is_no_table() {
    assert!(!looks_like_one(
        "One, two, three\nand so it goes on,\nfor a while.\n"
    ));
    assert!(looks_like_one("a,b,c\n1,2,3\n4,5,6\n"));
}

/// A table whose values stand nowhere else, each with what may be put into it by a slip; and the values below its first row, which may be its head.
fn table() -> impl Strategy<Value = (Vec<String>, String)> {
    let slips = vec![
        "",
        "",
        "",
        "\"",
        "'",
        ",",
        ";",
        "\n",
        "\"\"",
        "\t",
        "\u{1b}[2J",
        "|",
        "\r",
        "\0",
    ];
    let row = prop::collection::vec(prop::sample::select(slips), 1..6);
    let rows = prop::collection::vec((row, any::<bool>()), 2..20);
    let delimiter = prop::sample::select(vec![",", ";", "\t", "|"]);
    (rows, delimiter).prop_map(|(rows, delimiter)| {
        let (mut below, mut text) = (Vec::new(), format!("h1{delimiter}h2\n"));
        for (at, (row, is_quoted)) in rows.into_iter().enumerate() {
            let cells: Vec<String> = row
                .into_iter()
                .enumerate()
                .map(|(column, slip)| {
                    let value = format!("v{at}x{column}z");
                    let cell = format!("{slip}{value}");
                    // This row may be a head, too.
                    if at > 0 {
                        below.push(value);
                    }
                    if is_quoted {
                        format!("\"{}\"", cell.replace('"', "\"\""))
                    } else {
                        cell
                    }
                })
                .collect();
            text.push_str(&cells.join(delimiter));
            text.push('\n');
        }
        (below, text)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_value_of_a_table_is_lost_whatever_slipped_into_it((values, table) in table()) {
        let found = text(&table);
        for value in values {
            prop_assert!(found.contains(&value), "{value} of {table:?} in {found:?}");
        }
    }

    #[test]
    fn no_table_breaks_the_reader(table in "([a-z0-9\",;|\t\r\n\\x00\u{feff}é ]|\\PC){0,200}") {
        read(&table);
        looks_like_one(&table);
    }
}

#[test]
fn tables_of_many_columns_cost_linear_time() {
    let wide = |columns: usize| {
        let row = |value: &dyn Fn(usize) -> String| {
            let values: Vec<String> = (0..columns).map(value).collect();
            values.join(",") + "\n"
        };
        let groups = row(&|at| {
            if at % 2 == 0 {
                format!("Group {at}")
            } else {
                String::new()
            }
        });
        groups + &row(&|at| format!("Name {at}")) + &row(&|at| at.to_string())
    };
    assert_linear("grouped columns", 5_000, wide, |text| drop(read(text)));
    let plain = |columns: usize| {
        let names: Vec<String> = (0..columns).map(|at| format!("Name {at}")).collect();
        names.join(",") + "\n" + &"1,".repeat(columns - 1) + "1\n"
    };
    assert_linear("columns", 5_000, plain, |text| drop(read(text)));
}
