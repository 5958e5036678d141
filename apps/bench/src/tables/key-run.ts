import { categorical, dataset, seededRng, type CategoricalColumn, type Registry } from '@sdc/core'
import { applyTableMethod } from '@sdc/engine'
import { buildTable } from '@sdc/tabular'
import type { Measured } from './measured.js'
import { costOf } from './run-cost.js'
import type { KeyCase } from './table-case.js'

/** Builds the table of all cross-tabulated records with the keys of its cells, and perturbs its counts. */
export async function keyRun(registry: Registry, { records, levels }: KeyCase): Promise<Measured> {
  const rng = seededRng('cell keys')
  const keys = new Float64Array(records)
  rng.child('keys').fillUniform(keys)
  const data = dataset(
    levels.map((count, d) => [`d${d + 1}`, columnOf(count, records, rng.child(`column ${d}`))] as const),
  )
  const { value, ...cost } = await costOf(async () => {
    const table = buildTable(data, { dimensions: data.names.map((name) => ({ name })), total: 'Total', keys })
    await applyTableMethod({ registry, table, method: 'tabular/cell-key', rng: seededRng('cell keys') })
    return table
  })
  const none = Number.NaN
  return {
    ...cost,
    cells: value.values.length,
    sensitive: none,
    suppressed: none,
    unprotected: none,
    cost: none,
    gapPercent: none,
    proved: none,
  }
}

/** The first levels are more frequent than the last. */
function columnOf(count: number, records: number, rng: ReturnType<typeof seededRng>): CategoricalColumn {
  const draws = new Float64Array(records)
  rng.fillUniform(draws)
  const names = Array.from({ length: count }, (_, level) => `level ${level + 1}`)
  return { ...categorical([], names), codes: Int32Array.from(draws, (u) => Math.floor(count * u * u)) }
}
