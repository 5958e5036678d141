import { classesOfSize, type ClassSizes } from './class-sizes.js'
import { fitPitman, pitmanUniques } from './pitman.js'
import { fitSnb, snbUniques } from './snb.js'
import { zayatzUniques } from './zayatz.js'

export const uniquesModels = ['pitman', 'zayatz', 'snb'] as const

export type UniquesModel = (typeof uniquesModels)[number]

/** Estimate of a model, or the reason for its absence. */
export interface UniquesEstimate {
  readonly model: UniquesModel
  /** Number of uniques of the population; null without an estimate. */
  readonly uniques: number | null
  readonly reason: string | null
  /** Fitted parameters, if the model has any. */
  readonly parameters: Readonly<Record<string, number>>
}

/** Largest sampling fraction for which Dankar's rule uses Pitman's estimate. */
const SMALL_FRACTION = 0.1

/**
 * Estimates the uniques of a population by three models of its classes.
 *
 * If no class of the sample has one record, neither has the population. If the sample is the population, its uniques
 * are those of the sample, for every model. An estimate above the population is discarded.
 *
 * @param sample - The classes of the sample.
 * @param N - Size of the population, at least that of the sample.
 * @returns An estimate for each model.
 */
export function estimateUniques(sample: ClassSizes, N: number): readonly UniquesEstimate[] {
  const uniques = classesOfSize(sample, 1)
  if (uniques === 0 || sample.n === N)
    return uniquesModels.map((model) => ({ model, uniques, reason: null, parameters: {} }))
  const pitman = fitPitman(sample)
  const snb = fitSnb(sample, sample.n / N)
  return [
    made(
      'pitman',
      pitman,
      N,
      (fit) => pitmanUniques(fit, N),
      ({ theta, alpha }) => ({ theta, alpha }),
    ),
    made(
      'zayatz',
      {},
      N,
      () => zayatzUniques(sample, N),
      () => ({}),
    ),
    made('snb', snb, N, snbUniques, ({ classes, alpha, beta }) => ({ classes, alpha, beta })),
  ]
}

function made<T extends object>(
  model: UniquesModel,
  fit: T | string,
  N: number,
  uniquesOf: (fit: T) => number,
  parametersOf: (fit: T) => Readonly<Record<string, number>>,
): UniquesEstimate {
  if (typeof fit === 'string') return { model, uniques: null, reason: fit, parameters: {} }
  const uniques = uniquesOf(fit)
  const parameters = parametersOf(fit)
  // A relative excess of 1e-9 is rounding.
  if (uniques <= N * (1 + 1e-9)) return { model, uniques: Math.min(uniques, N), reason: null, parameters }
  return { model, uniques: null, reason: 'it estimates more uniques than the population has records', parameters }
}

/**
 * Selects an estimate by Dankar's rule: up to a sampling fraction of .1 that of Pitman's model; above, and if Pitman's
 * has none, the smaller of the slide negative binomial and Zayatz.
 *
 * @param estimates - Estimates of all models.
 * @param fraction - The sampling fraction.
 * @returns The selected estimate.
 *
 * Source: Dankar, El Emam, Neisa & Roffey 2012.
 */
export function dankarChoice(estimates: readonly UniquesEstimate[], fraction: number): UniquesEstimate | undefined {
  const [pitman] = estimates.filter(({ model, uniques }) => model === 'pitman' && uniques !== null)
  // The fraction is a quotient: a tenth may exceed .1 by rounding.
  const isSmall = fraction <= SMALL_FRACTION * (1 + 1e-12)
  if (isSmall && pitman) return pitman
  const others = estimates.filter(({ model, uniques }) => model !== 'pitman' && uniques !== null)
  const smallest = (a: UniquesEstimate, b: UniquesEstimate): UniquesEstimate =>
    (b.uniques ?? Infinity) < (a.uniques ?? Infinity) ? b : a
  // Below a tenth the rule replaces Pitman by Zayatz.
  const left = isSmall ? others.filter(({ model }) => model === 'zayatz') : others
  return left.length > 0 ? left.reduce(smallest) : undefined
}
