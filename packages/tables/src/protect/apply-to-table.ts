import {
  asInfo,
  asNote,
  categorical,
  dataset,
  numeric,
  SdcError,
  type Column,
  type Message,
  type Registry,
  type TableMethod,
} from '@sdc/core'
import { applyTableMethod, type AppliedTable, rootRng } from '@sdc/engine'
import { writeCsv } from '@sdc/files'
import { type Outcome, settings, groupedWarnings } from '@sdc/inspect'
import { countNote } from '../cells/count-note.js'
import type { TableFile } from '../cells/read-table-cells.js'
import { tableArtefacts } from '../cells/table-artefacts.js'
import type { TableColumns, TableOptions } from '../read/table-columns.js'
import { knownCounts, normalColumns } from '../read/table-csv.js'
import { lossSentences } from './loss-sentences.js'
import { readTableFile, type TableInputFile } from '../cells/table-file.js'

export interface ApplyToTableOptions extends TableOptions {
  /** Id of the table method. */
  readonly method: string
  /** Texts `name=value`. */
  readonly set?: readonly string[] | undefined
  /** Random seed; without one, random numbers come from a fresh keyed source. */
  readonly seed?: string | number | undefined
  /** Name of the output table; undefined if not given. */
  readonly out?: string | undefined
  readonly tick?: ((fraction: number) => void) | undefined
}

const statuses = ['published', 'primary', 'secondary'] as const

/**
 * Applies a table method to a table in long form and writes that form back. Columns are the dimensions, value, count,
 * status, and low and high if the method gives them. The value is empty if suppressed, and replaced if the method gives
 * values. Columns of contributions and all others are not written. A method that merges slices makes another table, to
 * which the rules must be applied again: it is written with all columns, for internal use.
 *
 * @param input - True table.
 * @param options - Method, parameters, seed, output and columns.
 * @param registry - The table methods.
 * @returns The table, output files, and messages.
 * @throws BAD_OPTION, BAD_PARAMETER, UNKNOWN_TABLE, and the errors of reading and of the method
 */
export async function applyToTable(
  input: TableInputFile,
  { method: id, set = [], seed, out, tick, ...columns }: ApplyToTableOptions,
  registry: Registry,
): Promise<Outcome<AppliedTable>> {
  const method = registry.get('tables', id)
  const params = settings(method.params, set)
  checkNames(columns)
  const held = readTableFile(input, columns)
  checkNames(held.columns)
  const applied = await applyTableMethod({ registry, method: id, table: held.table, params, rng: rootRng(seed), tick })
  const { artefacts, left } = applied.result.table ? mergedForm(held, applied, out) : shownForm(held, applied, out)
  return {
    result: applied,
    artefacts,
    messages: [...held.messages, ...notes(held, left), ...findings(method, applied, held)],
  }
}

interface Written {
  readonly artefacts: Outcome<AppliedTable>['artefacts']
  /** Columns of the file that are not written. */
  readonly left: readonly string[]
}

function shownForm(held: TableFile, applied: AppliedTable, out: string | undefined): Written {
  const { written, left } = longForm(held, held.columns, applied)
  // The records are those of the file, in its dialect.
  return { artefacts: [{ kind: 'internal-table', name: out, content: writeCsv(held.source, written) }], left }
}

function mergedForm({ columns, table: before }: TableFile, { result }: AppliedTable, out: string | undefined): Written {
  const table = result.table ?? before
  const written = normalColumns(table, columns.distinct === true)
  return { artefacts: tableArtefacts(table, written, out, {}), left: [] }
}

/** Refuses columns with names that the result uses itself. */
function checkNames({ by = [], value, count }: TableOptions): void {
  const clash = [...by, value, count].find((name) => name && ['status', 'low', 'high'].includes(name))
  if (clash === undefined) return
  const message = `column "${clash}" would be written twice: that is what a column of the result is called`
  throw new SdcError('BAD_OPTION', message, { column: clash }, 'Rename it in the file.')
}

function longForm(
  { source, table }: TableFile,
  { by, value, count }: TableColumns,
  { result: { status, values, intervals } }: AppliedTable,
): { written: ReturnType<typeof dataset>; left: string[] } {
  const shown = (numbers: ArrayLike<number>): Column =>
    numeric(Float64Array.from(status, (one, c) => (one === 0 ? numbers[c] : Number.NaN)))
  // True counts next to changed values would disclose the true values.
  const withCount = count !== undefined && count !== value && values === undefined
  const written = dataset([
    ...by.map((name): [string, Column] => [name, source.dataset.column(name)]),
    [value, shown(values ?? table.values)],
    ...(withCount ? [[count, shown(knownCounts(table))] as [string, Column]] : []),
    ['status', categorical(Array.from(status, (one) => statuses[one]))],
    ...(intervals
      ? ([
          ['low', numeric(intervals.low)],
          ['high', numeric(intervals.high)],
        ] as const)
      : []),
  ])
  return { written, left: source.dataset.names.filter((name) => !written.names.includes(name)) }
}

function notes(held: TableFile, left: readonly string[]): Message[] {
  return [
    ...countNote(held),
    ...(left.length > 0 ? [asNote(`not written, because they may tell what is hidden: ${left.join(', ')}`)] : []),
  ]
}

function findings({ id, step }: TableMethod, { result }: AppliedTable, { table }: TableFile): Message[] {
  const { status, report } = result
  const cells = statuses.map((_, s) => status.filter((one) => one === s).length)
  const recomputed = step === 'sensitivity' && cells[1] > 0 && table.equations.length > 0
  const { table: merged, warnings = [] } = result
  return [
    merged
      ? asInfo(`${id}: ${status.length} cells became ${merged.values.length}`)
      : asInfo(`${id}: ${status.length} cells: ${statuses.map((name, s) => `${cells[s]} ${name}`).join(', ')}`),
    ...[...(report ?? [])].flatMap(([name, value]) =>
      typeof value === 'number' ? [asInfo(`${id}: ${name}: ${value}`)] : [],
    ),
    ...(recomputed
      ? [asNote('cells are found, not protected: a suppressed cell that is alone in a sum is what the total lacks')]
      : []),
    ...(step === 'protection' ? lossSentences(table, result).map(asInfo) : []),
    ...(merged ? [asNote('nothing is protected yet: keep the table secret')] : []),
    ...groupedWarnings(warnings),
  ]
}
