import { describe, expect, it } from 'vitest'
import { haveData } from '../../../../tooling/testing/shared-data.js'
import { paperOptions } from './options.fixture.js'
import { ipsoTable } from './paper-003-ipso.js'
import { paper003 } from './paper-003.js'
import { paperTables } from './paper-tables.js'
import { dataReader } from './real-data.js'
import { summarise } from './summary.js'
import { verdictOf } from './verdict.js'

describe('paper 003', () => {
  it('skips its tables where eia.csv is not at hand', async () => {
    const tables = await paperTables(paper003, paperOptions(), 'ipso')
    expect(tables.map(({ id }) => id)).toEqual(['IPSO-A', 'IPSO-B', 'IPSO-C'])
    expect(summarise(tables)).toMatchObject({ passed: true, outcome: 'SKIPPED' })
  })

  it.runIf(haveData('eia.csv'))(
    'has all 15 counts of IPSO-A (A13), the Mahalanobis columns named right (M9)',
    async () => {
      const options = paperOptions({ data: dataReader(process.env) })
      const eia = await options.data('eia.csv')
      const table = eia && (await ipsoTable(options, eia, 'A'))
      const found = table?.rows.flatMap(({ checks }) => checks.map((check) => check && verdictOf(check)))
      expect(found).toEqual(new Array(15).fill('exact'))
      expect(table?.notes?.[0]).toMatch(/^M9/)
    },
  )
})
