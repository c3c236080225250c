//! Images as another program reads them.

/// Red, green, blue and opacity of each pixel, row by row.
pub(super) struct Image {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) pixels: Vec<[u8; 4]>,
}

impl Image {
    /// Checks all sums of the file as well.
    pub(super) fn decode(file: &[u8]) -> Self {
        let mut reader = png::Decoder::new(std::io::Cursor::new(file));
        reader.set_transformations(png::Transformations::ALPHA);
        let mut reader = reader.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut bytes).unwrap();
        reader.finish().unwrap();
        let (pixels, []) = bytes.as_chunks() else { panic!("four bytes for each pixel") };
        Self { width: frame.width, height: frame.height, pixels: pixels.to_vec() }
    }

    pub(super) fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        assert!(x < self.width);
        self.pixels[(y * self.width + x) as usize]
    }
}
