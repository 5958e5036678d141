import { Option, type Command } from 'commander'
import { SdcError } from '@sdc/core'
import { reverseMap } from '@sdc/release/node'
import { isRecoded } from '../input/encoding.js'
import { hierarchyPaths, readHierarchies, readInput } from '../input/files.js'
import { matchedSchema, readOrigin } from '../input/match-files.js'
import type { MaskedPairOptions } from '../input/masked-pair.js'
import { jsonNeedsOut } from '../options/json-needs-out.js'
import { addHeaderOptions, columnList, distanceOption, hierarchyOption } from '../options/options.js'
import { print, writeOrPrint } from '../output/deliver.js'
import { registryOf } from '../plugins/registry.js'
import { addWorkOptions, inPlace, type WorkOptions } from '../work/work-options.js'

interface ReverseMapCommandOptions extends MaskedPairOptions, WorkOptions {
  readonly columns?: 'all' | readonly string[]
  readonly quantile?: boolean
  readonly ties: string
  readonly distance: string
  readonly json?: boolean
}

const help = `
Each column of the result has exactly the original values, in the order of the masked values. The masked file may come from any program. Numbers are ranked by value, ordered categories by their order, other categories from central to rare (marginality).

--quantile maps each masked value to the original value at its quantile. Use it if the files have different numbers of records, or no link. It preserves the distribution up to 1/n, not the exact values.

Examples:
  sdc reverse-map data.csv masked-elsewhere.csv --columns income,tax -o mapped.csv
  sdc reverse-map data.csv masked.csv --columns income,job --hierarchy job=jobs.csv --link id -o mapped.csv
  sdc reverse-map data.csv synthetic.csv --columns all --quantile -o mapped.csv
  sdc reverse-map big.parquet masked.parquet --columns income,tax --memory 2GB --workers 4 -o mapped.parquet
  sdc reverse-map big.parquet moved.parquet --columns income,tax --link person --memory 2GB -o mapped.parquet

Large files: Parquet, folders of CSV files and CSV files larger than --memory are mapped out of core. Records are linked by position, or by --link. The result has the format of the masked file. --memory and --workers do not change values.`

export function add(program: Command): void {
  const command = addHeaderOptions(program.command('reverse-map'))
    .argument('<original>', 'original CSV file; or Parquet, or a folder of parts')
    .argument('<masked>', 'masked file, in one of these forms')
    .option('--columns <names>', 'name the masked columns: a,b or all; default: detected', columnList)
    .option('--link <column>', 'link records of the two files by this column')
    .option('--origin <file>', 'link records by the private file, or a CSV column origin')
    .option('--quantile', 'map by quantiles: files of other length, or without a link')
    .addOption(
      new Option('--ties <rule>', 'order equal masked values by this rule')
        .choices(['random', 'first'])
        .default('random'),
    )
    .option('--schema <file>', 'read kinds, roles and missing codes from this file (YAML, JSON)')
    .addOption(hierarchyOption())
    .addOption(distanceOption())
    .option('--seed <seed>', 'break ties by this seed')
    .option('-o, --out <file>', 'write the result here; default: standard output')
    .option('--json', 'print the run as JSON (sdc schema reverse-map); needs -o')
  addWorkOptions(command)
    .addHelpText('after', help)
    .action(async (originalPath: string, maskedPath: string, options: ReverseMapCommandOptions) => {
      jsonNeedsOut(options)
      // A private file names the steps that made the masked one.
      const registry = await registryOf(command, [], options.origin === undefined ? ['reverse-map'] : undefined)
      const { link: key, quantile, out } = options
      if (quantile) checkUnlinked(options)
      const origin = await readOrigin(options.origin)
      const hierarchies = await readHierarchies(options)
      const read = { schema: options.schema, header: options.header, origin }
      const schema = await matchedSchema(originalPath, read, hierarchies.named)
      const request = { ...options, registry, schema }
      const files = {
        original: originalPath,
        masked: maskedPath,
        link: key,
        origin,
        inputs: [options.schema, options.origin, ...hierarchyPaths(hierarchies)],
        read: readInput,
        isRecoded: isRecoded(),
      }
      const sink = { out, write: writeOrPrint }
      const mapped = await inPlace(command, options, (place) => reverseMap(request, files, sink, place))
      if (options.json) print(mapped.json)
    })
}

/** Quantiles ask for no link between the records. */
function checkUnlinked({ link, origin }: ReverseMapCommandOptions): void {
  if (link === undefined && origin === undefined) return
  const fix = 'Quantiles need no link between the records: leave out --link and --origin, or leave out --quantile.'
  throw new SdcError('BAD_OPTION', '--quantile excludes --link and --origin', {}, fix)
}
