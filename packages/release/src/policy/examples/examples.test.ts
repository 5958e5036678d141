import { describe, expect, it } from 'vitest'
import { registry } from '../../../../inspect/src/in-memory.fixture.js'
import { readPolicy } from '../read-policy.js'
import { examplePolicies } from './examples.js'

describe('An example of a policy', () => {
  it.each(Object.entries(examplePolicies))('is read, and has one type with its name: %s', (name, content) => {
    const { releases } = readPolicy({ name, content }, registry)
    expect(Object.keys(releases)).toEqual([name])
    expect(content).toContain('numbers are examples')
    // The example in a comment must be valid, too.
    const shown = content.replace('    exceptions: []\n', '').replace(/# (exceptions:| {2}- \{)/g, '$1')
    expect(readPolicy({ name, content: shown }, registry).releases[name].exceptions).toHaveLength(1)
  })

  it.each(['risk/key-linkage', 'risk/known-items', 'risk/value-linkage'])(
    'is stricter for a larger audience: %s',
    (id) => {
      const limitOf = (name: string): number => {
        const { limits, allowNull } = readPolicy({ name, content: examplePolicies[name] }, registry).releases[name]
        // Linkage risk must have a value, or the policy is not met.
        expect(Object.keys(allowNull)).not.toContain('risk/key-linkage')
        return limits[id]
      }
      expect(limitOf('public-use')).toBeLessThan(limitOf('scientific-use'))
      expect(limitOf('scientific-use')).toBeLessThan(limitOf('safe-room'))
    },
  )
})
