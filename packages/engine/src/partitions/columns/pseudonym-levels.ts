/**
 * Pseudonyms out of core. The work folder keeps their codes in cells of the kind of the source, and their texts once; a column
 * gets its texts when it is written.
 */
import { type CategoricalColumn, type Column, type FileSource } from '@sdc/core'
import type { BoundStep } from '../../bind/bind.js'
import type { StageContext, StoredFile } from '../tasks/stage.js'
import { getJson, putJson } from '../tasks/store.js'
import type { Cells } from './stored-columns.js'

/** A masked column with the last step that masked it. */
interface MaskedColumn {
  readonly name: string
  readonly on: { readonly step: Pick<BoundStep, 'method'> }
}

/** Texts of the pseudonyms of columns, by column. */
export type PseudonymLevels = ReadonlyMap<string, readonly string[]>

const levelsName = ({ source }: StoredFile, name: string): string => `pseudonyms/${source.names.indexOf(name)}`

/** Tests whether the last step that masked a column made pseudonyms. */
export const isPseudonym = ({ on }: Pick<MaskedColumn, 'on'>): boolean => on.step.method.traits.kinds === 'pseudonyms'

/** Keeps the texts of pseudonyms, by column. They are the same in every task, so that any may write them. */
export async function putLevels(around: StageContext, columns: ReadonlyMap<string, Column>): Promise<void> {
  for (const [name, column] of columns)
    if (column.kind !== 'numeric') await putJson(around.store, levelsName(around, name), column.levels)
}

/** Reads the texts of the pseudonyms among masked columns. */
export async function pseudonymLevels(around: StageContext, masked: readonly MaskedColumn[]): Promise<PseudonymLevels> {
  const found = new Map<string, readonly string[]>()
  for (const one of masked) {
    if (!isPseudonym(one)) continue
    found.set(one.name, (await getJson(around.store, levelsName(around, one.name))) as string[])
  }
  return found
}

/** Returns the codes of pseudonyms as a column of the kind that the source has, for the work folder. */
export function storedCodes(source: Pick<FileSource, 'kind'>, name: string, { codes }: CategoricalColumn): Column {
  if (source.kind(name) === 'numeric') return { kind: 'numeric', values: Float64Array.from(codes) }
  return { kind: 'categorical', codes, levels: [], ordered: false }
}

/** Returns pseudonyms by their codes as stored. */
export function pseudonymColumn(cells: Cells, levels: readonly string[]): CategoricalColumn {
  return { kind: 'categorical', codes: Int32Array.from(cells), levels, ordered: false }
}
