import type { Table, TableMethod, TableResult } from '@sdc/core'
import { residual } from './table-margins.js'

/**
 * Checks the form of a result: arrays have one valid number for each cell.
 *
 * @param method - Method whose step determines the permitted results.
 * @param table - Input of the method.
 * @param result - Result of the method.
 * @returns The problems.
 */
export function resultProblems(method: TableMethod, table: Table, result: TableResult): string[] {
  const n = table.counts.length
  const { status, values, intervals, report, warnings } = result
  if (!(status instanceof Uint8Array) || status.length !== n)
    return [`expected a status for each of ${n} cells, got others`]
  const problems: string[] = []
  const most = method.step === 'sensitivity' ? 1 : 2
  const other = status.find((one) => one > most)
  if (other !== undefined) problems.push(`expected a status from 0 to ${most} (step ${method.step}), got ${other}`)
  if (values && (values.length !== n || values.some((value, c) => status[c] === 0 && !Number.isFinite(value))))
    problems.push(`expected ${n} values, finite where they are shown, got others`)
  if (method.step === 'sensitivity' && values)
    problems.push('expected no values of a rule that finds sensitive cells, got some')
  if (method.step !== 'sensitivity' && result.levels) problems.push('expected levels of a rule only, got some')
  problems.push(...levelProblems(status, result.levels))
  const finds = [...(report?.values() ?? [])].some((value) => typeof value !== 'number')
  if (method.step === 'audit' && !intervals && !finds)
    problems.push('expected the intervals that a reader can compute, or a table of what was found, got neither')
  if (intervals) problems.push(...intervalProblems(table, intervals))
  for (const [name, value] of report ?? [])
    if (typeof value === 'number' && !Number.isFinite(value)) problems.push(`expected a finite ${name}, got ${value}`)
  if (warnings?.some((sentence) => typeof sentence !== 'string' || sentence.trim() === ''))
    problems.push('expected warnings that say something, got an empty one')
  if (result.table) problems.push(...otherTableProblems(result.table))
  return problems
}

/** Checks protection levels: none for a cell that is not sensitive, and a number for one that is. */
function levelProblems(status: Uint8Array, levels: TableResult['levels']): string[] {
  return Object.entries(levels ?? {}).flatMap(([name, numbers]: [string, Float64Array]) => {
    if (numbers.length !== status.length) return [`expected ${name} for each of ${status.length} cells, got others`]
    const cell = numbers.findIndex((level, c) => !(level >= 0 && level < Infinity) || (status[c] === 0 && level > 0))
    if (cell < 0) return []
    const what = status[cell] === 0 ? 'of 0 where nothing is sensitive' : 'of at least 0'
    return [`expected a level (${name}) ${what}, got ${numbers[cell]}`]
  })
}

/** Checks that an interval includes the cell's true value. */
function intervalProblems({ values, counts }: Table, { low, high }: NonNullable<TableResult['intervals']>): string[] {
  const n = counts.length
  if (low.length !== n || high.length !== n) return [`expected an interval for each of ${n} cells, got others`]
  for (let c = 0; c < n; c++) {
    const slack = 1e-9 * Math.max(1, Math.abs(values[c]))
    if (!(low[c] <= values[c] + slack && values[c] - slack <= high[c]))
      return [`expected ${values[c]} of cell ${c + 1} within its interval, got ${low[c]} to ${high[c]}`]
  }
  return []
}

/** Checks that a table which replaces another is itself valid. */
function otherTableProblems({ dimensions, counts, values, equations }: Table): string[] {
  const n = values.length
  if (counts.length !== n || dimensions.some(({ codes }) => codes.length !== n))
    return [`expected a count and a level of each dimension for the ${n} cells of the table it gives, got others`]
  const { worst } = residual({ values, equations }, values, new Uint8Array(n))
  return worst > 0 ? [`expected the table it gives to add up, one of its relations is off by ${worst}`] : []
}
