import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrangementCount, arrangements } from './arrangements.js'
import { assignmentsLeft, type UnknownColumn } from './assignments-left.js'

/** Every order of the places 0 … m − 1. */
function orders(m: number): number[][] {
  if (m === 0) return [[]]
  return orders(m - 1).flatMap((order) =>
    Array.from({ length: m }, (_, at) => [...order.slice(0, at), m - 1, ...order.slice(at)]),
  )
}

const values = (m: number) =>
  fc.array(fc.integer({ min: 0, max: 4 }), { minLength: m, maxLength: m }).map((list) => list.sort((a, b) => a - b))

describe('arrangements', () => {
  it('are all different orders of the values, each once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }).chain(values), (list) => {
        const expected = new Set(orders(list.length).map((order) => order.map((i) => list[i]).join()))
        const found = arrangements(list).map((order) => [...order].map((i) => list[i]).join())
        expect(new Set(found)).toEqual(expected)
        expect(found).toHaveLength(expected.size)
        expect(arrangementCount(list)).toBe(expected.size)
      }),
    )
  })

  it('are one for any number of equal values, and are still counted for too many different values', () => {
    expect(arrangements(new Float64Array(20_000).fill(7))).toHaveLength(1)
    expect(arrangementCount(Array.from({ length: 20 }, (_, i) => i))).toBe(2432902008176640000)
    expect(arrangementCount(Array.from({ length: 200 }, (_, i) => i))).toBe(Infinity)
  })
})

describe('assignmentsLeft', () => {
  it('equals the search of every assignment, ties and classes included', () => {
    const problems = fc.integer({ min: 1, max: 4 }).chain((m) =>
      fc.record({
        first: values(m),
        others: fc.array(values(m), { minLength: 1, maxLength: 3 }),
        slack: fc.integer({ min: 0, max: 6 }),
      }),
    )
    fc.assert(
      fc.property(problems, ({ first, others, slack }) => {
        const m = first.length
        const all = [first, ...others]
        // The wanted sums of products are those of the values as they stand, so that one assignment at least is left.
        const wanted = all.map((a) => Float64Array.from(all, (b) => a.reduce((sum, value, i) => sum + value * b[i], 0)))
        const scores = all.map((list) => Float64Array.from(list))
        const columns = all.map((list, j): UnknownColumn => ({ values: Float64Array.from(list), fixed: j === 0 }))
        let at = 0
        const classes = Int32Array.from(first, (value, i) => (i > 0 && value !== first[i - 1] ? ++at : at))
        const found = assignmentsLeft({ columns, conditions: [{ scores, wanted }], tolerance: slack, classes })

        // By brute force: the sets of records, each as a text, so that records with the same first value are exchangeable.
        const sets = new Map<string, number[][]>()
        const choose = (chosen: number[][]): void => {
          if (chosen.length < all.length) {
            for (const order of orders(m)) choose([...chosen, order.map((i) => all[chosen.length][i])])
            return
          }
          const fit = chosen.every((a, j) =>
            chosen.every(
              (b, k) => j === k || Math.abs(a.reduce((sum, v, i) => sum + v * b[i], 0) - wanted[j][k]) <= slack,
            ),
          )
          if (!fit) return
          const records = first.map((_, i) => chosen.map((list) => list[i]))
          records.sort(compare)
          sets.set(JSON.stringify(records), records)
        }
        choose([first])
        expect(found.left).toBe(sets.size)
        const solutions = [...sets.values()]
        all.forEach((list, j) => {
          for (let i = 0; i < m; i++) {
            const same = solutions.every((records) => records[i][j] === solutions[0][i][j])
            const at = found.determined[j][i]
            if (same) expect(list[at]).toBe(solutions[0][i][j])
            else expect(at).toBe(-1)
          }
        })
      }),
      { numRuns: 60 },
    )
  })

  it('applies every condition, with tolerance for rounding', () => {
    const column = (fixed: boolean): UnknownColumn => ({ values: Float64Array.of(0.1, 0.2, 0.7), fixed })
    const scores = [Float64Array.of(0.1, 0.2, 0.7), Float64Array.of(0.1, 0.2, 0.7)]
    const wanted = (sum: number) => [Float64Array.of(0, 0), Float64Array.of(sum, 0)]
    const own = 0.1 * 0.1 + 0.2 * 0.2 + 0.7 * 0.7
    const left = (...sums: number[]) =>
      assignmentsLeft({
        columns: [column(true), column(false)],
        conditions: sums.map((sum) => ({ scores, wanted: wanted(sum) })),
        tolerance: 0,
        classes: Int32Array.of(0, 1, 2),
      })
    expect(left(own + 1e-15)).toMatchObject({ left: 1, determined: [Int32Array.of(0, 1, 2), Int32Array.of(0, 1, 2)] })
    expect(left(own, own + 0.01).left).toBe(0)
    expect(left().left).toBe(6)
  })
})

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, j) => value !== b[j])
  return at < 0 ? 0 : a[at] - b[at]
}
