import type { Command } from 'commander'
import { riskFile, riskJson, riskText } from '@sdc/workflow/records'
import { deliver, print } from '../output/deliver.js'
import { checkOutputs, readSchema, readTable } from '../input/files.js'
import { inputName } from '../terminal/standard-input.js'
import { addHeaderOptions, positiveInteger, quasiIdentifiersOption, type HeaderOption } from '../options/options.js'
import { registryOf } from '../plugins/registry.js'
import { screenOf, type ScreenOptions } from '../terminal/screen.js'

interface RiskCommandOptions extends HeaderOption, ScreenOptions {
  readonly schema?: string
  readonly quasiIdentifiers?: readonly string[]
  readonly k: number
  readonly json?: boolean
  readonly out?: string
}

const help = `
Who can be found: records that are unique by the quasi-identifiers, records in small equivalence classes, what each
quasi-identifier adds, records that two or three facts single out, the three most exposed records with these facts,
and, where there are sampling weights, the estimated uniques of the population.
What can be learned: of each confidential column how many values occur once, zeros, how far the greatest value
stands out, the quasi-identifier that tells most of it, the most frequent category.
It changes nothing. The output is internal: it names records and their values, so that -o is readable by its owner only.

Where no role is named, roles are guessed as sdc inspect guesses them, and a warning says so.
A missing quasi-identifier counts as a value of its own.

Examples:
  sdc risk data.csv --schema schema.yaml
  sdc risk data.csv --quasi-identifiers age,sex,region
  sdc risk data.csv --schema schema.yaml --k 10 -o risk.txt
  sdc risk data.csv --schema schema.yaml --json`

/** `sdc risk DATA`: the disclosure risk of a file before it is masked. */
export function addRisk(program: Command): void {
  const command = addHeaderOptions(program.command('risk'))
    .argument('<data>', 'the CSV file')
    .option('--schema <file>', 'YAML or JSON: kinds, roles and missing codes of the columns')
    .addOption(quasiIdentifiersOption())
    .option('--k <records>', 'records in an equivalence class that are enough', positiveInteger, 5)
    .option('--json', 'print JSON (sdc schema risk)')
    .option('-o, --out <file>', 'write what is printed into a file that only its owner may read')
    .addHelpText('after', help)
    .action(async (dataPath: string, options: RiskCommandOptions) => {
      const { out, k, json, quasiIdentifiers, schema: schemaName } = options
      await checkOutputs([dataPath, schemaName], [out])
      const schema = await readSchema(schemaName, [], undefined, options.header)
      const registry = await registryOf(command, [], ['risk/population-uniques'])
      const source = await readTable(dataPath, schema)
      const asked = { file: inputName(dataPath), schema, schemaName, quasiIdentifiers, k, out, json }
      const outcome = await riskFile(source, asked, registry)
      await deliver(outcome)
      if (out === undefined) print(json ? riskJson(outcome.result) : riskText(outcome.result, screenOf(options)))
    })
}
