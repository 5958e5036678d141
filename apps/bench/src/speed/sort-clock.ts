import { performance } from 'node:perf_hooks'
import { seededRng } from '@sdc/core'
import { medianOf } from './time-runs.js'

/** The unit of speed that moves with the machine: what `Float64Array.prototype.sort` takes on 1,000,000 uniforms. */
export interface SortClock {
  /** Sorts once more and keeps the time. */
  measure(): void
  /** In seconds. */
  summary(): { readonly median: number; readonly least: number; readonly greatest: number; readonly runs: number }
}

export function sortClock(size = 1_000_000): SortClock {
  const rng = seededRng('one sort')
  const uniforms = Float64Array.from({ length: size }, () => rng.uniform())
  const times: number[] = []
  uniforms.slice().sort()
  return {
    measure() {
      const copy = uniforms.slice()
      const start = performance.now()
      copy.sort()
      times.push((performance.now() - start) / 1000)
    },
    summary: () => ({
      median: medianOf(times),
      least: Math.min(...times),
      greatest: Math.max(...times),
      runs: times.length,
    }),
  }
}
