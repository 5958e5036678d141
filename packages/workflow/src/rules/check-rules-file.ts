import { asWarning, option, SdcError, type Message } from '@sdc/core'
import { checkRules, rolesOf, type FileSchema } from '@sdc/engine'
import { artefactIfNamed, linesOfTable, readTable, type InputFile, type Outcome } from '@sdc/inspect'
import { brokenRecords, brokenTotals, brokenOfTotals, MOST_BROKEN, rulesOfRoles, type BoundRule } from '@sdc/rules'
import type { CheckedRules } from './checked-rules.js'
import { checkedRulesJson, checkedRulesText } from './checked-rules-output.js'

/** Options of `checkRulesFile`. */
export interface CheckRulesOptions {
  readonly schema?: FileSchema | undefined
  /** Further rules, besides those of the schema. */
  readonly rules: readonly string[]
  /** File for the output: JSON if `json` is set or its name ends in .json, else text. */
  readonly out?: string | undefined
  readonly json?: boolean | undefined
}

/** Most records listed for each rule. */
const LISTED = 1000

/**
 * Counts the records of a file that break its rules.
 *
 * @param file - The file, in any format.
 * @param options - Schema with rules, and further rules.
 * @returns The counts. They are internal, since they name records.
 * @throws BAD_OPTION without rules; BAD_RULE and UNKNOWN_COLUMN for a wrong one.
 */
export function checkRulesFile(file: InputFile, options: CheckRulesOptions): Outcome<CheckedRules> {
  const texts = [...new Set([...(options.schema?.rules ?? []), ...options.rules])]
  if (texts.length === 0) {
    const fix =
      `Add ${option('rule', 'total = wage + rent')}, or rules in a schema (${option('schema', 'schema.yaml')}); ` +
      'sdc inspect --write proposes them.'
    throw new SdcError('BAD_OPTION', 'there are no rules to check', {}, fix)
  }
  const { schema = { columns: {} }, out } = options
  const asked: FileSchema = { ...schema, rules: texts }
  const table = readTable(file, schema)
  const { dataset } = table
  checkRules(dataset, asked)
  const rules = rulesOfRoles(dataset, rolesOf(dataset, asked))
  const judged = rules.map((rule) => {
    const { records: flags, broken, notJudged } = brokenRecords(rule, dataset)
    return { rule: rule.rule.text, broken, notJudged, rows: firstOf(flags) }
  })
  const lines = linesOfTable(file, table, [...new Set(judged.flatMap(({ rows }) => rows))], schema)
  const { records, broken } = brokenOfTotals(brokenTotals(rules, dataset))
  const result: CheckedRules = {
    records,
    broken,
    rules: judged.map(({ rows, ...counts }) => ({
      ...counts,
      records: rows.map((row) => row + 1),
      lines: lines && rows.flatMap((row) => lines.get(row) ?? []),
    })),
  }
  const isJson = options.json ?? /\.json$/i.test(out ?? '')
  return {
    result,
    artefacts: artefactIfNamed('records', out, () =>
      isJson ? `${JSON.stringify(checkedRulesJson(result), null, 2)}\n` : `${checkedRulesText(result)}\n`,
    ),
    messages: [...rules.flatMap(unknownTexts), ...leftOut(result)],
  }
}

function firstOf(flags: Uint8Array): number[] {
  const rows: number[] = []
  for (let i = 0; i < flags.length && rows.length < LISTED; i++) if (flags[i] === 1) rows.push(i)
  return rows
}

/** Returns notes on texts that no record has, which are often misspelt. */
function unknownTexts({ rule, unknownTexts: texts }: BoundRule): Message[] {
  return texts.map(({ column, text }) => asWarning(`rule "${rule.text}": no record has "${text}" in ${column}`))
}

function leftOut({ rules, records }: CheckedRules): Message[] {
  const left = rules.filter(({ broken, notJudged }) => broken > MOST_BROKEN * (records - notJudged))
  if (left.length === 0) return []
  const which = left.length === 1 ? 'this rule is' : `${left.length} rules are`
  return [
    asWarning(`${which} left out when the file is masked, since more than 0.1 % of the judged records break them`),
  ]
}
