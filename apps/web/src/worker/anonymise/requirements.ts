import type { AnonymizeRequirements } from '@sdc/release'
import { columnsWithRole, parseStep, type FileSchema, type StepPlan } from '@sdc/engine'
import type { Dataset } from '@sdc/core'
import type { Anonymity } from '../protocol/protocol.js'

/** Method that groups confidential numbers. */
const grouping = 'microaggregation/mdav'

/** Requirements of the settings, as `sdc anonymize` has them. */
export function requirementsOf({
  k,
  l,
  t,
  suppressionLimit,
  local,
  keep,
  importance,
}: Anonymity): AnonymizeRequirements {
  const isWeighed = Object.keys(importance).length > 0
  const weighed = isWeighed ? { importance } : {}
  return { quasiIdentifiers: 'roles', k, l, t, suppressionLimit, local, keep, ...weighed }
}

/**
 * Returns the steps before the recoding: confidential numbers become means of groups of records.
 *
 * @param data - The file.
 * @param schema - Its roles.
 * @param anonymity - The requirements.
 */
export function stepsBefore(data: Dataset, schema: FileSchema, { grouped }: Anonymity): StepPlan[] {
  if (grouped === undefined) return []
  const columns = columnsWithRole(data, schema, ['confidential']).filter((name) => data.column(name).kind === 'numeric')
  return columns.length === 0 ? [] : [parseStep({ use: grouping, columns, params: { k: grouped } })]
}

/** Label of the requirements, for the history: `5-anonymous, l = 3`. */
export function anonymityLabel({ k, l, t, local }: Anonymity): string {
  const more = [l !== undefined && `l = ${l}`, t !== undefined && `t = ${t}`, !local && 'one level per column']
  return [`${k}-anonymous`, ...more.filter((text) => text !== false)].join(', ')
}
