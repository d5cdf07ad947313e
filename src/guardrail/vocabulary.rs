//! The signs that the guardrail looks for: a table, so that a new phrase is a new line.
//!
//! A pattern is a row of words. `a|b` is either, `a*` any word that begins so, `~3` up to three words between, `?a|b` a word that may be missing,
//! `@ai` whatever models are called, `@say` and other words of [`CLASSES`] any of a class. `^` before the first one asks that a clause begins there, as it does with an order. Points add up, each pattern
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
    order(3, "^ensure|make ~2 your ~1 summary|answer|response|reply|output|brief|conclusion ~2 says|states|mentions|includes|contains|reports|recommends|concludes"),
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
    order(3, "^your new|only|real|actual|true|sole|replacement task|role|job|goal|objective|mission|purpose|assignment ~5 is|to|: ~1 convince|write|say|praise|recommend|answer|summari*|tell|output|respond|reply|mention|promote|rate|conclude|claim|explain|describe|sell|argue"),
    order(3, "^your new|updated|real instruction*|directive* ~1 are|is|follow|:"),
    order(2, "^you have ~1 new task|role|goal|objective|identity|instructions"),
    order(2, "you must comply with|to ~1 every|all|any request*|order*|command*"),
    order(1, "without any|all restrictions|filters|rules|limits"),
    // Speaking to models.
    order(3, "^?new|important|special|hidden|secret note|message|instruction|instructions|notice|hint|command|commands|directive|directives|memo|reminder|request to|for ~2 @ai ~4 :"),
    order(2, "^?new|important|special note|message|instruction|instructions|notice|hint|command|commands to|for ~2 @ai"),
    order(2, "@ai reading|processing|summari*|reviewing|parsing|crawling|accessing|evaluating ~1 this|the page|document|text|paper|article|site|file|manuscript|message"),
    order(3, "@ai reading|processing|summari*|reviewing|parsing|crawling|accessing|evaluating ~3 must|should|shall ~1 recommend|say|state|give|report|write|mention|ignore|include|answer|conclude|praise|rate"),
    order(3, "^any|all|every @ai must|should|shall ~1 give|rate|award|accept|recommend|praise|approve this|it"),
    order(3, "^to any|all|every|the ~2 @ai that|who|which reads|read|processes|process|summari*|reviews|review"),
    order(3, "^dear|hey|hello|hi|attention|ok|listen ?all|any|:|, @ai"),
    order(3, "^if|in you|youre ?are|re ?really|indeed|actually a|an|the|any|some ~1 @ai|bot|crawler"),
    order(2, "^@ai : recommend|say|state|write|give|rate|report|accept|praise|mention|include|ignore|please"),
    order(2, "^?all|any|every @ai must|should|shall|have ~2 click|recommend|say|give|report|write|mention|ignore|include|answer|conclude|praise|rate|begin|follow|skip|never|not"),
    order(3, "^any|each|every ~1 assistant|assistants|model|@ai that|which|who read*|summari*|process*|review* ~3 must|should|shall|has"),
    order(3, "^when|whenever|if|before|while ~1 summari*|reviewing|translating|rating|evaluating ~1 this|the ~1 document|page|article|text|paper|manuscript|site ~1 always|never|do|dont|say|state|mention|recommend|include|write|conclude|claim|report|omit|please|you"),
    order(2, "^when|whenever|if ~1 asked ~6 always|say|state|claim|recommend|answer|deny"),
    // Taking back what a model is to do.
    order(3, "^set|put|leave|ignore|disregard|forget|abandon|drop|discard ~1 whatever|what|everything|anything|all ~1 you were|are|have|had ~2 asked|given|instructed|assigned"),
    order(3, "^treat|regard|consider|count everything|anything|all ~4 before|above|earlier|previously|prior ~4 void|null|cancelled|canceled|obsolete|irrelevant|invalid"),
    order(3, "your ~1 previous|prior|earlier|former|old|original|initial guidance|instruction*|assignment|orders|directive*|prompt ~2 longer|cancelled|canceled|void|over|superseded|revoked|withdrawn"),
    order(3, "task|assignment|job you were|are|have ~1 given|assigned|set ~3 cancelled|canceled|void|over|superseded|revoked|withdrawn"),
    order(2, "^your job|task|role|mission|assignment ~1 no longer"),
    order(1, "^your job|task|role|mission|assignment is to ~1 summari*|sell|convince|praise|promote|persuade|recommend"),
    order(3, "^whatever|any|all ~2 instruction*|orders|guidance|directive* ~1 came|come|preceded|given|received ~4 this|these ~1 overrides|override|supersedes|supersede|replaces|replace|wins"),
    order(3, "^do|act|behave|answer ~1 as this|the document|text|page|note|passage|file|source tells|says|instructs|directs you"),
    order(2, "operator|developer*|administrator|analyst has|have ~1 changed|updated|replaced|revised|lifted your ~1 policy|policies|rules|instruction*|task|role|guidelines|restrictions|orders"),
    order(2, "^begin|start|end|stop ~1 new|real|actual|secret|hidden|system instruction*|orders|prompt"),
    order(3, "assistant|@ai ~1 should|must|shall|will ~1 stop|cease summari*|citing|following|obeying|answering|checking"),
    // What machines, or whoever sums up, are to make of this very text.
    order(3, "^?hidden|secret note|message|notice|reminder|request|instruction|instructions|word to|for ~1 machine|program|software|engine|robot|bot|model|system that|which reads|processes|summari*|digests"),
    order(1, "^for|to ~1 @ai ~2 :"),
    order(2, "^@ai instruction|instructions|directive|directives|orders ?only :"),
    order(3, "^to|for ~1 @ai writing|generating|preparing|composing|drafting|producing|condensing ~1 this|the|your ~1 brief|summary|report|answer"),
    order(3, "^as ~1 @ai ~5 , you are|must|should|have|need|shall"),
    order(3, "@ai|models|systems|tools ~1 summari*|processing|reviewing|condensing|digesting this ~2 is|are instructed|required|directed|ordered|requested|obliged to"),
    order(3, "^any|every|each|all ~1 automated|automatic|generated|@ai summary|summaries|brief|briefs|digest|abstract of|about|on ~3 must|should|shall"),
    order(3, "^whoever|whatever|anyone|anything ~3 condens*|summari*|distil*|digests ~1 this|the ~1 text|document|page|article|paper|report|filing ~5 must|should|shall ~1 state|say|write|report|omit|describe|conclude|claim|leave|present"),
    order(3, "^when|whenever|if|while|before|in ~3 summari*|condens*|paraphras*|distil* ~1 this ~2 , ~1 leave|omit|skip|drop|include|portray|present|describe|show|treat|give|ignore|avoid|refrain"),
    order(3, "^when|whenever|if|while|before|in ~2 generating|writing|preparing|creating|compiling|drafting|producing a|an|the|your|any ~1 summary|brief|report|abstract|answer|digest from|of|about ~1 this ~2 , include|state|say|mention|omit|leave|skip|portray|describe|present|write|conclude|avoid|never|always|not"),
    order(3, "^when|while|in|before ~1 preparing|writing|drafting|composing|compiling your summary|brief|digest|conclusion ~1 , you|never|always|not ~1 shall|must|should|not|mention|refer|include"),
    order(3, "^not|never|dont mention|refer|discuss|reveal|cite ~7 in|from your summary|brief|answer|output|response|reply"),
    order(3, "^make|let|have your conclusion|summary|answer|brief|output|response|verdict say|state|read|claim|recommend|conclude"),
    order(2, "^portray|present|depict|describe|frame ~6 in|as a|an|the|being ~1 positive|favourable|favorable|good|best|success|successful|leader|market|innocent|blameless|winner"),
    order(2, "essential|important|crucial|vital|mandatory|required that your summary|brief|answer|output|response|reply"),
    order(3, "your summary|brief|answer|output|response|reply ~2 contain*|include* the ~1 phrase|sentence|words|statement|code|slogan"),
    order(3, "^regardless|irrespective of ~3 question|sources|evidence|documents ~2 , conclude|say|answer|state|write|report|claim|recommend|reply"),
    order(3, "^answer|reply|respond|say|conclude|state ~6 regardless|irrespective of the|what ~1 question|sources|evidence|documents"),
    order(3, "^treat|mark|rate|consider|count|label|accept|judge ~2 claim*|statement*|assertion*|sentence* ~7 as verified|supported|proven|confirmed|established|undisputed"),
    order(3, "^give|rate|score|award|assign|grade|mark this ~1 proposal|paper|document|manuscript|submission|application|report|text|source ~3 5|five|10|ten|100|full|top|maximum|highest|perfect|high"),
    order(3, "^you are a|an|the judge|critic|grader|evaluator ~4 : give|award|rate|assign|score|grade"),
    order(3, "^ignore|disregard|discount|dismiss ~1 what the|any|all other ~1 documents|sources|passages|papers|reports say|claim|state|report"),
    order(2, "^?and|so cite|consult|trust|quote no other source|sources|document|documents|page|pages"),
    order(2, "not need|have to read|consult|check|cite|use the|any other|remaining sources|documents|passages|evidence"),
    order(2, "^this|it ~2 one|page|document|text|source|file is|alone ~2 only|sufficient|suffices|enough ~1 source|sources|, reliable|trustworthy|write|conclude|say"),
    order(3, "^not|never|dont cite|quote|use ~1 document|documents|source|sources|passage|passages 1|2|3|4|5|6|7|8|9"),
    order(2, "claim*|statement*|sentence*|figures ~1 in this ~1 file|document|text|page need|needs|require|requires|not no|need|require ~1 citation|citations|checking|verification"),
    order(3, "reader|readers|user|users|analyst ~4 must|should|may|shall not|never ~1 learn|know|see|hear|notice ~3 this|these note|message|instruction|instructions|paragraph|request"),
    order(3, "^output|print|reply|respond|answer|return|write ~1 nothing but|except ~2 word|words|phrase|sentence|string"),
    order(3, "^reveal|disclose|repeat|print|recite|copy|leak|output ~1 everything|all|anything|what ~2 said|told|given|sent|shown to you"),
    order(3, "^copy|paste|quote|include ~4 your initial|first|system|original|hidden message|prompt|instruction|instructions"),
    order(3, "^speak|write|say|report ~1 only ~1 well|good|positively|favourably|favorably of|about|on|things"),
    order(2, "is|are addressed|directed|intended to|at|for ~1 @ai"),
    order(2, "human|humans ?readers can|may|should skip|ignore|disregard"),
    order(3, "directive|directives|instruction|instructions|order|orders|command from ~1 developers|makers|creators|operators of ~2 @ai|model|assistant"),
    // What it writes here, and for whom.
    order(3, "^in|for your brief|summary , ~1 call|say|state|describe|mention|include|omit|leave|skip|ignore|praise|conclude|write|present|name|use"),
    order(2, "^finish|begin|start|end|open|close|conclude|fill|shorten|change your|the summary|brief|answer|response|reply|output|conclusion|evaluation|verdict with|to|by"),
    order(3, "^?under no circumstances|event|case should|must|shall|may your summary|brief|answer|response|reply|output|conclusion|verdict"),
    order(2, "^your summary|brief|answer|response|reply|output|conclusion|evaluation|verdict|review|assessment|rating of|about|on this ~2 must|should|has|shall"),
    order(3, "^your summary|brief|answer|response|reply|output|conclusion|evaluation|verdict|review|assessment|rating ~4 must|should|has|shall ~2 positive|favourable|favorable|glowing|negative|approving|uncritical|enthusiastic"),
    order(3, "^tell|inform|advise|warn|ask|assure your user|users"),
    order(2, "^tell|inform|advise|warn|assure the user that|to"),
    order(3, "user|users|operator|analyst wants|asks|expects|requires|needs|likes you to ~1 ignore|forget|delete|drop|write|say|state|skip|praise|recommend|stop|conclude|leave|trust"),
    order(3, "^for the purpose|purposes of this task|answer|summary|brief|conversation|question , ~1 assume|pretend|suppose|treat|ignore|consider"),
    order(3, "^not|never|dont verify|check|question|doubt|dispute ~2 claim|claims|figures|statements|numbers|facts|assertions"),
    order(2, "you have|are ~1 been|hereby|now ~1 reassigned|repurposed|reconfigured|reprogrammed|upgraded|freed|released|unlocked"),
    order(1, "^praise|promote|endorse|recommend|advertise|sell"),
    order(3, "this|these ~1 page|document|text|note|passage|file|paragraph|message|instruction|instructions overrides|override|replaces|replace|supersedes|supersede|outranks|outrank ~1 system|your|original|initial|developer prompt|prompts|instruction*|rules|guidelines|directive*"),
    order(2, "instructions|prompt|directions you received|got|had are|is|were|was ~1 outdated|obsolete|wrong|void|withdrawn|old"),
    order(2, "^drop|abandon|lose|leave|give ~2 neutral|objective|balanced|critical|impartial tone|stance|voice|view|attitude"),
    order(2, "^ignore|disregard|delete|discard|remove|distrust|dismiss ~1 all|any|the other|remaining sources|passages|evidence"),
    order(2, "^all|any|every|the ~1 other|remaining sources|documents|passages are|is|count|counts|must|should ~2 forged|fake|false|nothing|void|ignored|worthless|untrustworthy|lies"),
    order(1, "other|remaining sources are|is|count ~1 forged|fake|false|nothing|void|worthless|untrustworthy"),
    order(3, "^hey|dear|hello|hi|attention|ok|listen ~2 model|bot|assistant|machine|robot|summari* ~1 , ~1 skip|ignore|forget|say|write|accept|praise|recommend|give|rate|mention|omit|leave|conclude|report|state|please|kindly|you"),
    order(3, "^assistant|model|bot , ~1 please|kindly|now|disregard|ignore|forget|write|say|skip"),
    order(3, "^@ai : ~1 quote|cite|repeat|copy|trust|use|skip|omit|conclude|treat|describe|call|never|always|not"),
    order(3, "@ai that|which|who ~1 reads|read|cites|cite|uses|use|processes|finds|sees|meets|encounters|quotes ~1 this|the|it ~2 must|should|shall|has|have|needs"),
    order(2, "^~1 your ~1 verdict|verdicts|instructions|prompt|output|reply"),
    order(1, "in|into|to|of the brief|summary|answer|reply"),
    order(2, "instead|place of the brief|summary|answer|evidence|task"),
    order(1, "^write|compose|make|tell|sing ~2 poem|song|story|joke|haiku"),
    order(2, "claim|claims ~2 to|as supported|verified|true"),
    order(3, "your next|final|only ~1 reply|answer|response|output|message must|should|shall"),
    order(3, "^rank|rate|place|put|weigh|value|trust|prefer this ~1 document|source|page|text|passage above|over|before|higher"),
    order(3, "i am|was ~1 developer|creator|maker|administrator|operator|owner of this|the|your ~1 @ai|assistant|model|system ~1 i order|command|instruct|authorise|authorize|allow|tell"),
    order(3, "^system prompt|message|instruction|instructions update|change|override|addendum"),
    order(3, "^as a|an|the ~1 @ai ~1 you"),
    order(3, "^if|when|whenever|should ~1 @ai is|are ~1 asked ~4 , ~1 it|they should|must|shall|has|have"),
    order(2, "^?any|all|every summaries|summary|briefs|abstracts of this ~1 page|document|text|article|paper|report have|has|must|should|shall|need|needs"),
    order(3, "not|never|dont let ~1 user|users|reader|readers ~1 know|see|notice|learn|find ~2 this|these|about"),
    order(2, "^to|for all|any|every ~1 @ai ~1 :"),
    order(1, "must|may|should not be ~1 shown|mentioned|cited|repeated|quoted"),
    order(3, "^in ~1 final|finished text|brief|summary|version , ~1 refer|call|describe|name|mention|praise|present|say"),
    order(2, "from|in|out|of what you write|say|answer|report"),
    order(1, "^remove|drop|omit|avoid|hide any|all|the ~1 criticism|doubt|doubts|caveat*|warning|warnings|weakness*|negative*"),
    order(2, "above|previous|earlier|preceding evidence|documents|sources|passages was|were|is|are ~1 test|fake|forged|wrong|decoy|example|false"),
    order(1, "^the real|true|actual evidence|documents|sources"),
    order(3, "^@omit ~8 from|of your summary|brief|answer|output|reply|verdict"),
    order(3, "^@say ~8 in|to your ?next|final summary|brief|output|verdict|reply"),
    order(2, "^@say ~8 in|to your ?next|final answer|answers|response|conclusion"),
    order(3, "^when|whenever|if|while|before|in|as ~2 @make ~1 the brief ~3 , ~1 @say|@omit|not|never|always|you"),
    order(3, "^when|whenever|if|while|before|in|as ~2 @make ~1 your|this summary|brief|digest|synopsis ~3 , ~1 @say|@omit|not|never|always"),
    order(3, "@ai|assistant|assistants|model|models reading|processing|seeing|summari*|digesting this ~4 must|should|shall|has|have|is|are"),
    order(3, "^rate|mark|score|judge|grade|treat|label|consider every|each|all|any ~1 claim*|statement*|sentence* ~5 this ~1 @self ~1 as ~1 true|correct|right|proven"),
    order(3, "^@omit ~1 what|everything|anything|whatever ~1 the|your user|analyst|operator|developer ~1 asked|asks|said|says|wants|told|wrote|requested"),
    order(3, "^forget|ignore|suspend|abandon|break your ~1 guidelines|rules|restrictions|training for ~1 moment|while|now|once"),
    order(2, "is|are forbidden|prohibited to ~1 mention|name|cite|discuss|question"),
    order(3, "^not|never|dont use|cite|read|consult|trust|quote ~1 any|the other ~1 documents|sources|passages|evidence ~3 when|in|while|for you|your ~1 answer|write|reply|summary|brief"),
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
    theft(3, "^include|insert|add|embed|put ~2 link|picture|image|address|url|button ~1 to|at|from|: ~1 http|https ~9 in|of|at|into your answer|summary|brief|reply|response"),
    theft(2, "encode ~4 base64"),
    // What models say of themselves.
    talk(3, "as an|a ?large @ai ?, i"),
    // The same in other languages.
    order(3, "^ignoriere|ignorier|ignorieren|vergiss|vergesst|vergessen|missachte|missachten ~4 anweisung|anweisungen|instruktionen|vorgaben|regeln|befehle"),
    order(3, "^du bist jetzt|nun ein|eine ~3 assistent|assistentin|modell|ki|chatbot"),
    order(3, "^ignorez|ignore|oubliez|oublie ~4 instructions|consignes|directives|règles"),
    order(3, "^ignora|ignore|ignorad|olvida|olvide|olvidad ~4 instrucciones|indicaciones|órdenes|reglas"),
    order(3, "^erwähne|schreibe|schreib|sage|sag|behaupte|nenne|verschweige|betone ~2 in deiner|deinem|ihrer|eurer antwort|zusammenfassung|bericht|kurzfassung|ausgabe"),
    order(3, "^als ~1 ki|sprachmodell|chatbot|llm ~1 musst|sollst|müssen|sollen|darfst du|sie"),
    order(3, "ne pas|mentionnez|mentionne|citez|dites|parlez ~7 dans votre|ta|ton résumé|réponse|synthèse"),
    order(3, "tiens|tenez pas|aucun compte des|de ~2 documents|sources|instructions|consignes"),
    order(3, "en tant ~2 ia|modèle|assistant|llm ~5 dois|devez"),
    order(3, "como ~1 modelo|ia|asistente ~4 debes|debe|tienes"),
    order(3, "no menciones|mencione|cites ~7 en tu|su resumen|respuesta|informe"),
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

/// Words that stand for any of others in patterns.
#[rustfmt::skip]
pub(super) const CLASSES: &[(&str, &[&str])] = &[
    // To put something into a text, or to put it in a certain way.
    ("@say", &[
        "say", "state", "write", "claim", "report", "conclude", "mention", "include", "insert", "describe", "call", "present", "portray", "depict", "recommend", "praise",
        "promote", "quote", "cite", "name", "refer", "repeat", "add", "put", "use", "highlight", "stress", "emphasise", "emphasize", "link", "advertise",
    ]),
    // To keep something out of it.
    ("@omit", &[
        "omit", "leave", "skip", "drop", "exclude", "remove", "hide", "ignore", "disregard", "forget", "cut", "keep", "suppress", "strike", "delete", "withhold",
    ]),
    ("@make", &[
        "write", "writing", "prepare", "preparing", "compose", "composing", "draft", "drafting", "make", "making", "create", "creating", "generate", "generating", "compile",
        "compiling", "produce", "producing",
    ]),
    // What a text calls itself.
    ("@self", &["document", "page", "text", "article", "paper", "report", "file", "source", "passage", "note", "paragraph", "site", "filing", "manuscript"]),
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
    "<assistant_response>", "[/system]", "<function=", "<|start|>", "<tool_call>", "</tool_call>", "<function_calls>", "<function_call>", "<tool_use>", "<tool_result>", "</system>", "</assistant>",
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
    "ai",
    "ais",
    "llm",
    "llms",
    "chatgpt",
    "gpt",
    "chatbot",
    "chatbots",
    "summariser",
    "summarizer",
    "summarisers",
    "summarizers",
];
#[rustfmt::skip]
pub(super) const AGENTS: &[&str] = &[
    "assistant", "assistants", "agent", "agents", "model", "models", "system", "systems", "reviewer", "reviewers", "bot", "bots", "summarizer", "summariser", "summarizers", "reader", "readers", "crawler", "crawlers",
];
/// What may sum up.
#[rustfmt::skip]
pub(super) const ENGINES: &[&str] = &[
    "engine", "engines", "bot", "bots", "model", "models", "software", "program", "programs", "tool", "tools", "system", "systems", "machine", "machines", "service",
];
/// What is a model where it is automated.
#[rustfmt::skip]
pub(super) const AUTOMATED: &[&str] = &[
    "assistant", "assistants", "agent", "agents", "reviewer", "reviewers", "reader", "readers", "grader", "graders", "summariser", "summarizer", "summarisers", "summarizers",
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
