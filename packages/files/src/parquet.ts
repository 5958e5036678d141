export { parquetFiles, type ParquetFile } from './parquet/parquet-files.js'
export { parquetNames, parquetSource, type ParquetSource, type ParquetSourceOptions } from './parquet/parquet-source.js'
export { parquetSink, type ParquetSink, type ParquetSinkOptions } from './parquet/parquet-sink.js'
export type { ParquetCopies } from './parquet/copied-columns.js'
