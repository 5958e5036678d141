import { describe, expect, it } from 'vitest'
import type { MethodView } from '../../worker/protocol/method-types.js'
import type { Settings } from '../../worker/protocol/settings-types.js'
import { candidateCount, triedCandidates } from './candidate-count.js'
import { families } from './families.js'

const method = (id: string, usual: boolean, refused?: string): MethodView => ({
  id,
  family: id.split('/')[0],
  title: id,
  summary: 'Masks.',
  source: 'Author 2000',
  usual,
  ...(refused !== undefined && { refused }),
  params: [
    { name: 'k', title: 'k', description: 'K.', kind: 'integer', default: 3, grid: [3, 5, 10] },
    { name: 'ties', title: 'ties', description: 'T.', kind: 'boolean', default: false },
  ],
})
const methods = [
  method('noise/additive', true),
  method('coding/pram', true, 'no category'),
  method('noise/other', false),
]

describe('candidates', () => {
  it('are the default methods that apply, with their default values', () => {
    const tried = triedCandidates({ search: 'usual', candidates: [] } as unknown as Settings, methods)
    expect(tried).toEqual([{ use: 'noise/additive', grid: { k: [3, 5, 10] } }])
    expect(candidateCount(tried, true)).toBe(6)
  })

  it('are all combinations of the values of a list', () => {
    const candidates = [
      { use: 'a', grid: { k: [3, 5], ties: [true, false] } },
      { use: 'b', grid: {} },
    ]
    expect(triedCandidates({ search: 'chosen', candidates } as unknown as Settings, methods)).toBe(candidates)
    expect([candidateCount(candidates, false), candidateCount(candidates, true)]).toEqual([5, 10])
  })
})

describe('families', () => {
  it('groups methods, and finds them by their words', () => {
    const names = (text: string) => families(methods, text).map(({ name, methods: some }) => [name, some.length])
    expect(names('')).toEqual([
      ['Noise', 2],
      ['Recoding and suppression', 1],
    ])
    expect(names(' PRAM')).toEqual([['Recoding and suppression', 1]])
    expect(names('nothing like it')).toEqual([])
  })
})
