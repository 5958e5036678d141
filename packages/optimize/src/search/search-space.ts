/** A parameter that a search varies: its range at present, and how far that may be widened. */
export interface SearchParameter {
  readonly name: string
  readonly least: number
  readonly most: number
  readonly scale: 'linear' | 'log'
  readonly whole: boolean
  /** Its value where nothing is said of it. */
  readonly start: number
  readonly floor: RangeEnd
  readonly ceiling: RangeEnd
}

/** What a parameter may be at the furthest; `open` where it must stay short of it. */
export interface RangeEnd {
  readonly value: number
  readonly open: boolean
}

/** A method, or several for the kinds of a mixed file, with what a search varies of it. */
export interface Family {
  readonly id: string
  readonly parameters: readonly SearchParameter[]
  /** In how many ways what it makes is gone on with: alone, reverse-mapped, …. */
  readonly variants: number
}

/** A candidate as numbers. */
export interface Point {
  readonly family: string
  readonly variant: number
  /** A value for each parameter of the family; null where nothing is said of it. */
  readonly values: readonly (number | null)[]
}

/** The name of a point: equal for the same candidate, and what results are sorted by. */
export function pointId({ family, variant, values }: Point): string {
  return JSON.stringify([family, variant, values])
}
