/** A column that is numbers so far, or categories. */
export const NUMBERS = 1
export const CATEGORIES = 2

/** What the loop over plain cells needs of all columns, one beside the other: so that it calls nothing for most of them. */
export interface PlainColumns {
  /** NUMBERS or CATEGORIES. */
  readonly kind: Uint8Array
  readonly values: Float64Array[]
  readonly codes: Int32Array[]
  /** How numbers are written: with so many decimals, −1 each as its shortest text. */
  readonly decimals: Int32Array
  /** 1 where an empty cell is a missing one, as others of the column were. */
  readonly emptyIsMissing: Uint8Array
  /** Numbers whose texts may mean missing. */
  readonly guarded: (Float64Array | null)[]
  /** Ends of the range of numbers that mean missing; NaN without one. */
  readonly low: Float64Array
  readonly high: Float64Array
  /** True if a point may still be one of thousands (see `checkThousands`). */
  looking: boolean
  /** 1 where a number of the column shows that the mark is a decimal one; 1 where one from 1000 on has none. */
  readonly hasDecimals: Uint8Array
  readonly unmarked: Uint8Array
}

/**
 * Room for what is known of columns.
 *
 * @param count - How many there are.
 * @param looking - True if a point may be one of thousands.
 * @returns Nothing known yet.
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
