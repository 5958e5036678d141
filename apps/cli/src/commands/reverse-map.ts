import { Option, type Command } from 'commander'
import { SdcError } from '@sdc/core'
import { findColumns, matchRecords, reverseMapFile, reverseMappedJson } from '@sdc/release'
import { deliver, print } from '../output/deliver.js'
import { jsonNeedsOut } from '../options/json-needs-out.js'
import { matchedSchema, readOrigin } from '../input/match-files.js'
import { readHierarchies } from '../input/files.js'
import { readMaskedPair, type MaskedPairOptions } from '../input/masked-pair.js'
import { addHeaderOptions, columnList, distanceOption, hierarchyOption } from '../options/options.js'
import { formatsOf } from '../parts/parts-file.js'
import { addPartsOptions, refuseOnParts, type PartsOptions } from '../parts/parts-options.js'
import { checkOutputForm, separatedFor } from '../output/output-form.js'
import { said } from '../terminal/progress.js'
import { registryOf } from '../plugins/registry.js'

interface ReverseMapCommandOptions extends MaskedPairOptions, PartsOptions {
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
  addPartsOptions(command)
    .addHelpText('after', help)
    .action(async (originalPath: string, maskedPath: string, options: ReverseMapCommandOptions) => {
      jsonNeedsOut(options)
      // A private file names the steps that made the masked one.
      const registry = await registryOf(command, [], options.origin === undefined ? ['reverse-map'] : undefined)
      const { link: key, quantile, out } = options
      if (quantile) checkUnlinked(options)
      const formats = await formatsOf(originalPath, maskedPath, options)
      checkOutputForm(out, maskedPath, formats?.masked)
      if (formats !== undefined) {
        refuseOnParts(options)
        const origin = await readOrigin(options.origin)
        const schema = await matchedSchema(
          originalPath,
          { schema: options.schema, header: options.header, origin },
          (await readHierarchies(options)).named,
        )
        const { reverseMapInParts } = await import('../parts/reverse-map-in-parts.js')
        await reverseMapInParts({ command, registry, originalPath, maskedPath, formats, schema, origin, options })
        return
      }
      const { original, masked, schema, link } = await readMaskedPair(originalPath, maskedPath, options, [out])
      const matched = quantile ? undefined : said(matchRecords(original, masked.dataset, link))
      const besides = key === undefined ? [] : [key]
      const choice = { schema, besides, kind: 'any', registry, link, matched } as const
      const { columns } = said(findColumns(original, masked.dataset, options.columns, choice))
      const data = { original, masked: separatedFor(out, masked), origin: matched?.origin }
      const outcome = await reverseMapFile(data, { ...options, columns, schema }, registry)
      await deliver(outcome)
      const told = { records: masked.dataset.rows, matching: matched?.matching ?? ('none' as const) }
      if (options.json) print(reverseMappedJson(outcome, options, told))
    })
}

/** Quantiles ask for no link between the records. */
function checkUnlinked({ link, origin }: ReverseMapCommandOptions): void {
  if (link === undefined && origin === undefined) return
  const fix = 'Quantiles need no link between the records: leave out --link and --origin, or leave out --quantile.'
  throw new SdcError('BAD_OPTION', '--quantile excludes --link and --origin', {}, fix)
}
