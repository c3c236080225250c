//! The exact rotation against 21-digit values, from a Taylor integration in 170-bit
//! arithmetic that knows no elliptic functions.

use polhode::exact;
use polhode::methods::taylor::AdaptiveTaylor;
use polhode::real::{DoubleDouble, Real};
use polhode::{Body, Inertia, Motion, Rotation, State, Vec3};

/// Moments and body momentum at the start, with attitude 1.
const BODIES: [(char, [f64; 3], [f64; 3]); 6] = [
    ('A', [5.0, 4.0, 3.0], [-1.0, 0.0, 2.0]),
    ('B', [1000.0, 5000.0, 6000.0], [1e4, 5e4, 6e4]),
    ('C', [1.0, 2.0, 3.0], [1.0, 4.0, 9.0]),
    ('D', [1.0, 2.0, 3.0], [0.001, 1.0, 0.0015]),
    ('E', [1.0, 1.0, 2.0], [1.0, 0.5, 0.25]),
    ('F', [0.345, 0.653, 1.0], [1.8, 0.4, -0.9]),
];

/// Body, time, body rates, quaternion w x y z with its sign continuous from 1.
#[rustfmt::skip]
const VALUES: [(char, &str, [&str; 3], [&str; 4]); 18] = [
    ('A', "1", ["-0.195581700480210886632", "0.0661021640581659897687", "0.664478326997198595149"], ["0.940110546644812765992", "-0.0990895163743709277181", "0.0163667679474146256451", "0.325738479057725198333"]),
    ('A', "10", ["0.0848925970236851182914", "0.286326941495968069317", "0.624330868071426341399"], ["-0.854749414225185454998", "-0.185997564604115730833", "0.181508669892525895451", "-0.449291606417131045768"]),
    ('A', "100", ["-0.0324239671195526242875", "0.312044413330178731051", "0.616060035373226289662"], ["-0.480294179331800791810", "0.102090257262586201352", "-0.172396153079480636284", "-0.853917236666087696322"]),
    ('B', "0.1", ["0.692800470044971692208", "14.1251558401564358203", "5.80114773076814135124"], ["0.708543838384288404989", "0.197457611026147499627", "0.558137485495245238123", "0.384003474229792532900"]),
    ('B', "1", ["-13.7949444974965963599", "-3.11440304247674060526", "12.6570268675549451737"], ["0.522304584856711438756", "-0.273057407151273968094", "0.283048242257590158510", "0.756651350089570823418"]),
    ('B', "5", ["0.331698744947193334564", "14.1382451507462713392", "5.77985144315431595250"], ["-0.0952862886731021269170", "-0.0870963446897891225102", "-0.783901179992806332423", "-0.607316795369986075635"]),
    ('C', "1", ["-1.12273367334620144503", "-1.93377069445540647611", "3.01443919058838399656"], ["-0.152441301309001024618", "0.0597599681961814498198", "-0.0106925454180174415639", "0.986446179641288579079"]),
    ('C', "10", ["1.99550363766833224637", "1.00894263070427020877", "3.16133066750630325065"], ["0.0752964770909810858235", "-0.159560295830692554738", "-0.308386425654512922807", "-0.934755992226924860628"]),
    ('C', "40", ["0.226866884996099522375", "-2.22452948204607226631", "2.94683268292743044491"], ["0.848343642065200058717", "-0.376217542431727775241", "0.0274124227138579798320", "0.371513101808186032037"]),
    ('D', "1", ["0.000788470031846684940828", "0.500000378314865757550", "0.000351987211472383072431"], ["0.968912276332933488835", "0.000436354312640759888502", "0.247404051499400076032", "0.000213700559591786362508"]),
    ('D', "10", ["0.00125343906447921502389", "0.499999428890185471050", "-0.000663603668957742115100"], ["-0.801145586262999855698", "-0.000724017598477822437778", "0.598469016502083805328", "-0.000248388526090107170522"]),
    ('D', "30", ["0.336239112027351735083", "0.370059805359968822658", "-0.194127527205650727649"], ["0.322996150753039676212", "0.277950967167413348307", "0.874975920374960231687", "-0.229856227266981884501"]),
    ('E', "1", ["0.929860300536715208170", "0.620773566999892216532", "0.125000000000000000000"], ["0.846121378285399714434", "0.457402849801290998019", "0.265638410917690092685", "0.0655551740688526368857"]),
    ('E', "10", ["-0.159169947282524441727", "1.10664580055322054707", "0.125000000000000000000"], ["0.621976866040787419411", "-0.238433526390836250133", "-0.455595304483781759793", "-0.590531243995811759924"]),
    ('E', "50", ["1.01603902649827781770", "0.466545492564692887752", "0.125000000000000000000"], ["0.932065721583367148667", "0.315562504851579924550", "0.151289490271670172634", "0.0937298581798347082863"]),
    ('F', "1", ["5.14130559036119971696", "-1.07760513419067148456", "0.754088382751901412100"], ["-0.797796326461398142138", "0.367202694785696415060", "-0.400457828701628058452", "-0.261374692459691743930"]),
    ('F', "10", ["5.23405418595164331630", "-0.448941914321626878448", "0.929155214810649422686"], ["-0.590953130059877682403", "0.749777146603624298682", "-0.277567350598691789923", "-0.107540663867132048549"]),
    ('F', "30", ["5.25219245905220431885", "-0.108919753064345328562", "0.959986512253051171473"], ["0.708738847276682335301", "0.560602622857791268666", "0.416005107259729199043", "0.101753114643758219177"]),
];

/// A decimal with more digits than a double, as double-double.
fn parse<R: Real>(text: &str) -> R {
    let (digits, negative) = (text.trim_start_matches('-'), text.starts_with('-'));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut value = DoubleDouble::from_f64(0.0);
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * DoubleDouble::from_f64(10.0)
            + DoubleDouble::from_f64(f64::from(digit.to_digit(10).unwrap()));
    }
    value /= Real::powi(DoubleDouble::from_f64(10.0), i32::try_from(fraction.len()).unwrap());
    let value = if negative { -value } else { value };
    R::from_f64(value.hi) + R::from_f64(value.lo)
}

/// The state after a time.
type Solve<R> = fn(&Inertia<R>, &State<R>, R) -> State<R>;

/// The largest errors over all values of one body: of the rates, relative, and of
/// the quaternion with its sign, both in units of EPSILON (1 + omega t).
fn errors<R: Real<Mask = bool>>(body: char, solve: Solve<R>, narrow: fn(R) -> f64) -> (f64, f64) {
    let (_, moments, momentum) = BODIES.into_iter().find(|row| row.0 == body).unwrap();
    let inertia =
        Inertia::new_without_triangle_check(moments.map(|x| parse::<R>(&x.to_string()))).unwrap();
    let momentum = Vec3::from(momentum.map(|x| parse::<R>(&x.to_string())));
    let start: State<R> = State::new(Rotation::identity(), momentum);
    let mut worst = (0f64, 0f64);
    for (_, time, rates, quaternion) in VALUES.into_iter().filter(|row| row.0 == body) {
        let end = solve(&inertia, &start, parse(time));
        let truth = Vec3::from(rates.map(parse::<R>));
        let quaternion = quaternion.map(parse::<R>);
        let apart = end.attitude.to_wxyz().into_iter().zip(quaternion);
        let apart = apart.map(|(a, b)| narrow(Real::abs(a - b))).fold(0.0, f64::max);
        let off = narrow((inertia.rates(end.momentum) - truth).norm() / truth.norm());
        let unit = R::EPSILON * (1.0 + narrow(truth.norm() * parse(time)));
        println!("{body} {time}: {:.2} {:.2}", off / unit, apart / unit);
        worst = (worst.0.max(off / unit), worst.1.max(apart / unit));
    }
    worst
}

#[test]
fn double_and_single_precision_are_within_two_units_of_rounding() {
    for (body, ..) in BODIES {
        for (rates, quaternion) in
            [errors::<f64>(body, exact::after, |x| x), errors::<f32>(body, exact::after, f64::from)]
        {
            assert!(rates < 2.0 && quaternion < 2.0, "{body}: {rates} {quaternion}");
        }
    }
}

/// To all of the 21 digits.
#[test]
fn double_double_has_all_the_digits() {
    for (body, ..) in BODIES {
        let (rates, quaternion) = errors::<DoubleDouble>(body, exact::after, |x| x.hi);
        let digits = 1e-21 / DoubleDouble::EPSILON;
        assert!(rates < digits && quaternion < digits, "{body}: {rates} {quaternion}");
    }
}

fn by_series<R: Real<Mask = bool>>(inertia: &Inertia<R>, start: &State<R>, time: R) -> State<R> {
    let method = AdaptiveTaylor { degree: None, tolerance: 1e-15 };
    let mut motion = Motion::new(method, Body::free(*inertia), *start).unwrap();
    while motion.state().time.lt(time) {
        motion.advance(time, 1).unwrap();
    }
    motion.state_near(time).unwrap()
}

#[test]
fn series_to_a_tolerance_of_rounding_err_by_a_unit_of_it() {
    for (body, ..) in BODIES {
        let (rates, quaternion) = errors::<f64>(body, by_series, |x| x);
        println!("{body}: {rates:.2} {quaternion:.2}");
        assert!(rates < 2.0 && quaternion < 2.0, "{body}: {rates} {quaternion}");
    }
}
