import type { Command } from 'commander'
import {
  fileSettings,
  findColumns,
  limitsFrom,
  matchIfLinked,
  nameList,
  optimizedJson,
  optimizeFile,
  withQuasiIdentifiers,
} from '@sdc/workflow/records'
import { deliver, print } from '../output/deliver.js'
import { jsonNeedsOut } from '../options/json-needs-out.js'
import { readInput } from '../input/files.js'
import { checkRunMemory } from '../input/memory.js'
import { readMaskedPair, type MaskedPairOptions } from '../input/masked-pair.js'
import {
  addHeaderOptions,
  collect,
  columnList,
  failAboveOption,
  quasiIdentifiersOption,
  missingOption,
  smallGroupsOption,
  hierarchyOption,
} from '../options/options.js'
import { progress, said } from '../terminal/progress.js'
import { checkOutputForm, separatedFor } from '../output/output-form.js'
import { registryOf } from '../plugins/registry.js'
import { checkNames, holdingNames } from '../output/reserved-names.js'
import { screenOf } from '../terminal/screen.js'

interface OptimizeCommandOptions extends MaskedPairOptions {
  readonly columns?: 'all' | readonly string[]
  readonly method: string
  readonly set: readonly string[]
  readonly given?: readonly string[]
  readonly by: readonly string[]
  readonly smallGroups: string
  readonly missing?: string
  readonly unlinked?: boolean
  readonly quasiIdentifiers?: readonly string[]
  readonly seed?: string
  readonly out?: string
  readonly writeOrigin?: string
  readonly failAbove: readonly string[]
  readonly json?: boolean
}

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

export function addOptimize(program: Command): void {
  const command = addHeaderOptions(program.command('optimize'))
    .argument('<original>', 'original CSV file')
    .argument('<masked>', 'masked CSV file')
    .option('--columns <names>', 'name the masked columns: a,b or all; default: detected', columnList)
    .option('--method <id>', 'use this post-masking method (sdc methods)', 'optimize/post-mask')
    .option('--set <name=value>', 'set a parameter of the method; @FILE reads it (repeatable)', collect, [])
    .option('--given <names>', 'also preserve relations with these unmasked columns', nameList)
    .option('--by <names>', 'work within the groups of these unmasked columns', nameList, [])
    .addOption(smallGroupsOption())
    .addOption(missingOption())
    .option('--link <column>', 'link records of the two files by this column')
    .option('--origin <file>', 'link records by the private file, or a CSV column origin')
    .option('--unlinked', 'use the nearest records: no link is known')
    .option('--schema <file>', 'read kinds, roles and missing codes from this file (YAML, JSON)')
    .addOption(quasiIdentifiersOption())
    .addOption(hierarchyOption())
    .option('--seed <seed>', 'repeat the same random numbers; not for release')
    .option('-o, --out <file>', 'write the result here; default: standard output')
    .option('--write-origin <file>', 'write the original record of each record; keep it secret')
    .addOption(failAboveOption('then writes no result'))
    .option('--json', 'print the run as JSON (sdc schema optimize); needs -o')
    .addHelpText('after', help)
    .action(async (originalPath: string, maskedPath: string, options: OptimizeCommandOptions) => {
      jsonNeedsOut(options)
      checkOutputForm(options.out, maskedPath)
      const registry = await registryOf(command)
      const { link: key, given = [], by, unlinked, out, writeOrigin } = options
      registry.get('methods', options.method)
      const set = await fileSettings(options.set, readInput)
      const pair = await readMaskedPair(originalPath, maskedPath, options, [writeOrigin, out])
      const { original, link } = pair
      const masked = separatedFor(out, pair.masked)
      const schema = withQuasiIdentifiers(pair.schema, options.quasiIdentifiers, original)
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
