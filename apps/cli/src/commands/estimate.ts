import type { Command } from 'commander'
import { estimateFrequencies, estimatesJson, estimatesText, nameList } from '@sdc/workflow/records'
import { deliver, print } from '../output/deliver.js'
import { checkOutputs, readInput, readSchema } from '../input/files.js'
import { addHeaderOptions, type HeaderOption } from '../options/options.js'
import { screenOf, type ScreenOptions } from '../terminal/screen.js'

interface EstimateCommandOptions extends HeaderOption, ScreenOptions {
  readonly matrix: string
  readonly columns?: readonly string[]
  readonly schema?: string
  readonly out?: string
  readonly json?: boolean
}

const help = `
What it is for. Post-randomisation (sdc methods categorical/pram) changes categories with probabilities that are known. Counts of the masked file are then off by chance, and without an invariant matrix also by the matrix P. This gives for every level how many records had it before, t̂ = (Pᵀ)⁻¹t′ of the masked counts t′, with standard errors and 95 % intervals. It is unbiased, and may be negative where few had the level: it is not set to 0. The standard error is what the drawing adds, for the records at hand; that they are a sample of a population adds its own.

The matrix
  the public manifest of the masked file, made with --publish-params: all its matrices, by group (--by) and of crossed columns, each for its own records; --columns names one, of crossed columns one of them, or all: a,b a table (CSV), as --set matrix=@FILE takes it: a header of the masked levels, then a row for each original level, its name and the probability of becoming each. Its column is named by --columns, or in the corner of the table. JSON, as that setting takes it: [{ "column": "sex", "rows": [["", "f", "m"], ["f", 0.9, 0.1], ["m", 0.2, 0.8]] }]

Examples:
  sdc mask data.csv --method categorical/pram --columns region,sex --publish-params -o masked.csv
  sdc estimate masked.csv --matrix masked.manifest.json
  sdc estimate masked.csv --matrix region.csv --columns region --json
  sdc estimate masked.csv --matrix masked.manifest.json --columns region -o frequencies.csv`

export function addEstimate(program: Command): void {
  addHeaderOptions(program.command('estimate'))
    .argument('<masked>', 'masked CSV file')
    .requiredOption('--matrix <file>', 'read the transition matrix (CSV, JSON), or the public manifest')
    .option('--columns <names>', 'name the column to estimate, or crossed columns: a,b', nameList)
    .option('--schema <file>', 'read kinds, roles and missing codes from this file (YAML, JSON)')
    .option('-o, --out <file>', 'write the table with all groups (CSV)')
    .option('--json', 'print JSON (sdc schema estimate)')
    .addHelpText('after', help)
    .action(async (maskedPath: string, options: EstimateCommandOptions) => {
      await checkOutputs([maskedPath, options.matrix, options.schema], [options.out])
      const schema = await readSchema(options.schema, [], undefined, options.header)
      const masked = await readInput(maskedPath)
      const matrix = await readInput(options.matrix)
      const outcome = estimateFrequencies({ masked, matrix, schema }, { columns: options.columns, out: options.out })
      await deliver(outcome)
      print(options.json ? estimatesJson(outcome.result) : estimatesText(outcome.result, screenOf(options)))
    })
}
