import type { Sensitivity, Table, TableMethod } from '@sdc/core'
import { isOfCounts, readerReach } from './reader.js'
import { missed } from './table-pattern.js'
import { callOf, runTable } from './table-run.js'

/**
 * Checks that an audit finds for every cell exactly the interval that a reader can compute, by the suite's own simplex.
 * It must also count the sensitive cells whose interval is narrower than their levels permit (`unprotected`). If a
 * respondent is alone in a cell, it may count more.
 */
export async function auditProblems(method: TableMethod, table: Table): Promise<string[]> {
  const { sensitive, pattern } = callOf(method, table)
  if (!sensitive || !pattern) return []
  // A count of 1 discloses nothing to its only person; a respondent alone in a sum is a further attacker.
  const counts = isOfCounts(table) ? table.counts : table.counts.map((count) => (count === 1 ? 2 : count))
  const alone = { ...table, counts }
  const problems: string[] = []
  for (const [what, tried] of [
    ['sensitive cells alone', sensitive.status],
    ['a pattern', pattern],
  ] as const) {
    const said = await runTable(method, alone, { sensitive, pattern: tried })
    problems.push(...differences(alone, sensitive, tried, said).map((one) => `${what}: ${one}`))
  }
  return problems
}

function differences(
  table: Table,
  sensitive: Sensitivity,
  pattern: Uint8Array,
  { intervals, report }: Awaited<ReturnType<typeof runTable>>,
): string[] {
  const reach = readerReach(table, pattern)
  const scale = Math.max(1, ...table.values.map(Math.abs))
  const differ = (a: number, b: number): boolean => a !== b && !(Math.abs(a - b) <= 1e-6 * scale)
  const problems: string[] = []
  for (const end of ['low', 'high'] as const) {
    const cell = reach[end].findIndex((value, c) => differ(value, intervals?.[end][c] ?? Number.NaN))
    if (cell < 0) continue
    const ours = `${reach[end][cell]} as the ${end} end of cell ${cell + 1}`
    problems.push(`expected ${ours}, by another solver, got ${intervals?.[end][cell]}`)
  }
  const unprotected = missed(table, sensitive, reach).length
  const said = report?.get('unprotected')
  if (said !== unprotected)
    problems.push(`expected its report to count ${unprotected} cells that are unprotected, got ${String(said)}`)
  return problems
}
