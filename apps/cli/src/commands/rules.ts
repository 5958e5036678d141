import type { Command } from 'commander'
import { SdcError } from '@sdc/core'
import { checkedRulesJson, checkedRulesText, checkedRulesVerdict, checkRulesFile } from '@sdc/workflow'
import { deliver } from '../output/deliver.js'
import { checkOutputs, readInput, schemaOf } from '../input/files.js'
import { screenOf } from '../terminal/screen.js'
import * as option from '../options/options.js'

const flags = {
  ...option.inputFlags,
  rule: option.repeated('<rule>', 'check this rule, in addition to those of the schema (repeatable)'),
  schema: option.schema,
  json: option.json('rules-check'),
  out: option.text('<file>', 'write the output to a file that only its owner may read'),
}

const help = `
Counts the records that break each rule between columns. The rules are those of the schema (rules:) and of --rule. sdc inspect --write proposes rules.

Rules:
  total = wage + 2 * rent - 3          equations of columns and numbers
  0 <= tax <= 0.5 * income             inequalities
  sector in {A, B}                     sets; also: not in
  discharge - admission = stay         dates count as days
  admission >= "2020-01-31"            dates and texts in quotes
  if age < 15 then married = "no"      conditions with and, or, not, parentheses
  wage is missing or status = "works"  missing values
Names with blanks are in backquotes: \`net income\` >= 0.

A rule that missing values leave open is not judged. Comparisons of numbers are exact to 1e-12 of the largest term.
The whole file is read into memory. Exit status: 3 if a record breaks a rule, else 0.

Examples:
  sdc rules check data.csv --rule "total = wage + rent" --rule "tax <= income"
  sdc rules check data.csv --schema schema.yaml
  sdc rules check survey.sav --schema schema.yaml --json -o rules.json`

/** `rules`: edit rules between the columns of a file. */
export function add(program: Command): void {
  option
    .addFlags(program.command('rules').command('check'), flags)
    .description('count the records that break rules between columns')
    .argument('<data>', 'CSV, Parquet, SPSS, Stata, SAS or Excel file')
    .addHelpText('after', help)
    .action(async (path: string, options: option.Given<typeof flags>) => {
      const { out, rule, json } = options
      await checkOutputs([path, options.schema], [out])
      const schema = await schemaOf(path, options)
      const { result, ...outcome } = checkRulesFile(await readInput(path), { schema, rules: rule, out, json })
      const printed = json ? checkedRulesJson(result) : checkedRulesText(result, screenOf(options))
      await deliver({ ...outcome, ...(out === undefined && { printed }) })
      if (result.broken === 0) return
      const fix = 'Correct these records, or the rule. Masked records keep the rules that hold in the original.'
      throw new SdcError('BEYOND_LIMIT', checkedRulesVerdict(result), {}, fix)
    })
}
