import { asInfo, asNext, asWarning, type Message } from '@sdc/core'
import { join } from 'node:path'
import type { Command } from 'commander'
import { drawsRecords, type CompareProgress } from '@sdc/engine'
import {
  budgetSeconds,
  cannotMeet,
  cannotMeetMessages,
  checkComparison,
  compareFile,
  comparisonDocument,
  comparisonText,
  firstThings,
  plannedComparison,
  refusalOf,
  planFromRequirements,
  withRequirements,
  type ComparedFile,
} from '@sdc/search'
import { metricIds, nameLike, quoted, runDocument, withHierarchies, withQuasiIdentifiers } from '@sdc/inspect'
import { readPlan } from '@sdc/release'
import { choiceReport } from '../output/choice-report.js'
import { checkCompareInput } from '../input/compare-input.js'
import { removeOldPlan } from '../output/chosen-plan-file.js'
import { keptFile } from '@sdc/release/node'
import { deliver, pathsOf } from '../output/deliver.js'
import { fromFolder, planData, readHierarchies, readInput, schemaOf, readTable } from '../input/files.js'
import { checkFolder, inFolder } from '@sdc/files/node'
import { plannedPlugins, pluginsForPlan } from '../plugins/plan-plugins.js'
import { comparingTime } from '../terminal/comparing-time.js'
import { progress, say } from '../terminal/progress.js'
import { onInterrupt } from '../terminal/interrupted.js'
import { pluginNames, registryOf } from '../plugins/registry.js'
import { screenOf } from '../terminal/screen.js'
import * as option from '../options/options.js'

const flags = {
  ...option.inputFlags,
  allowPlugins: option.allowPlugins,
  ...option.hierarchyFlags,
  columns: option.columnsFlag('name the columns to mask: a,b or all; default: by role'),
  given: option.list('condition on these unmasked columns and measure their relations'),
  by: option.groupsOf('mask within the groups of these columns'),
  smallGroups: option.smallGroups,
  precision: option.precision,
  missing: option.missing,
  brokenRules: option.brokenRules,
  methods: option.list('try these methods: ids, or families such as microaggregation'),
  try: option.repeated('<candidate>', 'try a method with a grid: "ID name=value,value" (repeatable)'),
  reverseMap: option.negative('leave out the reverse-mapped variants'),
  replicates: option.value('<n>', 'run each finalist this many times', option.positiveInteger),
  purpose: option.text('<name>', 'set the purpose: statistics, records, tables or synthetic'),
  risk: option.text('<id>', 'put this metric on the risk axis'),
  loss: option.text('<id>', 'minimise this information-loss measure'),
  limit: option.repeated('<id=value>', 'consider only plans that keep this metric at VALUE (repeatable)'),
  failAbove: option.failAboveFlag('worst run of the choice; then writes no plan'),
  metrics: option.metricsFlag('also measure these metrics'),
  schema: option.schema,
  quasiIdentifiers: option.quasiIdentifiers,
  search: option.flag('also try parameters near the best plans'),
  quick: option.flag('try one variant of each method, and run finalists twice'),
  budget: option.value('<time>', 'end after about this time: 30s, 2m, 1h', budgetSeconds),
  resume: option.flag('continue an interrupted comparison in the folder -o'),
  seed: option.seed,
  data: option.data,
  json: option.json('compare'),
  out: option.text('<dir>', 'write table, map, verdict, chosen plan and report to this folder'),
  report: option.report,
}

type CompareCommandOptions = option.Given<typeof flags>

const help = `
A plan has two parts: one masks the quasi-identifiers (against identity disclosure), one the confidential columns (against attribute disclosure). Each part is tried alone, the best parts together, and the finalists again with other random numbers. The roles come from --schema (sdc inspect --write); without roles all columns are confidential.

The choice keeps the limits of its purpose in every run (sdc metrics ID explains each) and has the lowest loss. Between plans of equal loss, it takes the one farther from the limits, then the one that changes records less.

Examples:
  sdc compare data.csv --schema schema.yaml -o comparison/
  sdc compare data.csv --columns income,tax
  sdc compare data.csv --schema schema.yaml --purpose synthetic -o comparison/
  sdc compare data.csv --schema schema.yaml --purpose records --limit risk/key-linkage=10
  sdc compare data.csv --columns all --try "noise/additive relativeVariance=0.05,0.25" --try "microaggregation/mdav k=3,5,10"
  sdc compare plan.yaml -o comparison/

--purpose synthetic compares methods that draw new records with all columns at once, non-confidential ones too. Its limits are on replicated uniques, disclosive combinations and largest values; its loss needs no links of records. It does not measure membership: sdc run PLAN --halves does.

--search tries parameters near those of the best plans. --quick and --budget save time and report what was left out. Ctrl-C ends the comparison and keeps its results; a second Ctrl-C ends it at once. With -o DIR, the same command with --resume continues it: measurements are kept in DIR until the comparison is complete.

--risk ID replaces the limits of the purpose, for research: without --limit the choice is then the lowest (risk + loss)/2 among the plans without a high risk. If no plan can be chosen, an old chosen-plan.yaml is removed and the exit status is 3.

-o DIR gets comparison.csv, comparison.json, map.svg, map.html (interactive, without network), verdict.txt, chosen-plan.yaml (sdc run chosen-plan.yaml -o OUT), and report.INTERNAL.html on the chosen file. The report has facts about the original: only its owner may read it.`

export function add(program: Command): void {
  const command = option
    .addFlags(program.command('compare'), flags)
    .argument('<plan or data>', 'CSV file, or a plan with a comparison (YAML, JSON)')
    .addHelpText('after', help)
    .action(async (path: string, options: CompareCommandOptions) => {
      const planFile = /\.(ya?ml|json)$/i.test(path) ? await readInput(path) : undefined
      const planned = planFile && readPlan(planFile).plan
      checkCompareInput(planned !== undefined, options)
      const plugins = plannedPlugins(command, planned ?? {}, path, options)
      const registry = await registryOf(command, plugins)
      const dataPath = planned ? planData(path, planned, options.data) : (options.data ?? path)
      const held = await schemaOf(dataPath, options, { otherwise: planned?.schema })
      const files = await readHierarchies(options)
      const { source, schema: known, notes } = withHierarchies(await readTable(dataPath, held), held, files)
      notes.forEach(say)
      const { dataset: original } = source
      const schema = withQuasiIdentifiers(known, options.quasiIdentifiers, original)
      const compare = withRequirements(
        planned ? plannedComparison(planned, path) : planFromRequirements(registry, options),
        options,
      )
      const seed = options.seed ?? planned?.seed
      const named = metricIds(registry, options.metrics)
      named?.messages.forEach(say)
      const metrics = named?.ids.map((use) => ({ use, params: {} })) ?? planned?.metrics
      await runDocument(planFile, async () => checkComparison(original, { compare, schema, metrics }, registry))
      const limited = option.limitsOf(options, planned?.limits)
      const bounds = { ...limited.limits, ...limited.failLimits }
      const unmet = await runDocument(planFile, () =>
        cannotMeet(original, { schema, compare, limits: bounds }, registry),
      )
      const first = [...firstThings(original, { compare, schema }, registry), ...cannotMeetMessages(unmet)]
      first.forEach(say)
      const { out } = options
      if (out !== undefined) await checkFolder(out)
      const data = out === undefined ? undefined : fromFolder(out, dataPath)
      const bar = progress('comparing', { interruptible: true })
      const { budget, search, quick, resume = false } = options
      const kept = out === undefined ? undefined : keptFile(out, resume)
      const estimated = comparingTime({ budget, search })
      const told = (now: CompareProgress): void => {
        const { stage, counts, fraction } = now
        estimated(now).forEach(say)
        bar.at({ stage, unit: 'part', ...(counts && { done: counts.done, tasks: counts.all }), fraction })
      }
      let isStopped = false
      const stopListening = onInterrupt(() => {
        isStopped = true
        say(asInfo('ending and keeping the results; Ctrl-C again ends at once'))
      }, ['SIGINT'])
      const clock = (): number => performance.now() / 1000
      const extent = { search, quick, stopped: () => isStopped, ...(budget && { budget: { seconds: budget, clock } }) }
      const needed = out === undefined ? undefined : pluginsForPlan([...pluginNames(command), ...plugins], out)
      const { acceptOpen, maxUnchanged } = planned ?? {}
      const context = { schema, metrics, seed, data, plugins: needed, acceptOpen, maxUnchanged }
      const asked = { compare, ...context, ...limited, ...extent, kept, progress: told }
      const outcome = await runDocument(planFile, () => compareFile(original, asked, registry))
        .catch(async (error: unknown) => {
          await kept?.remove()
          throw error
        })
        .finally(stopListening)
      bar.done()
      const isPartial = outcome.result.decision?.isPartial ?? false
      if (!isPartial) await kept?.remove()
      const found = outcome.artefacts
      const report = options.report ? await choiceReport(outcome, { registry, source, data: dataPath }) : []
      const artefacts = [...found, ...report].map((one) => ({ ...one, name: join(out ?? '', one.name ?? '') }))
      const wrote = artefacts.length > 0 ? [asInfo(`wrote ${pathsOf(artefacts).join(', ')}`)] : []
      const refusal = refusalOf(outcome.result)
      const plan = artefacts.find(({ kind }) => kind === 'plan')?.name
      const outside = plan !== undefined && drawsRecords(registry, compare) ? [halvesText(plan, dataPath)] : []
      const next = plan === undefined || refusal ? [] : [...outside, ...nextCommands(plan, dataPath, outcome)]
      const resumed = resume && kept ? [asInfo(resumedText(kept.reused()))] : []
      const further = isPartial && kept ? [asInfo('to continue this comparison, repeat the command with --resume')] : []
      const removed = refusal && out !== undefined ? (await removeOldPlan(out)).map(asInfo) : []
      const write = (): Promise<void> =>
        deliver({
          artefacts,
          printed: options.json
            ? comparisonDocument(outcome.result, first)
            : comparisonText(outcome.result, screenOf(command.opts())),
          messages: [...resumed, ...outcome.messages, ...wrote, ...further, ...next, ...removed],
        })
      await (out === undefined || artefacts.length === 0 ? write() : inFolder(out, write))
      if (refusal) throw refusal
    })
}

function resumedText(reused: number): string {
  return reused === 0
    ? 'no measurement of an interrupted comparison fits this one: all were made anew'
    : `${reused} measurements of the interrupted comparison were reused`
}

/**
 * Returns a note on the risks missing from a comparison of synthetic files: those compared with people outside the data
 * of the method.
 */
function halvesText(plan: string, data: string): Message {
  const command = `sdc run ${quoted(plan)} --halves -o ${nameLike('masked', data)}`
  return asInfo(`membership and attribute inference were not measured; they need people outside the file: ${command}`)
}

/** Returns the command that makes the chosen file; columns that need a decision are named first. */
function nextCommands(plan: string, data: string, { result, undecided }: ComparedFile): Message[] {
  if (result.limits.length === 0)
    return [
      asInfo(
        `next, for inspection only, because no limit was set: sdc run ${quoted(plan)} -o ${nameLike('masked', data)}`,
      ),
    ]
  const it = undecided.length === 1 ? 'it' : 'them'
  const question = `decide on ${undecided.join(', ')} before a release: drop ${it} (role: identifier in the schema, and compare again), or accept ${it} unmasked as the next command does`
  const accepting = undecided.map((name) => ` --accept-open ${quoted(name)}`).join('')
  return [
    ...(undecided.length > 0 ? [asWarning(question)] : []),
    asNext(`sdc run ${quoted(plan)} --release${accepting} --private keep.json -o ${nameLike('public', data)}`),
  ]
}
