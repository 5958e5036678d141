import { dataset, numeric } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { ruleStates } from './rule-states.js'

const data = dataset([
  ['wage', numeric([1, 2, 3, Number.NaN])],
  ['total', numeric([1, 5, 2, 9])],
])

describe('ruleStates', () => {
  it('judges the rules one by one, each with its error', () => {
    const rules = ['wage <= total', 'wage <= sum', 'wage <=']
    const states = ruleStates(data, { columns: {}, rules })
    expect(states.map(({ rule }) => rule)).toEqual(rules)
    expect(states[0]).toEqual({ rule: 'wage <= total', broken: 1, judged: 3 })
    expect(states[1].problem).toMatch(/sum/)
    expect(states[2].problem).toMatch(/\w/)
  })
})
