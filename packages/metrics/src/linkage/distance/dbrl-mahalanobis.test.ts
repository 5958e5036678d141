import { standardise } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import * as reference from '../../testing/r-reference.fixture.js'
import { normals, run, tableColumn } from '../../testing/run.fixture.js'
import { dbrlMahalanobisMetric } from './dbrl-mahalanobis.js'
import { dbrlMetric } from './dbrl.js'

const get = (file: ReadonlyMap<string, Float64Array>, name: string): Float64Array =>
  file.get(name) ?? new Float64Array()

describe('risk/dbrl-mahalanobis', () => {
  it.each([
    ['zero', [7, 15, 29, 37]],
    ['cross', [7, 15, 20, 29, 37]],
  ])('finds the same records as R, covariance %s', async (covariance, expected) => {
    // R: S <- var(x) + var(y), or var(x - y); which(sapply(i, function(k) which.min(mahalanobis(y, x[k,], S))) == i)
    const measured = await run(dbrlMahalanobisMetric, reference.x, reference.y, { params: { covariance } })
    const found = [...(measured.records ?? [])].flatMap((credit, i) => (credit === 1 ? [i + 1] : []))
    expect(found).toEqual(expected)
    expect(measured.tables?.has('singular-directions')).toBe(false)
  })

  it('is linkage by differences in their standard deviations for a single column', async () => {
    const [x, y] = [normals(80, 1, 1), normals(80, 1, 2)]
    const { value } = await run(dbrlMahalanobisMetric, x, y)
    expect(value).toBe((await run(dbrlMetric, x, y, { params: { scale: 'pooled' } })).value)
  })

  it('does not change with any regular linear map of both files', async () => {
    const x = normals(80, 2, 1)
    const noise = normals(80, 2, 2)
    const y = new Map([...x].map(([name, v]) => [name, v.map((u, i) => u + 0.4 * get(noise, name)[i])]))
    const mapped = (file: ReadonlyMap<string, Float64Array>) => ({
      p: get(file, 'v1').map((u, i) => 1e6 * (u + 3 * get(file, 'v2')[i]) + 1e7),
      q: get(file, 'v2').map((u) => 1e-6 * u),
    })
    for (const covariance of ['zero', 'cross']) {
      const { value } = await run(dbrlMahalanobisMetric, x, y, { params: { covariance } })
      expect(value).toBeGreaterThan(0)
      expect((await run(dbrlMahalanobisMetric, mapped(x), mapped(y), { params: { covariance } })).value).toBe(value)
    }
  })

  it('links by a combination of columns that masking left unchanged, and names it', async () => {
    // Much noise, but v1 − v2/20 is unchanged.
    const x = new Map([...normals(100, 2, 1)].map(([name, v], j) => [name, v.map((u) => (j === 0 ? u : 40 * u))]))
    const noise = standardise([...normals(100, 1, 3).values()]).columns[0].map((u) => 5 * u)
    const y = new Map([
      ['v1', get(x, 'v1').map((u, i) => u + noise[i])],
      ['v2', get(x, 'v2').map((u, i) => u + 20 * noise[i])],
    ])
    expect((await run(dbrlMahalanobisMetric, x, y, { params: { covariance: 'zero' } })).value).toBeLessThan(50)
    const cross = await run(dbrlMahalanobisMetric, x, y, { params: { covariance: 'cross' } })
    expect(cross.value).toBe(100)
    const [p, q] = tableColumn(cross, 'singular-directions', 'identity 1')
    expect(q / p).toBeCloseTo(-1 / 20, 9)
  })

  it('ignores a combination of columns that is the same in all records', async () => {
    const [x, y] = [normals(100, 2, 1), normals(100, 2, 2)]
    const third = (file: Map<string, Float64Array>): Map<string, Float64Array> =>
      new Map([...file, ['sum', get(file, 'v1').map((u, i) => 1e3 + 7 * u - get(file, 'v2')[i])]])
    const { value } = await run(dbrlMahalanobisMetric, x, y)
    expect((await run(dbrlMahalanobisMetric, third(x), third(y))).value).toBe(value)
  })

  it('finds all records of an unmasked file, although their differences have no variance', async () => {
    const x = normals(60, 3, 1)
    expect((await run(dbrlMahalanobisMetric, x, x, { params: { covariance: 'cross' } })).value).toBe(100)
  })
})
