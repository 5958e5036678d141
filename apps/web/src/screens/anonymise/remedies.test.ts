import { expect, it } from 'vitest'
import type { Criterion, Judgement } from '@sdc/release'
import { usualAnonymity } from '../../session/usual-settings.js'
import { remedies } from './remedies.js'

const missed = (metric: string, worst: number, limit: number): Judgement => {
  const criterion: Criterion = {
    key: metric,
    metric,
    title: metric,
    bound: '',
    limit,
    released: worst,
    worst,
    worstRun: 1,
    independent: null,
    unit: 'percent',
    state: worst > limit ? 'not met' : 'met',
    text: '',
  }
  return { policy: 'p', release: 'r', runs: 1, criteria: [criterion], state: 'not met', lacksRoles: false, verdict: '' }
}

it.each([
  ['risk/key-linkage', 25, 10, usualAnonymity, ['Set k to 13']],
  ['risk/key-linkage', 9, 10, usualAnonymity, []],
  ['risk/value-linkage', 90, 20, { ...usualAnonymity, grouped: undefined }, [/by means of 20 records/]],
  ['risk/value-linkage', 90, 20, usualAnonymity, [/by means of 40 records/]],
  ['risk/value-disclosure', 99, 95, usualAnonymity, [/by means of 68 records/]],
  ['risk/value-linkage', 90, 20, { ...usualAnonymity, t: 0.3 }, []],
] as const)('lists the remedies of a missed %s of %i with the limit %i', (metric, worst, limit, anonymity, texts) => {
  expect(remedies(missed(metric, worst, limit), anonymity).map(({ text }) => text)).toEqual(
    texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))),
  )
})
