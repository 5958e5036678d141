import { givenStatuses, option, SdcError, type Sensitivity, type Table, type Witness } from '@sdc/core'
import { log1p } from '@sdc/stats'
import { attackModel, type AttackModel, type AttackOptions, type Demand } from '../attackers/attack-model.js'
import type { Room } from '../attackers/room.js'
import { areCounts } from '../table/counts-only.js'
import { cellName } from '../table/cell-name.js'
import { checkCounts } from '../table/check-counts.js'

/** What the cost of suppressing a cell is. */
export const costKinds = ['value', 'count', 'one', 'log', 'column'] as const

export type CostKind = (typeof costKinds)[number]

export interface ProblemOptions extends AttackOptions {
  readonly cost: CostKind
}

/** Which cells must be suppressed, so that every sensitive cell keeps its levels, at the least cost. */
export interface SuppressionProblem {
  readonly table: Table
  readonly model: AttackModel
  /** How far cells can be from their true values where all are suppressed that may be: in no pattern farther. */
  readonly room: Room
  /** Whether cells of value 0 may be suppressed. */
  readonly zeros: boolean
  /** 1 for the cells that are suppressed in every pattern: sensitive, or said to be. */
  readonly must: Uint8Array
  /** 1 for the cells that are published in every pattern. */
  readonly fixed: Uint8Array
  /** What each cell costs where it is suppressed besides; 0 for those that must be. */
  readonly costs: Float64Array
}

/** What a pattern cannot keep, with every cell suppressed that may be. */
export interface Exception {
  readonly demand: Demand
  /** From whom, as an attacker of the model; undefined for everybody. */
  readonly attacker: number | undefined
  readonly required: number
  readonly kept: number
}

/** A pattern, and what it does not keep. */
export interface Suppression {
  /** By `cellStatuses`. */
  readonly status: Uint8Array
  /** The sum over the secondary cells. */
  readonly cost: number
  /** No pattern costs less. */
  readonly bound: number
  /** Tables that show each level to be kept, where the method has them. */
  readonly witnesses?: readonly Witness[] | undefined
  readonly exceptions: readonly Exception[]
}

const [FIXED, MUST, ZERO] = ['fixed', 'must', 'zero'].map((word) => (givenStatuses as readonly string[]).indexOf(word))

/**
 * What a protection is asked, from the table and what the rules found.
 *
 * @param table - The true table.
 * @param sensitive - The sensitive cells and their levels.
 * @param options - Cost, zeros, who attacks.
 * @returns The problem; its model has no sensitive cell where nothing is sensitive.
 * @throws BAD_TABLE for a cell that must be suppressed and must be published, BAD_OPTION for a cost that the table lacks
 */
export function problemOf(table: Table, sensitive: Sensitivity, options: ProblemOptions): SuppressionProblem {
  const { values, given } = table
  const must = sensitive.status.map((one, c) => (one === 1 || given?.[c] === MUST ? 1 : 0))
  // Whoever suppresses an empty cell cannot let readers know that every other is published.
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

/** A pattern by `cellStatuses`; cells that must be suppressed though not sensitive are secondary. */
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
