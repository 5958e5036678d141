/** Stored findings of a task. */
import { dataset, type Column, type Dataset, type Findings, type Reported, type Store } from '@sdc/core'
import { getJson, putJson } from '../tasks/store.js'

/** Numbers are kept as text: JSON has no NaN, no infinity and no −0. */
export type Kept =
  | string
  | { readonly text: string }
  | KeptColumn
  | { readonly columns: readonly (readonly [string, KeptColumn])[] }
type KeptColumn =
  | { readonly numbers: readonly string[] }
  | { readonly codes: readonly number[]; readonly levels: readonly string[]; readonly ordered: boolean }

/** Findings as plain data. */
export interface KeptFindings {
  readonly warnings: readonly string[]
  readonly report: readonly (readonly [string, Kept])[]
  readonly publish: readonly (readonly [string, Kept])[]
}

/** Stores findings. */
export function putFindings(store: Store, name: string, findings: Findings): Promise<void> {
  return putJson(store, name, keptFindings(findings))
}

/** Reads stored findings. */
export async function getFindings(store: Store, name: string): Promise<Findings> {
  return findingsOf((await getJson(store, name)) as KeptFindings)
}

/** Returns findings as plain data. */
export function keptFindings({ warnings = [], report, publish }: Findings): KeptFindings {
  const kept = (values: ReadonlyMap<string, Reported> = new Map()): KeptFindings['report'] =>
    [...values].map(([key, value]) => [key, keptOf(value)])
  return { warnings, report: kept(report), publish: kept(publish) }
}

/** Returns the findings of plain data. */
export function findingsOf({ warnings, report, publish }: KeptFindings): Required<Findings> {
  return {
    warnings,
    report: new Map(report.map(([key, kept]) => [key, valueOf(kept)])),
    publish: new Map(publish.map(([key, kept]) => [key, valueOf(kept) as Dataset | number])),
  }
}

const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value))

/** Returns a value of findings as plain data. */
export function keptOf(value: Reported): Kept {
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'string') return { text: value }
  if ('kind' in value) return keptColumn(value)
  return { columns: value.names.map((name) => [name, keptColumn(value.column(name))]) }
}

function keptColumn(column: Column): KeptColumn {
  if (column.kind === 'numeric') return { numbers: Array.from(column.values, numberText) }
  return { codes: [...column.codes], levels: column.levels, ordered: column.ordered }
}

/** Returns the value of plain data. */
export function valueOf(kept: Kept): Reported {
  if (typeof kept === 'string') return Number(kept)
  if ('text' in kept) return kept.text
  return 'columns' in kept ? dataset(kept.columns.map(([name, own]) => [name, columnOf(own)])) : columnOf(kept)
}

function columnOf(kept: KeptColumn): Column {
  if ('numbers' in kept) return { kind: 'numeric', values: Float64Array.from(kept.numbers, Number) }
  return { kind: 'categorical', ...kept, codes: Int32Array.from(kept.codes) }
}
