/** A disclosure of a table. */
export interface Finding {
  readonly cell: number
  readonly kind: FindingKind
  /** The attacker. */
  readonly who: string
  /** The disclosure, in a sentence for the steward of the table. */
  readonly sentence: string
  /** Least and greatest possible value for the attacker; NaN if it depends on numbers that are not given. */
  readonly low: number
  readonly high: number
  /** True if the attacker knows the value exactly. */
  readonly exact: boolean
}

export const findingKinds = ['external', 'internal', 'dominance', 'singleton', 'coalition', 'group'] as const

export type FindingKind = (typeof findingKinds)[number]

/** Public knowledge about every cell. */
export interface Knowledge {
  readonly low: Float64Array
  readonly high: Float64Array
  /** Public number of contributors; −1 where unknown. */
  readonly counts: Int32Array
}

/** Formats a number for readers. */
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

/** True if an interval bounds a value on either side more closely than `percent` of it. */
export function isClose(value: number, low: number, high: number, percent: number): boolean {
  if (low === high) return true
  const level = (percent / 100) * Math.abs(value)
  return high - value < level || value - low < level
}

/** Returns the text with a capital first letter. */
export function capital(text: string): string {
  return text[0].toUpperCase() + text.slice(1)
}
