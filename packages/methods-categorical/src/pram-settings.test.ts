import {
  categorical,
  dataset,
  maskInput,
  resolveParams,
  seededRng,
  type CategoricalColumn,
  type Column,
  type Dataset,
  type MaskResult,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { pramMethod } from './pram.js'
import { maskByPlan } from '@sdc/toolkit'

type Params = Readonly<Record<string, unknown>>

async function run(columns: Readonly<Record<string, Column>>, params: Params, seed = 1): Promise<MaskResult> {
  const data = dataset(Object.entries(columns))
  return maskByPlan(
    pramMethod,
    maskInput(data, { params: resolveParams(pramMethod.params, params), rng: seededRng(seed) }),
  )
}

function masked({ files }: MaskResult, name: string): CategoricalColumn {
  const column = files[0].columns.get(name)
  if (column?.kind !== 'categorical') throw new Error(`no categories ${name}`)
  return column
}

const labelsOf = ({ codes, levels }: CategoricalColumn): (string | null)[] =>
  Array.from(codes, (code) => (code < 0 ? null : levels[code]))

function tableOf({ publish }: MaskResult, name: string): Dataset {
  const table = publish?.get(`transition matrix of ${name}`)
  if (table === undefined || typeof table === 'number') throw new Error('no table')
  return table
}

/** The matrix of a published table, row by row. */
function matrixOf(table: Dataset): number[][] {
  const to = table.names.filter((name) => name.startsWith('to '))
  return Array.from({ length: table.rows }, (_, k) =>
    to.map((name) => {
      const column = table.column(name)
      return column.kind === 'numeric' ? column.values[k] : Number.NaN
    }),
  )
}

const n = 20_000
const regions = categorical(Array.from({ length: n }, (_, i) => ['north', 'south', 'west'][i % 10 < 5 ? 0 : i % 10 < 8 ? 1 : 2])) // oxfmt-ignore
const grades = categorical(
  Array.from({ length: n }, (_, i) => `g${(i * i) % 7}`),
  ['g0', 'g1', 'g2', 'g3', 'g4', 'g5', 'g6'],
)
const sexes = categorical(Array.from({ length: n }, (_, i) => ['f', 'm'][(i >> 3) % 2]))
/** |z| beyond it: a false alarm once in 1e7. */
const zBound = 5.33

/** Checks that the frequencies of moves between labels agree with a matrix, within chance. */
function expectDrawn(
  before: readonly (string | null)[],
  after: readonly (string | null)[],
  p: (k: string, l: string) => number,
): void {
  const found = new Map<string, Map<string, number>>()
  before.forEach((from, i) => {
    const row = found.get(String(from)) ?? new Map<string, number>()
    row.set(String(after[i]), (row.get(String(after[i])) ?? 0) + 1)
    found.set(String(from), row)
  })
  const reached = new Set(after.map(String))
  for (const [from, row] of found) {
    const total = [...row.values()].reduce((sum, one) => sum + one, 0)
    for (const to of reached) {
      const expected = p(from, to)
      const count = row.get(to) ?? 0
      if (expected === 0 || expected === 1) expect(count, `${from} → ${to}`).toBe(expected * total)
      else
        expect(Math.abs(count - expected * total) / Math.sqrt(total * expected * (1 - expected))).toBeLessThan(zBound)
    }
  }
}

const rows = [
  ['', 'west', 'north', 'south'],
  ['south', '0', '.3', '.7'],
  ['north', '.05', '.9', '.05'],
  ['west', '1', '0', '0'],
]
const given: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  north: { north: 0.9, south: 0.05, west: 0.05 },
  south: { north: 0.3, south: 0.7, west: 0 },
  west: { north: 0, south: 0, west: 1 },
}

describe('a given matrix', () => {
  it('is used unchanged for any order of its rows and columns, and published in the order of the levels', async () => {
    const result = await run({ region: regions }, { matrix: rows })
    expectDrawn(labelsOf(regions), labelsOf(masked(result, 'region')), (k, l) => given[k][l])
    expect(matrixOf(tableOf(result, 'region'))).toEqual([
      [0.9, 0.05, 0.05],
      [0.3, 0.7, 0],
      [0, 0, 1],
    ])
  })

  it('is P if it is made invariant: R = PQ keeps tᵀ, and is mixed with the identity by alpha', async () => {
    const t = [0.5, 0.3, 0.2]
    const r = matrixOf(tableOf(await run({ region: regions }, { matrix: rows, invariant: true }), 'region'))
    t.forEach((share, l) => expect(r.reduce((sum, row, k) => sum + t[k] * row[l], 0)).toBeCloseTo(share, 13))
    expect(r[0][0]).not.toBeCloseTo(0.9, 3)
    const half = matrixOf(
      tableOf(await run({ region: regions }, { matrix: rows, invariant: true, alpha: 0.5 }), 'region'),
    )
    r.forEach((row, k) => row.forEach((p, l) => expect(half[k][l]).toBeCloseTo(p / 2 + (k === l ? 0.5 : 0), 14)))
    const mixed = matrixOf(tableOf(await run({ region: regions }, { matrix: rows, alpha: 0.5 }), 'region'))
    expect(mixed[0]).toEqual([0.95, 0.025, 0.025])
  })

  it('is one for each of several masked columns', async () => {
    const ofSex = [['', 'f', 'm'], ['f', 0.6, 0.4], ['m', 0, 1]] // oxfmt-ignore
    const matrix = [
      { column: 'sex', rows: ofSex },
      { column: 'region', rows },
    ]
    const result = await run({ region: regions, sex: sexes }, { matrix })
    expectDrawn(labelsOf(regions), labelsOf(masked(result, 'region')), (k, l) => given[k][l])
    expectDrawn(labelsOf(sexes), labelsOf(masked(result, 'sex')), (k, l) => (k === 'm' ? Number(l === 'm') : l === 'f' ? 0.6 : 0.4)) // oxfmt-ignore
  })

  it('may have one more level, which is left out, or added if records become it', async () => {
    const more = (p: number): unknown[] => [
      ['', 'north', 'south', 'west', 'isles'],
      ['north', 1 - p, 0, 0, p],
      ['south', 0.5, 0.5, 0, 0],
      ['west', 0, 0, 1, 0],
      ['isles', 0, 0, 0.5, 0.5],
    ]
    expect(masked(await run({ region: regions }, { matrix: more(0) }), 'region').levels).toEqual(regions.levels)
    const result = await run({ region: regions }, { matrix: more(0.25) })
    expect(masked(result, 'region').levels).toEqual([...regions.levels, 'isles'])
    expect(matrixOf(tableOf(result, 'region'))[3]).toEqual([0, 0, 0.5, 0.5])
    expectDrawn(labelsOf(regions), labelsOf(masked(result, 'region')), (k, l) =>
      k === 'north' ? ({ north: 0.75, isles: 0.25 }[l] ?? 0) : k === 'south' ? (l === 'north' || l === 'south' ? 0.5 : 0) : Number(k === l)) // oxfmt-ignore
    // An invariant matrix passes through it only.
    expect(masked(await run({ region: regions }, { matrix: more(0.25), invariant: true }), 'region').levels).toEqual(regions.levels) // oxfmt-ignore
    const ordered = { ...regions, ordered: true }
    await expect(run({ region: ordered }, { matrix: more(0.25) })).rejects.toThrow(
      /"isles", which has no place in the order/,
    )
  })

  it('may lack a level that no record has: it keeps its row', async () => {
    const unused = { ...regions, levels: [...regions.levels, 'isles'] }
    const result = await run({ region: unused }, { matrix: rows })
    expect(matrixOf(tableOf(result, 'region'))[3]).toEqual([0, 0, 0, 1])
    expect(masked(result, 'region').levels).toEqual(unused.levels)
  })

  it.each<[string, Params, RegExp]>([
    ['lacks a level', { matrix: [['', 'north', 'south'], ['north', 1, 0], ['south', 0.5, 0.5]] }, /of column "region" lacks "west", which 4000 records have/], // oxfmt-ignore
    ['moves to what is missing', { matrix: [['', 'north', 'south', 'west', '(missing)'], ['north', 0.9, 0, 0, 0.1], ['south', 0, 1, 0, 0], ['west', 0, 0, 1, 0], ['(missing)', 0, 0, 0, 1]] }, /become "\(missing\)", a missing value/], // oxfmt-ignore
    ['is of another column', { matrix: [{ column: 'regions', rows }] }, /given for "regions", which is not masked/],
    ['is given twice', { matrix: [{ column: 'region', rows }, { column: 'region', rows }] }, /"region" twice/], // oxfmt-ignore
    ['is of columns and of all', { matrix: [{ column: 'region', rows }, ['', 'a']] }, /mixes rows with matrices/],
    ['is none', { matrix: [] }, /has no row below its header/],
    ['stands beside a diagonal', { matrix: rows, stayByLevel: { north: 0.5 } }, /exclude each other/],
    ['is to keep frequencies', { matrix: rows, exactFrequencies: true }, /exactFrequencies needs an invariant matrix/],
  ])('is refused if it %s', async (_, params, message) => {
    await expect(run({ region: regions }, params)).rejects.toThrow(message)
    await expect(run({ region: regions }, params)).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
  })

  it('is refused as unchanged if it is the identity', async () => {
    const identity = [['', 'north', 'south', 'west'], ['north', 1, 0, 0], ['south', 0, 1, 0], ['west', 0, 0, 1]] // oxfmt-ignore
    const refused = { code: 'UNCHANGED', place: { column: 'region' } }
    await expect(run({ region: regions }, { matrix: identity })).rejects.toMatchObject(refused)
    await expect(run({ region: regions }, { matrix: identity, invariant: true })).rejects.toMatchObject(refused)
    const stay = { north: 1, south: 1, west: 1 }
    await expect(run({ region: regions }, { stayByLevel: stay })).rejects.toMatchObject(refused)
  })
})

describe('the diagonal by level', () => {
  it('is stay for unnamed levels, for all columns or for one', async () => {
    const all = await run({ region: regions }, { invariant: false, stay: 0.5, stayByLevel: { west: 1, south: 0 } })
    expect(matrixOf(tableOf(all, 'region'))).toEqual([
      [0.5, 0.25, 0.25],
      [0.5, 0, 0.5],
      [0, 0, 1],
    ])
    const again = { ...regions }
    const one = await run({ a: regions, b: again }, { invariant: false, stay: 0.5, stayByLevel: { a: { west: 1 } } })
    expect(matrixOf(tableOf(one, 'a'))[2]).toEqual([0, 0, 1])
    expect(matrixOf(tableOf(one, 'b'))[2]).toEqual([0.25, 0.25, 0.5])
  })

  it('refuses unknown levels', async () => {
    const wrong = run({ region: regions }, { stayByLevel: { nord: 0.5 } })
    await expect(wrong).rejects.toMatchObject({ code: 'BAD_PARAMETER', fix: expect.stringContaining('"north"') as unknown }) // oxfmt-ignore
    await expect(run({ region: regions }, { stayByLevel: { sex: { f: 0.5 } } })).rejects.toThrow(/no column/)
    await expect(run({ region: regions }, { stayByLevel: { region: { f: 0.5 } } })).rejects.toThrow(
      /no level of "region"/,
    )
  })
})

describe('a band', () => {
  it.each([
    { band: 1, stay: 0.2 },
    { band: 2, stay: 0.2 },
    { band: 1, stay: 0.2, invariant: false },
    { band: 1, stay: 0.2, alpha: 0.5 },
    { band: 1, stay: 0.2, exactFrequencies: true },
  ])('is never exceeded, and the invariant matrix stays invariant: %o', async (params) => {
    const result = await run({ grade: grades }, params)
    const { codes } = masked(result, 'grade')
    const reach = codes.reduce((most, code, i) => Math.max(most, Math.abs(code - grades.codes[i])), 0)
    expect(reach).toBe(params.band)
    const r = matrixOf(tableOf(result, 'grade'))
    const t = r.map((_, k) => grades.codes.filter((code) => code === k).length)
    r.forEach((row, k) => {
      expect(row.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 13)
      row.forEach((p, l) => Math.abs(k - l) > params.band && expect(p).toBe(0))
    })
    if (params.invariant === false) return
    t.forEach((count, l) => {
      const expected = r.reduce((sum, row, k) => sum + t[k] * row[l], 0)
      expect(Math.abs(expected - count)).toBeLessThan(1e-12 * n)
    })
  })

  it('does not apply to columns without an order, with a warning', async () => {
    const result = await run({ region: regions, grade: grades }, { band: 1 })
    expect(result.warnings).toEqual(['band: column "region" has no order, so band does not apply'])
    expect((await run({ grade: grades }, { band: 1 })).warnings).toEqual([])
  })

  it('refuses a given matrix that goes beyond it', async () => {
    const three = categorical(['a', 'b', 'c', 'a'], ['a', 'b', 'c'])
    const matrix = [['', 'a', 'b', 'c'], ['a', 0.5, 0, 0.5], ['b', 0, 1, 0], ['c', 0, 0, 1]] // oxfmt-ignore
    await expect(run({ x: three }, { matrix, band: 1 })).rejects.toThrow(/"a" become "c", 2 levels away, and band is 1/)
    await expect(run({ x: three }, { matrix, band: 2 })).resolves.toBeDefined()
  })
})

describe('crossed columns', () => {
  const crossed = ['region', 'sex']
  // No man lives in the west.
  const sex = { ...sexes, codes: sexes.codes.map((code, i) => (regions.codes[i] === 2 ? 0 : code)) }
  const pairs = (region: CategoricalColumn, other: CategoricalColumn): string[] => {
    const [a, b] = [labelsOf(region), labelsOf(other)]
    return a.map((label, i) => `${label} | ${b[i]}`)
  }

  it('are one variable of the combinations that occur', async () => {
    const result = await run({ region: regions, sex }, { crossed })
    const table = tableOf(result, 'region | sex')
    expect(table.names).toEqual(['from region', 'from sex', 'to north | f', 'to north | m', 'to south | f', 'to south | m', 'to west | f']) // oxfmt-ignore
    const r = matrixOf(table)
    const labels = table.names.slice(2).map((name) => name.slice(3))
    const before = pairs(regions, sex)
    const after = pairs(masked(result, 'region'), masked(result, 'sex'))
    expectDrawn(before, after, (k, l) => r[labels.indexOf(k)][labels.indexOf(l)] ?? 0)
    const [a, b] = [new Set(before), new Set(after)]
    expect([...b].sort()).toEqual([...a].sort())
    // By itself each column makes men of the west.
    const apart = await run({ region: regions, sex }, {})
    expect(pairs(masked(apart, 'region'), masked(apart, 'sex'))).toContain('west | m')
  })

  it('accept a matrix with their labels, and one more for the others', async () => {
    const labels = ['north | f', 'north | m', 'south | f', 'south | m', 'west | f', 'west | m']
    const matrix = [
      { column: 'region | sex', rows: [['', ...labels], ...labels.map((from) => [from, ...labels.map((to) => (from === 'west | f' && to !== from ? (to === 'west | m' ? 0.2 : 0) : from === 'west | f' ? 0.8 : Number(to === from)))])] }, // oxfmt-ignore
      { column: 'grade', rows: [['', 'g0', 'g1', 'g2', 'g4'], ['g0', 0, 1, 0, 0], ['g1', 0, 1, 0, 0], ['g2', 0, 0, 1, 0], ['g4', 0, 0, 0, 1]] }, // oxfmt-ignore
    ]
    const result = await run({ region: regions, sex, grade: grades }, { matrix, crossed })
    // A combination that nobody had, of categories that there are.
    expectDrawn(pairs(regions, sex), pairs(masked(result, 'region'), masked(result, 'sex')), (k, l) =>
      k === 'west | f' ? ({ 'west | f': 0.8, 'west | m': 0.2 }[l] ?? 0) : Number(k === l),
    )
    expect(labelsOf(masked(result, 'grade')).includes('g0')).toBe(false)
  })

  it('leave a record with a missing value unchanged, or treat missing as a level', async () => {
    const holes = { ...sex, codes: sex.codes.map((code, i) => (i % 4 === 0 ? -1 : code)) }
    const left = await run({ region: regions, sex: holes }, { crossed })
    const kept = pairs(masked(left, 'region'), masked(left, 'sex'))
    pairs(regions, holes).forEach((pair, i) => i % 4 === 0 && expect(kept[i]).toBe(pair))
    expect(left.warnings).toEqual([
      'the crossed columns "region", "sex": 5000 records with a missing value among them stay unchanged',
    ])
    const level = await run({ region: regions, sex: holes }, { crossed, missingAsLevel: true, exactFrequencies: true })
    expect(tableOf(level, 'region | sex').names).toContain('to west | (missing)')
    expect(pairs(masked(level, 'region'), masked(level, 'sex')).sort()).toEqual(pairs(regions, holes).sort())
    expect(level.warnings).toEqual([])
  })

  it('distinguish labels that would look alike', async () => {
    const a = categorical(['x | y', 'x', 'x | y', 'x'])
    const b = categorical(['z', 'y | z', 'y | z', 'z'])
    const { names } = tableOf(await run({ a, b }, { crossed: ['a', 'b'] }), 'a | b')
    expect(new Set(names).size).toBe(6)
    expect(names).toContain('to x \\| y | z')
  })

  it.each<[string, Params, RegExp]>([
    ['a column that is not masked', { crossed: ['region', 'job'] }, /crossed names "job", which is not among/],
    ['a column twice', { crossed: ['region', 'region'] }, /crossed names "region" twice/],
    ['one column', { crossed: ['region'] }, /crossed must be a list/],
  ])('refuse %s', async (_, params, message) => {
    await expect(run({ region: regions, sex }, params)).rejects.toThrow(message)
  })

  it('refuse more combinations than a matrix should have', async () => {
    const many = (step: number): CategoricalColumn => categorical(Array.from({ length: 2000 }, (_, i) => `v${(i * step) % 50}`)) // oxfmt-ignore
    const b = categorical(Array.from({ length: 2000 }, (_, i) => `w${Math.floor(i / 50)}`))
    await expect(run({ a: many(1), b }, { crossed: ['a', 'b'] })).rejects.toMatchObject({ code: 'BAD_PLAN' })
  })
})

describe('a missing value as a level', () => {
  const holes = { ...regions, codes: regions.codes.map((code, i) => (i % 5 === 0 ? -1 : code)) }

  it('moves to and from the categories, as the matrix allows', async () => {
    const result = await run({ region: holes }, { missingAsLevel: true, invariant: false, stay: 0.7 })
    const table = tableOf(result, 'region')
    expect(table.names.at(-1)).toBe('to (missing)')
    const from = table.column('from')
    expect(from.kind === 'categorical' && labelsOf(from)).toEqual(['north', 'south', 'west', null])
    expectDrawn(labelsOf(holes), labelsOf(masked(result, 'region')), (k, l) => (k === l ? 0.7 : 0.1))
    expect(result.warnings).toEqual([])
  })

  it.each(['(missing)', '', 'NA'])('is called %j in a given matrix', async (name) => {
    const matrix = [['', 'north', 'south', 'west', name], ['north', 0.8, 0, 0, 0.2], ['south', 0, 1, 0, 0], ['west', 0, 0, 1, 0], [name, 0.5, 0, 0, 0.5]] // oxfmt-ignore
    const result = await run({ region: holes }, { missingAsLevel: true, matrix })
    expectDrawn(labelsOf(holes), labelsOf(masked(result, 'region')), (k, l) => {
      if (k === 'null') return l === 'null' || l === 'north' ? 0.5 : 0
      return k === 'north' ? ({ north: 0.8, null: 0.2 }[l] ?? 0) : Number(k === l)
    })
  })

  it('is distinct from a category of that name', async () => {
    const named = categorical(['(missing)', 'a', null, 'a', 'NA', null])
    const { names } = tableOf(await run({ x: named }, { missingAsLevel: true }), 'x')
    expect(names).toEqual(['from', 'to \\(missing)', 'to a', 'to NA', 'to (missing)'])
  })
})

describe('exact frequencies', () => {
  it('are a permutation of the column: the same counts, missing ones too, for 200 files', async () => {
    const rng = seededRng('files')
    for (let file = 0; file < 200; file++) {
      const records = 2 + rng.int(300)
      const size = 2 + rng.int(9)
      const x = categorical(Array.from({ length: records }, () => (rng.uniform() < 0.1 ? null : `v${Math.floor(size * rng.uniform() * rng.uniform())}`))) // oxfmt-ignore
      if (new Set(x.codes).size < 3) continue
      const params = { exactFrequencies: true, stay: rng.uniform(), missingAsLevel: file % 2 === 0 }
      const result = await run({ x }, params, file)
      const y = masked(result, 'x')
      expect(labelsOf(y).sort()).toEqual(labelsOf(x).sort())
      const flows = result.report?.get('flows of x')
      if (typeof flows !== 'object' || 'kind' in flows) throw new Error('no flows')
      const [whole, r] = [matrixOf(flows), matrixOf(tableOf(result, 'x'))]
      whole.forEach((row, k) => {
        const t = row.reduce((sum, flow) => sum + flow, 0)
        row.forEach((flow, l) => {
          // The units of a flow are 2⁻³⁰ of a record.
          expect(Math.abs(flow - t * r[k][l])).toBeLessThan(1 + 1e-6)
          const moved = y.codes.filter((code, i) => (x.codes[i] < 0 ? x.levels.length : x.codes[i]) === k && (code < 0 ? x.levels.length : code) === l) // oxfmt-ignore
          expect(moved).toHaveLength(flow)
        })
      })
    }
  })

  it('are published as a fact; the flows stay private', async () => {
    const result = await run({ region: regions }, { exactFrequencies: true })
    expect(result.publish?.get('exact frequencies of region')).toBe(1)
    expect([...(result.publish?.keys() ?? [])].some((name) => name.startsWith('flows'))).toBe(false)
    const { publish } = await run({ region: regions }, {})
    expect(publish?.has('exact frequencies of region')).toBe(false)
  })
})
