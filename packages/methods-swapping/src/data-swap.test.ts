import {
  categorical,
  dataset,
  isSdcError,
  numeric,
  resolveParams,
  seededRng,
  type Dataset,
  type MaskResult,
  maskInput,
} from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataSwapMethod } from './data-swap.js'
import { maskByPlan } from '@sdc/toolkit'

async function swap(
  data: Dataset,
  columns: readonly string[],
  given: readonly string[],
  percent: number,
  seed = 1,
): Promise<MaskResult> {
  return maskByPlan(
    dataSwapMethod,
    maskInput(data, {
      columns,
      given,
      params: resolveParams(dataSwapMethod.params, { percent }),
      rng: seededRng(seed),
    }),
  )
}

const labelsOf = (file: Dataset | ReadonlyMap<string, unknown>, name: string): string[] => {
  const column = 'column' in file ? file.column(name) : (file.get(name) as ReturnType<Dataset['column']>)
  return column.kind === 'numeric'
    ? Array.from(column.values, String)
    : Array.from(column.codes, (code) => column.levels[code] ?? 'missing')
}

const person = fc.record({
  region: fc.constantFrom('n', 's', null),
  sex: fc.integer({ min: 1, max: 2 }),
  income: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(Number.NaN)),
  job: fc.constantFrom('a', 'b', 'c', null),
})

describe('swapping/data-swap', () => {
  it('keeps the joint distribution of keys and swapped columns, in pairs of records with equal keys', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { minLength: 2, maxLength: 50 }),
        fc.integer({ min: 1, max: 100 }),
        fc.nat(),
        async (people, percent, seed) => {
          const data = dataset([
            ['region', categorical(people.map(({ region }) => region))],
            ['sex', numeric(people.map(({ sex }) => sex))],
            ['income', numeric(people.map(({ income }) => income))],
            ['job', categorical(people.map(({ job }) => job))],
          ])
          const result = await swap(data, ['income', 'job'], ['region', 'sex'], percent, seed).catch(
            (error: unknown) => {
              if (isSdcError(error) && error.code === 'NOTHING_MOVES') return undefined
              throw error
            },
          )
          if (!result) return
          const { columns } = result.files[0]
          const joint = (file: Parameters<typeof labelsOf>[0]): string[] =>
            people
              .map((_, i) =>
                [
                  labelsOf(data, 'region')[i],
                  labelsOf(data, 'sex')[i],
                  labelsOf(file, 'income')[i],
                  labelsOf(file, 'job')[i],
                ].join(),
              )
              .sort()
          expect(joint(columns)).toEqual(joint(data))
          expect(result.report?.get('swapped records')).toBeLessThanOrEqual((percent * people.length) / 100 + 1e-9)
        },
      ),
    )
  })

  it('makes the requested number of pairs, or all possible ones, and reports it', async () => {
    const keys = Array.from({ length: 100 }, (_, i) => (i < 60 ? i % 2 : i))
    const data = dataset([
      ['key', numeric(keys)],
      ['x', numeric(keys.map((_, i) => i))],
    ])
    const some = await swap(data, ['x'], ['key'], 21)
    expect(some.report?.get('swapped records')).toBe(20)
    expect(some.report?.get('records with changed values')).toBe(20)
    expect(some.warnings).toEqual([])
    const all = await swap(data, ['x'], ['key'], 90)
    expect(all.report?.get('swapped records')).toBe(60)
    expect(all.warnings?.[0]).toMatch(/only 60 records \(60.0 %\)/)
  })

  it('refuses keys that are all unique, and a percent below one pair, and names a sufficient one', async () => {
    const data = dataset([
      ['key', numeric([1, 2, 3, 4])],
      ['same', numeric([1, 1, 1, 1])],
      ['x', numeric([1, 2, 3, 4])],
    ])
    await expect(swap(data, ['x'], ['key'], 100)).rejects.toMatchObject({ code: 'NOTHING_MOVES' })
    await expect(swap(data, ['x'], ['same'], 10)).rejects.toMatchObject({ fix: expect.stringContaining('50') })
    await expect(swap(data, ['x'], ['same'], 50)).resolves.toBeDefined()
  })
})
