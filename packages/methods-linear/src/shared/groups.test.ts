import { numeric, seededRng, type MaskingMethod } from '@sdc/core'
import { covarianceMatrix, residualise, symmetricEigen } from '@sdc/stats'
import { Matrix, solve } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import { average, cov, covarianceError, meanError } from '@sdc/testing/moments'
import { censusColumns } from '@sdc/testing/public-files'
import { ipsoCMethod } from '../ipso/ipso-c.js'
import { rommMethod } from '../sblm/romm.js'
import { sblmMethod } from '../sblm/sblm.js'
import { EXACT, mask } from './testing.fixture.js'

type Columns = readonly Float64Array[]

const take = (columns: Columns, rows: readonly number[]): Float64Array[] =>
  columns.map((column) => Float64Array.from(rows, (row) => column[row]))

/** Masks every group by itself and puts the records back, as the engine does with `by`. */
async function maskGroups<P>(
  method: MaskingMethod<P>,
  x: Columns,
  given: Columns,
  groups: readonly (readonly number[])[],
  params: Readonly<Record<string, unknown>>,
): Promise<Float64Array[]> {
  const y = x.map((column) => new Float64Array(column.length))
  for (const [g, rows] of groups.entries()) {
    const file = { x: take(x, rows), given: take(given, rows).map((column) => numeric(column)) }
    const masked = await mask(method, file, params, `group ${g}`)
    masked.forEach((column, j) => rows.forEach((row, i) => (y[j][row] = column[i])))
  }
  return y
}

function expectSameMoments(y: Columns, x: Columns, given: Columns): void {
  expect(meanError(y, x)).toBeLessThan(EXACT)
  expect(covarianceError([...y, ...given], [...x, ...given])).toBeLessThan(EXACT)
}

/** F of a one-way analysis of variance, by its definition. */
function anovaF(column: Float64Array, groups: readonly (readonly number[])[]): number {
  const all = average(column)
  let [between, within] = [0, 0]
  for (const rows of groups) {
    const values = Float64Array.from(rows, (row) => column[row])
    const centre = average(values)
    between += rows.length * (centre - all) ** 2
    within += values.reduce((total, value) => total + (value - centre) ** 2, 0)
  }
  return between / (groups.length - 1) / (within / (column.length - groups.length))
}

describe('census.csv in the eight groups of Muralidhar & Sarathy 2007', () => {
  const census = censusColumns()
  const of = (...names: readonly string[]): Float64Array[] =>
    names.map((name) => census.get(name) ?? new Float64Array(0))
  const x = of('AGI', 'FEDTAX', 'STATETAX', 'TAXINC', 'INTVAL', 'FICA', 'WSALVAL', 'ERNVAL')
  const below = of('AFNLWGT', 'EMCONTRB', 'PTOTVAL').map((column) =>
    column.map((value) => Number(value < average(column))),
  )
  const groups = Array.from({ length: 8 }, (_, g) =>
    Array.from(x[0].keys()).filter((i) => 4 * below[0][i] + 2 * below[1][i] + below[2][i] === g),
  )

  it('are those of its Table 5', () => {
    // Misprint M1: by PTOTVAL, where the paper names another column.
    expect(groups.map((rows) => rows.length)).toEqual([156, 89, 57, 156, 203, 103, 96, 220])
  })

  // IPSO and conditioning: on POTHVAL, which is in no identity with the eight.
  const cases = [
    ['linear/sblm, d = 0', sblmMethod, {}, []],
    ['linear/sblm, d = .9', sblmMethod, { similarity: 0.9 }, []],
    ['linear/sblm, bootstrap, given POTHVAL', sblmMethod, { noise: 'bootstrap' }, of('POTHVAL')],
    ['linear/romm', rommMethod, {}, of('POTHVAL')],
    ['linear/ipso-c', ipsoCMethod, {}, of('POTHVAL')],
  ] as const

  it.each(cases)('%s: same moments in every group and overall', async (_, method, params, given) => {
    const y = await maskGroups(method as MaskingMethod, x, given, groups, params)
    expectSameMoments(y, x, given)
    for (const rows of groups) expectSameMoments(take(y, rows), take(x, rows), take(given, rows))
    // And every value is another one.
    y.forEach((column, j) => expect(column.findIndex((value, i) => value === x[j][i])).toBe(-1))
  })

  it('have the same regressions, principal components and analyses of variance', async () => {
    const y = await maskGroups(sblmMethod, x, [], groups, { similarity: 0.5 })
    const coefficients = ([target, ...others]: Columns): number[] => {
      const column = new Matrix(others.map((other) => [cov(other, target)]))
      return solve(covarianceMatrix(others), column).to1DArray()
    }
    const [, , , , interest, , wages, earnings] = x
    const original = coefficients([x[0], interest, wages, earnings])
    const masked = coefficients([y[0], y[4], y[6], y[7]])
    // Correlations of .99 among the predictors: 1e-9 in the moments is 1e-7 in a coefficient at worst.
    masked.forEach((value, k) => expect(Math.abs(value / original[k] - 1)).toBeLessThan(1e-7))
    const residual = ([target, ...others]: Columns): number => {
      const [left] = residualise([target], others)
      return cov(left, left)
    }
    expect(residual([y[0], y[4], y[6], y[7]]) / residual([x[0], interest, wages, earnings])).toBeCloseTo(1, 8)

    const [before, after] = [x, y].map((columns) => symmetricEigen(covarianceMatrix(columns)).values)
    // To 1e-9 of the largest: eigenvalues move by no more than the matrix does.
    after.forEach((value, k) => expect(Math.abs(value - before[k]) / before[0]).toBeLessThan(EXACT))

    y.forEach((column, j) => expect(Math.abs(anovaF(column, groups) / anovaF(x[j], groups) - 1)).toBeLessThan(1e-8))
  })

  it.each([0, 0.5, 0.9])(
    'have the correlations of Table 6 with d = %s, which are the original ones',
    async (similarity) => {
      // FICA and WSALVAL in the groups and overall; 1.000 in the second, where one is all but a share of the other.
      const printed = [0.642, 1, 0.817, 0.863, 0.529, 0.988, 0.766, 0.929, 0.91]
      const correlations = (fica: Float64Array, wages: Float64Array): number[] =>
        [...groups, Array.from(fica.keys())].map((rows) => {
          const [a, b] = take([fica, wages], rows)
          return cov(a, b) / Math.sqrt(cov(a, a) * cov(b, b))
        })
      const y = await maskGroups(sblmMethod, x, [], groups, { similarity })
      const original = correlations(x[5], x[6])
      correlations(y[5], y[6]).forEach((r, k) => {
        expect(Math.abs(r - original[k])).toBeLessThan(EXACT)
        // Three decimals are printed.
        expect(Math.abs(r - printed[k])).toBeLessThan(0.0005)
      })
    },
  )

  it('whole, with its 13 dependent columns: same moments, and PTOTVAL = PEARNVAL + POTHVAL', async () => {
    const all = [...census.values()]
    const [total, earned, other] = ['PTOTVAL', 'PEARNVAL', 'POTHVAL'].map((name) => [...census.keys()].indexOf(name))
    for (const [method, params] of [
      [sblmMethod, { similarity: 0.3 }],
      [sblmMethod, { similarityByColumn: Object.fromEntries(all.map((_, j) => [`x${j}`, 0.3])) }],
      [rommMethod, {}],
    ] as const) {
      const y = await maskGroups(method as MaskingMethod, all, [], [Array.from(all[0].keys())], params)
      expectSameMoments(y, all, [])
      const gap = y[total].map((value, i) => value - y[earned][i] - y[other][i])
      // Eigenvectors good to 1e-14, noise of a few sd.
      expect(Math.max(...gap.map(Math.abs)) / Math.sqrt(cov(all[total], all[total]))).toBeLessThan(1e-11)
    }
  })
})

describe('50,000 records of three columns in 24 groups', () => {
  const rng = seededRng('24 groups')
  const n = 50_000
  const groupOf = Array.from({ length: n }, () => Math.floor(24 * Math.sqrt(rng.uniform())))
  const groups = Array.from({ length: 24 }, (_, g) => groupOf.flatMap((group, i) => (group === g ? [i] : [])))
  const factor = new Float64Array(n).map(() => rng.normal())
  const x = [1.5, 0.6, 0.1].map((spread, j) =>
    factor.map((value, i) => (1 + groupOf[i]) * Math.exp(spread * (0.7 * value + 0.7 * rng.normal())) * 100 ** j),
  )

  it.each([
    ['linear/sblm', sblmMethod],
    ['linear/romm', rommMethod],
  ] as const)('%s: same moments in every group and overall', async (_, method) => {
    const y = await maskGroups(method as MaskingMethod, x, [], groups, {})
    expectSameMoments(y, x, [])
    for (const rows of groups) expectSameMoments(take(y, rows), take(x, rows), [])
  })
})
