/** A plugin whose methods end badly, for the tests of workers. */
import { threadId } from 'node:worker_threads'
import { defineMethod, definePlugin, SdcError, type MaskingMethod } from '@sdc/core'
import * as z from 'zod'

const method = (name: string, apply: () => never): MaskingMethod =>
  defineMethod({
    id: `mortal/${name}`,
    title: 'A method that ends badly',
    summary: 'Ends badly.',
    formula: 'none',
    source: [{ where: 'this test' }],
    traits: { searched: false },
    params: z.object({}),
    plan: () => ({ form: 'file', mask: apply }),
  }) as MaskingMethod

export default definePlugin({
  name: 'mortal',
  version: '1.0.0',
  sdc: '^1',
  methods: [
    method('exit', () => process.exit(7)),
    method('throw', () => {
      throw new TypeError('cannot read properties of undefined')
    }),
    // Error of the candidate, with the number of its thread.
    method('thread', () => {
      throw new SdcError('TOO_FEW_RECORDS', `thread ${threadId}`)
    }),
    // Never ends, and posts messages on a channel meanwhile.
    method('endless', () => {
      const channel = new BroadcastChannel('mortal/endless')
      for (let i = 0; ; i++) {
        // A channel's, not a window's: it has no origin.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        if (i % 1e7 === 0) channel.postMessage(i)
      }
    }),
  ],
})
