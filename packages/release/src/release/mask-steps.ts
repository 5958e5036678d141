import type { Registry } from '@sdc/core'
import { parseStep, type StepPlan } from '@sdc/engine'
import { reverseMapping, settings } from '@sdc/inspect'

/** One method with its columns and settings, and true if reverse mapping follows. */
export interface MaskRequirements {
  readonly method: string
  readonly columns?: 'all' | readonly string[] | undefined
  readonly given?: readonly string[] | undefined
  readonly by?: readonly string[] | undefined
  /** Parameters of the method as `name=value`. */
  readonly set?: readonly string[] | undefined
  readonly smallGroups?: string | undefined
  /** Rounding of drawn numbers: `precisions`. */
  readonly precision?: string | undefined
  /** Treatment of missing values: `missingPolicies`. */
  readonly missing?: string | undefined
  /** Treatment of persons with several waves: `wavePolicies`. */
  readonly waves?: string | undefined
  readonly reverseMap?: boolean | undefined
}

/**
 * Returns the steps of one masking.
 *
 * @param registry - Registry with the method.
 * @param requirements - Method, columns and settings.
 * @returns The method as a step, and reverse mapping as another one if requested.
 * @throws UNKNOWN_METHOD, and BAD_PARAMETER for a setting of the wrong type.
 */
export function maskSteps(registry: Registry, requirements: MaskRequirements): StepPlan[] {
  const { columns, given, by = [], smallGroups = 'error', precision, missing, waves } = requirements
  const method = registry.get('methods', requirements.method)
  const params = settings(method.params, requirements.set ?? [])
  const of = { use: method.id, ...(columns && { columns }), ...(given && { given }), by, params, smallGroups }
  const masking = { ...of, ...(precision && { precision }), ...(missing && { missing }), ...(waves && { waves }) }
  const after = requirements.reverseMap ? [{ use: reverseMapping, by, smallGroups, ...(missing && { missing }) }] : []
  return [masking, ...after].map(parseStep)
}
