import { log } from '@sdc/core'
import { commonStep, dependentColumns, type DependentColumn } from '@sdc/stats/internal'
import { completeSample } from './complete-sample.js'
import { confirmedProduct, confirmedSum } from './confirmed.js'
import type { Equation, EquationSearch, NumberColumn } from './equation.js'
import { withoutExceptions } from './without-exceptions.js'

/** Most columns that are searched together; computing their basis takes columns² · records steps. */
export const MOST_COLUMNS = 250

/**
 * Greatest remainder of a sum, as a share of the spread, such as a few records that were corrected on one side only
 * leave.
 */
const SHARE = 0.05

/** Rounds in which columns that are only nearly dependent are treated as independent columns. */
const ROUNDS = 3

const isInfinite = (value: number): boolean => Math.abs(value) === Infinity

/**
 * Finds equations among columns of numbers: sums, differences, rescaled copies; among positive columns also products
 * and ratios.
 *
 * Columns that others determine up to a twentieth of their spread are found in 1,500 records (`dependentColumns`).
 * Their slopes are fitted without exceptions and replaced by simple numbers nearby (1, −1, 2, ½, 0.01, …). The equation
 * counts if it then holds in 99 % of all records, up to the rounding of the values: |y − c − Σ b·x| ≤ ½(step_y +
 * Σ|b|·step_x). Products are sums of logarithms.
 *
 * @param columns - Columns with different values; one with an infinite value is left out.
 * @param records - Number of values of each column.
 * @returns The equations, and the columns not examined. Cost: O(1,500·columns²), for at most 250 columns, and one pass
 *   per equation.
 */
export function exactSums(columns: readonly NumberColumn[], records: number): EquationSearch {
  const searched = columns.filter(({ values }) => !values.some(isInfinite)).slice(0, MOST_COLUMNS)
  const { used, rows } = completeSample(searched, records)
  const left = columns.filter((one) => !used.includes(one)).map(({ name }) => name)
  if (used.length < 2) return { equations: [], left }
  const gathered = used.map(({ values }) => rows.map((row) => values[row]))
  const steps = used.map(({ values }) => stepOf(values))
  const sums = search(gathered, (one) => confirmedSum(one, used, steps))
  const positive = used.flatMap(({ values, time }, j) =>
    time === undefined && gathered[j].every((value) => value > 0) && isPositive(values) ? [j] : [],
  )
  const logs = positive.map((j) => gathered[j].map((value) => log(value)))
  const of = positive.map((j) => used[j])
  const products =
    positive.length < 3
      ? []
      : search(logs, (one) =>
          confirmedProduct(
            one,
            of,
            positive.map((j) => steps[j]),
          ),
        )
  const known = new Set(sums.map(({ columns: names }) => [...names].sort().join('\0')))
  const further = products.filter(({ columns: names }) => !known.has([...names].sort().join('\0')))
  return { equations: [...sums, ...further], left }
}

/**
 * Searches for equations. Columns whose equation is not confirmed may be terms of others, and are treated as
 * independent in the next round.
 */
function search(
  gathered: readonly Float64Array[],
  confirmed: (one: DependentColumn) => Equation | undefined,
): Equation[] {
  const kept = new Set<number>()
  for (let round = 1; ; round++) {
    const found = dependentColumns(gathered, SHARE, kept)
    const judged = found.map((one) => {
      const fit = one.terms.length === 0 ? undefined : withoutExceptions(one, gathered)
      return { one, equation: fit && confirmed(fit) }
    })
    const failed = judged.filter(({ one, equation }) => equation === undefined && !kept.has(one.column))
    if (failed.length === 0 || round === ROUNDS) return judged.flatMap(({ equation }) => equation ?? [])
    for (const { one } of failed) kept.add(one.column)
  }
}

function stepOf(values: Float64Array): number {
  const step = commonStep(values)
  return step === null ? 0 : step.whole / step.scale
}

function isPositive(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (values[i] <= 0) return false
  return true
}
