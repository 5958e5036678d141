import { join } from 'node:path'
import type { Command } from 'commander'
import { SdcError, type Registry } from '@sdc/core'
import {
  chooseColumns,
  compareCandidates,
  parseComparePlan,
  parsePlan,
  type ComparePlan,
  type FileSchema,
  type Plan,
} from '@sdc/engine'
import { makeFolder, writeFilesSafely } from '@sdc/io/node'
import { comparisonFiles, comparisonJson, comparisonTable } from '../comparison-output.js'
import { planData, readData, readSchema, readTable } from '../files.js'
import { collect, columnList, nameList, number, positiveInteger, smallGroupsOption } from '../options.js'
import { rootRng } from '../produce.js'
import { progress, say } from '../progress.js'
import { registryOf } from '../registry.js'
import { candidateFromText, usualCandidates } from '../usual-candidates.js'

interface CompareOptions {
  readonly columns?: 'all' | string[]
  readonly given?: string[]
  readonly by: string[]
  readonly smallGroups: ComparePlan['smallGroups']
  readonly methods?: string[]
  readonly try: string[]
  readonly reverseMap: boolean
  readonly replicates?: number
  readonly risk?: string
  readonly loss?: string
  readonly maxRisk?: number
  readonly metrics?: string[]
  readonly schema?: string
  readonly seed?: string
  readonly data?: string
  readonly json?: boolean
  readonly out?: string
}

const help = `
Without --methods or --try, every method that can mask the columns is tried with three values of its main parameter,
alone and reverse-mapped; methods that draw random numbers are run --replicates times and shown with their range.

Examples:
  sdc compare data.csv --columns income,tax -o comparison/
  sdc compare data.csv --columns all --try "noise/additive relativeVariance=0.05,0.25" --try "microaggregation/mdav k=3,5,10"
  sdc compare data.csv --columns all --max-risk 5
  sdc compare plan.yaml -o comparison/

-o DIR gets comparison.csv, comparison.json, map.svg, verdict.txt and chosen-plan.yaml (sdc run chosen-plan.yaml -o OUT).`

export function addCompare(program: Command): void {
  const command = program
    .command('compare')
    .description('many methods and parameters on one file: table, risk–utility map, a verdict in one sentence')
    .argument('<plan or data>', 'a CSV file, or a plan (YAML or JSON) with a comparison')
    .option('--columns <names>', 'the columns to mask: a,b or all; needed unless a schema gives roles', columnList)
    .option(
      '--given <names>',
      'unmasked columns whose relation to the masked ones is measured, and that conditional methods mask by; by default ' +
        "a schema's non-confidential ones",
      nameList,
    )
    .option('--by <names>', 'mask within the groups that these columns form', nameList, [])
    .addOption(smallGroupsOption())
    .option('--methods <ids>', 'the methods to try, with their usual parameters', nameList)
    .option(
      '--try <candidate>',
      '"ID name=value,value …": a method with a grid of parameters (repeatable)',
      collect,
      [],
    )
    .option('--no-reverse-map', 'do not try every candidate reverse-mapped as well')
    .option('--replicates <n>', 'how often a candidate that draws random numbers is run', positiveInteger)
    .option('--risk <id>', 'the metric on the risk axis')
    .option('--loss <id>', 'the metric on the loss axis')
    .option(
      '--max-risk <value>',
      'choose the least loss among the candidates with at most this risk, in its unit',
      number,
    )
    .option('--metrics <ids>', 'what to measure; by default every metric', nameList)
    .option('--schema <file>', 'YAML or JSON: kinds, roles and missing codes of the columns')
    .option('--seed <seed>', 'repeatable random numbers')
    .option('--data <file>', 'the CSV file, in place of the one that the plan names')
    .option('--json', 'print JSON (sdc schema compare)')
    .option('-o, --out <dir>', 'a folder for the table, the map, the verdict and the plan of the choice')
    .addHelpText('after', help)
    .action(async (path: string, options: CompareOptions) => {
      const registry = await registryOf(command)
      const planned = /\.(ya?ml|json)$/i.test(path) ? parsePlan(await readData(path)) : undefined
      const dataPath = planned ? planData(path, planned, options.data) : (options.data ?? path)
      const schema = (await readSchema(options.schema)) ?? planned?.schema
      const { dataset: original } = await readTable(dataPath, schema)
      const compare = withOptions(
        planned ? planComparison(planned, path) : usualComparison(registry, options, schema),
        options,
      )
      chooseColumns(original, compare.columns, schema, [...(compare.given ?? []), ...compare.by])
      const seed = options.seed ?? planned?.seed
      const metrics = options.metrics?.map((use) => ({ use, params: {} })) ?? planned?.metrics
      if (options.out !== undefined) await makeFolder(options.out)
      const bar = progress('comparing')
      const comparison = await compareCandidates({
        registry,
        original,
        schema,
        compare,
        metrics,
        rng: rootRng(seed),
        tick: bar.tick,
      })
      bar.done()
      for (const warning of comparison.warnings) say(`warning: ${warning}`)
      if (options.out !== undefined) {
        const out = options.out
        const files = comparisonFiles(comparison, { dataPath, out, schema, seed, metrics })
        await writeFilesSafely(files.map(({ name, content }) => ({ path: join(out, name), content })))
        say(`wrote ${files.map(({ name }) => join(out, name)).join(', ')}`)
      }
      process.stdout.write(
        options.json ? `${JSON.stringify(comparisonJson(comparison), null, 2)}\n` : `${comparisonTable(comparison)}\n`,
      )
    })
}

function planComparison(plan: Plan, path: string): ComparePlan {
  if (plan.compare) return plan.compare
  throw new SdcError(
    'BAD_PLAN',
    'the plan has no comparison',
    { file: path },
    'Add compare: { candidates: [{ use, grid }] }, or run it with sdc run.',
  )
}

function usualComparison(registry: Registry, options: CompareOptions, schema: FileSchema | undefined): ComparePlan {
  const asked = options.try.map((text) => candidateFromText(registry, text))
  const usual =
    options.methods || asked.length === 0 ? usualCandidates(registry, options.methods, conditions(options, schema)) : []
  return parseComparePlan({
    candidates: [...usual, ...asked],
    then: options.reverseMap ? [[], ['reverse-map/rank']] : [[]],
  })
}

/** Whether there are columns to condition on: named ones, or those that a schema calls non-confidential. */
function conditions({ given }: CompareOptions, schema: FileSchema | undefined): boolean {
  if (given !== undefined) return given.length > 0
  return Object.values(schema?.columns ?? {}).some(({ role }) => role === 'non-confidential')
}

/** What the command line says goes before what the plan says. */
function withOptions(plan: ComparePlan, options: CompareOptions): ComparePlan {
  const axes = { risk: options.risk ?? plan.axes.risk, loss: options.loss ?? plan.axes.loss }
  return {
    ...plan,
    columns: options.columns ?? plan.columns,
    given: options.given ?? plan.given,
    by: options.by.length > 0 ? options.by : plan.by,
    smallGroups: options.smallGroups === 'error' ? plan.smallGroups : options.smallGroups,
    replicates: options.replicates ?? plan.replicates,
    maxRisk: options.maxRisk ?? plan.maxRisk,
    axes,
  }
}
