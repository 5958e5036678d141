import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reference } from '@sdc/testing/reference'
import { diagonalMatrix, invariantMatrix, mixedWithIdentity, withinBand } from './transition-matrix.js'

/** Results of the other program: shares of the categories, and the matrix. */
interface Output {
  readonly p: readonly number[]
  readonly Rs: { readonly rows: readonly (readonly number[])[] }
}

const cases = ['roof', 'water', 'relat', 'sex'].flatMap((name) => [`pram_Rs_${name}_0.5`, `pram_Rs_${name}_1`])

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0)

describe('the invariant matrix', () => {
  it.each(cases)('equals that of another program: %s', (id) => {
    const { input, output } = reference('pram.json', id)
    const { p: shares, Rs } = output as Output
    const diagonal = input.params.diagonal_of_P_drawn as readonly number[]
    const alpha = Number(input.params.alpha)
    const t = Float64Array.from(shares)
    const made = mixedWithIdentity(invariantMatrix(diagonalMatrix(t, Float64Array.from(diagonal)), t), alpha)
    // 17 digits are printed; sums of up to 9 products.
    made.forEach((row, k) => row.forEach((p, l) => expect(Math.abs(p - Rs.rows[k][l])).toBeLessThan(1e-14)))
    t.forEach((share, l) => {
      expect(Math.abs(sum(made.map((row, k) => t[k] * row[l])) - share)).toBeLessThan(1e-12)
      expect(Math.abs(sum(Rs.rows.map((row, k) => t[k] * row[l])) - share)).toBeLessThan(1e-12)
    })
  })

  it('keeps tᵀR = tᵀ, rows that are distributions, and identity rows of absent categories', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 12 })
    const stays = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 })
    fc.assert(
      fc.property(counts, stays, fc.double({ min: 0, max: 1, noNaN: true }), (list, stay, alpha) => {
        const t = Float64Array.from(list)
        const p = diagonalMatrix(t, Float64Array.from(stay.slice(0, t.length)))
        const r = mixedWithIdentity(invariantMatrix(p, t), alpha)
        for (const [k, row] of [...p.entries(), ...r.entries()]) {
          // Some ε of 12 terms.
          expect(Math.abs(sum(row) - 1)).toBeLessThan(1e-12)
          expect(row.every((one) => one >= 0)).toBe(true)
          if (t[k] === 0) expect(row.every((one, l) => Math.abs(one - (l === k ? 1 : 0)) < 1e-15)).toBe(true)
          else row.forEach((one, l) => t[l] === 0 && expect(one).toBe(0))
        }
        t.forEach((share, l) => {
          const expected = sum(r.map((row, k) => t[k] * row[l]))
          // Relative to the file, as shares are.
          expect(Math.abs(expected - share)).toBeLessThanOrEqual(1e-12 * sum(t))
        })
      }),
    )
  })

  it('by hand: two categories, t = (3/4, 1/4), stay = .8', () => {
    const t = Float64Array.of(3, 1)
    expect(diagonalMatrix(t, Float64Array.of(0.8, 0.6)).map((row) => [...row])).toEqual([
      [0.8, expect.closeTo(0.2, 15)],
      [0.4, 0.6],
    ])
    // Bayes: who became 1 was 1 with 2.4/2.6, who became 2 was 1 with .6/1.4.
    const [[kept, lost]] = invariantMatrix(diagonalMatrix(t, Float64Array.of(0.8, 0.8)), t)
    expect(kept).toBeCloseTo((0.8 * 2.4) / 2.6 + (0.2 * 0.6) / 1.4, 15)
    expect(lost).toBeCloseTo(1 - kept, 15)
  })

  it('within a band: near categories share the rest, and moves beyond it become stays', () => {
    const t = Float64Array.of(1, 1, 1, 0, 1)
    const near = (k: number, l: number): boolean => Math.abs(k - l) <= 1
    const p = diagonalMatrix(
      t,
      t.map(() => 0.5),
      near,
    )
    expect(p.map((row) => [...row])).toEqual([
      [0.5, 0.5, 0, 0, 0],
      [0.25, 0.5, 0.25, 0, 0],
      [0, 0.5, 0.5, 0, 0],
      [0, 0, 0, 1, 0],
      // Nobody is near.
      [0, 0, 0, 0, 1],
    ])
    const wide = [Float64Array.of(0.5, 0.3, 0.2), Float64Array.of(0.1, 0.6, 0.3), Float64Array.of(0.4, 0.4, 0.2)]
    expect(withinBand(wide, near).map((row) => [...row])).toEqual([
      [0.7, 0.3, 0],
      [0.1, 0.6, 0.3],
      [0, 0.4, expect.closeTo(0.6, 15)],
    ])
  })

  it('no record moves to or from absent categories, or with one category only', () => {
    const alone = diagonalMatrix(Float64Array.of(0, 5, 0), new Float64Array(3).fill(0.3))
    expect(alone.map((row) => [...row])).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ])
    expect(invariantMatrix(alone, Float64Array.of(0, 5, 0))).toEqual(alone)
    expect(invariantMatrix([], new Float64Array(0))).toEqual([])
  })
})
