import { BLOCK, blocksOf, type BlockRange, type Column } from '@sdc/core'
import { bytesOf, codesOf, doublesOf } from './store.js'
import type { StoredFile } from './stage.js'

/** The version that a masked file beside the original has. */
export const MASKED = 'masked'

/** The name of one part of a column as a step left it: `version` 0 is the original. */
const columnName = ({ source }: StoredFile, version: string, name: string, part: number): string =>
  `columns/${version}/${source.names.indexOf(name)}/${part}`

/** The blocks of a part. */
export function blocksOfPart(
  { source, parts }: Pick<StoredFile, 'source' | 'parts'>,
  part: number,
): readonly BlockRange[] {
  return blocksOf(source.rows).slice(parts[part].from, parts[part].to)
}

/** Keeps one part of a column, its blocks one after the other. */
export async function putColumn(
  around: StoredFile,
  version: string,
  name: string,
  part: number,
  blocks: readonly Column[],
): Promise<void> {
  const arrays = blocks.map((column) => bytesOf(column.kind === 'numeric' ? column.values : column.codes))
  await around.store.put(columnName(around, version, name, part), arrays)
}

/** One block of a column as a step left it. */
export async function columnOfBlock(
  around: StoredFile,
  version: string,
  name: string,
  { index, first, end }: BlockRange,
): Promise<Column> {
  const { source, store, partBlocks } = around
  const part = Math.floor(index / partBlocks)
  const kind = source.kind(name)
  const size = kind === 'numeric' ? 8 : 4
  const at = (index - part * partBlocks) * BLOCK * size
  const bytes = await store.get(columnName(around, version, name, part), at, at + (end - first) * size)
  if (kind === 'numeric') return { kind: 'numeric', values: doublesOf(bytes) }
  return { kind: 'categorical', codes: codesOf(bytes), levels: source.levels(name), ordered: kind === 'ordered' }
}

/** Reads the columns of a part from its file, and keeps them; `each` gets every block of them. */
export async function readColumns(
  around: StoredFile,
  columns: readonly string[],
  part: number,
  each: (column: Column, name: string, block: BlockRange) => void = () => undefined,
): Promise<void> {
  const held = columns.map((): Column[] => [])
  for await (const { block, data } of around.source.read(around.parts[part], columns)) {
    columns.forEach((name, c) => {
      const column = data.column(name)
      each(column, name, block)
      held[c].push(column)
    })
  }
  for (const [c, name] of columns.entries()) await putColumn(around, '0', name, part, held[c])
}
