import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { categorical, dataset, keyedRng, numeric, numericValues, seededRng, type Dataset } from '@sdc/core'
import { numbers, registry, seenColumns } from '../testing/fake-methods.js'
import { parseFileSchema, parseStep } from '../plan/plan.js'
import { type RunResult, runSteps } from './run.js'

const people: Dataset = dataset([
  ['income', numeric([10, 20, 30, 40, 50, 60])],
  ['tax', numeric([1, 2, 3, 4, 5, 6])],
  ['region', categorical(['n', 's', 'n', 's', 'n', null])],
])

function run(steps: readonly unknown[], original = people, seed: string | null = '1'): Promise<RunResult> {
  return runSteps({
    registry,
    original,
    steps: steps.map(parseStep),
    rng: seed === null ? keyedRng() : seededRng(seed),
  })
}

const values = (result: RunResult, name: string, f = 0): number[] => [...numericValues(result.files[f].data, name)]
const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (error: { code?: string }) => error.code ?? String(error),
  )

describe('steps', () => {
  it('mask the requested columns and leave the others unchanged, as the same objects', async () => {
    const result = await run([{ use: 'fake/shift', columns: ['income'], params: { by: 5 } }])
    expect(values(result, 'income')).toEqual([15, 25, 35, 45, 55, 65])
    expect(result.files[0].data.column('tax')).toBe(people.column('tax'))
    expect(result.columns).toEqual(['income'])
    expect([...numericValues(people, 'income')]).toEqual([10, 20, 30, 40, 50, 60])
  })

  it('run one after the other, each on the result of the one before', async () => {
    const result = await run([
      { use: 'fake/shift', columns: ['tax'], params: { by: 5 } },
      { use: 'fake/shift', columns: ['tax', 'income'], params: { by: 1 } },
    ])
    expect(values(result, 'tax')).toEqual([7, 8, 9, 10, 11, 12])
    expect(result.columns).toEqual(['income', 'tax'])
  })

  it('get the columns sorted, except methods for which their order matters', async () => {
    seenColumns.length = 0
    await run([{ use: 'fake/sorted', columns: ['tax', 'income'] }])
    await run([{ use: 'fake/ordered', columns: ['tax', 'income'] }])
    expect(seenColumns).toEqual([
      ['income', 'tax'],
      ['tax', 'income'],
    ])
  })

  it('keep several files apart', async () => {
    const result = await run([
      { use: 'fake/twice', columns: ['tax'] },
      { use: 'fake/shift', columns: ['tax'], params: { by: 10 } },
    ])
    expect(result.files).toHaveLength(2)
    expect(values(result, 'tax', 0)).toEqual([12, 13, 14, 15, 16, 17])
    expect(values(result, 'tax', 1)).toEqual([13, 14, 15, 16, 17, 18])
  })

  it('follow records that a method leaves out or moves', async () => {
    const result = await run([{ use: 'fake/sample', columns: ['tax'], precision: 'full' }])
    expect([...result.files[0].origin]).toEqual([5, 3, 1])
    expect(values(result, 'tax')).toEqual([6.5, 4.5, 2.5])
    expect(values(result, 'income')).toEqual([60, 40, 20])
    const grouped = await run([{ use: 'fake/sample', columns: ['tax'], by: ['region'], precision: 'full' }])
    expect([...grouped.files[0].origin]).toEqual([4, 0, 3, 5])
    expect(values(grouped, 'tax')).toEqual([5.5, 1.5, 4.5, 6.5])
  })

  it('drop the columns that synthetic records have no value for, and keep those of their groups', async () => {
    const result = await run([{ use: 'fake/synthetic', columns: ['tax'] }])
    expect(result.files[0].data.names).toEqual(['tax'])
    expect(result.warnings.join()).toMatch(/left out 2 columns .*: income, region/)
    expect([...result.files[0].origin]).toEqual([-1, -1, -1])
    const original = numbers({ x: [1, 2, 3, 4, 5], y: [1, 2, 3, 4, 5], g: [7, 8, 7, 8, 7] })
    const grouped = await run([{ use: 'fake/synthetic', columns: ['x'], by: ['g'] }], original)
    expect(grouped.files[0].data.names).toEqual(['x', 'g'])
    expect(grouped.warnings.join()).toMatch(/left out 1 column .*: y/)
    expect(values(grouped, 'x')).toEqual([1, 2, 3, 1, 2, 3])
    expect(values(grouped, 'g')).toEqual([7, 7, 7, 8, 8, 8])
  })
})

describe('columns: all', () => {
  it('leaves out group columns, and those that the schema calls identifier, weight or household', async () => {
    const original = numbers({ id: [1, 2, 3], x: [4, 5, 6], w: [7, 8, 9], g: [1, 1, 1] })
    const schema = parseFileSchema({ columns: { id: { role: 'identifier' }, w: { role: 'weight' } } })
    const steps = [parseStep({ use: 'fake/shift', columns: 'all', by: ['g'] })]
    expect((await runSteps({ registry, original, schema, steps, rng: seededRng(1) })).columns).toEqual(['x'])
  })
})

describe('groups', () => {
  it('are masked separately, with missing values as a group', async () => {
    const original = numbers({ x: [1, 3, 10, 20, 100, 300], g: [1, 1, 2, 2, Number.NaN, Number.NaN] })
    const result = await run([{ use: 'fake/group-mean', columns: ['x'], by: ['g'] }], original)
    expect(values(result, 'x')).toEqual([2, 2, 15, 15, 200, 200])
    expect(result.reports.map(({ group }) => group)).toEqual(['g=1', 'g=2', 'g missing'])
  })

  it('are kept apart for any values', async () => {
    const original = dataset([
      ['x', numeric([1, 3, 10, 20])],
      ['g', categorical(['1, h=2', '1, h=2', '1', '1'])],
      ['h', categorical(['3', '3', '2, h=3', '2, h=3'])],
    ])
    const result = await run([{ use: 'fake/group-mean', columns: ['x'], by: ['g', 'h'] }], original)
    expect(values(result, 'x')).toEqual([2, 2, 15, 15])
  })

  it('with a constant column leave it unchanged and mask the others, with one sentence', async () => {
    const g = Array.from({ length: 30 }, (_, i) => i % 10)
    const original = numbers({ x: g.map((one, i) => (one < 9 ? one : i - 2)), y: g.map((_, i) => i), g })
    const step = { use: 'fake/noise', columns: ['x', 'y'], by: ['g'], params: { share: 1 } }
    const result = await run([step], original)
    values(result, 'x').forEach((value, i) => expect(value === g[i]).toBe(g[i] < 9))
    expect(values(result, 'y')).not.toEqual(g.map((_, i) => i))
    expect(result.warnings).toEqual([
      '9 groups of records (g=0; g=1; g=2 and 6 more): fake/noise: "x" is released unchanged, because all records have the same value',
    ])
    const files = await run([{ use: 'fake/twice', columns: ['x'], by: ['g'] }], original)
    expect(files.files.map((_, f) => values(files, 'x', f).slice(0, 10))).toEqual([
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 8],
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    ])
  })

  it('with a constant column of the original get it back from reverse mapping, also in new records', async () => {
    const original = numbers({ x: [7, 7, 1, 2, 3], y: [1, 2, 3, 4, 5], g: [1, 1, 2, 2, 2] })
    const steps = [
      { use: 'fake/noise', columns: ['x'], params: { share: 1 } },
      { use: 'fake/reverse', columns: ['x'], by: ['g'] },
    ]
    const many = Array.from({ length: 40 }, (_, i) => i)
    const back = await run(steps, numbers({ x: [7, 7, ...many], g: [1, 1, ...many.map(() => 2)] }))
    expect(values(back, 'x').slice(0, 2)).toEqual([7, 7])
    const made = await run([{ use: 'fake/synthetic', columns: ['x', 'y'], by: ['g'] }], original)
    expect(values(made, 'x')).toEqual([7, 7, 7, 1, 2, 3])
  })

  it('with a constant column are recoded like the others if classes are of the whole file', async () => {
    const original = dataset([
      ['region', categorical([...'aabbcd'])],
      ['g', categorical([...'ppqqrr'])],
    ])
    const result = await run([{ use: 'fake/classes', columns: ['region'], by: ['g'] }], original)
    const column = result.files[0].data.column('region')
    expect(column.kind === 'categorical' && [...column.codes].map((at) => column.levels[at])).toEqual([...'xxbbxx'])
    expect(result.warnings).toEqual([])
  })

  it('are an error if all have a constant column, like a pool that is too small', async () => {
    const original = numbers({ x: [1, 1, 10, 10], g: [1, 1, 2, 2] })
    const step = { use: 'fake/noise', columns: ['x'], by: ['g'], params: { share: 1 } }
    expect(await code(run([step], original))).toBe('UNCHANGED')
    const tiny = numbers({ x: [1, 3], g: [1, 2] })
    const pooled = { ...step, use: 'fake/groups', params: { k: 3 }, smallGroups: 'pooled' }
    await expect(run([pooled], tiny)).rejects.toMatchObject({
      code: 'TOO_FEW_RECORDS',
      place: { group: 'pooled: g=1; g=2' },
    })
  })

  it('the method cannot mask are an error, kept or pooled, by the plan', async () => {
    const original = numbers({ x: [1, 3, 10, 100], g: [1, 1, 2, 3] })
    const step = { use: 'fake/group-mean', columns: ['x'], by: ['g'] }
    await expect(run([step], original)).rejects.toMatchObject({ code: 'TOO_FEW_RECORDS', place: { group: 'g=2' } })
    const kept = await run([{ ...step, smallGroups: 'keep' }], original)
    expect(values(kept, 'x')).toEqual([2, 2, 10, 100])
    expect(kept.warnings.join()).toMatch(/NOT MASKED.*g=2.*g=3/)
  })

  it('are masked together with the group of the nearest values if they are pooled and small', async () => {
    // Three groups of 40, a small one next to the second, and a single record next to the third.
    const g = [...'aaaabbbbcccc'.repeat(10)].map((one) => 'abc'.indexOf(one))
    const x = [...g.map((one, i) => one * 100 + (i % 10)), 101, 103, 250]
    const original = numbers({ x, g: [...g, 7, 7, 8] })
    const step = { use: 'fake/group-mean', columns: ['x'], by: ['g'], smallGroups: 'pooled', precision: 'full' }
    const pooled = await run([step, { ...step, use: 'fake/reverse' }], original)
    const sorted = (of: readonly number[], ...groups: number[]): number[] =>
      of.filter((_, i) => groups.includes(numericValues(original, 'g')[i])).sort((p, q) => p - q)
    expect(sorted(values(pooled, 'x'), 0)).toEqual(sorted(x, 0))
    expect(sorted(values(pooled, 'x'), 1, 7)).toEqual(sorted(x, 1, 7))
    expect(sorted(values(pooled, 'x'), 2, 8)).toEqual(sorted(x, 2, 8))
    expect(pooled.warnings[0]).toBe(
      'fake/group-mean: groups that are smaller than 30 records or could not be masked were masked together with those of the nearest values: (g=1; g=7); (g=2; g=8)',
    )
    expect(pooled.reports.map(({ group }) => group)).toEqual(['g=0', 'pooled: g=1; g=7', 'pooled: g=2; g=8'])
  })

  it('the method cannot mask are pooled whatever their size', async () => {
    const x = Array.from({ length: 90 }, (_, i) => i)
    const original = numbers({ x, g: x.map((i) => (i < 32 ? 0 : i < 60 ? 1 : 2)) })
    const step = { use: 'fake/groups', columns: ['x'], by: ['g'], params: { k: 31 }, smallGroups: 'pooled' }
    const result = await run([step], original)
    expect(result.reports.map(({ group }) => group)).toEqual(['g=0', 'pooled: g=1; g=2'])
  })

  it('released unchanged stay if a method leaves records out, too', async () => {
    const original = numbers({ x: [1, 3, 10, 10], g: [1, 1, 2, 2] })
    const kept = await run(
      [{ use: 'fake/sample', columns: ['x'], by: ['g'], smallGroups: 'keep', precision: 'full' }],
      original,
    )
    expect(values(kept, 'x')).toEqual([3.5, 10, 10])
    expect([...kept.files[0].origin]).toEqual([1, 2, 3])
    expect(kept.warnings.join()).toMatch(/g=2: fake\/sample: "x" is released unchanged/)
  })

  it('may not be formed by a column that an earlier step changed', async () => {
    expect(
      await code(
        run([
          { use: 'fake/shift', columns: ['tax'] },
          { use: 'fake/shift', columns: ['income'], by: ['tax'] },
        ]),
      ),
    ).toBe('BAD_PLAN')
  })

  it('give a categorical column the levels of all groups', async () => {
    const result = await run([{ use: 'fake/relabel', columns: ['region'], by: ['tax'], smallGroups: 'keep' }])
    const column = result.files[0].data.column('region')
    expect(column.kind === 'categorical' && new Set([...column.codes].map((at) => column.levels[at]))).toHaveProperty(
      'size',
      6,
    )
  })
})

describe('randomness', () => {
  it('is the same for the same seed, and fresh without one', async () => {
    const step = { use: 'fake/noise', columns: ['income'], params: { share: 1 } }
    expect(values(await run([step]), 'income')).toEqual(values(await run([step]), 'income'))
    expect(values(await run([step], people, null), 'income')).not.toEqual(
      values(await run([step], people, null), 'income'),
    )
  })

  it('for a column does not depend on other columns, steps or groups', async () => {
    const alone = values(await run([{ use: 'fake/noise', columns: ['income'], params: { share: 1 } }]), 'income')
    expect(
      values(await run([{ use: 'fake/noise', columns: ['tax', 'income'], params: { share: 1 } }]), 'income'),
    ).toEqual(alone)
    expect(
      values(
        await run([
          { use: 'fake/shift', columns: ['tax'] },
          { use: 'fake/noise', columns: ['income'], params: { share: 1 } },
        ]),
        'income',
      ),
    ).toEqual(alone)
    const original = numbers({ x: [1, 2, 3, 4], g: [1, 1, 2, 2] })
    const grouped = values(
      await run([{ use: 'fake/noise', columns: ['x'], by: ['g'], params: { share: 1 } }], original),
      'x',
    )
    const fewer = numbers({ x: [1, 2], g: [1, 1] })
    expect(
      values(await run([{ use: 'fake/noise', columns: ['x'], by: ['g'], params: { share: 1 } }], fewer), 'x'),
    ).toEqual(grouped.slice(0, 2))
  })

  it('is not shared by two parameter values, nor by a step and its repetition', async () => {
    const draws = async (by: number): Promise<number[]> => {
      const step = { use: 'fake/noise', columns: ['tax'], params: { share: by }, precision: 'full' }
      const masked = values(await run([step]), 'tax')
      // The range of the column is 5.
      return masked.map((value, i) => (value - (i + 1)) / (5 * by))
    }
    const [one, two] = [await draws(1), await draws(2)]
    // Equal draws would agree to rounding; independent normals agree to 1e-6 with probability below 1e-6 each.
    for (const [i, draw] of one.entries()) expect(Math.abs(draw - two[i])).toBeGreaterThan(1e-6)
    const step = { use: 'fake/noise', columns: ['tax'], params: { share: 0.2 }, precision: 'full' }
    const once = values(await run([step]), 'tax')
    const both = values(await run([step, step]), 'tax').map((value, i) => value - (i + 1))
    // The second noise has the range that the first one left.
    const shared = 1 + 0.2 * (Math.max(...once) - Math.min(...once))
    for (const [i, value] of once.entries())
      expect(Math.abs(both[i] - shared * (value - (i + 1)))).toBeGreaterThan(1e-6)
  })

  it('for a step does not depend on steps on other columns, reverse-mapped or not', async () => {
    const noise = (column: string): object => ({ use: 'fake/noise', columns: [column], params: { share: 1 } })
    const map = (column: string): object => ({ use: 'fake/reverse', columns: [column] })
    const tied = numbers({ income: [10, 10, 20, 20, 30, 30, 40, 40], tax: [1, 2, 3, 4, 5, 6, 7, 8] })
    const group = { use: 'fake/groups', columns: ['tax'], params: { k: 4 } }
    const alone = values(await run([group, map('tax')], tied), 'tax')
    expect(values(await run([noise('income'), group, noise('income'), map('tax')], tied), 'tax')).toEqual(alone)
    const second = values(await run([noise('tax')], tied), 'tax')
    expect(values(await run([noise('income'), noise('tax')], tied), 'tax')).toEqual(second)
  })

  it('does not depend on the order in which columns are named', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(['a', 'b', 'c', 'd'], { minLength: 2 }), async (columns) => {
        const original = numbers({ a: [1, 2, 3], b: [3, 1, 2], c: [5, 5, 6], d: [0, 1, 0] })
        const [asked, sortedNames] = [columns, [...columns].sort()].map((names) =>
          run([{ use: 'fake/noise', columns: names, params: { share: 1 } }], original),
        )
        for (const name of columns) expect(values(await asked, name)).toEqual(values(await sortedNames, name))
      }),
    )
  })
})

describe('bad input', () => {
  const nan = Number.NaN
  const cases: readonly (readonly [string, unknown, Dataset, string])[] = [
    ['no columns and no roles', { use: 'fake/shift' }, people, 'NO_COLUMNS'],
    ['an unknown column', { use: 'fake/shift', columns: ['incom'] }, people, 'UNKNOWN_COLUMN'],
    ['a column named twice', { use: 'fake/shift', columns: ['tax', 'tax'] }, people, 'DUPLICATE_COLUMN'],
    ['an unknown method', { use: 'fake/shfit', columns: ['tax'] }, people, 'UNKNOWN_METHOD'],
    ['an unknown parameter', { use: 'fake/shift', columns: ['tax'], params: { bye: 1 } }, people, 'BAD_PARAMETER'],
    ['text in a numeric method', { use: 'fake/shift', columns: ['region'] }, people, 'NOT_NUMERIC'],
    ['numbers in a categorical method', { use: 'fake/relabel', columns: ['tax'] }, people, 'NOT_CATEGORICAL'],
    ['a constant column', { use: 'fake/shift', columns: ['c'] }, numbers({ c: [7, 7, 7] }), 'CONSTANT_COLUMN'],
    ['a column all missing', { use: 'fake/shift', columns: ['m'] }, numbers({ m: [nan, nan] }), 'ALL_MISSING'],
    [
      'missing values where they are refused',
      { use: 'fake/group-mean', columns: ['m'] },
      numbers({ m: [1, nan, 2] }),
      'MISSING_VALUES',
    ],
    [
      'a column that comes out unchanged',
      { use: 'fake/shift', columns: ['tax'], params: { by: 0 } },
      people,
      'UNCHANGED',
    ],
    [
      'noise lost in rounding',
      { use: 'fake/shift', columns: ['x'], params: { by: 1 } },
      numbers({ x: [1e300, 2e300] }),
      'UNCHANGED',
    ],
    [
      'an overflow',
      { use: 'fake/shift', columns: ['x'], params: { by: 1e308 } },
      numbers({ x: [1e308, 1.7e308] }),
      'BAD_PARAMETER',
    ],
    [
      'columns to condition on that are not used',
      { use: 'fake/shift', columns: ['tax'], given: ['income'] },
      people,
      'BAD_PLAN',
    ],
    [
      'a column that is masked and grouped by',
      { use: 'fake/shift', columns: ['tax'], by: ['tax'] },
      people,
      'BAD_PLAN',
    ],
  ]
  it.each(cases)('%s', async (_, step, original, expected) => {
    expect(await code(run([step], original))).toBe(expected)
  })

  it('steps that undo each other', async () => {
    const steps = [
      { use: 'fake/shift', columns: ['tax'], params: { by: 1 } },
      { use: 'fake/shift', columns: ['tax'], params: { by: -1 } },
    ]
    expect(await code(run(steps))).toBe('UNCHANGED')
  })

  it('a reverse mapping that restores the original', async () => {
    const error = run([{ use: 'fake/shift', columns: ['tax'] }, 'fake/reverse'])
    await expect(error).rejects.toMatchObject({
      code: 'UNCHANGED',
      message: expect.stringContaining('changed no rank') as unknown,
    })
  })
})

describe('reverse mapping as a step', () => {
  it('maps the columns masked before it, within the same groups or over the file', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 30, maxLength: 30 }),
        async (x) => {
          fc.pre(new Set(x).size > 20)
          const original = numbers({ x, g: x.map((_, i) => i % 2) })
          const mask = { use: 'fake/noise', columns: ['x'], params: { share: 0.5 } }
          const sorted = (list: readonly number[]): number[] => [...Float64Array.from(list).sort()]
          const whole = values(await run([mask, 'fake/reverse'], original), 'x')
          expect(sorted(whole)).toEqual(sorted(x))
          const grouped = values(
            await run(
              [
                { ...mask, by: ['g'] },
                { use: 'fake/reverse', by: ['g'] },
              ],
              original,
            ),
            'x',
          )
          for (const g of [0, 1])
            expect(sorted(grouped.filter((_, i) => i % 2 === g))).toEqual(sorted(x.filter((_, i) => i % 2 === g)))
        },
      ),
    )
  })

  it('works on a file that its masking made constant', async () => {
    const result = await run([{ use: 'fake/groups', columns: ['income'], params: { k: 6 } }, 'fake/reverse'])
    expect(values(result, 'income').sort((a, b) => a - b)).toEqual([10, 20, 30, 40, 50, 60])
  })
})

describe('columns that a step found safe', () => {
  const protecting = { use: 'fake/protecting', columns: ['income', 'tax'] }
  const shielded = async (...steps: readonly unknown[]): Promise<readonly string[]> => (await run(steps)).shielded

  it('are those of the last step, since another one may take records or values from a class', async () => {
    expect(await shielded(protecting)).toEqual(['income', 'tax'])
    expect(await shielded({ use: 'fake/shift', columns: ['income'] }, protecting)).toEqual(['income', 'tax'])
    expect(await shielded(protecting, { use: 'fake/shift', columns: ['income'] })).toEqual([])
  })
})
