import { SdcError, type Table } from '@sdc/core'
import { openProgram, type Program, type Solution } from '../solver/program.js'
import { multiplesAround, type Multiples } from './multiples-around.js'

export interface ControlledRoundingOptions {
  /** b. */
  readonly base: number
  /** The sum of the changes, or of their squares, is least. */
  readonly power: 1 | 2
  /** The longest it may take. */
  readonly seconds: number
  readonly tick: (fraction: number) => void
}

export interface ControlledRounding {
  /** Multiples of the base that add up. */
  readonly values: Float64Array
  /** Every value is less than this many bases from the true one; 1 wherever that is possible. */
  readonly bases: number
  /** Σ |x − r|^power over all cells. */
  readonly cost: number
  /** No rounding within so many bases costs less; equal to the cost where that is proved. */
  readonly bound: number
}

/** How far from whole a solution of the linear program may be to be taken for whole. */
const WHOLE = 1e-6

/**
 * Controlled rounding: r = b·k with whole k that add up as the values do, each ⌊x/b⌋ or that + 1, and x/b itself where that is
 * whole, such that Σ |x − r|^p over all cells, totals too, is least. One variable from 0 to 1 a cell; the linear program has
 * a whole solution where the relations are those of a network (two dimensions, one of them with a hierarchy), otherwise
 * HiGHS branches. Some tables of three dimensions have no such rounding: there every value may be less than m = 2, 3, …
 * bases away, multiples too, but for zeros and across zero in tables without negative values.
 *
 * @param table - Values that add up.
 * @param options - Base, power and the time limit.
 * @returns The rounding.
 * @throws INFEASIBLE where the time limit is over before any rounding is found
 * @see causey-cox-ernst-1985, salazar-gonzalez-2006
 */
export async function controlledRound(table: Table, options: ControlledRoundingOptions): Promise<ControlledRounding> {
  const { base, power, seconds, tick } = options
  const around = multiplesAround(table, base)
  const until = performance.now() + 1000 * seconds
  // With m of the number of cells, inner cells rounded one by one and totals of them would do.
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

/** Whole multiples, whether none cost less, and what all cost at least, in units of the base. */
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
  // The linear program first: where its solution is whole, as in two dimensions, nothing is left to do.
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
 * Every cell is at its least multiple plus a sum of steps of 0 or 1, each of which costs what the change then grows by;
 * costs are convex, so that the steps are taken in their order. A cell that may not move has none.
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

/** Whole numbers add up exactly or not at all; the solver works with tolerances. */
function checkSums({ equations }: Table, steps: Float64Array): void {
  const open = equations.find(
    ({ cells, signs }) => cells.reduce((sum, cell, i) => sum + signs[i] * steps[cell], 0) !== 0,
  )
  if (open) throw new Error(`the solver's rounding does not add up in the relation of cell ${open.cells[0] + 1}`)
}
