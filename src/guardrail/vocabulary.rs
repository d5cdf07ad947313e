//! The signs that the guardrail looks for: a table, so that a new phrase is a new line.
//!
//! A pattern is a row of words. `a|b` is either, `a*` any word that begins so, `~3` up to three words between, `?a|b` a word that may be missing,
//! `@ai` whatever models are called. `^` before the first one asks that a clause begins there, as it does with an order. Points add up, each pattern
//! counts once, three are enough.

use super::Reason;

pub(super) struct Sign {
    pub(super) points: u8,
    pub(super) reason: Reason,
    pub(super) pattern: &'static str,
}

const fn order(points: u8, pattern: &'static str) -> Sign {
    Sign {
        points,
        reason: Reason::Instruction,
        pattern,
    }
}

const fn theft(points: u8, pattern: &'static str) -> Sign {
    Sign {
        points,
        reason: Reason::Exfiltration,
        pattern,
    }
}

const fn talk(points: u8, pattern: &'static str) -> Sign {
    Sign {
        points,
        reason: Reason::ModelTalk,
        pattern,
    }
}

#[rustfmt::skip]
pub(super) const SIGNS: &[Sign] = &[
    // Overriding what a model was told.
    order(3, "^ignore|disregard|forget|override|bypass|neglect|discard|overrule ~2 previous|prior|above|earlier|preceding|foregoing|your|initial|system|developer ~3 instruction*|prompt*|direction*|rule|rules|guideline*|command*|directive*|programming"),
    order(3, "^ignore|disregard|forget|override|bypass|neglect|discard ~2 all|any|every|the|these|those ~1 instruction*|prompt|prompts|direction|directions|directive* ~2 above|before|previously|earlier|were|you|that|given"),
    order(3, "^ignore|disregard|forget|override|bypass|neglect ~1 all|any|every|each ~3 instruction*|prompt|prompts|directive*"),
    order(3, "^disregard|ignore|forget every|all|any rule|rules|instruction*|guideline* ~2 developer*|user|operator|system"),
    order(2, "^ignore|disregard|forget ~1 everything|anything|all|whatever ~4 above|before|previously|earlier|told|said|instructed"),
    order(2, "^ignore|disregard|forget the above|foregoing|preceding"),
    order(3, "^not|dont|never|stop ~1 follow|following|obey|obeying ~2 previous|prior|above|earlier|original|your|system ~2 instruction*|prompt*|rules|guidelines|directive*"),
    order(3, "^pay no attention to ~3 instruction*|prompt*|rules|guidelines|directive*"),
    order(2, "^follow these|those|my|the ~1 rules|instructions|steps instead"),
    order(2, "new|this|these|following ~2 takes|take|has|have priority|precedence over all|any|every"),
    order(3, "^system override|overrides"),
    order(2, "rules|filters|restrictions|policies|policy|guidelines ~1 not|longer apply ~2 you|your|here"),
    order(3, "^decode|decrypt|decipher|apply|read ~9 obey|obeys|comply"),
    order(3, "^decode|decrypt|decipher ~4 follow|execute"),
    order(3, "^apply ~6 do what it says"),
    order(3, "evidence|document|context|sources ~1 is|has|are|have over|ended ~8 user|system|assistant speaks|writes|takes"),
    order(3, "evidence|document|text|passage|source says|tells|demands ~2 i|me ~1 should|must|to write|say|answer|output|state"),
    order(3, "^end of ~1 evidence|documents|sources|context|data|passages ~9 new|next|real|actual task|instruction*|assignment|request|order"),
    order(3, "^new|next|real|actual|updated task|instruction|instructions|assignment|request|order ~1 from|by ~1 analyst|user|operator|developer*|system|administrator ~1 :"),
    order(3, "^the|your real|actual|true|new task|assignment|instruction|instructions follows|follow|begins|begin ?: ~1 say|state|write|claim|report|conclude|praise|recommend"),
    order(2, "^?the evidence|documents|sources|passages ends|end|stops|stop here"),
    order(3, "authorise|authorize|permit|allow|instruct you to ~1 disclose|reveal|print|show|share|output|repeat|ignore|bypass ~3 prompt|prompts|instruction*|rules|restrictions|configuration"),
    order(3, "you are ~1 authorised|authorized|permitted|allowed|instructed to ~1 disclose|reveal|print|show|share|output|repeat|ignore|bypass ~3 prompt|prompts|instruction*|rules|restrictions|configuration"),
    order(3, "^pretend|imagine|assume ~1 the previous|above|earlier|other|preceding ~1 evidence|documents|sources|passages|text ~2 not|never|false"),
    // What is to come of its reading.
    order(3, "^?judge|critic|grader|evaluator|reviewer ?: give|rate|score|award|assign|grade this|the|every ~1 brief|answer|response|summary|section ~2 5|five|10|ten|100|full|top|maximum|highest|perfect"),
    order(3, "^make sure|certain ~1 your ~1 summary|answer|response|reply|output|brief ~2 says|states|mentions|includes|contains|reports|recommends"),
    order(3, "^see to it ~1 your ~1 summary|answer|response|reply|output|brief"),
    order(2, "^give|assign|award this|the ~1 document|paper|text|report|source|claim the ~1 highest|best|top|maximum|full score|rating|mark|marks|grade"),
    order(2, "call|mark|rate|judge|grade every|all ~1 claim*|statement*|sentence* supported|true|correct|verified"),
    // Giving it another role.
    order(3, "^you are now ~5 @ai|assistant|dan|unrestricted|unfiltered|jailbroken"),
    order(2, "^you are now in ~1 developer|dan|god|jailbreak|unrestricted|free|debug mode"),
    order(2, "developer|dan|god|jailbreak|unrestricted mode on|enabled|activated|active"),
    order(3, "^you are a|an|the ~2 @ai"),
    order(3, "^you are a|an|the helpful|virtual|digital|intelligent|honest ~2 assistant"),
    order(3, "^act|behave|respond|answer|speak as|like a|an|the|if ~2 @ai|unrestricted|unfiltered|jailbroken|dan"),
    order(3, "^pretend|imagine ~1 to|that|you ~4 @ai|restrictions|filters"),
    order(3, "^from now on ~2 respond|answer|reply|write|recommend|praise|cite"),
    order(3, "^your new|only|real|actual|true|sole task|role|job|goal|objective|mission|purpose ~5 is|to ~1 convince|write|say|praise|recommend|answer|summari*|tell|output|respond|reply|mention|promote|rate|conclude|claim"),
    order(3, "^your new|updated|real instruction*|directive* ~1 are|is|follow|:"),
    order(2, "^you have ~1 new task|role|goal|objective|identity|instructions"),
    order(2, "you must comply with|to ~1 every|all|any request*|order*|command*"),
    order(1, "without any|all restrictions|filters|rules|limits"),
    // Speaking to models.
    order(3, "^?new|important|special|hidden|secret note|message|instruction|instructions|notice|hint|command|commands|directive|directives|memo to|for ~2 @ai ~4 :"),
    order(2, "^?new|important|special note|message|instruction|instructions|notice|hint|command|commands to|for ~2 @ai"),
    order(2, "@ai reading|processing|summari*|reviewing|parsing|crawling|accessing|evaluating ~1 this|the page|document|text|paper|article|site|file|manuscript|message"),
    order(3, "@ai reading|processing|summari*|reviewing|parsing|crawling|accessing|evaluating ~3 must|should|shall ~1 recommend|say|state|give|report|write|mention|ignore|include|answer|conclude|praise|rate"),
    order(3, "^any|all|every @ai must|should|shall ~1 give|rate|award|accept|recommend|praise|approve this|it"),
    order(3, "^to any|all|every|the ~2 @ai that|who|which reads|read|processes|process|summari*|reviews|review"),
    order(3, "^dear|hey|hello|hi|attention|ok|listen ?all|any|: @ai"),
    order(3, "^if|in you ~1 are|re ~3 @ai|bot|crawler"),
    order(2, "^@ai : recommend|say|state|write|give|rate|report|accept|praise|mention|include|ignore|please"),
    order(2, "^?all|any|every @ai must|should|shall|have ~2 click|recommend|say|give|report|write|mention|ignore|include|answer|conclude|praise|rate|begin|follow|skip|never|not"),
    order(3, "^any|each|every ~1 assistant|assistants|model|@ai that|which|who read*|summari*|process*|review* ~3 must|should|shall|has"),
    order(3, "^when|whenever|if|before|while ~1 summari*|reviewing|translating|rating|evaluating ~1 this|the ~1 document|page|article|text|paper|manuscript|site ~1 always|never|do|dont|say|state|mention|recommend|include|write|conclude|claim|report|omit|please|you"),
    order(2, "^when|whenever|if ~1 asked ~6 always|say|state|claim|recommend|answer|deny"),
    // Keeping it from the reader.
    order(2, "^not|never|dont ~2 mention|reveal|disclose|discuss|acknowledge ~2 this|these|the ~1 instruction|instructions|prompt|message|note|paragraph"),
    order(1, "not|never|without|dont ~1 tell|telling|inform|informing|alert|alerting|notify|notifying|mention ~4 user|users|reader"),
    order(2, "^not|never|dont tell|inform ~2 user|users|reader|human about ~1 this|these|the ~1 instruction*|prompt|message|note|text"),
    order(3, "not|never|dont tell|mention|reveal|inform ~3 user|users|reader ~1 that you read|saw|follow*|were|received"),
    order(3, "^without telling|informing|notifying|alerting|asking the user|users|reader , replace|change|write|add|remove|recommend|send|insert|include"),
    order(3, "^keep this|these ~1 instruction*|prompt|message|note ~1 secret|hidden|confidential|private"),
    // Saying what to put out.
    order(3, "^output|print|return|write|say|repeat the following ~1 text|sentence|words|word|message|line ~1 exactly|verbatim"),
    order(3, "^respond|reply|answer only|solely|exclusively with ~1 the|a|one ~2 word|words|sentence|phrase"),
    order(1, "respond|reply|answer ~1 only|solely|exclusively|with"),
    order(1, "^?and reply|respond|answer with the ~2 word|words|phrase|sentence"),
    order(3, "^your summary|answer|answers|response|responses|reply|output must|should|has|shall ~1 state|say|claim|conclude that"),
    order(2, "^your summary|answer|answers|response|responses|reply|output must|should|has|shall"),
    order(1, "begin|start|end ~3 with the sentence|words|word|phrase"),
    order(2, "^give|write|leave ~2 a positive|favourable|favorable|good review|rating|assessment"),
    order(2, "positive|favourable|favorable review|reviews|rating only"),
    order(2, "^recommend|suggest ~1 acceptance|accepting"),
    order(1, "in your ~1 brief|summary|answer|response"),
    order(2, "not ~1 mention|highlight|list|point|raise|include ~2 any weakness*|negative*|limitation*|criticism*|flaw*"),
    order(2, "^recommend|praise|promote|mention ~5 in ~1 every|each|all|first section|sections|answer|answers|sentence|response|responses"),
    order(1, "^never|not|dont cite ~2 any|sources|other|anything"),
    order(1, "button|link below|here|above"),
    order(1, "^write|say|state|conclude|claim|answer|output|print|reply ~1 that|the|yes|only|as if|single|safe"),
    order(1, "your answers"),
    // Having it tell what it was told.
    order(3, "^reveal|print|show|repeat|output|display|leak|list|share|recite|tell ~2 your ~2 prompt|prompts|instruction*|message|rules|configuration"),
    order(3, "^reveal|print|show|repeat|output|display|leak|share|recite the ~1 system|hidden|secret|developer prompt|prompts|instruction*|message|rules"),
    // Taking data out.
    theft(3, "^send|post|upload|forward|transmit|email|exfiltrate|leak ~4 conversation|chat|history|password*|credentials|prompt|secrets|users ~6 http|https|url|address"),
    theft(3, "append|attach|add|encode ~3 users|user|conversation|question|answer ~8 http|https|url|link"),
    theft(3, "^fetch|visit|open|load|download ~1 http|https ~14 follow|execute|obey|run ~2 instructions|steps|commands"),
    theft(2, "encode ~4 base64"),
    // What models say of themselves.
    talk(3, "as an|a ?large @ai ?, i"),
    // The same in other languages.
    order(3, "^ignoriere|ignorier|ignorieren|vergiss|vergesst|vergessen|missachte|missachten ~4 anweisung|anweisungen|instruktionen|vorgaben|regeln|befehle"),
    order(3, "^du bist jetzt|nun ein|eine ~3 assistent|assistentin|modell|ki|chatbot"),
    order(3, "^ignorez|ignore|oubliez|oublie ~4 instructions|consignes|directives|règles"),
    order(3, "^ignora|ignore|ignorad|olvida|olvide|olvidad ~4 instrucciones|indicaciones|órdenes|reglas"),
    order(3, "^ignora|ignorate|ignori|dimentica|dimenticate ~4 istruzioni|indicazioni|regole|comandi"),
    order(3, "^ignore|ignora|ignorem|esqueça|esquece ~4 instruções|orientações|regras|comandos"),
    order(3, "^negeer|vergeet ~4 instructies|aanwijzingen|regels|opdrachten"),
    order(3, "^ignorera|glöm ~4 instruktioner|anvisningar|regler"),
    order(3, "^zignoruj|zignorujcie|ignoruj|zapomnij ~4 polecenia|instrukcje|poleceń|instrukcji|zasady"),
    order(3, "^игнорируй|игнорируйте|проигнорируй|проигнорируйте|забудь|забудьте ~4 инструкции|указания|команды|правила"),
    order(3, "^ігноруй|ігноруйте|забудь|забудьте ~4 інструкції|вказівки|команди|правила"),
    order(3, "^önceki ~1 talimatları|talimatlarını|komutları ~2 yok|unut|görmezden|dikkate"),
    order(3, "^تجاهل|انس ~2 التعليمات|تعليمات|الأوامر|الإرشادات"),
    order(3, "निर्देशों|निर्देश ~4 अनदेखा|नज़रअंदाज़|भूल"),
];

/// Phrases of scripts that are written without spaces between words: the order, then what it is about, within a few characters.
#[rustfmt::skip]
pub(super) const UNSPACED: &[(&[&str], &[&str])] = &[
    (&["请忽略", "請忽略", "忽略", "无视", "無視", "忘记", "忘記"], &["所有指令", "的指令", "所有指示", "的指示", "的所有指令", "的所有指示", "提示词", "系统提示"]),
    (&["これまでの", "以前の", "上記の", "前の"], &["指示をすべて無視", "指示を無視", "命令を無視", "指示をすべて忘れ", "指示を忘れ"]),
    (&["이전", "위의", "앞의"], &["지시를 무시", "지시사항을 무시", "명령을 무시", "지침을 무시"]),
    (&["ละเว้น", "เพิกเฉย"], &["คำสั่ง", "คำแนะนำ"]),
];

/// Marks by which models are told who speaks, and calls of tools; in lower case. No text that is meant for people has them.
#[rustfmt::skip]
pub(super) const MARKERS: &[&str] = &[
    "<|im_start|>", "<|im_end|>", "<|im_sep|>", "<|system|>", "<|user|>", "<|assistant|>", "<|end|>", "<|endoftext|>", "<|eot_id|>", "<|start_header_id|>",
    "<|end_header_id|>", "<|begin_of_text|>", "<|channel|>", "<|message|>", "[inst]", "[/inst]", "<<sys>>", "<</sys>>", "<start_of_turn>", "<end_of_turn>",
    "<tool_call>", "</tool_call>", "<function_calls>", "<function_call>", "<tool_use>", "<tool_result>", "</system>", "</assistant>",
    "</evidence>", "</documents>", "</passage>", "</passages>",
    "### instruction:", "### system:", "### response:", "### human:", "### assistant:", "-----evidence", "-----end evidence", "-----begin evidence",
];

/// What prose about instructions speaks of; words that begin so count too.
#[rustfmt::skip]
pub(super) const FRAMING: &[&str] = &[
    "attack", "inject", "jailbreak", "adversar", "payload", "exploit", "malicious", "researcher", "study", "studies", "paper", "tested", "showed", "reported", "report",
    "phrase", "example", "sentence", "wrote", "said", "reads", "told", "tells", "contain", "placed", "imperative", "grammar", "benchmark", "dataset", "leaked",
    "vulnerab", "security", "mitigat", "defen", "teams", "phish", "tokeniz", "tokenis", "template", "token", "listing", "scanner", "format", "delimiter", "markup", "documentation", "survey",
    "forscher", "angriff", "angreifer", "chercheurs", "attaque", "ataque",
];

/// What models are called: words that stand alone, and kinds of agents that need the word before them.
pub(super) const MODELS: &[&str] = &[
    "ai", "ais", "llm", "llms", "chatgpt", "gpt", "chatbot", "chatbots",
];
#[rustfmt::skip]
pub(super) const AGENTS: &[&str] = &[
    "assistant", "assistants", "agent", "agents", "model", "models", "system", "systems", "reviewer", "reviewers", "bot", "bots", "summarizer", "summariser", "summarizers",
];
/// After the word, it is about people and things that have to do with models.
#[rustfmt::skip]
pub(super) const NO_AGENTS: &[&str] = &[
    "company", "companies", "researcher", "researchers", "engineer", "engineers", "developer", "developers", "provider", "providers", "user", "users", "startup", "vendor",
    "student", "team", "expert", "firm", "lab", "use", "act", "strategy", "policy", "era", "ethics", "safety", "research", "in", "and", "literacy", "regulation", "training",
    "chip", "chips", "industry", "market", "tools", "tool", "governance", "adoption", "scientist", "office",
];

/// Where a sentence of a brief must not come from: it speaks to a model or about such speaking.
#[rustfmt::skip]
pub(super) const MENTIONS: &[&str] = &[
    "ignore previous", "ignore all", "ignore any", "ignore the above", "ignore the previous", "ignore your", "disregard previous", "disregard all", "disregard the above",
    "disregard any", "previous instructions", "prior instructions", "system prompt", "you are an ai", "you are a language model", "you are chatgpt", "you are a helpful",
    "as an ai", "as a language model", "<|", "[inst]", "### instruction", "new instructions", "do not tell the user", "do not mention this", "your instructions",
    "respond only with", "reply only with", "you must now", "act as a", "pretend to be", "summarize this document as", "when summarizing", "when summarising",
    "ai assistant reading", "language models reading",
];

/// What pages say about themselves, in lower case.
#[rustfmt::skip]
pub const FURNITURE: &[&str] = &[
    "cookie", "subscribe", "unsubscribe", "newsletter", "all rights reserved", "copyright ©", "© 20", "click here", "sign up", "log in", "login", "privacy policy",
    "terms of use", "terms of service", "terms and conditions", "share this", "read more", "back to top", "skip to", "follow us", "view comments", "advertisement",
    "leave a comment", "related articles", "table of contents", "last updated", "last modified", "page intentionally", "licensed under", "creative commons",
    "all errors are", "the authors declare", "conflict of interest statement", "acknowledg", "corresponding author", "enable javascript", "your browser",
    "download the", "contact us", "press contact", "media contact", "for more information", "to learn more", "find out more", "for more details", "for details see",
];

/// What nothing but furniture says; each counts twice.
#[rustfmt::skip]
pub(super) const NOTHING_ELSE: &[&str] = &[
    "we use cookies", "uses cookies to", "use of cookies", "accept all", "reject all", "cookie settings", "cookie policy", "manage preferences", "manage cookies", "cookie preferences",
    "we value your privacy", "by continuing to use", "by clicking", "subscribe to our", "our newsletter", "our free newsletter", "delivered to your inbox", "enter your email", "unsubscribe at any time",
    "follow us on", "sign up for our", "share on", "share this", "back to top", "skip to main content", "leave a comment", "already a subscriber", "log in to continue",
    "please enable javascript", "enable javascript", "never miss", "book a demo", "read more", "view comments", "page intentionally left blank", "page is intentionally left blank", "email this article",
    "wir verwenden cookies", "alle akzeptieren", "datenschutzerklärung", "impressum", "nous utilisons des cookies", "tout accepter", "usamos cookies", "utilizamos cookies", "aceptar todo",
];

/// Alone in a block, these are all there is to it.
pub(super) const ALONE: &[&str] = &[
    "advertisement",
    "read more",
    "loading",
    "menu",
    "share",
    "print",
    "back to top",
    "skip to content",
    "related articles",
    "anzeige",
    "publicité",
];

/// Entries of menus.
#[rustfmt::skip]
pub(super) const MENU: &[&str] = &[
    "home", "about", "about us", "products", "services", "solutions", "pricing", "resources", "news", "blog", "careers", "jobs", "contact", "contact us", "log in", "login",
    "sign in", "sign up", "register", "search", "menu", "help", "faq", "support", "privacy", "privacy policy", "terms", "terms of use", "terms of service", "imprint", "sitemap",
    "my account", "account", "basket", "cart", "checkout", "shop", "subscribe", "newsletter", "facebook", "twitter", "x", "linkedin", "instagram", "youtube", "rss", "copy link",
    "print", "email", "share", "read more", "back to top", "leave a comment", "related articles", "next", "previous", "skip to main content", "skip to content", "book a demo",
    "press", "media", "events", "investors", "accessibility", "cookie settings", "cookies", "legal", "startseite", "über uns", "kontakt", "impressum", "datenschutz", "suche",
    "anmelden", "accueil", "contactez nous", "mentions légales", "inicio", "contacto", "aviso legal",
];
