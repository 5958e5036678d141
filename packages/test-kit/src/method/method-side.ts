import type { Column, Dataset, MaskResult } from '@sdc/core'

/** Checks the results besides the files: the private report, the published facts, and messages for the user. */
export function sideProblems({ report, publish, warnings }: MaskResult): string[] {
  return [
    ...entryProblems('report', report, isColumn),
    ...entryProblems('publish', publish, () => false),
    ...warningProblems(warnings),
  ]
}

function entryProblems(
  what: 'report' | 'publish',
  entries: ReadonlyMap<string, unknown> | undefined,
  allowed: (value: unknown) => boolean,
): string[] {
  if (entries === undefined) return []
  if (!(entries instanceof Map)) return [`expected ${what} to be a Map, got another object`]
  return [...entries].flatMap(([name, value]: [unknown, unknown]) => {
    if (typeof name !== 'string' || name === '') return [`expected a name for every entry of ${what}, got none`]
    if (typeof value === 'number')
      return Number.isFinite(value) ? [] : [`expected a finite number as "${name}" of ${what}, got ${value}`]
    if (isDataset(value) || allowed(value)) return []
    const forms = what === 'report' ? 'a number, a dataset or a column' : 'a number or a dataset'
    return [`expected ${forms} as "${name}" of ${what}, got something else`]
  })
}

function isColumn(value: unknown): boolean {
  const column = value as Column | null
  if (typeof column !== 'object' || column === null) return false
  return column.kind === 'numeric' ? column.values instanceof Float64Array : column.codes instanceof Int32Array
}

export function isDataset(value: unknown): value is Dataset {
  if (typeof value !== 'object' || value === null) return false
  const { rows, names, column } = value as Partial<Dataset>
  return Number.isInteger(rows) && Array.isArray(names) && typeof column === 'function'
}

function warningProblems(warnings: MaskResult['warnings']): string[] {
  if (warnings === undefined) return []
  const sentences = Array.isArray(warnings) && warnings.every((one) => typeof one === 'string' && one.trim() !== '')
  return sentences ? [] : ['expected warnings to be a list of sentences, got something else']
}
