import type { Command } from 'commander'
import { marginsOfFile } from '@sdc/workflow'
import { deliver } from '../../output/deliver.js'
import { checkOutputs, readTable, schemaOf } from '../../input/files.js'
import * as option from '../../options/options.js'

const flags = {
  ...option.inputFlags,
  columns: option.list('count the categories of these columns; cross columns by a colon: sex:region'),
  sums: option.list('sum the values of these numeric columns'),
  weight: option.text('<column>', 'name the weight; default: the column with that role'),
  schema: option.schema,
  out: option.text('<file>', 'write the totals here (CSV); default: standard output'),
}

const help = `
Run it on the original file, and keep the totals: they say what the weights of the released file must add up to.

The output has a line for each category, and one for each sum:
    column,category,total
    sex,f,512000
    sex,m,488000
    sex:region,f:north,101000
    income,,24300000000
Totals of a census or register, in this form, serve as well. Without a weight each record counts once.

Examples:
  sdc weights margins survey.csv --schema schema.yaml --columns sex,region -o margins.csv
  sdc weights margins survey.csv --weight w --columns sex:region --sums income -o margins.csv`

/** Adds `sdc weights margins`. */
export function addWeightsMargins(weights: Command): void {
  option
    .addFlags(weights.command('margins'), flags)
    .description('compute weighted totals of the original file')
    .argument('<data>', 'original CSV, Parquet, SPSS, Stata, SAS or Excel file')
    .addHelpText('after', help)
    .action(async (path: string, options: option.Given<typeof flags>) => {
      await checkOutputs([path, options.schema], [options.out])
      const schema = await schemaOf(path, options)
      const { dataset } = await readTable(path, schema)
      await deliver(marginsOfFile(dataset, { ...options, schema }))
    })
}
