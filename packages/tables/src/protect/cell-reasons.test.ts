import { cellName } from '@sdc/tabular'
import { expect, it } from 'vitest'
import { dropped, filesOf, registry } from '../../../inspect/src/in-memory.fixture.js'
import { buildTableFile } from '../build/build-table-file.js'
import { cellReasons } from './cell-reasons.js'
import { protectTableFiles } from './protect-table-file.js'

/** Contributions by region and branch: a lone one, a dominant one, and many. */
const gave: Readonly<Record<string, readonly number[]>> = {
  'a,u': [40],
  'a,v': [900, 30, 20, 10],
  'a,w': [50, 45, 40, 30],
  'b,u': [50, 45, 40, 30],
  'b,v': [60, 55, 50, 40],
  'b,w': [60, 50, 40, 30],
}

it('gives the reason for each suppressed cell', async () => {
  const lines = Object.entries(gave).flatMap(([cell, values]) => values.map((value) => `${cell},${value}`))
  const { artefacts } = buildTableFile(dropped('firms.csv', `r,b,x\n${lines.join('\n')}\n`), {
    by: ['r', 'b'],
    value: 'x',
    out: 't.csv',
  })
  const [file, description] = filesOf(artefacts, 'internal-table')
  const { result } = await protectTableFiles(
    [{ file, description }],
    { columns: {}, requirements: {}, rules: ['freq=3', 'nk=1,75', 'p=5%'] },
    registry,
  )
  const [{ status, table }] = result.views
  const levels = (c: number): string => table.dimensions.map((one) => one.levels[one.codes[c]]).join('')
  const reasons = new Map([...cellReasons(result)].map(([c, reason]) => [levels(c), reason]))
  expect([...reasons.keys()]).toEqual([...status.keys()].filter((c) => status[c] > 0).map(levels))
  expect(reasons.get('au')).toBe(
    '1 contributor, fewer than 3; the largest contribution is more than 75 % of the value (100 %); the second largest contributor can estimate the largest to within 5 %',
  )
  expect(reasons.get('av')).toContain('the largest contribution is more than 75 % of the value (93.8 %)')
  const sensitive = [...status.keys()].filter((c) => status[c] === 1).map((c) => cellName(table, c))
  const secondary = [...status.keys()].filter((c) => status[c] === 2).map((c) => reasons.get(levels(c)) ?? '')
  expect(secondary.length).toBeGreaterThan(0)
  for (const reason of secondary) {
    expect(reason).toMatch(/^suppressed so that the sums do not disclose /)
    expect(sensitive.some((name) => reason.includes(name))).toBe(true)
  }
})
