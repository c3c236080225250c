//! One string names a method completely.

use polhode::catalogue::{CATALOGUE, MethodName, variants};

#[test]
fn every_name_prints_back_as_it_parses() {
    let mut seen = Vec::new();
    for name in variants() {
        let text = name.to_string();
        assert_eq!(text.parse::<MethodName>().as_ref(), Ok(&name), "{text}");
        assert!(!seen.contains(&text), "{text} stands twice");
        seen.push(text);
    }
    assert!(seen.len() > 100, "{}", seen.len());
}

#[test]
fn shorthands_and_defaults_print_canonically() {
    for (given, canonical) in [
        ("mclachlan-reich:order=4", "mclachlan-reich:compose=yoshida-4"),
        ("mclachlan-reich:order=6", "mclachlan-reich:compose=kahan-li-6"),
        ("mclachlan-reich:order=8", "mclachlan-reich:compose=kahan-li-8"),
        ("leapfrog:order=4", "leapfrog:compose=omelyan-4"),
        ("leapfrog:order=6", "leapfrog:compose=kahan-li-6"),
        ("leapfrog:order=8", "leapfrog:compose=kahan-li-8"),
        ("leapfrog:rotation=tangent-2", "leapfrog"),
        ("leapfrog:rotation=tangent-1", "leapfrog:rotation=cayley"),
        ("mclachlan-reich:rotation=exact", "mclachlan-reich"),
        ("dmv:correction=2", "dmv"),
        ("mclachlan-zanna:momentum=4", "mclachlan-zanna"),
        ("exact:energy=2,compose=suzuki-4", "exact:compose=suzuki-4,energy=2"),
        ("exact:reversible=torque-rate,order=6", "exact:compose=kahan-li-6,reversible=torque-rate"),
        ("corrected:kick=modified,corrector=symmetrised", "corrected"),
        ("corrected:corrector=plain,kick=plain", "corrected:kick=plain,corrector=plain"),
        ("energy-momentum:s=1", "energy-momentum:s=dmv"),
        ("energy-momentum:s=0.0", "energy-momentum:s=one"),
        ("energy-momentum:s=2.50", "energy-momentum:s=2.5"),
        ("buss-3:energy=1", "buss-3:energy"),
        (" buss-3 : energy = 10 ", "buss-3:energy=10"),
        (
            "mclachlan-reich:energy,order=4,axes=2-3-1",
            "mclachlan-reich:axes=2-3-1,compose=yoshida-4,energy",
        ),
    ] {
        assert_eq!(crate::support::method(given).to_string(), canonical);
    }
}

#[test]
fn a_wrong_name_says_what_is_possible() {
    let methods: Vec<_> = CATALOGUE.iter().map(|card| card.name).collect();
    let methods = methods.join(", ");
    for (given, message) in [
        (
            "mclachlan-riech",
            format!("there is no method `mclachlan-riech` (did you mean `mclachlan-reich`?); the methods are {methods}"),
        ),
        ("", format!("there is no method ``; the methods are {methods}")),
        (
            "buss-3:axis=2-3-1",
            "`buss-3` has no option `axis`; its options are energy".into(),
        ),
        (
            "leapfrog:axis=2-3-1",
            "`leapfrog` has no option `axis` (did you mean `axes`?); its options are axes, rotation, compose, order, reversible, energy".into(),
        ),
        (
            "sr:axes=1-1-2",
            "`1-1-2` is no value of `axes`; it can be 1-2-3, 1-3-2, 2-1-3, 2-3-1, 3-1-2, 3-2-1".into(),
        ),
        (
            "leapfrog:rotation=tangent-9",
            "`tangent-9` is no value of `rotation`; it can be exact, cayley, tangent-2, tangent-3, tangent-4, tangent-5".into(),
        ),
        (
            "sr:compose",
            "`` is no value of `compose`; it can be yoshida-4, suzuki-4, omelyan-4, yoshida-6, kahan-li-6, kahan-li-8, suzuki-umeno-8".into(),
        ),
        (
            "exact:compose=srkn",
            "`srkn` is no value of `compose`; it can be yoshida-4, suzuki-4, omelyan-4, yoshida-6, kahan-li-6, kahan-li-8, suzuki-umeno-8, blanes-moan-s6, blanes-moan-s10, srkn6b, srkn11b, srkn14a, mclachlan-84, saba4, aba-864, aba-1064, chin-4a, chin-4b, takahashi-imada".into(),
        ),
        (
            "exact:energy,compose=takahashi-imada",
            "`energy` does not go with `compose=takahashi-imada`, whose steps go through other states than it shows; leave one of them out".into(),
        ),
        (
            "corrected:kick=soft",
            "`soft` is no value of `kick`; it can be modified, plain".into(),
        ),
        ("rs:order=5", "`5` is no value of `order`; it can be 4, 6, 8".into()),
        (
            "buss-3:energy=0",
            "`0` is no value of `energy`; it can be nothing, or a whole number of steps from 1 to 1000000".into(),
        ),
        (
            "sr:order=4,compose=suzuki-4",
            "`compose` is given twice; give it once (`order` is short for `compose`)".into(),
        ),
        (
            "energy-momentum",
            "`energy-momentum` needs the option `s`; it can be one, dmv, or a number".into(),
        ),
        (
            "energy-momentum:s=two",
            "`two` is no value of `s`; it can be one, dmv, or a number".into(),
        ),
        (
            "exact:reversible",
            "`` is no value of `reversible`; it can be torque, torque-rate".into(),
        ),
        (
            "exact:reversible=torque,energy",
            "`reversible` and `energy` exclude each other, because no corrected step can be taken back; leave one of them out".into(),
        ),
        (
            "mclachlan-zanna:momentum=2",
            "`2` is no value of `momentum`; it can be 4, 6".into(),
        ),
        (
            "dmv:correction=8",
            "`8` is no value of `correction`; it can be 2, 4, 6".into(),
        ),
        (
            "buss-3:order=4",
            "`buss-3` has no option `order`; its options are energy".into(),
        ),
    ] {
        assert_eq!(given.parse::<MethodName>().unwrap_err().to_string(), message);
    }
}

proptest::proptest! {
    #[test]
    fn no_string_makes_the_parser_panic(text in "[a-z0-9:=,\\- ]{0,40}|\\PC{0,40}") {
        let _ = text.parse::<MethodName>();
    }
    #[test]
    fn no_option_makes_the_parser_panic(text in "(leapfrog|buss-3):(axes|rotation|energy|order)=\\PC{0,12}") {
        if let Ok(name) = text.parse::<MethodName>() {
            proptest::prop_assert_eq!(name.to_string().parse::<MethodName>(), Ok(name));
        }
    }
}

#[test]
fn the_degree_in_taylors_row_is_that_of_the_default_tolerance() {
    let plain: MethodName = "taylor".parse().unwrap();
    assert_eq!(plain.row().order_free, plain.card().order_free);
}
