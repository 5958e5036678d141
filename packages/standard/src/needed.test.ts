import { createRegistry, SdcError } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { neededPlugins } from './needed.js'
import records from './records.js'

const all = createRegistry().use(records).freeze()
const sorts = ['methods', 'metrics'] as const
const ids = sorts.flatMap((sort) => all.all(sort).map(({ id }) => ({ sort, id })))

describe('needed plugins', () => {
  it('include every method and metric, equal to those of the whole registry', async () => {
    expect(ids.length).toBeGreaterThan(80)
    for (const { sort, id } of ids) {
      const registry = createRegistry().use(await neededPlugins([id]))
      expect(registry.get(sort, id), id).toBe(all.get(sort, id))
    }
  })

  it('include only the requested ones, once each', async () => {
    const plugins = await neededPlugins(['noise/additive', 'noise/correlated', 'reverse-map/rank'])
    expect(plugins.map(({ name }) => name)).toEqual(['@sdc/methods-noise', '@sdc/reverse-map'])
  })

  it("include all of them if an id is not the project's own: another plugin may refer to it", async () => {
    expect(await neededPlugins(['noise/additive', 'mine/method'])).toBe(records)
    const registry = createRegistry().use(await neededPlugins(['noise/no-such']))
    expect(() => registry.get('methods', 'noise/no-such')).toThrow(SdcError)
  })
})
