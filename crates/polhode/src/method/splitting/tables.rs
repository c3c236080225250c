//! Weights of the splittings. Sources in full: docs/papers/splittings.md.

use super::corrector::Corrector;
use super::{First, Splitting, SplittingKind};
use crate::real::Constant;

const fn d(text: &str) -> Constant {
    Constant::decimal(text)
}
const fn ratio(numerator: u128, denominator: u128) -> Constant {
    Constant::ratio(numerator, denominator)
}

// Decimals by tools/derive/splittings.py, which refines the published digits: the nearest
// point at which the order conditions hold (docs/papers/splittings.md, Digits).
impl Splitting {
    /// Six kicks, order 4, for every torque and every symmetric drift.
    pub const BLANES_MOAN_S6: Self = Self {
        name: "blanes-moan-s6",
        order: 4,
        source: "Blanes and Moan 2002, S6",
        kind: SplittingKind::Adjoint,
        first: First::Kick,
        drifts: &[
            d("0.209515106613362021274072640029501017"),
            d("-0.143851773179818008275115057856527726"),
            d("0.434336666566455987001042417827026709"),
        ],
        kicks: &[
            d("0.079203696431195669433663495888268873"),
            d("0.353172906049773988481061311573121057"),
            d("-0.042065080357719535368110298302517039"),
            d("0.219376955753499754906770981682254218"),
        ],
        gradients: &[],
        corrector: None,
    };
    /// Ten kicks, order 6, for every torque and every symmetric drift.
    pub const BLANES_MOAN_S10: Self = Self {
        name: "blanes-moan-s10",
        order: 6,
        source: "Blanes and Moan 2002, S10",
        kind: SplittingKind::Adjoint,
        first: First::Kick,
        drifts: &[
            d("0.148816447901043231920901005535577589"),
            d("-0.132385865767783647448845426598939922"),
            d("0.067307604692184458150257896592601047"),
            d("0.432666402578173597527667970883545298"),
            d("-0.016404589403617640149981446412784012"),
        ],
        kicks: &[
            d("0.050262764400392686021221654402074109"),
            d("0.413514300428343815063063720133884439"),
            d("0.045079889794398062968897052124513471"),
            d("-0.188054853819568914799128488918870542"),
            d("0.541960678450780134831414740933072496"),
            d("-0.725525558508691568170937357349347947"),
        ],
        gradients: &[],
        corrector: None,
    };
    /// Six kicks, order 4, Nystrom type.
    pub const SRKN6B: Self = Self {
        name: "srkn6b",
        order: 4,
        source: "Blanes and Moan 2002, SRKN6b",
        kind: SplittingKind::Nystrom,
        first: First::Kick,
        drifts: &[
            d("0.245298957184271162603932426001400880"),
            d("0.604872665711079974960892697643076245"),
            d("-0.350171622895351137564825123644477126"),
        ],
        kicks: &[
            d("0.082984406417405018838347478942250112"),
            d("0.396309801498368077094911528263686739"),
            d("-0.039056304922348435170865290765379242"),
            d("0.119524194013150678475212567118884781"),
        ],
        gradients: &[],
        corrector: None,
    };
    /// Eleven kicks, order 6, Nystrom type.
    pub const SRKN11B: Self = Self {
        name: "srkn11b",
        order: 6,
        source: "Blanes and Moan 2002, SRKN11b",
        kind: SplittingKind::Nystrom,
        first: First::Kick,
        drifts: &[
            d("0.123229775946271151561086380333366753"),
            d("0.290553797799558270366414169327916183"),
            d("-0.127049212625416915662505053827485934"),
            d("-0.246331761062075404194973489104062863"),
            d("0.357208872795927752619860349619310463"),
            d("0.204777054291470290620235287301910797"),
        ],
        kicks: &[
            d("0.041464998518262843298778133914704937"),
            d("0.198128671918066541136726473181496961"),
            d("-0.040006192104152686888828363535944839"),
            d("0.075253984301580341127878878527042756"),
            d("-0.011511387420687770062443201501289200"),
            d("0.236669924786930731387888079413989386"),
        ],
        gradients: &[],
        corrector: None,
    };
    /// Fourteen kicks, order 6, Nystrom type.
    pub const SRKN14A: Self = Self {
        name: "srkn14a",
        order: 6,
        source: "Blanes and Moan 2002, SRKN14a",
        kind: SplittingKind::Nystrom,
        first: First::Drift,
        drifts: &[
            d("0.037859319840610941447021179038011104"),
            d("0.102635633102436552847082250940338061"),
            d("-0.025867888266558333163946960359365339"),
            d("0.314241403071446434147142535703284011"),
            d("-0.130144459517415113849615078540028516"),
            d("0.106417700369541368022280139285383457"),
            d("-0.008794243128510204394069428427659903"),
            d("0.207305069056896709888210724720074249"),
        ],
        kicks: &[
            d("0.091719152624462017981183228264868340"),
            d("0.183983170005004898491476564676343338"),
            d("-0.056534365832889104395277044848089949"),
            d("0.004914688774711885640205616455015724"),
            d("0.143761127168361682387374529986772210"),
            d("0.328567693746804140200481257627035340"),
            d("-0.196411466486455520305444152161945004"),
        ],
        gradients: &[],
        corrector: None,
    };
    /// Five kicks, order 4; 8 in the first power of a weak torque.
    pub const MCLACHLAN_84: Self = Self {
        name: "mclachlan-84",
        order: 4,
        source: "McLachlan 1995, (8,4)",
        kind: SplittingKind::NearIntegrable,
        first: First::Drift,
        drifts: &[
            d("0.075346960269892888416527803683474464"),
            d("0.517916854688256782300773978496315644"),
            d("-0.093263814958149670717301782179790109"),
        ],
        kicks: &[
            d("0.190225939373676619245230762738453897"),
            d("0.846524070443526257055080544646775834"),
            d("-1.073500019634405752600622614770459463"),
        ],
        gradients: &[],
        corrector: None,
    };
    /// Four kicks at Gauss points, order 2; 8 in the first power of a weak torque.
    pub const SABA4: Self = Self {
        name: "saba4",
        order: 2,
        source: "Laskar and Robutel 2001; McLachlan 1995, (8,2)",
        kind: SplittingKind::NearIntegrable,
        first: First::Drift,
        // Drifts between the Gauss-Legendre points with four nodes on [0, 1], kicks with their
        // weights.
        drifts: &[
            d("0.069431844202973712388026755553595247"),
            d("0.260577634004598155210640364894782409"),
            d("0.339981043584856264802665759103244687"),
        ],
        kicks: &[
            d("0.173927422568726928686531974610999704"),
            d("0.326072577431273071313468025389000296"),
        ],
        gradients: &[],
        corrector: None,
    };
    /// Seven kicks, order 4; 8 and 6 in the first two powers of a weak torque.
    pub const ABA_864: Self = Self {
        name: "aba-864",
        order: 4,
        source: "Blanes, Casas, Farres, Laskar, Makazaga and Murua 2013",
        kind: SplittingKind::NearIntegrable,
        first: First::Drift,
        drifts: &[
            d("0.071133426498223117777938730006154996"),
            d("0.241153427956640098736487795326289650"),
            d("0.521411761772814789212136078067994230"),
            d("-0.333698616227678005726562603400438876"),
        ],
        kicks: &[
            d("0.183083687472197221961703757166430291"),
            d("0.310782859898574869507522291054262796"),
            d("-0.026564618511958800697212137916498759"),
            d("0.065396142282373418455972179391611344"),
        ],
        gradients: &[],
        corrector: None,
    };
    /// Eight kicks, order 4; 10 and 6 in the first two powers of a weak torque.
    pub const ABA_1064: Self = Self {
        name: "aba-1064",
        order: 4,
        source: "Blanes, Casas, Farres, Laskar, Makazaga and Murua 2013",
        kind: SplittingKind::NearIntegrable,
        first: First::Drift,
        drifts: &[
            d("0.038094497422412195456975322308637565"),
            d("0.145298716116913749294020072660663750"),
            d("0.207627695725541250716205611324988207"),
            d("0.435909703651526159223154862401065184"),
            d("-0.653861225832786709380711737390709412"),
        ],
        kicks: &[
            d("0.095858880837075210610771503771458848"),
            d("0.204446153142998780680507783916434478"),
            d("0.217070347978991101714338592430633671"),
            d("-0.017375381959065093005617880118526997"),
        ],
        gradients: &[],
        corrector: None,
    };
    /// Three kicks, the middle one with a gradient, order 4.
    pub const CHIN_4A: Self = Self {
        name: "chin-4a",
        order: 4,
        source: "Chin 1997, 4A",
        kind: SplittingKind::ForceGradient,
        first: First::Kick,
        drifts: &[ratio(1, 2)],
        kicks: &[ratio(1, 6), ratio(2, 3)],
        // g: docs/papers/splittings.md, The kick with a gradient.
        gradients: &[ratio(0, 1), ratio(1, 48)],
        corrector: None,
    };
    /// Two kicks, both with a gradient, order 4.
    pub const CHIN_4B: Self = Self {
        name: "chin-4b",
        order: 4,
        source: "Chin 1997, 4B",
        kind: SplittingKind::ForceGradient,
        first: First::Drift,
        // Drifts (1 - 1/sqrt 3)/2 and 1/sqrt 3, g = (2 - sqrt 3)/24.
        drifts: &[
            d("0.211324865405187117745425609749021272"),
            d("0.577350269189625764509148780501957456"),
        ],
        kicks: &[ratio(1, 2)],
        gradients: &[d("0.011164549684630112769689735770588651")],
        corrector: None,
    };
    /// One kick with a gradient; order 4 with the corrector.
    pub const TAKAHASHI_IMADA: Self = Self {
        name: "takahashi-imada",
        order: 4,
        source: "Takahashi and Imada 1984; Rowlands 1991",
        kind: SplittingKind::ForceGradient,
        first: First::Kick,
        drifts: &[ratio(1, 1)],
        kicks: &[ratio(1, 2)],
        gradients: &[ratio(1, 24)],
        // 2 b sin(a theta) = theta/12 + ...: docs/papers/splittings.md, Processors.
        corrector: Some(Corrector { pairs: &[(ratio(1, 4), ratio(1, 6))], symmetrised: true }),
    };
    /// All splittings with fixed tables.
    pub const ALL: [Self; 12] = [
        Self::BLANES_MOAN_S6,
        Self::BLANES_MOAN_S10,
        Self::SRKN6B,
        Self::SRKN11B,
        Self::SRKN14A,
        Self::MCLACHLAN_84,
        Self::SABA4,
        Self::ABA_864,
        Self::ABA_1064,
        Self::CHIN_4A,
        Self::CHIN_4B,
        Self::TAKAHASHI_IMADA,
    ];

    /// Returns half drift - kick - half drift with a symplectic corrector. The error of first
    /// order in the torque is a change of variables, which the corrector removes. With
    /// `modified` kicks the second order is a change of variables too, up to h^4.
    #[must_use]
    pub const fn corrected(modified: bool, symmetrised: bool) -> Self {
        Self {
            name: "corrected",
            order: match (modified, symmetrised) {
                (false, _) => 2,
                (true, false) => 3,
                (true, true) => 4,
            },
            source: "Wisdom, Holman and Touma 1996",
            kind: if modified {
                SplittingKind::ForceGradient
            } else {
                SplittingKind::NearIntegrable
            },
            first: First::Drift,
            drifts: const { &[ratio(1, 2)] },
            kicks: const { &[ratio(1, 1)] },
            // V - (h^2/24) T.I^-1 T, as in `takahashi-imada`: docs/papers/splittings.md.
            gradients: if modified { Self::TAKAHASHI_IMADA.gradients } else { &[] },
            corrector: Some(Corrector { pairs: CORRECTOR, symmetrised }),
        }
    }
}

/// Pairs of the corrector by tools/derive/corrector.py: sum of 2 b sin(a theta) is fitted to
/// (1 - (theta/2)/sin(theta/2))/theta for theta up to 2.
const CORRECTOR: &[(Constant, Constant)] = &[
    (d("0.42"), d("-0.192874299395877825683190839582797366")),
    (d("0.84"), d("0.140973448620346120443729163634192199")),
    (d("1.26"), d("-0.074280976531322465547223953260853087")),
    (d("1.68"), d("0.029782626689422820806137216713945371")),
    (d("2.1"), d("-0.00895292836046199745811471395767258")),
    (d("2.52"), d("0.001915468613749183031020178002944869")),
    (d("2.94"), d("-0.000261205135613472207323025762894166")),
    (d("3.36"), d("0.000017114557174536199245751593621124")),
];
