import { expect, it } from 'vitest'
import { coverage } from './coverage.fixture.js'

// With 1000 runs the share of a true 95 % has a standard error of .7 %: beyond these bounds by chance in 4e-3 of the seeds.
it('95 % intervals of partially synthetic files have their nominal coverage', async () => {
  const { covered, replaced, varianceRatio } = await coverage('partial', 10, 1000)
  expect(covered).toBeGreaterThanOrEqual(0.93)
  expect(covered).toBeLessThanOrEqual(0.97)
  expect(replaced).toBe(0)
  // T is unbiased but for ν/(ν − 2), 4 % in a part of it; a variance of 1000 runs has a standard error of 4.5 %.
  expect(Math.abs(varianceRatio - 1)).toBeLessThan(0.2)
})
