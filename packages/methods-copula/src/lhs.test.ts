import { isSdcError, seededRng } from '@sdc/core'
import { correlate, quantileOfSorted } from '@sdc/stats'
import { exponentialDistribution } from '@sdc/stats/distributions'
import fc from 'fast-check'
import { Matrix } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import { latinHypercube } from './latin-hypercube.js'
import { lhsMethod } from './lhs.js'
import { columnsOf, copulaFile, runMethod, spearmanTarget } from './testing.fixture.js'

const options = { iterations: 20, tolerance: 1e-3 }
const identity = (p: number): number => p

describe('a Latin hypercube', () => {
  it('has one value in every stratum of every column', () => {
    const sizes = fc.record({ n: fc.integer({ min: 6, max: 60 }), p: fc.integer({ min: 1, max: 4 }), seed: fc.nat() })
    fc.assert(
      fc.property(sizes, ({ n, p, seed }) => {
        const quantiles = Array.from({ length: p }, () => identity)
        const { columns } = latinHypercube(n, quantiles, Matrix.eye(p), seededRng(seed), options)
        for (const column of columns) {
          expect(column.map((u) => Math.floor(u * n)).sort()).toEqual(column.map((_, i) => i))
        }
      }),
    )
  })

  it('has the target rank correlations, nearer with more rounds', () => {
    const target = new Matrix(spearmanTarget)
    const quantiles = spearmanTarget.map(() => exponentialDistribution(2).quantile)
    for (const n of [50, 2000]) {
      const draw = (iterations: number): { found: number; said: number } => {
        const made = latinHypercube(n, quantiles, target, seededRng(n), { iterations, tolerance: 0 })
        const found = Matrix.sub(correlate(made.columns, 'spearman'), target).abs().max()
        return { found, said: made.difference }
      }
      const [first, last] = [draw(0), draw(50)]
      expect(first.said).toBeCloseTo(first.found, 12)
      expect(last.said).toBeCloseTo(last.found, 12)
      // The largest of ten errors of a random order is near 2/√n. Iman and Conover's order takes off what is linear in the
      // scores, and rounds go on until ranks cannot follow: some places of 50 are a difference of .03.
      expect(first.found).toBeLessThan(1 / Math.sqrt(n))
      expect(last.found).toBeLessThanOrEqual(first.found)
      expect(last.found).toBeLessThan(0.35 / Math.sqrt(n))
    }
  })

  it('follows a target of columns that determine each other', () => {
    const target = new Matrix([
      [1, 1, -1],
      [1, 1, -1],
      [-1, -1, 1],
    ])
    const { columns, difference } = latinHypercube(40, [identity, identity, identity], target, seededRng(1), options)
    expect(difference).toBeCloseTo(0, 12)
    expect(correlate(columns, 'spearman').get(0, 2)).toBeCloseTo(-1, 12)
  })
})

describe('Latin-hypercube synthetic data', () => {
  const { x } = copulaFile(400, 'lhs')

  it('replaces the records of the file by as many, at random', async () => {
    const result = await runMethod(lhsMethod, x, [], { inPlace: true })
    expect(result.files[0].origin).toBeUndefined()
    const [anew, placed] = [columnsOf(await runMethod(lhsMethod, x, [])), columnsOf(result)]
    // The same records, in another order: whole records move.
    const records = (columns: readonly Float64Array[]): string[] =>
      Array.from(columns[0], (_, i) => columns.map((column) => column[i]).join()).sort()
    expect(records(placed)).toEqual(records(anew))
    // No relation to the records whose places they take: 1/√400 is a standard deviation, .2 four.
    placed.forEach((column, j) => expect(Math.abs(correlate([x[j], column], 'spearman').get(0, 1))).toBeLessThan(0.2))
    await expect(runMethod(lhsMethod, x, [], { inPlace: true, percentOfRecords: 50 })).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
    })
  })

  it.each([50, 100, 250])('draws %d percent of the records, without a link', async (percentOfRecords) => {
    const result = await runMethod(lhsMethod, x, [], { percentOfRecords })
    const n = 4 * percentOfRecords
    const [{ origin }] = result.files
    expect(origin).toEqual(new Int32Array(n).fill(-1))
    columnsOf(result).forEach((column, j) => {
      const [own, drawn] = [x[j].toSorted(), column.toSorted()]
      drawn.forEach((value, i) => {
        expect(value).toBeGreaterThanOrEqual(quantileOfSorted(own, i / n))
        expect(value).toBeLessThanOrEqual(quantileOfSorted(own, (i + 1) / n))
      })
    })
    expect(result.warnings).toEqual([])
  })

  it('reports the error of the rank correlations', async () => {
    const result = await runMethod(
      lhsMethod,
      x.map((column) => column.slice(0, 12)),
      [],
      { iterations: 0 },
    )
    expect(result.warnings?.join()).toMatch(/differs by 0\.\d+/)
  })

  it('refuses too few records', async () => {
    const code = (rows: number, percentOfRecords: number): Promise<string> =>
      runMethod(
        lhsMethod,
        x.map((column) => column.slice(0, rows)),
        [],
        { percentOfRecords },
      ).then(
        () => 'none',
        (error: unknown) => (isSdcError(error) ? error.code : 'another'),
      )
    expect(await code(1, 1000)).toBe('TOO_FEW_RECORDS')
    expect(await code(10, 40)).toBe('TOO_FEW_RECORDS')
    expect(await code(10, 50)).toBe('none')
  })
})
