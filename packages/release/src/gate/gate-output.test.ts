import { describe, expect, it } from 'vitest'
import { judged, runsOf } from '../policy/policy.fixture.js'
import { gateJson, gateText } from './gate-output.js'
import { gateOutput } from './output.js'

const measured = { columns: ['income', 'tax'], given: [] }
const type = 'limits: { risk/dld: 25, risk/dbrl: 10 }, require: { keyed: true, openColumns: accepted }'
const facts = runsOf('risk/dld', [20, 25.000000000000004], {
  open: [{ name: 'region', why: 'it names people', accepted: true }],
})

describe('A judgement', () => {
  const judgement = judged(type, facts)
  const gate = { judgement, measured, today: '2027-01-01', isPlan: true }

  it('has a table of criteria with texts, and ends in its verdict', () => {
    const text = gateText(gate, { width: 200, colour: false, all: true })
    const lines = text.split('\n')
    expect(lines[0]).toBe('Judged: the worst of 2 runs by x of policy.yaml; measured: income, tax.')
    expect(text).toMatch(/\(DLD\) +risk\/dld +at most 25 % +20 % +25\.000000000000004 % +2 +1\.5 % +not met/)
    expect(text).toMatch(/risk\/dbrl +at most 10 % +no value +no value +1 +not met/)
    expect(text).toContain('met: require openColumns: 1 disclosing column, accepted by name: region')
    expect(text).toContain('(it was not measured)')
    expect(text.endsWith(judgement.verdict)).toBe(true)
    const short = gateText(gate, { width: 80, colour: false, all: false, wraps: true }).split('\n\n')
    expect(short).toHaveLength(2)
    expect(short[0]).not.toContain('risk/')
    for (const line of short.join('\n').split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  it('names the facts of the release, and no worst run of a single file', () => {
    const one = judged('limits: { risk/dld: 25 }', runsOf('risk/dld', [20]))
    const text = gateText({ ...gate, judgement: one, isPlan: false })
    expect(text).toContain('Judged: the masked file by x of policy.yaml; measured: income, tax.')
    expect(text).toMatch(/criterion +id +asked +value +independent data +state/)
  })

  it('has the form of its schema', () => {
    const json: unknown = JSON.parse(JSON.stringify(gateJson(gate)))
    expect(gateOutput.parse(json)).toMatchObject({ state: 'not met', runs: 2, today: '2027-01-01' })
    const signed = judged(
      `limits: { risk/dld: 25 }, exceptions: [{ metric: risk/dld, upTo: 26, by: A, reason: b, until: 2027-01-01 }]`,
      facts,
    )
    const excepted: unknown = JSON.parse(JSON.stringify(gateJson({ ...gate, judgement: signed })))
    expect(gateOutput.parse(excepted).criteria[0].exception).toMatchObject({ by: 'A', upTo: 26 })
  })
})
