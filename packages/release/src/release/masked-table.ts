import { isMissing, type Column, type Dataset, type Registry } from '@sdc/core'
import { briefNumber, titleWithin, type RunResult, type StepPlan } from '@sdc/engine'
import { left, right, type Screen } from '@sdc/report/tables'
import { resultTable } from '@sdc/inspect'

/** Input of a table of masked columns. */
export interface MaskedTable {
  readonly registry: Registry
  readonly original: Dataset
  readonly run: Pick<RunResult, 'columns' | 'files'>
  readonly steps: readonly StepPlan[]
  /** Screen that the table must fit; by default a file. */
  readonly screen?: Screen | undefined
}

/**
 * Returns a table of the masked columns: each with its methods and the share of its values that changed.
 *
 * @param masked - The run; of several files the first counts.
 * @returns The table.
 */
export function maskedTable({ registry, original, run, steps, screen }: MaskedTable): string {
  const [{ data, origin }] = run.files
  const columns = run.columns.filter((name) => original.names.includes(name) && data.names.includes(name))
  const rows = columns.map((name) => {
    const named = steps.filter((step) => typeof step.columns !== 'object' || step.columns.includes(name))
    // A column of waves that no step names is drawn with new persons.
    const ofPersons = steps.filter(({ use }) => registry.get('methods', use).traits.claims.newPersons !== undefined)
    const own = named.length > 0 ? named : ofPersons
    const titles = [...new Set(own.map(({ use }) => titleWithin(registry.get('methods', use))))]
    return [
      name,
      titles.join(', '),
      `${briefNumber(100 * changedShare(original.column(name), data.column(name), origin))} %`,
    ]
  })
  return resultTable(
    [left('column', { rank: 0 }), left('method', { rank: 0, least: 32 }), right('changed', { rank: 0 })],
    rows,
    {
      screen,
    },
  )
}

/**
 * Returns the share of the masked records whose value differs from that of their original record; 1 for synthetic
 * records.
 */
function changedShare(before: Column, after: Column, origin: Int32Array): number {
  if (origin.length === 0) return 0
  let changed = 0
  for (let i = 0; i < origin.length; i++) if (origin[i] < 0 || isChanged(before, origin[i], after, i)) changed++
  return changed / origin.length
}

function isChanged(before: Column, row: number, after: Column, i: number): boolean {
  if (isMissing(before, row) || isMissing(after, i)) return isMissing(before, row) !== isMissing(after, i)
  if (before.kind === 'numeric' && after.kind === 'numeric') return before.values[row] !== after.values[i]
  return labelOf(before, row) !== labelOf(after, i)
}

function labelOf(column: Column, i: number): string {
  return column.kind === 'numeric' ? String(column.values[i]) : column.levels[column.codes[i]]
}
