import { seededRng, SdcError, type Registry } from '@sdc/core'
import { applyTableMethod } from '@sdc/engine'
import { randomTable } from '@sdc/tabular'
import { keyRun } from './key-run.js'
import type { Measured } from './measured.js'
import { costOf } from './run-cost.js'
import { keyCases, tableCases, type TableCase } from './table-case.js'

/** Runs the case with this name in this process. */
export async function measuredCase(registry: Registry, name: string): Promise<Measured> {
  const keys = keyCases.find((one) => one.name === name)
  if (keys) return await keyRun(registry, keys)
  const one = tableCases.find((of) => of.name === name)
  if (one) return await suppressionRun(registry, one)
  throw new SdcError('BAD_OPTION', `there is no case "${name}"`)
}

async function suppressionRun(registry: Registry, one: TableCase): Promise<Measured> {
  const { table, sensitive } = randomTable(one.made)
  const call = { registry, table, sensitive, rng: seededRng('tables') }
  const protect = () => applyTableMethod({ ...call, method: one.method, params: one.params })
  const audit = (pattern: Uint8Array) => applyTableMethod({ ...call, method: 'tabular/audit', pattern })
  const before = one.timed === 'audit' ? await protect() : undefined
  const { value, ...measured } = await costOf(async () => {
    const pattern = before ?? (await protect())
    return { pattern, audited: one.timed === 'protect' ? undefined : await audit(pattern.result.status) }
  })
  const { result } = value.pattern
  // Patterns without a timed audit are audited, too: the time of an invalid pattern is worthless.
  const audited = value.audited ?? (await audit(result.status))
  const number = (from: typeof result, key: string): number => {
    const found = from.report?.get(key)
    return typeof found === 'number' ? found : Number.NaN
  }
  return {
    ...measured,
    cells: table.values.length,
    sensitive: sensitive.status.filter((each) => each === 1).length,
    suppressed: result.status.filter((each) => each > 0).length,
    unprotected: number(audited.result, 'unprotected'),
    cost: number(result, 'cost'),
    gapPercent: number(result, 'gap'),
    proved: number(result, 'proved'),
  }
}
