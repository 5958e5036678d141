import { examplePolicies } from '@sdc/workflow'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { CandidateView, ComparisonView } from '../../worker/protocol.js'
import { candidateRows, cellText, sorted } from './candidate-rows.js'
import { policyOfFile, policyOfText, releaseTypes, withException } from './policies.js'

const exception = {
  metric: 'risk/value-disclosure',
  upTo: 94,
  by: 'A. "B" #c',
  reason: 'yes: it\nmust',
  until: '2027-03-31',
}
const text = examplePolicies['public-use']

describe('an exception in a policy', () => {
  it('is what was typed, and changes nothing else, comments included', () => {
    const written = withException(text, 'public-use', exception)
    const [before, after] = [parse(text), parse(written)]
    expect(after.releases['public-use'].exceptions).toEqual([exception])
    before.releases['public-use'].exceptions = [exception]
    expect(after).toEqual(before)
    const comments = (all: string): readonly string[] => all.match(/#.*/g) ?? []
    expect(comments(written)).toEqual(expect.arrayContaining([...comments(text)]))
  })

  it('replaces one from the same limit, beside others, and comes into a policy that has none', () => {
    const other = { ...exception, metric: 'risk/dld' }
    const twice = withException(withException(withException(text, 'public-use', exception), 'public-use', other), 'public-use', { ...exception, upTo: 96 }) // prettier-ignore
    expect(parse(twice).releases['public-use'].exceptions).toEqual([other, { ...exception, upTo: 96 }])
    const plain = withException('{"version":1,"releases":{"x":{"limits":{"risk/dld":5}}}}', 'x', other)
    expect(parse(plain).releases.x).toEqual({ limits: { 'risk/dld': 5 }, exceptions: [other] })
  })
})

describe('a policy of one’s own', () => {
  it('has its types of release by name', () => {
    expect(releaseTypes(text)).toEqual(['public-use'])
    expect(releaseTypes('releases: [1]')).toEqual([])
    expect(policyOfText('a.yaml', text)).toEqual({ name: 'a.yaml', text })
  })

  it('is refused in a sentence where it is none', async () => {
    expect(policyOfText('a.yaml', 'a: [')).toEqual({ wrong: expect.stringContaining('a.yaml is no YAML') })
    expect(policyOfText('a.csv', 'x,y')).toEqual({ wrong: expect.stringContaining('no types of release') })
    const latin = new File([new Uint8Array([0x61, 0xe9, 0x0a])], 'a.yaml')
    expect(await policyOfFile(latin)).toEqual({ wrong: expect.stringContaining('a.yaml') })
    expect(await policyOfFile(new File([new Uint8Array(2e6)], 'big.yaml'))).toEqual({
      wrong: expect.stringContaining('no policy'),
    })
  })
})

describe('the table of candidates', () => {
  const candidate = (label: string, loss: number | null, more: Partial<CandidateView> = {}): CandidateView => ({
    label,
    series: 'noise/additive',
    use: 'noise/additive',
    then: [],
    steps: [],
    parameter: '',
    reverseMapped: false,
    risk: loss,
    loss,
    replicates: 3,
    worst: {},
    pareto: false,
    chosen: false,
    ...more,
  })
  const view: ComparisonView = {
    map: {
      title: '',
      risk: { label: 'Risk', unit: '%', better: 'lower' },
      loss: { label: 'Loss', unit: '%', better: 'lower' },
      points: [],
    },
    candidates: [
      candidate('a/x v = 10', 2, { riskRange: [1, 7] }),
      candidate('a/x v = 9', null, { error: 'no' }),
      candidate('a/y', 1),
    ],
    verdict: '',
    warnings: [],
  }
  const rows = candidateRows(view)

  it('has the worse end of the runs, and what could not be made with its reason', () => {
    expect(rows.map(({ worst }) => worst)).toEqual([7, null, 1])
    expect(rows[1]).toMatchObject({ made: false, notes: ['no'] })
  })

  it('is sorted by numbers and by names as they are read, without a value last', () => {
    const order = (...how: [Parameters<typeof sorted>[1], boolean]): readonly string[] =>
      sorted(rows, ...how).map(({ label }) => label)
    expect(order('loss', false)).toEqual(['a/y', 'a/x v = 10', 'a/x v = 9'])
    expect(order('loss', true)).toEqual(['a/x v = 10', 'a/y', 'a/x v = 9'])
    expect(order('name', false)).toEqual(['a/x v = 9', 'a/x v = 10', 'a/y'])
  })

  it('has values to a tenth, and small ones with two digits', () => {
    expect([
      cellText(12.44, '%'),
      cellText(0.0312, ''),
      cellText(null, '%'),
      cellText(-3.26, '%'),
      cellText(0, '%'),
    ]).toEqual(['12.4\u00A0%', '0.031', '–', '−3.3\u00A0%', '0.0\u00A0%'])
  })
})
