"""Coefficients of the splittings into drifts and kicks, to 36 digits.

A splitting is a palindrome of exponentials of a_i h A (drift) and b_i h B (kick). Its
product is taken in the free associative algebra of A and B, and the published
digits are moved by Newton's method to the nearest point at which the conditions
on the logarithm hold (least change, where there are more coefficients than
conditions). Which conditions depends on the kind:

  general    all commutators up to the order
  nystrom    all but those that vanish because the kinetic energy is quadratic in
             the momentum: the ideal of [B,[B,[B,A]]]
  near       generalised order (n1, n2, n3): commutators with one B up to n1, with
             two up to n2, with more up to n3

    python3 tools/derive/splittings.py        (needs mpmath)

prints the rows of crates/polhode/src/method/splitting/tables.rs.
"""

from itertools import product

from mpmath import mp, mpf, matrix, nstr, sqrt, svd_r

mp.dps = 60


def general(order):
    return lambda word: len(word) < order


def near(*orders):
    def kept(word):
        kicks = word.count("B")
        return len(word) < orders[min(max(kicks, 1), len(orders)) - 1]

    return kept


def times(left, right, kept):
    out = {}
    for (u, x), (v, y) in product(left.items(), right.items()):
        if kept(u + v):
            out[u + v] = out.get(u + v, mpf(0)) + x * y
    return out


def exponential(letter, weight, kept):
    series, term, word = {"": mpf(1)}, mpf(1), ""
    while kept(word + letter):
        word += letter
        term = term * weight / len(word)
        series[word] = term
    return series


def logarithm(series, kept):
    rest = {word: x for word, x in series.items() if word}
    power, total, n = {"": mpf(1)}, {}, 0
    while power:
        n += 1
        power = times(power, rest, kept)
        for word, x in power.items():
            total[word] = total.get(word, mpf(0)) + mpf((-1) ** (n + 1)) / n * x
    return total


def commutator(left, right):
    everything = lambda word: True
    out = dict(times(left, right, everything))
    for word, x in times(right, left, everything).items():
        out[word] = out.get(word, mpf(0)) - x
    return out


def vanishing(order):
    """The ideal of [B,[B,[B,A]]] below the order, orthonormal."""
    a, b = {"A": mpf(1)}, {"B": mpf(1)}
    layer = [commutator(b, commutator(b, commutator(b, a)))]
    basis = []
    for _ in range(4, order):
        for element in layer:
            for other in basis:
                overlap = sum(x * other.get(word, mpf(0)) for word, x in element.items())
                element = {
                    word: element.get(word, mpf(0)) - overlap * other.get(word, mpf(0))
                    for word in set(element) | set(other)
                }
            length = sqrt(sum(x * x for x in element.values()))
            if length > mpf(10) ** -40:
                basis.append({word: x / length for word, x in element.items()})
        layer = [commutator(g, element) for element in layer for g in (a, b)]
    return basis


def palindrome(first, halves):
    """All factors, the last of each kind completed to a sum of 1."""
    outer, inner = halves
    second = {"A": "B", "B": "A"}[first]
    # The longer list has the one in the middle.
    outer, inner = list(outer), list(inner)
    if len(outer) > len(inner):
        outer = outer + [1 - 2 * sum(outer)]
        inner = inner + [mpf(1) / 2 - sum(inner)]
    else:
        inner = inner + [1 - 2 * sum(inner)]
        outer = outer + [mpf(1) / 2 - sum(outer)]
    half = []
    for i in range(len(outer)):
        half.append((first, outer[i]))
        if i < len(inner):
            half.append((second, inner[i]))
    return half[:-1], half[-1], (outer, inner)


def decimal(weight):
    """36 digits after the point, which is what the crate's constants hold."""
    return nstr(weight, 36 + int(mp.floor(mp.log10(abs(weight)))) + 1, strip_zeros=False)


def factors(first, halves):
    half, middle, _ = palindrome(first, halves)
    return half + [middle] + half[::-1]


def conditions(first, halves, kept, ideal):
    series = {"": mpf(1)}
    for letter, weight in factors(first, halves):
        series = times(series, exponential(letter, weight, kept), kept)
    log = logarithm(series, kept)
    log = {word: x for word, x in log.items() if len(word) > 1}
    for element in ideal:
        overlap = sum(x * log.get(word, mpf(0)) for word, x in element.items())
        for word, x in element.items():
            log[word] = log.get(word, mpf(0)) - overlap * x
    return [log[word] for word in sorted(log)]


def least_change(jacobian, residual):
    u, s, v = svd_r(jacobian, full_matrices=False)
    change = matrix(jacobian.cols, 1)
    for k in range(len(s)):
        if s[k] > mpf(10) ** -15 * s[0]:
            part = sum(u[i, k] * residual[i] for i in range(jacobian.rows)) / s[k]
            for j in range(jacobian.cols):
                change[j] -= part * v[k, j]
    return change


def refine(first, published, kept, ideal):
    halves = [[mpf(x) for x in half] for half in published]
    count = len(halves[0])

    def at(flat):
        return conditions(first, (flat[:count], flat[count:]), kept, ideal)

    flat = halves[0] + halves[1]
    moved = mpf(0)
    for _ in range(8):
        residual = at(flat)
        if max(abs(x) for x in residual) < mpf(10) ** -50:
            break
        step = mpf(10) ** -25
        columns = []
        for i in range(len(flat)):
            up, down = list(flat), list(flat)
            up[i] += step
            down[i] -= step
            columns.append([(x - y) / (2 * step) for x, y in zip(at(up), at(down))])
        change = least_change(matrix(columns).T, residual)
        flat = [x + c for x, c in zip(flat, change)]
        moved = max(moved, max(abs(c) for c in change))
    return (flat[:count], flat[count:]), max(abs(x) for x in at(flat)), moved


# The kick leads where the first letter is B. Published digits, the dependent ones left out.
SETS = [
    ("blanes-moan-s6", "B", general(4), [], (
        [".0792036964311957", ".353172906049774", "-.0420650803577195"],
        [".209515106613362", "-.143851773179818"])),
    ("blanes-moan-s10", "B", general(6), [], (
        [".0502627644003922", ".413514300428344", ".0450798897943977", "-.188054853819569",
         ".541960678450780"],
        [".148816447901042", "-.132385865767784", ".067307604692185", ".432666402578175"])),
    ("srkn6b", "B", general(4), vanishing(4), (
        [".0829844064174052", ".396309801498368", "-.0390563049223486"],
        [".245298957184271", ".604872665711080"])),
    ("srkn11b", "B", general(6), vanishing(6), (
        [".0414649985182624", ".198128671918067", "-.0400061921041533", ".0752539843015807",
         "-.0115113874206879"],
        [".123229775946271", ".290553797799558", "-.127049212625417", "-.246331761062075",
         ".357208872795928"])),
    ("srkn14a", "A", general(6), vanishing(6), (
        [".0378593198406116", ".102635633102435", "-.0258678882665587", ".314241403071447",
         "-.130144459517415", ".106417700369543", "-.00879424312851058"],
        [".09171915262446165", ".183983170005006", "-.05653436583288827",
         ".004914688774712854", ".143761127168358", ".328567693746804"])),
    ("mclachlan-84", "A", near(8, 4), [], (
        [".07534696026989288842", ".51791685468825678230"],
        [".19022593937367661925", ".84652407044352625706"])),
    ("saba4", "A", near(8, 2), [], (
        [".06943184420297371239", ".26057763400459815535"],
        [".17392742256872692869"])),
    ("aba-864", "A", near(8, 6, 4), [], (
        [".0711334264982231177779387300061549964174",
         ".241153427956640098736487795326289649618",
         ".521411761772814789212136078067994229991"],
        [".183083687472197221961703757166430291072",
         ".310782859898574869507522291054262796375",
         "-.0265646185119588006972121379164987592663"])),
    ("aba-1064", "A", near(10, 6, 4), [], (
        [".03809449742241219546", ".14529871611691374929", ".20762769572554125072",
         ".43590970365152615922"],
        [".09585888083707521061", ".20444615314299878068", ".21707034797899110171"])),
]

if __name__ == "__main__":
    for name, first, kept, ideal, published in SETS:
        halves, residual, moved = refine(first, published, kept, ideal)
        print(f"{name}  residual {nstr(residual, 3)}, largest change {nstr(moved, 3)}")
        outer, inner = palindrome(first, halves)[2]
        drifts, kicks = (outer, inner) if first == "A" else (inner, outer)
        for name, half in (("drifts", drifts), ("kicks", kicks)):
            print(f"    {name}")
            for weight in half:
                print(f'        d("{decimal(weight)}"),')
