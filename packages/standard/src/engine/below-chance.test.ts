import { createRegistry, defineMethod, definePlugin, numeric, numericValues, seededRng } from '@sdc/core'
import { compareCandidates, parseComparePlan } from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import standard from '../index.js'
import { numbers } from './fake-methods.fixture.js'

/** Every value takes the place of the one a little more than 10 % of the ranks above it: out of every window. */
const outOfReach = defineMethod({
  id: 'fake/out-of-reach',
  title: 'Out of reach',
  summary: 'Moves every rank by the widest window of interval disclosure plus one.',
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
  .use(standard)
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
        axes: { risk: 'risk/interval-disclosure', loss: 'loss/correlation' },
        candidates: [
          { use: 'fake/out-of-reach' },
          { use: 'noise/additive', grid: { relativeVariance: [0.2, 50] } },
          { use: 'swapping/rank-swap' },
        ],
      }),
    })
    const below = warnings.filter((sentence) => sentence.includes('independent data'))
    expect(rows[0].metrics.get('risk/interval-disclosure')?.max).toBe(0)
    expect(below).toHaveLength(1)
    expect(below[0]).toMatch(
      /^fake\/out-of-reach: risk\/interval-disclosure 0 % is below the 1\d(\.\d+)? % of independent data/,
    )
  })
})
