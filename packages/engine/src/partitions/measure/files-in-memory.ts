/** Files that a task reads whole, for metrics that need all records at once. */
import { blocksOf, dataset, option, type Dataset, type PairColumns, type Roles, type FileSource } from '@sdc/core'
import type { MetricOnParts } from './metric-on-parts.js'
import { cellsFor, cellsOf, columnIn } from '../columns/stored-columns.js'
import { withRows } from '../source/source.js'
import type { StoredFile } from '../tasks/stage.js'
import { storedBlock } from './pair-files.js'

/** Bytes that a measurement in memory takes for every cell of its files. */
const HELD = 40

const FILES = ['original', 'masked', 'population', 'control'] as const

/** Both files of a measurement, and the other files that metrics read. */
export interface MeasuredSources {
  readonly original: FileSource
  readonly masked: FileSource
  readonly population?: FileSource | undefined
  readonly control?: FileSource | undefined
}

/** Columns by file. */
export type ColumnsInMemory = PairColumns & Readonly<Record<'population' | 'control', readonly string[]>>

/** Returns columns of several metrics together, in the order of the files. */
export function columnsTogether(all: readonly ColumnsInMemory[], sources: MeasuredSources): ColumnsInMemory {
  const of = (file: keyof ColumnsInMemory): readonly string[] => {
    const used = new Set(all.flatMap((one) => one[file]))
    return (sources[file]?.names ?? []).filter((name) => used.has(name))
  }
  return { original: of('original'), masked: of('masked'), population: of('population'), control: of('control') }
}

/**
 * Returns the columns that a metric may read in memory: all of the files, or those that are measured and those with roles.
 *
 * @param on - The metric.
 * @param measured - The measured columns, and the roles.
 * @param sources - The files.
 */
export function columnsInMemory(
  { bound: { metric } }: Pick<MetricOnParts, 'bound'>,
  measured: { readonly columns: readonly string[]; readonly given: readonly string[]; readonly roles: Roles },
  sources: MeasuredSources,
): ColumnsInMemory {
  const { columns, given, roles } = measured
  const honoured = (metric.honours ?? []).flatMap((role) => [roles[role], role === 'person' ? roles.wave : undefined])
  const named = new Set([...columns, ...given, ...roles.keys, ...roles.confidential, ...honoured])
  const of = (source: FileSource | undefined): readonly string[] =>
    (source?.names ?? []).filter((name) => metric.files === 'whole' || named.has(name))
  const { original, masked, population, control } = sources
  return { original: of(original), masked: of(masked), population: of(population), control: of(control) }
}

/**
 * Returns the reason why files cannot be read whole by a task.
 *
 * @param sources - The files.
 * @param columns - The columns to read.
 * @param taskBytes - Bytes of a task, if they are limited.
 * @returns A clause; undefined if they can.
 */
export function tooLargeToRead(
  sources: MeasuredSources,
  columns: ColumnsInMemory,
  taskBytes = Infinity,
): string | undefined {
  const unheld = unheldIn(sources, columns)
  if (unheld !== undefined) return `column "${unheld}" has too many categories out of core`
  const bytes = FILES.reduce((sum, file) => sum + bytesInMemory(sources[file]?.rows ?? 0, columns[file].length), 0)
  return bytes <= taskBytes ? undefined : `they take ${bytesText(bytes, taskBytes)}`
}

/** Returns a column with too many categories to keep in memory. */
export function unheldIn(sources: MeasuredSources, columns: ColumnsInMemory): string | undefined {
  for (const file of FILES) {
    const unheld = columns[file].find((name) => sources[file]?.unheld?.has(name))
    if (unheld !== undefined) return unheld
  }
  return undefined
}

/** Returns the bytes that a measurement in memory takes for some records of some columns. */
export const bytesInMemory = (rows: number, columns: number): number => HELD * rows * columns

/** Returns the text for bytes that are more than a task has. */
export function bytesText(bytes: number, taskBytes: number): string {
  const [needed, there] = [Math.ceil(bytes / 1e6), Math.floor(taskBytes / 1e6)]
  return `about ${needed} MB, but a task has ${there} MB (${option('memory')})`
}

/** Returns a file with stored columns as a source. */
export function storedSource(file: StoredFile): FileSource {
  return withRows(file.source, file.source.rows, async function* ({ from, to }, names) {
    for (const block of blocksOf(file.source.rows).slice(from, to))
      yield { block, data: await storedBlock(file, names, block) }
  })
}

/** Reads all records of some columns. */
export async function readWhole(source: FileSource, names: readonly string[]): Promise<Dataset> {
  const { rows } = source
  const cells = names.map((name) => cellsFor(source, name, rows))
  for await (const { block, data } of source.read({ from: 0, to: blocksOf(rows).length }, names))
    for (const [c, name] of names.entries()) cells[c].set(cellsOf(data.column(name)), block.first)
  return { ...dataset(names.map((name, c) => [name, columnIn({ source }, name, cells[c])])), rows }
}
