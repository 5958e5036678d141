import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { census } from '@sdc/datasets/census'
import { expect, it } from 'vitest'
import { standardRegistry } from '../surroundings.js'
import { fineMaskings, fineName, variantsOf } from './fine-candidates.js'
import { parseFineRows } from './fine-csv.js'
import { fineRow } from './fine-row.js'

const file = fileURLToPath(new URL('../../../../packages/testing/reference/fine-grid/census.csv', import.meta.url))

it('the committed table has every masking alone and reverse-mapped, and what the program gives for one of them', async () => {
  const rows = parseFineRows(await readFile(file, 'utf8'))
  const byName = new Map(rows.map((row) => [row.name, row]))
  expect(byName.size).toBe(rows.length)
  const registry = standardRegistry()
  const maskings = fineMaskings(registry, 16)
  for (const then of variantsOf(registry).slice(0, 2))
    for (const masking of maskings) expect(byName.has(fineName({ ...masking, then }))).toBe(true)

  const masking = maskings.find(({ use, params }) => use === 'noise/multiplicative' && params.halfWidth > 0.5)
  if (!masking) return expect.fail('multiplicative noise has no half-width above 0.5')
  const candidate = { ...masking, then: ['reverse-map/rank'] }
  const original = census()
  const now = await fineRow({ registry, original, columns: original.names, replicates: 5 }, candidate)
  const committed = byName.get(now.name)?.score ?? { mean: Number.NaN, sd: Number.NaN }
  // Of two means of five runs each: five standard errors, whatever streams a later version draws from.
  expect(Math.abs(now.score.mean - committed.mean)).toBeLessThan(5 * committed.sd * Math.sqrt(2 / 5) + 0.001)
})
