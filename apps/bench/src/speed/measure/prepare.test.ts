import type { MaskResult } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { standardRegistry } from '../../stage-context.js'
import type { Operation } from '../operation.js'
import { prepare } from './prepare.js'

const registry = standardRegistry()
const operation: Operation = {
  kind: 'method',
  id: 'optimize/post-mask',
  data: 'normal',
  n: 60,
  d: 3,
  params: { target: 1e-12, maxSteps: 100 },
}

/** Lines of the report about a score. */
async function scored(of: Operation): Promise<string[]> {
  const run = await prepare(registry, of)
  const { report } = (await run()) as MaskResult
  expect(report?.get('steps')).toBe(100)
  return [...(report?.keys() ?? [])].filter((name) => name.startsWith('score/'))
}

describe('prepared data', () => {
  it('are for a search with the score that it names, or alone', async () => {
    expect((await scored(operation)).length).toBeGreaterThan(0)
    expect(await scored({ ...operation, alone: true })).toEqual([])
  })
})
