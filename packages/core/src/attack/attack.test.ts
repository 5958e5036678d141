import { describe, expect, it } from 'vitest'
import { attack } from '../plugin/plugin.fixture.js'
import { attackProblems, type Attack } from './attack.js'

const knows = 'knows does not say what the intruder has besides the released file: { name: sentence }'

describe('attackProblems', () => {
  it('finds nothing in a good attack', () => {
    expect(attackProblems(attack)).toEqual([])
    // An intruder who needs only the released file has `knows: {}`.
    expect(attackProblems({ ...attack, knows: {} })).toEqual([])
    expect(attackProblems({ ...attack, knows: {}, mayKnow: { original: 'The original.' } })).toEqual([])
  })

  it.each<[object, string]>([
    [{ knows: undefined }, knows],
    [{ knows: { masked: '' } }, knows],
    [{ knows: { masked: 5 } }, knows],
    [{ mayKnow: { original: '' } }, 'mayKnow does not say what the intruder may have besides: { name: sentence }'],
    [{ mayKnow: null }, 'mayKnow does not say what the intruder may have besides: { name: sentence }'],
    [
      { knows: { original: 'It.' }, mayKnow: { original: 'It.' } },
      'a name is in both knows and mayKnow: needed data cannot be optional',
    ],
    [{ unit: '' }, 'unit is missing: a value without one is misread'],
    [{ attack: undefined }, 'attack is not a function'],
    [{ summary: '' }, 'summary is missing'],
    [{ params: undefined }, 'params is not a zod object'],
  ])('%j', (change, problem) => {
    expect(attackProblems({ ...attack, ...change })).toEqual([`attack/nothing: ${problem}`])
  })

  it('reports on anything at all without failing itself', () => {
    for (const junk of [{}, { knows: null }, null, undefined, 'text'])
      expect(attackProblems(junk as Partial<Attack>).length).toBeGreaterThan(0)
  })
})
