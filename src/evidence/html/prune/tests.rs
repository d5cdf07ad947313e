use super::*;

#[test]
fn furniture_is_known_by_its_name_and_by_its_words() {
    for (text, furniture) in [
        ("Advertisement", true),
        ("Read more: Tencent profit falls", true),
        ("Subscribe to our newsletter", true),
        ("Related", true),
        ("Related costs rose to 6 euros.", false),
        ("Source: 12 of the operators.", true),
        (
            "Related costs rose by a tenth in the second year, the operator wrote in its report.",
            false,
        ),
        ("Sharing the depot saves money.", false),
        (
            "Advertisements for the line were placed in twelve towns and cost more than the buses.",
            false,
        ),
    ] {
        assert_eq!(is_opening(text), furniture, "{text}");
    }
}

#[test]
fn a_link_to_more_goes_and_its_paragraph_stays() {
    let article = Document::fragment(
        "<div><p>Formats the range in winter with the given number of places. <a href=/f>Read more</a></p><p><a href=/m>Read more</a></p></div>",
    );
    after(&article);
    assert_eq!(
        article.root().text().trim(),
        "Formats the range in winter with the given number of places."
    );
}

#[test]
fn short_paragraphs_with_a_date_stay_in_scripts_without_spaces() {
    for text in [
        "<p>港口局于2024年5月4日正式启用第二码头。</p><p>居民担心噪音。</p>",
        "<p>第二埠頭は2024年5月に開かれた。</p><p>費用は三千万ユーロ。</p>",
        "<p>该公司在2014年收购了这家人工智能公司，并开发出一款能够用自己的记忆学习新知识的计算机。</p>",
    ] {
        let article = Document::fragment(format!("<div>{text}</div>"));
        after(&article);
        assert_eq!(
            article.select("p").length(),
            text.matches("<p>").count(),
            "{text}"
        );
    }
    let article = Document::fragment("<div><p>王芳 2024年5月4日</p><p>居民担心噪音。</p></div>");
    after(&article);
    assert_eq!(article.root().text().trim(), "居民担心噪音。");
}

#[test]
fn a_lead_with_marks_of_references_is_no_label() {
    let article = Document::fragment(
        "<div><p><b>Tram 7</b> is a line in the city<sup>[1]</sup>. It is long and was opened in 1998.<sup><a href=#>[2]</a></sup></p><p>Opened 1998</p></div>",
    );
    after(&article);
    assert_eq!(
        article.root().text().to_string(),
        "Tram 7 is a line in the city[1]. It is long and was opened in 1998.[2]"
    );
}

#[test]
fn a_thread_keeps_its_comments_and_an_article_has_none() {
    let comment = |n: u8| {
        format!(
            "<div class=comment><p>The pump number {n} stops when the gauge sends nothing, and nobody knows why.</p></div>"
        )
    };
    let comments: String = (1..6).map(comment).collect();
    let read = |above: &str| {
        let page = Document::from(format!("<body><h1>Crash</h1>{above}{comments}</body>"));
        before(&page);
        page.body().unwrap().text().matches("nobody knows").count()
    };
    assert_eq!(read(""), 5);
    assert_eq!(read("<p>It stops.</p>"), 5);
    let prose = "<p>The pump of the upper weir was built in 1931 and has stopped twice since then, in a flood.</p>";
    assert_eq!(read(prose), 0);
}

#[test]
fn a_short_sentence_that_begins_with_by_is_no_byline() {
    let lines = [
        "By then, nobody was left.",
        "By law, nobody may fish.",
        "Von Borr kam niemand.",
    ];
    for line in lines {
        let article = Document::fragment(format!("<div><p>{line}</p></div>"));
        after(&article);
        assert_eq!(article.root().text().trim(), line);
    }
    for line in ["By Ada Penrose.", "Von Anna Groß"] {
        let article = Document::fragment(format!("<div><p>{line}</p></div>"));
        after(&article);
        assert_eq!(article.root().text().trim(), "");
    }
}

#[test]
fn a_short_sentence_with_a_year_is_no_line_of_who_and_when() {
    let left = |line: &str| {
        let article = Document::fragment(format!("<div><p>{line}</p></div>"));
        after(&article);
        article.root().text().trim().to_owned()
    };
    for line in [
        "Twelve people died in 2023.",
        "Sales fell in 2023.",
        "“Sales fell in 2023.”",
        "In 2023 sales fell.",
        "Profit: 4 million in 2023",
        "Die Preise stiegen 2023.",
        "Die Preise stiegen 2023",
        "The mill closed in 1931.",
        "Pensioners exempt since 2019",
        "It ends in May 2025.",
        "30 September 2025.",
        "Deadline: 30 September 2025",
        "No ferry ran in 2020!",
    ] {
        assert_eq!(left(line), line);
    }
    for line in [
        "3 March 2022",
        "Mara Lind, 3 March 2022",
        "Mara Lind, 3 March 2022.",
        "Mara Lind | senior reporter | 3 March 2022",
        "Published 3 March 2022",
        "Published on 3 March 2022.",
        "Last updated on 3 March 2022, 10:15",
        "12 mars 2021",
        "Oslo, Tuesday 12 May 2020 at 10 am",
        "By Mara Lind, 2022.",
        "3 March 2022 by admin",
        "Updated: 3:42 PM EST Mar 3, 2019",
    ] {
        assert_eq!(left(line), "", "{line}");
    }
    // Below text nothing is such a line.
    let prose = "<p>The council bought the old mill and will let it to the club.</p>";
    let article = Document::fragment(format!(
        "<div>{prose}{prose}<p>Prices 2023</p>{prose}</div>"
    ));
    after(&article);
    assert!(article.root().text().contains("Prices 2023"));
}

#[test]
fn a_box_of_figures_in_an_article_stays_and_one_that_leads_elsewhere_goes() {
    let prose = "<p>The town closed the old bridge in the spring, as its piers had moved, and nobody knows yet what a new one will cost or when it comes.</p>".repeat(4);
    let read = |aside: &str| {
        let page = Document::from(format!(
            "<body><article><h1>Bridge</h1>{prose}<aside>{aside}</aside></article></body>"
        ));
        before(&page);
        page.body().unwrap().text().contains("9,000")
    };
    assert!(read(
        "<h3>In figures</h3><p>The bridge weighs 9,000 tonnes and carries 12,000 cars.</p>"
    ));
    assert!(!read(
        "<a href=/b>The bridge weighs 9,000 tonnes and carries 12,000 cars.</a>"
    ));
    assert!(!read(
        "<p>Join 9,000 readers of our letter.</p><form><input></form>"
    ));
}

#[test]
fn a_caption_that_the_text_counts_stays_and_one_of_a_picture_goes() {
    let prose = "The pilot buses lost a third of their range in January, and the operator sent two diesel buses to help out on the longest of the routes in the hills.";
    let article = Document::fragment(format!(
        "<div><p>{prose}</p><figure><img src=a.png><figcaption>Figure 2: Range by month</figcaption></figure>\
         <figure><img src=b.png><figcaption>Figures of speech. Photo: A. Penrose</figcaption></figure>\
         <figure><table><tr><td>1</table><figcaption>All of it</figcaption></figure><p>The second winter was milder.</p></div>"
    ));
    after(&article);
    let text = article.root().text();
    assert!(
        text.contains("Figure 2: Range") && text.contains("All of it"),
        "{text}"
    );
    assert!(!text.contains("Penrose"), "{text}");
}

#[test]
fn stories_whose_parts_are_named_for_sharing_are_not_lost() {
    let prose = "The pilot buses lost a third of their range in January, and the operator sent two diesel buses to help out on the longest of the routes in the hills. ";
    let story = format!(
        "<article><div class=body-share-wrapper><p>{}</p></div></article>",
        prose.repeat(2)
    );
    let page = Document::from(format!("<body>{}</body>", story.repeat(5)));
    before(&page);
    assert_eq!(
        page.body().unwrap().text().matches("pilot buses").count(),
        10
    );
}

#[test]
fn markup_that_a_browser_saved_as_text_is_no_text() {
    let prose = "The pilot buses lost a third of their range in January, and the operator sent two diesel buses to help out on the longest of the routes in the hills.";
    let pixel = format!(
        "&lt;p style='top:-999em'&gt;&lt;img src='https://example.org/{}'&gt;&lt;/p&gt;",
        "a".repeat(200)
    );
    let picture = format!("&lt;p&gt;{prose}&lt;/p&gt;");
    let page = Document::from(format!(
        "<body><p>First.</p><noscript>{pixel}</noscript><noscript>{picture}</noscript></body>"
    ));
    before(&page);
    assert_eq!(
        page.body().unwrap().text().to_string(),
        format!("First.{prose}")
    );
}

#[test]
fn signs_that_lead_to_a_place_and_keys_to_edit_it_are_no_text() {
    let page = Document::from(
        "<body><h2>Range<a href='#range'>¶</a></h2><h2>Trams<span class=mw-editsection>[<a href='/w?action=edit'>edit</a>]</span></h2><p>A <a href='#s'>+</a> B</p></body>",
    );
    before(&page);
    let text = page.body().unwrap().text().to_string();
    assert_eq!(text, "RangeTramsA + B");
}

#[test]
fn what_stands_between_paragraphs_goes_and_the_paragraphs_stay() {
    let prose = "The pilot buses lost a third of their range in January, and the operator sent two diesel buses to help out on the longest of the routes in the hills.";
    let article = Document::fragment(format!(
        "<div><p>By Ada Penrose, 9 January 2026</p><p>{prose}</p><p><a href=/x>SEVEN BUSES THAT WILL SURPRISE YOU</a></p><h2>Related</h2>\
         <ul><li><a href=/a>One link</a></li><li><a href=/b>Another link</a></li></ul><p>The second winter was milder.</p>\
         <ul><li>A first finding</li><li>A second finding with <a href=/s>its source</a></li></ul></div>"
    ));
    after(&article);
    let text = article.md(None).to_string();
    for gone in ["Penrose", "SURPRISE", "Another link", "Related"] {
        assert!(!text.contains(gone), "{gone}: {text}");
    }
    assert!(text.contains(prose) && text.contains("The second winter"));
    assert!(text.contains("A second finding"));
}

#[test]
fn a_paragraph_that_begins_as_furniture_does_and_states_something_stays() {
    for text in [
        "You may also appeal to the tribunal within 28 days of the notice, which suspends the payment.",
        "See also section 12 of the Road Act, under which a vehicle may be towed after two days.",
        "Photo: a crane that fell on the quay on Sunday killed 2 workers of the harbour.",
        "Listen to the seals in the bay, of which there were 410 in the spring.",
        "All rights reserved to the crown were ended by the parliament of that year.",
    ] {
        let article = Document::fragment(format!(
            "<div><p>The pilots of the lower Ahle handled 3,410 ships in 2025.</p><p>{text}</p></div>"
        ));
        after(&article);
        assert!(article.root().text().contains(text), "{text}");
    }
    for furniture in [
        "You may also like",
        "Photo: A. Roe for the agency, on the quay on Sunday in the rain.",
        "Listen to the whole of this talk in our podcast on the harbour.",
        "Sign up here and get the news of the week in your inbox.",
        "See also: <a href=/a>The dam that failed at Holm in the spring, and who had built it</a>.",
    ] {
        let article = Document::fragment(format!(
            "<div><p>The pilots of the lower Ahle handled 3,410 ships in 2025.</p><p>{furniture}</p></div>"
        ));
        after(&article);
        assert_eq!(article.select("p").length(), 1, "{furniture}");
    }
}

#[test]
fn a_section_whose_name_is_made_of_its_heading_is_text_and_not_what_the_name_says() {
    let page = |name: &str, heading: &str, inner: &str| {
        Document::from(format!(
            "<html><body><main><section id=summary><h2>Summary</h2><p>The pilots of the lower Ahle handled 3,410 ships in 2025, said the harbour master.</p>\
             <p>It was more than in the year before, when 3,208 ships were taken up the river to the lock.</p></section>\
             <section id={name}><h2>{heading}</h2>{inner}</section>\
             <section id=outlook><h2>Outlook</h2><p>Eleven pilots will be promoted to first class in 2027, three of them women, after an examination.</p></section></main></body></html>"
        ))
    };
    let told = "<p>On 41 days the pilots could not work because of ice, and nine barges ran aground at the bend.</p>";
    for (name, heading) in [
        ("social-costs", "3.1 Social costs"),
        ("related-work", "Related work"),
        ("comments-of-the-parties", "Comments of the parties"),
        ("recommendations", "Recommendations"),
    ] {
        let page = page(name, heading, told);
        before(&page);
        assert!(page.root().text().contains("barges"), "{name}");
    }
    let links =
        "<p><a href=/a>Nine barges ran aground</a></p><p><a href=/b>Ice on the river Ahle</a></p>";
    for (name, heading, inner) in [
        ("related", "Related", links),
        ("comments", "Comments", told),
        ("related", "More of the harbour", told),
    ] {
        let page = page(name, heading, inner);
        before(&page);
        assert!(!page.root().text().contains("barges"), "{name} {heading}");
    }
}
