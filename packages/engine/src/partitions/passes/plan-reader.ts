import { BLOCK, type Block, type BlockRange, type Derived, type Inputs, type Order, type Side } from '@sdc/core'
import { sharedBlocks, type SharedBlocks } from '../columns/shared-blocks.js'
import { bytesOf, doublesOf } from '../tasks/store.js'
import type { BlockColumns } from './plan-files.js'
import { derivedId, derivedName, orderId, placedName, type PlanState } from './plan-state.js'

/** Reads blocks for a task, with the required ranks and derived columns. */
export interface PlanReader {
  readonly shared: SharedBlocks
  /** Returns a block for one of the plans; it is valid until the next one is read. */
  block(scope: string, inputs: Inputs, range: BlockRange): Promise<Block>
  /** Returns the ranks of the records of a block. */
  ranks(scope: string, order: Order, range: BlockRange): Float64Array
  /** Stores the computed derived columns; called after the last block. */
  end(): Promise<void>
}

/** Derived columns of the partition of a task. */
interface DerivedPart {
  readonly derived: Derived
  /** Number of columns if they are stored; undefined if they are computed. */
  readonly stored: number | undefined
  readonly computed: (readonly Float64Array[])[]
  /** Columns of the current block. */
  current: { readonly index: number; readonly columns: readonly Float64Array[] } | undefined
}

/**
 * Opens the files of plans for a task.
 *
 * @param state - The files, and the orders that can be read.
 * @param part - Number of the partition.
 * @returns The reader.
 */
export function planReader(
  { files, orders: sortedOrders }: Pick<PlanState, 'files' | 'orders'>,
  part: number,
): PlanReader {
  const { store, partBlocks } = files
  const shared = sharedBlocks()
  const readers = new Map<Side, (block: BlockRange) => BlockColumns | Promise<BlockColumns>>()
  const current = new Map<Side, { readonly index: number; readonly columns: BlockColumns }>()
  const parts = new Map<string, DerivedPart>()

  const columnsOf = async (side: Side, range: BlockRange): Promise<BlockColumns> => {
    const held = current.get(side)
    if (held?.index === range.index) return held.columns
    const read = readers.get(side) ?? (await files.reader(side, shared))
    readers.set(side, read)
    const columns = await read(range)
    current.set(side, { index: range.index, columns })
    return columns
  }
  /** Position of a block among the records of the partition. */
  const placeOf = ({ index }: BlockRange): number => (index - part * partBlocks) * BLOCK
  const filled = (name: string, from: number, count: number, own: string): Float64Array => {
    const bytes = shared.bytes(own, 8 * count)
    if (count > 0) store.fill(name, bytes, 8 * from)
    return new Float64Array(bytes.buffer, 0, count)
  }
  const ranks = (scope: string, order: Order, range: BlockRange): Float64Array => {
    const id = orderId(scope, order)
    const sorted = sortedOrders.get(id)
    if (sorted?.isRanked !== true) throw new Error(`order "${order.name}" has no ranks`)
    const width = order.among ? 2 : 1
    const count = width * (range.end - range.first)
    return filled(placedName(sorted, part), width * placeOf(range), count, `ranks/${id}`)
  }
  const derivedPart = async (scope: string, derived: Derived): Promise<DerivedPart> => {
    const id = derivedId(scope, derived)
    const known = parts.get(id)
    if (known) return known
    const name = derivedName(files, id, part)
    const stored = (await store.has(name)) ? doublesOf(await store.get(name, 0, 8))[0] : undefined
    const made: DerivedPart = { derived, stored, computed: [], current: undefined }
    parts.set(id, made)
    return made
  }
  const derivedOf = async (scope: string, derived: Derived, range: BlockRange): Promise<readonly Float64Array[]> => {
    const id = derivedId(scope, derived)
    const own = await derivedPart(scope, derived)
    if (own.current?.index === range.index) return own.current.columns
    const rows = range.end - range.first
    const columns =
      own.stored === undefined
        ? derived.of(await block(scope, derived, range)).map((values) => shared.kept(values))
        : Array.from({ length: own.stored }, (_, j) => {
            const from = 1 + (own.stored ?? 0) * placeOf(range) + j * rows
            return filled(derivedName(files, id, part), from, rows, `derived/${id}/${j}`)
          })
    if (own.stored === undefined) own.computed.push(columns)
    own.current = { index: range.index, columns }
    return columns
  }
  const block = async (scope: string, { reads, orders, derived }: Inputs, range: BlockRange): Promise<Block> => {
    const columns = await columnsOf(reads, range)
    const made: (readonly Float64Array[])[] = []
    for (const one of derived ?? []) made.push(await derivedOf(scope, one, range))
    return {
      ...range,
      ...columns,
      ...(orders && { ranks: orders.map((order) => ranks(scope, order, range)) }),
      ...(derived && { derived: made }),
    }
  }
  return {
    shared,
    block,
    ranks,
    async end() {
      for (const [id, { computed }] of parts) {
        if (computed.length === 0) continue
        const width = Float64Array.of(computed[0].length)
        await store.put(derivedName(files, id, part), [width, ...computed.flat()].map(bytesOf))
      }
    },
  }
}
