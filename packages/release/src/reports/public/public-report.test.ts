import { createHash } from 'node:crypto'
import { internalReportPage, publicReportPage } from '@sdc/report/release'
import { describe, expect, it } from 'vitest'
import { reportsOf } from '../reports.fixture.js'

const n = 150
const evil = '<img src=x onerror=alert(1)>'

/** Unique values and levels. */
const token = (column: string, i: number): string => `${column}${(7_000_003 + 104_729 * i).toString(36)}zq`
const number = (i: number): string => (7_310_000 + ((i * 7919) % 100_003) + i / 1024).toString()
const other = (i: number): string => (4_190_000 + ((i * 6007) % 99_991) * 3).toString()
const lines = Array.from({ length: n }, (_, i) => [token('who', i), token('lv', i % 9), number(i), other(i)].join(','))
const text = `Surname,region,"${evil}",tax\n${lines.join('\n')}\n`
const schema = {
  columns: { Surname: { role: 'identifier' }, [evil]: { role: 'confidential' }, tax: { role: 'confidential' } },
} as const

describe('publicReport', () => {
  const steps = [
    { use: 'noise/additive', columns: [evil, 'tax'], params: { relativeVariance: 0.271828 } },
    'reverse-map/rank',
  ] as unknown as object[]
  const made = reportsOf({ text, schema, steps, release: true, acceptOpen: ['region'] })

  it('contains no value, level or name that was not released, and no parameter, key or hash of the input', async () => {
    const { public: facts, manifest, secret } = await made
    const page = publicReportPage(facts)
    const key = /"key":"([0-9a-f]{64})"/.exec(secret)?.[1] ?? ''
    const hmac = /"inputHmac":"([0-9a-f]{64})"/.exec(secret)?.[1] ?? ''
    expect([key.length, hmac.length]).toEqual([64, 64])
    const cells = Array.from({ length: n }, (_, i) => [token('who', i), token('lv', i), number(i), other(i)]).flat()
    const hash = createHash('sha256').update(text).digest('hex')
    const named = [
      '0.271828',
      'relativeVariance',
      'Surname',
      'reverse',
      'people.csv',
      'folder',
      'keep.json',
      'plan.yaml',
    ]
    const secrets = [...cells, key, hmac, hash, ...named, 'risk/', 'acceptOpen']
    for (const one of [page, JSON.stringify(facts), manifest])
      expect(secrets.filter((text_) => one.toLowerCase().includes(text_.toLowerCase()))).toEqual([])
    // The test can find them: the internal report has some of all.
    const inside = JSON.stringify((await made).internal)
    for (const one of ['0.271828', 'Surname', 'everse mapping', token('lv', 3)]) expect(inside).toContain(one)
  })

  it('has no field except those that may be published', async () => {
    const { public: facts } = await made
    expect(Object.keys(facts).sort()).toEqual(
      [
        'columns',
        'correlationChange',
        'done',
        'files',
        'methods',
        'notes',
        'subtitle',
        'title',
        'uses',
        'version',
      ].sort(),
    )
    expect(facts.columns).toEqual(['region', evil, 'tax'])
    expect(facts.methods.map(({ title }) => title)).toEqual(['Additive noise'])
  })

  it('does not claim statistics that an unnamed step keeps', async () => {
    const { public: facts } = await made
    expect(facts.uses[0]).toMatchObject({ use: 'with care' })
    expect(facts.uses.filter(({ use }) => use === 'never')).toHaveLength(2)
    const named = await reportsOf({ text, schema, steps, release: true, acceptOpen: ['region'], publishParams: true })
    expect(named.public.methods.map(({ title }) => title)).toContain('Reverse mapping')
  })

  it('writes the name of a column as text in both pages', async () => {
    const { internal, public: facts } = await made
    for (const page of [internalReportPage(internal), publicReportPage(facts)]) {
      expect(page.includes('<img')).toBe(false)
      expect(/&(#60|lt);img src=x onerror=alert\(1\)&(#62|gt);/.test(page)).toBe(true)
    }
  })
})

describe('exact statistics', () => {
  it('are the values of columns that a method only swapped, by its claim and by a check', async () => {
    const steps = [{ use: 'swapping/rank-swap', columns: [evil, 'tax'], params: { percent: 20 } }]
    const { public: facts } = await reportsOf({ text, schema, steps, release: true, acceptOpen: ['region'] })
    expect(facts.uses.slice(0, 3).map(({ use }) => use)).toEqual(['exact', 'exact', 'with care'])
    expect(facts.done).toMatch(/has the values that were collected/)
  })

  it('are none of one column if a further step changed it', async () => {
    const steps = [
      { use: 'swapping/rank-swap', columns: [evil, 'tax'], params: { percent: 20 } },
      { use: 'noise/additive', columns: ['tax'], params: { relativeVariance: 0.1 } },
    ]
    const { public: facts } = await reportsOf({ text, schema, steps, release: true, acceptOpen: ['region'] })
    expect(facts.uses.slice(0, 3).map(({ use }) => use)).toEqual(['with care', 'with care', 'with care'])
  })
})

describe('rules between columns', () => {
  const records = Array.from({ length: n }, (_, i) => {
    const [wage, rent] = [100 + ((i * 7919) % 613), (i * 6007) % 307]
    return [token('who', i), 1 + Math.floor(i / 3), wage, rent, wage + rent].join(',')
  })
  const file = `Surname,hid,wage,rent,total\n${records.join('\n')}\n`
  const columns = {
    Surname: { role: 'identifier' },
    hid: { role: 'household' },
    wage: { role: 'confidential', integer: true },
    rent: { role: 'confidential', integer: true },
    total: { role: 'confidential', integer: true },
  } as const
  const held = 'total = wage + rent'
  const others = ['wage < rent', 'hid >= 1', 'Surname is missing or wage >= 0']
  const steps = [{ use: 'noise/additive', columns: ['wage', 'rent', 'total'], params: { relativeVariance: 0.1 } }]
  const rulesOf = async (brokenRules: 'auto' | 'report'): Promise<readonly [unknown, string]> => {
    const rules = [held, ...others]
    const made = await reportsOf({ text: file, schema: { columns, rules, brokenRules }, steps, release: true })
    const { rules: inManifest } = JSON.parse(made.manifest) as { rules?: readonly string[] }
    return [inManifest, made.public.notes.join(' ')]
  }

  it('are named if every released record satisfies them, without counts', async () => {
    const [rules, notes] = await rulesOf('auto')
    expect(rules).toEqual([held])
    expect(notes).toContain(`keeps these rules between columns: ${held}.`)
    for (const rule of others) expect(notes).not.toContain(rule)
  })

  it('are not named if records were not repaired', async () => {
    const [rules, notes] = await rulesOf('report')
    expect(rules).toBeUndefined()
    expect(notes).not.toContain(held)
  })
})
