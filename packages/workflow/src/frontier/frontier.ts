import type { Comparison, Limit, Row } from '@sdc/engine'
import type { End, Family } from '@sdc/optimize'

/** A metric over the runs of one candidate. */
export interface Spread {
  readonly runs: number
  readonly mean: number
  /** The standard deviation between runs; null of one run, and of what draws nothing. */
  readonly sd: number | null
  /** Where one further run lies with 99 % probability; null likewise. */
  readonly next: readonly [low: number, high: number] | null
}

/** The fresh runs of a candidate on both axes, and their score. */
export interface Fresh {
  readonly risk: Spread
  readonly loss: Spread
  readonly score: Spread
}

/** A candidate of the final table. */
export interface FrontierRow {
  readonly row: Row
  readonly id: string
  readonly isFront: boolean
  readonly isKnee: boolean
  /** Runs that had no part in the choice; undefined where none were made. */
  readonly fresh: Fresh | undefined
}

/** Any candidate that was tried. */
export interface CloudPoint {
  readonly id: string
  readonly label: string
  readonly use: string
  readonly then: readonly string[]
  readonly runs: number
  /** Means over the runs; null where it failed. */
  readonly risk: number | null
  readonly loss: number | null
  /** The limits that it is beyond. */
  readonly beyond: readonly string[]
  /** Why it could not be made or chosen. */
  readonly failure: string | undefined
}

/** A bound, and what it does to the choice. */
export interface BoundEffect {
  readonly limit: Limit
  /** How many candidates would be better, were it not for the bounds, and are beyond this one; and beyond this one alone. */
  readonly excludes: number
  readonly alone: number
  /** The choice's worst run; null where it has no value. */
  readonly value: number | null
}

/** A parameter of the choice that stands at an end of the range it was searched in. */
export interface AtEnd {
  readonly use: string
  readonly parameter: string
  readonly value: number
  readonly end: End
  /** The range that it was searched in at first. */
  readonly from: readonly [least: number, most: number]
  /** The range at the end of the search. */
  readonly now: readonly [least: number, most: number]
  /** Whether the parameter can be no more, or no less. */
  readonly fixed: boolean
}

/** What a search found, judged. */
export interface Frontier {
  /** The final table: the front, its knee, the best, and the best of the usual grid. */
  readonly comparison: Comparison
  readonly rows: readonly FrontierRow[]
  readonly cloud: readonly CloudPoint[]
  readonly chosen: FrontierRow | undefined
  readonly knee: FrontierRow | undefined
  /** By score alone, whatever is high; undefined where bounds decide. */
  readonly leastScore: FrontierRow | undefined
  readonly gridBest: FrontierRow | undefined
  readonly gridLeastScore: FrontierRow | undefined
  readonly bounds: readonly BoundEffect[]
  readonly atEnd: readonly AtEnd[]
  readonly ranges: readonly Family[]
  readonly methods: readonly MethodPlace[]
  /** Without one the search and its plan draw fresh numbers. */
  readonly seed: string | undefined
  readonly generations: number
  readonly planned: number
  readonly grid: number
  /** How many runs of the grid a budget let be made, of how many; all of them where it was not cut. */
  readonly gridCut: { readonly done: number; readonly runs: number } | undefined
  /** Runs that chose, and fresh ones. */
  readonly runs: number
  readonly freshRuns: number
  /** That the budget was too short for a generation; undefined where it was not. It depends on the machine, and is in no file. */
  readonly shortBudget: string | undefined
  /** The verdict of the search, in words. */
  readonly verdict: string
}

/** How a family of candidates did. */
export interface MethodPlace {
  readonly family: string
  readonly tried: number
  readonly failed: number
  readonly onFront: number
  /** Its best by score, and what of the front is better on both axes. */
  readonly best: string | undefined
  readonly beatenBy: string | undefined
}
