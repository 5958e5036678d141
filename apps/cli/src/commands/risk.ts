import type { Command } from 'commander'
import { riskFile, riskJson, riskText } from '@sdc/inspect'
import { deliver, print } from '../output/deliver.js'
import { checkOutputs, schemaOf, readTable } from '../input/files.js'
import { inputName } from '../terminal/standard-input.js'
import { registryOf } from '../plugins/registry.js'
import { screenOf } from '../terminal/screen.js'
import * as option from '../options/options.js'

const flags = {
  ...option.inputFlags,
  schema: option.schema,
  quasiIdentifiers: option.quasiIdentifiers,
  k: option.value('<records>', 'set the smallest acceptable equivalence class', option.positiveInteger, 5),
  json: option.json('risk'),
  out: option.text('<file>', 'write the output to a file that only its owner may read'),
}

type RiskCommandOptions = option.Given<typeof flags>

const help = `
Identity disclosure: sample uniques, records in small equivalence classes, the contribution of each quasi-identifier, records unique by two or three facts, the three most exposed records, and, with sampling weights, the estimated population uniques.
Attribute disclosure: for each confidential column the share of values that occur once, zeros, the greatest value compared with the others, its best predictor among the quasi-identifiers, the most frequent category. The command changes nothing. Its output names records and their values: only the owner may read the file of -o.

Without roles the command uses the guesses of sdc inspect and warns.
A missing quasi-identifier counts as a value of its own.

Examples:
  sdc risk data.csv --schema schema.yaml
  sdc risk data.csv --quasi-identifiers age,sex,region
  sdc risk data.csv --schema schema.yaml --k 10 -o risk.txt
  sdc risk data.csv --schema schema.yaml --json`

/** `sdc risk DATA`: the disclosure risk of a file before it is masked. */
export function add(program: Command): void {
  const command = option
    .addFlags(program.command('risk'), flags)
    .argument('<data>', 'CSV, Parquet, SPSS, Stata, SAS or Excel file')
    .addHelpText('after', help)
    .action(async (dataPath: string, options: RiskCommandOptions) => {
      const { out, k, json, quasiIdentifiers, schema: schemaName } = options
      await checkOutputs([dataPath, schemaName], [out])
      const schema = await schemaOf(dataPath, options)
      const registry = await registryOf(command, [], ['risk/population-uniques'])
      const source = await readTable(dataPath, schema)
      const asked = { file: inputName(dataPath), schema, schemaName, quasiIdentifiers, k, out, json }
      const outcome = await riskFile(source, asked, registry)
      await deliver(outcome)
      if (out === undefined) print(json ? riskJson(outcome.result) : riskText(outcome.result, screenOf(options)))
    })
}
