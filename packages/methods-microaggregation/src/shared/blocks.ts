import { SdcError, type Note } from '@sdc/core'
import * as z from 'zod'
import { correlatedBlocks } from './correlated-blocks.js'

/** Parameters by which the multivariate methods mask blocks of columns, each by its own groups. */
export const blockParams = {
  blocks: z.enum(['all', 'consecutive', 'correlated', 'uncorrelated', 'listed']).default('all').meta({
    description:
      'Columns that are grouped together: all; blocks of blockSize in the order in which the columns are named; blocks of at most blockSize correlated or uncorrelated columns; or those of blockColumns. Smaller blocks lose less, and k-anonymity holds within each block only.',
  }),
  blockSize: z.int().min(1).default(3).meta({
    description: 'Largest number of columns in a block, if blocks is consecutive, correlated or uncorrelated.',
    unit: 'columns',
  }),
  blockColumns: z.array(z.array(z.string()).min(1)).default([]).meta({
    description: 'Names of the columns of every block, if blocks is listed: [["a","b"],["c","d"]].',
  }),
}

export type BlockParams = z.infer<z.ZodObject<typeof blockParams>>

/** Notes on blocks for the cards of these methods. */
export const blockNotes: readonly Note[] = [
  {
    topic: 'limits',
    text:
      'With blocks other than all every block of columns is grouped independently. k-anonymity then holds for ' +
      'the columns of one block, not for all together: combinations over blocks may be unique.',
  },
  {
    topic: 'parameters',
    text:
      'Correlated blocks come from average-linkage clustering of 1 − |r| (uncorrelated: of |r|), Pearson, in ' +
      'which no block grows beyond blockSize. Blocks that fit together are merged, however unlike, and groups ' +
      'of `by` may get different blocks. The order in which the columns are named matters for consecutive ' +
      'blocks only.',
  },
]

/** A column's name and values. */
export interface NamedColumn {
  readonly name: string
  readonly values: Float64Array
}

/**
 * Divides the columns into blocks: every column is in one. Within a block they are sorted by name, so that their order
 * in a plan does not change distances.
 *
 * @param columns - Columns to mask; their values are used for correlated and uncorrelated blocks only.
 * @param params - Kind of the blocks.
 * @param method - Id of the method, for messages.
 * @returns The columns of each block.
 * @throws BAD_PARAMETER for lists that do not partition the columns
 */
export function columnBlocks<C extends NamedColumn>(
  columns: readonly C[],
  { blocks, blockSize, blockColumns }: BlockParams,
  method: string,
): C[][] {
  if (blocks !== 'listed' && blockColumns.length > 0)
    throw badLists(method, `blockColumns is for blocks = listed, but blocks is ${blocks}`)
  const sorted = [...columns].sort(byName)
  switch (blocks) {
    case 'all':
      return [sorted]
    case 'consecutive':
      return Array.from({ length: Math.ceil(columns.length / blockSize) }, (_, b) =>
        columns.slice(b * blockSize, (b + 1) * blockSize).sort(byName),
      )
    case 'correlated':
    case 'uncorrelated': {
      const values = sorted.map((column) => column.values)
      return correlatedBlocks(values, blockSize, blocks).map((block) => block.map((j) => sorted[j]))
    }
    case 'listed':
      return listedBlocks(sorted, blockColumns, method)
  }
}

/**
 * Reports several blocks.
 *
 * @param blocks - Names of the columns of each block.
 * @returns One sentence; none for one block.
 */
export function blocksSentence(blocks: readonly (readonly string[])[]): readonly string[] {
  if (blocks.length < 2) return []
  return [`masked in ${blocks.length} blocks, k-anonymous within each only: ${blocks.map(String).join('; ')}`]
}

function listedBlocks<C extends NamedColumn>(
  sorted: readonly C[],
  lists: readonly (readonly string[])[],
  method: string,
) {
  const listed = lists.flat()
  const known = new Set(sorted.map(({ name }) => name))
  const foreign = listed.find((name) => !known.has(name))
  if (foreign !== undefined)
    throw badLists(method, `blockColumns names "${foreign}", which is not among the columns to mask`)
  const twice = listed.find((name, i) => listed.indexOf(name) !== i)
  if (twice !== undefined) throw badLists(method, `blockColumns names "${twice}" twice`)
  const left = sorted.find(({ name }) => !listed.includes(name))
  if (left !== undefined) throw badLists(method, `no block of blockColumns has the column "${left.name}"`)
  return lists.map((names) => sorted.filter(({ name }) => names.includes(name)))
}

function badLists(method: string, what: string): SdcError {
  const fix = 'Set blocks = listed and list every column to mask once in blockColumns: [["a","b"],["c","d"]].'
  return new SdcError('BAD_PARAMETER', `${method}: ${what}`, { method, parameter: 'blockColumns' }, fix)
}

/** Compares by code unit, which is the same on every machine. */
function byName(a: NamedColumn, b: NamedColumn): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}
