import { SdcError, type Column, type Dataset, type Roles } from '@sdc/core'
import { bindRules, brokenRecords, parseRule } from '@sdc/rules'
import { numbersTo } from '../numbers-to.js'
import { withValues } from './with-values.js'

/**
 * Finds the records that meet a condition.
 *
 * @param condition - The condition, like a rule of a schema without `if`: `income > 100000 and region = "north"`.
 * @param data - The records.
 * @param roles - Names the columns of dates.
 * @param method - Id of the method, for messages.
 * @returns The records, ascending; those whose missing values leave the condition open are not among them.
 * @throws BAD_RULE, UNKNOWN_COLUMN; BAD_PARAMETER for a rule with `if`.
 */
export function chosenRecords(condition: string, data: Dataset, { times }: Roles, method: string): Int32Array {
  const rule = parseRule(condition)
  if (rule.when !== undefined) {
    const place = { method, parameter: 'where' }
    throw new SdcError('BAD_PARAMETER', 'where takes a condition, not a rule with "if"', place, 'Write: age < 15.')
  }
  const [negated] = bindRules([{ ...rule, then: { kind: 'not', of: rule.then }, derived: undefined }], data, times)
  const { records } = brokenRecords(negated, data)
  return numbersTo(data.rows).filter((i) => records[i] === 1)
}

/**
 * Puts values of some records into the columns of a file.
 *
 * @param data - The file.
 * @param records - The records.
 * @param made - Columns of these, in their order.
 * @returns The columns of all records.
 */
export function withChosen(
  data: Dataset,
  records: Int32Array,
  made: ReadonlyMap<string, Column>,
): ReadonlyMap<string, Column> {
  return new Map(
    [...made].map(([name, column]) => [
      name,
      withValues(data.column(name), records, column, numbersTo(records.length)),
    ]),
  )
}
