import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { asInfo, SdcError } from '@sdc/core'
import { workerExecutor } from '@sdc/engine/workers'
import { openJournal } from '@sdc/io/node'
import {
  limitsFrom,
  metricIds,
  nameList,
  refusalOf,
  usualComparison,
  withHierarchies,
  withQuasiIdentifiers,
  withWishes,
  type ComparisonWishes,
} from '@sdc/workflow/records'
import { budgetSeconds, checkFrontier, frontierFile, frontierJson, frontierText } from '@sdc/workflow/search'
import { choiceReport } from '../output/choice-report.js'
import { removeOldPlan } from '../output/chosen-plan-file.js'
import { deliver, pathsOf, print } from '../output/deliver.js'
import { fromFolder, readHierarchies, readSchema, readTable, type HierarchyOptions } from '../input/files.js'
import { inFolder } from '../input/folders.js'
import {
  addHeaderOptions,
  addHierarchyOptions,
  collect,
  columnList,
  failAboveOption,
  methodsOption,
  metricsOption,
  positiveInteger,
  missingOption,
  noReportOption,
  precisionOption,
  quasiIdentifiersOption,
  smallGroupsOption,
  wholeNumber,
  type HeaderOption,
} from '../options/options.js'
import { addPluginOption, pluginsForPlan, type PluginOption } from '../plugins/plan-plugins.js'
import { progress, say } from '../terminal/progress.js'
import { modulesOf, pluginNames, registryOf } from '../plugins/registry.js'
import { screenOf } from '../terminal/screen.js'

interface FrontierCommandOptions extends ComparisonWishes, HeaderOption, PluginOption, HierarchyOptions {
  readonly bound: readonly string[]
  readonly failAbove: readonly string[]
  readonly metrics?: readonly string[]
  readonly budget?: number
  readonly generations?: number
  readonly schema?: string
  readonly quasiIdentifiers?: readonly string[]
  readonly seed?: string
  readonly workers?: number
  readonly resume?: boolean
  readonly json?: boolean
  readonly out?: string
  readonly report: boolean
}

const help = `
Where sdc compare tries three values of each method's main parameter, this searches: it begins with the same grid (alone,
reverse-mapped, and reverse-mapped with the correlations brought back by optimize/permute) and goes on in generations of 32
runs from whatever is on the front of risk and loss, and from the best of every method. Winners are run five times before
one of them is chosen, and ten times afresh (the choice thirty times), with other random numbers, before they are printed:
the best of many is lucky.

The choice is that of sdc compare: the least score without a high risk; within bounds the least loss.

Examples:
  sdc frontier data.csv --columns income,tax -o frontier/
  sdc frontier data.csv --columns all --budget 10m --workers 4 -o frontier/
  sdc frontier data.csv --columns all --bound risk/max-knowledge=10 --bound risk/dld=5
  sdc frontier data.csv --columns all --methods noise/additive,microaggregation/mdav --generations 3 --seed 7

--budget is the time that all of it may take, the grid too: that is timed, and the number of generations chosen from it,
written down, and no more changed. Where there is no time for the whole grid, the simplest candidates come first (of every
method the middle value alone, which are tried whatever the budget is), and of what was found only the best is confirmed; the
result says how far it came. The same again, on any machine and with any number of workers: --generations N and --seed S.
Without a seed the numbers are fresh, and the plan of the choice draws its own: for a file that is released.

Every run is kept in DIR/outcomes.log as soon as it is done: a search that was broken off is gone on with by the same command
with --resume, and ends with the same bytes; one that is over goes on with more --generations. Nobody else may read that file.

-o DIR gets frontier.csv (every candidate), frontier.json, map.svg, map.html (the map to filter and to point at, in a
browser), verdict.txt, chosen-plan.yaml, which makes the chosen file: sdc run chosen-plan.yaml -o OUT, and
report.INTERNAL.html on that file, with facts about the original: only its owner may read it. What cannot be chosen leaves no plan, and the exit status is 3.`

export function addFrontier(program: Command): void {
  const command = addHierarchyOptions(addPluginOption(addHeaderOptions(program.command('frontier'))))
    .argument('<data>', 'a CSV file')
    .option('--columns <names>', 'the columns to mask: a,b or all; needed unless a schema gives roles', columnList)
    .option(
      '--given <names>',
      'unmasked columns whose relation to the masked ones is measured, and that conditional methods mask by; by default ' +
        "a schema's non-confidential ones",
      nameList,
    )
    .option('--by <names>', 'mask within the groups that these columns form', nameList, [])
    .addOption(smallGroupsOption())
    .addOption(precisionOption())
    .addOption(missingOption())
    .addOption(methodsOption('the methods to search; by default every one that suits the columns'))
    .addOption(metricsOption('what to measure of every candidate besides the axes, bounds and risks'))
    .option('--risk <id>', 'the metric on the risk axis')
    .option('--loss <id>', 'the metric on the loss axis')
    .option(
      '--bound <id=value>',
      'choose among the candidates that keep this metric at most at the value in every run, or at least where more is ' +
        'better, the one with the least loss (repeatable)',
      collect,
      [],
    )
    .addOption(failAboveOption('of the choice, in its worst run; there is no plan of it then'))
    .option(
      '--budget <time>',
      'the time for the whole search, its grid too, such as 90s, 2m or 1h; by default 5m',
      budgetSeconds,
    )
    .option('--generations <n>', 'the number of generations, in place of a budget; 0 is the grid alone', wholeNumber)
    .option('--schema <file>', 'YAML or JSON: kinds, roles and missing codes of the columns')
    .addOption(quasiIdentifiersOption())
    .option('--seed <seed>', 'repeatable random numbers, of the search and of the maskings: for research and tests')
    .option(
      '--workers <n>',
      'how many runs are made at the same time, the same values whatever it is; by default the cores',
      positiveInteger,
    )
    .option('--resume', 'go on with the search that was broken off in the folder of -o')
    .option('--json', 'print JSON (sdc schema frontier)')
    .option('-o, --out <dir>', 'a folder for the table, the map, the verdict, the plan of the choice and its report')
    .addOption(noReportOption())
    .addHelpText('after', help)
    .action(async (path: string, options: FrontierCommandOptions) => {
      checkExtent(options)
      const registry = await registryOf(command)
      const held = await readSchema(options.schema, [], undefined, options.header)
      const files = await readHierarchies(options)
      const { source, schema: known, notes } = withHierarchies(await readTable(path, held), held, files)
      notes.forEach(say)
      const { dataset: original } = source
      const schema = withQuasiIdentifiers(known, options.quasiIdentifiers, original)
      const compare = withWishes(usualComparison(registry, options, original, schema), options)
      const { out, seed, generations, budget = DEFAULT_BUDGET } = options
      const limits = limitsFrom(options.bound, '--bound')
      const bounds = limitsFrom(options.failAbove, '--fail-above')
      const metrics = metricIds(registry, options.metrics)
      metrics?.messages.forEach(say)
      const bar = progress('searching', { interruptible: true })
      const width = options.workers ?? availableParallelism()
      const executor = workerExecutor({ width, modules: width === 1 ? [] : modulesOf(command) })
      const clock = (): number => performance.now() / 1000
      const extent = { generations, seconds: budget, clock }
      const asked = { compare, schema, metrics: metrics?.ids, limits, bounds, seed, extent, executor, tick: bar.at }
      const intent = checkFrontier(original, asked, registry)
      const data = out === undefined ? undefined : fromFolder(out, path)
      const plugins = out === undefined ? undefined : pluginsForPlan(pluginNames(command), out)
      const resume = options.resume === true
      const journal =
        out === undefined ? undefined : await inFolder(out, () => openJournal(join(out, OUTCOMES), { resume }))
      try {
        say(asInfo(intent))
        const outcome = await frontierFile(original, { ...asked, data, plugins, journal }, registry)
        bar.done()
        const found = outcome.artefacts
        const report = options.report
          ? await choiceReport({ kind: 'search', artefacts: found, registry, source, dataPath: path })
          : []
        const artefacts = [...found, ...report].map((one) => ({ ...one, name: join(out ?? '', one.name ?? '') }))
        const wrote = artefacts.length > 0 ? [asInfo(`wrote ${pathsOf(artefacts).join(', ')}`)] : []
        const refusal = refusalOf(outcome.result.comparison)
        const removed = refusal && out !== undefined ? (await removeOldPlan(out, 'search')).map(asInfo) : []
        await deliver({ artefacts, messages: [...outcome.messages, ...wrote, ...removed] })
        print(options.json ? frontierJson(outcome.result) : frontierText(outcome.result, screenOf(command.opts())))
        if (refusal) throw refusal
      } finally {
        journal?.close()
      }
    })
}

/** The file with the outcomes of all runs, with which a search is gone on with. */
const OUTCOMES = 'outcomes.log'

/** Seconds for a search of which nobody says how long it may take. */
const DEFAULT_BUDGET = 300

/** Throws BAD_OPTION where the time and the number of generations are both said, or nothing says what to go on with. */
function checkExtent({ budget, generations, resume, out }: FrontierCommandOptions): void {
  if (resume && out === undefined) {
    const advice = 'Name the folder of the search that was broken off: -o DIR.'
    throw new SdcError('BAD_OPTION', '--resume has no folder to go on with', {}, advice)
  }
  if (budget === undefined || generations === undefined) return
  const advice = 'A budget chooses the number of generations; give one of the two.'
  throw new SdcError('BAD_OPTION', '--budget and --generations exclude each other', {}, advice)
}
