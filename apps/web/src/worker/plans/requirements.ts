import * as z from 'zod'
import { planAnonymization, type AnonymizeRequirements } from '@sdc/release'
import { columnsWithRole, parseStep, type FileSchema, type StepPlan } from '@sdc/engine'
import { isSdcError, type Dataset } from '@sdc/core'
import { sharedSteps } from './shared-steps.js'
import type { Anonymity, Settings } from '../protocol/settings-types.js'

/** Method of `sdc anonymize`. */
const anonymizingMethod = 'coding/k-anonymous-recode'

/** Method that groups confidential numbers. */
const grouping = 'microaggregation/mdav'

/** Returns the requirements of the settings in the form of `sdc anonymize`. */
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
 * Returns the steps before the recoding: those of the user for columns, then the grouping of confidential numbers.
 *
 * @param data - The file.
 * @param schema - Its roles.
 * @param settings - The requirements, and steps for columns.
 * @returns The steps.
 */
export function stepsBefore(
  data: Dataset,
  schema: FileSchema,
  settings: Pick<Settings, 'anonymity' | 'fixed' | 'last'>,
): StepPlan[] {
  const { fixed, last } = sharedSteps({ ...settings, schema })
  const { grouped } = settings.anonymity
  const columns = columnsWithRole(data, schema, ['confidential']).filter((name) => data.column(name).kind === 'numeric')
  const isGrouped = grouped !== undefined && columns.length > 0
  return [...fixed, ...last, ...(isGrouped ? [parseStep({ use: grouping, columns, params: { k: grouped } })] : [])]
}

/** Returns the label of the requirements in the history: `5-anonymous, l = 3`. */
export function anonymityLabel({ k, l, t, local }: Anonymity): string {
  const more = [l !== undefined && `l = ${l}`, t !== undefined && `t = ${t}`, !local && 'one level per column']
  return [`${k}-anonymous`, ...more.filter((text) => text !== false)].join(', ')
}

/**
 * Finds the requirements that lead to given steps.
 *
 * @param data - The file.
 * @param schema - Its roles and hierarchies.
 * @param steps - Steps of a plan.
 * @returns The requirements; undefined if the page makes other steps from them.
 */
export function anonymityOf(data: Dataset, schema: FileSchema, steps: readonly StepPlan[]): Anonymity | undefined {
  const last = steps.at(-1)
  if (last?.use !== anonymizingMethod) return undefined
  const form = z.object({
    k: z.int(),
    l: z.number().optional(),
    t: z.number().optional(),
    suppressionPercent: z.number(),
    local: z.enum(['none', 'iterate']),
    keep: z.array(z.string()).default([]),
    importance: z.record(z.string(), z.number()).default({}),
  })
  const read = form.safeParse(last.params)
  const groups = steps.length > 1 ? steps[0].params.k : undefined
  if (!read.success || (groups !== undefined && typeof groups !== 'number')) return undefined
  const { local, suppressionPercent, ...rest } = read.data
  const anonymity = {
    ...rest,
    local: local === 'iterate',
    suppressionLimit: suppressionPercent,
    ...(groups !== undefined && { grouped: groups }),
  }
  try {
    const { step } = planAnonymization(data, schema, requirementsOf(anonymity))
    const made = [...stepsBefore(data, schema, { anonymity }), step]
    return JSON.stringify(made) === JSON.stringify(steps) ? anonymity : undefined
  } catch (error) {
    // A plan with other roles is an ordinary plan.
    if (isSdcError(error)) return undefined
    throw error
  }
}
