import { Option, type Command } from 'commander'
import { SdcError } from '@sdc/core'
import { chooseShared, matchRecords, reverseMapFile } from '@sdc/workflow'
import { deliver } from '../deliver.js'
import { readMaskedPair, type MaskedPairOptions } from '../masked-pair.js'
import { addHeaderOptions, columnList, distanceOption, taxonomyOption } from '../options.js'
import { said } from '../progress.js'
import { registryOf } from '../registry.js'

interface ReverseMapCommandOptions extends MaskedPairOptions {
  readonly columns?: 'all' | readonly string[]
  readonly quantile?: boolean
  readonly ties: string
  readonly distance: string
  readonly seed?: string
  readonly out?: string
}

const help = `
Every column of the result has exactly the original's values, in the order of the masked file's values. The masked file
may come from any program. Numbers are ranked by value, ordered categories by their order, other categories by their
marginality: from those near to all records to the rare and remote.

A file with more or fewer records than the original, or whose records cannot be matched, is mapped by --quantile: each
masked value by the original value at its quantile. The distribution is then kept up to 1/n, not the very values.

Examples:
  sdc reverse-map data.csv masked-elsewhere.csv --columns income,tax -o mapped.csv
  sdc reverse-map data.csv masked.csv --columns income,job --taxonomy job=jobs.csv --key id -o mapped.csv
  sdc reverse-map data.csv synthetic.csv --columns all --quantile -o mapped.csv`

export function addReverseMap(program: Command): void {
  const command = addHeaderOptions(program.command('reverse-map'))
    .argument('<original>', 'the original CSV file')
    .argument('<masked>', 'the masked CSV file')
    .option('--columns <names>', 'the columns to map: a,b or all that both files have', columnList)
    .option('--key <column>', 'a column whose values say which records belong together')
    .option('--origin <file>', 'the private file of the run, or a CSV file with a column origin')
    .option('--quantile', 'map files of different lengths, or without a link, by quantiles')
    .addOption(
      new Option('--ties <rule>', 'how equal masked values are ordered').choices(['random', 'first']).default('random'),
    )
    .option('--schema <file>', 'YAML or JSON: kinds, levels, taxonomies and missing codes of the columns')
    .addOption(taxonomyOption())
    .addOption(distanceOption())
    .option('--seed <seed>', 'repeatable breaking of ties: for research and tests')
    .option('-o, --out <file>', 'where to write the result; without it, to the standard output')
    .addHelpText('after', help)
    .action(async (originalPath: string, maskedPath: string, options: ReverseMapCommandOptions) => {
      const registry = await registryOf(command)
      const { key, quantile, out } = options
      if (quantile) checkUnlinked(options)
      const { original, masked, schema, link } = await readMaskedPair(originalPath, maskedPath, options, [out])
      const matched = quantile ? undefined : said(matchRecords(original, masked.dataset, link))
      const besides = key === undefined ? [] : [key]
      const choice = { schema, besides, kind: 'any' } as const
      const { columns } = said(chooseShared(original, masked.dataset, options.columns, choice))
      const data = { original, masked, origin: matched?.origin }
      await deliver(await reverseMapFile(data, { ...options, columns, schema }, registry))
    })
}

/** Quantiles ask for no link between the records. */
function checkUnlinked({ key, origin }: ReverseMapCommandOptions): void {
  if (key === undefined && origin === undefined) return
  const advice = 'Quantiles need no link between the records: leave out --key and --origin, or leave out --quantile.'
  throw new SdcError('BAD_OPTION', '--quantile excludes --key and --origin', {}, advice)
}
