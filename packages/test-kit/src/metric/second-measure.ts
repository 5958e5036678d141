import { sameColumn, type Measurement } from '@sdc/core'
import { besideMathRandom } from '../shared/math-random.js'
import { onceFor } from '../shared/once-for.js'
import { copyPair, inputOf, type MetricSubject, type Pair } from './run-metric.js'
import { measureByPlan } from '@sdc/toolkit'

/** Repetition of the same measurement, with its side effects. */
export interface SecondMeasure {
  readonly measurement: Measurement
  /** Inputs that it wrote to, as problems. */
  readonly written: readonly string[]
  readonly callsMathRandom: boolean
}

const secondOf = onceFor<Promise<SecondMeasure>>()

/** One measurement for all checks of side effects; compared with the first (`measureOnce`). */
export function secondMeasure(subject: MetricSubject, pair: Pair, params: unknown): Promise<SecondMeasure> {
  return secondOf(pair, [params], () => besideMathRandom(() => watched(subject, pair, params)))
}

async function watched(
  subject: MetricSubject,
  pair: Pair,
  params: unknown,
): Promise<Omit<SecondMeasure, 'callsMathRandom'>> {
  const fresh = copyPair(pair)
  const measurement = await measureByPlan(subject.metric, await inputOf(subject, fresh, structuredClone(params)))
  const problems = (['original', 'masked'] as const).flatMap((which) =>
    pair[which].names
      .filter((name) => !sameColumn(pair[which].column(name), fresh[which].column(name)))
      .map((name) => `expected ${name} of the ${which} file to stay unchanged, it was written to`),
  )
  const isSame = fresh.origin.every((row, i) => row === pair.origin[i])
  const written = isSame ? problems : [...problems, 'expected the origin to stay unchanged, it was written to']
  return { measurement, written }
}
