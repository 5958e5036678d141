import { performance } from 'node:perf_hooks'
import { seededRng } from '@sdc/core'
import { medianOf } from './time-runs.js'

/** Unit of speed relative to the machine: time of `Float64Array.prototype.sort` for 1,000,000 uniform numbers. */
export interface SortClock {
  /** Sorts several more times, keeps the seconds of each, and returns them. */
  measure(): readonly number[]
  /** In seconds. */
  summary(): { readonly median: number; readonly least: number; readonly greatest: number; readonly runs: number }
}

export function sortClock(times: number, size = 1_000_000): SortClock {
  const rng = seededRng('one sort')
  const uniforms = Float64Array.from({ length: size }, () => rng.uniform())
  const all: number[] = []
  const sort = (): number => {
    const copy = uniforms.slice()
    const start = performance.now()
    copy.sort()
    return (performance.now() - start) / 1000
  }
  sort()
  return {
    measure() {
      const some = Array.from({ length: times }, sort)
      all.push(...some)
      return some
    },
    summary: () => ({
      median: medianOf(all),
      least: Math.min(...all),
      greatest: Math.max(...all),
      runs: all.length,
    }),
  }
}
