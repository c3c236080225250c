//! Parquet: columns in groups of rows, compressed by Snappy.

mod reader;

use crate::{About, Error, PartFile, Sink};
use parquet::basic::{Compression, Encoding, Repetition, Type as Physical};
use parquet::data_type::DoubleType;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
pub(crate) use reader::Reader;
use std::path::Path;
use std::sync::Arc;

/// Rows of a group; so many are held in memory.
pub const GROUP: usize = 1 << 16;
/// The key of the metadata with what is to be known about the table.
const ABOUT: &str = "polhode";

/// Holds a group of rows at a time.
pub(crate) struct Writer {
    writer: SerializedFileWriter<PartFile>,
    /// The rows that are not in the file, as one list for each column.
    held: Vec<Vec<f64>>,
}

impl Writer {
    pub(crate) fn create(path: &Path, columns: &[String], about: &About) -> Result<Self, Error> {
        let file = PartFile::create(path)?;
        let made = schema(columns).and_then(|schema| {
            SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties(about)))
        });
        let writer = made.map_err(|error| failed(error, path))?;
        Ok(Self { writer, held: vec![Vec::with_capacity(GROUP); columns.len()] })
    }
    fn group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for column in &mut self.held {
            let Some(mut writer) = group.next_column()? else { break };
            writer.typed::<DoubleType>().write_batch(column, None, None)?;
            writer.close()?;
            column.clear();
        }
        group.close().map(|_| ())
    }
    /// Writes the group if it is full.
    fn full_group(&mut self) -> Result<(), Error> {
        if self.held.first().is_some_and(|column| column.len() == GROUP) {
            let failed = self.failed();
            self.group().map_err(failed)?;
        }
        Ok(())
    }
    fn failed(&self) -> impl Fn(ParquetError) -> Error + use<> {
        let path = self.writer.inner().path().to_owned();
        move |error| failed(error, &path)
    }
}

fn schema(columns: &[String]) -> Result<Type, ParquetError> {
    let column = |name: &String| {
        let builder = Type::primitive_type_builder(name, Physical::DOUBLE);
        builder.with_repetition(Repetition::REQUIRED).build().map(Arc::new)
    };
    let fields = columns.iter().map(column).collect::<Result<_, _>>()?;
    Type::group_type_builder("trajectory").with_fields(fields).build()
}

fn properties(about: &About) -> WriterProperties {
    let about = KeyValue::new(ABOUT.to_owned(), about.json.clone());
    WriterProperties::builder()
        .set_created_by(concat!("polhode ", env!("CARGO_PKG_VERSION")).into())
        .set_key_value_metadata(Some(vec![about]))
        .set_compression(Compression::SNAPPY)
        // First bytes of neighbours are alike, last bytes are not; a dictionary has nothing to say.
        .set_encoding(Encoding::BYTE_STREAM_SPLIT)
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .build()
}

fn failed(error: ParquetError, path: &Path) -> Error {
    Error::file("write", path)(std::io::Error::other(error))
}

impl Sink for Writer {
    fn row(&mut self, row: &[f64]) -> Result<(), Error> {
        for (column, number) in self.held.iter_mut().zip(row) {
            column.push(*number);
        }
        self.full_group()
    }
    fn columns(&mut self, columns: &[Vec<f64>]) -> Result<(), Error> {
        let rows = columns.iter().map(Vec::len).min().unwrap_or(0);
        let mut from = 0;
        while from < rows {
            let room = GROUP - self.held.first().map_or(0, Vec::len);
            let to = rows.min(from + room);
            for (held, column) in self.held.iter_mut().zip(columns) {
                held.extend(&column[from..to]);
            }
            from = to;
            self.full_group()?;
        }
        Ok(())
    }
    fn finish(mut self: Box<Self>) -> Result<u64, Error> {
        let failed = self.failed();
        if self.held.first().is_some_and(|column| !column.is_empty()) {
            self.group().map_err(&failed)?;
        }
        self.writer.into_inner().map_err(failed)?.keep()
    }
}
