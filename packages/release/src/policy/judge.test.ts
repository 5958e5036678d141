import { describe, expect, it } from 'vitest'
import { judged, only, policyOf, runsOf } from './policy.fixture.js'
import { judge } from './judge.js'
import type { Criterion, Judgement, ReleasedRoles } from './policy-types.js'
import { registry } from '../../../inspect/src/in-memory.fixture.js'
import { valueAgainstLimit } from './value-beside.js'

const limit = 'limits: { risk/dld: 25 }'
const signed = (until: string, upTo = 30): string =>
  `${limit}, exceptions: [{ metric: risk/dld, upTo: ${upTo}, by: A. Steward, reason: a pilot, until: ${until} }]`

describe('A limit', () => {
  it('is met at its exact value, and missed by one unit in the last place', () => {
    expect(only(judged(limit, runsOf('risk/dld', [25])))).toMatchObject({ state: 'met', text: '25 %: exactly 25 %' })
    const over = judged(limit, runsOf('risk/dld', [25.000000000000004]))
    expect(over.state).toBe('not met')
    expect(only(over).text).toMatch(/^25\.000000000000004 %: above 25 %: mask more strongly/)
    expect(over.verdict).toBe(
      'Not met: x of policy.yaml, 1 of 1 criterion fail.\nDisclosure risk: distance-based record linkage (DLD) 25.000000000000004 % (at most 25 %; independent data 1.5 %).\nTo do: mask more strongly.',
    )
    const under = only(judged(limit, runsOf('risk/dld', [24.999999999999996])))
    expect(under).toMatchObject({ state: 'met', text: '24.999999999999996 %: below 25 %' })
  })

  it('is compared with the worst run, not the mean', () => {
    const values = [1, 26, 2, 1]
    expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeLessThan(25)
    expect(only(judged(limit, runsOf('risk/dld', values)))).toMatchObject({
      state: 'not met',
      released: 1,
      worst: 26,
      worstRun: 2,
      independent: 1.5,
      bound: 'at most 25 %',
    })
  })

  it('is a lower limit if more is better', () => {
    const floor = 'limits: { permutation/level: 10 }'
    const met = only(judged(floor, runsOf('permutation/level', [12, 10, 40])))
    expect(met).toMatchObject({ state: 'met', worst: 10, worstRun: 2, bound: 'at least 10 %' })
    const missed = only(judged(floor, runsOf('permutation/level', [12, 9.999999999999998])))
    expect(missed).toMatchObject({ state: 'not met', worst: 9.999999999999998, worstRun: 2 })
    expect(missed.text).toContain('9.999999999999998 % in run 2 of 2, the worst: below 10 %')
  })

  it('on the end of an interval is compared with that end, else with the value', () => {
    const facts = runsOf('risk/dld', [20, 20])
    const ends = facts.runs.map((_, r) => new Map([['risk/dld', { value: 20, worseEnd: r === 0 ? 22 : 26 }]]))
    expect(only(judged('limits: { risk/dld:upper: 25 }', { ...facts, runs: ends }))).toMatchObject({
      key: 'limit risk/dld:upper',
      metric: 'risk/dld',
      state: 'not met',
      worst: 26,
      worstRun: 2,
    })
    expect(only(judged('limits: { risk/dld:upper: 25 }', facts)).state).toBe('met')
  })

  it('is not met if all runs lack a value, or the value is not a number', () => {
    const some = only(judged(limit, runsOf('risk/dld', [1, null, 2])))
    expect(some).toMatchObject({ state: 'not met', worst: null, worstRun: 2, cause: 'there is none' })
    expect(some.text).toMatch(/^without a value in 1 of 3 runs; a metric without a value keeps no limit/)
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      expect(only(judged(limit, runsOf('risk/dld', [value]))).state).toBe('not met')
    expect(only(judged(limit, runsOf('risk/other', [1])))).toMatchObject({
      state: 'not met',
      cause: 'it was not measured',
    })
    expect(only(judged(limit, { ...runsOf('risk/dld', []) })).state).toBe('not met')
  })

  it('may lack a value if the policy says why, but is compared with the runs that have one', () => {
    const allowed = `${limit}, allowNull: { risk/dld: nothing is linked }`
    const none = judged(allowed, runsOf('risk/dld', [null, null]))
    expect(none.criteria[0]).toMatchObject({ state: 'allowed', worst: null })
    expect(none.criteria[0].text).toBe('without a value in all 2 runs; allowed: nothing is linked')
    expect(only(judged(allowed, runsOf('risk/dld', [null, 3])))).toMatchObject({ state: 'allowed', worst: 3 })
    expect(only(judged(allowed, runsOf('risk/dld', [null, 26])))).toMatchObject({ state: 'not met', worst: 26 })
  })
})

describe('An exception', () => {
  it('permits its value, and holds until the end of its last day', () => {
    for (const [value, state] of [
      [24, 'met'],
      [30, 'excepted'],
      [30.000000000000004, 'not met'],
    ] as const)
      expect(only(judged(signed('2027-01-01'), runsOf('risk/dld', [value]))).state).toBe(state)
    const passed = judged(signed('2027-01-01'), runsOf('risk/dld', [30]))
    expect(only(passed).text).toBe('30 %: above 25 %; let pass up to 30 % by A. Steward until 2027-01-01: a pilot')
    expect(passed.verdict).toBe(
      'Met with exceptions: x of policy.yaml, 1 criterion.\nDisclosure risk: distance-based record linkage (DLD) 30 % (at most 25 %; independent data 1.5 %).\nExceptions: Distance-based record linkage (DLD) by A. Steward until 2027-01-01.',
    )
  })

  it('permits nothing after its end, and the text has the day', () => {
    const ended = only(judged(signed('2026-12-31'), runsOf('risk/dld', [28])))
    expect(ended.state).toBe('not met')
    expect(ended.text).toContain('the exception of A. Steward held until 2026-12-31 and no longer does')
    expect(ended.exception).toBeUndefined()
    expect(only(judged(signed('2026-12-31'), runsOf('risk/dld', [25]))).state).toBe('met')
  })

  it('does not replace a missing value', () => {
    expect(only(judged(signed('2027-12-31'), runsOf('risk/dld', [null]))).state).toBe('not met')
  })
})

describe('A demand', () => {
  const all = `${limit}, require: { keyed: true, shuffled: true, identifiers: none, openColumns: accepted }`
  const last = ({ criteria }: Judgement): Criterion | undefined => criteria.at(-1)
  const open = { name: 'tax', why: 'tax (confidential)' }

  it('is met by known facts, and not if nothing is known', () => {
    const good = judged(all, runsOf('risk/dld', [1]))
    expect(good.criteria.slice(1).map(({ key, state }) => `${key}: ${state}`)).toEqual([
      'require keyed: met',
      'require shuffled: met',
      'require identifiers: met',
      'require openColumns: met',
    ])
    const unknown = judged(all, runsOf('risk/dld', [1], { keyed: undefined, shuffled: undefined }))
    expect(unknown.criteria.slice(1, 3).map(({ state }) => state)).toEqual(['not met', 'not met'])
    expect(unknown.criteria[1].text).toContain('is not next to the file')
    const seeded = judged(all, runsOf('risk/dld', [1], { keyed: false, shuffled: false, identifiers: ['name'] }))
    expect(seeded.criteria.filter(({ state }) => state === 'not met')).toHaveLength(3)
    expect(seeded.verdict).toMatch(
      /^Not met: x of policy\.yaml, 3 of 5 criteria fail\.\n.*\nTo do: release it \(release\); drop identifiers\.$/,
    )
  })

  it('on disclosing columns distinguishes accepted ones from the others', () => {
    const facts = (accepted: boolean): ReturnType<typeof runsOf> =>
      runsOf('risk/dld', [1], { open: [{ ...open, accepted }] })
    const accepted = `${limit}, require: { openColumns: accepted }`
    expect(last(judged(accepted, facts(true)))).toMatchObject({
      state: 'met',
      text: '1 disclosing column, accepted by name: tax',
    })
    expect(last(judged(accepted, facts(false)))?.text).toMatch(/^1 disclosing column that nobody accepted: tax;/)
    expect(last(judged(`${limit}, require: { openColumns: none }`, facts(true)))?.state).toBe('not met')
  })

  it('has no effect if it is false', () => {
    expect(judged(`${limit}, require: { keyed: false }`, runsOf('risk/dld', [1], { keyed: false })).state).toBe('met')
  })
})

describe('A judgement', () => {
  it('names the type of release, which may be left out if there is only one', () => {
    const context = { registry, today: '2027-01-01', name: 'p' }
    expect(judge(policyOf(limit), undefined, runsOf('risk/dld', [1]), context).release).toBe('x')
    expect(() => judge(policyOf(limit), 'y', runsOf('risk/dld', [1]), context)).toThrow('has no type of release "y"')
  })
})

describe('A value near its limit', () => {
  it('is written with as few digits as show the difference', () => {
    expect(valueAgainstLimit(31.23456, 25)).toBe('31')
    expect(valueAgainstLimit(25.00001, 25)).toBe('25.00001')
    expect(valueAgainstLimit(24.99999, 25)).toBe('24.99999')
    expect(valueAgainstLimit(25, 25)).toBe('25')
    expect(valueAgainstLimit(0.1 + 0.2, 0.3)).toBe('0.30000000000000004')
    expect(valueAgainstLimit(12345678.9, 3)).toBe('1.2e+7')
  })
})

describe('A missing measurement', () => {
  const roles = (more: Partial<ReleasedRoles>): ReleasedRoles => ({
    named: true,
    keys: [],
    unmasked: [],
    unnamed: [],
    ...more,
  })
  const facts = (more: Partial<ReleasedRoles>): ReturnType<typeof runsOf> =>
    runsOf('risk/dld', [1], { roles: roles(more) })

  it('is not met: unmasked columns without a quasi-identifier, and columns without a role if there is one', () => {
    const none = judged(limit, facts({ unmasked: ['age', 'sex'], unnamed: ['age', 'sex'] }))
    expect(none.state).toBe('not met')
    expect(none.verdict).toMatch(/\nTo do: name the quasi-identifiers\.$/)
    // An intruder may know non-confidential columns, so unique persons are still counted.
    expect(judged(limit, facts({ unmasked: ['age'] })).state).toBe('not met')
    const some = { keys: ['sex'], unmasked: ['age'] }
    expect(judged(limit, facts({ ...some, unnamed: ['age'] })).verdict).toMatch(/\nTo do: give every column a role\.$/)
    expect(judged(limit, facts(some)).state).toBe('met')
    expect(judged(limit, facts({})).state).toBe('met')
  })

  it('lacks only roles if no schema names one, and no limit is exceeded', () => {
    const bare = { named: false, unmasked: ['age'], unnamed: ['age'] }
    expect(judged(limit, facts(bare)).lacksRoles).toBe(true)
    expect(judged('limits: { risk/dld: 0.5 }', facts(bare)).lacksRoles).toBe(false)
    expect(judged(limit, facts({ ...bare, named: true })).lacksRoles).toBe(false)
  })

  it('is reported at once; a file without any value never meets the policy', () => {
    const two = 'limits: { risk/dld: 25, risk/suda: 5 }, allowNull: { risk/dld: none, risk/suda: none }'
    const some = judged(two, runsOf('risk/dld', [1]))
    expect(some.state).toBe('excepted')
    expect(some.verdict).toMatch(
      /^Met with exceptions: .*; 1 of 2 metrics has no value \(Special uniques \(SUDA\)\)\.\n/,
    )
    for (const value of [null, Number.NaN]) {
      const nothing = judged(two, runsOf('risk/dld', [value]))
      expect(nothing.state).toBe('not met')
      expect(nothing.verdict).toMatch(/^Not met: .*; 2 of 2 metrics have no value/)
    }
    expect(judged('require: { keyed: true }', runsOf('risk/dld', [1])).state).toBe('not met')
    expect(judged('limits: { loss/rank-correlation: 1 }', runsOf('loss/rank-correlation', [0])).state).toBe('not met')
  })
})

describe('A value within its error of a limit', () => {
  const sampled = (value: number, error: number): ReturnType<typeof runsOf> => ({
    ...runsOf('risk/dld', [value]),
    runs: [new Map([['risk/dld', { value, error }]])],
  })

  it('is too close to call on both sides, but not if the error is less than the distance', () => {
    for (const value of [23, 27]) {
      const close = judged(limit, sampled(value, 3))
      expect(close.state).toBe('too close')
      expect(close.verdict).toMatch(/^Too close to call: x of policy\.yaml, 1 of 1 criterion\./)
      expect(only(close).text).toContain('known to ± 3 %')
    }
    expect(judged(limit, sampled(21, 3)).state).toBe('met')
    expect(judged(limit, sampled(29, 3)).state).toBe('not met')
    expect(judged(signed('2027-12-31', 28), sampled(24, 3)).state).toBe('excepted')
    expect(judged(signed('2027-12-31', 26), sampled(24, 3)).state).toBe('too close')
  })

  it('is too close by the spread of its runs if none of them is released', () => {
    const runs = [20, 22, 24, 21, 23]
    // 22 + 2.131847 · √2.5 · √1.2 is 25.692.
    const draft = judged(limit, runsOf('risk/dld', runs, { released: false }))
    expect(draft.state).toBe('too close')
    expect(only(draft).text).toContain('a further draw may have 26 %')
    expect(judged(limit, runsOf('risk/dld', runs)).state).toBe('met')
    expect(judged('limits: { risk/dld: 26 }', runsOf('risk/dld', runs, { released: false })).state).toBe('met')
    const floor = judged(
      'limits: { permutation/level: 10 }',
      runsOf('permutation/level', [11, 12, 14], { released: false }),
    )
    expect(floor.state).toBe('too close')
  })
})

it('does not count limits on items of a questionnaire for a file without items', () => {
  const type = 'limits: { risk/known-items: 20, risk/dbrl: 20 }, require: {}'
  const facts = runsOf('risk/dbrl', [3], { hasItems: false })
  expect(judged(type, facts).criteria.map(({ metric }) => metric)).toEqual(['risk/dbrl'])
  expect(judged(type, { ...facts, hasItems: true }).criteria.map(({ state }) => state)).toEqual(['not met', 'met'])
})
