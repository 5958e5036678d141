import type { Derived, Order, Totals } from '@sdc/core'
import type { SortedRanks } from '../ranks/sorted-ranks.js'
import type { HasStore, SortedFile, Stage } from '../tasks/stage.js'
import type { PlanFiles } from './plan-files.js'

/** Stages that run at once. */
export type PlanGroup = readonly Stage<HasStore>[]

/** A sorted order. */
export interface SortedOrder {
  /** Beginning of its names in the store. */
  readonly base: string
  readonly file: SortedFile
  readonly ranks: SortedRanks
  /** True if its records have their ranks; else its keys are sorted only. */
  readonly isRanked: boolean
  /** True if later passes read it. */
  readonly isKept: boolean
}

/** Progress of plans over the same files. */
export interface PlanState {
  readonly files: PlanFiles
  /** Number of the pass, from 1. */
  pass: number
  /** Orders that can be read now. */
  readonly orders: Map<string, SortedOrder>
  /** Derived columns that are in the store. */
  readonly derived: Set<string>
  /** Scopes of the plans whose numbers by record are in the store. */
  readonly numbered: Set<string>
  /** Reads the totals of aggregates with a key. */
  readonly totals: Map<string, () => Promise<Totals>>
}

/** State before the first pass. */
export function planState(files: PlanFiles): PlanState {
  return { files, pass: 0, orders: new Map(), derived: new Set(), numbered: new Set(), totals: new Map() }
}

/** Names of the store that nobody reads once the plans have ended. */
export function dropsOfPlans({ base }: PlanFiles): readonly string[] {
  return [`${base}/orders/`, `${base}/derived/`]
}

/** Name of a plan's own order or derived column among those of all plans. */
export const scoped = (scope: string, name: string): string => (scope === '' ? name : `${scope}/${name}`)

/** Identity of an order: all plans share one with a key. */
export const orderId = (scope: string, { key, name }: Order): string =>
  key === undefined ? scoped(scope, name) : `key ${key}`

/** Identity of derived columns. */
export const derivedId = (scope: string, { name }: Derived): string => scoped(scope, name)

/** Name of the derived columns of a partition in the store. */
export const derivedName = ({ base }: PlanFiles, id: string, part: number): string => `${base}/derived/${id}/${part}`

/** Name of the numbers by record that a plan wrote of a partition of the pairs. */
export const numbersName = ({ base }: PlanFiles, scope: string, part: number): string =>
  `${base}/numbers/${scope}/${part}`

/** Name of the ranks of a partition in the store. */
export const placedName = ({ base }: Pick<SortedOrder, 'base'>, part: number): string => `${base}/placed/${part}`
