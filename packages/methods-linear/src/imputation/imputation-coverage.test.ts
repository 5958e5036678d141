import { expect, it } from 'vitest'
import { coverage } from './coverage.fixture.js'

it('those of fully synthetic files have at least their nominal coverage, though T is often not positive', async () => {
  const { covered, replaced, varianceRatio } = await coverage('full', 5, 600)
  expect(covered).toBeGreaterThanOrEqual(0.93)
  expect(replaced).toBeGreaterThan(0.05)
  expect(replaced).toBeLessThan(0.5)
  // The standard error is 5.8 % for the variance and 7 % for the mean of T.
  expect(Math.abs(varianceRatio - 1)).toBeLessThan(0.3)
})
