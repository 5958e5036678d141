import { categorical, isSdcError, seededRng } from '@sdc/core'
import { correlate, mean, pearson, rank, residualise, spearman } from '@sdc/stats'
import fc from 'fast-check'
import { Matrix } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { shuffleData, dataShufflingMethod } from './data-shuffling.js'
import { columnsOf, copulaFile, runMethod } from './testing.fixture.js'

const sorted = (values: Float64Array): number[] => Array.from(values.toSorted())

describe('data shuffling', () => {
  it('permutes every column bit for bit, whatever the ties, dependences and constants', () => {
    const value = fc.oneof(
      fc.integer({ min: -2, max: 2 }),
      fc.constant(-0),
      fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
    )
    const file = fc.integer({ min: 2, max: 25 }).chain((n) =>
      fc.record({
        x: fc.array(fc.array(value, { minLength: n, maxLength: n }), { minLength: 1, maxLength: 4 }),
        s: fc.array(fc.array(value, { minLength: n, maxLength: n }), { maxLength: 3 }),
        seed: fc.nat(),
      }),
    )
    fc.assert(
      fc.property(file, ({ x, s, seed }) => {
        const varying = x.filter((column) => new Set(column).size > 1 && column.some((v) => v !== column[0]))
        fc.pre(varying.length > 0)
        const columns = varying.map((column) => Float64Array.from(column))
        // A column twice, and one that another determines: correlations of 1 and −1.
        columns.push(
          columns[0].slice(),
          columns[0].map((v) => -3 * v),
        )
        const given = [...s.map((column) => Float64Array.from(column)), columns[0].map(() => 7)]
        const shuffled = shuffleData(columns, given, seededRng(seed))
        shuffled.forEach((column, j) => expect(sorted(column)).toEqual(sorted(columns[j])))
      }),
    )
  })

  it.each([1000, 100000])('keeps the Spearman correlations of %d records, those with the given columns too', (n) => {
    const { x, s } = copulaFile(n, n)
    const before = correlate([...x, ...s], 'spearman')
    const after = correlate([...shuffleData(x, s, seededRng(1)), ...s], 'spearman')
    // A rank correlation has a standard error of at most 1/√n.
    expect(Matrix.sub(after, before).abs().max()).toBeLessThan(4 / Math.sqrt(n))
  })

  it('masks independently of the originals, given S', () => {
    const n = 20000
    const { x, s } = copulaFile(n, 'independent')
    const shuffled = shuffleData(x, s, seededRng(1))
    const scores = (columns: readonly Float64Array[]): Float64Array[] =>
      columns.map((column) => rank(column, 'average').map((r) => Math.log(r / (n + 1 - r))))
    const left = residualise([...scores(x), ...scores(shuffled)], scores(s))
    for (let a = 0; a < 3; a++) {
      for (let b = 3; b < 6; b++) {
        // n·r² is about χ² with one degree of freedom: 28.4 is exceeded once in 1e7.
        expect(n * pearson(left[a], left[b]) ** 2).toBeLessThan(28.4)
      }
    }
    // With S unknown they are not: both depend on it.
    expect(spearman(x[0], shuffled[0])).toBeGreaterThan(0.1)
  })

  it('keeps what determines: equal columns stay equal, and a column that S determines is in the order of S', () => {
    const { x, s } = copulaFile(500, 'singular')
    const [first] = x
    const [a, b, c] = shuffleData([first, first.map((v) => -v), first.map((v) => 2 * v + 1)], s, seededRng(2))
    a.forEach((value, i) => {
      expect(b[i]).toBe(-value)
      expect(c[i]).toBe(2 * value + 1)
    })
    const [determined] = shuffleData([s[0].map((v) => v ** 3)], s, seededRng(3))
    determined.forEach((value, i) => expect(value).toBe(s[0][i] ** 3))
  })

  it('keeps the rank differences between categories', () => {
    const n = 60000
    const rng = seededRng('categories')
    for (const share of [0.5, 0.1]) {
      for (const shift of [0.5, 2]) {
        const b = Float64Array.from({ length: n }, () => (rng.uniform() < share ? 1 : 0))
        const x = b.map((one) => Math.exp(shift * one + rng.normal()))
        const [y] = shuffleData([x], [b], seededRng(1))
        expect(Math.abs(spearman(y, b) - spearman(x, b))).toBeLessThan(4 / Math.sqrt(n))
      }
    }
  })

  it('takes categorical given columns as indicators, and says so', async () => {
    const n = 3000
    const rng = seededRng('labels')
    const labels = Array.from({ length: n }, () => ['a', 'b', 'c'][rng.int(3)])
    const x = Float64Array.from(labels, (label) => ({ a: 0, b: 1, c: 3 })[label] ?? 0).map((v) => v + rng.normal())
    const result = await runMethod(dataShufflingMethod, [x], [categorical(labels)])
    expect(result.warnings?.join()).toMatch(/"s0".*2 indicator/)
    const [y] = columnsOf(result)
    for (const label of ['a', 'b', 'c']) {
      const own = (values: Float64Array): number => mean(values.filter((_, i) => labels[i] === label))
      // The groups' own mean has a standard error of 1/√1000; that the three shares spread alike is the model's.
      expect(Math.abs(own(y) - own(x))).toBeLessThan(0.25)
    }
  })

  it('refuses what has no ranks to change, and files too small for correlations unless told to', async () => {
    const code = async (x: readonly (readonly number[])[], params = {}): Promise<string> => {
      try {
        await runMethod(
          dataShufflingMethod,
          x.map((column) => Float64Array.from(column)),
          [],
          params,
        )
      } catch (error) {
        if (isSdcError(error)) return error.code
        throw error
      }
      return 'none'
    }
    expect(await code([[1]])).toBe('TOO_FEW_RECORDS')
    expect(await code([[1]], { fewRecords: 'diagonal' })).toBe('TOO_FEW_RECORDS')
    expect(await code([[1, 2, 3, 4], [5, 5, 5, 5]])).toBe('CONSTANT_COLUMN') // oxfmt-ignore
    expect(await code([[1, 2, 3], [3, 5, 1]])).toBe('TOO_FEW_RECORDS') // oxfmt-ignore
    expect(await code([[1, 2, 3, 4], [3, 5, 1, 2]])).toBe('none') // oxfmt-ignore
    const few = await runMethod(dataShufflingMethod, [Float64Array.of(1, 2, 3), Float64Array.of(4, 5, 6)], [], {
      fewRecords: 'diagonal',
    })
    expect(few.warnings?.join()).toMatch(/3 records are fewer than 2 columns/)
    expect(columnsOf(few).map(sorted)).toEqual([[1, 2, 3], [4, 5, 6]]) // oxfmt-ignore
  })

  it('with fewRecords: diagonal gives every order of a column equally often, alone and with others', async () => {
    const counts = new Map<string, number>()
    const draws = 2000
    for (let seed = 0; seed < draws; seed++) {
      const x = [Float64Array.of(1, 2, 3), Float64Array.of(1, 2, 3)]
      const [a, b] = columnsOf(await runMethod(dataShufflingMethod, x, [], { fewRecords: 'diagonal' }, seed))
      const key = `${a.join('')} ${b.join('')}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    const expected = draws / 36
    const cells = Array.from(counts.values(), (count) => (count - expected) ** 2 / expected)
    expect(counts.size).toBe(36)
    // χ² with 35 degrees of freedom: R's qchisq(1 - 1e-7, 35) is 95.8.
    expect(cells.reduce((total, cell) => total + cell, 0)).toBeLessThan(95.8)
  })
})

describe('data shuffling of census.csv in eight groups', () => {
  const census = censusColumns()
  const column = (name: string): Float64Array => census.get(name) ?? new Float64Array()
  const names = ['AGI', 'FEDTAX', 'STATETAX', 'TAXINC', 'INTVAL', 'ERNVAL', 'FICA', 'WSALVAL']
  // Below the mean is 1, and the third column is PTOTVAL: only that gives the printed sizes.
  const below = ['AFNLWGT', 'EMCONTRB', 'PTOTVAL'].map((name) => {
    const centre = mean(column(name))
    return column(name).map((value) => (value < centre ? 1 : 0))
  })
  const label = (i: number): number => 4 * below[0][i] + 2 * below[1][i] + below[2][i]
  const groups = Array.from({ length: 8 }, (_, g) => [...column('AGI').keys()].filter((i) => label(i) === g))

  it('keeps correlations as the paper prints them', () => {
    expect(groups.map((rows) => rows.length)).toEqual([156, 89, 57, 156, 203, 103, 96, 220])
    const seeds = 30
    const total = { pearson1: 0, pearson: 0, spearman1: 0, spearman: 0 }
    for (let seed = 0; seed < seeds; seed++) {
      const fica = new Float64Array(1080)
      const wages = new Float64Array(1080)
      groups.forEach((rows, g) => {
        const own = names.map((name) => Float64Array.from(rows, (i) => column(name)[i]))
        const shuffled = shuffleData(own, [], seededRng(`set ${seed} ${g}`))
        rows.forEach((i, at) => {
          fica[i] = shuffled[6][at]
          wages[i] = shuffled[7][at]
        })
        // FICA = .0765·WSALVAL in group 2: a rank correlation of 1 stays 1.
        if (g === 1) expect(spearman(shuffled[6], shuffled[7])).toBeCloseTo(1, 12)
        if (g > 0) return
        total.pearson1 += pearson(shuffled[6], shuffled[7]) / seeds
        total.spearman1 += spearman(shuffled[6], shuffled[7]) / seeds
      })
      total.pearson += pearson(fica, wages) / seeds
      total.spearman += spearman(fica, wages) / seeds
    }
    // Single draws spread by .023, .003, .025 and .003; the mean of 30 by a fifth of that. Printed: .800, .946, .858, .968.
    for (const [value, low, high] of [
      [total.pearson1, 0.785, 0.815],
      [total.pearson, 0.943, 0.951],
      [total.spearman1, 0.83, 0.865],
      [total.spearman, 0.961, 0.968],
    ]) {
      expect(value).toBeGreaterThan(low)
      expect(value).toBeLessThan(high)
    }
  })
})
