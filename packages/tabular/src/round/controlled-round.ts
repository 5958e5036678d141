import { SdcError, type Table } from '@sdc/core'
import { openProgram, type Program, type Solution } from '../solver/program.js'
import { multiplesAround, type Multiples } from './multiples-around.js'

export interface ControlledRoundingOptions {
  /** b, above 0. */
  readonly base: number
  /** Exponent p: the sum of absolute (1) or squared (2) changes is minimised. */
  readonly power: 1 | 2
  /** Time limit. */
  readonly seconds: number
  readonly tick: (fraction: number) => void
}

export interface ControlledRounding {
  /** Multiples of the base that add up. */
  readonly values: Float64Array
  /** Every value is less than this many bases from the true one; 1 if possible. */
  readonly bases: number
  /** Σ |x − r|^power over all cells. */
  readonly cost: number
  /** Proved lower bound of the cost within this many bases; equal to the cost if it is optimal. */
  readonly bound: number
}

/** Distance from an integer up to which a value of the linear program counts as whole. */
const WHOLE = 1e-6

/**
 * Computes a controlled rounding: r = b·k with whole k that satisfy the relations, each k = ⌊x/b⌋ or ⌊x/b⌋ + 1, and x/b
 * itself if that is whole. It minimises Σ |x − r|^p over all cells including totals. There is one variable from 0 to 1
 * per cell. The linear program has a whole solution if the relations form a network (two dimensions, one of them with a
 * hierarchy); otherwise HiGHS branches. Some tables of three dimensions have no such rounding. There, every value
 * including multiples may be less than m = 2, 3, … bases away. In tables without negative values, zeros stay and no
 * value becomes negative.
 *
 * @param table - Values that add up.
 * @param options - Base, power and the time limit.
 * @returns The rounding.
 * @throws INFEASIBLE if no rounding is found within the time limit
 * @see causey-cox-ernst-1985, salazar-gonzalez-2006
 */
export async function controlledRound(table: Table, options: ControlledRoundingOptions): Promise<ControlledRounding> {
  const { base, power, seconds, tick } = options
  const around = multiplesAround(table, base)
  const until = performance.now() + 1000 * seconds
  // With as many bases as cells, rounding inner cells one by one and adding them up is feasible.
  for (let bases = 1; bases <= table.values.length + 1; bases++) {
    tick(1 - 1 / bases)
    const found = await roundWithin(table, around, bases, power, until)
    if (found === 'infeasible') continue
    if (found === 'late') break
    const values = found.steps.map((k) => base * k)
    const cost = values.reduce((sum, value, c) => sum + distance(value - table.values[c], power), 0)
    const bound = found.isBest ? cost : Math.min(cost, found.bound * (power === 1 ? base : base * base))
    return { values, bases, cost, bound }
  }
  const message = `the search found no additive rounding to base ${base} in ${seconds} s`
  const fix = 'Raise seconds, or choose another base. Small-count rounding is always additive.'
  throw new SdcError('INFEASIBLE', message, { parameter: 'seconds' }, fix)
}

/** Whole multiples, whether they are optimal, and a lower bound of the cost, in units of the base. */
interface Rounded {
  readonly steps: Float64Array
  readonly isBest: boolean
  readonly bound: number
}

async function roundWithin(
  table: Table,
  around: Multiples,
  bases: number,
  power: 1 | 2,
  until: number,
): Promise<Rounded | 'infeasible' | 'late'> {
  const { program, least, owner, offset } = stepProgram(table, around, bases, power)
  if (owner.length === 0) return { steps: least, isBest: true, bound: offset }
  // The linear program runs first: a whole solution, as in two dimensions, is final.
  const relaxed = await solved(program, until)
  if (relaxed.state === 'infeasible') return 'infeasible'
  const isWhole = relaxed.state === 'optimal' && relaxed.x.every((y) => Math.abs(y - Math.round(y)) < WHOLE)
  const whole = new Uint8Array(owner.length).fill(1)
  const solution = isWhole ? relaxed : await solved({ ...program, whole }, until)
  if (solution.state === 'infeasible') return 'infeasible'
  if (solution.x.length === 0) return 'late'
  const steps = least.slice()
  owner.forEach((cell, j) => (steps[cell] += Math.round(solution.x[j])))
  checkSums(table, steps)
  return { steps, isBest: solution.state === 'optimal', bound: Math.max(0, offset + solution.bound) }
}

async function solved(program: Program, until: number): Promise<Solution> {
  const open = await openProgram(program)
  try {
    return open.solve({ seconds: Math.max(0.01, (until - performance.now()) / 1000) })
  } finally {
    open.close()
  }
}

/**
 * Builds the program of 0–1 steps: every cell is at its least multiple plus a sum of steps. Each step costs the
 * resulting increase of the change; costs are convex, so steps are taken in order. A fixed cell has no steps.
 */
function stepProgram(
  { values, equations }: Table,
  { lower, rest }: Multiples,
  bases: number,
  power: 1 | 2,
): {
  readonly program: Program
  readonly least: Float64Array
  readonly owner: readonly number[]
  readonly offset: number
} {
  const anyNegative = values.some((value) => value < 0)
  const least = new Float64Array(values.length)
  const first = new Int32Array(values.length + 1)
  const owner: number[] = []
  const cost: number[] = []
  let offset = 0
  for (let c = 0; c < values.length; c++) {
    const isMultiple = rest[c] === 0
    const stays = isMultiple && (bases === 1 || (values[c] === 0 && !anyNegative))
    const from = stays ? lower[c] : lower[c] - (bases - 1)
    const to = stays ? lower[c] : lower[c] + bases - (isMultiple ? 1 : 0)
    least[c] = anyNegative ? from : Math.max(0, from)
    first[c] = owner.length
    offset += distance(least[c] - lower[c] - rest[c], power)
    for (let k = least[c]; k < to; k++) {
      owner.push(c)
      cost.push(distance(k + 1 - lower[c] - rest[c], power) - distance(k - lower[c] - rest[c], power))
    }
  }
  first[values.length] = owner.length
  const starts = new Int32Array(equations.length + 1)
  const columns: number[] = []
  const coefficients: number[] = []
  const sides = new Float64Array(equations.length)
  equations.forEach(({ cells, signs }, e) => {
    cells.forEach((cell, i) => {
      sides[e] -= signs[i] * least[cell]
      for (let j = first[cell]; j < first[cell + 1]; j++) {
        columns.push(j)
        coefficients.push(signs[i])
      }
    })
    starts[e + 1] = columns.length
  })
  const program = {
    cost,
    lower: new Float64Array(owner.length),
    upper: new Float64Array(owner.length).fill(1),
    rows: {
      lower: sides,
      upper: sides,
      starts,
      columns: Int32Array.from(columns),
      values: Float64Array.from(coefficients),
    },
  }
  return { program, least, owner, offset }
}

function distance(change: number, power: 1 | 2): number {
  return power === 1 ? Math.abs(change) : change * change
}

/** Whole numbers either add up exactly or do not; the solver works with tolerances. */
function checkSums({ equations }: Table, steps: Float64Array): void {
  const open = equations.find(
    ({ cells, signs }) => cells.reduce((sum, cell, i) => sum + signs[i] * steps[cell], 0) !== 0,
  )
  if (open) throw new Error(`the solver's rounding does not add up in the relation of cell ${open.cells[0] + 1}`)
}
