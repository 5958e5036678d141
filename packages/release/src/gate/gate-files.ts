import { asNote, type Message, type Registry } from '@sdc/core'
import { checkAccepted, type Executor } from '@sdc/engine'
import {
  piecesOf,
  readTable,
  runDocument,
  schemaFor,
  withHierarchies,
  type FileAccess,
  type FileLayout,
  type HierarchyFiles,
  type InputFile,
} from '@sdc/inspect'
import { findColumns } from '../match/find-columns.js'
import { readMaskedPair, readOthers, type OtherPaths, type PairOptions } from '../match/masked-pair.js'
import { matchRecords } from '../match/match-records.js'
import type { ReleaseType } from '../policy/policy-types.js'
import { replayFrom, type PlanFile } from '../release/replay.js'
import { factsOfFiles, type FilesFacts } from './facts-of-files.js'
import { runForPolicy } from './run-for-policy.js'

/** Files and options for judging by a policy. */
export interface GateRequest extends OtherPaths, FileLayout {
  readonly files: FileAccess
  readonly registry: Registry
  readonly type: ReleaseType
  readonly hierarchies: HierarchyFiles
  readonly acceptOpen: readonly string[]
  readonly maxUnchanged?: number | undefined
  readonly say: (message: Message) => void
  readonly tick: (fraction: number, doing?: string) => void
}

/** Plan or private file with its data. */
export interface GatedPlan {
  readonly planFile: InputFile
  readonly file: PlanFile
  readonly data: string
  /** Runs the draws; receives the number of runs times records. */
  readonly executor: (work: number) => Executor
}

/**
 * Runs a plan as often as a policy requires, and measures each run.
 *
 * @param gated - The plan or private file, its data, and the executor of the runs.
 * @param request - The policy's limits, and the reading of files.
 * @returns The values of all runs, and messages.
 */
export async function factsOfPlan(
  { planFile, file: { plan, manifest }, data, executor }: GatedPlan,
  { files, registry, type, hierarchies, header, sheet, skip, say, tick, ...request }: GateRequest,
): Promise<FilesFacts> {
  const read = await schemaFor(files, data, { otherwise: plan.schema, header, sheet, skip })
  const input = await files.read(data)
  const { source, schema, notes } = withHierarchies(readTable(input, read), read, hierarchies)
  notes.forEach(say)
  const { dataset: original } = source
  const acceptOpen = [...new Set([...(plan.acceptOpen ?? []), ...request.acceptOpen])]
  checkAccepted(original, acceptOpen)
  const others = await readOthers(files, request, original, schema)
  const made = manifest && {
    root: replayFrom(manifest, piecesOf(input.content)).root,
    attempt: manifest.attempt ?? 1,
    released: manifest.released,
  }
  const maxUnchanged = request.maxUnchanged ?? plan.maxUnchanged
  const { steps, measure, seed } = plan
  const run = {
    registry,
    original,
    schema,
    steps,
    measure,
    seed,
    type,
    ...others,
    made,
    acceptOpen,
    maxUnchanged,
    tick,
  }
  const found = await runDocument(planFile, () =>
    runForPolicy({ ...run, executor: executor(type.runs * original.rows) }),
  )
  const limited =
    plan.limits === undefined || Object.keys(plan.limits).length === 0
      ? []
      : [asNote("a run beyond the plan's own limits is judged too: sdc run would draw it again")]
  return { ...found, messages: [...limited, ...found.messages] }
}

/**
 * Measures an original and its masked file for a policy.
 *
 * @param originalPath - Path of the original.
 * @param maskedPath - Path of the masked file.
 * @param options - Columns to measure, link between the records, and schema.
 * @param request - The policy's limits, and the reading of files.
 * @returns The values of the masked file as one run, and messages.
 */
export async function factsOfPair(
  originalPath: string,
  maskedPath: string,
  options: Omit<PairOptions, 'hierarchies'> & {
    readonly columns?: 'all' | readonly string[] | undefined
    readonly given?: readonly string[] | undefined
  },
  { files, registry, type, hierarchies, say, tick, ...request }: GateRequest,
): Promise<FilesFacts> {
  const pair = await readMaskedPair(files, originalPath, maskedPath, { ...options, hierarchies })
  const { original, schema, link } = pair
  const masked = pair.masked.dataset
  const matched = matchRecords(original, masked, link)
  const { given, link: key } = options
  const { acceptOpen, maxUnchanged } = request
  for (const message of [...pair.notes, ...matched.messages]) say(message)
  checkAccepted(original, acceptOpen)
  const choice = {
    schema,
    besides: given ?? [],
    key,
    kind: 'any',
    rolesMayLack: true,
    registry,
    link,
    matched,
  } as const
  const { columns, messages } = findColumns(original, masked, options.columns, choice)
  messages.forEach(say)
  const others = await readOthers(files, request, original, schema)
  const how = { columns, given, schema, type, ...others, acceptOpen, maxUnchanged, tick }
  return factsOfFiles({ original, masked, matched, link }, how, registry)
}
