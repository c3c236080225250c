//! A body in any axes moves in space as the same body in its principal axes.

use super::{end, parse};
use polhode::geometry::{Rotation, Vec3};
use polhode_lab::sample::Sample;

type Matrix = [[f64; 3]; 3];

/// Takes principal components to those of the other file: a rotation whose entries
/// are short.
const P: Matrix = [[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]];

const MOMENTS: [f64; 3] = [1.0, 2.0, 2.5];

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
}

fn transposed(a: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| a[j][i]))
}

/// A vector in the axes of the other file.
fn turned(v: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| (0..3).map(|k| P[i][k] * v[k]).sum())
}

/// A diagonal matrix, in the axes of the other file: P D P^T.
fn tensor(d: [f64; 3]) -> Matrix {
    let diagonal: Matrix =
        std::array::from_fn(|i| std::array::from_fn(|j| if i == j { d[i] } else { 0.0 }));
    product(&product(&P, &diagonal), &transposed(&P))
}

/// A principal variable such as `wx` or `r23`, in the variables of the other file.
fn variable(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let column = |c: char| "123xyz".find(c).unwrap() % 3;
    let last = column(*letters.last().unwrap());
    // v = P^T v', and the columns of R = R' P.
    let terms: Vec<String> = (0..3)
        .map(|k| {
            let c = if letters[0] == 'r' { ["1", "2", "3"][k] } else { ["x", "y", "z"][k] };
            format!("({:?})*{}{c}", P[k][last], &name[..name.len() - 1])
        })
        .collect();
    format!("({})", terms.join(" + "))
}

/// The three components of a principal torque in the other axes, as formulas.
fn turned_formulas(components: [String; 3]) -> Vec<String> {
    (0..3)
        .map(|i| {
            (0..3)
                .map(|k| format!("({:?})*({})", P[i][k], components[k]))
                .collect::<Vec<_>>()
                .join(" + ")
        })
        .collect()
}

fn file(inertia: &str, attitude: &Matrix, rates: [f64; 3], torque: &str, method: &str) -> String {
    format!(
        "[body]\ninertia = {inertia}\n[initial]\nattitude = {{ matrix = {attitude:?} }}\n\
         angular_velocity = {rates:?}\n[run]\nduration = 2.0\nmethod = \"{method}\"\nstep = 0.01\n{torque}"
    )
}

/// Both files, and how far their motions in space are apart.
fn apart(principal: &str, other: &str, method: &str) -> f64 {
    let start = Rotation::exp(Vec3::new(0.3, -0.2, 0.5)).to_matrix().to_rows();
    let rates = [0.1, 2.0, 0.3];
    let a = parse(&file(&format!("{MOMENTS:?}"), &start, rates, principal, method));
    let turned_start = product(&start, &transposed(&P));
    let b = parse(&file(
        &format!("{:?}", tensor(MOMENTS)),
        &turned_start,
        turned(rates),
        other,
        method,
    ));
    assert_ne!(b.problem.body.principal_axes, Rotation::identity());
    distance(&end(&a), &end(&b))
}

fn distance(a: &Sample, b: &Sample) -> f64 {
    let attitude = product(&b.attitude.to_matrix().to_rows(), &P);
    let same = a.attitude.to_matrix().to_rows();
    let axes = attitude.iter().flatten().zip(same.iter().flatten()).map(|(x, y)| x - y);
    let vector = |u: Vec3<f64>, v: Vec3<f64>| (u - v).to_array();
    axes.chain(vector(a.momentum_space, b.momentum_space))
        .chain(vector(turned(a.rates.to_array()).into(), b.rates))
        .chain(vector(turned(a.momentum_body.to_array()).into(), b.momentum_body))
        .chain([a.energy - b.energy, a.time - b.time])
        .fold(0.0, |most, x| f64::max(most, x.abs()))
}

/// A torque in principal axes and in the others.
fn pairs() -> Vec<(String, String)> {
    let both = |model: &str, key: &str, v: [f64; 3]| {
        let text = |v: [f64; 3]| format!("[[torque]]\nmodel = \"{model}\"\n{key} = {v:?}\n");
        (text(v), text(turned(v)))
    };
    let more =
        |(a, b): (String, String), keys: &str| (format!("{a}{keys}\n"), format!("{b}{keys}\n"));
    let same = |text: &str| (text.to_owned(), text.to_owned());
    let t = |v: [f64; 3]| (format!("{v:?}"), format!("{:?}", turned(v)));
    let (r1, r2, r3) = (t([0.2, 0.0, 0.1]), t([0.0, -0.3, 0.4]), t([0.1, 0.1, 0.0]));
    let table = |a: &str, b: &str, c: &str| {
        format!(
            "[[torque]]\nmodel = \"table\"\ntimes = [0.0, 1.0, 2.5]\ntorques = [{a}, {b}, {c}]\n"
        )
    };
    let impulses = |a: &str, b: &str| {
        format!(
            "[[torque]]\nmodel = \"impulses\"\nlist = [{{ time = 0.505, momentum = {a} }}, {{ time = 1.0, \
             momentum = {b} }}, {{ time = 1.5, momentum = [0.1, 0.2, 0.3], frame = \"space\" }}]\n"
        )
    };
    let damping = |c: &str| format!("[[torque]]\nmodel = \"damping\"\ncoefficient = {c}\n");
    let full = [[0.3, 0.1, 0.0], [-0.1, 0.2, 0.05], [0.0, 0.0, 0.4]];
    let full_turned = product(&product(&P, &full), &transposed(&P));
    let law = |q: Rotation<f64>| {
        format!(
            "[[torque]]\nmodel = \"attitude-law\"\nstiffness = 2.0\ndamping = 0.3\ntarget = {:?}\n",
            q.to_wxyz()
        )
    };
    let target = Rotation::exp(Vec3::new(-0.4, 0.6, 0.2));
    let back = Rotation::from_matrix(polhode::geometry::Mat3::from_f64(transposed(&P)));
    vec![
        same(""),
        both("constant", "body", [0.3, -0.2, 0.1]),
        same("[[torque]]\nmodel = \"constant\"\nspace = [0.3, -0.2, 0.1]\n"),
        more(
            both("uniform-field", "arm", [0.1, 0.2, 1.0]),
            "strength = 3.0\ndirection = [0.0, 0.6, 0.8]",
        ),
        same(
            "[[torque]]\nmodel = \"gravity-gradient\"\nrate_squared = 0.7\ndirection = [1.0, 2.0, 0.5]\n",
        ),
        same(
            "[[torque]]\nmodel = \"kepler-gravity-gradient\"\ngm = 0.5\nsemi_major_axis = 1.1\neccentricity = 0.3\n\
             inclination = 40.0\nnode = 10.0\nperiapsis = 20.0\nmean_anomaly = 30.0\nunit = \"deg\"\n",
        ),
        more(
            both("magnetic-dipole", "moment", [0.5, 0.1, -0.4]),
            "field = [0.3, 0.2, 1.0]\naxis = [1.0, 0.0, 1.0]\nrate = 0.9",
        ),
        same(
            "[[torque]]\nmodel = \"prescribed-torque\"\nconstant = [0.1, 0.0, 0.2]\nslope = [0.0, 0.1, 0.0]\n\
             oscillations = [{ frequency = 1.3, sin = [0.3, 0.0, 0.1], cos = [0.0, 0.2, 0.0] }]\n",
        ),
        (table(&r1.0, &r2.0, &r3.0), table(&r1.1, &r2.1, &r3.1)),
        (impulses(&r1.0, &r2.0), impulses(&r1.1, &r2.1)),
        same(&damping("0.2")),
        (damping("[0.1, 0.2, 0.4]"), damping(&format!("{:?}", tensor([0.1, 0.2, 0.4])))),
        (damping(&format!("{full:?}")), damping(&format!("{full_turned:?}"))),
        both("rotor", "momentum", [0.4, 1.0, -0.7]),
        (law(target), law(target * back)),
    ]
}

#[test]
fn torque_models_do_not_see_the_axes_of_the_file() {
    for (principal, other) in pairs() {
        for method in ["rk4", "exact"] {
            let apart = apart(&principal, &other, method);
            // Momenta of 4 after 200 steps; measured at most 1.5e-13.
            assert!(apart < 1e-12, "{method}: {apart:e} apart\n{principal}\n{other}");
        }
    }
}

#[test]
fn formulas_do_not_see_the_axes_of_the_file() {
    let expression = |frame: &str, components: &[String], potential: Option<&str>| {
        let potential = potential.map_or(String::new(), |v| format!("potential = \"{v}\"\n"));
        format!(
            "[[torque]]\nmodel = \"expression\"\nframe = \"{frame}\"\ncomponents = {components:?}\n{potential}"
        )
    };
    // Body components: of the rates, the momentum and the attitude.
    let body = ["0.3*sin(t)*r31 - 0.1*wx", "0.2*ly*r12", "-0.05*wz*wy + 0.1*r23"];
    let used = ["r31", "wx", "ly", "r12", "wz", "wy", "r23"];
    let rewritten = |text: &str| {
        used.iter()
            .fold(text.to_owned(), |text, name| text.replace(name, &variable(name).to_uppercase()))
    };
    let other = body.map(|text| rewritten(text).to_lowercase());
    let (a, b) = (
        expression("body", &body.map(String::from), None),
        expression("body", &turned_formulas(other), None),
    );
    for method in ["rk4", "exact"] {
        let apart = apart(&a, &b, method);
        assert!(apart < 1e-12, "{method}: {apart:e}");
    }
    // Space components stay as they are but for their variables: a field on the third axis.
    let space = ["-3.0*r23", "3.0*r13", "0.0"];
    let other =
        space.map(|text| text.replace("r23", &variable("r23")).replace("r13", &variable("r13")));
    let (a, b) = (
        expression("space", &space.map(String::from), Some("3.0*r33")),
        expression("space", &other, Some(&format!("3.0*{}", variable("r33")))),
    );
    let apart = apart(&a, &b, "rk4");
    assert!(apart < 1e-12, "{apart:e}");
}

/// The test above would be blind if `turned` did nothing.
#[test]
fn a_vector_that_is_not_turned_is_seen() {
    let wrong = "[[torque]]\nmodel = \"constant\"\nbody = [0.3, -0.2, 0.1]\n";
    assert!(apart(wrong, wrong, "rk4") > 0.1);
}
