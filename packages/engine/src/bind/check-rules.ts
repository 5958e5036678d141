import type { Dataset } from '@sdc/core'
import { rulesOfRoles } from '@sdc/rules'
import type { FileSchema } from '../plan/plan.js'
import { inPart } from '../plan/in-part.js'
import { rolesOf } from './roles.js'

/**
 * Refuses a schema whose rules cannot be read, or do not fit the columns of the original.
 *
 * @param original - Kinds and levels of its columns; its records are not read.
 * @param schema - Its schema.
 * @throws BAD_RULE, UNKNOWN_COLUMN, with the place of the rule in the schema.
 */
export function checkRules(original: Dataset, schema: FileSchema | undefined): void {
  const roles = schema?.rules && rolesOf(original, schema)
  for (const [r, rule] of (roles?.rules ?? []).entries())
    inPart(['schema', 'rules', r], () => rulesOfRoles(original, { ...roles, rules: [rule] }))
}
