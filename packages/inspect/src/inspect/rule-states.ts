import { isSdcError, type Dataset } from '@sdc/core'
import { rolesOf, type FileSchema } from '@sdc/engine'
import { brokenRecords, rulesOfRoles } from '@sdc/rules'

/** Rule of a schema with the number of records that break it, or the reason that it cannot be used. */
export interface RuleState {
  readonly rule: string
  readonly broken: number
  /** Number of records that have the values to judge it. */
  readonly judged: number
  /** Error and remedy as sentences; undefined for a usable rule. */
  readonly problem?: string | undefined
}

/**
 * Judges each rule of a schema on the records of a file.
 *
 * @param data - The file.
 * @param schema - Its schema.
 * @returns The rules in their order. Errors are part of the answer, so that each is shown with its rule.
 * @throws Errors other than an `SdcError`, which are bugs.
 */
export function ruleStates(data: Dataset, schema: FileSchema): RuleState[] {
  return (schema.rules ?? []).map((rule): RuleState => {
    try {
      const [bound] = rulesOfRoles(data, rolesOf(data, { ...schema, rules: [rule] }))
      const { broken, notJudged } = brokenRecords(bound, data)
      return { rule, broken, judged: data.rows - notJudged }
    } catch (error) {
      if (!isSdcError(error)) throw error
      return { rule, broken: 0, judged: 0, problem: [error.message, error.fix].filter(Boolean).join('. ') }
    }
  })
}
