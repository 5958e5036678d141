import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sendRecords } from './send-records.js'
import {
  diagonalMatrix,
  invariantMatrix,
  mixedWithIdentity,
  withinBand,
  type TransitionMatrix,
} from './transition-matrix.js'
import { wholeFlows } from './whole-flows.js'

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0)

function invariantOf(counts: Float64Array, stay: number, alpha = 1): TransitionMatrix {
  const p = diagonalMatrix(
    counts,
    counts.map(() => stay),
  )
  return mixedWithIdentity(invariantMatrix(p, counts), alpha)
}

function wrong(counts: Float64Array, matrix: TransitionMatrix, flows: readonly Float64Array[]): string[] {
  return flows.flatMap((row, k) => [
    ...(sum(row) === counts[k] ? [] : [`row ${k} sums to ${sum(row)}`]),
    ...(sum(flows.map((one) => one[k])) === counts[k] ? [] : [`column ${k}`]),
    ...[...row].flatMap((flow, l) => {
      const away = Math.abs(flow - counts[k] * matrix[k][l])
      // The units of a file of 10⁴ are 2⁻³⁰ of a record, and a row is off by one of each of its flows.
      return Number.isInteger(flow) && flow >= 0 && away < 1 + 1e-6 ? [] : [`flow ${k} → ${l} is ${flow}`]
    }),
  ])
}

describe('wholeFlows', () => {
  it('are whole, keep every row and column sum, and are within 1 of their expectation: 200 files', () => {
    const cases = fc.record({
      list: fc.array(fc.oneof(fc.nat(3), fc.nat(50), fc.nat(10_000)), { minLength: 1, maxLength: 15 }),
      stay: fc.double({ min: 0, max: 0.99, noNaN: true }),
      alpha: fc.double({ min: 0.01, max: 1, noNaN: true }),
      seed: fc.nat(),
    })
    fc.assert(
      fc.property(cases, ({ list, stay, alpha, seed }) => {
        const counts = Float64Array.from(list)
        const matrix = invariantOf(counts, stay, alpha)
        expect(wrong(counts, matrix, wholeFlows(counts, matrix, seededRng(seed)))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it('stay within a band', () => {
    const counts = Float64Array.of(5, 40, 3, 17, 0, 28, 9)
    const near = (k: number, l: number): boolean => Math.abs(k - l) <= 1
    const p = diagonalMatrix(
      counts,
      counts.map(() => 0.3),
      near,
    )
    const matrix = withinBand(invariantMatrix(p, counts), near)
    const flows = wholeFlows(counts, matrix, seededRng(1))
    expect(wrong(counts, matrix, flows)).toEqual([])
    flows.forEach((row, k) => row.forEach((flow, l) => (near(k, l) ? 0 : expect(flow).toBe(0))))
  })

  it('work for hundreds of categories of one record each', () => {
    const counts = new Float64Array(300).fill(1)
    const matrix = invariantOf(counts, 0.8)
    expect(wrong(counts, matrix, wholeFlows(counts, matrix, seededRng(3)))).toEqual([])
  })

  it('works for no records, one category, and fifty million records', () => {
    expect(wholeFlows(new Float64Array(0), [], seededRng(1))).toEqual([])
    expect(wholeFlows(Float64Array.of(5), [Float64Array.of(1)], seededRng(1))).toEqual([Float64Array.of(5)])
    const counts = Float64Array.of(30_000_001, 19_999_998, 1)
    const matrix = invariantOf(counts, 0.8)
    const flows = wholeFlows(counts, matrix, seededRng(1))
    expect(flows.map(sum)).toEqual([...counts])
    expect([0, 1, 2].map((l) => sum(flows.map((row) => row[l])))).toEqual([...counts])
  })
})

describe('sendRecords', () => {
  it('sends records between categories by the flows, and no missing ones', () => {
    const codes = Int32Array.from({ length: 300 }, (_, i) => (i % 7 === 0 ? -1 : i % 3))
    const counts = [0, 1, 2].map((k) => codes.filter((code) => code === k).length)
    const flows = [Float64Array.of(counts[0] - 5, 5, 0), Float64Array.of(2, counts[1] - 5, 3), Float64Array.of(3, 0, counts[2] - 3)] // oxfmt-ignore
    const sent = sendRecords(codes, flows, seededRng(1))
    flows.forEach((row, k) =>
      row.forEach((flow, l) => {
        expect(codes.filter((code, i) => code === k && sent[i] === l)).toHaveLength(flow)
      }),
    )
    codes.forEach((code, i) => code < 0 && expect(sent[i]).toBe(-1))
    expect(codes[1]).toBe(1)
  })

  it('sends each record of a category with the same probability', () => {
    const codes = new Int32Array(10)
    const flows = [Float64Array.of(7, 3, 0), Float64Array.of(0, 0, 0), Float64Array.of(0, 0, 0)]
    const draws = 10_000
    const moved = new Float64Array(10)
    for (let r = 0; r < draws; r++)
      sendRecords(codes, flows, seededRng('send').child(String(r))).forEach((code, i) => (moved[i] += code))
    moved.forEach((count) => expect(Math.abs(count / draws - 0.3)).toBeLessThan(5.33 * Math.sqrt(0.21 / draws)))
  })
})
