import type { Command } from 'commander'
import { SdcError } from '@sdc/core'
import { reverseMap } from '@sdc/release/node'
import { isRecoded } from '../terminal/encoding.js'
import { schemaOfOrigin } from '@sdc/release'
import { hierarchyPaths, readHierarchies, refuseRules, readInput, readOptional, schemaOf } from '../input/files.js'
import { jsonNeedsOut } from '../options/json-needs-out.js'
import * as option from '../options/options.js'
import { print, writeOrPrint } from '../output/deliver.js'
import { registryOf } from '../plugins/registry.js'
import { inPlace, workFlags } from '../work/work-options.js'

const flags = {
  ...option.inputFlags,
  columns: option.maskedColumns,
  link: option.link,
  origin: option.origin,
  quantile: option.flag('map by quantiles: files of other length, or without a link'),
  ties: option.choice('<rule>', 'order equal masked values by this rule', ['random', 'first'], 'random'),
  schema: option.schema,
  hierarchy: option.hierarchy,
  distance: option.distance,
  brokenRules: option.brokenRules,
  seed: option.text('<seed>', 'break ties by this seed'),
  out: option.text('<file>', 'write the result here; default: standard output'),
  ...option.outputFlags,
  json: option.json('reverse-map', 'print the run as JSON', '; needs -o'),
  ...workFlags(),
}

type ReverseMapCommandOptions = option.Given<typeof flags>

const help = `
Each column of the result has exactly the original values, in the order of the masked values. The masked file may come from any program. Numbers are ranked by value, ordered categories by their order, other categories from central to rare (marginality).

--quantile maps each masked value to the original value at its quantile. Use it if the files have different numbers of records, or no link. It preserves the distribution up to 1/n, not the exact values.

Examples:
  sdc reverse-map data.csv masked-elsewhere.csv --columns income,tax -o mapped.csv
  sdc reverse-map data.csv masked.csv --columns income,job --hierarchy job=jobs.csv --link id -o mapped.csv
  sdc reverse-map data.csv synthetic.csv --columns all --quantile -o mapped.csv
  sdc reverse-map big.parquet masked.parquet --columns income,tax --memory 2GB --workers 4 -o mapped.parquet
  sdc reverse-map big.parquet moved.parquet --columns income,tax --link person --memory 2GB -o mapped.parquet

Rules of the schema are kept: values are computed or repaired, and the columns are then no longer the original values in another order. --broken-rules exchange keeps all values of each column.

Large files: files that fit in --memory are mapped in memory, and the name of the result says its format (see sdc mask --help). Larger files are mapped out of core, and so are any with --workers, --work-folder, --launcher or --resume. The result then has the format of the masked file; --quantile is refused. --memory and --workers do not change values.`

export function add(program: Command): void {
  const command = option
    .addFlags(program.command('reverse-map'), flags)
    .argument('<original>', 'original CSV, Parquet, SPSS, Stata, SAS or Excel file, or a folder of parts')
    .argument('<masked>', 'masked file, in one of these forms')
    .addHelpText('after', help)
    .action(async (originalPath: string, maskedPath: string, options: ReverseMapCommandOptions) => {
      jsonNeedsOut(options)
      // A private file names the steps that made the masked one.
      const registry = await registryOf(command, [], options.origin === undefined ? ['reverse-map'] : undefined)
      const { link: key, quantile } = options
      if (quantile) checkUnlinked(options)
      const origin = await readOptional(options.origin)
      const hierarchies = await readHierarchies(options)
      refuseRules(hierarchies)
      const sources = { otherwise: schemaOfOrigin(origin), taxonomies: hierarchies.named }
      const schema = await schemaOf(originalPath, options, sources)
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
      const sink = { ...options, write: writeOrPrint }
      const mapped = await inPlace(command, options, (place) => reverseMap(request, files, sink, place))
      if (options.json) print(mapped.json)
    })
}

/** Refuses a link between records with quantiles, which need none. */
function checkUnlinked({ link, origin }: ReverseMapCommandOptions): void {
  if (link === undefined && origin === undefined) return
  const fix = 'Quantiles need no link between the records: leave out --link and --origin, or leave out --quantile.'
  throw new SdcError('BAD_OPTION', '--quantile excludes --link and --origin', {}, fix)
}
