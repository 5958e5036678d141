import type { HierarchyLevel } from '@sdc/toolkit/internal'
import { seededRng } from '@sdc/core'
import type { Condition, Key, LossName, RecodingProblem, Sensitive } from './problem.js'

/** Returns a random whole number from 0 to n − 1. */
export type Draw = (n: number) => number

export function drawsOf(seed: number): Draw {
  const rng = seededRng(seed)
  return (n) => Math.floor(rng.uniform() * n)
}

/**
 * Random levels of values 0 … size − 1: each merges classes of the level below at random, and the last has one class.
 */
export function randomLevels(draw: Draw, size: number, height: number): HierarchyLevel[] {
  let classOf = Int32Array.from({ length: size }, (_, v) => v)
  return Array.from({ length: height + 1 }, (_, h) => {
    const classes = h === 0 ? size : h === height ? 1 : Math.max(1, Math.ceil(size / (2 * h)))
    if (h > 0) {
      const to = Int32Array.from({ length: size }, () => draw(classes))
      classOf = classOf.map((own) => to[own])
    }
    // Classes are numbered without gaps.
    const numbers = [...new Set(classOf)]
    classOf = classOf.map((own) => numbers.indexOf(own))
    const sizes = new Int32Array(numbers.length)
    for (const own of classOf) sizes[own]++
    return { labels: numbers.map((_, i) => `${h}:${i}`), classOf: classOf.slice(), sizes }
  })
}

const conditions = (draw: Draw): Condition[] => {
  const all: Condition[] = [
    { model: 'distinct', l: 2 + draw(2) },
    { model: 'entropy', l: 1.2 + draw(10) / 8 },
    { model: 'grassberger', l: 1.2 + draw(10) / 8 },
    { model: 'recursive', c: 0.5 + draw(8) / 4, l: 2 + draw(2) },
    { model: 'equal', t: 0.1 + draw(6) / 10 },
    { model: 'ordered', t: 0.05 + draw(6) / 12 },
    { model: 'hierarchical', t: 0.05 + draw(6) / 12 },
  ]
  return [all[draw(all.length)]]
}

/** A small random file with all features of a problem. */
export function randomProblem(seed: number): RecodingProblem {
  const draw = drawsOf(seed)
  const rows = 1 + draw(60)
  const keys: Key[] = Array.from({ length: 1 + draw(3) }, (_, j) => {
    const size = 1 + draw(7)
    const codes = Int32Array.from({ length: rows }, () => Math.min(draw(size), draw(size)))
    return { column: `key${j}`, codes, levels: randomLevels(draw, size, 1 + draw(4)) }
  })
  const sensitive: Sensitive[] = Array.from({ length: draw(3) }, (_, j) => {
    const size = 2 + draw(5)
    const codes = Int32Array.from({ length: rows }, () => Math.min(draw(size), draw(size)))
    const hierarchy = { codes, levels: randomLevels(draw, size, 1 + draw(3)) }
    return { column: `sensitive${j}`, codes, size, hierarchy, conditions: conditions(draw) }
  })
  const losses: LossName[] = ['entropy', 'loss', 'height', 'ncp', 'discernibility', 'aecs']
  return {
    keys,
    rows,
    k: 1 + draw(5),
    sensitive,
    loss: losses[draw(losses.length)],
    mean: draw(2) === 0 ? 'arithmetic' : 'geometric',
    suppressionLimit: [0, 0, 0.1, 0.3, 0.6, 1][draw(6)],
    gsFactor: [0, 0.25, 0.5, 0.5, 0.8, 1][draw(6)],
    importance: seed % 2 === 0 ? Float64Array.from(keys, () => draw(5) / 2) : undefined,
  }
}
