import {
  categorical,
  dataset,
  maskInput,
  noRoles,
  numeric,
  resolveParams,
  seededRng,
  takeColumn,
  type Column,
  type Dataset,
  type Hierarchy,
  type MaskResult,
  type Roles,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { kAnonymousRecodeMethod } from './k-anonymous-recode.js'
import { maskByPlan } from '@sdc/toolkit'

interface Setting {
  readonly columns: Readonly<Record<string, Column>>
  readonly keys: readonly string[]
  readonly params?: Readonly<Record<string, unknown>>
  readonly hierarchies?: ReadonlyMap<string, Hierarchy>
  readonly confidential?: readonly string[]
}

async function recode({ columns, keys, params = {}, hierarchies, confidential = [] }: Setting): Promise<MaskResult> {
  const roles: Roles = { ...noRoles, confidential, ...(hierarchies && { hierarchies }) }
  const resolved = resolveParams(kAnonymousRecodeMethod.params, params, { method: kAnonymousRecodeMethod.id })
  const data = dataset(Object.entries(columns))
  return maskByPlan(
    kAnonymousRecodeMethod,
    maskInput(data, { columns: [...keys].sort(), params: resolved, roles, rng: seededRng(1) }),
  )
}

/** The released file; columns that are not in the result are copied for the records that stay. */
function output(setting: Setting, result: MaskResult): Map<string, Column> {
  const [{ columns, origin }] = result.files
  return new Map(
    Object.entries(setting.columns).map(([name, before]) => {
      const after = columns.get(name) ?? (origin ? takeColumn(before, origin) : before)
      return [name, after]
    }),
  )
}

function texts(column: Column | undefined): (string | null)[] {
  if (column === undefined) throw new Error('the column did not come')
  return column.kind === 'numeric'
    ? Array.from(column.values, (value) => (Number.isNaN(value) ? null : String(value)))
    : Array.from(column.codes, (code) => column.levels[code] ?? null)
}

/** Records by the texts of their keys. */
function classesOf(out: ReadonlyMap<string, Column>, keys: readonly string[]): number[][] {
  const columns = keys.map((name) => texts(out.get(name)))
  const found = new Map<string, number[]>()
  columns[0].forEach((_, i) => {
    const key = JSON.stringify(columns.map((column) => column[i]))
    found.set(key, [...(found.get(key) ?? []), i])
  })
  return [...found.values()]
}

const ages: Hierarchy = ['21', '22', '23', '31', '32', '33'].map((age) => [age, `${age[0]}0-${age[0]}9`, '*'])
const report = (result: MaskResult, name: string): Dataset => {
  const value = result.report?.get(name)
  if (typeof value !== 'object' || !('names' in value)) throw new Error(`no table ${name}`)
  return value
}

describe('one level for a whole column', () => {
  const setting = {
    columns: {
      age: numeric([21, 22, 23, 31, 31, 33]),
      sex: categorical([...'fmfmmm']),
      disease: categorical([...'abcdef']),
    },
    keys: ['age', 'sex'],
    hierarchies: new Map([['age', ages]]),
  }

  it('takes the node of least loss, and makes ordered classes of numbers', async () => {
    const result = await recode({ ...setting, params: { k: 3, loss: 'height' } })
    const out = output(setting, result)
    // Two f are too few, and tens are less than * for age: heights 1/2 and 1.
    expect(texts(out.get('age'))).toEqual(['20-29', '20-29', '20-29', '30-39', '30-39', '30-39'])
    expect(out.get('age')).toMatchObject({ kind: 'categorical', ordered: true, levels: ['20-29', '30-39'] })
    expect(out.get('sex')).toMatchObject({ kind: 'categorical', ordered: false, levels: ['*'] })
    expect(result.files[0].origin).toBeUndefined()
    expect(result.files[0].columns.has('disease')).toBe(false)
    expect(result.report?.get('smallest class')).toBe(3)
    expect(result.warnings?.join()).toMatch(/every value became the last class in sex/)
    expect(texts(report(result, 'mapping').column('class')).slice(0, 3)).toEqual(['20-29', '20-29', '20-29'])
    expect(report(result, 'mapping').column('records')).toEqual(numeric([1, 1, 1, 2, 1, 2, 4]))
    expect(report(result, 'lattice').rows).toBeGreaterThan(1)
    expect(result.protects).toEqual(['age', 'sex'])
  })

  it('leaves out the records that it may suppress, and their values with them', async () => {
    const lone = {
      ...setting,
      columns: { ...setting.columns, age: numeric([21, 21, 21, 21, 21, 33]), sex: categorical([...'ffffff']) },
    }
    const result = await recode({ ...lone, params: { k: 5, suppressionPercent: 20, loss: 'height' } })
    expect(result.files[0].origin).toEqual(Int32Array.from([0, 1, 2, 3, 4]))
    const out = output(lone, result)
    expect(out.get('age')).toEqual(numeric([21, 21, 21, 21, 21]))
    expect(texts(out.get('disease'))).toEqual([...'abcde'])
    expect(result.report?.get('records removed')).toBe(1)
    await expect(
      recode({ ...lone, params: { k: 5, levels: [{ age: 0, sex: 0 }], suppressionPercent: 10 } }),
    ).rejects.toThrow(/would suppress 1 of 6 records; the limit is 0/)
  })

  it('names the nearest node if no node satisfies the conditions', async () => {
    const lasting: Hierarchy = ages.map(([age, ten]) => [age, ten])
    const poor = { ...setting, keys: ['age'], hierarchies: new Map([['age', lasting]]) }
    await expect(recode({ ...poor, params: { k: 4 } })).rejects.toMatchObject({
      code: 'BAD_PARAMETER',
      message: expect.stringMatching(
        /none of the 2 combinations of levels .* nearest one \(age \d\) would suppress 6 of 6/,
      ),
    })
    await expect(recode({ ...poor, params: { k: 4, suppressionPercent: 100 } })).rejects.toThrow(/no record is left/)
  })

  it('applies l-diversity and t-closeness to sensitive columns given by roles or by name', async () => {
    const same = { ...setting, columns: { ...setting.columns, disease: categorical([...'aaabbb']) } }
    const diverse = await recode({ ...same, confidential: ['disease'], params: { k: 3, l: 2 } })
    expect(new Set(texts(output(same, diverse).get('age')))).toEqual(new Set(['*']))
    expect(diverse.protects).toEqual(['age', 'sex', 'disease'])
    const close = await recode({ ...same, params: { k: 3, t: 0.1, sensitive: ['disease'] } })
    expect(new Set(texts(output(same, close).get('age')))).toEqual(new Set(['*']))
    expect(
      new Set(
        texts(
          output(same, await recode({ ...same, params: { k: 3, t: 0.5, sensitive: ['disease'], loss: 'height' } })).get(
            'age',
          ),
        ),
      ).size,
    ).toBe(2)
  })
})

describe('local recoding', () => {
  it('mixes levels in a column, ordered by the least and then by the greatest value', async () => {
    const setting = {
      columns: { age: numeric([31, 31, 31, 31, 31, 31, 21, 22, 23, 32, 33, 33]) },
      keys: ['age'],
      hierarchies: new Map([['age', ages]]),
      params: { k: 3, local: 'iterate', loss: 'loss' },
    }
    const result = await recode(setting)
    const out = output(setting, result)
    for (const records of classesOf(out, ['age'])) expect(records.length).toBeGreaterThanOrEqual(3)
    expect(texts(out.get('age')).join(' ')).toBe('31 31 31 31 31 31 20-29 20-29 20-29 30-39 30-39 30-39')
    expect(out.get('age')).toMatchObject({ ordered: true, levels: ['20-29', '31', '30-39'] })
    expect(result.report?.get('cell loss')).toBeCloseTo((6 * (2 / 5)) / 12, 12)
  })
})

describe('suppressed records that are blanked', () => {
  const keys = ['a', 'b']
  const columns = {
    a: categorical(['x', 'x', 'x', 'p', 'q', 'r', null]),
    b: categorical(['u', 'u', 'u', 'v', 'w', 'v', null]),
    income: numeric([1, 2, 3, 4, 5, 6, 7]),
    other: numeric([1, 2, 3, 4, 5, 6, 7]),
  }
  const fixed = { levels: [{ a: 0, b: 0 }], suppressed: 'blank' }

  it('lose keys and confidential values only', async () => {
    const setting = { columns, keys, confidential: ['income'], params: { k: 3, ...fixed } }
    const result = await recode(setting)
    const out = output(setting, result)
    expect(result.files[0].origin).toBeUndefined()
    expect(texts(out.get('a'))).toEqual(['x', 'x', 'x', null, null, null, null])
    expect(texts(out.get('income'))).toEqual(['1', '2', '3', null, null, null, null])
    expect(out.get('other')).toEqual(columns.other)
    expect(result.report?.get('records blanked')).toBe(4)
  })

  it('are removed if they are fewer than k together, or if sensitive values have conditions', async () => {
    const few = { columns: { a: categorical([...'xxxxpq']), income: numeric([1, 2, 3, 4, 5, 6]) }, keys: ['a'] }
    const result = await recode({ ...few, params: { k: 3, suppressed: 'blank', levels: [{ a: 0 }] } })
    expect(result.files[0].origin).toEqual(Int32Array.from([0, 1, 2, 3]))
    expect(result.warnings?.join()).toMatch(/a class of 2, fewer than k = 3/)
    const asked = { columns, keys, confidential: ['income'], params: { k: 3, l: 2, ...fixed } }
    const removed = await recode(asked)
    expect(removed.files[0].origin).toEqual(Int32Array.from([0, 1, 2]))
    expect(removed.warnings?.join()).toMatch(/one confidential value, none/)
  })
})

describe('a given recoding', () => {
  const columns = { age: numeric([21, 21, 22, 23, 31, 32]) }
  const given = { columns, keys: ['age'], hierarchies: new Map([['age', ages]]) }

  it('gives each record the first combination of levels whose class satisfies the conditions', async () => {
    const result = await recode({ ...given, params: { k: 2, levels: [{ age: 0 }, { age: 1 }] } })
    expect(texts(output(given, result).get('age'))).toEqual(['21', '21', '20-29', '20-29', '30-39', '30-39'])
    expect(report(result, 'levels').column('records')).toEqual(numeric([2, 4]))
    const three = await recode({ ...given, params: { k: 3, levels: [{ age: 1 }] } })
    expect(texts(output(given, three).get('age'))).toEqual(['20-29', '20-29', '20-29', '20-29'])
  })

  it('is refused if it does not match the columns', async () => {
    const of = (levels: unknown): Promise<MaskResult> => recode({ ...given, params: { k: 2, levels } })
    await expect(of([{ age: 3 }])).rejects.toThrow(/level 3 for "age", above its highest level/)
    await expect(of([{}])).rejects.toThrow(/combination 1 of levels has none for "age"/)
    await expect(of([{ age: 0, sex: 1 }])).rejects.toThrow(/"sex", which is not a recoded column/)
  })
})

describe('bad input', () => {
  const columns = { a: numeric([1, 2, 3, 4]), b: categorical([...'xxyy']), c: numeric([1, 1, 2, 2]) }
  const of = (params: Readonly<Record<string, unknown>>, more: Partial<Setting> = {}): Promise<MaskResult> =>
    recode({ columns, keys: ['a', 'b'], params, ...more })

  it.each<[string, Record<string, unknown>, string, RegExp]>([
    ['k = 1', { k: 1 }, 'BAD_PARAMETER', /k must be a whole number >= 2/],
    ['k > n', { k: 5 }, 'TOO_FEW_RECORDS', /4 records cannot be in classes of 5/],
    [
      'a sensitive key',
      { k: 2, l: 2, sensitive: ['b'] },
      'BAD_PARAMETER',
      /"b" is both a confidential column and a quasi-identifier/,
    ],
    ['an unknown sensitive column', { k: 2, l: 2, sensitive: ['d'] }, 'UNKNOWN_COLUMN', /no confidential column "d"/],
    [
      'l without a sensitive column',
      { k: 2, l: 2 },
      'BAD_PARAMETER',
      /l needs a confidential column, and there is none/,
    ],
    ['a sensitive column without l or t', { k: 2, sensitive: ['c'] }, 'BAD_PARAMETER', /but neither l nor t is set/],
    ['no hierarchy', { k: 2, t: 0.1, sensitive: ['c'], distance: 'hierarchical' }, 'BAD_PARAMETER', /no hierarchy/],
  ])('%s', async (_, params, code, message) => {
    await expect(of(params)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('names all values that two hierarchies lack at once, with the lines to add', async () => {
    const hierarchies = new Map([
      [
        'a',
        [
          ['1', '*'],
          ['2', '*'],
        ],
      ],
      ['b', [['x', '*']]],
    ])
    const error: unknown = await of({ k: 2 }, { hierarchies }).catch((one: unknown) => one)
    expect(error).toMatchObject({
      code: 'BAD_HIERARCHY',
      message: expect.stringMatching(/"3" \(record 3\), "4" \(record 4\).*column "b".*"y" \(record 3\)/),
      fix: expect.stringMatching(/3;\*.*4;\*.*y;\*/),
    })
  })

  it('refuses an unknown order', async () => {
    const text = { ...columns, c: categorical([...'pqpq']) }
    await expect(of({ k: 2, t: 0.1, sensitive: ['c'], distance: 'ordered' }, { columns: text })).rejects.toMatchObject({
      code: 'NOT_ORDERED',
    })
  })
})

/** 200 files of all kinds of keys, with missing cells, ties and constants: the released file is sorted and counted. */
describe('random small files', () => {
  const draw = seededRng('random files')
  const cases = Array.from({ length: 200 }, (_, seed) => [seed] as const)

  it.each(cases)('file %i satisfies k, l and t after release', async (seed) => {
    const rng = draw.child(String(seed))
    const pick = (n: number): number => Math.floor(rng.uniform() * n)
    const rows = 8 + pick(60)
    const missing = rng.uniform() < 0.3 ? 0.15 : 0
    const make = <T>(value: () => T): (T | null)[] =>
      Array.from({ length: rows }, () => (rng.uniform() < missing ? null : value()))
    const spread = 1 + pick(30)
    const columns: Record<string, Column> = {
      number: numeric(make(() => pick(spread) / 4).map((value) => value ?? Number.NaN)),
      grade: categorical(
        make(() => `g${pick(5)}`),
        ['g0', 'g1', 'g2', 'g3', 'g4'],
      ),
      text: { ...categorical(make(() => ['007', '01.10', 'x'][pick(3)])), ordered: false },
      s: categorical(make(() => 'abcd'[Math.min(pick(4), pick(4))])),
    }
    const keys = ['number', 'grade', 'text'].slice(0, 1 + pick(3))
    const k = 2 + pick(4)
    const l = rng.uniform() < 0.4 ? 2 : undefined
    const t = rng.uniform() < 0.3 ? 0.3 : undefined
    const local = rng.uniform() < 0.6 ? 'iterate' : 'none'
    const suppressed = rng.uniform() < 0.5 ? 'blank' : 'remove'
    const params = { k, l, t, local, suppressed, suppressionPercent: 100, ...((l ?? t) ? { sensitive: ['s'] } : {}) }
    const said = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
    const setting = { columns, keys, params: said, confidential: ['s'] }
    const result = await recode(setting).catch((error: Error) => error)
    if (result instanceof Error) {
      // A class of all records can fail l only: the file then has fewer values.
      expect(result.message).toMatch(/no record is left/)
      expect(l !== undefined && new Set(texts(columns.s)).size < l).toBe(true)
      return
    }
    const out = output(setting, result)
    const s = texts(out.get('s'))
    const file = texts(columns.s)
    for (const records of classesOf(out, keys)) {
      expect(records.length).toBeGreaterThanOrEqual(k)
      const values = new Set(records.map((i) => s[i]))
      if (l !== undefined) expect(values.size).toBeGreaterThanOrEqual(l)
      if (t === undefined) continue
      const share = (of: readonly (string | null)[], value: string | null): number =>
        of.filter((one) => one === value).length / of.length
      const own = records.map((i) => s[i])
      const distance =
        [...new Set(file)].reduce((sum, value) => sum + Math.abs(share(own, value) - share(file, value)), 0) / 2
      expect(distance).toBeLessThanOrEqual(t + 1e-9)
    }
    const origin = result.files[0].origin ?? Int32Array.from({ length: rows }, (_, i) => i)
    const blank = new Set(origin.keys())
    for (const name of keys) {
      const column = out.get(name)
      const after = texts(column)
      if (
        column?.kind === 'categorical' &&
        result.files[0].columns.has(name) &&
        name !== 'text' &&
        after.some((one) => one?.includes('['))
      ) {
        // Only levels that some record has, in the order of the numbers.
        expect(new Set(after.filter((one) => one !== null))).toEqual(new Set(column.levels))
      }
      after.forEach((value, r) => {
        if (value !== null) blank.delete(r)
        const before = texts(columns[name])[origin[r]]
        if (name === 'text' && value !== null) expect([before, '*']).toContain(value)
      })
    }
    // A record without a key is blanked and has no sensitive value, or it had no key before.
    for (const r of blank) {
      const hadNone = keys.every((name) => texts(columns[name])[origin[r]] === null)
      expect(hadNone || s[r] === null).toBe(true)
    }
  })
})

describe('the importance of keys', () => {
  const columns = {
    a: numeric(Float64Array.from({ length: 120 }, (_, i) => (i * 7) % 60)),
    b: numeric(Float64Array.from({ length: 120 }, (_, i) => (i * 11) % 61)),
  }
  const of = async (params: Readonly<Record<string, unknown>>): Promise<Map<string, Column>> => {
    const setting = { columns, keys: ['a', 'b'], params: { k: 4, ...params } }
    return output(setting, await recode(setting))
  }
  const classes = (out: ReadonlyMap<string, Column>, name: string): number => new Set(texts(out.get(name))).size

  it.each(['none', 'iterate'])('keeps a key finer the more important it is, local: %s', async (local) => {
    const a = await of({ local, importance: { a: 10 } })
    const b = await of({ local, importance: { b: 10 } })
    expect(classes(a, 'a')).toBeGreaterThan(classes(b, 'a'))
    expect(classes(b, 'b')).toBeGreaterThan(classes(a, 'b'))
  })

  it.each(['none', 'iterate'])('changes nothing if all weights are 1, local: %s', async (local) => {
    expect(await of({ local, importance: { a: 1 } })).toEqual(await of({ local }))
  })

  it('is refused for a column that is not a key, and for a loss without keys', async () => {
    await expect(of({ importance: { c: 2 } })).rejects.toMatchObject({ code: 'UNKNOWN_COLUMN' })
    await expect(of({ importance: { a: 2 }, loss: 'aecs' })).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
    await expect(of({ importance: { a: -1 } })).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
  })
})

describe('a key of many codes or dates without a hierarchy', () => {
  const zip = categorical(Array.from({ length: 240 }, (_, i) => `8${100 + (i % 30) * 10 + (i % 3)}`))
  const setting = { columns: { zip }, keys: ['zip'], params: { k: 20 } }

  it('is recoded by its text, and a warning names it', async () => {
    const result = await recode(setting)
    expect(new Set(texts(output(setting, result).get('zip')))).toEqual(new Set(['81**', '82**', '83**']))
    expect(result.warnings).toEqual([
      'recoded by hierarchies made from the text of their values: zip (8100, 81**, *); give your own hierarchies for other classes',
    ])
  })

  it('is not reported if a hierarchy was given or the keys are not codes', async () => {
    const hierarchies = new Map([['zip', zip.levels.map((level) => [level, 'all'])]])
    expect((await recode({ ...setting, hierarchies })).warnings?.join()).not.toMatch(/made from/)
    const names = categorical(Array.from({ length: 240 }, (_, i) => `name ${i % 30}`))
    const other = { columns: { names }, keys: ['names'], params: { k: 20 } }
    expect(new Set(texts(output(other, await recode(other)).get('names')))).toEqual(new Set(['*']))
  })
})
