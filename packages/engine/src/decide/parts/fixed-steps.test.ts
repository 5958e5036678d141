import { categorical, dataset, numeric, seededRng } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import type { Row } from '../../compare/comparison.js'
import { parseComparePlan, parseFileSchema } from '../../plan/plan.js'
import { registry } from '../../testing/fake-methods.js'
import { decide } from '../decide.js'

const rng = seededRng('fixed steps')
const records = 60
const number = (): Float64Array => Float64Array.from({ length: records }, () => rng.normal())
const original = dataset([
  ['age', numeric(number())],
  ['size', numeric(number())],
  ['income', numeric(number())],
  ['town', categorical(Array.from({ length: records }, (_, i) => 'abc'[i % 3]))],
])
const schema = parseFileSchema({
  columns: {
    age: { role: 'quasi-identifier' },
    size: { role: 'quasi-identifier' },
    income: { role: 'confidential' },
  },
})
const axes = { risk: 'fake/near', loss: 'fake/distance' }
const noise = { use: 'fake/noise', grid: { share: [0.1, 0.5] } }
const fixed = [{ use: 'fake/groups', columns: ['age'], params: { k: 30 } }]
const last = [{ use: 'fake/reverse', columns: ['income'] }]

async function rowsOf(plan: object): Promise<readonly Row[]> {
  const compare = parseComparePlan({ replicates: 1, axes, candidates: [noise], ...plan })
  return (await decide({ registry, original, schema, rng: seededRng('1'), compare })).rows
}

/** Methods of the steps, each with its columns. */
function stepsOf({ steps }: Row): string[] {
  return steps.map(({ use, columns }) => `${use} ${String(columns)}`)
}

describe('steps of every candidate', () => {
  it('contain the fixed steps, whose columns no other step masks, and end with the last steps', async () => {
    const rows = (await rowsOf({ fixed, last })).map(stepsOf)
    expect(rows).toContainEqual(['fake/noise income', 'fake/reverse income', 'fake/groups age', 'fake/noise size'])
    for (const steps of rows) expect(steps.filter((step) => step.includes('age'))).toEqual(['fake/groups age'])
  })

  it('are measured with the candidate', async () => {
    const risk = (rows: readonly Row[]): number =>
      rows.find(({ steps }) => steps.some(({ columns }) => String(columns) === 'size'))?.metrics.get('fake/distance')
        ?.mean ?? Number.NaN
    expect(risk(await rowsOf({ fixed }))).not.toBeCloseTo(risk(await rowsOf({})), 6)
  })

  it.each([
    ['fixed', [{ use: 'fake/groups', columns: ['income'] }], /compare\.fixed masks income.*quasi-identifiers/],
    ['last', [{ use: 'fake/reverse', columns: ['age'] }], /compare\.last masks age.*confidential columns/],
    ['fixed', ['fake/groups'], /compare\.fixed names no columns/],
  ])('are refused in %s: %j', async (key, steps, message) => {
    await expect(rowsOf({ [key]: steps })).rejects.toThrow(message)
  })
})
