export { parquetFiles, type ParquetFile } from './parquet-files.js'
export { parquetNames, parquetSource, type ParquetSource, type ParquetSourceOptions } from './parquet-source.js'
export { parquetSink, type ParquetSink, type ParquetSinkOptions } from './parquet-sink.js'
export type { ParquetCopies } from './copied-columns.js'
