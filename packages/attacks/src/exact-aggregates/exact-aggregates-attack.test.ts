import {
  categorical,
  dataset,
  noRoles,
  numeric,
  resolveParams,
  seededRng,
  takeRows,
  type Column,
  type Dataset,
  type Measurement,
} from '@sdc/core'
import { correlationMatrix } from '@sdc/stats'
import { describe, expect, it } from 'vitest'
import { exactAggregatesAttack } from './exact-aggregates-attack.js'

const rng = seededRng('exact aggregates')
const n = 60
const names = ['a', 'b', 'c']

/** Three correlated columns, drawn once, and the number of the record's region. */
const values = names.map(() => new Float64Array(n))
for (let i = 0; i < n; i++) {
  const common = rng.normal()
  values.forEach((column) => (column[i] = Math.round(1000 * (common + rng.normal()))))
}
const file = (columns: readonly ArrayLike<number>[]): Dataset =>
  dataset(names.map((name, j): [string, Column] => [name, numeric(Float64Array.from(columns[j]))]))
const original = file(values)
/** Each column in an order of its own: the correlations are lost. */
const permuted = file(values.map((column) => rng.shuffle(column.slice())))
const rows = (from: number): Dataset =>
  takeRows(
    original,
    Int32Array.from({ length: n - from }, (_, i) => from + i),
  )
const correlations = file([0, 1, 2].map((j) => correlationMatrix(values).getColumn(j)))

async function attack(
  released: Dataset,
  known: Readonly<Record<string, Dataset>>,
  params: Readonly<Record<string, unknown>> = {},
  { columns = names, given = [] }: { readonly columns?: readonly string[]; readonly given?: readonly string[] } = {},
): Promise<Measurement> {
  return exactAggregatesAttack.attack({
    released,
    known: new Map(Object.entries(known)),
    origin: new Int32Array(released.rows).fill(-1),
    columns,
    given,
    roles: noRoles,
    params: resolveParams(exactAggregatesAttack.params, params),
    rng: seededRng(1),
    tick() {},
  })
}

const figure = ({ tables }: Measurement, what: string): number => {
  const table = tables?.get('assignments')
  const [labels, numbers] = [table?.column('what'), table?.column('value')]
  if (labels?.kind !== 'categorical' || numbers?.kind !== 'numeric') return expect.fail()
  return numbers.values[labels.codes.indexOf(labels.levels.indexOf(what))]
}

describe('attacks/exact-aggregates', () => {
  it('reassembles the records from published correlations that the released file has lost', async () => {
    const params = { correlations: 'product-moment', tolerance: 1e-9 }
    const found = await attack(permuted, { known: rows(3), correlations, original }, params)
    expect(found).toMatchObject({ value: 100, used: 3 })
    expect(figure(found, 'possible')).toBe(36)
    expect(figure(found, 'left')).toBe(1)
    expect(figure(found, 'right')).toBe(3)
    const records = found.tables?.get('records')
    const first = names.map((name) => {
      const column = records?.column(name)
      return column?.kind === 'numeric' ? [...column.values] : []
    })
    const expected = [0, 1, 2].sort((i, k) => values[0][i] - values[0][k])
    expect(first).toEqual(values.map((column) => expected.map((i) => column[i])))
    // Columns that name the records are known by themselves: no share of them is recovered.
    expect([...(found.columns?.values() ?? [])]).toEqual([null, 100, 100])
  })

  it('leaves more assignments for less exact correlations, and none for others', async () => {
    const left = async (tolerance: number): Promise<number> =>
      figure(await attack(original, { known: rows(4) }, { tolerance, correlations: 'product-moment' }), 'left')
    const counts = [await left(1e-9), await left(1e-3), await left(2)]
    expect(counts[0]).toBe(1)
    expect(counts[1]).toBeLessThan(counts[2])
    expect(counts[2]).toBe(576)
    const both = await attack(original, { known: rows(4) }, { tolerance: 1e-3 })
    expect(figure(both, 'left')).toBeLessThanOrEqual(counts[1])
    const { value, reason } = await attack(permuted, { known: rows(3) }, { tolerance: 1e-6 })
    expect(value).toBeNull()
    expect(reason).toMatch(/no assignment gives the correlations within 0.000001/)
  })

  it('counts wrong values as not right', async () => {
    const other = file([values[0], values[1], values[2].map((value, i) => (i === 0 ? value + 1 : value))])
    const found = await attack(original, { known: rows(3), original: other }, { tolerance: 1e-9 })
    expect(found.value).toBeCloseTo(200 / 3, 12)
    expect(figure(found, 'records reconstructed')).toBe(3)
  })

  it('with one unknown record needs no correlations, and with none has nothing to find', async () => {
    expect((await attack(permuted, { known: rows(1), original }, { tolerance: 2 })).value).toBe(100)
    expect((await attack(permuted, { known: original })).reason).toMatch(/the intruder knows every record/)
    expect((await attack(permuted, {})).reason).toMatch(/needs the records that the intruder knows \(known\)/)
    expect((await attack(permuted, { known: rows(1) }, {}, { columns: [] })).reason).toMatch(/no column is attacked/)
  })

  it('names the records by given columns, which stay in place', async () => {
    const region = categorical(Array.from({ length: n }, (_, i) => `r${i % 4}`))
    const age = numeric(Array.from({ length: n }, (_, i) => 20 + i))
    const withGiven = (data: Dataset): Dataset =>
      dataset([...data.names.map((name) => [name, data.column(name)] as const), ['region', region], ['age', age]])
    const own = withGiven(original)
    const known = takeRows(
      own,
      Int32Array.from({ length: n - 3 }, (_, i) => i + 3),
    )
    const how = { given: ['region', 'age'] }
    const found = await attack(own, { known, original: own }, { tolerance: 1e-9, correlations: 'product-moment' }, how)
    expect(found.value).toBe(100)
    expect(figure(found, 'possible')).toBe(216)
    expect([...(found.columns?.values() ?? [])]).toEqual([100, 100, 100])
    const ages = found.tables?.get('records')?.column('age')
    expect(ages?.kind === 'numeric' && [...ages.values]).toEqual([20, 21, 22])
    // By region alone two of five records of region r0 are exchangeable: assignments that exchange them are one.
    const five = takeRows(
      own,
      Int32Array.from({ length: n - 5 }, (_, i) => i + 5),
    )
    const byRegion = await attack(own, { known: five }, { tolerance: 2 }, { columns: ['a'], given: ['region'] })
    expect(figure(byRegion, 'left')).toBe(60)
  })

  it('refuses files that are not permutations, too many known records, missing values and too many assignments', async () => {
    const rejected = async (promise: Promise<Measurement>, code: string, message: RegExp): Promise<void> => {
      await expect(promise).rejects.toMatchObject({ code, message: expect.stringMatching(message) as string })
    }
    const noisy = file(values.map((column) => column.map((value) => value + 0.5)))
    await rejected(attack(noisy, { known: rows(3) }), 'WRONG_INPUT', /column "a" .* lacks the value/)
    await rejected(attack(rows(3), { known: original }), 'WRONG_INPUT', /known records has 60, and .* has 57/)
    const holes = file(values.map((column) => column.map((value, i) => (i === 7 ? Number.NaN : value))))
    await rejected(attack(holes, { known: rows(3) }), 'MISSING_VALUES', /column "a" of the released file .* record 8/)
    await rejected(
      attack(original, { known: rows(8) }),
      'BAD_PARAMETER',
      /8 unknown records .* 1,625,702,400 possible assignments/,
    )
    await rejected(
      attack(original, { known: rows(59) }),
      'BAD_PARAMETER',
      / 59 unknown records in 2 columns.*e\+\d+ possible assignments/,
    )
    const two = file(values.map((column) => column.slice(0, 2)))
    await rejected(
      attack(original, { known: rows(3), correlations: two }, { correlations: 'product-moment' }),
      'WRONG_INPUT',
      /correlations lack the one of \w with \w/,
    )
  })

  it('finds everything there is to know from constant columns and ties', async () => {
    const tied = file([values[0].map(() => 5), values[1].map((value) => (value < 800 ? 0 : value)), values[2]])
    const known = takeRows(
      tied,
      Int32Array.from({ length: n - 3 }, (_, i) => i + 3),
    )
    const found = await attack(tied, { known, original: tied }, { tolerance: 1e-9 })
    expect(found.value).toBe(100)
    expect(figure(found, 'left')).toBe(1)
  })
})
