/** Two files with records sorted by the groups that some columns of the original form. */
import { blocksOf, dataset, numeric, type Column, type ColumnKind, type PairColumns, type FileSource } from '@sdc/core'
import { groupsOf } from '../../bind/groups.js'
import { knownGroups, type GroupInParts } from '../columns/known-groups.js'
import { recordsOfPart } from '../columns/records-of-parts.js'
import { cellsFor, cellsIn, cellsOf, columnIn } from '../columns/stored-columns.js'
import { withRows } from '../source/source.js'
import { linkedByPart } from '../link/link-stages.js'
import { SIDES, type Side } from '../link/linked-files.js'
import type { Stage } from '../tasks/stage.js'
import { bytesOf, codesOf } from '../tasks/store.js'
import { storedRecords } from './pair-files.js'
import type { StagePairContext } from './stage-pair-context.js'

/** A group of records of both files. */
export interface PairedGroup {
  readonly key: string
  readonly label: string
  readonly original: GroupInParts
  readonly masked: GroupInParts
}

/** Both files by groups. */
export interface SplitGroups {
  /** Stages that split the files, once their records are linked. */
  readonly stages: readonly Stage<StagePairContext>[]
  /** The groups of the original, by key, once the stages have ended. */
  all(around: StagePairContext): Promise<readonly PairedGroup[]>
}

const cellsName = (side: Side, part: number, c: number): string => `groups/${side}/cells/${part}/${c}`
const originsName = (side: Side, part: number): string => `groups/${side}/origins/${part}`

/** Beginnings of the names that are removed once the groups are measured. */
export const dropsOfGroups: readonly string[] = SIDES.flatMap((side) => [
  `groups/${side}/cells/`,
  `groups/${side}/origins/`,
])

/**
 * Splits both files into groups. A masked record belongs to the group of its original; without one, to that of its own
 * values.
 *
 * @param by - Columns that form groups.
 * @param names - Columns to keep.
 * @param isLinked - False if record i of one file is linked to record i of the other.
 * @returns The stages, and the groups.
 */
export function splitGroups(by: readonly string[], names: PairColumns, isLinked: boolean): SplitGroups {
  const known = { original: knownGroups('groups/original'), masked: knownGroups('groups/masked') }
  const stageOf = (side: Side): Stage<StagePairContext> => ({
    name: `groups/${side}/split`,
    tasks: (around) => Promise.resolve(around[side].parts.length),
    async run(around, part) {
      const file = around[side]
      const { first, end } = recordsOfPart(file, part)
      const groups = side === 'masked' && isLinked ? await groupsOfLinked(around, by, part) : undefined
      // Records at the same position are linked: the original determines the groups of both files.
      const found = groups ?? groupsOf(await storedRecords(around.original, by, first, end), by)
      const order = new Int32Array(found.reduce((sum, { rows }) => sum + rows.length, 0))
      let at = 0
      for (const { rows } of found) {
        order.set(rows, at)
        at += rows.length
      }
      for (const [c, name] of names[side].entries()) {
        const cells = cellsOf((await storedRecords(file, [name], first, end)).column(name))
        const sorted = cellsFor(file.source, name, order.length)
        for (let i = 0; i < order.length; i++) sorted[i] = cells[order[i]]
        await around.store.put(cellsName(side, part, c), [bytesOf(sorted)])
      }
      const origins = side === 'masked' ? await around.originOf(part) : undefined
      await around.store.put(originsName(side, part), [bytesOf(order.map((row) => origins?.[row] ?? first + row))])
      await known[side].put(
        { ...file, store: around.store },
        part,
        found.map(({ key, label, rows }) => [key, label, rows.length]),
      )
      return new Float64Array(0)
    },
  })
  return {
    stages: SIDES.map(stageOf),
    async all(around) {
      const of = async (side: Side): Promise<readonly GroupInParts[]> =>
        (await known[side].tasks({ ...around[side], store: around.store })).flat()
      const masked = new Map((await of('masked')).map((group) => [group.key, group]))
      return (await of('original')).map((original) => {
        const { key, label } = original
        return { key, label, original, masked: masked.get(key) ?? { key, label, count: 0, places: [] } }
      })
    },
  }
}

/** Returns the groups of the records of a part of a masked file whose records are linked. */
async function groupsOfLinked(
  around: StagePairContext,
  by: readonly string[],
  part: number,
): Promise<readonly { readonly key: string; readonly label: string; readonly rows: Int32Array }[]> {
  const { original } = await around.pairs()
  const origins = await around.originOf(part)
  const places = Int32Array.from(origins, (_, i) => i)
  const [linked, alone] = [places.filter((i) => origins[i] >= 0), places.filter((i) => origins[i] < 0)]
  const before = (await linkedByPart(around)).slice(0, part).reduce((sum, count) => sum + count, 0)
  const groups = groupsOf(await storedRecords(original, by, before, before + linked.length), by)
  const rows = new Map(
    groups.map(({ key, label, rows: own }) => [key, { key, label, rows: own.map((row) => linked[row]) }]),
  )
  if (alone.length > 0 && by.every((name) => around.masked.source.names.includes(name))) {
    const { first, end } = recordsOfPart(around.masked, part)
    const isAlone = new Uint8Array(origins.length)
    for (const i of alone) isAlone[i] = 1
    for (const { key, label, rows: own } of groupsOf(await storedRecords(around.masked, by, first, end), by)) {
      const more = own.filter((row) => isAlone[row] === 1)
      const held = rows.get(key)?.rows ?? new Int32Array(0)
      if (more.length > 0) rows.set(key, { key, label, rows: Int32Array.of(...held, ...more).sort() })
    }
  }
  return [...rows.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** Records of a group of a file, with the numbers of their originals in a separate column. */
export interface GroupSource {
  readonly side: Side
  readonly names: readonly string[]
  /** Name of a column with the number of the original; NaN without one. */
  readonly numbers?: string | undefined
}

/** Returns the records of a group of one of the files as a source. */
export function groupSource(
  around: StagePairContext,
  group: PairedGroup,
  { side, names, numbers }: GroupSource,
): FileSource {
  const { source: file } = around[side]
  const { count } = group[side]
  const kind = (name: string): ColumnKind => (name === numbers ? 'numeric' : file.kind(name))
  const rows = withRows(file, count, async function* ({ from, to }, columns) {
    for (const block of blocksOf(count).slice(from, to)) {
      const read: (readonly [string, Column])[] = []
      for (const name of columns) {
        const cells = cellsFor({ kind }, name, block.end - block.first)
        for (const [stored, piece, at] of piecesOf(group[side], block.first, block.end)) {
          const { store } = around
          if (name === numbers) {
            const origins = codesOf(await store.get(originsName(side, stored), 4 * piece.from, 4 * piece.end))
            for (let i = 0; i < origins.length; i++) cells[at + i] = origins[i] < 0 ? Number.NaN : origins[i]
            continue
          }
          const size = cells.BYTES_PER_ELEMENT
          const bytes = await store.get(
            cellsName(side, stored, names.indexOf(name)),
            size * piece.from,
            size * piece.end,
          )
          cells.set(cellsIn(file, name, bytes), at)
        }
        read.push([name, name === numbers ? numeric(cells as Float64Array) : columnIn({ source: file }, name, cells)])
      }
      yield { block, data: { ...dataset(read), rows: block.end - block.first } }
    }
  })
  return {
    ...rows,
    names: numbers === undefined ? names : [...names, numbers],
    kind,
    levels: (name) => (name === numbers ? [] : file.levels(name)),
    time: (name) => (name === numbers ? undefined : file.time?.(name)),
  }
}

/**
 * Yields the pieces of the records of a group from `first` to `end`: the partition, the records in it, and their
 * position.
 */
function* piecesOf(
  { places }: GroupInParts,
  first: number,
  end: number,
): Generator<readonly [part: number, piece: { readonly from: number; readonly end: number }, at: number]> {
  for (const { part, from, at, count } of places) {
    const [start, stop] = [Math.max(first, at), Math.min(end, at + count)]
    if (start < stop) yield [part, { from: from + start - at, end: from + stop - at }, start - first]
  }
}

/** Returns the position among the originals of a group of each of its masked records, −1 for those without one. */
export async function originInGroup(around: StagePairContext, group: PairedGroup): Promise<Int32Array> {
  const of = async (side: Side): Promise<Int32Array> => {
    const all = new Int32Array(group[side].count)
    for (const { part, from, at, count } of group[side].places)
      all.set(codesOf(await around.store.get(originsName(side, part), 4 * from, 4 * (from + count))), at)
    return all
  }
  const places = new Map<number, number>()
  for (const [place, record] of (await of('original')).entries()) places.set(record, place)
  return (await of('masked')).map((record) => places.get(record) ?? -1)
}
