/** Stage of a release that renumbers the ids of households and persons, with each column whole in memory. */
import type { Column } from '@sdc/core'
import { numberLevels, renumbered } from '../../release/renumber.js'
import { blocksOfPart } from '../columns/stored-columns.js'
import { resultsOf, type Stage, type StageContext } from '../tasks/stage.js'
import { bytesOf, codesOf, doublesOf } from '../tasks/store.js'
import { emptyCells } from './packed-records.js'
import { refuseTooLarge, type PartsRelease } from './released.js'

const IDS = 'release/ids'

/** Bytes per record while a column is renumbered: its ids, their order, their codes and their numbers. */
const HELD = 48

const blockName = (column: number, block: number): string => `${IDS}/${column}/${block}`

/**
 * Makes the stage that draws the numbers of ids, as `renumbered` does in memory.
 *
 * @param release - Settings of the release.
 * @returns The stage, with one task per column, which returns its number of ids.
 */
export function idsStage(release: PartsRelease): Stage {
  const names = columnsOf(release)
  return {
    name: IDS,
    tasks(around) {
      for (const name of names) refuseTooLarge(around, name, 'is renumbered', HELD)
      return Promise.resolve(names.length)
    },
    async run(around, task) {
      const name = names[task]
      const { source, parts, store } = around
      const cells = emptyCells(source, name, source.rows)
      for (const range of parts) {
        for await (const { block, data } of source.read(range, [name])) {
          const column = data.column(name)
          cells.set(column.kind === 'numeric' ? column.values : column.codes, block.first)
        }
      }
      const held: Column =
        cells instanceof Float64Array
          ? { kind: 'numeric', values: cells }
          : { kind: 'categorical', codes: cells, levels: source.levels(name), ordered: false }
      const stream = release.renumbered?.ids.child(name)
      if (stream === undefined) throw new Error('no column is renumbered')
      const { column, ids: own } = renumbered(held, stream)
      const numbers = column.kind === 'numeric' ? column.values : column.codes
      for (const part of parts.keys())
        for (const { index, first, end } of blocksOfPart(around, part))
          await store.put(blockName(task, index), [bytesOf(numbers.subarray(first, end))])
      return Float64Array.of(own.kind === 'numeric' ? own.values.length : own.codes.length)
    },
  }
}

const columnsOf = ({ renumbered: of }: PartsRelease): readonly string[] => of?.columns ?? []

/** Number of ids of each renumbered column, once the stage has ended. */
export async function countsOfIds(around: StageContext, release: PartsRelease): Promise<ReadonlyMap<string, number>> {
  const names = columnsOf(release)
  const counts = await resultsOf(around, IDS, names.length)
  return new Map(names.map((name, task) => [name, counts[task][0]]))
}

/** Numbers of the ids of a block. */
export async function numbersOfBlock(
  { store, source }: StageContext,
  release: PartsRelease,
  name: string,
  block: number,
  count: number,
): Promise<Column> {
  const bytes = await store.get(blockName(columnsOf(release).indexOf(name), block))
  if (source.kind(name) === 'numeric') return { kind: 'numeric', values: doublesOf(bytes) }
  return { kind: 'categorical', codes: codesOf(bytes), ...numberLevels(count) }
}
