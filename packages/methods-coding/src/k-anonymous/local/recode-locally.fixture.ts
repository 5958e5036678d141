import { classesOf } from '../classes/brute-force.fixture.js'
import type { LocalRecoding, RecodingProblem } from '../classes/problem.js'

export type Problem = Omit<RecodingProblem, 'suppressionLimit' | 'gsFactor'>

/** The remaining records, grouped by their labels in the file. */
export function released({ keys, rows }: Problem, { levels, suppressed }: LocalRecoding): number[][] {
  const kept = Array.from({ length: rows }, (_, i) => i).filter((i) => !suppressed[i])
  const values = kept.map((i) =>
    JSON.stringify(keys.map(({ codes, levels: of }, j) => of[levels[j][i]].labels[of[levels[j][i]].classOf[codes[i]]])),
  )
  return classesOf(values).map((places) => places.map((place) => kept[place]))
}

export function cellLoss({ keys, rows }: Problem, { levels, suppressed }: LocalRecoding): number {
  let sum = 0
  keys.forEach(({ codes, levels: of }, j) => {
    const leaves = of[0].classOf.length
    for (let i = 0; i < rows; i++) {
      const { classOf, sizes } = of[levels[j][i]]
      sum += suppressed[i] ? 1 : leaves > 1 ? (sizes[classOf[codes[i]]] - 1) / (leaves - 1) : 0
    }
  })
  return sum / (rows * keys.length)
}
