import { seededRng } from '@sdc/core'
import { mean, variance } from '@sdc/stats'
import { combineImputations, type ImputationKind } from '@sdc/stats/distributions'
import { drawnValues, impute } from './imputation.fixture.js'

const n = 50

/** A frame ten times the sample. */
const units = 500

const correlation = 0.7

interface Coverage {
  /** Share of the intervals that hold the population mean, 0. */
  readonly covered: number
  /** Share in which T was not positive. */
  readonly replaced: number
  /** Mean of T, including negative ones, divided by the variance of q̄ over the runs. */
  readonly varianceRatio: number
}

/** 95 % intervals for the mean of x, from sets of imputed files of new samples of a bivariate normal population. */
export async function coverage(kind: 'partial' | 'full', sets: number, runs: number): Promise<Coverage> {
  let [covered, replaced] = [0, 0]
  const rows = kind === 'full' ? units : n
  const estimates = new Float64Array(runs)
  const totals = new Float64Array(runs)
  for (let run = 0; run < runs; run++) {
    const rng = seededRng(`${kind} coverage`).child(String(run))
    const s = Float64Array.from({ length: rows }, () => rng.normal())
    const x = s.map((z, i) => (i < n ? correlation * z + Math.sqrt(1 - correlation ** 2) * rng.normal() : Number.NaN))
    const result = await impute(
      { s, x },
      { columns: ['x'], given: ['s'], params: { kind, sets }, seed: `${kind} ${run}` },
    )
    const values = drawnValues(result, 'x')
    const squaredErrors = Float64Array.from(values, (one) => variance(one) / n)
    const options: { readonly kind: ImputationKind } = { kind }
    const combined = combineImputations(Float64Array.from(values, mean), squaredErrors, options)
    const [low, high] = combined.interval
    if (low <= 0 && high >= 0) covered++
    if (combined.replaced) replaced++
    const { between, within, total } = combined
    estimates[run] = combined.estimate
    totals[run] = combined.replaced ? (1 + 1 / sets) * between - within : total
  }
  return { covered: covered / runs, replaced: replaced / runs, varianceRatio: mean(totals) / variance(estimates) }
}
