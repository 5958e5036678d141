/**
 * Every code an `SdcError` can have, with what it means. The command line prints the code; programs switch on it.
 * All of them are bad input (exit status 2), never a bug of sdc; but BEYOND_LIMIT is a bound that was not kept, and
 * REPLAY_DIFFERS a run that did not repeat (exit status 3).
 */
export const errorCodes = {
  ALL_MISSING: 'a column that is to be masked has no value at all',
  AMBIGUOUS_TOTAL: 'several levels of a dimension of a table may be its total, and nothing says which',
  BAD_HIERARCHY: 'a hierarchy of values does not have the form it should have, or lacks a value of its column',
  BAD_OPTION: 'an option of the command line does not fit the others, or has no such value',
  BAD_PARAMETER: 'a parameter is unknown, of the wrong type, or outside its range',
  BAD_PLAN: 'a plan, schema or private file does not have the form it should have',
  BAD_PLUGIN: 'a plugin does not have the form it should have, or its checks fail',
  BAD_TABLE: 'a table does not add up, lacks or repeats a cell, or disagrees with one that it is linked to',
  BEYOND_LIMIT: 'nothing keeps the limits that were set, or a measured value is beyond one (exit status 3)',
  CANCELLED: 'the run was stopped from outside (exit status 130 for Ctrl-C, 143 for SIGTERM)',
  CONSTANT_COLUMN: 'a column that is to be masked has one value only',
  DUPLICATE_COLUMN: 'a file or a list names a column twice',
  EMPTY_FILE: 'a file has no content, or no records below its header',
  FILE: 'a file cannot be read or written',
  IDENTIFIER_REPEATS: 'an identifier repeats, and nothing says whether records or persons are to be counted',
  ID_CLASH: 'two plugins register the same id',
  INFEASIBLE: 'nothing keeps all that was asked for; the message says how far it can be kept',
  LENGTH_MISMATCH: 'two files or columns that belong together differ in their number of records',
  MISSING_VALUES: 'a method that needs complete data was given missing values',
  NOTHING_MOVES: 'the parameters are such that no value can change',
  NOT_A_PERMUTATION:
    'a method whose values only change places was given a column with other values than the original has',
  NOT_CATEGORICAL: 'a method for categories was given a numeric column',
  NOT_NUMERIC: 'a method for numbers was given a column that has other text in it',
  NOT_ORDERED: 'a method for ordered categories was given a column without an order, or the other way round',
  NO_COLUMNS: 'nothing says which columns are to be masked or measured',
  NO_TOTAL: 'no level of a dimension of a table is the sum of the others, and nobody said that it has no total',
  OPEN_RELEASE: 'a file that is to be released has columns that go out open, and nobody accepted them',
  RAGGED_ROW: 'a line of a file has another number of cells than its header',
  REGISTRY_FROZEN: 'a plugin was registered after the first run began',
  REPLAY_DIFFERS: 'a replay made another file than its run (exit status 3)',
  TOO_FEW_RECORDS: 'a file or group has fewer records than the method needs',
  UNCHANGED: 'a column came out of its masking as it went in, or as an exact linear or monotone image of it',
  UNKNOWN_ATTACK: 'an attack is named that no plugin registered',
  UNKNOWN_COLUMN: 'a column is named that the file does not have',
  UNKNOWN_METHOD: 'a masking method is named that no plugin registered',
  UNKNOWN_METRIC: 'a metric is named that no plugin registered',
  UNKNOWN_SERVICE: 'a query service is named that no plugin registered',
  UNKNOWN_TABLE: 'a table method is named that no plugin registered',
  WORKER_LOST: 'a worker ended before its job did',
  WRONG_INPUT: 'a replay or a key refers to another input than the one given',
} as const

export type ErrorCode = keyof typeof errorCodes

/** Where an error is: only what is known. Rows count records from 1; lines count lines of a file from 1. */
export interface ErrorPlace {
  readonly method?: string | undefined
  readonly metric?: string | undefined
  readonly service?: string | undefined
  readonly table?: string | undefined
  readonly attack?: string | undefined
  /** The candidate of a comparison. */
  readonly candidate?: string | undefined
  readonly parameter?: string | undefined
  readonly column?: string | undefined
  readonly group?: string | undefined
  readonly row?: number | undefined
  readonly file?: string | undefined
  readonly line?: number | undefined
  readonly plugin?: string | undefined
  /** The keys that lead to it in a document: `['steps', 0, 'params']`. */
  readonly path?: readonly (string | number)[] | undefined
}

/** Bad input: what was wrong, where, and what to do about it. */
export class SdcError extends Error {
  readonly code: ErrorCode
  readonly place: ErrorPlace
  /** What to do, as a sentence; empty where the message says it all. */
  readonly fix: string

  constructor(code: ErrorCode, message: string, place: ErrorPlace = {}, fix = '') {
    super(message)
    this.name = 'SdcError'
    this.code = code
    this.place = place
    this.fix = fix
  }

  /** What crosses to another thread, process or file; `errorFrom` makes the error of it again. */
  toJSON(): PlainError {
    const { code, message, place, fix } = this
    return { code, message, place, fix }
  }
}

/** An `SdcError` as plain data. */
export interface PlainError {
  readonly code: ErrorCode
  readonly message: string
  readonly place: ErrorPlace
  readonly fix: string
}

export function errorFrom({ code, message, place, fix }: PlainError): SdcError {
  return new SdcError(code, message, place, fix)
}

/** Whether an error is bad input, also where it comes from another copy of this package. */
export function isSdcError(error: unknown): error is SdcError {
  if (!(error instanceof Error) || error.name !== 'SdcError' || !('code' in error)) return false
  return Object.hasOwn(errorCodes, String(error.code))
}
