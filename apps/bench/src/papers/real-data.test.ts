import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { numericValues } from '@sdc/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paperOptions } from './options.fixture.js'
import type { Paper } from './paper.js'
import { paperTables } from './paper-tables.js'
import { dataReader, skippedTable } from './real-data.js'
import { renderPaper } from './render.js'
import { summarise } from './summary.js'

describe('real data', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bench-data-'))
    await writeFile(join(folder, 'small.csv'), 'a,b\n1,2\n3,4\n')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const paper: Paper = {
    id: '000',
    citation: 'A paper.',
    introduction: [],
    parts: [
      {
        name: '1',
        async tables({ data }) {
          const small = await data('small.csv')
          if (!small) return [skippedTable('Table 1', 'Sums', 'small.csv')]
          const sum = numericValues(small, 'a').reduce((x, y) => x + y)
          const rows = [{ given: [], checks: [{ ours: sum, printed: 4 }] }]
          return [{ id: 'Table 1', title: 'Sums', sentence: 'Of a.', given: [], checks: ['sum'], rows }]
        },
      },
    ],
  }

  it('are read from SDC_DATA_DIR', async () => {
    const options = paperOptions({ data: dataReader({ SDC_DATA_DIR: folder }) })
    expect(summarise(await paperTables(paper, options))).toMatchObject({ passed: true, outcome: 'REPRODUCED' })
  })

  it('are skipped where they are missing, which is said and no failure', async () => {
    const options = paperOptions({ data: dataReader({ SDC_DATA_DIR: join(folder, 'none') }) })
    const tables = await paperTables(paper, options)
    const summary = summarise(tables)
    expect(summary).toMatchObject({ passed: true, outcome: 'SKIPPED' })
    expect(renderPaper(paper, tables, summary)).toMatch(
      /Table 1\. Sums\nSkipped: it needs small\.csv[^]*1 table skipped/,
    )
  })

  it('must be there with SDC_REQUIRE_DATA=1', async () => {
    const options = paperOptions({ data: dataReader({ SDC_DATA_DIR: folder, SDC_REQUIRE_DATA: '1' }) })
    expect(summarise(await paperTables(paper, options)).passed).toBe(true)
    await expect(options.data('other.csv')).rejects.toMatchObject({ code: 'FILE' })
  })
})
