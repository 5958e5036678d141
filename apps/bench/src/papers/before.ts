import { mean, standardDeviation } from '@sdc/stats'
import { studentQuantile } from '@sdc/stats/distributions'
import known from './before.json'
import { outsideChance } from './drawn.js'
import type { PaperTable } from './paper.js'
import { verdictOf, type Before, type Check } from './verdict.js'

/** Values of one paper that do not reproduce, by table, row and column. */
export type BeforeOfPaper = Readonly<Record<string, Before>>

/** Probability that a printed value which is drawn like ours counts as biased. */
const biasChance = 1e-3

/** Name of a check: its table, row and column. */
export function checkName(table: PaperTable, row: number, column: number): string {
  return [table.id, ...(table.rows[row]?.given ?? []), table.checks[column]].join(' · ')
}

/** Returns the tables of a paper, each check with our earlier value if the printed one does not reproduce. */
export function withBefore(
  paper: string,
  tables: readonly PaperTable[],
  all: Readonly<Record<string, BeforeOfPaper>> = known,
): PaperTable[] {
  const ofPaper = all[paper] ?? {}
  return tables.map((table) => ({
    ...table,
    rows: table.rows.map((row, r) => ({
      ...row,
      checks: row.checks.map((check, c) => {
        const before = ofPaper[checkName(table, r, c)]
        return check === null || before === undefined ? check : { ...check, before }
      }),
    })),
  }))
}

/**
 * Finds the values that do not reproduce, from the tables of several seeds.
 *
 * A drawn value is biased if the printed one is outside the range of 99.9 % of our draws, all seeds taken together; 95 %
 * if the list of misprints says that nothing gives the printed value. A value that is not drawn is biased if it differs.
 *
 * @param runs - tables of one paper, made with each seed
 * @returns our values, by table, row and column
 */
export function beforeOf(runs: readonly (readonly PaperTable[])[]): BeforeOfPaper {
  const byName = new Map<string, Check[]>()
  for (const table of runs.flat())
    for (const [r, { checks }] of table.rows.entries())
      for (const [c, check] of checks.entries())
        if (check !== null) {
          const name = checkName(table, r, c)
          byName.set(name, [...(byName.get(name) ?? []), check])
        }
  return Object.fromEntries(
    [...byName].filter(([, checks]) => isUnreproduced(checks)).map(([name, checks]) => [name, valueOf(checks)]),
  )
}

function isUnreproduced(checks: readonly Check[]): boolean {
  const [first] = checks
  if (first === undefined || first.printed === null || first.notCompared !== undefined) return false
  const { misprint, disagreement, tolerance, printed, decimals = 0 } = first
  const isUnexplained = misprint?.should === null || disagreement?.should === null
  const differs = checks.some((check) => verdictOf({ ...check, before: undefined }) === 'differs')
  if (tolerance?.error === undefined || (isUnexplained && differs)) return differs
  const errors = Float64Array.from(checks, (check) => check.tolerance?.error?.value ?? 0)
  const error = Math.sqrt(mean(errors.map((one) => one * one)))
  const chance = isUnexplained ? outsideChance : biasChance
  const width = studentQuantile(1 - chance / 2, tolerance.error.degrees * checks.length) * error
  return Math.abs(mean(numbersOf(checks)) - Number(printed)) > width + 0.5 * 10 ** -decimals
}

function valueOf(checks: readonly Check[]): Before {
  if (checks.some(({ ours }) => typeof ours === 'string'))
    return { texts: [...new Set(checks.map(({ ours }) => String(ours)))].sort() }
  const values = numbersOf(checks)
  const short = (value: number): number => Number(value.toPrecision(8))
  return { mean: short(mean(values)), deviation: values.length < 2 ? 0 : short(standardDeviation(values)) }
}

const numbersOf = (checks: readonly Check[]): Float64Array =>
  Float64Array.from(checks, ({ ours }) => (typeof ours === 'number' ? ours : Number.NaN))
