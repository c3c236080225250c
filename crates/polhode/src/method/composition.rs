//! Symmetric compositions: methods of high order from a method of order 2.

use crate::real::Constant;

/// Weights w_1 ... w_k ... w_1 of a symmetric composition: steps w_i h of a symmetric method
/// of order 2 in sequence have a higher order. Fukushima 2012, eq. (19), d_j for w_j.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Composition {
    /// Name in method strings, as in `compose=yoshida-4`.
    pub name: &'static str,
    /// Order of the composed method.
    pub order: u8,
    /// Source of the weights.
    pub source: &'static str,
    /// First half of the weights, and the middle one.
    weights: &'static [Constant],
}

const fn d(text: &str) -> Constant {
    Constant::decimal(text)
}

// Rows by tools/derive/compositions.py, which refines the published digits. The sum of the
// weights is 1: Fukushima 2012, eq. (20), with k = (s + 1)/2 for the middle index s.
impl Composition {
    /// A single step: no composition.
    pub(crate) const ONE: Self = Self { name: "one", order: 2, source: "", weights: &[d("1")] };
    /// Three steps, order 4: the triple jump.
    pub const YOSHIDA_4: Self = Self {
        name: "yoshida-4",
        order: 4,
        source: "Yoshida 1990; Forest and Ruth 1990",
        // Buss 2001, section 3: x_0 = 1/(2 - 2^(1/3)), x_1 = -2^(1/3)/(2 - 2^(1/3)).
        weights: &[
            d("1.35120719195965763404768780897146083"),
            d("-1.70241438391931526809537561794292165"),
        ],
    };
    /// Five steps, order 4, smaller errors than the triple jump.
    pub const SUZUKI_4: Self = Self {
        name: "suzuki-4",
        order: 4,
        source: "Suzuki 1990",
        // 1/(4 - 4^(1/3)) four times, and 1 - 4/(4 - 4^(1/3)).
        weights: &[
            d("0.414490771794375737142354062860761496"),
            d("0.414490771794375737142354062860761496"),
            d("-0.657963087177502948569416251443045983"),
        ],
    };
    /// Five steps, order 4, smallest leading commutator; Fukushima 2012, Table 1.
    pub const OMELYAN_4: Self = Self {
        name: "omelyan-4",
        order: 4,
        source: "Omelyan, Mryglod and Folk 2002",
        // Fukushima 2012, Table 1, from eq. (35) of Omelyan et al. 2002. d_1 is as published.
        weights: &[
            d("0.3221375960817984"),
            d("0.541316548170042981795530068061811621"),
            d("-0.726908288503682763591060136123623243"),
        ],
    };
    /// Seven steps, order 6: solution A.
    pub const YOSHIDA_6: Self = Self {
        name: "yoshida-6",
        order: 6,
        source: "Yoshida 1990",
        weights: &[
            d("0.784513610477557263819497633866349876"),
            d("0.235573213359358133684793182978534602"),
            d("-1.17767998417887100694641568096431573"),
            d("1.31518632068391121888424972823886251"),
        ],
    };
    /// Nine steps, order 6; Fukushima 2012, Table 2.
    pub const KAHAN_LI_6: Self = Self {
        name: "kahan-li-6",
        order: 6,
        source: "Kahan and Li 1997, s9odr6a",
        // Fukushima 2012, Table 2. d_1 is as published.
        weights: &[
            d("0.39216144400731413927925056"),
            d("0.332599136789359438599748634257274356"),
            d("-0.706246172557639359809964819634910351"),
            d("0.0822135962935508002314904488531569177"),
            d("0.798543990934829963398950353048958155"),
        ],
    };
    /// Seventeen steps, order 8; Fukushima 2012, Table 3, with d_6 corrected.
    pub const KAHAN_LI_8: Self = Self {
        name: "kahan-li-8",
        order: 8,
        source: "Kahan and Li 1997, s17odr8a",
        // Fukushima 2012, Table 3; the printed d_6 has two digits exchanged
        // (docs/papers/fukushima-2012.md, Errata). d_1 is as published.
        weights: &[
            d("0.13020248308889008087881763"),
            d("0.561162981775108384561964407682000103"),
            d("-0.389474962644847286408078593043166997"),
            d("0.158841906555155600896210746677682393"),
            d("-0.395903894133237577336231543466131671"),
            d("0.184539640978315707091832543364086516"),
            d("0.258374387686322047293979111695425974"),
            d("0.295011723609310298870966236757462977"),
            d("-0.605508533830034511698921079334718588"),
        ],
    };
    /// Fifteen steps, order 8.
    pub const SUZUKI_UMENO_8: Self = Self {
        name: "suzuki-umeno-8",
        order: 8,
        source: "Suzuki and Umeno 1993",
        weights: &[
            d("0.741670364350612953448227801783806316"),
            d("-0.409100825800031593997300095893563417"),
            d("0.190754710296238379953876256450371663"),
            d("-0.573862471116082266656387726635535742"),
            d("0.299064181303655923844463540688602988"),
            d("0.334624918245298183784957979882182289"),
            d("0.315293092396766596632056663811002431"),
            d("-0.796887939352916354019788840173733053"),
        ],
    };
    /// All compositions, by order.
    pub const ALL: [Self; 7] = [
        Self::YOSHIDA_4,
        Self::SUZUKI_4,
        Self::OMELYAN_4,
        Self::YOSHIDA_6,
        Self::KAHAN_LI_6,
        Self::KAHAN_LI_8,
        Self::SUZUKI_UMENO_8,
    ];

    /// Returns a composition with custom weights: the first half and the middle one. The sum
    /// over all stages should be 1. The order is not checked.
    #[must_use]
    pub const fn new(
        name: &'static str,
        order: u8,
        source: &'static str,
        weights: &'static [Constant],
    ) -> Self {
        Self { name, order, source, weights }
    }
    /// Returns the number of stages.
    #[must_use]
    pub fn stages(&self) -> usize {
        (2 * self.weights.len()).saturating_sub(1)
    }
    /// Returns the weight of a stage.
    #[inline]
    #[must_use]
    pub fn weight(&self, stage: usize) -> Constant {
        self.weights[stage.min(self.stages() - 1 - stage)]
    }
}
