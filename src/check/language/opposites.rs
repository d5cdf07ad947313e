//! Words that exclude each other: opposites, and members of one class of which a thing is mostly one.
//!
//! `rose` and `fell` cannot both be said of one thing, nor can `Tuesday` and `Friday`, `red` and `green`; `bought` and `purchased` can. Words near in
//! meaning are as near to each other as opposites are, so no vector tells the two apart, and a list has to. It holds plain English lemmas, compared by
//! their stems, and prefixes that turn a word (`un-`, `in-`, `dis-`, `non-`).

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::shapes::ByWord;
use super::terms::stem;

/// How two words stand to each other, as far as the lists know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    /// On two sides of one axis.
    Opposite,
    /// Different members of one class.
    Sibling,
    /// On one side of an axis: near enough to stand for each other.
    Alike,
}

/// Where a stem stands: axis and side, or class and member. A stem may stand in several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    list: u16,
    /// For an axis, 0 or 1; for a class, the member.
    side: u16,
    is_class: bool,
    /// Whether it counts only where nothing else differs: see [`RARER`].
    is_rarer: bool,
}

/// The places of one stem, found once for each word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Places {
    places: [Option<Place>; 6],
}

impl Places {
    pub(crate) fn of(stem: &str) -> Self {
        LISTS.get(stem).copied().unwrap_or_default()
    }

    /// The places of a word, or of the one that it is a comparative or superlative of, or says once more: `reopened`.
    pub(crate) fn of_word(stemmed: &str, word: &str) -> Self {
        let own = Self::of(stemmed);
        if !own.is_empty() {
            return own;
        }
        let again = stemmed.strip_prefix("re").map(Self::of);
        if let Some(again) = again.filter(|again| !again.is_empty()) {
            return again;
        }
        let ending = ["er", "est", "ly"]
            .iter()
            .find_map(|ending| word.strip_suffix(ending));
        let Some(root) = ending else {
            return own;
        };
        let undoubled = || {
            let mut letters = root.chars().rev();
            let is_double = letters
                .next()
                .is_some_and(|last| letters.next() == Some(last));
            root.get(..root.len().saturating_sub(1))
                .filter(|_| is_double)
        };
        let candidates = [
            Some(root.to_owned()),
            Some(format!("{root}e")),
            root.strip_suffix('i').map(|root| format!("{root}y")),
            undoubled().map(str::to_owned),
        ];
        candidates
            .into_iter()
            .flatten()
            .filter(|root| root.len() >= 3)
            .map(|root| Self::of(&stem(&root)))
            .find(|places| !places.is_empty())
            .unwrap_or(own)
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.taken().next().is_none()
    }

    /// Those that there are: they stand before those that are free, and most words have none.
    fn taken(&self) -> impl Iterator<Item = &Place> {
        self.places.iter().map_while(Option::as_ref)
    }

    /// How two words stand to each other; an opposite outweighs a sibling.
    #[inline]
    pub(crate) fn relation(self, other: Self) -> Option<Relation> {
        // Most words stand in no list.
        if self.is_empty() || other.is_empty() {
            return None;
        }
        self.related(other, |place| !place.is_rarer)
    }

    /// The same where the two fill one place of sentences that agree in the rest: verbs that are opposites only there count as well.
    pub(crate) fn relation_in_place(self, other: Self) -> Option<Relation> {
        self.related(other, |_| true)
    }

    fn related(self, other: Self, counts: fn(&Place) -> bool) -> Option<Relation> {
        let mut found = None;
        for own in self.taken() {
            for theirs in other.taken() {
                if own.list != theirs.list || !counts(own) {
                    continue;
                }
                match (own.is_class, own.side == theirs.side) {
                    (false, false) => return Some(Relation::Opposite),
                    (true, false) => found = Some(Relation::Sibling),
                    (_, true) => found = found.or(Some(Relation::Alike)),
                }
            }
        }
        found
    }
}

/// Whether two words, in lower case, cannot both be said in one place of sentences that agree in the rest: `well` and `badly`, `Tuesday` and `Friday`.
#[must_use]
pub fn excludes(one: &str, other: &str) -> bool {
    let places = |word: &str| Places::of_word(&stem(word), word);
    let related = places(one).relation_in_place(places(other));
    matches!(related, Some(Relation::Opposite | Relation::Sibling)) || is_turned(one, other)
}

/// Whether one word is the other with a prefix that turns it, or both have endings or beginnings that set them against each other.
#[inline]
pub(crate) fn is_turned(a: &str, b: &str) -> bool {
    const LEAST: usize = 4;
    // Both begin or end alike, whatever sets them against each other; most pairs of words do neither.
    let (one, other) = (a.as_bytes(), b.as_bytes());
    a.len().min(b.len()) >= LEAST
        && (one.first_chunk::<LEAST>() == other.first_chunk::<LEAST>()
            || one.last_chunk::<LEAST>() == other.last_chunk::<LEAST>())
        && are_set_against_each_other(a, b)
}

fn are_set_against_each_other(a: &str, b: &str) -> bool {
    const PREFIXES: &[&str] = &[
        "un", "in", "im", "ir", "il", "dis", "non", "mis", "anti", "de",
    ];
    const BEGINNINGS: &[(&str, &str)] = &[
        ("pre", "post"),
        ("over", "under"),
        ("hyper", "hypo"),
        ("pro", "anti"),
        ("up", "down"),
        ("in", "out"),
        ("en", "dis"),
        ("in", "de"),
        ("im", "ex"),
        ("intra", "extra"),
        ("micro", "macro"),
        ("mono", "poly"),
        ("ever", "never"),
    ];
    const ENDINGS: &[(&str, &str)] = &[("ful", "less"), ("fully", "lessly")];
    // A prefix only by its letters.
    #[rustfmt::skip]
    const OTHERS: &[&str] = &[
        "form", "formed", "forms", "formation", "come", "comes", "coming", "side", "vest", "tend", "stance", "tense", "still", "stall", "sight", "port", "part",
        "press", "pressed", "prove", "proved", "proves", "plant", "plants", "pose", "posed", "poses", "sign", "signs", "signed", "fence", "scribe", "serve",
        "served", "serves", "liver", "tail", "tails", "bate", "cease", "ceased", "position", "play", "plays", "played", "course", "tribute", "tributes", "order",
        "orders", "cover", "covers", "covered", "solve", "solved", "cline", "clined", "pend", "parted", "parts", "graduate", "fault", "faults", "velop",
        "stitute", "struct", "stead", "deed", "crease", "ease", "eases", "eased", "mission", "patch", "count", "counts", "counted", "tract", "late", "cent",
        "vent", "tended", "tends", "tent", "vested", "stalled", "stance", "state", "stated", "herit", "quest", "ward", "wards", "pact", "pacts", "lion", "union",
        "mediate",
    ];
    let (long, short) = if a.len() > b.len() { (a, b) } else { (b, a) };
    let is_prefixed = long.ends_with(short)
        && PREFIXES
            .iter()
            .any(|prefix| long.strip_prefix(prefix) == Some(short))
        && !OTHERS.contains(&short);
    let rest = |word: &str, part: &str, is_end: bool| {
        let rest = if is_end {
            word.strip_suffix(part)
        } else {
            word.strip_prefix(part)
        };
        rest.filter(|rest| rest.len() >= 4).map(str::to_owned)
    };
    let are_set_against = |pairs: &[(&str, &str)], is_end: bool| {
        pairs.iter().any(|(one, other)| {
            let turned = |a: &str, b: &str| {
                rest(a, one, is_end).is_some_and(|own| rest(b, other, is_end) == Some(own))
            };
            turned(a, b) || turned(b, a)
        })
    };
    is_prefixed
        || a.as_bytes().first() != b.as_bytes().first() && are_set_against(BEGINNINGS, false)
        || a.as_bytes().first() == b.as_bytes().first() && are_set_against(ENDINGS, true)
}

static LISTS: LazyLock<ByWord<String, Places>> = LazyLock::new(|| {
    let mut lists: HashMap<String, Places, FixedState> = HashMap::default();
    let mut put = |word: &str, place: Place| {
        let places = &mut lists.entry(stem(word)).or_default().places;
        if places.contains(&Some(place)) {
            return;
        }
        if let Some(free) = places.iter_mut().find(|place| place.is_none()) {
            *free = Some(place);
        }
    };
    let axis = |put: &mut dyn FnMut(&str, Place), list: u16, sides: &[&str; 2], is_rarer: bool| {
        for (side, words) in (0..).zip(sides) {
            for word in words.split_whitespace() {
                put(
                    word,
                    Place {
                        list,
                        side,
                        is_class: false,
                        is_rarer,
                    },
                );
            }
        }
    };
    let mut list = 0;
    for sides in AXES {
        axis(&mut put, list, sides, false);
        list += 1;
    }
    for members in CLASSES {
        for (side, member) in (0..).zip(members.split_whitespace()) {
            for word in member.split('=') {
                put(
                    word,
                    Place {
                        list,
                        side,
                        is_class: true,
                        is_rarer: false,
                    },
                );
            }
        }
        list += 1;
    }
    // The last, so that they take the place of none.
    for sides in RARER {
        axis(&mut put, list, sides, true);
        list += 1;
    }
    lists.into()
});

/// Two sides of one axis each.
#[rustfmt::skip]
const AXES: &[[&str; 2]] = &[
    ["rise increase grow climb surge gain expand upward raise soar jump escalate boost upswing upturn grew skyrocket lengthen rebound recover accelerate elevate elevated enlarge ascend",
     "fall decrease decline drop shrink reduce cut downward lower plunge plummet slump dwindle diminish contract downturn sink tumble shorten slow decelerate lessen curtail descend dip slide slip"],
    ["widen broaden deepen", "narrow"],
    ["widen broaden expand enlarge", "narrow shrink contract"],
    ["up upper above over top", "down below under bottom beneath"],
    ["upper", "lower"],
    ["more greater larger bigger higher exceed", "less fewer smaller lower"],
    ["most maximum highest largest biggest greatest majority", "least minimum lowest smallest minority fewest"],
    ["big large huge great major massive vast enormous considerable", "small little tiny minor slight minuscule negligible"],
    ["high tall", "low short"],
    ["long longer", "short shorter brief"],
    ["wide broad", "narrow"],
    ["thick fat heavy", "thin slim light"],
    ["deep", "shallow"],
    ["strong powerful robust", "weak feeble fragile"],
    ["strengthen bolster reinforce fortify", "weaken undermine erode"],
    ["fast quick rapid swift", "slow gradual sluggish"],
    ["early earlier earliest", "late later latest"],
    ["before prior precede previously", "after following follow subsequently"],
    ["old elderly aged ancient", "young new modern recent novel"],
    ["first initial", "last final"],
    ["begin start open launch commence initiate establish inaugurate", "end stop finish close cease conclude terminate discontinue halt shut abolish"],
    ["continue resume maintain keep retain", "stop cease discontinue abandon quit halt suspend"],
    ["always constantly", "never rarely seldom"],
    ["often frequently commonly usually", "rarely seldom infrequently occasionally"],
    ["all every everyone everybody everything entire whole", "none nobody nothing no"],
    ["many numerous several multiple", "few none single"],
    ["allow permit enable let authorise authorize legalise legalize legal lawful licence license", "ban forbid prohibit prevent block disallow bar illegal unlawful outlaw criminalise criminalize"],
    ["approve accept grant agree consent welcome embrace endorse", "reject refuse deny decline disapprove veto rebuff oppose disagree block"],
    ["support favour favor back advocate promote endorse", "oppose against resist object criticise criticize condemn denounce"],
    ["praise applaud commend celebrate compliment", "criticise criticize condemn denounce blame slam"],
    ["confirm affirm verify prove", "deny refute disprove rebut contradict"],
    ["true correct right accurate valid", "false wrong incorrect inaccurate invalid untrue erroneous mistaken"],
    ["real genuine authentic actual", "fake false fictional counterfeit imaginary artificial"],
    ["improve improvement enhance upgrade better best ameliorate", "worsen deteriorate degrade downgrade worse worst decline"],
    ["good excellent great fine outstanding", "bad poor terrible awful"],
    ["well", "poorly badly"],
    ["positive favourable favorable optimistic optimism", "negative unfavourable unfavorable adverse pessimistic pessimism"],
    ["benefit help aid advantage helpful advantageous beneficial", "harm hurt damage hinder disadvantage harmful detrimental hamper impair"],
    ["succeed success successful win victory won pass achieve triumph", "fail failure unsuccessful lose loss lost defeat miss"],
    ["fail failure collapse", "agreement accord succeed success"],
    ["kill deadly lethal fatal poisonous venomous", "harmless"],
    ["safe secure safety", "unsafe dangerous hazardous risky danger risk"],
    ["effective efficacious", "ineffective useless"],
    ["efficient", "inefficient wasteful"],
    ["significant important crucial vital essential critical key", "insignificant unimportant trivial irrelevant minor negligible"],
    ["possible feasible able capable can", "impossible infeasible unable incapable cannot"],
    ["likely probable", "unlikely improbable"],
    ["certain sure definite", "uncertain unsure doubtful unclear"],
    ["sufficient enough adequate ample", "insufficient inadequate lacking"],
    ["abundant plentiful surplus excess", "scarce shortage deficit scarcity lack"],
    ["present presence available include contain have exist existence with", "absent absence unavailable exclude lack without missing omit"],
    ["necessary required mandatory compulsory obligatory", "unnecessary optional voluntary"],
    ["add include insert", "remove exclude delete omit subtract"],
    ["buy purchase acquire bought", "sell sale sold divest"],
    ["import", "export"],
    ["borrow debtor", "lend creditor"],
    ["give gave provide supply offer donate", "take receive withhold deny get"],
    ["send sent", "receive received"],
    ["arrive enter come arrival join", "leave depart exit go departure resign"],
    ["push", "pull"],
    ["hire employ recruit appoint", "fire dismiss sack layoff resign"],
    ["build construct create make produce develop assemble erect", "destroy demolish dismantle ruin wreck"],
    ["create cause lead", "prevent avoid avert"],
    ["attack invade offensive", "defend defence defense protect defensive"],
    ["guilty convict convicted", "innocent acquit acquitted"],
    ["arrest detain imprison jail capture", "release free liberate"],
    ["live alive survive survival living", "die dead death kill deceased died"],
    ["born birth", "die died death"],
    ["love like enjoy adore fond", "hate dislike detest loathe"],
    ["happy glad joyful pleased delighted cheerful", "sad unhappy upset miserable sorrowful"],
    ["satisfied content satisfaction", "dissatisfied discontent disappointed"],
    ["friend ally friendly", "enemy foe rival hostile adversary opponent"],
    ["agree agreement consensus", "disagree disagreement dispute conflict"],
    ["easy simple straightforward effortless", "difficult hard complex complicated challenging"],
    ["cheap inexpensive affordable", "expensive dear pricey unaffordable"],
    ["rich wealthy affluent", "poor impoverished"],
    ["profit profitable profitability surplus", "loss unprofitable deficit"],
    ["income revenue earnings", "expense cost expenditure"],
    ["asset", "liability debt"],
    ["save", "spend waste spent"],
    ["hot warm heat warming", "cold cool cooling"],
    ["wet rain rainy humid moist", "dry arid drought"],
    ["light bright", "dark dim"],
    ["clean pure", "dirty polluted contaminated"],
    ["full", "empty"],
    ["open", "closed shut"],
    ["hard", "soft"],
    ["smooth", "rough"],
    ["loud noisy", "quiet silent"],
    ["public", "private"],
    ["domestic internal national home inner inside indoor indoors", "foreign external international overseas outer outside outdoor outdoors"],
    ["urban city", "rural countryside"],
    ["natural organic", "artificial synthetic manmade"],
    ["healthy well", "ill sick unhealthy diseased"],
    ["male man boy masculine men", "female woman girl feminine women lady"],
    ["father dad son brother husband uncle grandfather king prince actor nephew", "mother mom daughter sister wife aunt grandmother queen princess actress niece"],
    ["he him his himself", "she her hers herself"],
    ["parent adult", "child kid"],
    ["teacher professor", "student pupil"],
    ["employer", "employee"],
    ["seller vendor salesperson", "buyer customer client"],
    ["doctor", "patient"],
    ["winner champion victor", "loser"],
    ["leader", "follower"],
    ["north northern northward northwards northbound", "south southern southward southwards southbound"],
    ["east eastern eastward eastwards eastbound", "west western westward westwards westbound"],
    ["left", "right"],
    ["arrive come join enter return", "left"],
    ["front ahead forward", "back behind backward backwards"],
    ["near close nearby", "far distant remote"],
    ["same identical equal similar alike", "different distinct unequal unlike dissimilar opposite reverse"],
    ["together", "apart separately alone"],
    ["single sole alone", "multiple several"],
    ["common widespread usual ordinary typical normal", "rare uncommon unusual scarce atypical abnormal exceptional"],
    ["general", "specific particular"],
    ["permanent lasting", "temporary provisional interim"],
    ["active", "inactive passive idle"],
    ["static stable constant steady unchanged stationary", "dynamic unstable variable volatile changing changed fluctuate"],
    ["direct", "indirect"],
    ["formal official", "informal unofficial"],
    ["legitimate", "illegitimate"],
    ["visible", "invisible hidden"],
    ["known familiar famous", "unknown unfamiliar obscure"],
    ["popular", "unpopular"],
    ["peace ceasefire truce", "war conflict fighting"],
    ["democracy democratic", "dictatorship authoritarian"],
    ["liberal progressive", "conservative"],
    ["professional expert experienced", "amateur novice inexperienced beginner"],
    ["theoretical theory", "practical practice"],
    ["qualitative", "quantitative"],
    ["supervised", "unsupervised"],
    ["linear", "nonlinear"],
    ["local", "global"],
    ["input", "output"],
    ["encode encoder", "decode decoder"],
    ["explicit", "implicit"],
    ["acute", "chronic"],
    ["benign", "malignant"],
    ["symptomatic", "asymptomatic"],
    ["activate activation upregulate stimulate induce", "inhibit inhibition downregulate suppress deactivate repress"],
    ["sensitive", "resistant insensitive"],
    ["even", "odd"],
    ["question ask", "answer reply respond"],
    ["remember recall", "forget forgot"],
    ["wake awake awaken", "sleep asleep"],
    ["sit seated sitting", "stand standing"],
    ["run walk move ride jump swim dance", "rest sleep sit lie"],
    ["laugh smile", "cry frown weep"],
    ["day daytime", "night nighttime"],
    ["am morning", "pm evening"],
    ["summer", "winter"],
    ["north", "south"],
    ["advance progress", "retreat regress setback"],
    ["attract", "repel"],
    ["encourage motivate", "discourage deter dissuade"],
    ["trust believe confident confidence", "distrust doubt skeptical sceptical mistrust disbelieve"],
    ["honest truthful sincere", "dishonest deceitful lying"],
    ["careful cautious", "careless reckless"],
    ["calm", "angry nervous agitated"],
    ["hope hopeful", "fear despair hopeless afraid"],
    ["brave courageous", "cowardly"],
    ["polite kind", "rude cruel unkind"],
    ["interesting exciting engaging", "boring dull tedious"],
    ["attractive beautiful pretty", "ugly unattractive"],
    ["intelligent smart clever wise", "stupid foolish dumb"],
    ["simple", "sophisticated complex"],
    ["flexible", "rigid inflexible"],
    ["voluntary", "forced compulsory"],
    ["married marry wed", "divorced single unmarried divorce"],
    ["guest visitor", "host"],
    ["victim", "perpetrator attacker"],
    ["debut", "finale"],
    ["ancestor predecessor", "descendant successor"],
    ["cause", "effect consequence result"],
    ["victory", "defeat"],
    ["virtue", "vice"],
    ["heaven", "hell"],
    ["conceal hide", "reveal disclose expose show"],
    ["connect attach join link", "disconnect detach separate"],
    ["lock", "unlock"],
    ["load", "unload"],
    ["lengthen extend prolong", "shorten"],
    ["tighten", "loosen relax ease"],
    ["complicate", "simplify"],
    ["maximise maximize", "minimise minimize"],
    ["overestimate", "underestimate"],
    ["outperform beat", "underperform trail lag"],
    ["inflation", "deflation"],
    ["boom expansion", "recession bust"],
    ["bull bullish", "bear bearish"],
    ["majority", "minority"],
    ["senior", "junior"],
    ["superior", "inferior"],
    ["plus", "minus"],
    ["multiply", "divide"],
    ["fiction fictional", "nonfiction factual"],
    ["comedy comic", "tragedy tragic drama horror"],
    ["hero protagonist", "villain antagonist"],
    ["solo", "duet group band"],
    ["uphold upheld affirm sustain reaffirm confirm", "overturn overrule reverse quash annul"],
    ["uphold upheld allow", "dismiss reject"],
    ["promote promotion", "relegate relegation demote"],
    ["refund", "forfeit"],
    ["add", "drop"],
    ["praise acclaim", "pan slate"],
    ["carry pass win", "defeat lose lost"],
    ["expire lapse", "extend renew"],
    ["outpace outstrip exceed", "lag trail"],
    ["sink sank", "float afloat"],
    ["hire recruit employ", "sack dismiss"],
    ["accept approve", "cancel"],
    ["adopt pass approve ratify enact", "reject veto repeal scrap withdraw"],
    ["concede", "save"],
    ["welcome praise applaud hail", "criticise criticize condemn denounce slam lament deplore"],
    ["corroborate confirm", "contradict"],
    ["introduce launch unveil impose", "withdraw withdrew abolish scrap repeal cancel lift"],
    ["brittle", "ductile"],
    ["enhance stimulate amplify boost", "suppress inhibit dampen block"],
    ["pardon acquit absolve exonerate", "condemn convict sentence"],
    ["capture seize occupy conquer", "abandon surrender relinquish cede liberate"],
    ["extend prolong renew", "end cut shorten terminate curtail"],
    ["accept acknowledge recognise recognize", "dispute reject deny contest refuse decline"],
    ["restore repair rebuild", "disrupt interrupt destroy"],
    ["delay postpone defer", "hasten accelerate expedite"],
    ["back endorse", "reject oppose"],
    ["reaffirm maintain keep", "withdraw withdrew abandon"],
    ["pass", "fail reject"],
    ["leave left unchanged hold held freeze", "cut raise change alter amend"],
    ["tighten toughen harden", "loosen relax ease soften"],
    ["appreciate strengthen", "depreciate weaken"],
    ["upgrade", "downgrade"],
    ["escalate intensify", "subside abate"],
    ["merge unite join", "split separate divide"],
    ["inflow", "outflow"],
    ["win won beat", "lose lost"],
    ["hire recruit engage", "dismiss fire sack redundant"],
    ["admit confess", "deny"],
    ["comply obey observe", "violate breach flout break"],
    ["meet fulfil satisfy", "miss breach"],
    ["escape survive", "perish succumb"],
    ["vacate", "occupy"],
    ["obligatory mandatory", "optional"],
    ["exempt", "oblige subject liable require"],
    ["prefer favour favor", "avoid shun reject"],
    ["include", "exclude omit"],
    ["destroy ruin raze", "spare preserve save"],
    ["resign quit retire", "appoint elect install sworn inaugurate"],
    ["majority", "minority"],
    ["precede", "follow"],
    ["publish release", "withhold suppress"],
    ["retreat recede", "advance"],
    ["appear emerge", "vanish disappear"],
    ["attend", "skip boycott"],
    ["ally", "rival"],
    ["gain", "lose lost loss"],
    ["heavy", "light"],
    ["absorb", "emit release"],
    ["freeze", "thaw melt"],
    ["dissolve", "precipitate"],
    ["toxic poisonous dangerous harmful hazardous", "harmless nontoxic"],
    ["fertile", "sterile barren"],
    ["dominant", "recessive"],
    ["maximal", "minimal"],
    ["vertical", "horizontal"],
    ["solvent", "insolvent bankrupt"],
    ["taxable", "exempt"],
    ["innocent", "guilty"],
    ["landlord lessor", "tenant lessee"],
    ["plaintiff claimant", "defendant"],
    ["mild", "severe cold harsh"],
    ["quick fast", "slow"],
    ["eager willing", "reluctant unwilling"],
    ["scarce", "abundant"],
    ["adult", "child children kid minor"],
    ["optimist", "pessimist"],
    ["ratify", "reject"],
    ["unanimous", "divided split"],
    ["complete finish", "begin start"],
    ["abstain", "vote"],
    ["convict jail liable guilty", "acquit clear absolve exonerate"],
    ["outlaw ban", "legalise legalize allow permit"],
    ["nationalise nationalize", "privatise privatize"],
    ["centralise centralize", "decentralise decentralize"],
    ["thrive flourish", "struggle languish wither"],
    ["praise", "criticise criticize"],
    ["reveal disclose", "conceal hide"],
    ["overestimate overstate exaggerate", "underestimate understate"],
    ["dense", "sparse"],
    ["coarse", "fine"],
    ["sweet", "bitter sour"],
    ["sharp steep", "slight gentle gradual"],
    ["vegetarian vegan", "carnivore meat"],
    ["upper", "lower"],
    ["valid binding", "void invalid"],
    ["safe advisable", "avoid"],
    ["kill die died dead drown perish", "injure hurt wound rescue save survive"],
];

/// Words that are opposites where they fill one place of two sentences, and as often say different things elsewhere: `keeps the tax` and `drops the tax`.
#[rustfmt::skip]
const RARER: &[[&str; 2]] = &[
    ["include contain feature", "remove drop strip delete scrap excise"],
    ["allow permit grant", "deny refuse"],
    ["find found detect observe", "absent missing"],
    ["charge levy impose collect", "abolish scrap waive repeal remit"],
    ["confirm corroborate substantiate vindicate", "debunk disprove discredit refute"],
    ["eligible entitled qualify", "ineligible disqualified excluded barred"],
    ["meet reach hit attain achieve", "miss"],
    ["admit accept", "bar eject expel"],
    ["praise laud hail commend", "fault chide rebuke blame scold criticise criticize"],
    ["enter", "withdraw leave exit quit"],
    ["back support", "fight resist"],
    ["ease relieve alleviate soothe", "aggravate worsen exacerbate intensify"],
    ["proceed continue", "cancel postpone scrap axe"],
    ["return restore repatriate", "keep retain withhold"],
    ["claim acknowledge admit", "disclaim disown deny"],
    ["keep honour honor", "renege"],
    ["grant award confer", "revoke rescind withdraw"],
    ["heed obey follow", "ignore disregard defy flout"],
    ["invest", "divest disinvest"],
    ["reinstate restore", "suspend dismiss remove"],
    ["reward", "punish penalise penalize"],
    ["occupy", "vacate leave"],
    ["deploy station", "withdraw recall"],
    ["found establish", "dissolve disband"],
    ["attract draw", "deter repel"],
    ["clarify", "obscure confuse"],
    ["preserve protect", "demolish endanger destroy"],
    ["stabilise stabilize", "destabilise destabilize unsettle"],
    ["integrate", "segregate"],
    ["mitigate", "exacerbate aggravate"],
    ["arm", "disarm"],
    ["inflate", "deflate"],
    ["embrace welcome", "shun spurn snub"],
    ["yield concede", "resist"],
    ["deposit", "withdraw"],
    ["subsidise subsidize", "tax"],
    ["pay repay", "owe default"],
    ["plant", "fell uproot"],
    ["wax", "wane"],
    ["recruit enlist", "discharge dismiss"],
    ["tolerate", "ban crack"],
    ["privatise privatize", "nationalise nationalize renationalise renationalize"],
    ["float list", "delist"],
    ["confess", "deny"],
    ["hold", "burst"],
    ["forge", "sever"],
    ["agree consent", "balk refuse"],
    ["speed hasten quicken", "slow delay hamper"],
    ["unite reconcile", "divide polarise polarize"],
    ["ratify sign", "renounce denounce abrogate"],
    ["thrive prosper flourish", "decline founder struggle"],
    ["occupied inhabited", "vacant uninhabited empty"],
    ["solved", "unsolved"],
    ["refund reimburse", "withhold forfeit"],
    ["exonerate clear", "implicate incriminate"],
    ["attend", "shun miss"],
    ["prosecute charge indict", "pardon clear"],
    ["retain keep", "scrap discard drop shed cede"],
    ["underline stress emphasise emphasize", "downplay understate"],
    ["lenient", "strict harsh severe"],
    ["free gratis", "paid"],
    ["manual", "automatic"],
    ["solid", "liquid"],
    ["ascending", "descending"],
    ["inbound", "outbound"],
    ["indoor", "outdoor"],
    ["onshore", "offshore"],
    ["prewar", "postwar"],
    ["carnivore", "herbivore"],
    ["nocturnal", "diurnal"],
    ["perennial", "annual"],
    ["literate", "illiterate"],
    ["save recoup earn", "cost"],
    ["refund reimburse", "charge bill"],
    ["employed", "unemployed jobless"],
    ["armed", "unarmed"],
];

/// Classes of which a thing is mostly one member; `=` joins names of one member.
#[rustfmt::skip]
const CLASSES: &[&str] = &[
    "average=mean median",
    "once twice thrice",
    "monday tuesday wednesday thursday friday saturday sunday",
    "january=jan february=feb march april may june july august september=sept october=oct november=nov december=dec",
    "spring summer autumn=fall winter",
    "red blue green yellow orange purple pink brown black white grey=gray golden=gold silver",
    "first=1st second=2nd third=3rd fourth=4th fifth=5th sixth=6th seventh=7th eighth=8th ninth=9th tenth=10th eleventh twelfth",
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety",
    "dozen hundred thousand million billion trillion",
    "second minute hour day week month quarter year decade century",
    "daily weekly monthly quarterly yearly=annual=annually",
    "north south east west northeast northwest southeast southwest",
    "father=dad mother=mom=mum brother sister son daughter uncle aunt cousin grandfather grandmother nephew niece husband wife boyfriend girlfriend",
    "dog=puppy cat=kitten horse cow=cattle sheep goat pig bird fish lion tiger bear elephant monkey rabbit mouse rat snake duck chicken",
    "football=soccer basketball baseball tennis golf hockey rugby cricket volleyball swimming boxing cycling badminton",
    "guitar piano violin drum=drums flute trumpet saxophone cello bass harp",
    "singer actor=actress director writer=author painter=artist poet politician scientist engineer lawyer doctor=physician teacher=professor journalist chef footballer musician dancer model nurse soldier farmer pilot",
    "film=movie novel=book song album play=theatre opera painting poem",
    "rock pop jazz metal blues country classical reggae rap=hip-hop folk disco punk techno",
    "comedy drama thriller horror romance western documentary musical",
    "car=automobile truck=lorry bus train=railway plane=airplane=aircraft ship boat bicycle=bike motorcycle=motorbike helicopter tram",
    "beach=seaside mountain forest=wood desert river lake street park garden kitchen office school hospital church",
    "apple banana orange lemon grape pear peach cherry strawberry tomato potato carrot onion garlic cucumber pepper",
    "coffee tea beer wine milk juice water",
    "gold silver copper iron lead zinc nickel aluminium=aluminum lithium cobalt",
    "oil=petroleum gas coal nuclear solar wind hydro",
    "christian=christianity muslim=islam=islamic jewish=judaism=jew hindu=hinduism buddhist=buddhism atheist=atheism",
    "democrat=democratic republican",
    "american=america british=britain english=england french=france german=germany spanish=spain italian=italy russian=russia chinese=china japanese=japan indian=india canadian=canada mexican=mexico australian=australia brazilian=brazil dutch=netherlands=holland swedish=sweden norwegian=norway danish=denmark finnish=finland polish=poland greek=greece turkish=turkey egyptian=egypt iranian=iran iraqi=iraq israeli=israel korean=korea irish=ireland scottish=scotland welsh=wales portuguese=portugal swiss=switzerland austrian=austria belgian=belgium ukrainian=ukraine pakistani=pakistan african=africa european=europe asian=asia syrian=syria afghan=afghanistan",
    "president minister senator governor mayor king queen chairman secretary ambassador judge",
    "university school company=corporation hospital church museum government army police",
    "brain heart lung liver kidney stomach skin bone blood eye",
    "arrest=detain charge=indict convict acquit question=interrogate",
    "sink=sank=sunk=founder capsize=overturn aground=stranded burn=blaze collide explode",
    "recover relapse",
    "cancel=call-off postpone=adjourn=defer",
    "electric diesel petrol=gasoline hybrid steam",
    "murder theft=robbery fraud assault arson kidnapping rape",
    "virus bacterium=bacteria fungus parasite",
    "mercury venus earth mars jupiter saturn uranus neptune pluto",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(a: &str, b: &str, expected: Option<Relation>) {
        let relation = Places::of(&stem(a)).relation(Places::of(&stem(b)));
        assert_eq!(relation, expected, "{a} / {b}");
        assert_eq!(
            Places::of(&stem(b)).relation(Places::of(&stem(a))),
            expected
        );
    }

    #[test]
    fn opposites_siblings_and_like_words() {
        check("rose", "declining", Some(Relation::Opposite));
        check("increase", "grew", Some(Relation::Alike));
        check(
            "Tuesday".to_lowercase().as_str(),
            "friday",
            Some(Relation::Sibling),
        );
        check("france", "french", Some(Relation::Alike));
        check("france", "german", Some(Relation::Sibling));
        check("table", "opinion", None);
    }

    #[test]
    fn a_prefix_turns_a_word() {
        assert!(is_turned("able", "unable") && is_turned("nonlinear", "linear"));
        assert!(!is_turned("in", "inn") && !is_turned("cover", "discovery"));
    }

    #[test]
    fn no_list_is_longer_than_its_numbers() {
        assert!(AXES.len() + CLASSES.len() + RARER.len() < usize::from(u16::MAX));
    }
}
