import {
  categorical,
  dataset,
  isSdcError,
  methodProblems,
  numeric,
  resolveParams,
  seededRng,
  type Dataset,
  type MaskResult,
  maskInput,
} from '@sdc/core'
import { equalRecords } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataSwapMethod, pairedRecords } from './data-swap.js'
import { zBound } from './testing.fixture.js'

async function swap(
  data: Dataset,
  columns: readonly string[],
  given: readonly string[],
  percent: number,
  seed = 1,
): Promise<MaskResult> {
  return dataSwapMethod.apply(
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
  it('has a sound card', () => {
    expect(methodProblems(dataSwapMethod)).toEqual([])
  })

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

  it('pairs as many as are asked for, or all it can, and says so', async () => {
    const keys = Array.from({ length: 100 }, (_, i) => (i < 60 ? i % 2 : i))
    const data = dataset([
      ['key', numeric(keys)],
      ['x', numeric(keys.map((_, i) => i))],
    ])
    const some = await swap(data, ['x'], ['key'], 21)
    expect(some.report?.get('swapped records')).toBe(20)
    expect(some.report?.get('records with another value')).toBe(20)
    expect(some.warnings).toEqual([])
    const all = await swap(data, ['x'], ['key'], 90)
    expect(all.report?.get('swapped records')).toBe(60)
    expect(all.warnings?.[0]).toMatch(/only 60 records \(60.0 %\)/)
  })

  it('refuses keys that are all unique, and a percent below one pair, naming one that does', async () => {
    const data = dataset([
      ['key', numeric([1, 2, 3, 4])],
      ['same', numeric([1, 1, 1, 1])],
      ['x', numeric([1, 2, 3, 4])],
    ])
    await expect(swap(data, ['x'], ['key'], 100)).rejects.toMatchObject({ code: 'NOTHING_MOVES' })
    await expect(swap(data, ['x'], ['same'], 10)).rejects.toMatchObject({ advice: expect.stringContaining('50') })
    await expect(swap(data, ['x'], ['same'], 50)).resolves.toBeDefined()
  })
})

describe('pairedRecords', () => {
  it('swaps every record of a key equally often, with every other', () => {
    const keys = equalRecords([Float64Array.of(1, 2, 1, 2, 1, 1)])
    const runs = 20_000
    const rng = seededRng('pairs')
    const seen = Array.from({ length: 6 }, () => new Float64Array(6))
    for (let run = 0; run < runs; run++) {
      const { from, pairs } = pairedRecords(keys, 1, rng.child(`${run}`))
      expect(pairs).toBe(1)
      from.forEach((l, i) => seen[i][l]++)
    }
    // Three pairs are possible at a time, two of key 1 and one of key 2: a pair of key 2 is drawn a third of the time, and
    // each of the six of key 1 a ninth.
    for (const [i, l, chance] of [
      [1, 3, 1 / 3],
      [0, 2, 1 / 9],
      [0, 4, 1 / 9],
      [2, 5, 1 / 9],
      [4, 5, 1 / 9],
    ] as const) {
      expect(Math.abs(seen[i][l] - chance * runs)).toBeLessThan(zBound * Math.sqrt(runs * chance * (1 - chance)))
      expect(seen[l][i]).toBe(seen[i][l])
    }
    expect(seen[0][1]).toBe(0)
  })
})
