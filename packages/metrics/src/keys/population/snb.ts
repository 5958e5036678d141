import { exp, expm1, log, log1p } from '@sdc/stats'
import { classesOfSize, overSizes, type ClassSizes } from './class-sizes.js'

/** Fitted slide negative binomial model: K classes in the population. */
export interface SnbFit {
  readonly classes: number
  readonly alpha: number
  readonly beta: number
}

/** Largest relative error of both equations, for f_1 and f_2. */
const RESIDUAL = 1e-9

/** Limit for the logit of β: 1e-8 to 1 − 1e-8. */
const END = 18.42
const STEPS = 368

/**
 * Fits the slide negative binomial model: classes of the population have the size 1 + negative binomial(α, β); the
 * sample has every record with probability p.
 *
 * With q = (1 − p)(1 − β) and D = 1 − q the expected numbers of classes with one and two records are f_1 = Kp(β/D)^α(1
 * + αq/D) and f_2 = Kαβ^αp²(1 − β)(2 − (1 − α)q)/(2D^(α + 2)), where K is Shlosser's estimate. The first has up to two
 * roots α for a β; along each of them the second is evaluated for every β.
 *
 * @param sample - The classes of the sample.
 * @param p - The sampling fraction, below 1.
 * @returns The parameters, or the reason for their absence: no root, or several. Cost: O(different sizes), and some
 *   ten thousand evaluations of the two equations. Source: Chen & Keller-McNulty 1998; Shlosser 1981.
 */
export function fitSnb(sample: ClassSizes, p: number): SnbFit | string {
  const [one, two] = [classesOfSize(sample, 1), classesOfSize(sample, 2)]
  if (two === 0) return 'no class of the sample has two records, so their equation has no solution'
  const classes = shlosserClasses(sample, p)
  const model: Model = { classes, p, one, two }
  const curve = curvePoints(model)
  const roots: SnbFit[] = []
  for (const branch of [0, 1] as const) {
    for (let at = 1; at < curve.length; at++) {
      const [from, to] = [curve[at - 1], curve[at]]
      const [a, b] = [secondGap(model, from, branch), secondGap(model, to, branch)]
      if (Number.isNaN(a) || Number.isNaN(b) || a > 0 === b > 0) continue
      const logit = crossing((x) => secondGap(model, x, branch), from, to)
      const beta = logistic(logit)
      const alpha = alphasOf(model, beta)[branch]
      if (alpha === undefined || Math.abs(expm1(secondGap(model, logit, branch))) > RESIDUAL) continue
      if (Math.abs(expm1(firstGap(model, beta, alpha))) > RESIDUAL) continue
      // A root where both branches meet may be found on each.
      if (roots.every((root) => Math.abs(root.alpha - alpha) > 1e-6 * alpha)) roots.push({ classes, alpha, beta })
    }
  }
  if (roots.length === 1) return roots[0]
  return roots.length === 0
    ? 'its two equations have no common solution'
    : `its two equations have ${roots.length} solutions; the right one is unknown`
}

/**
 * Returns the uniques of the population by the model: Kβ^α.
 *
 * @param fit - The parameters.
 * @returns The number.
 */
export function snbUniques({ classes, alpha, beta }: SnbFit): number {
  return classes * exp(alpha * log(beta))
}

/**
 * Returns Shlosser's estimate of the number of classes: K = u + f_1·A·B², with A = Σ ip²(1 − p²)^(i−1) f_i / Σ [(1 −
 * p²)^i − (1 − p)^i] f_i and B = Σ (1 − p)^i f_i / Σ ip(1 − p)^(i−1) f_i.
 *
 * @param sample - The classes of the sample.
 * @param p - The sampling fraction, below 1.
 * @returns The number.
 */
export function shlosserClasses(sample: ClassSizes, p: number): number {
  const [kept, square] = [log1p(-p), log1p(-p * p)]
  const A =
    overSizes(sample, (i) => i * p * p * exp((i - 1) * square)) /
    // (1 − p²)^i·(1 − (1 + p)^−i), because (1 − p)/(1 − p²) = 1/(1 + p): no overflow, for any size of the class.
    overSizes(sample, (i) => -exp(i * square) * expm1(-i * log1p(p)))
  const B = overSizes(sample, (i) => exp(i * kept)) / overSizes(sample, (i) => i * p * exp((i - 1) * kept))
  return sample.u + classesOfSize(sample, 1) * A * B * B
}

interface Model {
  readonly classes: number
  readonly p: number
  readonly one: number
  readonly two: number
}

function logistic(x: number): number {
  return 1 / (1 + exp(-x))
}

/** Returns q and D; 1 − β comes from the logit, so that it keeps its digits. */
function parts({ p }: Model, beta: number): { q: number; D: number } {
  const q = (1 - p) * (1 - beta)
  return { q, D: beta + p * (1 - beta) }
}

/** Returns the logarithm of the model's f_1 over f_1. */
function firstGap(model: Model, beta: number, alpha: number): number {
  const { q, D } = parts(model, beta)
  return log((model.classes * model.p) / model.one) + alpha * log(beta / D) + log1p((alpha * q) / D)
}

/** Returns the logarithm of the model's f_2 over f_2, at the root α of a branch; NaN without a root. */
function secondGap(model: Model, logit: number, branch: 0 | 1): number {
  const beta = logistic(logit)
  const alpha = alphasOf(model, beta)[branch]
  if (alpha === undefined) return Number.NaN
  const { p, classes, two } = model
  const { q, D } = parts(model, beta)
  const rest = (alpha * p * p * (1 - beta) * (2 - (1 - alpha) * q)) / (2 * D * D)
  return log((classes * rest) / two) + alpha * log(beta / D)
}

/**
 * Returns the roots α > 0 of the first equation, the lower one first; a single root is the upper one. `firstGap` is
 * concave in α.
 */
function alphasOf(model: Model, beta: number): readonly [lower: number | undefined, upper: number | undefined] {
  const { q, D } = parts(model, beta)
  const gap = (alpha: number): number => firstGap(model, beta, alpha)
  const top = Math.max(0, -1 / log(beta / D) - D / q)
  if (gap(top) < 0) return [undefined, undefined]
  let far = Math.max(1, 2 * top)
  while (gap(far) > 0 && far < 1e12) far *= 2
  const upper = crossing(gap, top, far)
  return [gap(0) < 0 ? crossing(gap, 0, top) : undefined, upper]
}

/** Returns logits of β, including the ends of the ranges in which the first equation has roots. */
function curvePoints(model: Model): number[] {
  const points: number[] = []
  const has = (x: number, branch: 0 | 1): boolean => alphasOf(model, logistic(x))[branch] !== undefined
  let before = -END
  for (let step = 0; step <= STEPS; step++) {
    const here = -END + (2 * END * step) / STEPS
    for (const branch of [0, 1] as const) {
      if (has(before, branch) === has(here, branch)) continue
      let [inside, outside] = has(here, branch) ? [here, before] : [before, here]
      for (let halving = 0; halving < 60; halving++) {
        const middle = (inside + outside) / 2
        if (has(middle, branch)) inside = middle
        else outside = middle
      }
      points.push(inside)
    }
    points.push(here)
    before = here
  }
  return points.sort((a, b) => a - b)
}

/** Finds a change of sign of a function between two points, by bisection. */
function crossing(f: (x: number) => number, from: number, to: number): number {
  let [a, b] = [from, to]
  const positive = f(a) > 0
  for (let halving = 0; halving < 200; halving++) {
    const middle = (a + b) / 2
    if (middle === a || middle === b) break
    if (f(middle) > 0 === positive) a = middle
    else b = middle
  }
  return (a + b) / 2
}
