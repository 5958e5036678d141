/** Type in which Stata stores the cells of a column. */
export type Storage = 'byte' | 'int' | 'long' | 'float' | 'double' | 'text' | 'long text'

/** Cell of a column in the bytes of a record. */
export interface Field {
  readonly storage: Storage
  /** Bytes of a cell. */
  readonly width: number
}

/** Bytes of a cell of each numeric type and of a reference to a long text, by type number: 251 + i, or 65,530 − i. */
export const NUMERIC: readonly Field[] = [
  { storage: 'byte', width: 1 },
  { storage: 'int', width: 2 },
  { storage: 'long', width: 4 },
  { storage: 'float', width: 4 },
  { storage: 'double', width: 8 },
]
/** Number of the type of long texts. */
export const LONG_TEXT = 32_768
/** Largest number of bytes of a text of fixed width from release 117 on. */
export const LONGEST_TEXT = 2_045

/** Least and greatest whole number of each type; greater numbers mean missing. */
export const WHOLE = {
  byte: [-127, 100],
  int: [-32_767, 32_740],
  long: [-2_147_483_647, 2_147_483_620],
} as const

/** The missing value `.` of each type: numbers are smaller; what is larger, or not a number, is missing as well. */
export const FLOAT_LIMIT = 2 ** 127
export const DOUBLE_LIMIT = 2 ** 1023
/** Bits of the first half of the smallest missing number, and the step from one kind to the next. */
export const FLOAT_MISSING = 0x7f00_0000
export const FLOAT_STEP = 0x800
export const DOUBLE_MISSING = 0x7fe0_0000
export const DOUBLE_STEP = 0x100

/** Texts of the kinds of missing values: empty for `.`, then `.a` to `.z`. */
export const KINDS: readonly string[] = ['', ...Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `.${letter}`)]
