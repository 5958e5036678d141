import { seededRng, type Rng } from '@sdc/core'
import { exp } from '@sdc/stats'
import { contributionsTo, prepared, type DescribedRecord, type DescribedTable } from './described.fixture.js'

/** Levels of a dimension under its total: their number, or group sizes. */
type Shape = number | readonly number[]

const shapes: readonly (readonly Shape[])[] = [
  [5],
  [9],
  [[2, 3, 2]],
  [3, 3],
  [4, 3],
  [6, 5],
  [[2, 2], 3],
  [[3, 2, 2], 4],
  [
    [2, 2],
    [2, 3],
  ],
  [2, 3, 2],
  [3, 3, 3],
  [[2, 2], 3, 2],
]
const totals = ['Total', 'Ensemble', '_T', 'Insgesamt'] as const

const zeroKinds = ['published', 'published', 'published', 'suppressible', 'suppressible', 'unsafe'] as const

/** Draws a table of counts with zeros, some small, in one to three dimensions; a frequency of 3 is safe. */
export function randomCounts(seed: number): DescribedTable {
  const rng = seededRng(`counts ${seed}`)
  const dims = dimsOf(rng)
  const small = 0.2 + 0.5 * rng.uniform()
  const zeros = 0.4 * rng.uniform()
  const values = new Map(
    inner(dims).map((codes) => {
      const isZero = rng.uniform() < zeros
      const isSmall = rng.uniform() < small
      return [codes.join('|'), isZero ? 0 : isSmall ? 1 + rng.int(3) : 3 + Math.floor(exp(1 + 1.5 * rng.normal()))]
    }),
  )
  const plain: DescribedTable = {
    dims,
    cells: cellsOf(dims, values),
    kind: 'count',
    rules: ['freq=3'],
    options: {
      zeros: [...values.values()].includes(0) ? zeroKinds[rng.int(zeroKinds.length)] : 'published',
      cost: rng.int(3) === 0 ? 'one' : 'value',
      safe: [],
      fixed: [],
      holding: null,
    },
    records: null,
  }
  return withFixed(plain, rng)
}

const rules = [['p=15%'], ['p=30%'], ['nk=1,70'], ['nk=2,85'], ['pq=15,60'], ['p=10%', 'nk=1,75', 'freq=3']] as const

/** Draws a table of contributions of respondents; some are in several cells. */
export function randomMagnitudes(seed: number): DescribedTable {
  const rng = seededRng(`magnitudes ${seed}`)
  const dims = dimsOf(rng)
  const leaves = inner(dims).filter(() => rng.uniform() > 0.1)
  const cells = leaves.length === 0 ? inner(dims) : leaves
  const count = Math.max(2, Math.round(cells.length * (1 + 4 * rng.uniform())))
  const firms = Math.max(2, Math.round(count * (0.3 + rng.uniform())))
  const spread = 0.5 + 1.2 * rng.uniform()
  const records = Array.from({ length: count }, (): DescribedRecord => {
    const codes = cells[rng.int(cells.length)]
    const named = Object.fromEntries(dims.map(({ name }, d) => [name, codes[d]]))
    return { ...named, respondent: `f${rng.int(firms)}`, x: Math.floor(exp(4 + spread * rng.normal())) + 1 }
  })
  const empty: DescribedTable = {
    dims,
    cells: cellsOf(dims, new Map()),
    kind: 'mag',
    rules: rules[rng.int(rules.length)],
    options: {
      zeros: 'published',
      cost: rng.int(3) === 0 ? 'one' : 'value',
      safe: [],
      fixed: [],
      holding: rng.int(4) === 0 ? { f0: 'holding', f1: 'holding' } : null,
    },
    records,
  }
  const sums = contributionsTo(empty).map((one) => [...one.values()].reduce((a, b) => a + b, 0))
  return withFixed({ ...empty, cells: empty.cells.map((cell, c) => ({ ...cell, value: sums[c] })) }, rng)
}

/** In every fourth table some safe cells must be published. */
function withFixed(described: DescribedTable, rng: Rng): DescribedTable {
  if (rng.int(4) > 0) return described
  const { primary } = prepared(described)
  const names = described.cells.map((cell) => described.dims.map(({ name }) => String(cell[name])).join('|'))
  const fixed = names.filter((_, c) => !primary.has(c) && rng.uniform() < 0.15)
  return { ...described, options: { ...described.options, fixed } }
}

function dimsOf(rng: Rng): DescribedTable['dims'] {
  return shapes[rng.int(shapes.length)].map((shape, d) => {
    const total = totals[rng.int(totals.length)]
    const letter = 'rcl'[d]
    const parts = (parent: string, count: number, prefix: string): { code: string; parent: string | null }[] =>
      Array.from({ length: count }, (_, i) => ({ code: `${prefix}${i + 1}`, parent }))
    const below =
      typeof shape === 'number'
        ? parts(total, shape, letter)
        : [
            ...parts(total, shape.length, letter),
            ...shape.flatMap((count, g) => parts(`${letter}${g + 1}`, count, `${letter}${g + 1}.`)),
          ]
    return { name: `d${d}`, levels: [{ code: total, parent: null }, ...below] }
  })
}

function product(lists: readonly (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>((made, list) => made.flatMap((one) => list.map((code) => [...one, code])), [[]])
}

function inner(dims: DescribedTable['dims']): string[][] {
  return product(
    dims.map(({ levels }) =>
      levels.filter(({ code }) => !levels.some(({ parent }) => parent === code)).map(({ code }) => code),
    ),
  )
}

/** Every combination of levels with the sum of its inner cells. */
function cellsOf(dims: DescribedTable['dims'], values: ReadonlyMap<string, number>): DescribedTable['cells'] {
  const sums = new Map<string, number>()
  for (const [name, value] of values) {
    const lines = name.split('|').map((code, d) => {
      const line: string[] = []
      for (let at: string | null | undefined = code; at; at = dims[d].levels.find((one) => one.code === at)?.parent)
        line.push(at)
      return line
    })
    for (const total of product(lines)) sums.set(total.join('|'), (sums.get(total.join('|')) ?? 0) + value)
  }
  return product(dims.map(({ levels }) => levels.map(({ code }) => code))).map((codes) => ({
    ...Object.fromEntries(codes.map((code, d) => [`d${d}`, code])),
    value: sums.get(codes.join('|')) ?? 0,
  }))
}
