/**
 * Every code of an `SdcError`, with its meaning. The command line prints the code; programs switch on it. All of them
 * are bad input (exit status 2), never a bug of sdc. BEYOND_LIMIT (a limit was exceeded) and REPLAY_DIFFERS (a run did
 * not repeat) have exit status 3.
 */
export const errorCodes = {
  ALL_MISSING: 'a column to be masked has no value',
  AMBIGUOUS_TOTAL: "several levels of a table's dimension may be its total: say which",
  BAD_HIERARCHY: 'a hierarchy of values has a wrong form, or lacks a value of its column',
  BAD_OPTION: 'an option is unknown, conflicts with another, or has an invalid value',
  BAD_PARAMETER: 'a parameter is unknown, of the wrong type, or out of range',
  BAD_PLAN: 'a plan, schema or private file has a wrong form',
  BAD_PLUGIN: 'a plugin has a wrong form, or fails its checks',
  BAD_RULE: 'a rule between columns cannot be read, or does not fit the kinds of its columns',
  BAD_TABLE: 'a table does not add up, lacks or repeats a cell, or disagrees with a linked table',
  BEYOND_LIMIT: 'no candidate keeps the limits, or a measured value exceeds one (exit status 3)',
  CANCELLED: 'the run was stopped (exit status 130 for Ctrl-C, 143 for SIGTERM)',
  CONSTANT_COLUMN: 'a column to be masked has only one value',
  DUPLICATE_COLUMN: 'a file or a list names a column twice',
  EMPTY_FILE: 'a file is empty, or has no records below its header',
  FILE: 'a file cannot be read or written',
  IDENTIFIER_REPEATS: 'an identifier repeats: say whether risks count records or persons',
  ID_CLASH: 'two plugins register the same id',
  INFEASIBLE: 'the requirements cannot all be met; the message says how far they can',
  LENGTH_MISMATCH: 'two files or columns that belong together have different numbers of records',
  MISSING_VALUES: 'a method that needs complete data got missing values',
  NOTHING_MOVES: 'with these parameters no value can change',
  NOT_A_PERMUTATION: "a method that only swaps values got a column whose values differ from the original's",
  NOT_CATEGORICAL: 'a method for categories got a numeric column',
  NOT_NUMERIC: 'a method for numbers got a column with text',
  NOT_ORDERED: 'a method for ordered categories got an unordered column, or the reverse',
  NO_COLUMNS: 'no columns to mask or measure are named',
  NO_TOTAL: "no level of a table's dimension is the sum of the others: name the total, or say that there is none",
  OPEN_RELEASE: 'a file to be released has unmasked columns that disclose something, and they were not accepted',
  RAGGED_ROW: 'a line has more or fewer cells than the header',
  REGISTRY_FROZEN: 'a plugin was registered after the first run had begun',
  REPLAY_DIFFERS: 'a replay made a different file than its run (exit status 3)',
  TOO_FEW_RECORDS: 'a file or group has too few records for the method',
  UNCHANGED: 'masking left a column unchanged, or made an exact linear or monotone image of it',
  UNKNOWN_ATTACK: 'no plugin registered the named attack',
  UNKNOWN_COLUMN: 'the file does not have the named column',
  UNKNOWN_METHOD: 'no plugin registered the named masking method',
  UNKNOWN_METRIC: 'no plugin registered the named metric',
  UNKNOWN_SERVICE: 'no plugin registered the named query service',
  UNKNOWN_TABLE: 'no plugin registered the named table method',
  WORKER_LOST: 'a worker ended before its job was done',
  WRONG_INPUT: 'a replay or a key belongs to another input file',
} as const

export type ErrorCode = keyof typeof errorCodes

/** Place of an error, as far as it is known. Rows count records from 1; lines count lines of a file from 1. */
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
  /** Values that the parameter may have. */
  readonly choices?: readonly string[] | undefined
  /** The keys that lead to it in a document: `['steps', 0, 'params']`. */
  readonly path?: readonly (string | number)[] | undefined
}

/** Bad input: what was wrong, where, and what to do about it. */
export class SdcError extends Error {
  readonly code: ErrorCode
  readonly place: ErrorPlace
  /** Remedy, as a sentence; empty if the message says it all. */
  readonly fix: string

  constructor(code: ErrorCode, message: string, place: ErrorPlace = {}, fix = '') {
    super(message)
    this.name = 'SdcError'
    this.code = code
    this.place = place
    this.fix = fix
  }

  /** Returns the data that cross to another thread, process or file; `errorFrom` restores the error. */
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

/** Rebuilds an error from its plain form, such as a message from a worker. */
export function errorFrom({ code, message, place, fix }: PlainError): SdcError {
  return new SdcError(code, message, place, fix)
}

/** Returns true for bad input, also if the error comes from another copy of this package. */
export function isSdcError(error: unknown): error is SdcError {
  if (!(error instanceof Error) || error.name !== 'SdcError' || !('code' in error)) return false
  return Object.hasOwn(errorCodes, String(error.code))
}
