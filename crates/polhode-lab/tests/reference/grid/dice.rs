//! Numbers that look random, the same on every machine.

/// xorshift64*
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(number: u64) -> Self {
        let mut dice = Self(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d);
        (0..8).for_each(|_| {
            dice.even(0.0, 1.0);
        });
        dice
    }
    pub(crate) fn even(&mut self, from: f64, to: f64) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11;
        #[expect(clippy::cast_precision_loss, reason = "53 bits")]
        let part = bits as f64 / (1u64 << 53) as f64;
        from + (to - from) * part
    }
    /// A power of ten between two.
    pub(crate) fn by_powers(&mut self, from: f64, to: f64) -> f64 {
        10f64.powf(self.even(from, to))
    }
    pub(crate) fn direction(&mut self) -> [f64; 3] {
        loop {
            let v: [f64; 3] = std::array::from_fn(|_| self.even(-1.0, 1.0));
            let squared: f64 = v.iter().map(|x| x * x).sum();
            if (0.01..1.0).contains(&squared) {
                return v.map(|x| x / squared.sqrt());
            }
        }
    }
    pub(crate) fn quaternion(&mut self) -> [f64; 4] {
        let [x, y, z] = self.direction();
        let half = self.even(0.0, 1.5);
        [half.cos(), x * half.sin(), y * half.sin(), z * half.sin()]
    }
}
