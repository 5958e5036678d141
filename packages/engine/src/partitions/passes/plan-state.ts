import type { Derived, Order, Totals } from '@sdc/core'
import type { SortedRanks } from '../ranks/sorted-ranks.js'
import type { HasStore, SortedFile, Stage } from '../tasks/stage.js'
import type { PlanFiles } from './plan-files.js'

/** Stages that run at once. */
export type PlanGroup = readonly Stage<HasStore>[]

/** A sorted order. */
export interface SortedOrder {
  /** Beginning of its stored names. */
  readonly base: string
  readonly file: SortedFile
  readonly ranks: SortedRanks
  /** True if its records have their ranks; false if only its keys are sorted. */
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
  /** Ids of stored derived columns. */
  readonly derived: Set<string>
  /** Scopes of the plans with stored numbers by record. */
  readonly numbered: Set<string>
  /** Reads the totals of aggregates with a key. */
  readonly totals: Map<string, () => Promise<Totals>>
}

/** Returns the state before the first pass. */
export function planState(files: PlanFiles): PlanState {
  return { files, pass: 0, orders: new Map(), derived: new Set(), numbered: new Set(), totals: new Map() }
}

/** Beginnings of stored names that are removed once the plans have ended. */
export function dropsOfPlans({ base }: PlanFiles): readonly string[] {
  return [`${base}/orders/`, `${base}/derived/`]
}

/** Name of a plan's own order or derived column among those of all plans. */
export const scoped = (scope: string, name: string): string => (scope === '' ? name : `${scope}/${name}`)

/** Identity of an order: plans share an order with a key. */
export const orderId = (scope: string, { key, name }: Order): string =>
  key === undefined ? scoped(scope, name) : `key ${key}`

/** Identity of derived columns. */
export const derivedId = (scope: string, { name }: Derived): string => scoped(scope, name)

/** Name of the stored derived columns of a partition. */
export const derivedName = ({ base }: PlanFiles, id: string, part: number): string => `${base}/derived/${id}/${part}`

/** Name of the numbers by record that a plan wrote for a partition of the pairs. */
export const numbersName = ({ base }: PlanFiles, scope: string, part: number): string =>
  `${base}/numbers/${scope}/${part}`

/** Name of the stored ranks of a partition. */
export const placedName = ({ base }: Pick<SortedOrder, 'base'>, part: number): string => `${base}/placed/${part}`
