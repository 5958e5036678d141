import { BLOCK, blocksOf, type BlockRange, type Column } from '@sdc/core'
import { bytesOf, codesOf, doublesOf } from './store.js'
import type { Surroundings } from './stage.js'

/** The version that a masked file beside the original has. */
export const MASKED = 'masked'

/** The name of one part of a column as a step left it: `version` 0 is the original. */
const columnName = ({ source }: Surroundings, version: string, name: string, part: number): string =>
  `columns/${version}/${source.names.indexOf(name)}/${part}`

/** The blocks of a part. */
export function blocksOfPart({ source, parts }: Surroundings, part: number): readonly BlockRange[] {
  return blocksOf(source.rows).slice(parts[part].from, parts[part].to)
}

/** Keeps one part of a column, its blocks one after the other. */
export async function putColumn(
  around: Surroundings,
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
  around: Surroundings,
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
