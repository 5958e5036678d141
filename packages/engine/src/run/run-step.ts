import {
  isSdcError,
  oneOrMore,
  option,
  SdcError,
  takeRows,
  type Column,
  type Dataset,
  type MaskingMethod,
  type MaskInput,
  type MaskResult,
  type Registry,
  type Rng,
} from '@sdc/core'
import { leastRecords, mergeSmall } from '@sdc/toolkit/internal'
import type { BoundPlan, BoundStep } from '../bind/bind.js'
import { needsMasked } from '../bind/needs-masked.js'
import { assemble, type FileState, type GroupFile } from './assemble.js'
import { checkColumns } from './check-columns.js'
import { checkResult, unchangedError } from './check-file.js'
import { constantColumns, emptyFile, paramsWithout, withConstant } from './constant-columns.js'
import { exactMomentsOf, type ExactMoments } from './exact-moments-margin.js'
import { groupWarnings, labelsText } from './group-warnings.js'
import { groupsOf, type Group, type Strata } from '../bind/groups.js'
import { numbersUpTo } from '../bind/in-place.js'
import { mergedGroups, placedGroups, type PlacedGroup } from './merged-groups.js'
import { methodInput } from './method-input.js'
import { filledOriginals } from './filled-original.js'
import { imputedColumns, missingSentences } from './missing/missing-sentences.js'
import { missingMasker, type HandledResult, type MissingHandled } from './with-missing.js'
import { ofPlugin } from '../ground/plugin-faults.js'
import { keepWithin, type KeptWithin } from './keep-within.js'
import { roundDrawn, unroundedFor, type RoundedColumn } from './precision.js'
import { maskByPlan } from '@sdc/toolkit'

/** Context of a step. */
export interface StepContext extends Omit<BoundPlan, 'steps'> {
  /** The stream of this step. */
  readonly rng: Rng
  /** The columns that earlier steps masked. */
  readonly masked: ReadonlySet<string>
  readonly tick: (fraction: number) => void
  readonly warn: (sentence: string) => void
  /** Columns that a step left unchanged by chance, for the check at the end; steps add to them. */
  readonly byChance: Set<string>
  /** Columns of the original that earlier steps imputed, as they saw them. */
  readonly filled: ReadonlyMap<string, Column>
}

/** Context of a step in a run. */
export interface RunStepContext extends StepContext {
  /** Takes a warning; returns its place among those of the run. */
  readonly warn: (sentence: string) => number
}

export interface StepResult {
  readonly files: readonly FileState[]
  /** The columns that it masked: those that came back changed. */
  readonly columns: readonly string[]
  readonly reports: readonly StepReport[]
  /** The groups in which it kept moments exactly. */
  readonly exact: readonly ExactMoments[]
  /** Rounding of its columns. */
  readonly rounded: readonly RoundedColumn[]
  /** Values that were brought within the bounds of the schema. */
  readonly kept: readonly KeptWithin[]
  /** Place of the warning that this made moments inexact; left out where it did not. */
  readonly lostAt?: number | undefined
  /** The columns that it got as the steps before made them, before they were rounded and brought within bounds. */
  readonly restored: readonly string[]
  /** Columns that its method found safe in its result, in every group. */
  readonly shielded: readonly string[]
  /** Masked columns with missing cells that were imputed and are filled in the result. */
  readonly imputed: readonly string[]
  /** Columns of the original with the cells that this step and those before it imputed, as they saw them. */
  readonly filled: ReadonlyMap<string, Column>
}

/** Findings of a step in one group of records. */
export interface StepFindings {
  readonly step: string
  /** The group that the step worked in, empty where it worked on the whole file. */
  readonly group: string
  /** The values of the columns that it is formed by, where it is not the whole file. */
  readonly strata?: Strata | undefined
  /** Its groups, fits, …: never released. */
  readonly values: NonNullable<MaskResult['report']>
  /** Facts that users of the file need: released on request. */
  readonly publish: NonNullable<MaskResult['publish']>
}

/** The same, with the records of the group. */
export interface StepReport extends StepFindings {
  /** The original's record of each of its records. */
  readonly origin: Int32Array
}

/** Runs one step of a plan on the records of one file: checks, groups, method, and whether it did what it was asked to do. */
export async function runRecords(step: BoundStep, from: FileState, context: RunStepContext): Promise<StepResult> {
  const { method } = step
  const state = unroundedFor(from, step)
  const restored = state === from ? [] : step.columns.filter((name) => from.unrounded?.has(name) === true)
  checkOrder(context.registry, step, context.masked)
  checkLeft(step, state.data)
  // A post-masking step gives back what the original has: a masked column may well be constant (k = n).
  checkColumns(step, method.traits.postMasking ? context.original : state.data)

  const groups = groupsOf(state.data, step.by)
  const { results, small, merged } = await maskGroups(groups, step, state, context)
  if (merged.length > 0) {
    const together = merged.map(({ members }) => `(${labelsText(members.map(({ label }) => label))})`)
    context.warn(
      `${method.id}: groups that are smaller than ${leastRecords(step.columns.length)} records or could not be ` +
        `masked were masked together with those of the nearest values: ${labelsText(together)}`,
    )
  }
  if (small.length > 0) {
    const records = small.reduce((sum, group) => sum + group.rows.length, 0)
    const labels = labelsText(small.map((group) => `${group.label} (${group.rows.length} records)`))
    context.warn(
      `${method.id}: NOT MASKED, because smallGroups is keep: ${small.length} group(s) of ${records} records: ${labels}`,
    )
  }
  if (results.length === 0) {
    const message = `${method.id} could mask none of the ${groups.length} groups`
    throw new SdcError('TOO_FEW_RECORDS', message, { method: method.id }, 'Use larger groups.')
  }

  const kept = small.map(({ rows }): GroupFile => ({ rows, file: { columns: new Map() }, kept: true }))
  const masking = results.filter(({ isConstant }) => isConstant !== true)
  const most = (masking[0] ?? results[0]).result.files
  // A group in which all columns are constant is one file, of new records only where the others are.
  const isInPlace = most[0].origin === undefined
  const made = most.map((_, f) => {
    const parts = results.map(({ group: { rows }, isConstant, result: { files } }): GroupFile => {
      if (isConstant !== true) return { rows, file: files[f] }
      return { rows, file: isInPlace && files[0].origin ? { columns: new Map() } : files[0] }
    })
    return assemble(state, [...parts, ...kept], step.by)
  })
  warnOfDropped(step, state, made[0], context.warn)
  const masked = new Set(results.flatMap(({ result }) => result.files.flatMap((file) => [...file.columns.keys()])))
  const drawn = { ...step, columns: step.columns.filter((name) => masked.has(name)) }
  const within = keepWithin(drawn, made, context.bounds, context.warn)
  const moved = new Set(within.kept.map(({ column }) => column))
  const seen = withImputed(state, results)
  const rounding = roundDrawn(drawn, seen, within.files, { ...context, moved }, made)
  const files = rounding.files.map((file) => withEarlier(file, state, step))
  const { rounded } = rounding
  const handled = results.flatMap((one) => one.handled ?? [])
  missingSentences(step, handled).forEach(context.warn)
  const reports = results.flatMap(({ group, result: { report, publish } }): StepReport[] => {
    if (!report && !publish) return []
    const { label, strata } = group
    const of = { step: method.id, group: label, strata, origin: gather(state.origin, group.rows) }
    return [{ ...of, values: report ?? new Map(), publish: publish ?? new Map() }]
  })
  const exact = results.flatMap(({ group }) => exactMomentsOf(step, state.data, group) ?? [])
  const columns = step.columns.filter((name) => masked.has(name) || !method.traits.adds)
  const [first, ...others] = results.map(({ result }) => result.protects ?? [])
  const shielded = kept.length > 0 ? [] : first.filter((name) => others.every((names) => names.includes(name)))
  const imputed = imputedColumns(handled)
  const unmasked = imputed.filter((name) => !context.masked.has(name))
  const filled = filledOriginals(context.original, context.filled, seen, unmasked)
  return {
    files,
    columns,
    reports,
    rounded,
    kept: within.kept,
    lostAt: within.lostAt,
    restored,
    exact,
    shielded,
    imputed,
    filled,
  }
}

/** Passes on the unrounded columns of earlier steps that this one did not mask, where the records are the same. */
function withEarlier(file: FileState, { unrounded, origin }: FileState, { columns }: BoundStep): FileState {
  if (unrounded === undefined || file.origin !== origin) return file
  const others = [...unrounded].filter(([name]) => !columns.includes(name))
  return others.length === 0 ? file : { ...file, unrounded: new Map([...others, ...(file.unrounded ?? [])]) }
}

/** Result of one group. */
interface Applied {
  readonly group: Group
  readonly result: MaskResult
  readonly handled?: MissingHandled | undefined
  /** Columns of the group that the method received filled, and that stay filled in its result. */
  readonly filled: ReadonlyMap<string, Column>
  /** True where the method did not run, because all columns are constant. */
  readonly isConstant?: true
}

/** The file that a step begins with as its method saw it, where missing cells were imputed. */
function withImputed(state: FileState, results: readonly Applied[]): FileState {
  if (results.every(({ filled }) => filled.size === 0)) return state
  return assemble(
    state,
    results.map(({ group: { rows }, filled: columns }) => ({ rows, file: { columns } })),
  )
}

/** Results of the groups of a step. */
interface MaskedGroups {
  readonly results: readonly Applied[]
  /** Groups that stay unmasked. */
  readonly small: readonly Group[]
  /** Groups that were masked together. */
  readonly merged: readonly PlacedGroup[]
}

/**
 * Runs a step on each of its groups. A group that it cannot mask is an error, kept, or (`pooled`) masked together with the
 * nearest one; pooled are small groups too, before any is masked.
 */
async function maskGroups(
  groups: readonly Group[],
  step: BoundStep,
  state: FileState,
  context: RunStepContext,
): Promise<MaskedGroups> {
  const done = new Map<Group, Attempt>()
  const pooled = step.smallGroups === 'pooled' && step.by.length > 0
  const attempt = async (parts: readonly Group[]): Promise<Group[]> => {
    const failed: Group[] = []
    for (const [i, group] of parts.entries()) {
      if (done.has(group)) continue
      const said: string[] = []
      const byChance = new Set<string>()
      const tick = (fraction: number): void => context.tick((i + fraction) / parts.length)
      try {
        const own = { ...context, tick, warn: (sentence: string): void => void said.push(sentence), byChance }
        done.set(group, { group, said, byChance, ...(await applyTo(group, step, state, own)) })
      } catch (error) {
        if (step.by.length === 0 || !isSdcError(error) || !groupProblems.has(error.code)) throw error
        if (step.smallGroups === 'error' || (pooled && parts.length === 1)) throw inGroup(error, group)
        failed.push(group)
      }
    }
    return failed
  }
  let parts: readonly Group[] = groups
  let small: readonly Group[] = []
  let merged: readonly PlacedGroup[] = []
  if (pooled) {
    const least = leastRecords(step.columns.length)
    const placed = placedGroups(groups, step.columns, context.original, state)
    let among = mergeSmall(placed, ({ rows }) => rows.length < least, mergedGroups)
    for (let failed = await attempt(among); failed.length > 0; failed = await attempt(among)) {
      const unmasked = new Set(failed)
      among = mergeSmall(among, (group) => unmasked.has(group), mergedGroups)
    }
    parts = among
    merged = among.filter(({ members }) => members.length > 1)
  } else small = await attempt(parts)
  const results = parts.flatMap((group) => done.get(group) ?? [])
  const heard = groupWarnings()
  for (const { group, said, byChance } of results) {
    said.forEach(heard.of(group.label))
    byChance.forEach((name) => context.byChance.add(name))
  }
  heard.sentences().forEach(context.warn)
  return { results, small, merged }
}

/** Result of one group, with its warnings. */
interface Attempt extends Applied {
  readonly said: readonly string[]
  readonly byChance: ReadonlySet<string>
}

/** Runs the method on one group of the file. */
async function applyTo(
  group: Group,
  step: BoundStep,
  state: FileState,
  context: StepContext,
): Promise<Omit<Applied, 'group'>> {
  const { method, given } = step
  const { registry, original, roles, bounds } = context
  const data = state.data.rows === group.rows.length ? state.data : takeRows(state.data, group.rows)
  const origin = state.origin.length === group.rows.length ? state.origin : gather(state.origin, group.rows)
  const rng = context.rng.child(group.key)
  const { tick } = context
  const work = { original, origin, data, whole: state.data, given, roles, bounds, rng, tick }
  const constant = group.key === '' ? new Map<string, Column>() : constantColumns(step, { original, origin, data })
  // A method that masks each value by itself, or by classes of the whole file, masks constant columns too.
  const isMasked = method.traits.scope === 'cell' || method.traits.kinds === 'coarser'
  const passed = isMasked ? new Map<string, Column>() : constant
  const columns = step.columns.filter((name) => !passed.has(name))
  if (passed.size > 0) {
    const names = [...passed.keys()].map((name) => `"${name}"`).join(', ')
    context.warn(`${method.id}: ${names} is released unchanged, because all records have the same value`)
  }
  if (columns.length === 0) {
    const files = [withConstant(method, emptyFile(method, data.rows), passed)] as const
    return { result: { files }, filled: new Map(), isConstant: true }
  }
  const params = paramsWithout(step.params, passed)
  const input = methodInput(registry, { ...work, columns, params })
  const place = { method: method.id, ...(group.label && { group: group.label }) }
  const run = (one: MaskInput<unknown>): Promise<MaskResult> =>
    ofPlugin(registry, method, place, tick, (watched) => maskByPlan(method, { ...one, tick: watched }))
  const mask = missingMasker({
    step: { ...step, columns, params },
    input,
    // No group has this key: it is no list of values.
    rng: context.rng.child('missing cells').child(group.key),
    make: (one) => methodInput(registry, one),
    known: context.filled,
  })
  const draw = async (from: Rng): Promise<HandledResult & { readonly unchanged: readonly string[] }> => {
    const drawn = await mask(from, run)
    // Filled cells must meet the contract as well; they then do not count as changes.
    if (drawn.filled && drawn.handled?.how === 'imputed') checkResult(registry, method, drawn.filled, drawn.result)
    return { ...drawn, unchanged: checkResult(registry, method, drawn.input, drawn.shown) }
  }
  const { result: own, handled, filled, unchanged } = await draw(rng)
  const stayed = unchanged.filter((name) => !constant.has(name))
  await checkUnchanged(method, stayed, input, async (from) => (await draw(from)).unchanged, context)
  for (const warning of own.warnings ?? []) context.warn(warning)
  const result = { ...own, files: oneOrMore(own.files.map((file) => withConstant(method, file, passed))) }
  const imputed = handled?.how === 'imputed' && filled ? handled.columns : []
  return {
    result,
    handled,
    filled: new Map(imputed.flatMap(({ column }) => (filled ? [[column, filled.data.column(column)] as const] : []))),
  }
}

/** Records of one group, where only one group of the file is in memory at a time. */
export interface GroupAtHand extends Pick<Group, 'label' | 'key'> {
  /** The columns that the step masks or is given. */
  readonly data: Dataset
  /** The numbers of its records in the file. */
  readonly origin: Int32Array
}

/** Result of masking one such group. */
export interface MaskedGroup {
  /** As the method made them, before they are rounded and brought within bounds. */
  readonly columns: MaskResult['files'][number]['columns']
  readonly warnings: readonly string[]
  /** Columns that stayed unchanged by chance. */
  readonly byChance: readonly string[]
  /** Numbers and tables that the method reports and publishes, without those by record. */
  readonly findings: Pick<StepFindings, 'values' | 'publish'>
}

/**
 * Runs a step on one group as `runStep` does, for a method that looks at nothing but its columns and the given ones.
 *
 * @param step - The step.
 * @param plan - The plan that it is of.
 * @param group - The records.
 * @param rng - The stream of the step.
 * @returns The masked columns, with warnings.
 * @throws SdcError with the name of the group, where it cannot be masked.
 */
export async function maskGroup(
  step: BoundStep,
  plan: BoundPlan,
  { label, key, data, origin }: GroupAtHand,
  rng: Rng,
): Promise<MaskedGroup> {
  const warnings: string[] = []
  const byChance = new Set<string>()
  const group: Group = { label, key, rows: numbersUpTo(data.rows) }
  const warn = (sentence: string): void => void warnings.push(sentence)
  const none = { masked: new Set<string>(), tick: (): void => {}, filled: new Map<string, Column>() }
  try {
    // The original's records of the group are not at hand: who reads them is refused.
    const context = { ...plan, ...none, original: takeRows(data, new Int32Array(0)), rng, warn, byChance }
    const { result } = await applyTo(group, step, { data, origin }, context)
    const made = result.files[0].columns
    const columns = new Map(step.columns.map((name) => [name, made.get(name) ?? data.column(name)]))
    const values = new Map(
      [...(result.report ?? [])].filter(([, value]) => typeof value === 'number' || 'rows' in value),
    )
    return { columns, warnings, byChance: [...byChance], findings: { values, publish: result.publish ?? new Map() } }
  } catch (error) {
    throw isSdcError(error) && groupProblems.has(error.code) ? inGroup(error, group) : error
  }
}

/** Up to so many records a random permutation may well be the identity; beyond, no method leaves a column by chance. */
const FEW_RECORDS = 1_000
/** Number of other draws that distinguish chance from a method that cannot move a column. */
const OTHER_DRAWS = 20

/**
 * A column that came out as it went in: an error where its method cannot move it, a warning where it was chance.
 *
 * On few records a random permutation is the identity now and then: of two clusters of three in one of 36 runs. Such a draw
 * is as good as any other, and drawing again would make the others likelier than they should be. So other draws only
 * decide what happened: one that moves the column shows that it was chance.
 */
async function checkUnchanged(
  method: MaskingMethod,
  unchanged: readonly string[],
  input: MaskInput<unknown>,
  draw: (rng: Rng) => Promise<readonly string[]>,
  { warn, byChance }: StepContext,
): Promise<void> {
  if (unchanged.length === 0) return
  const { stochastic, postMasking, changes } = method.traits
  if (changes === 'unsafe') return
  const draws = stochastic && input.data.rows <= FEW_RECORDS ? OTHER_DRAWS : 0
  let left = [...unchanged]
  for (let other = 1; left.length > 0 && other <= draws; other++) {
    const again = await draw(input.rng.child(`another draw ${other}`))
    left = left.filter((name) => again.includes(name))
  }
  if (left.length > 0) throw unchangedError(method.id, left[0], postMasking)
  for (const name of unchanged) byChance.add(name)
  const names = unchanged.map((name) => `"${name}"`).join(', ')
  warn(
    `${method.id}: ${names} stayed unchanged by chance: with ${input.data.rows} records the method can leave ` +
      'all in place',
  )
}

/**
 * A post-masking step follows a masking of its columns; nobody groups by what an earlier step changed.
 *
 * @param registry - The registry of the plan.
 * @param step - The step.
 * @param masked - The columns that steps before it masked.
 * @throws NEEDS_MASKED, BAD_PLAN
 */
export function checkOrder(registry: Registry, { method, columns, by }: BoundStep, masked: ReadonlySet<string>): void {
  const unmasked = method.traits.postMasking ? columns.find((name) => !masked.has(name)) : undefined
  if (unmasked !== undefined) throw needsMasked(registry, method.id, unmasked)
  const changedBy = by.find((name) => masked.has(name))
  if (changedBy === undefined) return
  throw new SdcError(
    'BAD_PLAN',
    `${method.id} works within groups of "${changedBy}", but an earlier step changed that column`,
    { method: method.id, column: changedBy },
    'Put that step last, or group by an unchanged column.',
  )
}

/** An earlier step may have left columns out: new records have no value of their own in them. */
function checkLeft({ method, columns, given, by }: BoundStep, data: Dataset): void {
  const gone = [...columns, ...given, ...by].find((name) => !data.names.includes(name))
  if (gone === undefined) return
  const message = `${method.id} uses column "${gone}", but an earlier step left it out`
  const fix = 'Put this step first, or choose another method before it.'
  throw new SdcError('UNKNOWN_COLUMN', message, { method: method.id, column: gone }, fix)
}

function warnOfDropped(
  { method, columns }: BoundStep,
  before: FileState,
  after: FileState,
  warn: (sentence: string) => void,
): void {
  const left = before.data.names.filter((name) => !columns.includes(name) && !after.data.names.includes(name))
  if (left.length === 0) return
  const count = left.length === 1 ? '1 column' : `${left.length} columns`
  warn(`${method.id}: left out ${count} without values for its new records: ${left.join(', ')}`)
}

/** Errors of a group that is too small or too uniform; any other error concerns the whole step. */
const groupProblems: ReadonlySet<string> = new Set([
  'TOO_FEW_RECORDS',
  'NOTHING_MOVES',
  'UNCHANGED',
  'CONSTANT_COLUMN',
  'ALL_MISSING',
])

function inGroup(error: SdcError, group: Group): SdcError {
  const fix =
    `Use larger groups, or set ${option('smallGroups')} (smallGroups in a plan): pooled masks them together with the ` +
    'nearest group, keep leaves them unmasked.'
  const message = `group ${group.label} (${group.rows.length} records): ${error.message}`
  return new SdcError(error.code, message, { ...error.place, group: group.label }, fix)
}

function gather(origin: Int32Array, rows: Int32Array): Int32Array {
  return rows.map((row) => origin[row])
}

/** The rows of a dataset, all of them. */
export function allRows(data: Dataset): Int32Array {
  return numbersUpTo(data.rows)
}
