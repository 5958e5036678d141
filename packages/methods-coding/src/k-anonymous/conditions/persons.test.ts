import {
  categorical,
  dataset,
  isSdcError,
  maskInput,
  noRoles,
  numeric,
  resolveParams,
  takeColumn,
  takeRows,
  type Column,
  type Dataset,
  type MaskResult,
} from '@sdc/core'
import { personsOf } from '@sdc/toolkit/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kAnonymousRecodeMethod } from '../../k-anonymous-recode.js'
import { maskByPlan } from '@sdc/toolkit'

const keys = ['age', 'sex', 'visit']
const half = new Map([
  ['age', Array.from({ length: 16 }, (_, age) => [String(age), `${age - (age % 4)}+`, '*'])],
  ['visit', ['a', 'b', 'c', 'd'].map((kind) => [kind, kind < 'c' ? 'ab' : 'cd', '*'])],
])

interface Visit {
  readonly person: number | null
  readonly kind: number
  readonly ill: number
}

/** Age and sex belong to the person, the kind of visit and the illness to the record. */
function fileOf(visits: readonly Visit[]): Dataset {
  const id = (i: number): number => visits[i].person ?? 100 + i
  const of = <T>(value: (i: number) => T): T[] => visits.map((_, i) => value(i))
  return dataset([
    ['pid', numeric(of((i) => visits[i].person ?? Number.NaN))],
    ['age', numeric(of((i) => (id(i) * 7) % 16))],
    ['sex', categorical(of((i) => (id(i) % 2 === 0 ? 'm' : 'f')))],
    ['visit', categorical(of((i) => 'abcd'[visits[i].kind]))],
    [
      'ill',
      categorical(
        of((i) => 'uvwxyz'[visits[i].ill]),
        [...'uvwxyz'],
      ),
    ],
  ])
}

async function recode(
  data: Dataset,
  params: Readonly<Record<string, unknown>>,
  person = 'pid',
): Promise<MaskResult | string> {
  const resolved = resolveParams(kAnonymousRecodeMethod.params, params, { method: kAnonymousRecodeMethod.id })
  const roles = { ...noRoles, keys, confidential: ['ill'], person, hierarchies: half }
  try {
    return await maskByPlan(kAnonymousRecodeMethod, maskInput(data, { columns: keys, params: resolved, roles }))
  } catch (error) {
    if (isSdcError(error)) return error.code
    throw error
  }
}

const text = (column: Column, i: number): string =>
  column.kind === 'numeric' ? String(column.values[i]) : String(column.levels[column.codes[i]])

/** Records of every released class, by their places in the file. */
function classesOf(data: Dataset, { files: [{ columns, origin }] }: MaskResult): number[][] {
  const rows = origin ?? Int32Array.from({ length: data.rows }, (_, i) => i)
  const out = keys.map((name) => columns.get(name) ?? takeColumn(data.column(name), rows))
  const classes = new Map<string, number[]>()
  rows.forEach((row, i) => {
    const key = out.map((column) => text(column, i)).join('|')
    classes.set(key, [...(classes.get(key) ?? []), row])
  })
  return [...classes.values()]
}

/** Shares of the values of a column among persons; each person counts once. */
function sharesOf(data: Dataset, rows: readonly number[], of: readonly number[]): number[] {
  const { codes = [] } = data.column('ill') as { codes?: Int32Array | number[] }
  const persons = [...new Set(rows.map((i) => of[i]))]
  const shares = new Array<number>(6).fill(0)
  for (const person of persons) {
    const own = rows.filter((i) => of[i] === person)
    for (const i of own) shares[codes[i]] += 1 / own.length / persons.length
  }
  return shares
}

const visit = fc.record({
  person: fc.oneof(
    { weight: 5, arbitrary: fc.nat(11) },
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  kind: fc.nat(3),
  ill: fc.nat(5),
})
const visits = fc.array(visit, { minLength: 12, maxLength: 60 })
const ways = fc.constantFrom(
  { local: 'none', suppressionPercent: 100 },
  { local: 'iterate' },
  { local: 'iterate', suppressed: 'blank' },
  {
    levels: [
      { age: 0, sex: 0, visit: 0 },
      { age: 1, sex: 0, visit: 1 },
      { age: 2, sex: 0, visit: 1 },
    ],
  },
)

describe('k-anonymous recoding of persons', () => {
  it('puts k persons into every class, each counted once in l and t', async () => {
    const asked = fc.constantFrom(
      {},
      { l: 3 },
      { l: 2.2, model: 'entropy' },
      { l: 2, model: 'recursive', c: 1.5 },
      { t: 0.4, distance: 'equal' },
      { t: 0.3, distance: 'ordered' },
    )
    let released = 0
    await fc.assert(
      fc.asyncProperty(visits, ways, asked, fc.integer({ min: 2, max: 4 }), async (records, way, more, k) => {
        const data = fileOf(records)
        const result = await recode(data, { k, ...way, ...more })
        if (typeof result === 'string') return
        released++
        const of = [...(personsOf(data, { person: 'pid' })?.ofRecord ?? records.keys())]
        const whole = sharesOf(data, [...of.keys()], of)
        for (const rows of classesOf(data, result)) {
          expect(new Set(rows.map((i) => of[i])).size).toBeGreaterThanOrEqual(k)
          const q = sharesOf(data, rows, of)
          const {
            l = 0,
            model,
            c = 1,
            t,
            distance,
          } = more as { l?: number; model?: string; c?: number; t?: number; distance?: string }
          if (model === 'entropy')
            expect(
              Math.exp(-q.reduce((sum, share) => sum + (share > 0 ? share * Math.log(share) : 0), 0)),
            ).toBeGreaterThan(l - 1e-9)
          else expect(q.filter((share) => share > 0).length).toBeGreaterThanOrEqual(l)
          if (model === 'recursive') {
            const [first, ...rest] = [...q].sort((a, b) => b - a)
            expect(first).toBeLessThan(c * rest.reduce((a, b) => a + b, 0) + 1e-9)
          }
          if (distance === 'equal')
            expect(q.reduce((sum, share, v) => sum + Math.max(0, share - whole[v]), 0)).toBeLessThan((t ?? 1) + 1e-9)
          if (distance === 'ordered') {
            const used = [...whole.keys()].filter((v) => whole[v] > 0)
            let [gap, sum] = [0, 0]
            for (const v of used) sum += Math.abs((gap += q[v] - whole[v]))
            expect(sum / Math.max(1, used.length - 1)).toBeLessThan((t ?? 1) + 1e-9)
          }
        }
      }),
    )
    expect(released).toBeGreaterThan(20)
  })

  it('gives the records of a person one class of a key that they share', async () => {
    await fc.assert(
      fc.asyncProperty(visits, ways, async (records, way) => {
        const data = fileOf(records)
        const result = await recode(data, { k: 2, ...way })
        if (typeof result === 'string') return
        const { columns, origin } = result.files[0]
        const rows = [...(origin ?? Int32Array.from({ length: data.rows }, (_, i) => i))]
        // Blanked records have no key.
        const isBlank = (i: number): boolean =>
          keys.every((name) => text(columns.get(name) ?? data.column(name), i) === 'undefined')
        for (const name of keys) {
          const out = columns.get(name)
          if (!out) continue
          const told = new Map<string, string>()
          rows.forEach((row, i) => {
            if (records[row].person === null || isBlank(i)) return
            const key = `${records[row].person} ${text(data.column(name), row)}`
            expect(told.get(key) ?? text(out, i)).toBe(text(out, i))
            told.set(key, text(out, i))
          })
        }
      }),
    )
  })

  it('treats copies of a record alike, and equals the result without the role if each person has one record', async () => {
    const single = fileOf(Array.from({ length: 40 }, (_, i) => ({ person: i, kind: i % 4, ill: (i * 5) % 6 })))
    const copies = Int32Array.from({ length: 120 }, (_, i) => Math.floor(i / 3))
    for (const params of [
      { k: 3 },
      { k: 3, local: 'iterate' },
      { k: 4, local: 'iterate', l: 2.5, model: 'entropy' },
      { k: 2, local: 'iterate', t: 0.35 },
    ]) {
      const once = await recode(single, params)
      const records = await recode(single, params, '')
      if (typeof once === 'string' || typeof records === 'string') throw new Error('nothing is left')
      expect([records.files, records.warnings]).toEqual([once.files, once.warnings])
      const thrice = await recode(takeRows(single, copies), params)
      if (typeof thrice === 'string') throw new Error(thrice)
      const expected = classesOf(single, once).map((rows) => rows.flatMap((i) => [3 * i, 3 * i + 1, 3 * i + 2]))
      expect(classesOf(takeRows(single, copies), thrice)).toEqual(expected)
    }
  })

  it('refuses fewer than k persons, for any number of records', async () => {
    const two = fileOf(Array.from({ length: 30 }, (_, i) => ({ person: i % 2, kind: 0, ill: 0 })))
    expect(await recode(two, { k: 3 })).toBe('TOO_FEW_RECORDS')
  })
})
