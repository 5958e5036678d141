import type { Rng } from '@sdc/core'
import { exp, log1p } from '@sdc/stats'

export const multiplierLaws = ['uniform', 'truncated-normal', 'log-normal', 'two-peak'] as const

/** Distribution of the factor that multiplies a value; all have mean 1. */
export type MultiplierLaw = (typeof multiplierLaws)[number]

/**
 * Source of independent factors with mean 1.
 *
 * a = halfWidth, s = sd, both shares of the value. `uniform`: on [1 − a, 1 + a). `truncated-normal`: N(1, s²) given |U
 * − 1| ≤ a. `log-normal`: mean 1 and standard deviation s, so ln U ~ N(−v/2, v) with v = ln(1 + s²). `two-peak`: 1 − a
 * or 1 + a, each with probability ½, plus N(0, s²). Sources: Domingo-Ferrer & Muralidhar 2016, §4.1 (uniform); Höhne
 * 2004 (two-peak).
 *
 * @param law - The distribution.
 * @param halfWidth - a.
 * @param sd - s.
 * @param rng - Source of the factors.
 * @returns A function that draws one factor after another.
 */
export function multiplierSource(law: MultiplierLaw, halfWidth: number, sd: number, rng: Rng): () => number {
  switch (law) {
    case 'uniform':
      return () => 1 - halfWidth + 2 * halfWidth * rng.uniform()
    case 'truncated-normal':
      return () => 1 + sd * truncatedNormal(halfWidth / sd, rng)
    case 'log-normal': {
      const v = log1p(sd * sd)
      const root = Math.sqrt(v)
      return () => exp(root * rng.normal() - v / 2)
    }
    case 'two-peak':
      return () => 1 + (rng.uniform() < 0.5 ? -halfWidth : halfWidth) + sd * rng.normal()
  }
}

/**
 * Fills an array with the successive factors of `multiplierSource`, faster if a factor is one draw.
 *
 * @param law - The distribution.
 * @param halfWidth - a.
 * @param sd - s.
 * @param rng - Source of the factors.
 * @param target - The array to fill.
 */
export function fillMultipliers(
  law: MultiplierLaw,
  halfWidth: number,
  sd: number,
  rng: Rng,
  target: Float64Array,
): void {
  if (law === 'uniform') {
    rng.fillUniform(target)
    for (let i = 0; i < target.length; i++) target[i] = 1 - halfWidth + 2 * halfWidth * target[i]
  } else if (law === 'log-normal') {
    const v = log1p(sd * sd)
    const root = Math.sqrt(v)
    rng.fillNormal(target)
    for (let i = 0; i < target.length; i++) target[i] = exp(root * target[i] - v / 2)
  } else {
    const draw = multiplierSource(law, halfWidth, sd, rng)
    for (let i = 0; i < target.length; i++) target[i] = draw()
  }
}

/** Bound up to which proposals from N(0, 1) are accepted more rarely than uniform ones on ±bound: √(π/2). */
const NORMAL_FROM = Math.sqrt(Math.PI / 2)

/**
 * Draws N(0, 1) given that it lies within ±bound, by rejection; for any bound at least 79 % of the proposals are
 * accepted.
 */
function truncatedNormal(bound: number, rng: Rng): number {
  for (;;) {
    if (bound >= NORMAL_FROM) {
      const proposal = rng.normal()
      if (Math.abs(proposal) <= bound) return proposal
    } else {
      const proposal = bound * (2 * rng.uniform() - 1)
      if (rng.uniform() < exp((-proposal * proposal) / 2)) return proposal
    }
  }
}
