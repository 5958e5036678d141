import {
  blocksOf,
  dataset,
  numeric,
  type BlockContext,
  type BlockRange,
  type Dataset,
  type MaskInput,
  type PartsContext,
  type Pass,
  type Totals,
} from '@sdc/core'

/** A file (or group) in memory whose passes have ended. */
export interface ReadFile<P> {
  readonly blocks: readonly BlockRange[]
  readonly context: PartsContext<P>
  /** One of its blocks. */
  at(index: number): BlockContext<P>
}

/**
 * Reads a file that is in memory, block by block.
 *
 * @param passes - The readings that a method asks for.
 * @param input - What it is to mask.
 * @param stages - How many readings there are with those that follow, for who is told how far it is.
 * @returns What is known of it.
 */
export function readPasses<P>(passes: readonly Pass<P>[], input: MaskInput<P>, stages: number): ReadFile<P> {
  const { data, columns, given, roles, params, rng, tick } = input
  const blocks = blocksOf(data.rows)
  const totals = new Map<string, Totals>()
  const used = [...new Set([...columns, ...given])]
  const head = blockOf(data, used, 0, 0)
  const context: PartsContext<P> = { columns, given, roles, params, rng, rows: data.rows, head, totals }
  const at = (index: number): BlockContext<P> => ({
    ...context,
    block: blocks[index],
    data: blocks.length === 1 ? data : blockOf(data, used, blocks[index].first, blocks[index].end),
  })
  for (const [p, pass] of passes.entries()) {
    if (pass.needed?.(context) === false) continue
    for (const { index } of blocks) {
      tick((p + index / blocks.length) / stages)
      const own = pass.of(at(index))
      const before = totals.get(pass.name)
      totals.set(pass.name, before === undefined ? own : pass.merge(before, own))
    }
    const total = totals.get(pass.name)
    if (pass.end && total) totals.set(pass.name, pass.end(context, total))
  }
  return { blocks, context, at }
}

/**
 * The records of a block; numbers and codes are views of the file's.
 *
 * @param data - The file.
 * @param names - The columns that are wanted.
 * @param first - The first record of the block, from 0.
 * @param end - The first one behind it.
 * @returns end − first records.
 */
export function blockOf(data: Dataset, names: readonly string[], first: number, end: number): Dataset {
  return dataset(
    names.map((name) => {
      const column = data.column(name)
      if (column.kind === 'numeric') return [name, numeric(column.values.subarray(first, end))] as const
      return [name, { ...column, codes: column.codes.subarray(first, end) }] as const
    }),
  )
}
