//! Random numbers by counting: a number is a function of seed, body, key and place, so that a
//! body is the same whoever computes it, whatever was drawn before.
//!
//! Philox4x32-10 of J. K. Salmon, M. A. Moraes, R. O. Dror and D. E. Shaw, Parallel random
//! numbers: as easy as 1, 2, 3 (SC 2011).

use polhode::Real;
use polhode::geometry::{Rotation, Vec3};

/// The multipliers and the constants of the key schedule of the paper's Philox4x32.
const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
const ROUNDS: usize = 10;

/// Four words of a counter, mixed with a key.
#[must_use]
pub fn philox4x32(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for round in 0..ROUNDS {
        if round > 0 {
            key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
        }
        let (high0, low0) = product(MULTIPLIERS[0], counter[0]);
        let (high1, low1) = product(MULTIPLIERS[1], counter[2]);
        counter = [high1 ^ counter[1] ^ key[0], low1, high0 ^ counter[3] ^ key[1], low0];
    }
    counter
}

#[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
fn product(a: u32, b: u32) -> (u32, u32) {
    let product = u64::from(a) * u64::from(b);
    ((product >> 32) as u32, product as u32)
}

/// FNV-1a of 64 bits: the name of a key as a number, and the fingerprint of a text.
#[must_use]
pub fn fnv1a(bytes: &[u8]) -> u64 {
    fnv1a_from(0xCBF2_9CE4_8422_2325, bytes)
}

/// Goes on with the hash of what stands before.
#[must_use]
pub(crate) fn fnv1a_from(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

/// The largest number of bodies: what the counter has bits for.
pub const MOST_BODIES: u64 = 1 << 48;
/// The most numbers that are asked of a stream, so that its 2^16 blocks of two do for them.
pub const MOST_NUMBERS: usize = 4096;

/// The numbers of a key of a body, one after the other.
#[derive(Clone, Debug)]
pub struct Stream {
    seed: [u32; 2],
    counter: [u32; 4],
    waiting: Option<u64>,
    waiting_normal: Option<f64>,
}

impl Stream {
    /// Of a body by its number, below 2^48, and a key by its hash.
    #[must_use]
    pub fn new(seed: u64, body: u64, key: u64) -> Self {
        let [(seed1, seed0), (body1, body0), (key1, key0)] = [seed, body, key].map(halves);
        // The lower half of the second word counts blocks.
        let counter = [body0, body1 << 16, key0, key1];
        Self { seed: [seed0, seed1], counter, waiting: None, waiting_normal: None }
    }
    /// 64 bits.
    pub fn bits(&mut self) -> u64 {
        if let Some(bits) = self.waiting.take() {
            return bits;
        }
        let [a, b, c, d] = philox4x32(self.counter, self.seed).map(u64::from);
        let block = (self.counter[1] & 0xFFFF).wrapping_add(1) & 0xFFFF;
        self.counter[1] = self.counter[1] & 0xFFFF_0000 | block;
        self.waiting = Some(d << 32 | c);
        b << 32 | a
    }
    /// From 0 up to but not 1, a multiple of 2^-53.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
    pub fn uniform(&mut self) -> f64 {
        const UNIT: f64 = 1.0 / (1_u64 << 53) as f64;
        (self.bits() >> 11) as f64 * UNIT
    }
    /// Mean 0, deviation 1, by Box and Muller; of two, the second waits.
    pub fn normal(&mut self) -> f64 {
        if let Some(normal) = self.waiting_normal.take() {
            return normal;
        }
        // 1 - u is never 0.
        let radius = Real::sqrt(-2.0 * Real::ln(1.0 - self.uniform()));
        let (sin, cos) = self.turn();
        self.waiting_normal = Some(radius * sin);
        radius * cos
    }
    /// Sine and cosine of an angle that can be any.
    fn turn(&mut self) -> (f64, f64) {
        Real::sin_cos(std::f64::consts::TAU * self.uniform())
    }
    /// A unit vector within an angle, by its cosine, of the z axis, all alike; -1 is any.
    pub fn direction(&mut self, least_cosine: f64) -> Vec3<f64> {
        let z = 1.0 - (1.0 - least_cosine) * self.uniform();
        let radius = Real::sqrt(Real::max((1.0 - z) * (1.0 + z), 0.0));
        let (sin, cos) = self.turn();
        [radius * cos, radius * sin, z].into()
    }
    /// Any rotation, all alike: K. Shoemake, Uniform random rotations (Graphics Gems III).
    pub fn rotation(&mut self) -> Rotation<f64> {
        let share = self.uniform();
        let (long, short) = (Real::sqrt(1.0 - share), Real::sqrt(share));
        let ((sin1, cos1), (sin2, cos2)) = (self.turn(), self.turn());
        Rotation { w: short * cos2, x: long * sin1, y: long * cos1, z: short * sin2 }.normalized()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "both halves are taken")]
fn halves(x: u64) -> (u32, u32) {
    ((x >> 32) as u32, x as u32)
}
