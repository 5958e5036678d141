import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dot, linearSolutions } from './linear-solutions.js'
import { solveMoments, type MomentEquations } from './solve-moments.js'

const f64 = (...values: readonly number[]): Float64Array => Float64Array.from(values)

/** The equations that these values fulfil, given columns besides; records with equal given values are one class. */
function equationsOf(
  x: Float64Array,
  given: readonly Float64Array[],
  more: Partial<MomentEquations> = {},
): MomentEquations {
  const rows = [new Float64Array(x.length).fill(1), ...given]
  const classes = new Int32Array(x.length)
  for (let i = 1; i < x.length; i++)
    classes[i] = classes[i - 1] + Number(given.some((column) => column[i] !== column[i - 1]))
  const totals = Float64Array.from(rows, (row) => dot(row, x))
  return {
    rows,
    totals,
    slack: totals.map(() => 1e-6),
    squares: dot(x, x),
    squaresSlack: 1e-6,
    whole: true,
    classes,
    mostSteps: 1e6,
    ...more,
  }
}

const sets = (solutions: readonly Float64Array[]): string[] => solutions.map((one) => [...one].join()).sort()

/** Every set of whole numbers from −most to most, by the definition. */
function bruteForce({ rows, totals, squares, classes }: MomentEquations, most: number): string[] {
  const n = rows[0].length
  const found = new Set<string>()
  const x = new Float64Array(n)
  const place = (i: number): void => {
    if (i < n) {
      for (x[i] = -most; x[i] <= most; x[i]++) place(i + 1)
      return
    }
    if (rows.some((row, k) => Math.abs(dot(row, x) - totals[k]) > 1e-6) || dot(x, x) !== squares) return
    const ordered = [...x.keys()].sort((a, b) => classes[a] - classes[b] || x[a] - x[b]).map((at) => x[at])
    found.add(ordered.join())
  }
  place(0)
  return [...found].sort()
}

describe('solveMoments', () => {
  it('equals brute force, with and without given columns', () => {
    const whole = fc.integer({ min: -4, max: 4 })
    const records = fc.integer({ min: 1, max: 4 }).chain((n) =>
      fc.tuple(
        fc.array(whole, { minLength: n, maxLength: n }),
        fc.array(
          fc.array(fc.integer({ min: 0, max: 2 }), { minLength: n, maxLength: n }).map((s) => f64(...s)),
          { maxLength: 2 },
        ),
      ),
    )
    fc.assert(
      fc.property(records, ([x, given]) => {
        // Records with equal given values stand side by side, as the attack puts them.
        const order = x
          .map((_, i) => i)
          .sort((a, b) => (given.map((s) => s[a]).join() < given.map((s) => s[b]).join() ? -1 : 1))
        const sorted = given.map((s) => Float64Array.from(order, (i) => s[i]))
        const equations = equationsOf(
          Float64Array.from(order, (i) => x[i]),
          sorted,
        )
        const { solutions, complete } = solveMoments(equations)
        expect(complete).toBe(true)
        // Σx² ≤ 4·16, so that no value is beyond 8.
        expect(sets(solutions)).toEqual(bruteForce(equations, 8))
      }),
      { numRuns: 60 },
    )
  })

  it('needs no step of the values for 2 + q unknown records, and finds the reflection', () => {
    const x = f64(3.25, -1.5, 7.125)
    const given = [f64(1, 2, 4)]
    const { solutions, complete } = solveMoments(equationsOf(x, given, { whole: false }))
    expect(complete).toBe(true)
    expect(solutions).toHaveLength(2)
    const right = solutions.find((one) => one.every((value, i) => Math.abs(value - x[i]) < 1e-9))
    expect(right).toBeDefined()
    // The other one fits as well: sums, products with the given column, and squares.
    for (const one of solutions) {
      expect(one.reduce((sum, value) => sum + value, 0)).toBeCloseTo(8.875, 9)
      expect(dot(one, given[0])).toBeCloseTo(dot(x, given[0]), 9)
      expect(dot(one, one)).toBeCloseTo(dot(x, x), 9)
    }
    // The reflection of two values in unknown order is the same set.
    const two = solveMoments(equationsOf(f64(3.25, 7.5), [], { whole: false })).solutions
    expect(two.map((one) => [...one].map((value) => Number(value.toFixed(9))))).toEqual([[3.25, 7.5]])
    // 1 + q unknown records need no squares.
    const linear = solveMoments(equationsOf(f64(3.25, 7.5), [f64(1, 3)], { whole: false, squares: null }))
    expect(linear.complete).toBe(true)
    linear.solutions[0].forEach((value, i) => expect(value).toBeCloseTo([3.25, 7.5][i], 9))
  })

  it('reports a search that was not made', () => {
    const wide = f64(-90_000, 10_000, 20_000, 60_000)
    expect(solveMoments(equationsOf(wide, [], { mostSteps: 1000 })).complete).toBe(false)
    expect(solveMoments(equationsOf(f64(1, 2.5, 4), [], { whole: false })).complete).toBe(false)
    expect(solveMoments(equationsOf(f64(1, 2), [], { squares: null })).complete).toBe(false)
    const many = new Float64Array(200).map((_, i) => i % 7)
    expect(solveMoments(equationsOf(many, [])).complete).toBe(false)
  })

  it('accepts nothing that does not fit, and nothing below the least value', () => {
    const off = equationsOf(f64(2, 4, 9), [], { squares: 102 })
    expect(solveMoments(off)).toEqual({ solutions: [], complete: true })
    const free = solveMoments(equationsOf(f64(-2, 5, 6), []))
    expect(sets(free.solutions)).toEqual(bruteForce(equationsOf(f64(-2, 5, 6), []), 9))
    const bounded = solveMoments(equationsOf(f64(-2, 5, 6), [], { least: 0 }))
    expect(sets(bounded.solutions)).toEqual(
      bruteForce(equationsOf(f64(-2, 5, 6), []), 9).filter((one) => !one.includes('-')),
    )
  })
})

describe('linearSolutions', () => {
  it('has the rank of dependent rows, and the nearest solution', () => {
    const found = linearSolutions([f64(1, 1, 1), f64(2, 2, 2), f64(0, 1, 2)])
    expect(found.free).toBe(1)
    const x = found.nearest.map((row) => dot(row, f64(6, 12, 6)))
    // x + y + z = 6 and y + 2z = 6: (2, 2, 2) + t(1, −2, 1), nearest to 0 at t = 0.
    x.forEach((value) => expect(value).toBeCloseTo(2, 12))
    const scaled = found.direction.map((value) => value / found.direction[0])
    expect([...scaled].map((value) => Math.round(1e9 * value) / 1e9)).toEqual([1, -2, 1])
  })
})
