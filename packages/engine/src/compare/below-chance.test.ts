import { createRegistry, defineMethod, definePlugin, numeric, numericValues, seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import fakePlugin from '@sdc/testing/fake-plugin'
import { numbers } from '../testing/fake-methods.js'
import { parseComparePlan } from '../plan/plan.js'
import { compareCandidates } from './compare.js'

/** Every value takes the place of the one a little more than 10 % of the ranks above it: near nothing. */
const outOfReach = defineMethod({
  id: 'fake/out-of-reach',
  title: 'Out of reach',
  summary: 'Moves every rank by one more than what is near.',
  formula: 'y_(r) = x_(r + h + 1)',
  source: [{ where: 'this test' }],
  traits: { missing: 'refuse', scope: 'column' },
  params: z.object({}),
  apply: ({ data, columns }) => ({
    files: [
      {
        columns: new Map(
          columns.map((name) => {
            const values = numericValues(data, name)
            const order = Array.from(values, (_, i) => i).sort((a, b) => values[a] - values[b])
            const moved = new Float64Array(values.length)
            order.forEach((row, rank) => {
              moved[row] = values[order[(rank + Math.floor(values.length / 10) + 1) % values.length]]
            })
            return [name, numeric(moved)] as const
          }),
        ),
      },
    ],
  }),
})

const registry = createRegistry()
  .use(fakePlugin)
  .use(definePlugin({ name: 'fake-out-of-reach', version: '1.0.0', sdc: '^1', methods: [outOfReach] }))
  .freeze()

describe('a candidate below chance', () => {
  it('is named in the warnings of a comparison, and no other', async () => {
    const rng = seededRng('below chance')
    const normals = (): number[] => Array.from({ length: 200 }, () => rng.normal())
    const { warnings, rows } = await compareCandidates({
      registry,
      original: numbers({ a: normals(), b: normals(), c: normals() }),
      rng: seededRng(1),
      metrics: [],
      compare: parseComparePlan({
        columns: 'all',
        replicates: 2,
        candidates: [
          { use: 'fake/out-of-reach' },
          { use: 'fake/noise', grid: { share: [0.1, 5] } },
          { use: 'fake/swap' },
        ],
      }),
    })
    const below = warnings.filter((sentence) => sentence.includes('independent data'))
    expect(rows[0].metrics.get('fake/near')?.max).toBe(0)
    expect(below).toHaveLength(1)
    expect(below[0]).toMatch(/^fake\/out-of-reach: fake\/near 0 % is below the (1|2)\d(\.\d+)? % of independent data/)
  })
})
