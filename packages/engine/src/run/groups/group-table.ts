import { categorical, columnLength, dataset, isMissing, numeric, type Column, type Dataset } from '@sdc/core'
import type { StepFindings } from '../outcomes/outcome.js'

/**
 * Makes a table of the groups that masking steps formed, with a row for every record of the original.
 *
 * Column `record` counts from 1. Every other column is named by its step, and also by the masked column if each column
 * has its own groups. If the step worked within groups, these are part of the label. Methods report groups as `group`:
 * one column, or a dataset with one for every masked column. A record that a step did not process has no label.
 *
 * @param reports - Reports of the steps.
 * @param rows - Number of records in the original.
 * @returns The table; undefined without groups.
 */
export function groupTable(reports: readonly StepFindings[], rows: number): Dataset | undefined {
  const labels = new Map<string, (string | null)[]>()
  for (const { step, group, origin, values } of reports) {
    const reported = values.get('group')
    if (origin === undefined || typeof reported !== 'object') continue
    for (const [name, column] of groupColumns(step, reported)) {
      const known = labels.get(name) ?? Array.from({ length: rows }, () => null)
      labels.set(name, known)
      for (let i = 0; i < columnLength(column); i++) {
        if (origin[i] >= 0 && !isMissing(column, i)) known[origin[i]] = within(group, labelOf(column, i))
      }
    }
  }
  if (labels.size === 0) return undefined
  const record: readonly [string, Column] = ['record', numeric(Array.from({ length: rows }, (_, i) => i + 1))]
  return dataset([record, ...[...labels].map(([name, known]) => [name, categorical(known)] as const)])
}

function groupColumns(step: string, reported: Column | Dataset): (readonly [string, Column])[] {
  if ('kind' in reported) return [[step, reported]]
  return reported.names.map((name) => [`${step} ${name}`, reported.column(name)])
}

function within(group: string, label: string): string {
  return group === '' ? label : `${group}: ${label}`
}

function labelOf(column: Column, i: number): string {
  return column.kind === 'numeric' ? String(column.values[i]) : column.levels[column.codes[i]]
}
