import { describe, expect, it } from 'vitest'
import { registry } from '../../../../inspect/src/in-memory.fixture.js'
import { readPolicy } from '../read-policy.js'
import { examplePolicies } from './examples.js'

describe('An example of a policy', () => {
  it.each(Object.entries(examplePolicies))('is one that is read, of one type of its name: %s', (name, content) => {
    const { releases } = readPolicy({ name, content }, registry)
    expect(Object.keys(releases)).toEqual([name])
    expect(content).toContain('numbers are examples')
    // What it shows as a comment is one, too.
    const shown = content.replace('    exceptions: []\n', '').replace(/# (exceptions:| {2}- \{)/g, '$1')
    expect(readPolicy({ name, content: shown }, registry).releases[name].exceptions).toHaveLength(1)
  })

  it.each(['risk/key-linkage', 'risk/known-items', 'risk/value-linkage'])(
    'asks for the more, the more people get the file: %s',
    (id) => {
      const limitOf = (name: string): number => {
        const { limits, allowNull } = readPolicy({ name, content: examplePolicies[name] }, registry).releases[name]
        // Who can be found is measured, or the policy is not met.
        expect(Object.keys(allowNull)).not.toContain('risk/key-linkage')
        return limits[id]
      }
      expect(limitOf('public-use')).toBeLessThan(limitOf('scientific-use'))
      expect(limitOf('scientific-use')).toBeLessThan(limitOf('safe-room'))
    },
  )
})
