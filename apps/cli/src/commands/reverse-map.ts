import { Option, type Command } from 'commander'
import { SdcError, type Dataset } from '@sdc/core'
import { chooseColumns, maskedRun, parseStep, replicateRng, runSteps } from '@sdc/engine'
import { writeCsv } from '@sdc/io'
import { writeFilesSafely } from '@sdc/io/node'
import { checkOutputs, readMasked, readSchema, readTable } from '../files.js'
import { matchFiles, sharedColumns } from '../match-files.js'
import { columnList, distanceOption, keyValue, taxonomyOption } from '../options.js'
import { rootRng } from '../produce.js'
import { say } from '../progress.js'
import { registryOf } from '../registry.js'
import { withTaxonomies } from '../taxonomy-files.js'

interface ReverseMapOptions {
  readonly columns?: 'all' | string[]
  readonly key?: string
  readonly origin?: string
  readonly quantile?: boolean
  readonly ties: string
  readonly distance: string
  readonly schema?: string
  readonly taxonomy: string[]
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
  const command = program
    .command('reverse-map')
    .description('give a masked file exactly the original values back, in a new order')
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
    .action(async (originalPath: string, maskedPath: string, options: ReverseMapOptions) => {
      const registry = await registryOf(command)
      const taxonomies = options.taxonomy.map((pair) => keyValue(pair)[1])
      await checkOutputs([originalPath, maskedPath, options.schema, options.origin, ...taxonomies], [options.out])
      const schema = await withTaxonomies(await readSchema(options.schema), options.taxonomy)
      const { dataset: original } = await readTable(originalPath, schema)
      const source = await readMasked(maskedPath, original, schema)
      const masked = source.dataset
      const origin = options.quantile
        ? unlinked(masked, options)
        : (await matchFiles(original, masked, maskedPath, options)).origin
      const besides = options.key === undefined ? [] : [options.key]
      const chosen = chooseColumns(original, options.columns, schema, besides)
      const columns = options.columns === 'all' ? sharedColumns(original, masked, chosen, { kind: 'any' }) : chosen
      const params = { ties: options.ties, mode: options.quantile ? 'quantile' : 'linked', distance: options.distance }
      const run = await runSteps({
        registry,
        original,
        schema,
        steps: [parseStep({ use: 'reverse-map/rank', columns, params })],
        rng: replicateRng(rootRng(options.seed)),
        from: maskedRun({ data: masked, origin }, columns),
      })
      for (const warning of run.warnings) say(`warning: ${warning}`)
      const text = writeCsv(source, run.files[0].data)
      if (options.out === undefined) process.stdout.write(text)
      else await writeFilesSafely([{ path: options.out, content: text }])
      say(`reverse-mapped ${columns.length} columns of ${masked.rows} records: ${columns.join(', ')}`)
    })
}

/** Quantiles ask for no link between the records. */
function unlinked(masked: Dataset, { key, origin }: ReverseMapOptions): Int32Array {
  if (key !== undefined || origin !== undefined) {
    const advice = 'Quantiles need no link between the records: leave out --key and --origin, or leave out --quantile.'
    throw new SdcError('BAD_OPTION', '--quantile excludes --key and --origin', {}, advice)
  }
  return new Int32Array(masked.rows).fill(-1)
}
