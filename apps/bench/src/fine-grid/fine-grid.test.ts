import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRegistry, dataset, numeric } from '@sdc/core'
import standard from '@sdc/standard'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { main } from '../main.js'
import { standardRegistry } from '../surroundings.js'
import { fineMaskings, fineName, valuesOf, variantsOf } from './fine-candidates.js'
import { fineHeader, fineLine, parseFineRows } from './fine-csv.js'
import { frontFirst } from './fine-order.js'
import { fineRow, type FineRow } from './fine-row.js'

describe('valuesOf', () => {
  it('goes over the search range in equal steps of its scale, ends included', () => {
    expect(valuesOf({ type: 'number', search: { min: 0, max: 1 } }, 5)).toEqual([0, 0.25, 0.5, 0.75, 1])
    expect(valuesOf({ type: 'number', search: { min: 0.01, max: 1, scale: 'log' } }, 3)).toEqual([0.01, 0.1, 1])
    expect(valuesOf({ type: 'integer', search: { min: 2, max: 4, scale: 'log' } }, 9)).toEqual([2, 3, 4])
    expect(valuesOf({ type: 'number' }, 9)).toEqual([])
  })
})

describe('fineMaskings', () => {
  it('are maskings of numbers with all values of the first parameter, and few of a second one', () => {
    const all = fineMaskings(standardRegistry(), 6)
    expect(new Set(all.map(fineName)).size).toBe(all.length)
    const count = (id: string): number => all.filter(({ use }) => use === id).length
    expect(count('noise/multiplicative')).toBe(6)
    expect(count('microaggregation/vmdav')).toBe(6 * 4)
    for (const id of ['reverse-map/rank', 'optimize/permute', 'categorical/pram']) expect(count(id)).toBe(0)
    expect(all.find(({ use }) => use === 'noise/multiplicative')?.params).toEqual({ halfWidth: 0.01 })
  })

  it('are followed by what the registry names', () => {
    expect(variantsOf(standardRegistry())).toEqual([[], ['reverse-map/rank'], ['reverse-map/rank', 'optimize/permute']])
    expect(variantsOf(createRegistry().freeze())).toEqual([[]])
  })
})

const row = (name: string, risk: number, loss: number): FineRow => ({
  name,
  replicates: 5,
  score: { mean: (risk + loss) / 2, sd: 0.5 },
  loss: { mean: loss, sd: 1 },
  risk: { mean: risk, sd: 0.25 },
})

describe('the table', () => {
  it('is read back, errors and quotes too', () => {
    const rows = [row('a x=1', 3, 4), { ...row('b', Number.NaN, Number.NaN), error: 'no "b", nor c' }]
    const text = `${[fineHeader, ...rows.map(fineLine)].join('\n')}\n`
    const back = parseFineRows(text)
    expect(back[0]).toEqual(rows[0])
    expect(back[1]).toMatchObject({ name: 'b', error: 'no "b", nor c' })
    expect(back[1].risk.mean).toBeNaN()
    // A line that was cut off is none.
    expect(parseFineRows(text.slice(0, -1))).toEqual([rows[0]])
  })

  it('is gone on with first where the front may be', () => {
    const then = ['one', 'two']
    const candidates = ['a', 'b', 'c', 'd'].map((use) => ({ use, params: {}, then }))
    const before = [row('a + one', 5, 5), row('b + one', 1, 9), row('c + one', 4, 4), row('d', 0, 0)]
    expect(frontFirst(candidates, before).map(({ use }) => use)).toEqual(['c', 'b', 'a'])
  })
})

describe('fineRow', () => {
  const values = Float64Array.from({ length: 60 }, (_, i) => 1 + i + (i % 7))
  const original = dataset(
    Array.from({ length: 3 }, (_, j) => [`c${j}`, numeric(values.map((v, i) => v + j * (i % 5)))]),
  )
  const input = { registry: standardRegistry(), original, columns: original.names, replicates: 3 }

  it('has the score of its loss and risk, and how far replicates are apart', async () => {
    const { score, loss, risk } = await fineRow(input, {
      use: 'noise/additive',
      params: {},
      then: ['reverse-map/rank'],
    })
    expect(score.mean).toBeCloseTo((loss.mean + risk.mean) / 2, 9)
    expect(score.sd).toBeGreaterThan(0)
  })

  it('is a row with the reason where the method refuses', async () => {
    const refused = await fineRow(input, { use: 'microaggregation/mdav', params: { k: 1000 }, then: [] })
    expect(refused.error).toMatch(/60/)
    expect(refused.score.mean).toBeNaN()
  })
})

describe('bench fine-grid', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fine-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const [noise] = standard
  const needed = standard.filter(({ name }) => ['@sdc/metrics', '@sdc/reverse-map'].includes(name))
  const few = { ...noise, methods: (noise.methods ?? []).slice(0, 1) }
  const run = async (file: string): Promise<{ status: number; err: string }> => {
    let err = ''
    const status = await main(['fine-grid', '-o', file, '--points', '2', '--replicates', '1'], {
      stdout: { write: () => true },
      stderr: { write: (text) => (err += text) },
      registry: createRegistry()
        .use([few, ...needed])
        .freeze(),
      program: '',
    })
    return { status, err }
  }

  it('goes on where it was cut off, and gives the same table', async () => {
    const file = join(folder, 'fine.csv')
    expect((await run(file)).status).toBe(0)
    const whole = await readFile(file, 'utf8')
    expect(parseFineRows(whole)).toHaveLength(4)
    expect(await run(file)).toEqual({ status: 0, err: '' })
    await writeFile(file, whole.slice(0, -30))
    await run(file)
    expect(await readFile(file, 'utf8')).toBe(whole)
  })
})
