import { givenStatuses, option, SdcError, type Sensitivity, type Table, type Witness } from '@sdc/core'
import { log1p } from '@sdc/stats'
import { attackModel, type AttackModel, type AttackOptions, type Demand } from '../attackers/attack-model.js'
import type { Room } from '../attackers/room.js'
import { areCounts } from '../table/counts-only.js'
import { cellName } from '../table/cell-name.js'
import { checkCounts } from '../table/check-counts.js'

/** Kinds of cost of a suppressed cell. */
export const costKinds = ['value', 'count', 'one', 'log', 'column'] as const

export type CostKind = (typeof costKinds)[number]

export interface ProblemOptions extends AttackOptions {
  readonly cost: CostKind
}

/** Optimisation problem: the cells to suppress, at the least cost, so that every sensitive cell keeps its levels. */
export interface SuppressionProblem {
  readonly table: Table
  readonly model: AttackModel
  /** Room of the cells with every permitted cell suppressed: an upper bound for all patterns. */
  readonly room: Room
  /** True if cells of value 0 may be suppressed. */
  readonly zeros: boolean
  /** 1 for the cells that every pattern suppresses: sensitive ones, and those given as such. */
  readonly must: Uint8Array
  /** 1 for the cells that every pattern publishes. */
  readonly fixed: Uint8Array
  /** Cost of each cell as a secondary suppression; 0 for cells that must be suppressed. */
  readonly costs: Float64Array
}

/** A demand that fails even with every permitted cell suppressed. */
export interface Exception {
  readonly demand: Demand
  /** Attacker of the model; undefined for everybody. */
  readonly attacker: number | undefined
  readonly required: number
  readonly kept: number
}

/** A pattern and its exceptions. */
export interface Suppression {
  /** Status of each cell (`cellStatuses`). */
  readonly status: Uint8Array
  /** Sum of costs over the secondary cells. */
  readonly cost: number
  /** Lower bound of the cost of all patterns. */
  readonly bound: number
  /** Tables that prove each level, if the method has them. */
  readonly witnesses?: readonly Witness[] | undefined
  readonly exceptions: readonly Exception[]
}

const [FIXED, MUST, ZERO] = ['fixed', 'must', 'zero'].map((word) => (givenStatuses as readonly string[]).indexOf(word))

/**
 * Builds the problem of a protection from the table and the sensitive cells.
 *
 * @param table - True table.
 * @param sensitive - Sensitive cells and their levels.
 * @param options - Cost, zeros, attackers.
 * @returns The problem; its model has no sensitive cells if there are none.
 * @throws BAD_TABLE if a cell must be both suppressed and published; BAD_OPTION for a cost that the table lacks
 */
export function problemOf(table: Table, sensitive: Sensitivity, options: ProblemOptions): SuppressionProblem {
  const { values, given } = table
  const must = sensitive.status.map((one, c) => (one === 1 || given?.[c] === MUST ? 1 : 0))
  // With a suppressed empty cell, readers cannot know that all other empty cells are published.
  const zeros =
    options.zeros === 'suppressible' || (areCounts(table) && values.some((value, c) => value === 0 && must[c] === 1))
  const model = attackModel(table, sensitive, { ...options, zeros: zeros ? 'suppressible' : 'published' })
  const fixed = Uint8Array.from(values, (value, c) => {
    if (given?.[c] === FIXED || given?.[c] === ZERO) return 1
    return must[c] === 0 && !zeros && value === 0 ? 1 : 0
  })
  const conflict = must.findIndex((one, c) => one === 1 && fixed[c] === 1)
  if (conflict >= 0) {
    const message = `${cellName(table, conflict)} is sensitive, but its status is fixed`
    const fix = `If its respondent agrees to the publication (a waiver), set the cell to safe, or name the respondent (${option('waiver')}).`
    throw new SdcError('BAD_TABLE', message, { row: conflict + 1 }, fix)
  }
  const costs = costsOf(table, options.cost).map((cost, c) => (must[c] ? 0 : cost))
  const room = model.roomIn(fixed.map((one) => 1 - one))
  return { table, model, room, zeros, must, fixed, costs }
}

/** Returns a pattern by `cellStatuses`; required cells that are not sensitive are secondary. */
export function statusOf({ must, model }: SuppressionProblem, suppressed: Uint8Array): Uint8Array {
  const status = suppressed.map((one, c) => (one || must[c] ? 2 : 0))
  for (const cell of model.primary) status[cell] = 1
  return status
}

function costsOf(table: Table, cost: CostKind): Float64Array {
  const { values, counts, costs } = table
  if (cost === 'value') return values.map(Math.abs)
  if (cost === 'count') {
    checkCounts(table, 'the cost of a cell')
    return Float64Array.from(counts)
  }
  if (cost === 'one') return values.map(() => 1)
  if (cost === 'log') return values.map((value) => log1p(Math.abs(value)))
  if (costs) return costs
  throw new SdcError(
    'BAD_OPTION',
    'the table has no column of costs',
    {},
    `Name the column (${option('costColumn')}), or choose another cost.`,
  )
}
