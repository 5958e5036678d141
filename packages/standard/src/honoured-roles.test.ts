import {
  categorical,
  createRegistry,
  dataset,
  honouredRoles,
  maskInput,
  measureInput,
  numeric,
  type Roles,
} from '@sdc/core'
import { describe, expect, it } from 'vitest'
import standard from './index.js'
import { maskByPlan, measureByPlan } from '@sdc/toolkit'

const registry = createRegistry().use(standard).freeze()
const rows = 60
const data = dataset([
  ['a', categorical(Array.from({ length: rows }, (_, i) => `a${i % 5}`))],
  ['b', categorical(Array.from({ length: rows }, (_, i) => `b${i % 7}`))],
  ['x', numeric(Float64Array.from({ length: rows }, (_, i) => (i * 37) % 101))],
  ['w', numeric(Float64Array.from({ length: rows }, (_, i) => 2 + (i % 3)))],
  ['pid', numeric(Float64Array.from({ length: rows }, (_, i) => Math.floor(i / 2)))],
  ['hid', numeric(Float64Array.from({ length: rows }, (_, i) => Math.floor(i / 3)))],
])

/** Roles that record which of them were read; a copy of them reads all. */
function watched(): { readonly roles: Roles; readonly asked: ReadonlySet<string> } {
  const asked = new Set<string>()
  const held: Roles = {
    keys: ['a', 'b'],
    confidential: ['x'],
    given: [],
    identifiers: [],
    items: ['b'],
    weight: 'w',
    household: 'hid',
    person: 'pid',
  }
  let copying = 0
  const roles = new Proxy(held, {
    ownKeys(target) {
      copying = Reflect.ownKeys(target).length
      return Reflect.ownKeys(target)
    },
    get(target, key, receiver) {
      if (copying > 0) copying--
      else if ((honouredRoles as readonly PropertyKey[]).includes(key)) asked.add(String(key))
      return Reflect.get(target, key, receiver) as unknown
    },
  })
  return { roles, asked }
}

/** Runs a function that may fail with these few columns; the roles read before the failure count. */
async function attempted(run: () => unknown): Promise<void> {
  try {
    await run()
  } catch {
    // Another column or file is missing: the roles were read or not by then.
  }
}

describe('the roles that cards declare', () => {
  it.each(registry.all('metrics').map((metric) => [metric.id, metric] as const))(
    '%s reads those, and no others',
    async (_, metric) => {
      const { roles, asked } = watched()
      const columns = {
        keys: ['a', 'b'],
        'keys and confidential': ['a', 'b', 'x'],
        'keys and items': ['a', 'b'],
        confidential: ['x'],
        'masked columns': ['x'],
      }[metric.of]
      const given = { roles, columns, population: data, params: metric.params.parse({}) }
      await attempted(() => measureByPlan(metric, measureInput(data, data, { ...given, prepared: undefined })))
      expect([...asked].sort()).toEqual([...(metric.honours ?? [])].sort())
      for (const role of metric.honours ?? []) expect(asked).toContain(role)
    },
  )

  it('are read by the methods that declare them, and by no others', async () => {
    for (const method of registry.all('methods')) {
      const read = new Set<string>()
      for (const params of [{}, { unit: 'household' }, { unit: 'person' }]) {
        const { roles, asked } = watched()
        const parsed = method.params.safeParse(params)
        const columns = method.traits.accepts.includes('numeric') ? ['x'] : ['a']
        if (parsed.success)
          await attempted(() => maskByPlan(method, maskInput(data, { roles, columns, params: parsed.data })))
        for (const role of asked) read.add(role)
      }
      expect([method.id, ...[...read].sort()]).toEqual([method.id, ...[...(method.honours ?? [])].sort()])
    }
  })
})
