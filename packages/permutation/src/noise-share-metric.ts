/**
 * Share of the masking that is noise without a change of rank, which the maximum-knowledge adversary removes.
 *
 * 100·Var(Y − Z)/Var(Y − X) of every column, Z its reverse mapping; the value is the mean over the columns.
 * Source: Domingo-Ferrer & Muralidhar 2016, section 2.
 */
import { defineMetric, type MeasureInput, type Measurement } from '@sdc/core'
import * as z from 'zod'
import { decompose, type PermutationDecomposition } from './decomposition.js'
import { table, unknownOrigin, unmeasured } from '@sdc/toolkit'
import { linkedColumn } from '@sdc/toolkit/internal'

export const noiseShareMetric = defineMetric({
  id: 'permutation/noise-share',
  title: 'Residual noise',
  summary: 'Share of the change of a masked file that is noise without a change of rank; the rest is permutation.',
  formula: '100 · Var(y_j − z_j) / Var(y_j − x_j), z_j the reverse-mapped column; mean over the columns',
  source: [{ key: 'domingo-ferrer-muralidhar-2016', where: 'section 2' }],
  notes: [
    {
      topic: 'interpretation',
      text:
        'An intruder who knows the original values can map the masked ones back and remove this noise: only the ' +
        'permutation protects from them.',
    },
    {
      topic: 'interpretation',
      text: 'It can exceed 100 %: noise and permutation are not independent. A reverse-mapped file has 0.',
    },
    {
      topic: 'ties',
      text:
        'Equal masked values are ranked at random. Each column uses its own complete pairs. A column has no ' +
        'value if all its values changed by the same amount, or none did.',
    },
  ],
  kind: 'permutation',
  better: 'lower',
  unit: '%',
  range: [0, Number.POSITIVE_INFINITY],
  costly: true,
  cost: { time: 'O(n) a column' },
  recordsOf: 'masked',
  needsOrigin: true,
  atIdentity: null,
  params: z.object({}),
  needsFile: () => ({
    why: 'its reverse mapping ranks all values of both files; risk/difference-variance runs out of core',
  }),
  plan: () => ({ form: 'file', measure }),
})

function measure(input: MeasureInput<unknown>): Measurement {
  if (input.origin.length > 0 && input.origin.every((row) => row < 0)) return unmeasured(unknownOrigin())
  const parts = input.columns.map((name, j): PermutationDecomposition => {
    input.tick(j / input.columns.length)
    const { x, y } = linkedColumn(input, name)
    return decompose(x, y, input.rng.child(name).child('ties'))
  })
  const shares = parts.map((part) => (part.noiseShare === null ? null : 100 * part.noiseShare))
  const known = shares.filter((share) => share !== null)
  const used = parts.reduce((sum, { pairs }, j) => sum + (shares[j] === null ? 0 : pairs), 0)
  const columns = new Map(input.columns.map((name, j) => [name, shares[j]]))
  if (known.length === 0) {
    const reason = parts.some(({ pairs }) => pairs > 1)
      ? 'in every column all complete pairs changed by the same amount, or none did'
      : 'no column has two records with a value in both files'
    return { ...unmeasured(reason), columns }
  }
  const mean = known.reduce((sum, share) => sum + share, 0) / known.length
  const tables = new Map([
    [
      'columns',
      table({
        column: input.columns,
        pairs: Float64Array.from(parts, ({ pairs }) => pairs),
        'noise share (%)': Float64Array.from(shares, (share) => share ?? Number.NaN),
      }),
    ],
  ])
  return { value: mean, used, columns, tables }
}
