export { makeFolder } from './node/make-folder.js'
export { readCsvFile, readText } from './node/read-file.js'
export {
  writeFileSafely,
  writeFilesSafely,
  type FileContent,
  type FileToWrite,
  type WriteOptions,
} from './node/write-safely.js'
