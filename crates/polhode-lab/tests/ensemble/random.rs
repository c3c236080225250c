//! The generator itself.

use polhode_lab::ensemble::random::{Stream, fnv1a, philox4x32};

#[test]
fn philox_has_its_published_answers() {
    // Of philox4x32-10 in the file kat_vectors of the authors' library, Random123.
    let cases = [
        ([0, 0, 0, 0], [0, 0], [0x6627_E8D5, 0xE169_C58D, 0xBC57_AC4C, 0x9B00_DBD8]),
        ([u32::MAX; 4], [u32::MAX; 2], [0x408F_276D, 0x41C8_3B0E, 0xA20B_C7C6, 0x6D54_51FD]),
        (
            [0x243F_6A88, 0x85A3_08D3, 0x1319_8A2E, 0x0370_7344],
            [0xA409_3822, 0x299F_31D0],
            [0xD16C_FE09, 0x94FD_CCEB, 0x5001_E420, 0x2412_6EA1],
        ),
    ];
    for (counter, key, answer) in cases {
        assert_eq!(philox4x32(counter, key), answer, "{counter:x?}");
    }
}

#[test]
fn fnv_has_its_published_answers() {
    // Of the page of its authors, Fowler, Noll and Vo.
    assert_eq!(fnv1a(b""), 0xCBF2_9CE4_8422_2325);
    assert_eq!(fnv1a(b"a"), 0xAF63_DC4C_8601_EC8C);
    assert_eq!(fnv1a(b"foobar"), 0x8594_4171_F739_67E8);
}

#[test]
fn streams_of_other_seeds_bodies_and_keys_are_others() {
    let bits = |seed, body, key| {
        let mut stream = Stream::new(seed, body, key);
        [stream.bits(), stream.bits(), stream.bits()]
    };
    let mut all: Vec<u64> = Vec::new();
    for place in [0, 1, 2, 0xFFFF, 1 << 16, 1 << 31, 1 << 32, (1 << 48) - 1] {
        all.extend(bits(place, 5, 9));
        all.extend(bits(77, place, 9));
        all.extend(bits(77, 5, place));
    }
    let count = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), count);
}

#[test]
fn a_stream_does_not_run_into_that_of_the_next_body() {
    // 2^16 blocks of two for each body: all of the first body's, and the first of others.
    let mut stream = Stream::new(1, 0, 2);
    let first: std::collections::HashSet<u64> = (0..1 << 17).map(|_| stream.bits()).collect();
    assert_eq!(first.len(), 1 << 17);
    for body in [1, 2, 1 << 16, 1 << 32, 1 << 47] {
        assert!(!first.contains(&Stream::new(1, body, 2).bits()), "{body}");
    }
}

#[test]
fn uniform_numbers_are_below_one_and_fill_their_bins() {
    let mut stream = Stream::new(3, 0, 0);
    let count = 100_000;
    let mut bins = [0.0; 100];
    for _ in 0..count {
        let x = stream.uniform();
        assert!((0.0..1.0).contains(&x));
        bins[(x * 100.0) as usize] += 1.0;
    }
    // Chi squared of 99 degrees of freedom is 99 +- 14.
    let each = f64::from(count) / 100.0;
    let chi: f64 = bins.iter().map(|n| (n - each) * (n - each) / each).sum();
    assert!((57.0..141.0).contains(&chi), "{chi}"); // 3 deviations
}
