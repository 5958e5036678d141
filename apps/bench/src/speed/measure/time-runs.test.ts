import { describe, expect, it } from 'vitest'
import { medianOf, quickBudgets, timeRuns } from './time-runs.js'

/** Runs with the listed times, the last one repeated. */
function taking(...seconds: number[]): { time: () => Promise<number>; runs: () => number } {
  let runs = 0
  return { time: async () => seconds[Math.min(runs++, seconds.length - 1)], runs: () => runs }
}

const nothing = (): void => {}

describe('timeRuns', () => {
  it('excludes the compilation time of short runs', async () => {
    // After the first run of 0.4 s two more are the warm-up; the next three count.
    const { time } = taking(0.4, 0.3, 0.2, 0.1, 0.3)
    expect(await timeRuns(nothing, 0.4, time)).toEqual({ seconds: 0.2, runs: 3 })
  })

  it('warms up a very short run for half a second, not for three runs', async () => {
    const slow = Array<number>(240).fill(0.002)
    const { time, runs } = taking(...slow, 0.001)
    expect(await timeRuns(nothing, 0.1, time)).toMatchObject({ seconds: 0.001 })
    // 0.4 s of warm-up by the slow runs, 0.5 s by the others.
    expect(runs()).toBeGreaterThan(600)
  })

  it('uses a long run directly, and does not repeat it', async () => {
    const { time, runs } = taking(1)
    expect(await timeRuns(nothing, 2.5, time)).toEqual({ seconds: 2.5, runs: 1 })
    expect(runs()).toBe(0)
  })

  it('uses few runs with the budgets of a quick measurement', async () => {
    const { time, runs } = taking(0.01)
    expect(await timeRuns(nothing, 0.01, time, quickBudgets)).toMatchObject({ seconds: 0.01 })
    expect(runs()).toBeLessThan(25)
  })

  it('repeats a run of a second or two a few times', async () => {
    const { time } = taking(1.5)
    expect(await timeRuns(nothing, 2, time)).toEqual({ seconds: 1.5, runs: 2 })
  })
})

describe('medianOf', () => {
  it('is the middle value, or the mean of the two', () => {
    expect(medianOf([3, 1, 2])).toBe(2)
    expect(medianOf([10, 1, 2, 3])).toBe(2.5)
  })
})
