import { isSdcError, numericValues, seededRng, type Dataset, type Registry } from '@sdc/core'
import { measureFiles, parseStep, replicateRng, runSteps } from '@sdc/engine'
import { mean, standardDeviation } from '@sdc/stats'
import { fineName, type FineCandidate } from './fine-candidates.js'

/** The mean over the replicates, and the standard deviation of one. */
export interface Spread {
  readonly mean: number
  readonly sd: number
}

/** A candidate by truth identity: the score, its loss IL, and its risk DR = (DLD + ID)/2. */
export interface FineRow {
  readonly name: string
  readonly replicates: number
  readonly score: Spread
  readonly loss: Spread
  readonly risk: Spread
  /** Why there is no value. */
  readonly error?: string
}

const nothing: Spread = { mean: Number.NaN, sd: Number.NaN }

export interface FineInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly columns: readonly string[]
  readonly replicates: number
}

/** Runs a candidate so many times, each with random numbers of its own, and measures it; an error is a row as well. */
export async function fineRow(input: FineInput, candidate: FineCandidate): Promise<FineRow> {
  const { registry, original, columns, replicates } = input
  const name = fineName(candidate)
  const values: { score: number; loss: number; risk: number }[] = []
  try {
    for (let r = 1; r <= replicates; r++) {
      const steps = [
        { use: candidate.use, columns: [...columns], params: candidate.params },
        ...candidate.then.map((use) => ({ use, columns: [...columns] })),
      ]
      const rng = replicateRng(seededRng('fine grid'), r)
      const { files } = await runSteps({ registry, original, steps: steps.map((step) => parseStep(step)), rng })
      const [{ data: masked, origin }] = files
      const metrics = [{ use: 'score/sebe', params: {} }]
      const [{ measurement }] = await measureFiles({ registry, original, masked, origin, columns, metrics, rng })
      const parts = measurement.tables?.get('components')
      const [loss, ...risks] = parts ? numericValues(parts, 'percent') : []
      values.push({ score: measurement.value ?? Number.NaN, loss, risk: mean(Float64Array.from(risks)) })
    }
  } catch (error) {
    if (!isSdcError(error)) throw error
    return { name, replicates, score: nothing, loss: nothing, risk: nothing, error: error.message }
  }
  const spread = (of: 'score' | 'loss' | 'risk'): Spread => {
    const each = Float64Array.from(values, (value) => value[of])
    return { mean: mean(each), sd: each.length > 1 ? standardDeviation(each) : Number.NaN }
  }
  return { name, replicates, score: spread('score'), loss: spread('loss'), risk: spread('risk') }
}
