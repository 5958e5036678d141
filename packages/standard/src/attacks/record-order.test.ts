import { keyedRng, numericValues, takeRows } from '@sdc/core'
import { sortOrder } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { release } from '@sdc/engine'
import { maskedBy, people } from './attacked.fixture.js'

/** The file in the order of offices: sorted by income. */
const unsorted = people(500)
const original = takeRows(unsorted, Int32Array.from(sortOrder(numericValues(unsorted, 'income'))))

/** Number of records linked correctly by position: masked record i is original record i. */
const linkedByPosition = (origin: Int32Array): number => origin.filter((row, i) => row === i).length

describe('the order of the records', () => {
  it('links every record of a file written in the order of its input, for any strength of masking', async () => {
    const root = keyedRng()
    const masked = await maskedBy(original, [{ use: 'noise/additive', params: { relativeVariance: 100 } }], root)
    expect(linkedByPosition(masked.origin)).toBe(original.rows)
    // The values with that much noise disclose little: the largest masked income belongs to another person.
    const order = sortOrder(numericValues(masked.data, 'income'))
    expect(Array.from(order).filter((i, at) => i === at).length).toBeLessThan(original.rows / 10)

    // Shuffled, links are by chance alone: the fixed points of a random permutation are Poisson(1), P(> 10) = 1e-8.
    expect(linkedByPosition(release(masked, undefined, root).origin)).toBeLessThanOrEqual(10)
  })

  it('is random in a released file: neither ascending nor descending by the original', async () => {
    const root = keyedRng()
    const { origin } = release(await maskedBy(original, [{ use: 'noise/additive' }], root), undefined, root)
    const n = origin.length
    const centre = (n - 1) / 2
    const spearman = origin.reduce((sum, row, i) => sum + (row - centre) * (i - centre), 0) / ((n * (n * n - 1)) / 12)
    // Var = 1/(n − 1) for a random permutation; 5.33 standard deviations are a false alarm of 1e-7.
    expect(Math.abs(spearman) * Math.sqrt(n - 1)).toBeLessThan(5.33)
  })
})
