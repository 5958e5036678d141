import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classValues } from './class-values.js'
import { keyClasses } from './key-classes.js'

describe('classValues', () => {
  it('equals a count by hand', () => {
    const classes = keyClasses([Int32Array.of(5, 7, 5, 5, 7)])
    expect(classValues(classes, Int32Array.of(2, 0, 1, 2, 0), 3)).toEqual({
      starts: Int32Array.of(0, 2, 3),
      values: Int32Array.of(1, 2, 0),
      counts: Float64Array.of(1, 2, 2),
      entryOf: Int32Array.of(1, 2, 0, 1, 2),
    })
  })

  it('equals the count of every class and value', () => {
    const record = fc.tuple(fc.integer({ min: -1, max: 3 }), fc.integer({ min: 0, max: 4 }))
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 40 }), (records) => {
        const classes = keyClasses([Int32Array.from(records, ([key]) => key)])
        const { starts, values, counts, entryOf } = classValues(
          classes,
          Int32Array.from(records, ([, v]) => v),
          5,
        )
        records.forEach(([key, value], i) => {
          const entry = entryOf[i]
          const id = classes.ids[i]
          expect(entry).toBeGreaterThanOrEqual(starts[id])
          expect(entry).toBeLessThan(starts[id + 1])
          expect(values[entry]).toBe(value)
          expect(counts[entry]).toBe(records.filter(([k, v]) => k === key && v === value).length)
        })
        classes.sizes.forEach((_, id) => {
          const own = values.subarray(starts[id], starts[id + 1])
          expect(own).toEqual(Int32Array.from(new Set(own)).sort())
        })
        expect(starts.at(-1)).toBe(values.length)
      }),
    )
  })
})
