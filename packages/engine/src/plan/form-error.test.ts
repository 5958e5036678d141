import { describe, expect, it } from 'vitest'
import { isSdcError } from '@sdc/core'
import { parsePrivateManifest } from '../documents/private-manifest.js'
import { parseFileSchema, parsePlan, parseStep } from './plan.js'

const refusal = (read: () => unknown): string => {
  try {
    read()
    return 'accepted'
  } catch (error) {
    if (isSdcError(error)) return `${error.message} | ${error.fix}`
    throw error
  }
}
const plan = (value: unknown): string => refusal(() => parsePlan(value))

describe('formError', () => {
  it('names an unknown key, its place, and the nearest known key', () => {
    expect(plan({ step: [] })).toMatch(
      /^the plan is not right: unknown key "step" at its top \| Did you mean "steps"\? The known keys are data, /,
    )
    expect(plan({ schema: { columns: { x: { rol: 'weight' } } } })).toMatch(
      /unknown key "rol" at schema\.columns\.x \| Did you mean "role"/,
    )
    expect(plan({ compare: { candidates: [{ use: 'a/b', with: [{ use: 'c/d', params: {}, k: 3 }] }] } })).toMatch(
      /unknown key "k" at compare\.candidates\.0\.with\.0 \| The known keys are use, columns, /,
    )
  })

  it('describes the intended branch if a value may have several types', () => {
    expect(plan({ steps: [{ use: 'a/b', column: ['x'] }] })).toMatch(
      /unknown key "column" at steps\.0 \| Did you mean "columns"/,
    )
    expect(plan({ steps: [{ columns: 'all' }] })).toMatch(/steps\.0 has no "use"/)
    expect(plan({ steps: [{ use: 'a/b', columns: 'income' }] })).toMatch(
      /steps\.0\.columns must be "all" or a list, and is the text "income"/,
    )
    expect(plan({ steps: [{ use: 'a/b', columns: ['x', 1990] }] })).toMatch(
      /steps\.0\.columns\.1 must be a text, and is 1990 \| Write it in quotes: '1990'\./,
    )
    expect(plan({ steps: [7] })).toMatch(/steps\.0 must be a text or an object of keys and values, and is 7/)
    expect(plan({ metrics: [{ use: 'a/b', param: {} }] })).toMatch(
      /unknown key "param" at metrics\.0 \| Did you mean "params"/,
    )
    expect(refusal(() => parseStep({ uses: 'a/b' }))).toMatch(
      /the step is not right: unknown key "uses" at its top \| Did you mean "use"/,
    )
  })

  it('gives the required and the actual value', () => {
    expect(plan(null)).toMatch(/it must be an object of keys and values, and is empty/)
    expect(plan({ compare: { candidates: [], replicates: 1 } })).toMatch(
      /compare\.candidates must be a list of at least 1, and is a list of 0/,
    )
    expect(plan({ compare: { candidates: [{ use: 'a/b' }], replicates: 2000 } })).toMatch(
      /compare\.replicates must be a number of at most 1000, and is 2000/,
    )
    expect(refusal(() => parseFileSchema({ columns: { x: { missing: [-9] } } }))).toMatch(
      /columns\.x\.missing\.0 must be a text, and is -9 \| Write it in quotes: '-9'\./,
    )
    expect(refusal(() => parseFileSchema({ columns: { x: { missing: [null] } } }))).toMatch(
      /and is empty \| Write '' for the empty text\./,
    )
    expect(refusal(() => parseFileSchema({ columns: { x: { role: 'key' } } }))).toMatch(
      /columns\.x\.role must be one of "identifier", .*, and is the text "key"/,
    )
  })

  it('refuses a seed that could be read as another number', () => {
    for (const seed of ['', ' ', 2 ** 53, 1.5, Infinity, [1]]) expect(plan({ seed })).toMatch(/seed must be/)
    for (const seed of ['census 2026', 7, 0, -3]) expect(plan({ seed })).toBe('accepted')
  })

  it('never uses the words of the validator', () => {
    const values = [1, 'x', true, null, [], [1], {}, { a: 1 }]
    const places = ['data', 'schema', 'seed', 'plugins', 'steps', 'metrics', 'compare', 'other']
    const texts = places.flatMap((place) => values.map((value) => plan({ [place]: value })))
    expect(texts.filter((text) => text !== 'accepted').length).toBeGreaterThan(40)
    for (const text of texts) expect(text).not.toMatch(/Invalid|Unrecognized|expected|undefined|\[object|at :/)
  })

  it('names the key of an invalid private file', () => {
    expect(refusal(() => parsePrivateManifest({ format: 'sdc private manifest 1', formats: 1 }))).toMatch(
      /the private file is not right: unknown key "formats" at its top \| Did you mean "format"/,
    )
  })
})
