import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { optimalPartition } from './optimal-partition.js'

type Columns = readonly Float64Array[]

/** Σ (x − x̄)² of the records from … to − 1 over all columns, in two passes. */
function sseOf(columns: Columns, from: number, to: number): number {
  let sse = 0
  for (const column of columns) {
    const run = column.subarray(from, to)
    const centre = run.reduce((total, value) => total + value - run[0], 0) / run.length
    for (const value of run) sse += (value - run[0] - centre) ** 2
  }
  return sse
}

function costOf(columns: Columns, starts: ArrayLike<number>): number {
  let total = 0
  for (let r = 0; r + 1 < starts.length; r++) total += sseOf(columns, starts[r], starts[r + 1])
  return total
}

/** Least cost over all ways to cut n records into runs of at least k, of any length. */
function leastOfAll(columns: Columns, k: number): number {
  const n = columns[0].length
  const from = (start: number): number => {
    if (start === n) return 0
    let least = Infinity
    for (let end = start + k; end <= n; end++) least = Math.min(least, sseOf(columns, start, end) + from(end))
    return least
  }
  return from(0)
}

/** The least cost over all groupings of the records into groups of at least k, next to each other or not. */
function leastOfAnyGrouping(values: readonly number[], k: number): number {
  let least = Infinity
  const place = (i: number, groups: number[][]): void => {
    const short = groups.reduce((lacking, group) => lacking + Math.max(0, k - group.length), 0)
    if (short > values.length - i) return
    if (i === values.length) {
      const cost = groups.reduce((total, group) => total + sseOf([Float64Array.from(group)], 0, group.length), 0)
      least = Math.min(least, cost)
      return
    }
    for (const group of groups) {
      group.push(values[i])
      place(i + 1, groups)
      group.pop()
    }
    place(i + 1, [...groups, [values[i]]])
  }
  place(0, [])
  return least
}

/** The shortest path from 0 to n in Hansen and Mukherjee's graph, by Dijkstra's algorithm. */
function shortestPath(columns: Columns, k: number): number {
  const n = columns[0].length
  const distance = new Float64Array(n + 1).fill(Infinity, 1)
  const done = new Uint8Array(n + 1)
  for (;;) {
    let node = -1
    for (let i = 0; i <= n; i++) if (done[i] === 0 && (node < 0 || distance[i] < distance[node])) node = i
    if (node === n) return distance[n]
    done[node] = 1
    for (let end = node + k; end <= Math.min(n, node + 2 * k); end++)
      distance[end] = Math.min(distance[end], distance[node] + sseOf(columns, node, end))
  }
}

/** Few values, so that runs and whole partitions tie. */
const grid = (d: number, most: number): fc.Arbitrary<Float64Array[]> =>
  fc.integer({ min: 1, max: most }).chain((n) =>
    fc
      .array(fc.array(fc.integer({ min: -6, max: 6 }), { minLength: n, maxLength: n }), {
        minLength: d,
        maxLength: d,
      })
      .map((columns) => columns.map((column) => Float64Array.from(column))),
  )
const size = fc.integer({ min: 1, max: 5 })
// Sums of at most 14·3 squares of numbers up to 12, each rounded a few times.
const ROUNDING = 1e-11

describe('optimalPartition', () => {
  for (const d of [1, 3]) {
    it(`costs no more than any partition into runs, ${d} column(s), n ≤ 14`, () => {
      fc.assert(
        fc.property(grid(d, 14), size, (columns, k) => {
          fc.pre(columns[0].length >= k)
          const cost = costOf(columns, optimalPartition(columns, k))
          expect(Math.abs(cost - leastOfAll(columns, k))).toBeLessThan(ROUNDING)
        }),
        { numRuns: 300 },
      )
    })

    it(`costs what the shortest path costs, ${d} column(s), n ≤ 60`, () => {
      fc.assert(
        fc.property(grid(d, 60), size, (columns, k) => {
          fc.pre(columns[0].length >= k)
          const cost = costOf(columns, optimalPartition(columns, k))
          const path = shortestPath(columns, k)
          // Up to 180 squares.
          expect(Math.abs(cost - path)).toBeLessThanOrEqual(1e-13 * 180 * Math.max(1, path))
        }),
      )
    })
  }

  it('costs no more than any grouping of one sorted column, n ≤ 9', () => {
    fc.assert(
      fc.property(grid(1, 9), fc.integer({ min: 2, max: 4 }), ([values], k) => {
        fc.pre(values.length >= k)
        values.sort()
        const cost = costOf([values], optimalPartition([values], k))
        expect(Math.abs(cost - leastOfAnyGrouping([...values], k))).toBeLessThan(ROUNDING)
      }),
    )
  })

  it('has runs of k to 2k − 1 that cover all records', () => {
    fc.assert(
      fc.property(grid(2, 60), size, (columns, k) => {
        const n = columns[0].length
        fc.pre(n >= k)
        const starts = [...optimalPartition(columns, k)]
        expect(starts[0]).toBe(0)
        expect(starts.at(-1)).toBe(n)
        for (let r = 1; r < starts.length; r++) {
          expect(starts[r] - starts[r - 1]).toBeGreaterThanOrEqual(k)
          expect(starts[r] - starts[r - 1]).toBeLessThan(2 * k)
        }
      }),
    )
  })

  it('worked by hand: two clusters of three, and a third value apart', () => {
    expect([...optimalPartition([Float64Array.of(1, 2, 3, 10, 11, 12, 13)], 3)]).toEqual([0, 3, 7])
    expect([...optimalPartition([Float64Array.of(1, 2, 3, 4, 11, 12, 13)], 3)]).toEqual([0, 4, 7])
    // Equal costs everywhere: the last run is the shortest, and so is each before it.
    expect([...optimalPartition([new Float64Array(8)], 3)]).toEqual([0, 5, 8])
    expect([...optimalPartition([Float64Array.of(1, 5, 9)], 1)]).toEqual([0, 1, 2, 3])
    expect([...optimalPartition([Float64Array.of(1, 5, 9)], 2)]).toEqual([0, 3])
  })

  it('is not changed by an offset of 1e9 or by a power of two', () => {
    fc.assert(
      fc.property(grid(2, 40), size, (columns, k) => {
        fc.pre(columns[0].length >= k)
        const starts = [...optimalPartition(columns, k)]
        const moved = (f: (value: number) => number): number[] => [
          ...optimalPartition(
            columns.map((column) => column.map(f)),
            k,
          ),
        ]
        // Differences of integers near 1e9 are exact; a power of two changes exponents only.
        expect(moved((value) => value + 1e9)).toEqual(starts)
        expect(moved((value) => value * 2 ** -30)).toEqual(starts)
      }),
    )
  })

  it('reports its progress', () => {
    const fractions: number[] = []
    optimalPartition([Float64Array.from({ length: 3000 }, (_, i) => i)], 1000, (fraction) => fractions.push(fraction))
    expect(fractions.length).toBeGreaterThan(2)
    expect(fractions.every((fraction, i) => fraction > (fractions[i - 1] ?? 0) && fraction <= 1)).toBe(true)
  })

  it('is the same for several columns that are alike, or constant but for one, as for one column', () => {
    fc.assert(
      fc.property(grid(1, 50), size, ([column], k) => {
        fc.pre(column.length >= k)
        const starts = optimalPartition([column], k)
        expect(optimalPartition([column, column, column, column], k)).toEqual(starts)
        expect(optimalPartition([new Float64Array(column.length).fill(7), column], k)).toEqual(starts)
      }),
    )
  })

  it('cuts the records of two runs, one fewer, and one more', () => {
    const column = Float64Array.of(1, 2, 3, 50, 51, 52, 53)
    expect([5, 6, 7].map((n) => [...optimalPartition([column.subarray(0, n)], 3)])).toEqual([
      [0, 5],
      [0, 3, 6],
      [0, 3, 7],
    ])
    // Ties go to the shortest last run, in every part of a sequence.
    expect([...optimalPartition([Float64Array.of(0, 0, 0, 0, 9, 9, 9, 9, 9)], 2)]).toEqual([0, 2, 4, 7, 9])
  })

  it('reports each part of the work once, up to the whole', () => {
    for (const d of [1, 2]) {
      const fractions: number[] = []
      const columns = Array.from({ length: d }, () => Float64Array.from({ length: 3000 }, (_, i) => i))
      optimalPartition(columns, 1000, (fraction) => fractions.push(fraction))
      // 2²⁰ steps of 2·1000·d a record.
      const stride = Math.floor(2 ** 20 / (2000 * d))
      const expected = Array.from({ length: Math.ceil(2001 / stride) }, (_, at) =>
        Math.min(1, (999 + (at + 1) * stride) / 3000),
      )
      expect(fractions).toEqual(expected)
    }
  })

  it('is the same for any division of the work: one end of a run each, with so many columns', () => {
    const n = 1002
    const column = Float64Array.from({ length: n }, (_, i) => (i < 400 ? 0 : 9))
    const fractions: number[] = []
    const many = Array.from({ length: 600 }, () => column)
    expect([...optimalPartition(many, 1000, (fraction) => fractions.push(fraction))]).toEqual([0, n])
    expect(fractions).toEqual([1000 / n, 1001 / n, 1])
    // Parts of 26 ends; the best runs end at a border of two parts.
    const steps = Float64Array.from({ length: 2100 }, (_, i) => (i < 1025 ? 0 : 9))
    const twenty = Array.from({ length: 20 }, () => steps)
    expect([...optimalPartition(twenty, 1000)]).toEqual([0, 1025, 2100])
    expect([...optimalPartition([steps], 1000)]).toEqual([0, 1025, 2100])
  })

  it('refuses sequences that cannot be cut', () => {
    const two = Float64Array.of(1, 2)
    expect(() => optimalPartition([two], 3)).toThrow(/2 records make no run of 3/)
    expect(() => optimalPartition([], 1)).toThrow(RangeError)
    expect(() => optimalPartition([two], 0)).toThrow(RangeError)
    expect(() => optimalPartition([two], 1.5)).toThrow(RangeError)
    expect(() => optimalPartition([two, Float64Array.of(1)], 1)).toThrow(RangeError)
    for (const value of [Number.NaN, Infinity, 1e200])
      expect(() => optimalPartition([Float64Array.of(0, value)], 2)).toThrow(RangeError)
  })
})
