import type { Command } from 'commander'
import { fileSettings, limitsFrom } from '@sdc/inspect'
import { findColumns, matchIfLinked, optimizedJson, optimizeFile, readMaskedPair } from '@sdc/release'
import { deliver, print } from '../output/deliver.js'
import { jsonNeedsOut } from '../options/json-needs-out.js'
import { access, checkOutputs, hierarchyPaths, readHierarchies, refuseRules, readInput } from '../input/files.js'
import { checkNames, checkRunMemory, encoderOf, holdingNames } from '@sdc/release/node'
import { progress, said } from '../terminal/progress.js'
import { registryOf } from '../plugins/registry.js'
import { screenOf } from '../terminal/screen.js'
import * as option from '../options/options.js'

const flags = {
  ...option.inputFlags,
  columns: option.maskedColumns,
  method: option.value('<id>', 'use this post-masking method (sdc methods)', String, 'optimize/post-mask'),
  set: option.set('set a parameter of the method; @FILE reads it'),
  given: option.list('also preserve relations with these unmasked columns'),
  by: option.groupsOf('work within the groups of these unmasked columns'),
  smallGroups: option.smallGroups,
  missing: option.missing,
  link: option.link,
  origin: option.origin,
  unlinked: option.flag('use the nearest records: no link is known'),
  schema: option.schema,
  quasiIdentifiers: option.quasiIdentifiers,
  hierarchy: option.hierarchy,
  seed: option.seed,
  out: option.text('<file>', 'write the result here; default: standard output'),
  ...option.outputFlags,
  writeOrigin: option.text('<file>', 'write the original record of each record; keep it secret'),
  failAbove: option.failAboveFlag('then writes no result'),
  json: option.json('optimize', 'print the run as JSON', '; needs -o'),
}

type OptimizeCommandOptions = option.Given<typeof flags>

const help = `
The masked file may come from any program. The result has its records in their order; only the named columns change.

optimize/post-mask changes the records that differ most. It brings means, variances and covariances near those of the original, and values near original records. It needs no link between the files. Parameters:
  --set lossShare=0.3     remaining share of the distance to original records
  --set recordShare=0.5   largest share of changed records
  --set target=0.01       target of E, the squared differences of the moments

optimize/permute moves values within their columns, until the correlations equal those of the original. Each masked column must be a permutation of the original one: run sdc reverse-map first. Parameters:
  --set target=0.001
  --set bounds=risk/dld=20,risk/max-knowledge
                          limits on risks: a value, or the value at the start

--method takes the id of any other post-masking method. sdc methods ID lists all parameters with their defaults.

The output compares before and after: the numbers of the method, whether it reached its target, and two scores. One score uses the original of each record, the other the nearest record; they may disagree. A file that missed its target is written, with a warning.

Examples:
  sdc optimize data.csv masked-elsewhere.csv --columns income,tax -o better.csv
  sdc optimize data.csv masked.csv --columns all --link id --set lossShare=0.3 --set recordShare=0.5 -o better.csv
  sdc optimize data.csv synthetic.csv --columns all --unlinked -o better.csv
  sdc reverse-map data.csv masked.csv --columns income,tax,debt --link id -o mapped.csv
  sdc optimize data.csv mapped.csv --columns income,tax,debt --link id --given age --method optimize/permute -o better.csv`

export function add(program: Command): void {
  const command = option
    .addFlags(program.command('optimize'), flags)
    .argument('<original>', 'original file: CSV, Parquet, SPSS, Stata, SAS or Excel')
    .argument('<masked>', 'masked file, in one of these formats')
    .addHelpText('after', help)
    .action(async (originalPath: string, maskedPath: string, options: OptimizeCommandOptions) => {
      jsonNeedsOut(options)
      const encode = encoderOf(options)
      const registry = await registryOf(command)
      const { link: key, given = [], by, unlinked, out, writeOrigin } = options
      registry.get('methods', options.method)
      const set = await fileSettings(options.set, readInput)
      const hierarchies = await readHierarchies(options)
      refuseRules(hierarchies)
      const { schema: schemaPath, origin } = options
      const inputs = [originalPath, maskedPath, schemaPath, origin, ...hierarchyPaths(hierarchies)]
      await checkOutputs(inputs, [writeOrigin, out])
      const pair = await readMaskedPair(access, originalPath, maskedPath, { ...options, hierarchies, taxonomies: true })
      const { original, masked, schema, link } = pair
      const matched = said(matchIfLinked(original, masked.dataset, { ...link, unlinked }))
      const besides = [...(key === undefined ? [] : [key]), ...given, ...by]
      const choice = { schema, besides, kind: 'any', registry, link, matched } as const
      const { columns } = said(findColumns(original, masked.dataset, options.columns, choice))
      const outputs = [
        ...(writeOrigin === undefined ? [] : [{ path: writeOrigin, exclusive: true }]),
        ...(out === undefined ? [] : [{ path: out }]),
      ]
      checkRunMemory(maskedPath, masked.dataset)
      // The names are checked before the work.
      await checkNames(outputs)
      const bar = progress('optimising')
      const failLimits = limitsFrom(options.failAbove, '--fail-above')
      const asked = {
        ...options,
        set,
        encode,
        columns,
        schema,
        failLimits,
        screen: screenOf(command.opts(), process.stderr),
        tick: bar.tick,
      }
      const outcome = await optimizeFile({ original, masked, matched }, asked, registry)
      bar.done()
      await holdingNames(outputs, () => deliver(outcome))
      if (options.json) print(optimizedJson(outcome.result))
    })
}
