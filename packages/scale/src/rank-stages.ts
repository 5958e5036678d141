/**
 * The stages of a step that goes through the ranks of its columns: a sample of each says where its ranges begin; every part puts its
 * records into ranges, every range is sorted by itself; one walk goes through the ranks; every range hands its results to
 * the parts, and every part puts them at its records. No value decides how many ranges there are, and equal values are told
 * apart by their ties, so that a column of zeros has ranges as others have.
 */
import { BLOCK, blockStream, type ByRanks, type Column, type RankedColumn, type Rng } from '@sdc/core'
import { orderTied, tieRuns } from '@sdc/stats'
import { resultsOf, type Stage, type Surroundings } from './stage.js'
import { columnFor, contextOf, versionOf, type StepOnParts } from './step-on-parts.js'
import { bytesOf, doublesOf, recordsOf } from './store.js'
import { blocksOfPart, putColumn } from './stored-columns.js'

const NONE = new Float64Array(0)
/** One record in so many says where the ranges begin. */
const SAMPLED = 512
/** How many ranks the walk reads at a time. */
const PIECE = 1 << 20

/** The number by which the records of a block are ordered, and what orders equal ones. */
interface Keyed {
  readonly values: Float64Array
  readonly ties: Float64Array
}

export function rankStages(on: StepOnParts, streamed: ByRanks<unknown>): readonly Stage[] {
  return on.step.columns.flatMap((column, c) => columnStages(on, streamed, column, c))
}

function columnStages(on: StepOnParts, streamed: ByRanks<unknown>, column: string, c: number): readonly Stage[] {
  const base = `step-${on.number + 1}/${c}`

  const tieStream = (around: Surroundings): Rng | undefined => {
    const context = contextOf(on, around, new Map())
    return streamed.ties(context) === 'random' ? context.rng.child(column).child('ties') : undefined
  }
  const keysOf = async (around: Surroundings, block: { index: number; first: number; end: number }): Promise<Keyed> => {
    const values = valuesOf(await columnFor(on, around, column, block))
    const ties = new Float64Array(values.length)
    const stream = tieStream(around)
    if (stream) blockStream(stream, block.index).fillUniform(ties)
    else for (let i = 0; i < ties.length; i++) ties[i] = block.first + i
    return { values, ties }
  }

  const sample: Stage = {
    name: `${base}/sample`,
    tasks: ({ parts }) => Promise.resolve(parts.length),
    async run(around, part) {
      const found: number[] = []
      let count = 0
      for (const block of blocksOfPart(around, part)) {
        const { values, ties } = await keysOf(around, block)
        for (let i = 0; i < values.length; i++) {
          if (values[i] !== values[i]) continue
          count++
          if ((block.first + i) % SAMPLED === 0) found.push(values[i], ties[i])
        }
      }
      return Float64Array.from([count, ...found])
    },
  }
  /** Where the ranges but the first begin, as value and tie; and how many values have a rank. */
  const bounds = async (
    around: Surroundings,
  ): Promise<{ readonly count: number; readonly from: readonly (readonly [number, number])[] }> => {
    const results = await resultsOf(around, sample.name, around.parts.length)
    const count = results.reduce((sum, own) => sum + own[0], 0)
    const pairs: (readonly [number, number])[] = results.flatMap((own) =>
      Array.from({ length: (own.length - 1) / 2 }, (_, k) => [own[2 * k + 1], own[2 * k + 2]] as const),
    )
    pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1])
    const from = Array.from(
      { length: around.ranges - 1 },
      (_, r) => pairs[Math.floor(((r + 1) * pairs.length) / around.ranges)],
    )
    return { count, from: from.filter((pair) => pair !== undefined) }
  }
  const rangesOf = async (around: Surroundings): Promise<number> => (await bounds(around)).from.length + 1
  const bucket = (range: number, part: number): string => `${base}/buckets/${range}/${part}`
  const sorted = (what: 'values' | 'records' | 'results', range: number): string => `${base}/${what}/${range}`
  const back = (part: number, range: number): string => `${base}/back/${part}/${range}`

  const split: Stage = {
    name: `${base}/split`,
    tasks: ({ parts }) => Promise.resolve(parts.length),
    async run(around, part) {
      const { from } = await bounds(around)
      const held = Array.from({ length: from.length + 1 }, () => ({
        values: [] as Float64Array[],
        ties: [] as Float64Array[],
        records: [] as Uint32Array[],
      }))
      for (const block of blocksOfPart(around, part)) {
        const { values, ties } = await keysOf(around, block)
        const places = new Int32Array(values.length)
        const counts = new Int32Array(held.length)
        for (let i = 0; i < values.length; i++) {
          places[i] = values[i] === values[i] ? rangeOf(from, values[i], ties[i]) : -1
          if (places[i] >= 0) counts[places[i]]++
        }
        const own = held.map((_, r) => ({
          values: new Float64Array(counts[r]),
          ties: new Float64Array(counts[r]),
          records: new Uint32Array(counts[r]),
        }))
        counts.fill(0)
        for (let i = 0; i < values.length; i++) {
          const r = places[i]
          if (r < 0) continue
          const at = counts[r]++
          own[r].values[at] = values[i]
          own[r].ties[at] = ties[i]
          own[r].records[at] = block.first + i
        }
        held.forEach((one, r) => {
          one.values.push(own[r].values)
          one.ties.push(own[r].ties)
          one.records.push(own[r].records)
        })
      }
      const counts: number[] = []
      for (const [r, one] of held.entries()) {
        counts.push(one.values.reduce((sum, values) => sum + values.length, 0))
        await around.store.put(bucket(r, part), [...one.values, ...one.ties, ...one.records].map(bytesOf))
      }
      return Float64Array.from(counts)
    },
  }
  const sort: Stage = {
    name: `${base}/sort`,
    tasks: rangesOf,
    drops: [`${base}/buckets/`],
    async run(around, range) {
      const counts = (await resultsOf(around, split.name, around.parts.length)).map((own) => own[range])
      const total = counts.reduce((sum, count) => sum + count, 0)
      const values = new Float64Array(total)
      const ties = new Float64Array(total)
      const records = new Uint32Array(total)
      let at = 0
      for (const [part, count] of counts.entries()) {
        const bytes = await around.store.get(bucket(range, part))
        values.set(doublesOf(bytes.subarray(0, 8 * count)), at)
        ties.set(doublesOf(bytes.subarray(8 * count, 16 * count)), at)
        records.set(recordsOf(bytes.subarray(16 * count)), at)
        at += count
      }
      const { order, starts } = tieRuns(values)
      orderTied(order, starts, ties)
      await around.store.put(sorted('values', range), [bytesOf(Float64Array.from(order, (i) => values[i]))])
      await around.store.put(sorted('records', range), [bytesOf(Uint32Array.from(order, (i) => records[i]))])
      return Float64Array.of(total)
    },
  }
  const ranked = async (around: Surroundings): Promise<RankedColumn> => {
    const { count } = await bounds(around)
    return { column, count, missing: around.source.rows - count }
  }
  const walk: Stage = {
    name: `${base}/walk`,
    tasks: () => Promise.resolve(1),
    drops: [`${base}/values/`],
    async run(around) {
      const counts = (await resultsOf(around, sort.name, await rangesOf(around))).map(([count]) => count)
      const way = streamed.walk({ ...contextOf(on, around, new Map()), ...(await ranked(around)) })
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
          await around.store.put(sorted('results', range), pieces.map(bytesOf))
          pieces = []
          held = 0
          range++
        }
      }
      for (const [r, count] of counts.entries()) {
        for (let from = 0; from < count; from += PIECE) {
          const bytes = await around.store.get(sorted('values', r), 8 * from, 8 * Math.min(count, from + PIECE))
          await give(way.push(doublesOf(bytes)))
        }
      }
      await give(way.end())
      if (range < counts.length) throw new Error(`the walk of "${column}" gave fewer results than ranks`)
      return NONE
    },
  }
  const handBack: Stage = {
    name: `${base}/hand-back`,
    tasks: rangesOf,
    drops: [`${base}/results/`, `${base}/records/`],
    async run(around, range) {
      const results = doublesOf(await around.store.get(sorted('results', range)))
      const records = recordsOf(await around.store.get(sorted('records', range)))
      const perPart = around.partBlocks * BLOCK
      const counts = new Int32Array(around.parts.length)
      for (let i = 0; i < records.length; i++) counts[Math.floor(records[i] / perPart)]++
      const own = around.parts.map((_, p) => ({
        results: new Float64Array(counts[p]),
        records: new Uint32Array(counts[p]),
      }))
      counts.fill(0)
      for (let i = 0; i < records.length; i++) {
        const part = Math.floor(records[i] / perPart)
        const at = counts[part]++
        own[part].results[at] = results[i]
        own[part].records[at] = records[i]
      }
      for (const [part, one] of own.entries())
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
      const ranges = await rangesOf(around)
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
        const own = values.subarray(block.first - first, block.end - first)
        if (kind === 'numeric') return { kind: 'numeric', values: own }
        return {
          kind: 'categorical',
          codes: Int32Array.from(own, (code) => (code === code ? code : -1)),
          levels,
          ordered: true,
        }
      })
      await putColumn(around, versionOf(on), column, part, columns)
      return NONE
    },
  }
  return [sample, split, sort, walk, handBack, place]
}

/** What the records are ranked by: their numbers, or the places of their categories in the order of the levels. */
function valuesOf(column: Column): Float64Array {
  if (column.kind === 'numeric') return column.values
  return Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code))
}

/** The range of a value with its tie: as many of the bounds are not above it. */
function rangeOf(from: readonly (readonly [number, number])[], value: number, tie: number): number {
  let low = 0
  let high = from.length
  while (low < high) {
    const middle = (low + high) >> 1
    const [v, t] = from[middle]
    if (v < value || (v === value && t <= tie)) low = middle + 1
    else high = middle
  }
  return low
}
