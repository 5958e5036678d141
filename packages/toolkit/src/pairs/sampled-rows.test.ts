import { seededRng } from '@sdc/core'
import { mean } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { sampledRows, sampleOf } from './sampled-rows.js'

const all = Int32Array.from({ length: 50 }, (_, i) => 2 * i)

describe('sampled records', () => {
  it('are all records up to that number', () => {
    expect(sampledRows(all, 50, seededRng(1))).toBe(all)
    expect(sampleOf(50, new Float64Array(50))).toBeUndefined()
  })

  it('are otherwise that number, each once and in order, by the seed', () => {
    const drawn = sampledRows(all, 20, seededRng(1))
    expect(drawn).toHaveLength(20)
    expect([...drawn].every((row, i) => all.includes(row) && (i === 0 || row > drawn[i - 1]))).toBe(true)
    expect(sampledRows(all, 20, seededRng(1))).toEqual(drawn)
    expect(sampledRows(all, 20, seededRng(2))).not.toEqual(drawn)
  })

  it('differ from the mean of all by the stated standard error', () => {
    const values = Float64Array.from({ length: 1000 }, (_, i) => (i % 4 === 0 ? 100 : 0))
    const rows = Int32Array.from(values.keys())
    const root = seededRng(5)
    const found = Array.from({ length: 400 }, (_, r) => {
      const drawn = Float64Array.from(sampledRows(rows, 300, root.child(`${r}`)), (i) => values[i])
      return { error: mean(drawn) - 25, stated: sampleOf(1000, drawn)?.standardError ?? Number.NaN }
    })
    const spread = Math.sqrt(mean(Float64Array.from(found, ({ error }) => error ** 2)))
    const stated = mean(Float64Array.from(found, ({ stated: one }) => one))
    expect(spread / stated).toBeGreaterThan(0.9)
    expect(spread / stated).toBeLessThan(1.1)
  })
})
