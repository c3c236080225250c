//! The masses of atoms.

/// No standard atomic weight: no isotope is stable.
const NONE: f64 = f64::NAN;

/// Symbols and masses in u, by atomic number: the abridged standard atomic weights of
/// T. Prohaska et al., Standard atomic weights of the elements 2021 (IUPAC Technical Report),
/// Pure Appl. Chem. 94 (2022) 573-600, table 1.
#[rustfmt::skip]
const WEIGHTS: [(&str, f64); 118] = [
    ("H", 1.008), ("He", 4.0026), ("Li", 6.94), ("Be", 9.0122), ("B", 10.81), ("C", 12.011),
    ("N", 14.007), ("O", 15.999), ("F", 18.998), ("Ne", 20.18), ("Na", 22.99), ("Mg", 24.305),
    ("Al", 26.982), ("Si", 28.085), ("P", 30.974), ("S", 32.06), ("Cl", 35.45), ("Ar", 39.95),
    ("K", 39.098), ("Ca", 40.078), ("Sc", 44.956), ("Ti", 47.867), ("V", 50.942), ("Cr", 51.996),
    ("Mn", 54.938), ("Fe", 55.845), ("Co", 58.933), ("Ni", 58.693), ("Cu", 63.546), ("Zn", 65.38),
    ("Ga", 69.723), ("Ge", 72.63), ("As", 74.922), ("Se", 78.971), ("Br", 79.904), ("Kr", 83.798),
    ("Rb", 85.468), ("Sr", 87.62), ("Y", 88.906), ("Zr", 91.224), ("Nb", 92.906), ("Mo", 95.95),
    ("Tc", NONE), ("Ru", 101.07), ("Rh", 102.91), ("Pd", 106.42), ("Ag", 107.87), ("Cd", 112.41),
    ("In", 114.82), ("Sn", 118.71), ("Sb", 121.76), ("Te", 127.6), ("I", 126.9), ("Xe", 131.29),
    ("Cs", 132.91), ("Ba", 137.33), ("La", 138.91), ("Ce", 140.12), ("Pr", 140.91), ("Nd", 144.24),
    ("Pm", NONE), ("Sm", 150.36), ("Eu", 151.96), ("Gd", 157.25), ("Tb", 158.93), ("Dy", 162.5),
    ("Ho", 164.93), ("Er", 167.26), ("Tm", 168.93), ("Yb", 173.05), ("Lu", 174.97), ("Hf", 178.49),
    ("Ta", 180.95), ("W", 183.84), ("Re", 186.21), ("Os", 190.23), ("Ir", 192.22), ("Pt", 195.08),
    ("Au", 196.97), ("Hg", 200.59), ("Tl", 204.38), ("Pb", 207.2), ("Bi", 208.98), ("Po", NONE),
    ("At", NONE), ("Rn", NONE), ("Fr", NONE), ("Ra", NONE), ("Ac", NONE), ("Th", 232.04),
    ("Pa", 231.04), ("U", 238.03), ("Np", NONE), ("Pu", NONE), ("Am", NONE), ("Cm", NONE),
    ("Bk", NONE), ("Cf", NONE), ("Es", NONE), ("Fm", NONE), ("Md", NONE), ("No", NONE),
    ("Lr", NONE), ("Rf", NONE), ("Db", NONE), ("Sg", NONE), ("Bh", NONE), ("Hs", NONE),
    ("Mt", NONE), ("Ds", NONE), ("Rg", NONE), ("Cn", NONE), ("Nh", NONE), ("Fl", NONE),
    ("Mc", NONE), ("Lv", NONE), ("Ts", NONE), ("Og", NONE),
];

/// Hydrogen's isotopes have symbols of their own: M. Wang et al., The AME 2020 atomic mass
/// evaluation (II), Chinese Phys. C 45 (2021) 030003.
const ISOTOPES: [(&str, f64); 2] = [("D", 2.014101777844), ("T", 3.01604928132)];

/// The mass in u of an atom, by its symbol in any case or its atomic number; none of what is no
/// element, or has no standard weight.
///
/// ```
/// assert_eq!(polhode_shape::atomic_weight("C"), Some(12.011));
/// assert_eq!(polhode_shape::atomic_weight("6"), Some(12.011));
/// assert_eq!(polhode_shape::atomic_weight("Tc"), None);
/// ```
#[must_use]
pub fn atomic_weight(atom: &str) -> Option<f64> {
    let by_number = atom.parse::<usize>().ok().and_then(|z| WEIGHTS.get(z.checked_sub(1)?));
    let mut all = WEIGHTS.iter().chain(&ISOTOPES);
    let found = by_number.or_else(|| all.find(|(symbol, _)| symbol.eq_ignore_ascii_case(atom)));
    found.map(|&(_, weight)| weight).filter(|weight| weight.is_finite())
}
