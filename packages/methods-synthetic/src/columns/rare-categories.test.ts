import { categorical, dataset, numeric, seededRng, type Column, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import type { SequentialParams } from '../params.js'
import { drawFiles } from '../draw-files.fixture.js'
import { nearestCommon, rareCategories } from './rare-categories.js'

const n = 600
const rng = seededRng('rare categories')
const times = <T>(of: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => of(i))

async function drawn(columns: readonly (readonly [string, Column])[], params: Partial<SequentialParams> = {}) {
  const { files, warnings } = await drawFiles(dataset(columns), { percentOfRecords: 500, ...params })
  return { made: files[0], warnings }
}

const textsOf = (data: Dataset, name: string): (string | undefined)[] => {
  const column = data.column(name)
  return column.kind === 'categorical' ? Array.from(column.codes, (code) => column.levels[code]) : expect.fail(name)
}

const age = numeric(times(() => 20 + rng.int(60)))
// One region has a single person, one four, others at least 100.
const region = times((i) => (i === 0 ? 9 : i < 5 ? 8 : i % 5))
const codes = categorical(region.map((one) => `R${one}`))

describe('rare categories', () => {
  it.each(['tree', 'sample', 'logit'] as const)('are not drawn by %s, others keep their shares', async (model) => {
    const { made, warnings } = await drawn([['age', age], ['region', codes]], { models: { region: model } }) // oxfmt-ignore
    const texts = textsOf(made, 'region')
    expect(new Set(texts)).toEqual(new Set(['R0', 'R1', 'R2', 'R3', 'R4']))
    // 3000 draws from a fifth, weights drawn as well: .1 is more than 5 standard errors of 600 records.
    for (const one of ['R0', 'R4']) expect(Math.abs(texts.filter((text) => text === one).length / texts.length - 0.2)).toBeLessThan(0.1) // oxfmt-ignore
    expect(warnings).toEqual([
      'column "region": categories of fewer than 5 persons become others (5 of 600 values); recode them to larger ones',
    ])
  })

  it('are copied without smoothing, with a warning, and if a leaf has one person', async () => {
    const columns = [['age', age], ['region', codes]] as const // oxfmt-ignore
    const { made, warnings } = await drawn(columns, { smoothing: 'none' })
    expect(textsOf(made, 'region')).toContain('R8')
    expect(warnings).toEqual([expect.stringMatching('are copied; recode')])
    expect((await drawn(columns, { smallestLeaf: 1 })).warnings).toEqual([])
  })

  it('become the nearest common one of an order', async () => {
    expect(Array.from(nearestCommon(Int32Array.of(0, 1, 3, 5, 6, -1), new Set([0, 3, 6])))).toEqual([1, 1, 1, 5, 5, -1])
    const places = ['lowest', 'low', 'high', 'highest']
    // The records of the rarest have the highest age, and no other record is that old.
    const grade = categorical(times((i) => places[i < 4 ? 3 : i < 300 ? 0 : i < 590 ? 1 : 2]), places) // oxfmt-ignore
    const { made } = await drawn([['age', numeric(times((i) => (i < 4 || i >= 590 ? 90 : 30 + (i % 9))))], ['grade', grade]]) // oxfmt-ignore
    const texts = textsOf(made, 'grade')
    expect(texts).not.toContain('highest')
    const [first] = [made.column('age')]
    if (first.kind === 'numeric') first.values.forEach((one, i) => expect(texts[i] === 'high').toBe(one === 90))
  })

  it.each([
    ['code first', ['code', 'name']],
    ['name first', ['name', 'code']],
  ])('keep a function: %s', async (_, order) => {
    const { made } = await drawn(
      [['code', codes], ['age', age], ['name', categorical(region.map((one) => `name of R${one}`))]],
      { order: order.slice() },
    ) // oxfmt-ignore
    const [made1, made2] = [textsOf(made, 'code'), textsOf(made, 'name')]
    made1.forEach((one, i) => expect(made2[i]).toBe(`name of ${one}`))
    expect(made1).not.toContain('R9')
  })

  it('remove a category that only rare ones determine', async () => {
    // The sector of eight persons has four jobs of two persons each.
    const job = times((i) => (i < 8 ? `rare ${i % 4}` : `job ${i % 6}`))
    const sector = job.map((one) => (one.startsWith('rare') ? 'small' : Number(one.slice(4)) < 3 ? 'first' : 'second'))
    const columns = [['job', categorical(job)], ['sector', categorical(sector)], ['age', age]] as const // oxfmt-ignore
    const found = rareCategories(dataset(columns), ['job', 'sector', 'age'], { smallestLeaf: 5 })
    expect([found.get('job')?.size, found.get('sector')?.size, found.has('age')]).toEqual([4, 1, false])
    for (const order of [['sector', 'job'], ['job', 'sector']]) {
      const { made } = await drawn(columns, { order })
      const [jobs, sectors] = [textsOf(made, 'job'), textsOf(made, 'sector')]
      jobs.forEach((one, i) => expect(sectors[i]).toBe(Number(one?.slice(4)) < 3 ? 'first' : 'second'))
    } // oxfmt-ignore
  })

  it('count persons, not records', () => {
    const data = dataset([['region', codes]])
    const persons = Int32Array.from({ length: n }, (_, i) => (i % 5 === 1 ? 1 : i))
    const rare = rareCategories(data, ['region'], { smallestLeaf: 5, persons }).get('region') ?? new Set()
    expect([...rare].map((code) => codes.levels[code]).sort()).toEqual(['R1', 'R8', 'R9'])
  })

  it('refuse a column without other categories, and leave it missing if it has missing values', async () => {
    const tied = (of: (i: number) => boolean) => categorical(times((i) => (of(i) ? `code ${i % 150}` : null)))
    await expect(drawn([['age', age], ['code', tied(() => true)]])).rejects.toThrow('code cannot be synthesised: fewer than 5') // oxfmt-ignore
    const { made, warnings } = await drawn([['age', age], ['code', tied((i) => i > 9)]]) // oxfmt-ignore
    expect(textsOf(made, 'code').every((one) => one === undefined)).toBe(true)
    expect(warnings).toEqual(['column "code": fewer than 5 persons have each category: it is left missing'])
  })

  it('rare kinds of missing values become other kinds, or a value', async () => {
    const texts = ['refused', 'not asked', 'unknown']
    const of = Int32Array.from(times((i) => (i === 0 ? 2 : i < 4 ? 1 : i < 90 ? 0 : -1)))
    const income = { ...numeric(times((i) => (of[i] < 0 ? 100 * (i % 30) : Number.NaN))), missingKinds: { texts, of } }
    const word = { ...categorical(times((i) => (of[i] < 0 ? 'ab'[i % 2] : null))), missingKinds: { texts, of } }
    const { made } = await drawn([['income', income], ['word', word]]) // oxfmt-ignore
    for (const name of ['income', 'word']) expect(new Set(made.column(name).missingKinds?.of)).toEqual(new Set([-1, 0]))
    const none = categorical(times((i) => (i < 4 ? 'prize' : null)))
    const { made: prizes } = await drawn([['age', age], ['prize', { ...none, missingKinds: { texts, of: of.map((one, i) => (i < 4 ? -1 : Math.max(0, one))) } }]]) // oxfmt-ignore
    expect(textsOf(prizes, 'prize').every((one) => one === undefined)).toBe(true)
  })
})
