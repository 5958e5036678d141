export { bytesOfFiles } from './node/bytes-of-files.js'
export { fileBytes } from './node/file-bytes.js'
export { fileError } from './node/file-error.js'
export { checkFolder, inFolder } from './node/folders.js'
export { existsAlready } from './node/place.js'
export { makeFolder } from './node/make-folder.js'
export { /** @public */ readCsvFile, readText } from './node/read-file.js'
export { removeFolder } from './node/remove-folder.js'
export { reserveFiles, type FileToReserve, type Reservation } from './node/reserve.js'
export { withLock } from './node/with-lock.js'
export { leftBehind, type LeftBehind } from './node/temporary-files.js'
export {
  writeFileSafely,
  writeFilesSafely,
  type FileContent,
  type FileToWrite,
  type WriteOptions,
} from './node/write-safely.js'
export { csvSink } from './csv-blocks/csv-sink.js'
export { csvFilesAt, csvSource, type CsvFacts, type CsvSource } from './csv-blocks/csv-source.js'
export { folderStore } from './stores/folder-store.js'
