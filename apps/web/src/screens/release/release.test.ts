import type { Criterion, Judgement } from '@sdc/release'
import { describe, expect, it } from 'vitest'
import type { ReleaseView } from '../../worker/protocol/release-types.js'
import { closedBecause } from './box-state.js'
import { dayText, deviating, readException, suggestedLimit } from './exception-form.js'

const criterion: Criterion = {
  key: 'limit risk/dld:upper',
  metric: 'risk/dld:upper',
  title: 'Linked records',
  bound: 'at most 50 %',
  limit: 50,
  released: 93.2,
  worst: 93.7,
  worstRun: 2,
  independent: 5,
  unit: '%',
  state: 'not met',
  text: '',
}
const draft = { metric: criterion.key, upTo: '94', by: ' A. Name ', reason: 'why', until: '2027-03-31' }
const floor: Criterion = { ...criterion, bound: 'at least 10 %', limit: 10, worst: 4.2, released: 6 }

describe('the form of an exception', () => {
  it('returns an exception for a policy', () => {
    expect(readException(draft, criterion, '2026-11-23')).toEqual({
      exception: { metric: 'risk/dld:upper', upTo: 94, by: 'A. Name', reason: 'why', until: '2027-03-31' },
    })
  })

  it('reports the error of every field', () => {
    const empty = readException({ metric: '', upTo: '', by: ' ', reason: '', until: '' }, undefined, '2026-11-23')
    expect(Object.keys('wrong' in empty ? empty.wrong : {}).sort()).toEqual(['by', 'metric', 'reason', 'until', 'upTo'])
    const wrongOf = (more: Partial<typeof draft>, of = criterion): object => {
      const read = readException({ ...draft, ...more }, of, '2026-11-23')
      return 'wrong' in read ? read.wrong : {}
    }
    expect(wrongOf({ upTo: '50' })).toEqual({ upTo: expect.stringContaining('needs no exception') })
    expect(wrongOf({ upTo: '93' })).toEqual({ upTo: expect.stringContaining('93.7 %') })
    expect(wrongOf({ upTo: 'much' })).toEqual({ upTo: expect.stringContaining('a number') })
    expect(wrongOf({ until: '2026-11-22' })).toEqual({ until: expect.stringContaining('passed') })
    expect(wrongOf({ until: '2026-11-23' })).toEqual({})
    // If more is better, accepted values are below the limit.
    expect(wrongOf({ upTo: '12' }, floor)).toEqual({ upTo: expect.stringContaining('needs no exception') })
    expect(wrongOf({ upTo: '4' }, floor)).toEqual({})
  })

  it('suggests the next whole number beyond the worst run', () => {
    expect([criterion, floor, { ...criterion, limit: 0.1, worst: 0.123 }].map(suggestedLimit)).toEqual([
      '94',
      '4',
      '0.13',
    ])
  })

  it('is for limits that a value exceeds', () => {
    const demand: Criterion = { ...criterion, key: 'require keyed', metric: undefined, limit: null }
    const all = [
      criterion,
      demand,
      { ...criterion, state: 'met' as const },
      { ...criterion, worst: null, released: null },
    ]
    expect(deviating(all)).toEqual([criterion])
    expect(dayText(new Date(2027, 2, 9))).toBe('2027-03-09')
  })
})

describe('the public files', () => {
  const judgement = (state: Judgement['state']): Judgement => ({
    policy: 'p',
    release: 'r',
    runs: 1,
    criteria: [],
    state,
    lacksRoles: false,
    verdict: '',
  })
  const drawn = (state: Judgement['state'], more: Partial<ReleaseView> = {}): ReleaseView => ({
    judgement: judgement(state),
    sentence: '',
    files: [],
    warnings: [],
    ...more,
  })
  const session = { release: drawn('met'), privateSaved: true, unconfirmed: false }

  it('are available once the private ones are saved and the policy is met, or an exception is recorded', () => {
    expect(closedBecause(session, false)).toBeUndefined()
    expect(closedBecause({ ...session, release: drawn('excepted') }, false)).toBeUndefined()
  })

  it('are refused in every other case, with the reason', () => {
    const closed = [
      closedBecause({ ...session, release: undefined }, false),
      closedBecause(session, true),
      closedBecause({ ...session, release: drawn('not met') }, false),
      closedBecause({ ...session, release: drawn('met', { replayed: { key: 'k', same: false } }) }, false),
      closedBecause({ ...session, privateSaved: false, unconfirmed: true }, false),
      closedBecause({ ...session, privateSaved: false }, false),
    ]
    expect(new Set(closed).size).toBe(6)
    for (const reason of closed) expect(reason).toMatch(/^Not available/)
  })
})
