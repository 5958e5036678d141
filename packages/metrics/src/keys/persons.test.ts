import { categorical, numeric, seededRng, type Column, type Measurement, type Metric } from '@sdc/core'

import { describe, expect, it } from 'vitest'
import { individualRiskMetric } from '../individual/individual-risk.js'
import { sudaMetric } from '../individual/suda.js'
import { kAnonymityMetric } from './k-anonymity.js'
import { runKeys, type KeysRun } from './keys.fixture.js'
import { lDiversityMetric } from './l-diversity.js'
import { populationUniquesMetric } from './population-uniques.js'
import { reidentificationMetric } from './reidentification.js'
import { tClosenessMetric } from './t-closeness.js'

type Value = number | null
/** Records of three keys, a sensitive value, a household and a person. */
interface Visit {
  readonly keys: readonly Value[]
  readonly sensitive: number
  readonly household: number
  readonly person: Value
}

const text = (values: readonly Value[]): Column =>
  categorical(values.map((value) => (value === null ? null : String(value))))

function columnsOf(visits: readonly Visit[]): Readonly<Record<string, Column>> {
  return {
    a: text(visits.map(({ keys }) => keys[0])),
    b: text(visits.map(({ keys }) => keys[1])),
    c: text(visits.map(({ keys }) => keys[2])),
    s: numeric(visits.map(({ sensitive }) => sensitive)),
    w: numeric(visits.map(({ person }) => 3 + ((person ?? 0) % 4))),
    hid: numeric(visits.map(({ household }) => household)),
    pid: numeric(visits.map(({ person }) => person ?? Number.NaN)),
  }
}

/** Returns visits of 30 persons, half of them by one person; some without a person, some without a key. */
function ugly(seed: number, lacking: number): Visit[] {
  const rng = seededRng(seed)
  return Array.from({ length: 80 }, (_, i) => {
    const person = rng.int(8) === 0 ? null : i % 2 === 0 ? 0 : 1 + rng.int(30)
    return {
      keys: [3, 4, 5].map((levels) => (rng.uniform() < lacking ? null : rng.int(levels))),
      sensitive: rng.int(4),
      household: (person ?? 100 + i) % 11,
      person,
    }
  })
}

const run: KeysRun = { keys: ['a', 'b', 'c'], confidential: ['s'], weight: 'w', household: 'hid' }
type AnyMetric = Metric<never>
const metrics: readonly (readonly [AnyMetric, Readonly<Record<string, unknown>>])[] = [
  [kAnonymityMetric as AnyMetric, {}],
  [lDiversityMetric as AnyMetric, { l: 3 }],
  [lDiversityMetric as AnyMetric, { diversity: 'entropy', l: 2.5 }],
  [tClosenessMetric as AnyMetric, { t: 0.3 }],
  [reidentificationMetric as AnyMetric, { threshold: 0.3 }],
  [individualRiskMetric as AnyMetric, {}],
  [sudaMetric as AnyMetric, {}],
  [populationUniquesMetric as AnyMetric, {}],
]
const rules = ['wildcard', 'own-level', 'never'] as const
const cases = metrics.flatMap(([metric, params]) =>
  rules.map(
    (missing) => [`${metric.id} ${JSON.stringify(params)}, ${missing}`, metric, { ...params, missing }] as const,
  ),
)

const measured = (
  metric: AnyMetric,
  visits: readonly Visit[],
  params: Readonly<Record<string, unknown>>,
  person?: string,
): Promise<Measurement> =>
  runKeys(metric, columnsOf(visits), { ...run, params, ...(person !== undefined && { person }) })

describe('persons with several records', () => {
  it.each(cases)('with one record each nothing changes: %s', async (_, metric, params) => {
    const visits = ugly(1, 0.1).map((visit, i) => ({ ...visit, person: 1000 - i }))
    const [plain, persons] = [await measured(metric, visits, params), await measured(metric, visits, params, 'pid')]
    expect(plain.value).not.toBeNull()
    expect(persons.value).toBeCloseTo(plain.value ?? -1, 10)
    persons.records?.forEach((value, i) => expect(value).toBeCloseTo(plain.records?.[i] ?? -1, 10))
  })

  it.each(cases)('a copy of every record under the same person changes nothing: %s', async (_, metric, params) => {
    const visits = ugly(2, 0.1).map((visit, i) => ({ ...visit, person: visit.person ?? 500 + i }))
    const copies = [...visits, ...visits, ...visits]
    const [once, thrice] = [
      await measured(metric, visits, params, 'pid'),
      await measured(metric, copies, params, 'pid'),
    ]
    expect(once.value).not.toBeNull()
    // ℓ and t of overlapping sets count a person once in each class: equal copies have no effect.
    expect(thrice.value).toBeCloseTo(once.value ?? -1, 10)
    if (metric.id === 'risk/population-uniques') return
    once.records?.forEach((value, i) => expect(thrice.records?.[i]).toBeCloseTo(value, 10))
  })
})

/** Returns true if the keys of two records agree, with missing ones by the rule. */
function like(x: readonly Value[], y: readonly Value[], among: readonly number[], missing: string): boolean {
  return among.every((j) => {
    if (x[j] === null || y[j] === null) return missing === 'wildcard' || (missing === 'own-level' && x[j] === y[j])
    return x[j] === y[j]
  })
}

const personIds = (visits: readonly Visit[]): number[] => visits.map(({ person }, i) => person ?? 1000 + i)

describe('comparison with counting', () => {
  it.each(rules)('f is the number of persons with a record that matches: %s', async (missing) => {
    for (const lacking of [0, 0.15, 0.5]) {
      const visits = ugly(3 + 10 * lacking, lacking)
      const ids = personIds(visits)
      const found = await measured(kAnonymityMetric as AnyMetric, visits, { missing }, 'pid')
      const f = visits.map(({ keys }, i) => {
        const own = visits.flatMap((other, j) =>
          i === j || like(keys, other.keys, [0, 1, 2], missing) ? [ids[j]] : [],
        )
        return missing === 'never' && keys.includes(null) ? 1 : new Set(own).size
      })
      expect(Array.from(found.records ?? [])).toEqual(f)
      const atRisk = new Set(ids.filter((_, i) => f[i] < 3))
      expect(found.value).toBeCloseTo((100 * atRisk.size) / new Set(ids).size, 10)
    }
  })

  it.each(rules)('SUDA finds the minimal sets that single out a person: %s', async (missing) => {
    for (const lacking of [0, 0.15, 0.5]) {
      const visits = ugly(30 + 10 * lacking, lacking)
      const ids = personIds(visits)
      const sets = [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]
      const count = visits.map(({ keys }, i) => {
        const single = sets.filter(
          (set) =>
            (missing === 'own-level' || set.every((j) => keys[j] !== null)) &&
            visits.every((other, j) => ids[i] === ids[j] || !like(keys, other.keys, set, missing)),
        )
        return single.filter((set) => !single.some((part) => part !== set && part.every((j) => set.includes(j)))).length
      })
      const found = await measured(sudaMetric as AnyMetric, visits, { missing }, 'pid')
      const held = found.recordColumns?.column('sets')
      if (held?.kind !== 'numeric') throw new Error('no sets')
      expect(Array.from(held.values)).toEqual(count)
      if (lacking < 0.5) expect(Math.max(...count)).toBeGreaterThan(0)
    }
  })
})

describe('all records of a person together', () => {
  it('warns of histories that single out more persons than records do', async () => {
    // Every record equals nine others; the sequences differ.
    const visits = Array.from({ length: 100 }, (_, i): Visit => {
      const person = Math.floor(i / 2)
      const key = i % 2 === 0 ? person % 5 : Math.floor(person / 5) % 5
      return { keys: [key, 0, i % 2], sensitive: 1, household: 1, person }
    })
    const found = await measured(kAnonymityMetric as AnyMetric, visits, {}, 'pid')
    expect(found.value).toBe(0)
    expect(found.warnings?.join()).toMatch(/who knows all records of a person finds more: 50 of 50 persons/)
  })

  it('one patient with all visits of a class is unique in it', async () => {
    const visits = Array.from({ length: 40 }, (_, i): Visit => ({
      keys: [i < 10 ? 0 : 1, 0, 0],
      sensitive: i % 4,
      household: 1,
      person: i < 10 ? 0 : i,
    }))
    expect((await measured(kAnonymityMetric as AnyMetric, visits, {})).value).toBe(0)
    const found = await measured(kAnonymityMetric as AnyMetric, visits, {}, 'pid')
    expect(found.value).toBeCloseTo(100 / 31, 10)
  })
})
