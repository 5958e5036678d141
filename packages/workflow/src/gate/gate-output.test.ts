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

  it('is a table of criteria with what is to be said of them, and ends in its verdict', () => {
    const text = gateText(gate, { width: 120, colour: false, all: false })
    const lines = text.split('\n')
    expect(lines[0]).toBe('x of policy.yaml: the worst of 2 runs, measured by income, tax')
    expect(text).toMatch(/risk\/dld +at most 25 % +20 % +25\.000000000000004 % +2 +1\.5 % +not met/)
    expect(text).toMatch(/risk\/dbrl +at most 10 % +no value +no value +1 +not met/)
    expect(text).toContain('met: require openColumns: 1 open column, accepted by name: region')
    expect(text).toContain('(it was not measured)')
    expect(lines.at(-1)).toBe(judgement.verdict)
  })

  it('of a file says what is released, and no worst of one run', () => {
    const one = judged('limits: { risk/dld: 25 }', runsOf('risk/dld', [20]))
    const text = gateText({ ...gate, judgement: one, isPlan: false })
    expect(text).toContain('x of policy.yaml: the masked file, measured by income, tax')
    expect(text).toMatch(/criterion +asked +released +independent +state/)
  })

  it('is of the form that its schema says', () => {
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
