import { categorical } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { drawnValues, impute, normals } from './imputation.fixture.js'

const n = 80
const s = normals(n, 's')
const a = normals(n, 'a').map((z, i) => 50 + 4 * s[i] + 3 * z)
const b = normals(n, 'b').map((z, i) => a[i] - s[i] + z)
const file = { s, a, b }
const run = { columns: ['a', 'b'], given: ['s'] }
const flag = s.map((_, i) => (i % 4 === 0 ? 1 : 0))

describe('partially synthetic files', () => {
  it('are as many as requested, all different; a further set or column changes no other', async () => {
    const five = drawnValues(await impute(file, run), 'b')
    expect(five).toHaveLength(5)
    expect(new Set(five.map((values) => values.join())).size).toBe(5)
    expect(drawnValues(await impute(file, { ...run, params: { sets: 2 } }), 'b')).toEqual(five.slice(0, 2))
    const alone = await impute(file, { ...run, columns: ['a'] })
    expect(drawnValues(alone, 'a')).toEqual(drawnValues(await impute(file, run), 'a'))
  })

  it('depend on the order of the chain, not on that of the given columns', async () => {
    const more = { ...file, t: normals(n, 't') }
    const given = ['s', 't']
    const first = drawnValues(await impute(more, { ...run, given }), 'b')
    expect(drawnValues(await impute(more, { ...run, given: ['t', 's'] }), 'b')).toEqual(first)
    expect(drawnValues(await impute(more, { columns: ['b', 'a'], given }), 'b')).not.toEqual(first)
  })

  it('replace the flagged records by a model of these, and leave the others unchanged', async () => {
    // Unflagged records tell nothing: their values may be absurd, or missing.
    const odd = a.map((value, i) => (flag[i] === 1 ? value : i === 1 ? Number.NaN : 1e9))
    const result = await impute({ s, a: odd, flag }, { columns: ['a'], given: ['s'], params: { only: 'flag' } })
    const some = Int32Array.from(s.keys()).filter((i) => flag[i] === 1)
    const alone = await impute(
      { s: Float64Array.from(some, (i) => s[i]), a: Float64Array.from(some, (i) => a[i]) },
      { columns: ['a'], given: ['s'] },
    )
    drawnValues(result, 'a').forEach((values, l) => {
      values.forEach((value, i) => {
        if (flag[i] === 0) expect(value).toBe(odd[i])
      })
      expect(Float64Array.from(some, (i) => values[i])).toEqual(drawnValues(alone, 'a')[l])
    })
  })

  it('warn that two sets disclose true values, and change every record with perturb = all', async () => {
    const given = { columns: ['a', 'b'], given: ['s'] }
    const inBoth = (result: Awaited<ReturnType<typeof impute>>): number => {
      const [one, two] = ['a', 'b'].map((name) => drawnValues(result, name))
      return [...s.keys()].filter((i) => one[0][i] === one[1][i] && two[0][i] === two[1][i]).length
    }
    const flagged = await impute({ ...file, flag }, { ...given, params: { only: 'flag' } })
    expect(inBoth(flagged)).toBe(60)
    expect(flagged.warnings).toEqual([
      expect.stringMatching(/^60 records keep their original values.*Two sets show which/),
    ])
    const all = await impute({ ...file, flag }, { ...given, params: { only: 'flag', perturb: 'all' } })
    expect(inBoth(all)).toBe(0)
    expect(all.warnings).toEqual([])
    // The draws of the flagged ones do not change.
    const some = [...s.keys()].filter((i) => flag[i] === 1)
    for (const i of some) expect(drawnValues(all, 'b')[1][i]).toBe(drawnValues(flagged, 'b')[1][i])
    // Everybody is flagged: nothing is kept, and nothing to be said.
    const everybody = await impute(
      { ...file, flag: flag.map(() => 1) },
      { ...given, params: { only: 'flag', perturb: 'all' } },
    )
    expect(everybody.warnings).toEqual([])
  })

  it('condition on categories by indicators, which imputes by the means of the categories', async () => {
    const region = categorical(Array.from(s, (_, i) => ['north', 'south', 'west'][i % 3]))
    const x = s.map((z, i) => [0, 1000, -500][i % 3] + z)
    const result = await impute({ region, x }, { columns: ['x'], given: ['region'] })
    expect(result.warnings?.join()).toContain('region')
    for (const values of drawnValues(result, 'x'))
      values.forEach((value, i) => expect(Math.abs(value - [0, 1000, -500][i % 3])).toBeLessThan(20))
  })

  it('report a column that follows from others, and too few records', async () => {
    const total = a.map((value, i) => value + b[i])
    const result = await impute({ ...file, total }, { ...run, columns: ['a', 'b', 'total'] })
    expect(result.warnings).toEqual([expect.stringContaining('"total" is determined by the columns before it')])
    const first = (values: Float64Array): Float64Array => values.slice(0, 5)
    const few = await impute({ s: first(s), a: first(a), b: first(b) }, run)
    expect(few.warnings).toEqual([expect.stringContaining('5 records leave 2 degrees of freedom')])
  })

  it.each([
    [
      'TOO_FEW_RECORDS',
      /"b".* needs at least 4 records; there are 3/,
      { s: s.slice(0, 3), a: a.slice(0, 3), b: b.slice(0, 3) },
      {},
    ],
    ['UNCHANGED', /"a" is determined by the given columns/, { s, a: s.map((z) => 2 - 3 * z), b }, {}],
    [
      'MISSING_VALUES',
      /"s" is missing in 2 of the records/,
      { s: s.map((z, i) => (i > 77 ? Number.NaN : z)), a, b },
      {},
    ],
    ['BAD_PARAMETER', /has 2 in record 3/, { ...file, flag: s.map((_, i) => i) }, { only: 'flag' }],
    ['BAD_PARAMETER', /itself to be replaced/, file, { only: 'a' }],
    ['NOTHING_MOVES', /flags no record/, { ...file, flag: new Float64Array(n) }, { only: 'flag' }],
    ['UNKNOWN_COLUMN', /flog/, file, { only: 'flog' }],
    ['BAD_PARAMETER', /records has no meaning with kind = partial/, file, { records: 5 }],
    ['BAD_PARAMETER', /only has no meaning with kind = full/, file, { kind: 'full', only: 'flag' }],
    ['BAD_PARAMETER', /perturb has no meaning without only/, file, { perturb: 'all' }],
    [
      'TOO_FEW_RECORDS',
      /here are 1$/,
      { ...file, flag: s.map((_, i) => Number(i > 0)) },
      { only: 'flag', perturb: 'all' },
    ],
  ])('refuse with %s: %s', async (code, message, data, params) => {
    await expect(impute(data, { ...run, params })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })
})

describe('fully synthetic files', () => {
  const units = 2000
  const frame = normals(units, 'frame').map((z) => 3 + z)
  const residual = normals(units, 'residual')
  const income = frame.map((value, i) => (i < 200 ? 10 + 2 * value + residual[i] : Number.NaN))
  const full = { columns: ['x'], given: ['s'], params: { kind: 'full' } }

  it('are random samples of the frame, with drawn values in every record', async () => {
    const { files, warnings } = await impute({ s: frame, x: income }, full)
    expect(warnings).toEqual([])
    expect(files).toHaveLength(5)
    const drawn = drawnValues({ files }, 'x')
    files.forEach(({ origin = new Int32Array() }, l) => {
      expect(origin).toHaveLength(200)
      expect(new Set(origin).size).toBe(200)
      expect([...origin]).toEqual([...origin].sort((i, j) => i - j))
      // A mean of 200 of 0…1999 has a standard deviation of 577·√(1 − 1/10)/√200 = 39.
      expect(Math.abs(origin.reduce((total, row) => total + row, 0) / 200 - 999.5)).toBeLessThan(39 * 5)
      origin.forEach((row, i) => {
        expect(drawn[l][i]).not.toBe(income[row])
        // By the unit's own given value: a residual of 6 is seen in 2e-9 of the cases, and of these there are 1000.
        expect(Math.abs(drawn[l][i] - 10 - 2 * frame[row])).toBeLessThan(7)
      })
    })
    expect(new Set(files.map(({ origin }) => origin?.join())).size).toBe(5)
  })

  it('have the requested number of records, and warn about a small frame', async () => {
    const { files, warnings } = await impute(
      { s: frame.slice(0, 300), x: income.slice(0, 300) },
      { ...full, params: { kind: 'full', records: 300, sets: 2 } },
    )
    expect(warnings).toEqual([expect.stringContaining('300 units for a sample of 200')])
    expect(files.map(({ origin }) => [...(origin ?? [])])).toEqual(
      [0, 1].map(() => Array.from({ length: 300 }, (_, i) => i)),
    )
  })

  const region = (sampled: readonly string[], others: readonly string[]) =>
    categorical(Array.from(frame, (_, i) => (i < 200 ? sampled[i % sampled.length] : others[i % others.length])))

  it('condition on categories of the whole frame, in any order', async () => {
    const known = { region: region(['b', 'a'], ['a', 'b']), x: income }
    expect((await impute(known, { ...full, given: ['region'] })).files).toHaveLength(5)
    for (const others of [
      ['a', 'b', 'c'],
      ['c', 'a'],
    ])
      await expect(
        impute({ region: region(['a', 'b'], others), x: income }, { ...full, given: ['region'] }),
      ).rejects.toMatchObject({ code: 'TOO_FEW_RECORDS', message: /units of the frame have given values \(region\)/ })
    // The reference category, the first of the levels, is the one that was not sampled.
    const first = { ...region(['a', 'b'], ['a', 'c']), levels: ['c2', 'b', 'a'] }
    await expect(
      impute(
        { region: { ...first, codes: first.codes.map((code) => [2, 1, 0][code]) }, x: income },
        { ...full, given: ['region'] },
      ),
    ).rejects.toMatchObject({ code: 'TOO_FEW_RECORDS' })
  })

  it.each([
    ['BAD_PARAMETER', /every record here has its confidential values/, { s, x: a }, {}],
    ['BAD_PARAMETER', /2001 records cannot be drawn/, { s: frame, x: income }, { records: 2001 }],
    ['MISSING_VALUES', /"s" is missing/, { s: frame.map((z, i) => (i === 700 ? Number.NaN : z)), x: income }, {}],
    [
      'TOO_FEW_RECORDS',
      /at least 3 records; there are 2/,
      { s: frame, x: income.map((z, i) => (i < 2 ? z : Number.NaN)) },
      {},
    ],
  ])('refuse with %s: %s', async (code, message, data, params) => {
    await expect(impute(data, { ...full, params: { kind: 'full', ...params } })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })

  it('refuse a unit that has some of its confidential values', async () => {
    const other = income.map((value, i) => (i === 150 ? Number.NaN : 2 * value + residual[i]))
    await expect(impute({ s: frame, x: income, y: other }, { ...full, columns: ['x', 'y'] })).rejects.toMatchObject({
      code: 'MISSING_VALUES',
      place: { row: 151, column: 'y' },
    })
  })
})
