import type { Column } from './dataset.js'

/** Kinds of column that a method or metric may accept: numbers, ordered categories, unordered categories. */
export const columnKinds = ['numeric', 'ordered', 'nominal'] as const

export type ColumnKind = (typeof columnKinds)[number]

/** The kind of a column as methods and metrics state it. */
export function kindOf(column: Column): ColumnKind {
  return column.kind === 'numeric' ? 'numeric' : column.ordered ? 'ordered' : 'nominal'
}

/** Kinds as a reader would say them: `numeric`, `categorical`, `numeric or ordered`, `any`. */
export function kindsText(accepts: readonly ColumnKind[]): string {
  if (columnKinds.every((kind) => accepts.includes(kind))) return 'any'
  const both = accepts.includes('ordered') && accepts.includes('nominal')
  const rest = both ? accepts.filter((kind) => kind === 'numeric') : accepts
  return [...rest, ...(both ? ['categorical'] : [])].join(' or ')
}
