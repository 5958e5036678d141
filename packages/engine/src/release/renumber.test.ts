import { categorical, keyedRng, numeric, type Column } from '@sdc/core'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnLabels } from '../documents/manifest.js'
import { renumbered } from './renumber.js'

const rng = keyedRng(Uint8Array.from({ length: 32 }, (_, i) => i)).child('household')
const labels = (column: Column): (string | number | null)[] => columnLabels(column)

describe('renumbered ids', () => {
  it('are 1 … P, equal if the ids are, and can be converted back', () => {
    const ids = fc.array(fc.option(fc.integer({ min: -3, max: 9 })), { maxLength: 30 })
    fc.assert(
      fc.property(ids, fc.boolean(), (values, asText) => {
        const texts = values.map((value) => (value === null ? null : `h${value}`))
        const column = asText ? categorical(texts) : numeric(values.map((value) => value ?? Number.NaN))
        const made = renumbered(column, rng)
        const numbers = labels(made.column).map((label) => (label === null ? null : Number(label)))
        const distinct = new Set(values.filter((value) => value !== null)).size
        expect(new Set(numbers.filter((number) => number !== null))).toEqual(
          new Set(Array.from({ length: distinct }, (_, k) => k + 1)),
        )
        const back = numbers.map((number) => (number === null ? null : labels(made.ids)[number - 1]))
        expect(back).toEqual(labels(column))
      }),
    )
  })

  it('do not disclose the order of the ids or of the records', () => {
    const count = 2000
    const { column } = renumbered(numeric(Array.from({ length: count }, (_, i) => i)), rng)
    const numbers = labels(column).map(Number)
    // A rank correlation of 2,000 random pairs has a standard deviation of 0.022.
    const mean = (count + 1) / 2
    const covariance = numbers.reduce((sum, number, i) => sum + (number - mean) * (i + 1 - mean), 0)
    expect(Math.abs(covariance / ((count * (count * count - 1)) / 12))).toBeLessThan(0.1)
  })
})
