import type { Command } from 'commander'
import { estimateFrequencies, estimatesJson, estimatesText } from '@sdc/inspect'
import { deliver, print } from '../output/deliver.js'
import { checkOutputs, readInput, schemaOf } from '../input/files.js'
import { screenOf } from '../terminal/screen.js'
import * as option from '../options/options.js'

const flags = {
  ...option.inputFlags,
  matrix: option.required(option.text('<file>', 'read the transition matrix (CSV, JSON), or the public manifest')),
  columns: option.list('name the column to estimate, or crossed columns: a,b'),
  schema: option.schema,
  out: option.text('<file>', 'write the table with all groups (CSV)'),
  json: option.json('estimate'),
}

type EstimateCommandOptions = option.Given<typeof flags>

const help = `
Post-randomisation (PRAM; sdc methods categorical/pram) changes categories with known probabilities P. Counts in the masked file therefore differ from the original ones. This command estimates the original count of each level from the masked counts t′: t̂ = (Pᵀ)⁻¹t′, with standard errors and 95 % intervals.

The estimate is unbiased. It may be negative for rare levels, and is not set to 0. The standard error covers the random changes only. It does not cover sampling from a population.

The matrix is one of:
  manifest   the public manifest of a file masked with --publish-params. It has all matrices, by group (--by) and of crossed columns. --columns selects a matrix by one of its columns, or by all: a,b
  CSV        a table as for --set matrix=@FILE. The header has the masked levels; each row has an original level and its probabilities. The corner of the table or --columns names its column.
  JSON       as for --set matrix=@FILE: [{ "column": "sex", "rows": [["", "f", "m"], ["f", 0.9, 0.1], ["m", 0.2, 0.8]] }]

Examples:
  sdc mask data.csv --method categorical/pram --columns region,sex --publish-params -o masked.csv
  sdc estimate masked.csv --matrix masked.manifest.json
  sdc estimate masked.csv --matrix region.csv --columns region --json
  sdc estimate masked.csv --matrix masked.manifest.json --columns region -o frequencies.csv`

export function add(program: Command): void {
  option
    .addFlags(program.command('estimate'), flags)
    .argument('<masked>', 'masked CSV, Parquet, SPSS, Stata, SAS or Excel file')
    .addHelpText('after', help)
    .action(async (maskedPath: string, options: EstimateCommandOptions) => {
      await checkOutputs([maskedPath, options.matrix, options.schema], [options.out])
      const schema = await schemaOf(maskedPath, options)
      const masked = await readInput(maskedPath)
      const matrix = await readInput(options.matrix)
      const outcome = estimateFrequencies({ masked, matrix, schema }, { columns: options.columns, out: options.out })
      await deliver(outcome)
      print(options.json ? estimatesJson(outcome.result) : estimatesText(outcome.result, screenOf(options)))
    })
}
