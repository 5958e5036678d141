import { describe, expect, it } from 'vitest'
import { judged, runsOf } from '../policy/policy.fixture.js'
import type { Judgement } from '../policy/policy-types.js'
import { junitXml } from './junit.js'
import { parseXml } from './xml.fixture.js'

const limits = 'limits: { risk/dld: 25, risk/dbrl: 10, permutation/level: 5 }'
const exception = '{ metric: risk/dld, upTo: 30, by: A. Steward, reason: a pilot, until: 2027-06-30 }'
const whole = `${limits}, allowNull: { risk/dbrl: nothing is linked }, require: { keyed: true }, exceptions: [${exception}]`

function judgement(): Judgement {
  const facts = runsOf('risk/dld', [28, 27], { keyed: undefined })
  const runs = facts.runs.map((run) => new Map([...run, ['permutation/level', { value: 7 }] as const]))
  return judged(whole, { ...facts, runs })
}

describe('junitXml', () => {
  it('has one case for every criterion: failed, or passed with the person, reason and end of an exception', () => {
    const root = parseXml(junitXml(judgement()))
    expect(root.attributes).toMatchObject({ tests: '4', failures: '1' })
    const [suite] = root.children
    expect(suite).toMatchObject({
      name: 'testsuite',
      attributes: { name: 'policy.yaml: x', tests: '4', failures: '1' },
    })
    const cases = suite.children.filter(({ name }) => name === 'testcase')
    expect(cases.map(({ attributes }) => attributes)).toEqual([
      { classname: 'x', name: 'limit risk/dld: at most 25 %' },
      { classname: 'x', name: 'limit risk/dbrl: at most 10 %' },
      { classname: 'x', name: 'limit permutation/level: at least 5 %' },
      { classname: 'x', name: 'require keyed: keyed' },
    ])
    const [excepted, allowed, met, failed] = cases.map(({ children }) => children)
    expect(excepted).toMatchObject([{ name: 'system-out' }])
    expect(excepted[0].text).toContain('let pass up to 30 % by A. Steward until 2027-06-30: a pilot')
    expect(allowed[0].text).toContain('allowed: without a value in all 2 runs; allowed: nothing is linked')
    expect(met).toEqual([])
    expect(failed).toMatchObject([{ name: 'failure', attributes: { message: 'require keyed: keyed' } }])
    expect(failed[0].text).toContain('is not next to the file')
    expect(suite.children.at(-1)?.text).toBe(judgement().verdict)
  })

  it('makes the same bytes again, without a time', () => {
    expect(junitXml(judgement())).toBe(junitXml(judgement()))
    expect(junitXml(judgement())).not.toMatch(/\btime(stamp)?=/)
  })

  it('is well-formed for every policy', () => {
    const odd = '"<b>&amp;</b>\' ]]> \u0000\u001B[31m\uFFFE\uD800 a\r\n\tb \u{1F600}'
    const one = judgement()
    const criteria = one.criteria.map((of) => ({ ...of, text: odd, bound: odd, state: 'not met' as const }))
    const root = parseXml(junitXml({ ...one, policy: odd, release: odd, criteria, verdict: odd }))
    const shown = odd
      .replace(/[\uFFFE\uD800](?![\uDC00-\uDFFF])/g, '\uFFFD')
      .replaceAll('\0', '\uFFFD')
      .replaceAll('\u001B', '\uFFFD')
    const [suite] = root.children
    expect(suite.attributes.name).toBe(`${shown}: ${shown}`)
    expect(suite.children[0].attributes.classname).toBe(shown)
    expect(suite.children[0].children[0].text).toBe(shown)
    expect(suite.children.at(-1)?.text).toBe(shown)
  })

  it('omits the reason for a missing value, which may name columns that are not released', () => {
    const facts = runsOf('risk/dld', [1])
    const runs = [new Map([['risk/dld', { value: null, reason: 'the masked file has none of qzx_name' }]])]
    const one = judged('limits: { risk/dld: 25 }, require: { identifiers: none }', {
      ...facts,
      runs,
      identifiers: ['qzx_id'],
    })
    expect(one.criteria.map(({ cause }) => cause)).toEqual(['the masked file has none of qzx_name', 'qzx_id'])
    expect(junitXml(one)).not.toContain('qzx')
    expect(one.verdict).not.toContain('qzx')
  })
})
