//! Numbers as streams of bytes: all first bytes, then all second bytes, and so on (specification,
//! "Byte Stream Split").

use super::number::NumberType;

/// The streams of some doubles.
pub(super) fn encode(numbers: &[f64]) -> Vec<u8> {
    let mut bytes = vec![0; size_of_val(numbers)];
    let (eights, rest) = numbers.as_chunks::<8>();
    let streams = bytes.chunks_exact_mut(numbers.len().max(1));
    let (mut starts, mut ends): (Vec<_>, Vec<_>) = streams.map(<[u8]>::as_chunks_mut::<8>).unzip();
    for (at, &[a, b, c, d, e, f, g, h]) in eights.iter().enumerate() {
        let words = transposed([a, b, c, d, e, f, g, h].map(f64::to_bits));
        for (stream, word) in starts.iter_mut().zip(words) {
            stream[at] = word.to_le_bytes();
        }
    }
    for (at, number) in rest.iter().enumerate() {
        for (stream, byte) in ends.iter_mut().zip(number.to_le_bytes()) {
            stream[at] = byte;
        }
    }
    bytes
}

/// Appends `count` numbers of streams with `all` bytes each.
pub(super) fn decode(
    bytes: &[u8],
    all: usize,
    from: usize,
    count: usize,
    number: NumberType,
    numbers: &mut Vec<f64>,
) {
    let stream = |byte: usize| &bytes[byte * all + from..][..count];
    if number.width() == 4 {
        let streams: [&[u8]; 4] = std::array::from_fn(stream);
        let word = |at: usize| u32::from_le_bytes(streams.map(|stream| stream[at])).into();
        return number.extend(numbers, (0..count).map(word));
    }
    let streams: [&[u8]; 8] = std::array::from_fn(stream);
    let (eights, rest) = (streams.map(|stream| stream.as_chunks().0), count / 8 * 8..count);
    let [a, b, c, d, e, f, g, h] = eights;
    for at in 0..count / 8 {
        let eight = [a[at], b[at], c[at], d[at], e[at], f[at], g[at], h[at]];
        number.extend(numbers, transposed(eight.map(u64::from_le_bytes)).into_iter());
    }
    let word = |at: usize| u64::from_le_bytes(streams.map(|stream| stream[at]));
    number.extend(numbers, rest.map(word));
}

/// Byte i of word j as byte j of word i: blocks of four, two and one bytes change places.
// Written out and inlined, since the crate is compiled for size, which keeps loops and calls.
#[inline(always)]
fn transposed([a, b, c, d, e, f, g, h]: [u64; 8]) -> [u64; 8] {
    let ([a, e], [b, f]) = (exchanged::<32>(a, e), exchanged::<32>(b, f));
    let ([c, g], [d, h]) = (exchanged::<32>(c, g), exchanged::<32>(d, h));
    let ([a, c], [b, d]) = (exchanged::<16>(a, c), exchanged::<16>(b, d));
    let ([e, g], [f, h]) = (exchanged::<16>(e, g), exchanged::<16>(f, h));
    let ([a, b], [c, d]) = (exchanged::<8>(a, b), exchanged::<8>(c, d));
    let ([e, f], [g, h]) = (exchanged::<8>(e, f), exchanged::<8>(g, h));
    [a, b, c, d, e, f, g, h]
}

/// The upper block of each two of one word for the lower one of the other.
#[inline(always)]
fn exchanged<const BITS: u32>(one: u64, other: u64) -> [u64; 2] {
    let lower = u64::MAX / ((1 << BITS) + 1);
    let differing = (one >> BITS ^ other) & lower;
    [one ^ differing << BITS, other ^ differing]
}
