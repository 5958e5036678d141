import { expect, it } from 'vitest'
import { registry } from '../testing/fake-methods.js'
import { pluginFault } from './plugin-faults.js'

it('a fault of a plugin names it, and has the error that it threw, if any, as its cause', () => {
  const method = registry.get('methods', 'fake/shift')
  const thrown = new TypeError('x is undefined')
  const fault = pluginFault(registry, method, { method: method.id }, 'it failed', thrown)
  expect(fault).toMatchObject({ code: 'BAD_PLUGIN', place: { method: 'fake/shift', plugin: 'shapes' }, cause: thrown })
  expect(pluginFault(registry, method, {}, 'no result')).not.toHaveProperty('cause')
})
