/** Kinds of a column so far: numeric, or categorical. */
export const NUMBERS = 1
export const CATEGORIES = 2

/** State of all columns for the loop over plain cells, in parallel arrays, so that most cells need no call. */
export interface PlainColumns {
  /** NUMBERS or CATEGORIES. */
  readonly kind: Uint8Array
  readonly values: Float64Array[]
  readonly codes: Int32Array[]
  /** Form of numbers: number of decimals, −1 for the shortest text of each. */
  readonly decimals: Int32Array
  /** 1 if an empty cell is missing, as others of the column were. */
  readonly emptyIsMissing: Uint8Array
  /** Numbers whose texts may mean missing. */
  readonly guarded: (Float64Array | null)[]
  /** Ends of the range of numbers that mean missing; NaN without one. */
  readonly low: Float64Array
  readonly high: Float64Array
  /** True if a point may still separate thousands (see `checkThousands`). */
  looking: boolean
  /** 1 if a number of the column proves the decimal mark; 1 if one of 1000 or more has none. */
  readonly hasDecimals: Uint8Array
  readonly unmarked: Uint8Array
}

/**
 * Allocates the state of columns.
 *
 * @param count - Number of columns.
 * @param looking - True if a point may separate thousands.
 * @returns The initial state.
 */
export function plainColumns(count: number, looking: boolean): PlainColumns {
  return {
    kind: new Uint8Array(count),
    values: Array.from({ length: count }, () => new Float64Array(0)),
    codes: Array.from({ length: count }, () => new Int32Array(0)),
    decimals: new Int32Array(count).fill(-1),
    emptyIsMissing: new Uint8Array(count),
    guarded: Array.from({ length: count }, () => null),
    low: new Float64Array(count).fill(Number.NaN),
    high: new Float64Array(count).fill(Number.NaN),
    looking,
    hasDecimals: new Uint8Array(count),
    unmarked: new Uint8Array(count),
  }
}
