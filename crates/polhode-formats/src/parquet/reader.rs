//! Reads the columns of numbers of any flat Parquet file.

use super::ABOUT;
use crate::{About, Error, Source, regular};
use parquet::basic::{CompressionCodec, Repetition};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

pub(crate) struct Reader {
    path: PathBuf,
    file: SerializedFileReader<File>,
    names: Vec<String>,
    about: About,
    /// The columns of the group that is read, and which one comes next.
    group: Vec<Vec<f64>>,
    next_group: usize,
    next_row: usize,
}

impl Reader {
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let file = regular::open(path, regular::TABLE)?;
        let size = file.metadata().map_err(Error::file("read", path))?.len();
        let opened = caught(|| SerializedFileReader::new(file).and_then(|file| fits(file, size)));
        let file = opened.map_err(|error| unreadable(&error, path))?;
        known_compression(&file, path)?;
        let metadata = file.metadata().file_metadata();
        let mut names = Vec::new();
        for column in metadata.schema_descr().columns() {
            let nested = column.path().parts().len() > 1;
            if nested || column.self_type().get_basic_info().repetition() == Repetition::REPEATED {
                let message = format!("has lists in column {}; it must be flat", column.path());
                return Err(Error::of_file(path, message));
            }
            names.push(column.name().to_owned());
        }
        let pairs = metadata.key_value_metadata().map_or(&[][..], Vec::as_slice);
        let json = pairs.iter().find(|pair| pair.key == ABOUT).and_then(|pair| pair.value.clone());
        let about = About::from_json(json.unwrap_or_default());
        let (path, group) = (path.into(), Vec::new());
        Ok(Self { path, file, names, about, group, next_group: 0, next_row: 0 })
    }

    /// Reads the next group that has rows.
    fn fill(&mut self) -> Result<bool, Error> {
        while self.next_row >= self.group.first().map_or(0, Vec::len) {
            if self.next_group >= self.file.num_row_groups() {
                return Ok(false);
            }
            let read = caught(|| columns(&self.file, self.next_group));
            self.group = read.map_err(|error| unreadable(&error, &self.path))?;
            let rows = self.group.first().map_or(0, Vec::len);
            let short = self.group.iter().position(|column| column.len() != rows);
            if let Some(name) = short.and_then(|i| self.names.get(i)) {
                let message = format!("has missing values in column {name}; there must be none");
                return Err(Error::of_file(&self.path, message));
            }
            (self.next_group, self.next_row) = (self.next_group + 1, 0);
        }
        Ok(true)
    }
}

impl Source for Reader {
    fn columns(&self) -> &[String] {
        &self.names
    }
    fn about(&self) -> &About {
        &self.about
    }
    fn next_row(&mut self, row: &mut Vec<f64>) -> Result<bool, Error> {
        row.clear();
        if !self.fill()? {
            return Ok(false);
        }
        row.extend(self.group.iter().map(|column| column[self.next_row]));
        self.next_row += 1;
        Ok(true)
    }
}

/// The parquet crate asserts what it reads of a damaged file; that is no reason to end.
fn caught<T>(read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, ParquetError> {
    let damaged = |_| Err(ParquetError::General("its parts contradict each other".into()));
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(damaged)
}

/// Are all columns inside of the file?
fn fits(
    file: SerializedFileReader<File>,
    size: u64,
) -> Result<SerializedFileReader<File>, ParquetError> {
    for column in file.metadata().row_groups().iter().flat_map(|group| group.columns()) {
        let begin = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
        let end = begin.checked_add(column.compressed_size());
        let inside =
            begin >= 0 && end.is_some_and(|end| begin <= end && end.unsigned_abs() <= size);
        if !inside || column.data_page_offset() < 0 {
            let name = column.column_path();
            return Err(ParquetError::General(format!("column {name} is not inside of it")));
        }
    }
    Ok(file)
}

/// Refuses a file with a compression that this build does not read.
fn known_compression(file: &dyn FileReader, path: &Path) -> Result<(), Error> {
    let mut columns = file.metadata().row_groups().iter().flat_map(|group| group.columns());
    let unknown = columns.find_map(|column| match column.compression_codec() {
        CompressionCodec::UNCOMPRESSED | CompressionCodec::SNAPPY | CompressionCodec::GZIP => None,
        CompressionCodec::ZSTD if cfg!(feature = "zstd") => None,
        other => Some(other),
    });
    let Some(unknown) = unknown else { return Ok(()) };
    let (zstd, build) = match (cfg!(feature = "zstd"), unknown) {
        (true, _) => (" zstd,", ""),
        (false, CompressionCodec::ZSTD) => ("", ", or build polhode with `--features zstd`"),
        (false, _) => ("", ""),
    };
    let name = format!("{unknown:?}").to_lowercase();
    Err(Error::of_file(
        path,
        format!(
            "is compressed with {name}; this build reads{zstd} snappy, gzip and uncompressed: write it \
             with compression \"snappy\" or \"gzip\"{build}"
        ),
    ))
}

fn unreadable(error: &ParquetError, path: &Path) -> Error {
    Error::of_file(path, format!("is no Parquet file that can be read: {error}"))
}

fn columns(file: &dyn FileReader, group: usize) -> Result<Vec<Vec<f64>>, ParquetError> {
    let group = file.get_row_group(group)?;
    let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
    (0..group.num_columns()).map(|i| numbers(group.get_column_reader(i)?, rows)).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a column is of doubles")]
fn numbers(reader: ColumnReader, rows: usize) -> Result<Vec<f64>, ParquetError> {
    match reader {
        ColumnReader::DoubleColumnReader(reader) => all(reader, rows, |x| x),
        ColumnReader::FloatColumnReader(reader) => all(reader, rows, f64::from),
        ColumnReader::Int32ColumnReader(reader) => all(reader, rows, f64::from),
        ColumnReader::Int64ColumnReader(reader) => all(reader, rows, |x| x as f64),
        _ => Err(ParquetError::General("a column has other values than numbers".into())),
    }
}

fn all<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    rows: usize,
    number: impl Fn(T::T) -> f64,
) -> Result<Vec<f64>, ParquetError> {
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    loop {
        let wanted = rows - values.len().min(rows);
        let (read, ..) = reader.read_records(wanted, Some(&mut levels), None, &mut values)?;
        if read == 0 {
            return Ok(values.into_iter().map(&number).collect());
        }
    }
}
