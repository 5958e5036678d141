import { createRegistry, numericValues, seededRng, type Dataset } from '@sdc/core'
import { census } from '@sdc/datasets/census'
import { eia } from '@sdc/datasets/eia'
import { measureFiles, parseStep, replicateRng, runSteps } from '@sdc/engine'
import { neighbouringMeans } from '@sdc/metrics'
import { sortedValues } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import standard from './index.js'

const registry = createRegistry().use(standard).freeze()
const files: readonly (readonly [string, () => Dataset])[] = [
  ['census', census],
  ['eia', eia],
]

describe('microaggregation/individual-ranking, attacked by risk/ir-rl', () => {
  it.each(files)('%s: the true record is a candidate in every cell, k = 3, 5, 10', async (_, read) => {
    const original = read()
    // The method refuses constant columns.
    const columns = original.names.filter((name) => {
      const column = original.column(name)
      return column.kind === 'numeric' && new Set(column.values).size > 1
    })
    for (const k of [3, 5, 10]) {
      const use = 'microaggregation/individual-ranking'
      const steps = [parseStep({ use, columns, params: { k } })]
      const run = await runSteps({ registry, original, steps, rng: replicateRng(seededRng(1)) })
      const [{ data: masked, origin }] = run.files
      for (const name of columns) {
        const [x, y] = [numericValues(original, name), numericValues(masked, name)]
        const { least, most } = neighbouringMeans(x, sortedValues(y))
        const outside = [...origin.keys()].filter((i) => !(y[i] >= least[origin[i]] && y[i] <= most[origin[i]]))
        expect(outside).toEqual([])
      }
      const metrics = [{ use: 'risk/ir-rl', params: {} }]
      const [{ measurement }] = await measureFiles({
        registry,
        original,
        masked,
        origin,
        columns,
        metrics,
        rng: seededRng('measure'),
      })
      const held = measurement.tables?.get('keys')?.column('percent with the right one among the candidates')
      expect(held?.kind === 'numeric' && [...held.values]).toEqual(new Array(7).fill(100))
    }
  })
})
