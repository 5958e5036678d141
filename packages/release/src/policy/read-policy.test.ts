import { describe, expect, it } from 'vitest'
import { registry } from '../../../inspect/src/in-memory.fixture.js'
import { isDay } from './calendar-day.js'
import { USUAL_RUNS } from './policy-form.js'
import type { Policy } from './policy-types.js'
import { readPolicy, releaseTypeOf } from './read-policy.js'
import { cpuSeconds } from '@sdc/testing/cpu-seconds'

function read(content: string | Uint8Array): Policy {
  return readPolicy({ name: 'policy.yaml', content }, registry)
}

const whole = `version: 1
releases:
  scientific-use:
    title: For contracts with universities
    limits: { risk/dld: 25, permutation/level: 5, risk/dbrl:upper: 20 }
    require: { keyed: true, openColumns: none }
    runs: 7
    allowNull: { risk/dbrl: synthetic records are not linked }
    exceptions:
      - metric: risk/dld
        upTo: 30
        by: A. Steward
        reason: a pilot
        until: 2027-03-31
  teaching: { limits: { risk/dld: 10 } }
`

/** Returns the error of a policy with one type. */
function refusal(type: string): string {
  try {
    read(`version: 1\nreleases:\n  x:\n    ${type}\n`)
  } catch (error) {
    const { code, message, place, fix } = error as { code: string; message: string; place: object; fix: string }
    return `${code} ${JSON.stringify(place)} ${message} | ${fix}`
  }
  throw new Error('it was read')
}

describe('A policy', () => {
  it('with thousands of unknown limits is refused quickly, with the line of the first one', () => {
    const limits = Array.from({ length: 30_000 }, (_, i) => `      risk/none-${i}: 5`).join('\n')
    const since = cpuSeconds()
    expect(() => read(`version: 1\nreleases:\n  x:\n    limits:\n${limits}\n`)).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_METRIC', place: expect.objectContaining({ line: 5 }) }),
    )
    // Takes half a second; comparing each key with all others took 7.
    expect(cpuSeconds() - since).toBeLessThan(3)
  })

  it('has each key once', () => {
    const twice = 'version: 1\nreleases:\n  x: { limits: { risk/dbrl: 5, risk/dld: 3, risk/dbrl: 99 } }\n'
    const message = 'policy.yaml is neither YAML nor JSON: Map keys must be unique at line 3, column 45'
    expect(() => read(twice)).toThrow(expect.objectContaining({ code: 'BAD_PLAN', message }))
    const json = '{ "version": 1, "releases": { "x": { "runs": 1, "limits": { "risk/dbrl": 5 }, "runs": 2 } } }'
    expect(() => read(json)).toThrow(/Map keys must be unique at line 1, column 79$/)
  })

  it('is read whole, from YAML and JSON, with a byte order mark and an unquoted date', () => {
    const policy = read(whole)
    expect(policy.releases['scientific-use']).toMatchObject({ runs: 7, limits: { 'risk/dld': 25 } })
    expect(policy.releases['scientific-use'].exceptions[0].until).toBe('2027-03-31')
    expect(policy.releases.teaching).toMatchObject({ runs: USUAL_RUNS, require: {}, allowNull: {}, exceptions: [] })
    expect(read(JSON.stringify(policy))).toEqual(policy)
    expect(read(`\uFEFF${whole}`)).toEqual(policy)
    expect(read(new TextEncoder().encode(`\uFEFF${whole}`))).toEqual(policy)
    expect(read(`%YAML 1.1\n---\n${whole}`)).toEqual(policy)
  })

  it('is refused with the reason if the document is not a policy', () => {
    for (const [text, said] of [
      ['', 'the policy is not right: it must be an object of keys and values, and is empty'],
      ['- 1\n- 2\n', 'the policy is not right: it must be an object of keys and values, and is a list of 2'],
      ['version: 2\nreleases: {}', 'version must be 1, and is 2'],
      ['version: 1', 'it has no "releases"'],
      ['version: 1\nreleases: {}', 'the policy has no type of release'],
      ['version: 1\nreleases: { x: {} }', 'the type x asks for nothing'],
      ['version: 1\nreleases: { x: { limits: {}, require: { keyed: false } } }', 'the type x asks for nothing'],
      ['version: [', 'policy.yaml is neither YAML nor JSON'],
      ['version: 1\nreleases: { x: { limits: { risk/dld: 1, risk/dld: 2 } } }', 'is neither YAML nor JSON'],
    ])
      expect(() => read(text)).toThrow(said)
  })

  it('has the place of a limit that no metric can have', () => {
    expect(refusal('limits: { risk/dldd: 5 }')).toMatch(/^UNKNOWN_METRIC .*"line":4.*Did you mean risk\/dld\?/)
    expect(refusal('limits: { risk/dld: 101 }')).toMatch(
      /^BAD_OPTION .*"line":4.*risk\/dld cannot have a limit of 101 %: its range is from 0 to 100 %/,
    )
    expect(refusal('limits: { risk/dld:lower: 5 }')).toContain('Use the other end: risk/dld:upper.')
    expect(refusal("limits: { risk/dld: '5' }")).toContain('limits.risk/dld must be a number, and is the text "5"')
    expect(refusal('limits: { risk/dld: .nan }')).toContain('must be a number')
    expect(refusal('limits: { risk/dld: .inf }')).toContain('must be')
    expect(refusal('limits: { __proto__: 5 }')).toContain('UNKNOWN_METRIC')
  })

  it('is refused with misspelt names and impossible values', () => {
    expect(refusal('limit: { risk/dld: 5 }')).toContain('Did you mean "limits"?')
    expect(refusal('require: { keyd: true }')).toContain('Did you mean "keyed"?')
    expect(refusal('require: { keyed: yes }')).toContain('keyed must be true or false, and is the text "yes"')
    expect(refusal('require: { openColumns: nobody }')).toContain('must be one of "none", "accepted"')
    for (const runs of ['0', '1.5', '1001', 'twenty'])
      expect(refusal(`limits: { risk/dld: 5 }\n    runs: ${runs}`)).toContain('runs must be')
    expect(refusal('limits: { risk/dld: 5 }\n    allowNull: { risk/dbrl: why }')).toMatch(/"line":5.*has no limit/)
    expect(refusal("limits: { risk/dld: 5 }\n    allowNull: { risk/dld: '  ' }")).toContain('a reason, and not empty')
  })

  it('is refused with an exception that permits nothing, has no person, reason or end, or is repeated', () => {
    const of = (changed: string): string => {
      const given = { metric: 'risk/dld', upTo: '30', by: 'A', reason: 'why', until: '2027-03-31' }
      const text = Object.entries({ ...given, ...(JSON.parse(changed) as object) }).map(
        ([key, one]) => `${key}: ${one}`,
      )
      return refusal(`limits: { risk/dld: 25 }\n    exceptions:\n      - { ${text.join(', ')} }`)
    }
    expect(of('{"upTo":"25"}')).toMatch(/"line":6.*lets nothing pass: up to 25 is not above its limit, at most 25 %/)
    expect(of('{"upTo":"101"}')).toContain('cannot have a limit of 101 %')
    expect(of('{"metric":"risk/dbrl"}')).toContain('is for risk/dbrl, which has no limit')
    expect(of('{"metric":"risk/dldd"}')).toContain('Did you mean "risk/dld"?')
    expect(of('{"by":"\'  \'"}')).toContain('the person responsible, and not empty')
    expect(of('{"reason":"\'\'"}')).toContain('a reason, and not empty')
    for (const day of ['2027-02-29', '2027-13-01', '31.3.2027', 'soon', '2027-3-1'])
      expect(of(`{"until":"${day}"}`)).toContain(`until "${day}", which is not a day`)
    const two = '- { metric: risk/dld, upTo: 30, by: A, reason: b, until: 2027-01-01 }\n      '
    expect(refusal(`limits: { risk/dld: 25 }\n    exceptions:\n      ${two}${two}`)).toContain('has two exceptions')
    const floor = '{ metric: permutation/level, upTo: 7, by: A, reason: b, until: 2027-01-01 }'
    expect(refusal(`limits: { permutation/level: 5 }\n    exceptions: [${floor}]`)).toContain('is not below its limit')
  })

  it('names its types', () => {
    const policy = read(whole)
    expect(releaseTypeOf(policy, 'teaching').type.limits).toEqual({ 'risk/dld': 10 })
    expect(() => releaseTypeOf(policy)).toThrow('which of the 2 types of release')
    expect(() => releaseTypeOf(policy, 'scientificuse')).toThrow(
      expect.objectContaining({ fix: 'Did you mean "scientific-use"? It has scientific-use, teaching.' }) as Error,
    )
    expect(() => releaseTypeOf(policy, 'constructor')).toThrow('has no type of release "constructor"')
  })
})

describe('A day', () => {
  it('exists in the calendar', () => {
    expect(['2024-02-29', '2000-02-29', '2027-12-31'].every(isDay)).toBe(true)
    expect(['2023-02-29', '1900-02-29', '2027-04-31', '2027-00-10', '2027-01-00', '27-01-01', ''].some(isDay)).toBe(
      false,
    )
  })
})
