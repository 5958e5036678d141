import type { Command } from 'commander'
import { bindLimits, refuseUnmeasurable, rolesOf, withLimited } from '@sdc/engine'
import { permutationJson, permutationReport, permutationText } from '@sdc/workflow'
import { findColumns, matchRecords, readMaskedPair, measureMasked, refuseBeyond, refuseShuffled } from '@sdc/release'
import { limitsFrom } from '@sdc/inspect'
import { deliver, print } from '../output/deliver.js'
import { access, checkOutputs, hierarchyPaths, readHierarchies, refuseRules } from '../input/files.js'
import { said } from '../terminal/progress.js'
import { registryOf } from '../plugins/registry.js'
import { screenOf } from '../terminal/screen.js'
import { addPermutationVerify } from './permutation-verify.js'
import * as option from '../options/options.js'

const flags = {
  ...option.inputFlags,
  columns: option.maskedColumns,
  link: option.link,
  origin: option.origin,
  schema: option.schema,
  hierarchy: option.hierarchy,
  distance: option.distance,
  seed: option.fixedSeed('break ties by this seed'),
  out: option.text('<file>', 'write the changes of each linked record; keep it secret (CSV)'),
  plot: option.text('<file>', 'draw the changes of rank; keep it secret (SVG)'),
  failAbove: option.failAboveFlag('such as permutation/level=10'),
  json: option.json('permutation'),
}

type PermutationCommandOptions = option.Given<typeof flags>

const help = `
Every masked file equals a permutation of the original values, plus noise that changes no rank. The command measures both parts. It also measures the risk from an intruder who knows everything except the link between records. The masked file may come from any program. Categories are ranked by their order in a schema, otherwise from central to rare (marginality).

-o writes one row per masked record with a known original:
  NAME z                     original value that reverse mapping puts in place of the masked one
  NAME change of rank        |rank of the original value − rank of z|
  NAME residual noise        masked value − z, for numbers
  chance of the right link   by guessing among the records nearest in rank
  equally near records       number of these records
  ranks to the nearest       their distance in the column with the largest difference: d(x) of permuted privacy
The last three cover all columns together. They are missing if a value of the original record is missing. The chance is also missing if a value of the masked record is.

Examples:
  sdc permutation data.csv masked.csv --columns income,tax --plot moves.svg
  sdc permutation data.csv public.csv --columns all --origin keep.json -o records.csv
  sdc permutation verify public.csv --value income=31200 --value tax=4100`

export function add(program: Command): void {
  const command = option
    .addFlags(program.command('permutation'), flags)
    .argument('<original>', 'original CSV, Parquet, SPSS, Stata, SAS or Excel file')
    .argument('<masked>', 'masked file, in one of these formats')
    .addHelpText('after', help)
    .action(async (originalPath: string, maskedPath: string, options: PermutationCommandOptions) => {
      const registry = await registryOf(command)
      const failLimits = bindLimits(registry, limitsFrom(options.failAbove, '--fail-above'))
      const hierarchies = await readHierarchies(options)
      refuseRules(hierarchies)
      const inputs = [originalPath, maskedPath, options.origin, options.schema, ...hierarchyPaths(hierarchies)]
      await checkOutputs(inputs, [options.out, options.plot])
      const pair = await readMaskedPair(access, originalPath, maskedPath, { ...options, hierarchies, taxonomies: true })
      const { original, schema, link } = pair
      const masked = pair.masked.dataset
      const matched = said(matchRecords(original, masked, link))
      const choice = { schema, key: options.link, kind: 'any', registry, link, matched } as const
      const { columns } = said(findColumns(original, masked, options.columns, choice))
      refuseShuffled(original, masked, matched, columns)
      refuseUnmeasurable(failLimits, { columns, roles: rolesOf(original, schema), original })
      const outcome = await permutationReport({ original, masked, origin: matched.origin }, { ...options, columns })
      await deliver(outcome)
      print(options.json ? permutationJson(outcome.result) : permutationText(outcome.result, screenOf(command.opts())))
      if (failLimits.length === 0) return
      const metrics = withLimited([], failLimits)
      const asked = { columns, metrics, schema, seed: options.seed }
      refuseBeyond(failLimits, (await measureMasked({ original, masked, matched }, asked, registry)).result)
    })

  addPermutationVerify(command)
}
