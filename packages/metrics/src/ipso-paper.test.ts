import type { Metric } from '@sdc/core'
import { residualise } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { eiaColumns } from '@sdc/testing/public-files'
import { dbrlKernelMetric } from './linkage/distance/dbrl-kernel.js'
import { dbrlMahalanobisMetric } from './linkage/distance/dbrl-mahalanobis.js'
import { dbrlMetric } from './linkage/distance/dbrl.js'
import { run, tableColumn } from './testing/run.fixture.js'

/** Variables v1, v2, v7, v8, v9 of Torra 2013, which IPSO replaces by their regression on the other five. */
const replaced = ['RESREVENUE', 'RESSALES', 'OTHREVENUE', 'OTHRSALES', 'TOTREVENUE']
const kept = ['COMREVENUE', 'COMSALES', 'INDREVENUE', 'INDSALES', 'TOTSALES']

describe('table of IPSO of Torra 2013, method A', () => {
  const eia = eiaColumns()
  const columns = (names: readonly string[]): Float64Array[] => names.map((name) => eia.get(name) ?? new Float64Array())
  const original = columns(replaced)
  const residuals = residualise(original, columns(kept))
  const fitted = original.map((column, j) => column.map((value, i) => value - residuals[j][i]))

  // Records found by v1, by v1, v7 and v8, and by all five, as printed; the columns of the two Mahalanobis distances
  // are interchanged there. Some records share all five regressors, and so their fitted values: the lowest is the link.
  it.each<[string, Metric, object, number[]]>([
    ['DBRL1', dbrlMetric, { scale: 'separate' }, [14, 16, 65]],
    ['DBRL2', dbrlMetric, { scale: 'pooled' }, [9, 15, 121]],
    ['DBRLM-COV0', dbrlMahalanobisMetric, { covariance: 'zero' }, [9, 9, 143]],
    ['DBRLM-COV', dbrlMahalanobisMetric, { covariance: 'cross' }, [9, 18, 3206]],
    ['KDBRL', dbrlKernelMetric, {}, [14, 16, 63]],
  ])('%s', async (_, metric, params, printed) => {
    const found: number[] = []
    for (const keys of [[0], [0, 2, 3], [0, 1, 2, 3, 4]]) {
      const known = new Map(keys.map((j) => [replaced[j], original[j]]))
      const released = new Map(keys.map((j) => [replaced[j], fitted[j]]))
      const measured = await run(metric, known, released, { params: { ...params, ties: 'first' } })
      expect(measured.used).toBe(4092)
      found.push(tableColumn(measured, 'linked', 'records')[1])
      expect(measured.value).toBeCloseTo((100 * found[found.length - 1]) / 4092, 12)
    }
    expect(found).toEqual(printed)
  })
})
