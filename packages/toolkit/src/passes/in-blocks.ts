import {
  blocksOf,
  dataset,
  numeric,
  SdcError,
  type BlockContext,
  type BlockRange,
  type ByBlocks,
  type Column,
  type Dataset,
  type MaskInput,
  type MaskResult,
  type PartsContext,
  type Pass,
  type Totals,
} from '@sdc/core'
import { anyOther } from '../columns/any-other.js'

/**
 * Implements `apply` for a streamed method if the file (or group) is in memory: the same passes and the same masking,
 * block by block.
 *
 * @param streamed - The method's plan for running out of core.
 * @param input - The input to mask.
 * @returns The masked columns, with the messages of the method.
 */
export function maskInBlocks<P>(streamed: ByBlocks<P>, input: MaskInput<P>): MaskResult {
  const { data, columns, tick } = input
  const { blocks, context, at } = readPasses(streamed.passes, input, streamed.passes.length + 1)
  const stages = streamed.passes.length + 1
  const said = streamed.check?.(context)
  const parts = blocks.map(({ index }) => {
    tick((stages - 1 + index / blocks.length) / stages)
    return streamed.mask(at(index))
  })
  const [first] = parts
  const masked = new Map([...first.keys()].map((name) => [name, joined(name, parts, data.rows)]))
  const changed = (): ReadonlySet<string> =>
    new Set(columns.filter((name) => isOther(data.column(name), masked.get(name))))
  const words = [said, streamed.judge && streamed.judge({ ...context, changed: changed() })]
  const reports = words.flatMap((own) => own?.report ?? [])
  const warnings = words.flatMap((own) => own?.warnings ?? [])
  return {
    files: [{ columns: masked }],
    ...(reports.length > 0 && { report: new Map(reports.flatMap((own) => [...own])) }),
    warnings,
  }
}

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

function isOther(before: Column, after: Column | undefined): boolean {
  return before.kind !== 'numeric' || after?.kind !== 'numeric' || anyOther(before.values, after.values)
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

/** The blocks of a column, one after the other; they are of one kind with the same levels. */
function joined(name: string, parts: readonly ReadonlyMap<string, Column>[], rows: number): Column {
  const columns = parts.map((part) => part.get(name))
  const [first] = columns
  if (first === undefined || columns.some((column) => column?.kind !== first.kind))
    throw new SdcError('BAD_PLUGIN', `a block has no column "${name}" of the kind that the first block has`, {
      column: name,
    })
  if (columns.length === 1) return first
  const into = first.kind === 'numeric' ? new Float64Array(rows) : new Int32Array(rows)
  let at = 0
  for (const column of columns) {
    const own = column?.kind === 'numeric' ? column.values : (column?.codes ?? [])
    into.set(own, at)
    at += own.length
  }
  return into instanceof Float64Array ? numeric(into) : ({ ...first, kind: 'categorical', codes: into } as Column)
}
