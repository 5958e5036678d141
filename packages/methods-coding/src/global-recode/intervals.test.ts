import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classesOf, classMeans, firstOutside, intervalLabels, midpoints } from './intervals.js'

const breaks = Float64Array.of(0, 18, 65, 120)
const open = { breaks, closed: false }
const closed = { breaks, closed: true }

describe('intervals', () => {
  it('include their lower end and exclude their upper one; the last of closed ones includes both', () => {
    const values = Float64Array.of(-5, 0, 17.99, 18, 64, 65, 120, 200, Number.NaN)
    expect([...classesOf(values, open)]).toEqual([0, 0, 0, 1, 1, 2, 2, 2, -1])
    expect(intervalLabels(open)).toEqual(['(-inf,18)', '[18,65)', '[65,inf)'])
    expect(intervalLabels(closed)).toEqual(['[0,18)', '[18,65)', '[65,120]'])
    expect(intervalLabels({ breaks: Float64Array.of(-1.5, 2), closed: false })).toEqual(['(-inf,inf)'])
    expect([...midpoints(open)]).toEqual([9, 41.5, 92.5])
    expect([...midpoints({ breaks: Float64Array.of(0.1, 0.2), closed: true })]).toEqual([0.15])
  })

  it('return the first value outside', () => {
    expect(firstOutside(Float64Array.of(0, 120, Number.NaN), closed)).toBe(-1)
    expect(firstOutside(Float64Array.of(0, 120.5, -1), closed)).toBe(1)
    expect(firstOutside(Float64Array.of(-0.5), closed)).toBe(0)
    expect(firstOutside(Float64Array.of(-5, 500), open)).toBe(-1)
  })

  it('equal a comparison with every break, and their means keep the total', () => {
    const value = fc.oneof(fc.integer({ min: -4, max: 12 }), fc.constant(Number.NaN))
    const cuts = fc.uniqueArray(fc.integer({ min: -3, max: 11 }), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(fc.array(value), cuts, (list, at) => {
        const of = { breaks: Float64Array.from(at).sort(), closed: false }
        const values = Float64Array.from(list)
        const codes = classesOf(values, of)
        codes.forEach((code, i) => {
          if (Number.isNaN(values[i])) expect(code).toBe(-1)
          else expect(code).toBe(of.breaks.slice(1, -1).filter((one) => one <= values[i]).length)
        })
        const { counts, means } = classMeans(values, of)
        counts.forEach((count, j) => {
          const inClass = list.filter((_, i) => codes[i] === j)
          expect(count).toBe(inClass.length)
          if (count === 0) expect(means[j]).toBeNaN()
          else
            expect(means[j] * count).toBeCloseTo(
              inClass.reduce((sum, one) => sum + one, 0),
              9,
            )
        })
      }),
    )
  })
})

describe('intervalLabels of dates', () => {
  const breaks = Float64Array.of(19_723, 19_814, 19_904.5)

  it('names the first and the last day of each class', () => {
    expect(intervalLabels({ breaks, closed: true, time: 'date' })).toEqual([
      '2024-01-01 to 2024-03-31',
      '2024-04-01 to 2024-06-30',
    ])
    expect(intervalLabels({ breaks, closed: false, time: 'date' })).toEqual(['until 2024-03-31', 'from 2024-04-01'])
  })
})
