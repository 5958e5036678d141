import { categorical, dataset, numeric, seededRng, type Column } from '@sdc/core'
import { mean, standardDeviation } from '@sdc/stats'
import { filesInMemory, readInMemory } from '@sdc/toolkit/internal'
import { describe, expect, it } from 'vitest'
import { readJointColumns, type NumberClasses } from './joint-codes.js'
import { jointTables, tableCount, tableDistances, type TableDistance } from './table-distances.js'

type Counted = Pick<TableDistance, 'columns' | 'cells' | 'difference' | 'presence' | 'absence'>

/** Counts all tables, with every set of columns from its bits. */
function byCounting(columns: readonly Int32Array[], first: number, ways: number): Counted[] {
  const rows = [...columns[0].keys()]
  const tables: Counted[] = []
  for (let bits = 1; bits < 2 ** columns.length; bits++) {
    const chosen = columns.map((_, j) => j).filter((j) => Math.floor(bits / 2 ** j) % 2 === 1)
    if (chosen.length > ways) continue
    const cell = (i: number): string => chosen.map((j) => columns[j][i]).join(' ')
    const cells = [...new Set(rows.map(cell))]
    const share = (name: string, from: number, to: number): number =>
      rows.slice(from, to).filter((i) => cell(i) === name).length / (to - from)
    const shares = cells.map((name) => [share(name, 0, first), share(name, first, rows.length)] as const)
    const total = (of: typeof shares): number => of.reduce((sum, [x, y]) => sum + Math.abs(x - y), 0)
    tables.push({
      columns: chosen,
      cells: cells.length,
      difference: total(shares),
      presence: total(shares.filter(([x]) => x === 0)),
      absence: total(shares.filter(([, y]) => y === 0)),
    })
  }
  return tables
}

const all = (columns: readonly Int32Array[], first: number, ways: number): TableDistance[] => {
  const found: TableDistance[] = []
  const file = (from: number, end?: number) => {
    const codes = columns.map((column) => column.subarray(from, end))
    return { codes, counts: new Float64Array(codes[0].length).fill(1) }
  }
  tableDistances(jointTables(file(0, first), file(first)), ways, (one) => found.push(one))
  return found
}
const byColumns = <One extends Pick<TableDistance, 'columns'>>(tables: readonly One[]): One[] =>
  [...tables].sort((a, b) => (a.columns.join() < b.columns.join() ? -1 : 1))

describe('tableDistances', () => {
  it('equals counting every table of at most so many columns', () => {
    const rng = seededRng(1)
    for (const first of [20, 25]) {
      const columns = [2, 3, 4, 5].map((levels) => Int32Array.from({ length: 45 }, () => rng.int(levels + 1) - 1))
      for (const ways of [1, 2, 3, 7]) {
        const found = byColumns(all(columns, first, ways))
        const expected = byColumns(byCounting(columns, first, ways))
        expect(found).toHaveLength(tableCount(4, ways))
        expect(found).toEqual(
          expected.map((one) => ({
            ...one,
            difference: expect.closeTo(one.difference, 12) as number,
            presence: expect.closeTo(one.presence, 12) as number,
            absence: expect.closeTo(one.absence, 12) as number,
            chance: expect.any(Number) as number,
            presenceByChance: expect.any(Number) as number,
            absenceByChance: expect.any(Number) as number,
          })),
        )
      }
    }
  })

  it('renumbers combinations if a table would have too many places', () => {
    const code = (i: number, step: number): number => (i * step) % 2003
    const columns = [3, 5, 7].map((step) => Int32Array.from({ length: 4006 }, (_, i) => code(i, step)))
    for (const { difference, cells } of all(columns, 2003, 3)) {
      // The second half repeats the first.
      expect(difference).toBe(0)
      expect(cells).toBe(2003)
    }
    const swapped = columns.map((column, j) => (j === 0 ? column.map((one, i) => (i === 0 ? 1 : one)) : column))
    const found = all(swapped, 2003, 3)
    expect(found.filter(({ difference }) => difference > 0).map(({ columns: of }) => of)).toEqual([
      [0],
      [0, 1],
      [0, 1, 2],
      [0, 2],
    ])
    for (const { difference } of found) if (difference > 0) expect(difference).toBeCloseTo(2 / 2003, 12)
  })

  it.each([
    ['equal', 60, 60],
    ['unequal', 30, 300],
    ['large', 700, 1300],
  ])('has the mean over random exchanges as its chance: files of %s length', (_, n, m) => {
    const rng = seededRng(`chance ${n}`)
    const columns = [3, 40].map((levels) =>
      Int32Array.from({ length: n + m }, () => Math.min(rng.int(levels), rng.int(levels))),
    )
    const runs = 400
    const sums = new Float64Array(3)
    const empty = Array.from({ length: 6 }, () => new Float64Array(runs))
    for (let r = 0; r < runs; r++) {
      const order = rng.permutation(n + m)
      const exchanged = columns.map((codes) => codes.map((__, i) => codes[order[i]]))
      byColumns(all(exchanged, n, 2)).forEach(({ difference, presence, absence }, t) => {
        sums[t] += difference / runs
        empty[2 * t][r] = presence
        empty[2 * t + 1][r] = absence
      })
    }
    byColumns(all(columns, n, 2)).forEach(({ chance, presenceByChance, absenceByChance }, t) => {
      expect(chance / sums[t]).toBeCloseTo(1, 1)
      // Within four standard errors of the mean over the exchanges. Parts are at most 1, so one that never occurred has
      // a variance of at most its expectation.
      for (const [byChance, drawn] of [
        [presenceByChance, empty[2 * t]],
        [absenceByChance, empty[2 * t + 1]],
      ] as const) {
        const deviation = standardDeviation(drawn) || Math.sqrt(byChance)
        expect(Math.abs(byChance - mean(drawn))).toBeLessThanOrEqual((4 * deviation) / Math.sqrt(runs))
      }
    })
  })

  it('has no chance if all records are equal', () => {
    const constant = [new Int32Array(30)]
    expect(all(constant, 10, 1)).toEqual([
      {
        columns: [0],
        cells: 1,
        difference: 0,
        presence: 0,
        absence: 0,
        chance: 0,
        presenceByChance: 0,
        absenceByChance: 0,
      },
    ])
  })

  it('counts tables', () => {
    expect([tableCount(5, 2), tableCount(3, 9), tableCount(13, 3)]).toEqual([15, 7, 377])
  })
})

/** Returns the codes of a column of both files, one after the other. */
function jointColumn(
  x: Column,
  y: Column,
  how: NumberClasses,
): { readonly codes: Int32Array; readonly kind: string } | undefined {
  const [original, masked] = [x, y].map((column) => dataset([['v', column]]))
  const reads = readJointColumns(['v'], { original, masked }, how)
  const [joint] = readInMemory(reads, filesInMemory(original, masked))
  if (joint === undefined) return undefined
  return { codes: Int32Array.from([...joint.codesOf(x, 'original'), ...joint.codesOf(y, 'masked')]), kind: joint.kind }
}

describe('readJointColumns', () => {
  const classes = { values: 3, bins: 2 }

  it('has equal codes for categories with the same name, in any order', () => {
    const joint = jointColumn(categorical(['a', 'b', null]), categorical(['b', 'c', 'a', null]), classes)
    expect(joint).toEqual({ codes: Int32Array.of(0, 1, -1, 1, 2, 0, -1), kind: 'categories' })
  })

  it('keeps few numbers unchanged, and uses classes of the original for many', () => {
    const few = jointColumn(numeric([5, -0, Number.NaN]), numeric([0, 7]), classes)
    expect(few).toEqual({ codes: Int32Array.of(1, 0, -1, 0, 2), kind: 'values' })
    const many = jointColumn(numeric([1, 2, 3, 4]), numeric([-9, 2, 2.5, 99, Number.NaN]), classes)
    expect(many).toEqual({ codes: Int32Array.of(0, 0, 1, 1, 0, 0, 1, 1, -1), kind: 'classes' })
    // Half of the values are equal: the border is that value, and a second border there would make an empty class.
    const tied = jointColumn(numeric([1, 1, 1, 2, 3, 4]), numeric([1]), { values: 3, bins: 3 })
    expect(tied?.codes).toEqual(Int32Array.of(0, 0, 0, 1, 2, 2, 0))
  })

  it('cannot compare numbers with categories; an original without values is one class', () => {
    expect(jointColumn(numeric([1]), categorical(['1']), classes)).toBeUndefined()
    const none = jointColumn(numeric([Number.NaN, Number.NaN]), numeric([1, 2, 3, 4]), classes)
    expect(none?.codes).toEqual(Int32Array.of(-1, -1, 0, 0, 0, 0))
  })
})
