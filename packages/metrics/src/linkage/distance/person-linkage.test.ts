import { categorical, dataset, numeric, seededRng, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { measureRoles } from '../../decision/decision.fixture.js'
import { dbrlMetric } from './dbrl.js'
import { personLinkageMetric } from './person-linkage.js'

const persons = 120
const visits = 9
const rng = seededRng(3)
const income = Float64Array.from({ length: persons }, () => 100 * rng.normal())
const age = Float64Array.from({ length: persons }, () => 10 * rng.normal())
const owner = Array.from({ length: persons * visits }, (_, i) => Math.floor(i / visits))
const year = owner.map((_, i) => i % visits)

const file = (incomes: readonly number[], ages: readonly number[], ids: readonly (number | null)[] = owner): Dataset =>
  dataset([
    ['pid', numeric(ids.map((id) => id ?? Number.NaN))],
    ['year', categorical(year.map(String))],
    ['income', numeric(incomes)],
    ['age', numeric(ages)],
  ])
const original = file(
  owner.map((p) => income[p]),
  owner.map((p) => age[p]),
)
const run = (masked: Dataset, more: object = {}) =>
  measureRoles(personLinkageMetric, original, masked, { person: 'pid', columns: ['income', 'age'], ...more })

describe('risk/person-linkage', () => {
  it('undoes noise by record, but not noise by person', async () => {
    const noise = (values: Float64Array, sd: number): number[] => owner.map((p) => values[p] + sd * rng.normal())
    const byRecord = file(noise(income, 100), noise(age, 10))
    const [one, all] = [
      await measureRoles(dbrlMetric, original, byRecord, { person: 'pid', columns: ['income', 'age'] }),
      await run(byRecord),
    ]
    expect(all.value).toBeGreaterThan(3 * (one.value ?? 100))
    const [a, b] = [income, age].map((_, j) =>
      Array.from({ length: persons }, () => (j === 0 ? 100 : 10) * rng.normal()),
    )
    const byPerson = file(
      owner.map((p) => income[p] + a[p]),
      owner.map((p) => age[p] + b[p]),
    )
    expect((await run(byPerson)).value).toBeLessThan((all.value ?? 0) / 2)
  })

  it('equals comparing all pairs of persons', async () => {
    const masked = file(
      owner.map((p) => income[p] + 150 * rng.normal()),
      owner.map((p, i) => (i % 7 === 0 ? Number.NaN : age[p] + 15 * rng.normal())),
    )
    const value = (data: Dataset, name: string, i: number): number => {
      const column = data.column(name)
      return column.kind === 'numeric' ? column.values[i] : Number.NaN
    }
    const sd = (values: readonly number[]): number => {
      const mean = values.reduce((sum, one) => sum + one, 0) / values.length
      return Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (values.length - 1))
    }
    const sds = ['income', 'age'].map((name) => sd(owner.map((_, i) => value(original, name, i))))
    for (const wave of [undefined, 'year']) {
      const total = (p: number, q: number): number =>
        owner.reduce((sum, of, i) => {
          if (of !== p) return sum
          const rows = owner.flatMap((other, j) =>
            other === q && (wave === undefined || year[i] === year[j]) ? [j] : [],
          )
          const each = rows.map((j) => {
            const parts = ['income', 'age'].flatMap((name, c) => {
              const d = (value(original, name, i) - value(masked, name, j)) / sds[c]
              return Number.isNaN(d) ? [] : [d * d]
            })
            return parts.reduce((a, b) => a + b, 0) / parts.length
          })
          return sum + Math.min(...each)
        }, 0)
      const found = Array.from({ length: persons }, (_, p) => {
        const all = Array.from({ length: persons }, (__, q) => total(p, q))
        return all.indexOf(Math.min(...all)) === p ? 1 : 0
      })
      const { tables } = await run(masked, { wave })
      const percent = tables?.get('persons')?.column('value')
      expect(percent?.kind === 'numeric' && percent.values[3]).toBeCloseTo(
        (100 * found.reduce<number>((a, b) => a + b, 0)) / persons,
        10,
      )
    }
  })

  it('states the reason for a missing value', async () => {
    const withoutIds = dataset(original.names.slice(1).map((name) => [name, original.column(name)] as const))
    expect((await run(withoutIds)).reason).toMatch(/the masked file lacks column "pid"/)
    expect((await run(original, { origin: new Int32Array(owner.length).fill(-1) })).value).toBeNull()
  })

  it('is 100 for unchanged values with any ids, and shares ties', async () => {
    const others = file(
      owner.map((p) => income[p]),
      owner.map((p) => age[p]),
      owner.map((p) => 1000 - p),
    )
    expect((await run(others)).value).toBe(100)
    const flat = file(
      owner.map(() => 1),
      owner.map(() => 1),
    )
    expect((await run(flat)).value).toBeCloseTo(100 / persons, 10)
  })
})
