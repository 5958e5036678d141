import { categorical, defineMethod, definePlugin, numeric, refParam } from '@sdc/core'
import * as z from 'zod'

/** Creates a method that breaks the contract in one way; its id names the fault. */
const method = (name, mask, params = z.object({})) =>
  defineMethod({
    id: `faulty/${name}`,
    title: 'A fault',
    summary: 'Breaks the contract.',
    formula: 'y = ?',
    source: [{ where: 'This plugin' }],
    traits: { missing: 'keep' },
    params,
    needsFile: () => ({ why: 'a fault shows in the whole file' }),
    plan: () => ({ form: 'file', mask }),
  })

const numbers = (rows) => numeric(Float64Array.from({ length: rows }, (_, i) => i))

export default definePlugin({
  name: 'sdc-newcomer-faulty',
  version: '1.0.0',
  sdc: '^1',
  methods: [
    method('no-file', () => ({ files: [] })),
    method('unknown-column', ({ data }) => ({ files: [{ columns: new Map([['elsewhere', numbers(data.rows)]]) }] })),
    method('other-kind', ({ data, columns }) => ({
      files: [{ columns: new Map([[columns[0], categorical(Array(data.rows).fill('x'))]]) }],
    })),
    method('throws', () => {
      throw new TypeError('cannot read properties of undefined')
    }),
    // No fault of its own: a method that names another one, and can be told to name itself.
    method(
      'names-another',
      ({ data, columns }) => ({ files: [{ columns: new Map([[columns[0], numbers(data.rows)]]) }] }),
      z.object({
        inner: refParam('method', { default: 'noise/additive', description: 'Another method.' }),
      }),
    ),
  ],
})
