import { expect, it } from 'vitest'
import { registry } from '../testing/fake-methods.js'
import { pluginFault } from './plugin-faults.js'

it('pluginFault names the plugin, and has its error, if any, as cause', () => {
  const method = registry.get('methods', 'fake/shift')
  const thrown = new TypeError('x is undefined')
  const fault = pluginFault(registry, method, { method: method.id }, 'it failed', thrown)
  expect(fault).toMatchObject({ code: 'BAD_PLUGIN', place: { method: 'fake/shift', plugin: 'shapes' }, cause: thrown })
  expect(pluginFault(registry, method, {}, 'no result')).not.toHaveProperty('cause')
})
