import { hmacSha256 } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { reportsOf, type ReportedText } from '../reports.fixture.js'

const n = 160
const day = (k: number): string => new Date(Date.UTC(1950, 0, 1) + k * 86_400_000).toISOString().slice(0, 10)
const records = Array.from({ length: n }, (_, i) => {
  const [wage, tax] = [1000 + ((i * 7919) % 6133), 100 + ((i * 6007) % 997)]
  const [own, total] = i % 13 === 0 ? ['', ''] : [wage, wage + tax]
  const dates = [day((i * 37) % 9000), day(9100 + ((i * 53) % 9000))]
  return [`p${i}`, 1 + Math.floor(i / 2), 'abcd'[i % 4], 20 + (i % 60), own, tax, total, ...dates].join(',')
})
const text = `name,hid,region,age,wage,tax,total,born,moved\n${records.join('\n')}\n`
const columns = {
  name: { role: 'identifier' },
  hid: { role: 'household' },
  region: { role: 'quasi-identifier' },
  age: { role: 'quasi-identifier' },
  wage: { role: 'confidential' },
  tax: { role: 'confidential' },
  total: { role: 'confidential' },
  born: { kind: 'date', role: 'quasi-identifier' },
  moved: { kind: 'date', role: 'quasi-identifier' },
} as const
const acceptOpen = ['hid', 'region', 'age', 'wage', 'tax', 'total', 'born', 'moved']
const money = ['wage', 'tax', 'total']
const noise = { use: 'noise/additive', columns: money, missing: 'keep', params: { relativeVariance: 0.1 } }
const swap = { use: 'swapping/rank-swap', columns: money, params: { percent: 20 } }
const reverse = 'reverse-map/rank' as unknown as object
const exchanged = /^Every column but hid has the values that were collected; other records may have them/

interface Plan extends Partial<ReportedText> {
  readonly steps: readonly object[]
  readonly rules?: string[]
}

/** Texts on each of the plans, and sentences that must be in its report, or must not. */
const plans: readonly (readonly [name: string, plan: Plan, done: RegExp, says: RegExp, not: RegExp])[] = [
  ['noise', { steps: [noise] }, /values were masked/, /do not rely on the least/, /exact|changed record by record/],
  ['reverse mapping', { steps: [noise, reverse] }, /values were masked/, /not named/, /everse|exact|noise was added/],
  [
    'reverse mapping with its parameters',
    { steps: [noise, reverse], publishParams: true },
    exchanged,
    /manifest has the parameters/,
    /Parameters, keys|values were masked/,
  ],
  [
    'imputed cells',
    { steps: [{ ...noise, missing: 'impute' }] },
    /values were masked/,
    /filled by a model, in wage and total: they are not observations/,
    /exact/,
  ],
  [
    'multiple imputation',
    { steps: [{ use: 'linear/multiple-imputation', columns: ['tax'], given: ['age'], params: {} }] },
    /values were drawn from a model/,
    /The 5 files are one release/,
    /records of this file were drawn|stands for|exact/,
  ],
  [
    'recoding',
    { steps: [{ use: 'coding/global-recode', columns: ['age'], params: { breaks: [30, 50] } }] },
    /values were made coarser/,
    /detail within a class is gone/,
    /masked:|need not be the one|left empty/,
  ],
  [
    'suppression',
    { steps: [{ use: 'coding/local-suppression', columns: ['region', 'age'], params: { k: 3 } }] },
    /some values were left empty/,
    /not at random/,
    /masked:|need not be the one|coarser/,
  ],
  [
    'a sample',
    { steps: [{ use: 'coding/sampling', params: { percent: 80 } }] },
    /a sample of the records was drawn/,
    /some of the records that were collected, not all/,
    /masked:|need not be the one|not those that were collected/,
  ],
  [
    'synthetic records',
    { steps: [{ use: 'copula/lhs', columns: ['tax', 'age'], params: {} }] },
    /^The records of this file are synthetic: drawn from a model of those that were collected \(/,
    /totals need the number of records/,
    /random order|so that persons|one column after/,
  ],
  [
    'records drawn column after column',
    { steps: [{ use: 'synthetic/sequential', columns: [...money, 'age', 'region', 'born'], params: {} }] },
    /one column after the other \(Sequential synthesis\)\. The file is for teaching.* Confirm results on the original/,
    /(weakest relations are those of|tables of two columns differ about as much)/,
    /random order|so that persons|smallestLeaf|risk\/|% /,
  ],
  [
    'three files drawn column after column',
    { steps: [{ use: 'synthetic/sequential', columns: [...money, 'age'], params: { sets: 3 } }] },
    /one column after the other/,
    /The 3 files are one release/,
    /random order/,
  ],
  [
    'columns drawn for records that were collected',
    { steps: [{ use: 'synthetic/sequential', columns: ['tax'], given: ['age'], params: { kind: 'partial' } }] },
    /^Before the release, values were drawn from a model/,
    /as good as the model is/,
    /records of this file are synthetic|All records/,
  ],
  [
    'pseudonyms',
    {
      steps: [{ use: 'identifiers/pseudonym', columns: ['name'], params: {} }],
      projectKey: hmacSha256(new Uint8Array(32)),
    },
    /identifiers were replaced by pseudonyms/,
    /The identifiers in name and hid are new/,
    /masked:|need not be the one|other records may/,
  ],
  [
    'exchanged values',
    { steps: [swap] },
    exchanged,
    /every column but hid has the values that were collected, each as often/,
    /values were masked/,
  ],
  [
    'exchanged values that a rule repairs',
    { steps: [swap], rules: ['total = wage + tax'] },
    /values were masked/,
    /keeps these rules between columns: total = wage \+ tax/,
    /has the values that were collected|exact/,
  ],
  [
    'shifted dates',
    { steps: [{ use: 'dates/shift', columns: ['born', 'moved'], params: {} }] },
    /dates were shifted/,
    /counts by date are not those that were collected/,
    /masked:|exact/,
  ],
]

describe('the public report of a file with', () => {
  it.each(plans)('%s makes true statements only', async (_, { rules, ...plan }, done, says, not) => {
    const schema = { columns, ...(rules && { rules, brokenRules: 'repair' as const }) }
    const { public: facts } = await reportsOf({ text, schema, acceptOpen, release: true, ...plan })
    const uses = facts.uses.map(({ analysis, use, why }) => `${use}: ${analysis}: ${why}`)
    const all = [facts.done, ...uses, ...facts.notes].join('\n')
    expect(facts.done).toMatch(done)
    expect(all).toMatch(says)
    expect(all).not.toMatch(not)
    expect(all).not.toMatch(/same person,|that one person|nor is anything about the original/)
  })

  it('an unnamed reverse mapping reads like one without', async () => {
    const made = await Promise.all(
      [[noise], [noise, reverse]].map((steps) =>
        reportsOf({ text, schema: { columns }, acceptOpen, release: true, steps }),
      ),
    )
    const [without, mapped] = made.map(({ public: { done, uses, methods, notes } }) =>
      JSON.stringify({ done, uses, methods, notes }).replace(/differs by more than [\d.]+/, ''),
    )
    expect(mapped).toBe(without)
  })
})
