/** What somebody learns from a table. */
export interface Finding {
  readonly cell: number
  readonly kind: FindingKind
  /** Who learns it. */
  readonly who: string
  /** What is learnt, in a sentence for the steward of the table. */
  readonly sentence: string
  /** What they can say of what they want to know: its least and greatest value; NaN where it depends on numbers that are not given. */
  readonly low: number
  readonly high: number
  /** Whether they know it exactly. */
  readonly exact: boolean
}

export const findingKinds = ['external', 'internal', 'dominance', 'singleton', 'coalition', 'group'] as const

export type FindingKind = (typeof findingKinds)[number]

/** What a reader can say of every cell, and who contributes. */
export interface Knowledge {
  readonly low: Float64Array
  readonly high: Float64Array
  /** Contributors as they are publicly known; −1 where they are not. */
  readonly counts: Int32Array
}

/** A number as a person reads it. */
export function numberText(value: number): string {
  if (value === Infinity) return 'any size'
  return String(Number(value.toPrecision(9)))
}

/** `is 5`, or `is between 3 and 8`. */
export function knownText(low: number, high: number): string {
  if (low === high) return `is ${numberText(low)}`
  if (high === Infinity) return `is ${numberText(low)} or more`
  return low === -Infinity ? `is ${numberText(high)} or less` : `is between ${numberText(low)} and ${numberText(high)}`
}

/** Whether an interval tells a value more closely than a share of it, on either side. */
export function isClose(value: number, low: number, high: number, percent: number): boolean {
  if (low === high) return true
  const level = (percent / 100) * Math.abs(value)
  return high - value < level || value - low < level
}
