import { SdcError } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { auditPattern } from '../../audit/audit-pattern.js'
import { randomTable } from '../../random-table.js'
import { problemOf, type ProblemOptions } from '../problem.js'
import { exactSuppression } from './exact-suppression.js'

const plain: ProblemOptions = { cost: 'value', zeros: 'published', singletons: 'ignore', own: 'ignore' }

async function refusal(promise: Promise<unknown>): Promise<SdcError> {
  const error = await promise.catch((one: unknown) => one)
  if (error instanceof SdcError) return error
  throw new Error('it was not refused')
}

describe('exact suppression', () => {
  it('gives a valid pattern and a true bound without time, and stops on request', async () => {
    const { table, sensitive } = randomTable({ dimensions: [9, 9], seed: 2, sensitive: 0.06 })
    const problem = problemOf(table, sensitive, plain)
    const short = await exactSuppression(problem, { seconds: 0 })
    expect(short.proved).toBe(false)
    const audit = await auditPattern(table, short.status, sensitive, { singletons: 'ignore', tick: () => {} })
    expect(audit.unprotected).toHaveLength(0)
    const full = await exactSuppression(problem)
    expect(short.bound).toBeLessThanOrEqual(full.cost)
    expect(short.cost).toBeGreaterThanOrEqual(full.cost)
    const stopped = exactSuppression(problem, {
      tick: () => {
        throw new SdcError('CANCELLED', 'stopped')
      },
    })
    expect((await refusal(stopped)).code).toBe('CANCELLED')
  })
})
