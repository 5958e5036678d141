import { availableParallelism } from 'node:os'
import type { Command } from 'commander'
import { asInfo, asNote, SdcError } from '@sdc/core'
import { bindLimits, turnedLimits, type Executor } from '@sdc/engine'
import { workerExecutor } from '@sdc/engine/workers'
import { artefactIfNamed } from '@sdc/inspect'
import {
  checkPlanRun,
  dayOf,
  examplePolicies,
  factsOfPair,
  factsOfPlan,
  gateJson,
  gateText,
  isRefused,
  judge,
  junitXml,
  readNamedPolicy,
  readPlan,
  releaseTypeOf,
  type GatedPlan,
  type Judgement,
} from '@sdc/release'
import { access, checkOutputs, hierarchyPaths, planData, readHierarchies, readInput } from '../input/files.js'
import { typedOption } from '../options/option-wording.js'
import * as option from '../options/options.js'
import { deliver, print } from '../output/deliver.js'
import { plannedPlugins } from '../plugins/plan-plugins.js'
import { modulesOf, registryOf } from '../plugins/registry.js'
import { ExitStatus } from '../terminal/exit-status.js'
import { progress, say } from '../terminal/progress.js'
import { screenOf } from '../terminal/screen.js'

const flags = {
  ...option.inputFlags,
  allowPlugins: option.allowPlugins,
  ...option.hierarchyFlags,
  ...option.policyFlags,
  junit: option.text('<file>', 'write the criteria as JUnit XML, without data'),
  json: option.json('gate'),
  today: option.today,
  print: option.choice('<name>', 'print an example of a policy', Object.keys(examplePolicies)),
  data: option.data,
  workers: option.value('<n>', 'with a plan: run this many draws in parallel', option.positiveInteger),
  columns: option.columnsFlag('with two files: name the masked columns: a,b or all'),
  given: option.list('with two files: also measure relations with these columns'),
  schema: option.text('<file>', 'with two files: read kinds, roles and missing codes (YAML, JSON)'),
  quasiIdentifiers: option.quasiIdentifiers,
  link: option.text('<column>', 'with two files: link records by this column'),
  origin: option.text('<file>', 'with two files: link records by the private file'),
  ...option.otherFileFlags,
  acceptOpen: option.names('<column>', 'accept these unmasked columns although they disclose something (repeatable)'),
  maxUnchanged: option.maxUnchanged,
}

const help = `
The command judges a plan or two files by a policy, which sets limits on metrics.
  a plan      is run as often as the policy asks, and its worst run is judged. Seeds are fixed, so that the verdict is repeatable. The columns are those that "sdc run --release" would release.
  two files   are matched as by "sdc measure". The manifest next to the masked file, or its private file (--origin), tells whether its random numbers are keyed and its records shuffled.
Some risks need another file: --population or --control.

A metric without a value breaks its limit, unless allowNull permits it. If columns are released unmasked, the schema must give each of them a role and name a quasi-identifier. At least one risk with a limit must have a value.

Exit status:
  0  the policy is met, possibly by its exceptions
  2  no verdict: columns are released unmasked, and no schema gives roles
  3  the policy is not met, or the result is too close to call

A result is too close to call if a value is within its error of a limit, or if another run of the plan may break it.

A policy has release types (--for selects one of several):
  version: 1
  releases:
    scientific-use:
      # in the units of the metrics; a lower limit if more is better
      limits: { risk/dr-combine: 25, permutation/level: 10 }
      require: { keyed: true, shuffled: true, openColumns: accepted }
      runs: 20
      allowNull: { risk/dr-combine: synthetic records have no original }
      exceptions:
        - metric: risk/dr-combine
          upTo: 30
          by: A. Name
          reason: a pilot
          until: 2030-12-31
sdc schema policy describes the form. Four commented examples have example numbers: public-use, scientific-use, safe-room, and synthetic for files of new records.

Examples:
  sdc gate --print scientific-use > policy.yaml
  sdc gate plan.yaml --policy policy.yaml --for scientific-use
  sdc gate plan.yaml --policy policy.yaml --junit gate.xml --json
  sdc gate data.csv public.csv --policy public-use --origin keep.json
  sdc gate data.csv masked.csv --policy policy.yaml --link id --schema schema.yaml --accept-open region`

type GateOptions = option.Given<typeof flags>

/** Options for plans only, and for two files only. */
const ofPlans = ['data', 'allowPlugins', 'workers'] as const
const ofFiles = ['schema', 'quasiIdentifiers', 'link', 'origin', 'columns', 'given'] as const

/** Runs times records below which starting threads takes longer than they save. */
const SMALL = 20_000

export function add(program: Command): void {
  const command = option
    .addFlags(program.command('gate'), flags)
    .argument('[plan or original]', 'plan (YAML, JSON) or private file; or the original CSV file')
    .argument('[masked]', 'masked CSV file')
    .addHelpText('after', help)
    .action(async (first: string | undefined, masked: string | undefined, options: GateOptions) => {
      if (options.print !== undefined) {
        print(examplePolicies[options.print].trimEnd())
        return
      }
      if (first === undefined)
        throw lacking('nothing says what is to be judged', 'Name a plan, or an original and a masked file.')
      if (options.policy === undefined)
        throw lacking('nothing says by which policy', 'Add --policy FILE, or an example: --policy scientific-use.')
      const isPlan = masked === undefined
      const today = dayOf(options.today)
      checkGateOptions(isPlan, { ...options })
      const gated = isPlan ? await gatedPlan(command, first, options) : undefined
      const registry = await registryOf(command, gated?.plugins)
      const { policy, name } = await readNamedPolicy(access, options.policy, registry)
      const { type } = releaseTypeOf(policy, options.for)
      const hierarchies = await readHierarchies(options)
      const { population, control, schema, origin } = options
      const inputs = [first, masked ?? gated?.data, options.policy, population, control, schema, origin]
      await checkOutputs([...inputs, ...hierarchyPaths(hierarchies)], [options.junit])
      const bar = progress('judging', { interruptible: isPlan })
      const request = { ...options, files: access, registry, type, hierarchies, say, tick: bar.tick }
      const found = gated ? await factsOfPlan(gated, request) : await factsOfPair(first, masked ?? '', options, request)
      bar.done()
      const judgement = judge(policy, options.for, found.facts, { registry, today, name })
      const turned = turnedLimits(bindLimits(registry, type.limits)).map(asNote)
      const artefacts = artefactIfNamed('text', options.junit, () => junitXml(judgement))
      const wrote = options.junit === undefined ? [] : [asInfo(`wrote ${options.junit}`)]
      const gate = { judgement, measured: found.measured, today, isPlan }
      const printed = options.json ? gateJson(gate, found.messages) : gateText(gate, screenOf(command.opts()))
      await deliver({ artefacts, printed, messages: [...found.messages, ...turned, ...wrote] })
      if (isRefused(judgement.state)) throw notMet(judgement)
    })
}

function lacking(message: string, fix: string): SdcError {
  return new SdcError('BAD_OPTION', message, {}, fix)
}

/** Reads a plan, with its plugins and the threads that run it. */
async function gatedPlan(
  command: Command,
  path: string,
  options: GateOptions,
): Promise<GatedPlan & { readonly plugins: readonly string[] }> {
  const planFile = await readInput(path)
  const file = readPlan(planFile)
  checkPlanRun(file, {}, path)
  const plugins = plannedPlugins(command, file.plan, path, options)
  const executor = (work: number): Executor => {
    const width = options.workers ?? (work < SMALL ? 1 : availableParallelism())
    return workerExecutor({ width, modules: width === 1 ? [] : modulesOf(command, plugins) })
  }
  return { planFile, file, data: planData(path, file.plan, options.data), executor, plugins }
}

/** Refuses options that do not apply to a plan, or to two files. */
function checkGateOptions(isPlan: boolean, options: Readonly<Record<string, unknown>>): void {
  const idle = (isPlan ? ofFiles : ofPlans).find((name) => options[name] !== undefined)
  if (idle === undefined) return
  const flag = typedOption(idle)
  const [needs, fix] = isPlan
    ? ['two files, but one is named', 'A plan has it already; for files write sdc gate ORIGINAL MASKED.']
    : ['a plan, but two files are named', 'Leave it out; for a plan write sdc gate PLAN.']
  throw new SdcError('BAD_OPTION', `${flag} needs ${needs}`, { parameter: flag }, fix)
}

/** Returns the error after the printed verdict; only missing roles are an input error. */
function notMet({ criteria, lacksRoles }: Judgement): Error {
  if (!lacksRoles) return new ExitStatus(3)
  const [{ text }] = criteria.filter((one) => isRefused(one.state))
  const fix = 'Add a schema (sdc inspect --write), or name the columns: --quasi-identifiers.'
  return new SdcError('NO_COLUMNS', text.split('; give')[0], {}, fix)
}
