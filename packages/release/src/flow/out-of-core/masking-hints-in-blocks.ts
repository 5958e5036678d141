import { type PartsPlan, emptyFileOf, withRows } from '@sdc/engine/partitions'
import { maskingHints } from '@sdc/inspect'
import { asWarning, BLOCK, blocksOf, type Message } from '@sdc/core'
import { bind, columnsWithRole, refuseRepeatedIdentifiers, type FileSchema } from '@sdc/engine'
import type { OpenSource } from '../work/run-files.js'
import { HELD, columnsInMemory } from './whole-file.js'

/** Largest number of blocks to inspect: four take a second. */
const MOST_BLOCKS = 4
/** Share of the memory that the blocks may take. */
const SHARE = 0.25

/**
 * Returns warnings against masking columns as plain numbers. Inspects blocks of records from the beginning to the end
 * of the file, so that a sorted file shows more than its smallest values.
 *
 * @param plan - The plan, with the file.
 * @param memory - Bytes that a run may take.
 * @returns The warnings of `maskingHints`; if only some blocks were inspected, with their number of records.
 */
export async function maskingHintsInBlocks(
  { registry, source, schema, steps }: Omit<PartsPlan, 'source'> & { readonly source: OpenSource },
  memory: number,
): Promise<readonly Message[]> {
  const bound = bind({ registry, original: emptyFileOf(source), schema, steps })
  const masked = bound.steps.flatMap(({ method, columns }) => (method.traits.adds ? [] : columns))
  const { some, names, rows } = someBlocks(source, source.names, memory)
  const hints = maskingHints(await columnsInMemory(some, names, schema), masked, schema)
  if (rows === source.rows) return hints
  return hints.map(({ text }) => asWarning(`${text} (from ${rows} of ${source.rows} records)`))
}

/**
 * Refuses a file in which an identifier repeats within one of the inspected blocks, unless it is known whether records
 * or persons are counted.
 *
 * @param source - The file.
 * @param schema - Roles of its columns.
 * @param memory - Bytes that a run may take.
 * @throws IDENTIFIER_REPEATS, as for a file in memory. An identifier that does not repeat in an inspected block
 *   passes.
 */
export async function refuseRepeatedInBlocks(
  source: Omit<OpenSource, 'close'>,
  schema: FileSchema | undefined,
  memory: number,
): Promise<void> {
  const head = emptyFileOf(source)
  const identifiers = columnsWithRole(head, schema, ['identifier'])
  if (identifiers.length === 0 || columnsWithRole(head, schema, ['person']).length > 0) return
  const { some, names } = someBlocks(source, identifiers, memory)
  refuseRepeatedIdentifiers(await columnsInMemory(some, names, schema), schema)
}

/** Reads some columns of a file in a few of its blocks, from the beginning to the end. */
function someBlocks(
  source: Omit<OpenSource, 'close'>,
  wanted: readonly string[],
  memory: number,
): { readonly some: Omit<OpenSource, 'close'>; readonly names: readonly string[]; readonly rows: number } {
  const names = wanted.filter((name) => source.unheld?.has(name) !== true)
  const blocks = blocksOf(source.rows)
  const fitting = Math.floor((SHARE * memory) / (HELD * BLOCK * Math.max(1, names.length)))
  const count = Math.min(blocks.length, MOST_BLOCKS, Math.max(1, fitting))
  const chosen = Array.from({ length: count }, (_, k) =>
    count === 1 ? blocks[0] : blocks[Math.round((k * (blocks.length - 1)) / (count - 1))],
  )
  const rows = chosen.reduce((sum, { first, end }) => sum + end - first, 0)
  const some = withRows(source, rows, async function* (_, columns) {
    let first = 0
    for (const { index } of chosen) {
      for await (const { data } of source.read({ from: index, to: index + 1 }, columns)) {
        yield { block: { index, first, end: first + data.rows }, data }
        first += data.rows
      }
    }
  })
  return { some, names, rows }
}
