import { examplePolicies, type PolicyException } from '@sdc/release'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { fileSource } from '../data/data-source.js'
import { readableFile, SyncReader } from '../in-process.fixture.js'
import { readPolicyFile, withException } from './policies.js'
import type { NamedPolicy } from '../protocol/settings-types.js'
import { registry } from '../registry.js'

const exception = {
  metric: 'risk/value-disclosure',
  upTo: 94,
  by: 'A. "B" #c',
  reason: 'yes: it\nmust',
  until: '2027-03-31',
}
const text = examplePolicies['public-use']
const added = (policy: string, release: string, one: PolicyException): string =>
  withException({ name: 'house.yaml', text: policy, release }, one)

describe('withException', () => {
  it('adds the exception and changes nothing else, including comments', () => {
    const written = added(text, 'public-use', exception)
    const [before, after] = [parse(text), parse(written)]
    expect(after.releases['public-use'].exceptions).toEqual([exception])
    before.releases['public-use'].exceptions = [exception]
    expect(after).toEqual(before)
    const comments = (all: string): readonly string[] => all.match(/#.*/g) ?? []
    expect(comments(written)).toEqual(expect.arrayContaining([...comments(text)]))
  })

  it('replaces one from the same limit, keeps others, and can be added to a policy without any', () => {
    const other = { ...exception, metric: 'risk/dld' }
    const twice = [exception, other, { ...exception, upTo: 96 }].reduce((so, one) => added(so, 'public-use', one), text)
    expect(parse(twice).releases['public-use'].exceptions).toEqual([other, { ...exception, upTo: 96 }])
    const plain = added('{"version":1,"releases":{"x":{"limits":{"risk/dld":5}}}}', 'x', other)
    expect(parse(plain).releases.x).toEqual({ limits: { 'risk/dld': 5 }, exceptions: [other] })
  })
})

describe('readPolicyFile', () => {
  const read = (name: string, content: string | Uint8Array<ArrayBuffer>): NamedPolicy =>
    readPolicyFile(registry(), fileSource(readableFile(name, content), new SyncReader()))

  it('returns the release types by name', () => {
    const two = text.replace('releases:\n', 'releases:\n  research: { limits: { risk/dld: 5 } }\n')
    expect(read('a.yaml', two)).toEqual({ name: 'a.yaml', text: two, types: ['research', 'public-use'] })
  })

  it('refuses an invalid policy, and unknown names', () => {
    const refused: readonly [string | Uint8Array<ArrayBuffer>, string][] = [
      ['a: [', 'BAD_PLAN'],
      ['x,y', 'BAD_PLAN'],
      [new Uint8Array(2e6), 'BAD_PLAN'],
      [text.replace('risk/dld:upper', 'risk/dlx'), 'UNKNOWN_METRIC'],
      [text.replace('risk/key-linkage: 10', 'risk/key-linkage: -3'), 'BAD_OPTION'],
    ]
    for (const [content, code] of refused)
      expect(() => read('own.yaml', content), code).toThrow(
        expect.objectContaining({ code, message: expect.stringMatching(/own\.yaml|policy|metric|limit/) }),
      )
  })
})
