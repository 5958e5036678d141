import { categorical, isSdcError, seededRng } from '@sdc/core'
import { mean, pearson, rank, residualise, spearman } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { shuffleData, dataShufflingMethod } from './data-shuffling.js'
import { columnsOf, copulaFile, runMethod } from './testing.fixture.js'

const sorted = (values: Float64Array): number[] => Array.from(values.toSorted())

describe('data shuffling', () => {
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

  it('preserves determination: equal columns stay equal, and a column that S determines is in the order of S', () => {
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

  it('uses categorical given columns as indicators, and reports it', async () => {
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

  it('refuses columns without ranks to change, and files too small for correlations unless allowed', async () => {
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

describe('zeros: keep', () => {
  /** Turnover, and for 3 of 10 exports that are a share of it and grants that are not. */
  function business(n: number): Float64Array[] {
    const rng = seededRng('business')
    const turnover = Float64Array.from({ length: n }, () => Math.exp(6 + rng.normal()))
    const exports = turnover.map((t) => (rng.uniform() < 0.3 ? t * Math.exp(-1 + 0.4 * rng.normal()) : 0))
    const grants = turnover.map(() => (rng.uniform() < 0.5 ? Math.exp(3 + rng.normal()) : 0))
    return [turnover, exports, grants]
  }
  const amongExporters = ([turnover, exports]: readonly Float64Array[]): number => {
    const rows = [...exports.keys()].filter((i) => exports[i] > 0)
    return spearman(Float64Array.from(rows, (i) => turnover[i]), Float64Array.from(rows, (i) => exports[i])) // oxfmt-ignore
  }

  it('keeps zeros and the relation of other values, which shuffling over all records loses', async () => {
    const file = business(4000)
    const result = await runMethod(dataShufflingMethod, file, [], { zeros: 'keep' })
    const kept = columnsOf(result)
    kept.forEach((column, j) => expect(sorted(column)).toEqual(sorted(file[j])))
    for (const j of [1, 2]) expect(kept[j].map((x) => Number(x === 0))).toEqual(file[j].map((x) => Number(x === 0)))
    // 1,200 exporters: .03 is a standard deviation at ρ = 0, about .005 at the .9 they have.
    expect(amongExporters(file)).toBeGreaterThan(0.9)
    expect(Math.abs(amongExporters(kept) - amongExporters(file))).toBeLessThan(0.03)
    const plain = columnsOf(await runMethod(dataShufflingMethod, file, []))
    expect(amongExporters(plain)).toBeLessThan(0.75)
    // Within a pattern a masked value says nothing of the original one: n·r² is about χ² with one degree of freedom.
    const same = [...file[1].keys()].filter((i) => file[1][i] > 0 && file[2][i] > 0)
    const [before, after] = [file, kept].map(([turnover]) => rank(Float64Array.from(same, (i) => turnover[i]), 'average')) // oxfmt-ignore
    expect(same.length * pearson(before, after) ** 2).toBeLessThan(28.4)
    expect(result.warnings).toEqual([
      '4 patterns of zeros (x1, x2) are those of the original: they disclose which records have zero',
    ])
  })

  it('conditions on given columns within each pattern, for any number of indicators', async () => {
    const file = business(1500)
    const labels = file[0].map((turnover) => Math.min(39, Math.floor(turnover / 60)))
    const given = categorical(Array.from(labels, (label) => `g${label}`))
    const result = await runMethod(dataShufflingMethod, file, [given], { zeros: 'keep' })
    const [turnover] = columnsOf(result)
    expect(spearman(turnover, labels)).toBeGreaterThan(0.9)
  })

  it('merges patterns of few records with the nearest, and is plain shuffling for one pattern', async () => {
    const file = business(400)
    // Grants for ten of the exporters only: 10 records with both.
    let left = 10
    file[2] = file[1].map((x) => (x > 0 && left-- > 0 ? 5 + left : 0))
    const { warnings, files } = await runMethod(dataShufflingMethod, file, [], { zeros: 'keep' })
    expect(warnings?.[0]).toMatch(/^2 patterns of zeros/)
    expect(files[0].columns.size).toBe(3)
    const few = business(50)
    const one = await runMethod(dataShufflingMethod, few, [], { zeros: 'keep' })
    expect(columnsOf(one)).toEqual(columnsOf(await runMethod(dataShufflingMethod, few, [])))
    expect(one.warnings?.at(-1)).toMatch(/too few records share a pattern/)
  })
})
