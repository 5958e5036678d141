/**
 * The stages of a step that goes through the ranks of its columns: each is put in order; one walk goes through the ranks;
 * every range hands its results to the parts, and every part puts them at its records.
 */
import { BLOCK, blockStream, type BlockRange, type ByRanks, type Column, type RankedColumn, type Rng } from '@sdc/core'
import { placesOf } from './column-facts.js'
import { sortedRanks, type Keyed } from './sorted-ranks.js'
import type { Stage, Surroundings } from './stage.js'
import { countsOfStage } from './stage-counts.js'
import { added, countsOfBlock } from './step-counts.js'
import { columnFor, contextOf, versionOf, type StepOnParts } from './step-on-parts.js'
import type { StepStages } from './step-stages.js'
import { bytesOf, doublesOf, recordsOf } from './store.js'
import { blocksOfPart, columnOfBlock, putColumn } from './stored-columns.js'

const NONE = new Float64Array(0)
const NO_RECORDS = new Uint32Array(0)
/** How many ranks the walk reads at a time. */
const PIECE = 1 << 20
/** More than there are records. */
const BEFORE_ALL = 4_294_967_296

/** By what equal values are ordered: by numbers of a stream, by record, or by record with −0 before 0. */
type Ties = Rng | 'record' | 'value'

export function rankStages(on: StepOnParts, streamed: ByRanks<unknown>): StepStages {
  const columns = on.step.columns.map((column, c) => columnStages(on, streamed, column, c))
  return {
    stages: columns.flatMap(({ stages }) => stages),
    async ended(around) {
      const all = await Promise.all(columns.map(({ ended }) => ended(around)))
      return {
        warnings: all.flatMap(({ warnings }) => warnings),
        counts: new Map(all.flatMap(({ counts }) => [...counts])),
      }
    },
  }
}

function columnStages(on: StepOnParts, streamed: ByRanks<unknown>, column: string, c: number): StepStages {
  const base = `step-${on.number + 1}/${c}`
  const context = (around: Surroundings): ReturnType<typeof contextOf> => contextOf(on, around, new Map())
  const own = async (around: Surroundings, block: BlockRange): Promise<Float64Array> =>
    valuesOf(await columnFor(on, around, column, block))
  const original = async (around: Surroundings, block: BlockRange): Promise<Float64Array> =>
    valuesOf(await columnOfBlock(around, versionOf(undefined), column, block))
  const tiesOf = (around: Surroundings, purpose: string): Ties => {
    const rule = streamed.ties(context(around))
    return rule === 'random' ? context(around).rng.child(column).child(purpose) : rule
  }

  const ranks = sortedRanks(base, async (around, block) => {
    const other = streamed.originals === undefined ? undefined : await original(around, block)
    return keyed(await own(around, block), other, block, tiesOf(around, 'ties'))
  })
  const { originals: purpose } = streamed
  const originals =
    purpose === undefined
      ? undefined
      : sortedRanks(`${base}/originals`, async (around, block) =>
          keyed(await original(around, block), await own(around, block), block, tiesOf(around, purpose)),
        )
  const wordsName = `${base}/words`
  const resultsName = (range: number): string => `${base}/results/${range}`
  const back = (part: number, range: number): string => `${base}/back/${part}/${range}`

  const ranked = async (around: Surroundings): Promise<RankedColumn> => {
    const { count, unlinked } = await ranks.counts(around)
    const levels = around.source.kind(column) === 'numeric' ? undefined : around.source.levels(column)
    return { column, count, missing: around.source.rows - count, unlinked, ...(levels && { levels }) }
  }
  const walk: Stage = {
    name: `${base}/walk`,
    tasks: () => Promise.resolve(1),
    drops: [`${base}/values/`, ...(originals === undefined ? [] : [`${base}/originals/`])],
    async run(around) {
      const counts = await ranks.ranges(around)
      const way = streamed.walk({ ...context(around), ...(await ranked(around)) })
      const reader = originals && rankReader(await originals.ranges(around), (...at) => originals.values(around, ...at))
      let range = 0
      let pieces: Float64Array[] = []
      let held = 0
      const give = async (results: Float64Array): Promise<void> => {
        let at = 0
        while (at < results.length || (range < counts.length && held === counts[range])) {
          if (range >= counts.length) throw new Error(`the walk of "${column}" gave more results than ranks`)
          const room = Math.min(counts[range] - held, results.length - at)
          pieces.push(results.slice(at, at + room))
          held += room
          at += room
          if (held < counts[range]) continue
          await around.store.put(resultsName(range), pieces.map(bytesOf))
          pieces = []
          held = 0
          range++
        }
      }
      for (const [r, count] of counts.entries()) {
        const records = streamed.records === true ? await ranks.records(around, r) : NO_RECORDS
        for (let from = 0; from < count; from += PIECE) {
          const end = Math.min(count, from + PIECE)
          const next = reader === undefined ? NONE : await reader(end - from)
          await give(way.push(await ranks.values(around, r, from, end), next, records.subarray(from, end)))
        }
      }
      await give(way.end())
      if (range < counts.length) throw new Error(`the walk of "${column}" gave fewer results than ranks`)
      await around.store.put(wordsName, [new TextEncoder().encode(JSON.stringify(way.words?.() ?? []))])
      return NONE
    },
  }
  const handBack: Stage = {
    name: `${base}/hand-back`,
    drops: [`${base}/results/`, `${base}/records/`],
    tasks: async (around) => (await ranks.ranges(around)).length,
    async run(around, range) {
      const results = doublesOf(await around.store.get(resultsName(range)))
      const records = await ranks.records(around, range)
      const perPart = around.partBlocks * BLOCK
      const counts = new Int32Array(around.parts.length)
      for (let i = 0; i < records.length; i++) counts[Math.floor(records[i] / perPart)]++
      const handed = around.parts.map((_, p) => ({
        results: new Float64Array(counts[p]),
        records: new Uint32Array(counts[p]),
      }))
      counts.fill(0)
      for (let i = 0; i < records.length; i++) {
        const part = Math.floor(records[i] / perPart)
        const at = counts[part]++
        handed[part].results[at] = results[i]
        handed[part].records[at] = records[i]
      }
      for (const [part, one] of handed.entries())
        await around.store.put(back(part, range), [bytesOf(one.results), bytesOf(one.records)])
      return NONE
    },
  }
  const place: Stage = {
    name: `${base}/place`,
    tasks: ({ parts }) => Promise.resolve(parts.length),
    drops: [`${base}/back/`],
    async run(around, part) {
      const blocks = blocksOfPart(around, part)
      const first = blocks[0].first
      const values = new Float64Array(blocks[blocks.length - 1].end - first).fill(Number.NaN)
      const ranges = (await ranks.ranges(around)).length
      for (let range = 0; range < ranges; range++) {
        const bytes = await around.store.get(back(part, range))
        const count = bytes.length / 12
        const results = doublesOf(bytes.subarray(0, 8 * count))
        const records = recordsOf(bytes.subarray(8 * count))
        for (let i = 0; i < count; i++) values[records[i] - first] = results[i]
      }
      const kind = around.source.kind(column)
      const levels = around.source.levels(column)
      const columns = blocks.map((block): Column => {
        const placed = values.subarray(block.first - first, block.end - first)
        if (kind === 'numeric') return { kind: 'numeric', values: placed }
        const codes = new Int32Array(placed.length)
        for (let i = 0; i < placed.length; i++) codes[i] = placed[i] === placed[i] ? placed[i] : -1
        return { kind: 'categorical', codes, levels, ordered: true }
      })
      await putColumn(around, versionOf(on), column, part, columns)
      const counts = blocks.map((block, b) => countsOfBlock(on, around, block, new Map([[column, columns[b]]])))
      return added(await Promise.all(counts))
    },
  }
  return {
    stages: [...ranks.stages, ...(originals?.stages ?? []), walk, handBack, place],
    async ended(around) {
      const words = streamed.words?.({ ...context(around), ...(await ranked(around)) })
      const said = JSON.parse(new TextDecoder().decode(await around.store.get(wordsName))) as string[]
      return {
        warnings: [...(words?.warnings ?? []), ...said],
        counts: await countsOfStage(around, place.name, [column]),
      }
    },
  }
}

/** What a block is ordered by; where there is an other column, a record that has no value there has no rank. */
function keyed(values: Float64Array, other: Float64Array | undefined, block: BlockRange, by: Ties): Keyed {
  const ties = new Float64Array(values.length)
  if (by === 'record' || by === 'value') {
    const isFirst = (value: number): boolean => by === 'value' && Object.is(value, -0)
    for (let i = 0; i < ties.length; i++) ties[i] = block.first + i - (isFirst(values[i]) ? BEFORE_ALL : 0)
  } else blockStream(by, block.index).fillUniform(ties)
  if (other === undefined) return { values, ties, unlinked: 0 }
  let unlinked = 0
  const linked = values.map((value, i) => {
    if (value === value && other[i] !== other[i]) unlinked++
    return other[i] === other[i] ? value : Number.NaN
  })
  return { values: linked, ties, unlinked }
}

/** Reads ranks in their order over the bounds of their ranges. */
function rankReader(
  counts: readonly number[],
  values: (range: number, from: number, end: number) => Promise<Float64Array>,
): (many: number) => Promise<Float64Array> {
  let range = 0
  let from = 0
  return async (many) => {
    const read = new Float64Array(many)
    for (let at = 0; at < many;) {
      if (from === counts[range]) {
        range++
        from = 0
        continue
      }
      const end = Math.min(counts[range], from + many - at)
      read.set(await values(range, from, end), at)
      at += end - from
      from = end
    }
    return read
  }
}

/** What the records are ranked by: their numbers, or the places of their categories in the order of the levels. */
function valuesOf(column: Column): Float64Array {
  return column.kind === 'numeric' ? column.values : placesOf(column.codes)
}
