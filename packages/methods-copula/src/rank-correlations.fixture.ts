import { seededRng } from '@sdc/core'
import { correlate } from '@sdc/stats'
import { Matrix } from 'ml-matrix'
import { shuffleData } from './data-shuffling.js'
import { lhsMethod } from './lhs.js'
import { perturbationMethod } from './perturbation.js'
import { columnsOf, runMethod } from './testing.fixture.js'

export type Columns = readonly Float64Array[]

/** The methods that claim to keep rank correlations, by what comes of columns given others; lhs is given none. */
export const methods: readonly (readonly [string, (x: Columns, s: Columns, seed: string) => Promise<Columns>])[] = [
  ['copula/data-shuffling', (x, s, seed) => Promise.resolve(shuffleData(x, s, seededRng(seed)))],
  ['copula/perturbation', async (x, s, seed) => columnsOf(await runMethod(perturbationMethod, x, s, {}, seed))],
  ['copula/lhs', async (x, _, seed) => columnsOf(await runMethod(lhsMethod, x, [], {}, seed))],
]
export const conditional = methods.slice(0, 2)

/** The largest mean difference over seeds of the masked columns' Spearman correlations, those with the given ones too. */
export async function farthest(
  run: (x: Columns, s: Columns, seed: string) => Promise<Columns>,
  x: Columns,
  s: Columns,
  seeds: number,
): Promise<number> {
  const p = x.length
  const before = correlate([...x, ...s], 'spearman').subMatrix(0, p - 1, 0, p + s.length - 1)
  const total = Matrix.zeros(p, p + s.length)
  for (let seed = 0; seed < seeds; seed++) {
    const masked = await run(x, s, `masking ${seed}`)
    total.add(
      correlate([...masked, ...s], 'spearman')
        .subMatrix(0, p - 1, 0, p + s.length - 1)
        .sub(before),
    )
  }
  return total.div(seeds).abs().max()
}
