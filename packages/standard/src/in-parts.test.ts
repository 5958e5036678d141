import {
  maskInput,
  BLOCK,
  blocksOf,
  canonicalJson,
  createRegistry,
  dataset,
  fillByBlocks,
  numeric,
  numericValues,
  resolveParams,
  seededRng,
  takeRows,
  type Dataset,
  type Rng,
} from '@sdc/core'
import { replicateRng, runSteps, type StepPlan } from '@sdc/engine'
import { roundToStep, standardDeviation, sum } from '@sdc/stats'
import { fineStep } from '@sdc/stats/internal'
import { describe, expect, it } from 'vitest'
import { swapPartners } from '../../methods-swapping/src/swap-partners.js'
import standard from './index.js'
import { maskByPlan } from '@sdc/toolkit'

/**
 * Runs methods block by block over a file in two partitions, with statistics combined over the blocks; the bytes must
 * equal those of the whole file. There is one method of each shape (per record, by rank, by groups). Each partition is
 * processed without the other; passed results are marked.
 */
const registry = createRegistry().use(standard).freeze()
const ROWS = 2 * BLOCK + 9000

const drawn = (name: string): Float64Array =>
  fillByBlocks(seededRng('in parts').child(name), new Float64Array(ROWS), (stream, part) => stream.fillNormal(part))

const whole = dataset([
  ['income', numeric(drawn('income').map((z) => 1000 + 300 * z))],
  ['visits', numeric(drawn('visits').map((z) => Math.max(0, Math.round(2 * z))))],
  ['region', numeric(drawn('region').map((z) => Math.round(z / 1.5)))],
])

/** The file in two partitions: the first two blocks, and the third. */
const parts = [
  { first: 0, data: rowsOf(whole, 0, 2 * BLOCK) },
  { first: 2 * BLOCK, data: rowsOf(whole, 2 * BLOCK, ROWS) },
]

function rowsOf(file: Dataset, from: number, to: number): Dataset {
  return takeRows(
    file,
    Int32Array.from({ length: to - from }, (_, i) => from + i),
  )
}

interface Block {
  readonly index: number
  readonly values: Float64Array
}

/** Blocks of one column in order, each from its partition, with the numbers of the file. */
function blocksIn(name: string): Block[] {
  return parts.flatMap(({ first, data }) => {
    const values = numericValues(data, name)
    return blocksOf(data.rows).map((block) => ({
      index: first / BLOCK + block.index,
      values: values.subarray(block.first, block.end),
    }))
  })
}

function stepStream(use: string, params: Readonly<Record<string, unknown>>, key = ''): Rng {
  const { id, params: schema } = registry.get('methods', use)
  return replicateRng(seededRng(7))
    .child(`${id} ${canonicalJson(resolveParams(schema, params))}`)
    .child(key)
}

async function runWhole(steps: readonly StepPlan[], name: string): Promise<Float64Array> {
  const { files } = await runSteps({ registry, original: whole, steps, rng: replicateRng(seededRng(7)) })
  return numericValues(files[0].data, name)
}

function joined(blocks: readonly Float64Array[]): Float64Array {
  const values = new Float64Array(ROWS)
  let at = 0
  for (const block of blocks) {
    values.set(block, at)
    at += block.length
  }
  return values
}

const step = (use: string, columns: readonly string[], params: Readonly<Record<string, unknown>>): StepPlan => ({
  use,
  columns: [...columns],
  given: undefined,
  by: [],
  params,
  smallGroups: 'error',
})

/** Compares bytes, without a difference of a hundred thousand numbers in the message. */
function expectSame(found: Float64Array, expected: Float64Array): void {
  expect(found.length).toBe(expected.length)
  expect(found.findIndex((value, i) => !Object.is(value, expected[i]))).toBe(-1)
}

describe('a file in two partitions', () => {
  it.each(['normal', 'uniform', 'laplace'])('per record: noise/additive, %s', async (distribution) => {
    const params = { distribution, relativeVariance: 0.25 }
    const blocks = blocksIn('income')
    // First pass: a sum a block, and their compensated sum. Second pass: the sums about the mean, added in order.
    const mean = sum(Float64Array.from(blocks, ({ values }) => sum(values))) / ROWS
    const about = blocks.map(({ values }) => {
      const own = { squares: 0, rest: 0 }
      for (const value of values) {
        own.squares += (value - mean) * (value - mean)
        own.rest += value - mean
      }
      return own
    })
    const total = about.reduce((all, own) => ({ squares: all.squares + own.squares, rest: all.rest + own.rest }))
    const sd = Math.sqrt((total.squares - (total.rest * total.rest) / ROWS) / (ROWS - 1))
    // Third pass: every block by itself, the last one first.
    const noise = stepStream('noise/additive', params).child('income').child('noise')
    const masked = [...blocks].reverse().map(({ index, values }) => {
      const unit = new Float64Array(values.length)
      const stream = noise.child(String(index))
      if (distribution === 'normal') stream.fillNormal(unit)
      else if (distribution === 'laplace') stream.fillLaplace(unit)
      else stream.fillUniform(unit)
      const scale = 0.5 * sd
      return values.map((value, i) => {
        const u = unit[i]
        const draw =
          distribution === 'uniform' ? Math.sqrt(3) * (2 * u - 1) : distribution === 'laplace' ? u / Math.SQRT2 : u
        return value + scale * draw
      })
    })
    // Draws are rounded to the step of the column: for this, each partition needs its sd and its largest value.
    const largest = blocks.reduce(
      (most, { values }) => values.reduce((all, one) => Math.max(all, Math.abs(one)), most),
      0,
    )
    const grid = fineStep(sd, largest)
    if (grid === null) throw new Error('it has a step')
    const rounded = masked.reverse().map((values) => roundToStep(values, grid))
    expectSame(await runWhole([step('noise/additive', ['income'], params)], 'income'), joined(rounded))
  })

  /** Every partition sorts its own records by (value, tie, record); the sorted lists are merged. */
  function merged(name: string, ties: Rng): { readonly records: Int32Array; readonly values: Float64Array } {
    const ordered = parts.map(({ first, data }) => {
      const values = numericValues(data, name)
      const tie = new Float64Array(data.rows)
      for (const block of blocksOf(data.rows)) {
        ties.child(String(first / BLOCK + block.index)).fillUniform(tie.subarray(block.first, block.end))
      }
      return Array.from(values, (value, i) => ({ value, tie: tie[i], record: first + i })).sort(before)
    })
    const [one, other] = ordered
    const all: { value: number; record: number }[] = []
    for (let i = 0, j = 0; i < one.length || j < other.length;) {
      all.push(j === other.length || (i < one.length && before(one[i], other[j]) < 0) ? one[i++] : other[j++])
    }
    return {
      records: Int32Array.from(all, ({ record }) => record),
      values: Float64Array.from(all, ({ value }) => value),
    }
  }

  type Ordered = { readonly value: number; readonly tie: number; readonly record: number }
  function before(a: Ordered, b: Ordered): number {
    return a.value - b.value || a.tie - b.tie || a.record - b.record
  }

  it.each(['income', 'visits'])('by rank: swapping/rank-swap of %s', async (name) => {
    const params = { positions: 500 }
    const stream = stepStream('swapping/rank-swap', params).child(name)
    const { records, values } = merged(name, stream.child('ties'))
    // The walk through the ranks needs their number and the window, not the partitions.
    const partners = swapPartners(ROWS, params.positions, stream.child('partners'))
    const masked = new Float64Array(ROWS)
    records.forEach((record, rank) => (masked[record] = values[partners[rank]]))
    expectSame(await runWhole([step('swapping/rank-swap', [name], params)], name), masked)
  })

  it('by groups: multiplicative noise of the records of a region, gathered from both partitions', async () => {
    const params = { distribution: 'truncated-normal' as const }
    const method = registry.get('methods', 'noise/multiplicative')
    const regions = [...new Set(numericValues(whole, 'region'))]
    const expected = new Float64Array(ROWS)
    for (const region of regions) {
      // Records of a group in file order: those of the first partition, then those of the second.
      const rows = parts.map(({ data }) => {
        const values = numericValues(data, 'region')
        return Int32Array.from(values.keys()).filter((i) => values[i] === region)
      })
      const values = parts.flatMap(({ data }, k) => [...numericValues(takeRows(data, rows[k]), 'income')])
      const data = dataset([['income', numeric(values)]])
      const { files } = await maskByPlan(
        method,
        maskInput(data, {
          params: resolveParams(method.params, params),
          rng: stepStream(method.id, params, JSON.stringify([['region'], [region]])),
        }),
      )
      const masked = files[0].columns.get('income')
      if (masked?.kind !== 'numeric') throw new Error('it masks numbers')
      const records = parts.flatMap(({ first }, k) => [...rows[k]].map((row) => first + row))
      records.forEach((record, i) => (expected[record] = masked.values[i]))
    }
    // The largest group has more than one block, at other places than in the file.
    const counts = regions.map((region) => numericValues(whole, 'region').filter((one) => one === region).length)
    expect(Math.max(...counts)).toBeGreaterThan(BLOCK)
    const plan = [{ ...step(method.id, ['income'], params), by: ['region'] }]
    // The step is that of the whole column, for all groups.
    const income = numericValues(whole, 'income')
    const grid = fineStep(
      standardDeviation(income),
      income.reduce((most, one) => Math.max(most, Math.abs(one)), 0),
    )
    if (grid === null) throw new Error('it has a step')
    expectSame(await runWhole(plan, 'income'), roundToStep(expected, grid))
  })
})
