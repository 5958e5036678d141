import { BLOCK, createRegistry, dataset, numeric, seededRng, takeRows, type Column, type Dataset } from '@sdc/core'
import { maskedRun, replicateRng, runSteps } from '../../run/run.js'
import type { StepPlan } from '../../plan/plan.js'
import standard from '@sdc/standard'
import { randomPermutation } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { runInParts, type PartsPlan } from '../run-in-parts.js'
import { sourceOf, type LinkBy } from '../source/source.js'
import { memoryStore } from '../tasks/store.js'

const ROWS = BLOCK + 700
const registry = createRegistry().use(standard).freeze()
const numbers = (of: (i: number) => number): Column => numeric(Float64Array.from({ length: ROWS }, (_, i) => of(i)))
const grades = (levels: readonly string[], of: (i: number) => number): Column => ({
  kind: 'categorical',
  codes: Int32Array.from({ length: ROWS }, (_, i) => of(i)),
  levels,
  ordered: true,
})
const scramble = (i: number): number => (i * 7919) % 65_537

const original = dataset([
  ['x', numbers((i) => scramble(i) / 8)],
  ['ties', numbers((i) => [0, -0, 1, 2][scramble(i) % 4])],
  ['holes', numbers((i) => (i % 11 === 0 ? Number.NaN : scramble(i) % 100))],
  ['grade', grades(['a', 'b', 'c'], (i) => (i % 13 === 0 ? -1 : scramble(i) % 3))],
])
/** Columns in another order, with one more and one less; categories in another order. */
const masked = dataset([
  ['grade', grades(['c', 'a'], (i) => scramble(i + 5) % 2)],
  ['x', numbers((i) => Math.round(scramble(i + 3) / 1000))],
  ['note', numbers((i) => i % 5)],
  ['holes', numbers((i) => (i % 17 === 0 ? Number.NaN : scramble(i + 9)))],
  ['ties', numbers((i) => scramble(3 * i) % 3)],
])
const columns = ['x', 'ties', 'holes', 'grade']

/** Both files with a column that names persons; the masked one in reverse order, with three quarters of them. */
const named = (data: Dataset, rows: Int32Array): Dataset => {
  const taken = takeRows(data, rows)
  const person = numeric(Float64Array.from(rows))
  return dataset([['person', person], ...taken.names.map((name) => [name, taken.column(name)] as const)])
}
const everybody = Int32Array.from({ length: ROWS }, (_, i) => i)
const order = seededRng('order')
const drawn = randomPermutation(ROWS, order)
const some = everybody.filter((i) => i % 4 > 0).reverse()
const pairs = {
  'by their places': { before: original, after: masked, origin: everybody, link: undefined },
  'by a key': { before: named(original, everybody), after: named(masked, some), origin: some, link: { key: 'person' } },
  'by the order that was drawn': { before: original, after: takeRows(masked, drawn), origin: drawn, link: { order } },
}
const stepOf = (params: StepPlan['params']): StepPlan => ({
  use: 'reverse-map/rank',
  columns,
  given: undefined,
  by: [],
  params,
  smallGroups: 'error',
})

/** Output of a run out of core, by column. */
async function inParts(
  cut: Pick<PartsPlan, 'partBlocks' | 'ranges'>,
  step: StepPlan,
  file: Dataset = masked,
  before: Dataset = original,
  link?: LinkBy,
): Promise<{ written: Map<string, Column[]>; warnings: readonly string[] }> {
  const written = new Map<string, Column[]>()
  const { warnings } = await runInParts({
    registry,
    source: sourceOf(before),
    masked: { source: sourceOf(file), columns, link },
    sink: {
      async write(_part, _range, blocks) {
        for await (const { data } of blocks)
          for (const name of data.names) written.set(name, [...(written.get(name) ?? []), data.column(name)])
      },
      close: () => Promise.resolve(),
    },
    store: memoryStore(),
    steps: [step],
    rng: replicateRng(seededRng(3)),
    ...cut,
  })
  return { written, warnings }
}

const cells = (column: Column): Float64Array | Int32Array => (column.kind === 'numeric' ? column.values : column.codes)
const levelsOf = (column: Column): readonly string[] => (column.kind === 'numeric' ? [] : column.levels)

describe('a masked file with its original, out of core', () => {
  it.each([
    ['random', 'by their places'],
    ['first', 'by their places'],
    ['random', 'by a key'],
    ['random', 'by the order that was drawn'],
  ] as const)('is reverse-mapped as in memory, with ties %s, records linked %s', async (ties, how) => {
    const step = stepOf({ ties })
    const { before, after, origin, link } = pairs[how]
    const from = maskedRun({ data: after, origin }, columns)
    const rng = replicateRng(seededRng(3))
    const inMemory = await runSteps({ registry, original: before, steps: [step], rng, from })
    const { data } = inMemory.files[0]
    const { written, warnings } = await inParts(
      ties === 'first' ? { partBlocks: 2, ranges: 1 } : { partBlocks: 1, ranges: 3 },
      step,
      after,
      before,
      link,
    )
    expect([...written.keys()]).toEqual(data.names)
    expect(warnings).toEqual(inMemory.warnings)
    for (const name of data.names) {
      const blocks = written.get(name) ?? []
      const whole = data.column(name)
      // Columns that are not mapped are written unchanged.
      expect(levelsOf(blocks[0])).toEqual(levelsOf(whole))
      const bytes = Buffer.concat(blocks.map((block) => new Uint8Array(cells(block).slice().buffer)))
      expect([name, bytes.equals(Buffer.from(cells(whole).slice().buffer))]).toEqual([name, true])
    }
  })

  it('is refused if it does not belong to this original', async () => {
    const cut = { partBlocks: 2, ranges: 1 }
    const other = (name: string, column: Column): Dataset =>
      dataset(masked.names.map((one) => [one, one === name ? column : masked.column(one)]))
    const refusal = (file: Dataset): Promise<unknown> =>
      inParts(cut, stepOf({}), file).then(
        () => 'it ran',
        (error: unknown) => error,
      )
    expect(await refusal(dataset([['x', numeric([1, 2])]]))).toMatchObject({ code: 'LENGTH_MISMATCH' })
    expect(await refusal(dataset([['x', masked.column('x')]]))).toMatchObject({ code: 'UNKNOWN_COLUMN' })
    expect(await refusal(other('x', masked.column('grade')))).toMatchObject({ code: 'NOT_NUMERIC' })
    expect(await refusal(other('grade', masked.column('x')))).toMatchObject({ code: 'NOT_CATEGORICAL' })
    const outside = other(
      'grade',
      grades(['a', 'd'], (i) => (i < BLOCK + 2 ? 0 : 1)),
    )
    expect(await refusal(outside)).toMatchObject({ code: 'BAD_PLAN', place: { column: 'grade', row: BLOCK + 3 } })
    const infinite = other(
      'x',
      numbers((i) => (i === BLOCK ? Infinity : i)),
    )
    expect(await refusal(infinite)).toMatchObject({ code: 'NOT_NUMERIC', place: { row: BLOCK + 1 } })
    const asBefore = dataset(columns.map((name) => [name, original.column(name)]))
    expect(await refusal(asBefore)).toMatchObject({ code: 'UNCHANGED' })
  })
})
