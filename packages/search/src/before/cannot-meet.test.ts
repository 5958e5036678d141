import { categorical, dataset, numeric, seededRng, type Dataset } from '@sdc/core'
import { parseFileSchema } from '@sdc/engine'
import { registry } from '../../../inspect/src/in-memory.fixture.js'
import { describe, expect, it } from 'vitest'
import { planFromRequirements } from '../candidates/comparison-plan.js'
import { cannotMeet, cannotMeetMessages, type MeetInput } from './cannot-meet.js'

function people(count: number): Dataset {
  const rng = seededRng('people')
  const each = <T>(of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i))
  return dataset([
    ['age', numeric(each(() => 18 + Math.floor(60 * rng.uniform())))],
    ['town', categorical(each(() => `t${Math.floor(20 * rng.uniform())}`))],
    ['pay', numeric(each(() => Math.exp(8 + rng.normal())))],
    ['note', categorical(each((i) => `n${i}`))],
  ])
}

const roles = { age: 'quasi-identifier', town: 'quasi-identifier', pay: 'confidential', note: 'identifier' }
async function reasons(
  count: number,
  input: Omit<MeetInput, 'schema'>,
  own: Readonly<Record<string, string>> = roles,
  known = registry,
): Promise<Awaited<ReturnType<typeof cannotMeet>>> {
  const columns = Object.fromEntries(Object.entries(own).map(([name, role]) => [name, { role }]))
  return await cannotMeet(people(count), { ...input, schema: parseFileSchema({ columns }) }, known)
}

describe('no masking of values', () => {
  it('keeps a limit on the end of an interval that chance exceeds in 40 records, but not in 2,000', async () => {
    const limits = { 'risk/dld:upper': 5 }
    const [few] = await reasons(40, { limits })
    expect(few.why).toMatch(/at most 5 %, but data without any relation to the 40 records already have \d/)
    expect(few.remedies.map(({ kind }) => kind)).toEqual(['table', 'policy'])
    expect(await reasons(2000, { limits })).toEqual([])
  })

  it('keeps a limit on linkage if no column is a quasi-identifier, unless it may lack a value', async () => {
    const limits = { 'risk/key-linkage': 10 }
    const none = { pay: 'confidential', note: 'identifier', age: 'non-confidential', town: 'non-confidential' }
    const [without] = await reasons(300, { limits }, none)
    expect(without.why).toMatch(
      /^The policy limits linkage by quasi-identifiers, which has no value in this file: no column is a quasi-identifier$/,
    )
    expect(without.remedies.map(({ kind }) => kind)).toEqual(['roles', 'policy'])
    expect(await reasons(300, { limits, mayLack: ['risk/key-linkage'] }, none)).toEqual([])
    expect(await reasons(300, { limits })).toEqual([])
  })

  it('helps if the policy allows no open column and one is left unmasked', async () => {
    const open = { ...roles, note: 'non-confidential' }
    const [one] = await reasons(300, { limits: {}, noOpenColumns: true }, open)
    expect(one.remedies.map(({ kind, columns }) => [kind, columns])).toEqual([
      ['mask', ['note']],
      ['drop', ['note']],
    ])
    expect(await reasons(300, { limits: {} }, open)).toEqual([])
  })

  it('keeps a limit of a comparison that chance exceeds; its warning names the options that help', async () => {
    const compare = planFromRequirements(registry, {})
    const found = await reasons(40, { limits: { 'risk/dld:upper': 5 }, compare })
    const [{ text }] = cannotMeetMessages(found)
    expect(text).toMatch(/^no masking can meet the limits\. The comparison limits .* to at most 5 %, but data/)
    expect(text).toMatch(/Remedies: publish tables instead of records; or set another limit: limit: ID=VALUE$/)
    // Chance keeps the greatest values of a column, which top-coding changes.
    expect(await reasons(40, { limits: { 'risk/largest': 0 }, compare })).toEqual([])
    expect(cannotMeetMessages(await reasons(2000, { limits: { 'risk/dld:upper': 5 }, compare }))).toEqual([])
  })

  it('keeps a limit of the purpose that chance exceeds, unless the user sets it higher', async () => {
    const statistics = { loss: 'loss/statistics', relations: [], families: [], limits: { 'risk/dld': 0.1 } }
    const strict = { ...registry, defaults: { ...registry.defaults, purposes: { statistics } } }
    const compare = planFromRequirements(strict, {})
    expect(await reasons(40, { limits: {}, compare }, roles, strict)).toHaveLength(1)
    expect(await reasons(40, { limits: { 'risk/dld': 90 }, compare }, roles, strict)).toEqual([])
    expect(await reasons(40, { limits: {} }, roles, strict)).toEqual([])
  })
})
