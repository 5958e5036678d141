export { invert, type Inversion, type InversionOptions } from './inversion.js'
export {
  publishedFunction,
  type LinearFunction,
  type PublishedFunction,
  type RoundingFunction,
  type TableFunction,
} from './inversion-functions.js'
export { invertRecords, type RecordFunction, type RecordInversion } from './inversion-records.js'
