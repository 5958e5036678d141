import { availableParallelism } from 'node:os'
import type { Command } from 'commander'
import { asNote, type Registry } from '@sdc/core'
import { checkAccepted, type Executor } from '@sdc/engine'
import { workerExecutor } from '@sdc/engine/workers'
import {
  type PolicyRun,
  readPlan,
  checkPlanRun,
  releaseTypeOf,
  replayFrom,
  runForPolicy,
  matchRecords,
  findColumns,
  factsOfFiles,
} from '@sdc/release'
import { withHeader, withHierarchies, runDocument, readTable, withQuasiIdentifiers } from '@sdc/inspect'
import {
  checkOutputs,
  hierarchyPaths,
  planData,
  readData,
  readHierarchies,
  readInput,
  withoutPatterns,
  type HierarchyOptions,
} from './files.js'
import { readNamedPolicy, type NamedPolicy } from './gate-input.js'
import { linkOf, matchedSchema, readMaskedFile, readOrigin } from './match-files.js'
import type { HeaderOption } from '../options/options.js'
import { otherFiles, type OtherFileOptions } from './other-files.js'
import { plannedPlugins, type PluginOption } from '../plugins/plan-plugins.js'
import { progress, said, say } from '../terminal/progress.js'
import { modulesOf, registryOf } from '../plugins/registry.js'

/** What `sdc gate` is told. */
export interface GateOptions extends HeaderOption, PluginOption, HierarchyOptions, OtherFileOptions {
  readonly policy?: string
  readonly for?: string
  readonly junit?: string
  readonly json?: boolean
  readonly today?: string
  readonly print?: string
  readonly data?: string
  readonly workers?: number
  readonly schema?: string
  readonly quasiIdentifiers?: readonly string[]
  readonly link?: string
  readonly origin?: string
  readonly columns?: 'all' | readonly string[]
  readonly given?: readonly string[]
  readonly acceptOpen: readonly string[]
  readonly maxUnchanged?: number
}

/** What was measured for a policy. */
type Found = Pick<PolicyRun, 'facts' | 'measured' | 'messages'>

/** Runs times records below which starting threads takes longer than they save. */
const SMALL = 20_000

/** What was found, with what it is judged by. */
export interface Gated {
  readonly registry: Registry
  readonly named: NamedPolicy
  readonly found: Found
}

/**
 * Runs a plan for a policy.
 *
 * @param command - The command, with its plugins.
 * @param path - The plan, or a private file.
 * @param policy - What `--policy` names.
 * @param options - What was typed.
 * @returns What is held against the policy.
 */
export async function gatePlan(command: Command, path: string, policy: string, options: GateOptions): Promise<Gated> {
  const planFile = await readInput(path)
  const file = readPlan(planFile)
  const { plan, manifest } = file
  checkPlanRun(file, {}, path)
  const plugins = plannedPlugins(command, plan, path, options)
  const registry = await registryOf(command, plugins)
  const named = await readNamedPolicy(policy, registry)
  const { type } = releaseTypeOf(named.policy, options.for)
  const dataPath = planData(path, plan, options.data)
  const hierarchyFiles = await readHierarchies(options)
  const { population, control } = options
  const inputs = [path, dataPath, policy, population, control, ...hierarchyPaths(hierarchyFiles)]
  await checkOutputs(inputs, [options.junit])
  const read = await withoutPatterns(dataPath, withHeader(plan.schema, options.header))
  const data = await readData(dataPath, read, manifest !== undefined)
  const { source, schema, notes } = withHierarchies(data.source, read, hierarchyFiles)
  notes.forEach(say)
  const { dataset: original } = source
  const acceptOpen = [...new Set([...(plan.acceptOpen ?? []), ...options.acceptOpen])]
  checkAccepted(original, acceptOpen)
  const others = await otherFiles(options, original, schema)
  const made = manifest && {
    root: replayFrom(manifest, data.bytes()).root,
    attempt: manifest.attempt ?? 1,
    released: manifest.released,
  }
  const bar = progress('judging', { interruptible: true })
  const found = await runDocument(planFile, () =>
    runForPolicy({
      registry,
      original,
      schema,
      steps: plan.steps,
      measure: plan.measure,
      seed: plan.seed,
      type,
      ...others,
      made,
      acceptOpen,
      maxUnchanged: options.maxUnchanged ?? plan.maxUnchanged,
      executor: executorOf(command, plugins, type.runs * original.rows, options.workers),
      tick: bar.tick,
    }),
  )
  bar.done()
  const held =
    plan.limits === undefined || Object.keys(plan.limits).length === 0
      ? []
      : [asNote("a run beyond the plan's own limits is judged too: sdc run would draw it again")]
  return { registry, named, found: { ...found, messages: [...held, ...found.messages] } }
}

function executorOf(command: Command, plugins: readonly string[], work: number, workers: number | undefined): Executor {
  const width = workers ?? (work < SMALL ? 1 : availableParallelism())
  return workerExecutor({ width, modules: width === 1 ? [] : modulesOf(command, plugins) })
}

/**
 * Measures a masked file for a policy.
 *
 * @param command - The command, with its plugins.
 * @param paths - The original and the masked file.
 * @param policy - What `--policy` names.
 * @param options - What was typed.
 * @returns What is held against the policy.
 */
export async function gateFiles(
  command: Command,
  [originalPath, maskedPath]: readonly [string, string],
  policy: string,
  options: GateOptions,
): Promise<Gated> {
  const registry = await registryOf(command)
  const named = await readNamedPolicy(policy, registry)
  const { type } = releaseTypeOf(named.policy, options.for)
  const { population, control } = options
  const hierarchyFiles = await readHierarchies(options)
  const others = [options.schema, options.origin, population, control, ...hierarchyPaths(hierarchyFiles)]
  const inputs = [originalPath, maskedPath, policy, ...others]
  await checkOutputs(inputs, [options.junit])
  const originalFile = await readInput(originalPath)
  const origin = await readOrigin(options.origin)
  const held = await matchedSchema(originalFile, { schema: options.schema, origin, header: options.header })
  const read = withHierarchies(readTable(originalFile, held), held, hierarchyFiles)
  read.notes.forEach(say)
  const { dataset: original } = read.source
  const schema = withQuasiIdentifiers(read.schema, options.quasiIdentifiers, original)
  const file = await readInput(maskedPath)
  const { dataset: masked } = await readMaskedFile(file, original, schema)
  const link = await linkOf(file, { key: options.link, origin, header: options.header, original: originalFile })
  const matched = said(matchRecords(original, masked, link))
  const { link: key, given, acceptOpen } = options
  checkAccepted(original, acceptOpen)
  const choice = { schema, besides: given ?? [], key, kind: 'any', rolesMayLack: true } as const
  const { columns } = said(findColumns(original, masked, options.columns, { ...choice, registry, link, matched }))
  const bar = progress('judging')
  const { maxUnchanged } = options
  const how = {
    columns,
    given,
    schema,
    type,
    ...(await otherFiles(options, original, schema)),
    acceptOpen,
    maxUnchanged,
    tick: bar.tick,
  }
  const found = await factsOfFiles({ original, masked, matched, link }, how, registry)
  bar.done()
  return { registry, named, found }
}
