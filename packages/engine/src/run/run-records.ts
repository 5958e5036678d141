import { claimed, oneOrMore, SdcError, type Column, type MaskedFile, type Roles } from '@sdc/core'
import type { BoundStep } from '../bind/bind.js'
import { groupsOf } from '../bind/groups.js'
import { assemble, type FileState, type GroupFile } from './files/assemble.js'
import { checkColumns, valueSpread } from './checks/check-columns.js'
import { checkLeft, checkOrder } from './checks/check-order.js'
import { exactMomentsOf } from './numbers/exact-moments-margin.js'
import { filledOriginals } from './files/filled-original.js'
import { maskGroups, type AppliedGroup } from './groups/mask-groups.js'
import { imputedColumns } from './missing/missing-sentences.js'
import { refuseMissing } from './missing/refuse-missing.js'
import type { FileOutcome, StepFindings } from './outcomes/outcome.js'
import { unroundedFor } from './numbers/precision.js'
import { finishFiles } from './numbers/step-finish.js'
import type { StepContext } from './groups/step-context.js'

/** Result of a step on one file. */
export interface StepResult {
  readonly files: readonly FileState[]
  readonly outcome: FileOutcome
}

/** Runs one step of a plan on the records of one file: checks, groups, method, and the check of its result. */
export async function runRecords(step: BoundStep, from: FileState, context: StepContext): Promise<StepResult> {
  const { method } = step
  const state = unroundedFor(from, step)
  const restored = state === from ? [] : step.columns.filter((name) => from.unrounded?.has(name) === true)
  checkOrder(context.registry, step, context.masked)
  checkLeft(step, state.data)
  // A post-masking step restores original values: a masked column may well be constant (k = n).
  const judged = method.traits.postMasking ? context.original : state.data
  checkColumns(step, judged, (name) => valueSpread(judged.column(name)))
  refuseMissing(step, judged)

  const groups = groupsOf(state.data, step.by)
  const { results, small, warnings } = await maskGroups(groups, step, state, context)
  if (results.length === 0) {
    const message = `${method.id} could mask none of the ${groups.length} groups`
    throw new SdcError('TOO_FEW_RECORDS', message, { method: method.id }, 'Use larger groups.')
  }
  const kept = small.map(({ rows }): GroupFile => ({ rows, file: { columns: new Map() }, kept: true }))
  const made = assembled(step, state, withIdsApart(step, results, context.roles), kept)
  const masked = new Set(results.flatMap(({ result }) => result.files.flatMap((file) => [...file.columns.keys()])))
  const ids = newIdsOf(step, context.roles)
  const drawn = { ...step, columns: step.columns.filter((name) => masked.has(name) && !ids.includes(name)) }
  const seen = withImputed(state, results)
  const { files, ...finished } = finishFiles(drawn, seen, made, context)
  const missing = results.flatMap((one) => one.handled ?? [])
  const unmasked = imputedColumns(missing).filter((name) => !context.masked.has(name))
  const [first, ...others] = results.map(({ result }) => result.protects ?? [])
  const isSafe = (name: string): boolean => others.every((names) => names.includes(name))
  const outcome: FileOutcome = {
    columns: [
      ...step.columns.filter((name) => masked.has(name) || !method.traits.adds),
      ...drawnWave(step, masked, context.roles),
    ],
    warnings: [...warnings, ...droppedSentence(step, state, made[0])],
    reports: results.flatMap((one) => findingsOf(step, state, one)),
    ...finished,
    restored,
    exact: results.flatMap(({ group }) => exactMomentsOf(step, state.data, group) ?? []),
    byChance: results.flatMap(({ byChance }) => byChance),
    // Safety is judged for a single file only.
    shielded: kept.length > 0 || made.length > 1 ? [] : first.filter(isSafe),
    missing,
    filled: filledOriginals(context.original, context.filled, seen, unmasked),
  }
  return { files: files.map((file) => withEarlier(file, state, step)), outcome }
}

/** Puts the groups of each file together. */
function assembled(
  step: BoundStep,
  state: FileState,
  results: readonly AppliedGroup[],
  kept: readonly GroupFile[],
): FileState[] {
  const masking = results.filter(({ isConstant }) => isConstant !== true)
  const most = (masking[0] ?? results[0]).result.files
  // A group in which all columns are constant counts as one file. It has new records only if the other groups have.
  const isInPlace = most[0].origin === undefined
  return most.map((_, f) => {
    const parts = results.map(({ group: { rows }, isConstant, result: { files } }): GroupFile => {
      if (isConstant !== true) return { rows, file: files[f] }
      return { rows, file: isInPlace && files[0].origin ? { columns: new Map() } : files[0] }
    })
    return assemble(state, [...parts, ...kept], step.by)
  })
}

/** Wave of new persons, which is drawn with their records although no step names it. */
function drawnWave({ method, params, columns }: BoundStep, made: ReadonlySet<string>, { wave }: Roles): string[] {
  if (wave === undefined || columns.includes(wave) || !made.has(wave)) return []
  return claimed(method.traits.claims.newPersons, params) ? [wave] : []
}

/** Columns of ids that a method renumbers. */
function newIdsOf({ method, params }: BoundStep, { household, person }: Roles): string[] {
  if (!claimed(method.traits.claims.newPersons, params)) return []
  return [household, person].filter((name) => name !== undefined)
}

/** Renumbers the new persons and households of each group after those of the groups before. */
function withIdsApart(step: BoundStep, results: readonly AppliedGroup[], roles: Roles): readonly AppliedGroup[] {
  const ids = newIdsOf(step, roles)
  if (results.length < 2 || ids.length === 0) return results
  const last = new Map<string, number>()
  const apart = (name: string, f: number, column: Column): Column => {
    const key = `${f} ${name}`
    const before = last.get(key) ?? 0
    if (column.kind === 'numeric') {
      const values = column.values.map((id) => id + before)
      last.set(
        key,
        values.reduce((most, id) => Math.max(most, id), before),
      )
      return { ...column, values }
    }
    last.set(key, before + column.levels.length)
    return { ...column, levels: column.levels.map((_, code) => String(before + code + 1)) }
  }
  return results.map((one) => {
    const files = one.result.files.map((file, f): MaskedFile => {
      const columns = [...file.columns].map(
        ([name, column]) => [name, column && ids.includes(name) ? apart(name, f, column) : column] as const,
      )
      return { ...file, columns: new Map(columns) }
    })
    return { ...one, result: { ...one.result, files: oneOrMore(files) } }
  })
}

function findingsOf(
  { method }: BoundStep,
  { origin }: FileState,
  { group: { label, strata, rows }, result: { report, publish } }: AppliedGroup,
): StepFindings[] {
  if (!report && !publish) return []
  const of = { step: method.id, group: label, strata, origin: rows.map((row) => origin[row]) }
  return [{ ...of, values: report ?? new Map(), publish: publish ?? new Map() }]
}

/** Copies the unrounded columns of earlier steps that this step did not mask, if the records are the same. */
export function withEarlier(file: FileState, { unrounded, origin }: FileState, { columns }: BoundStep): FileState {
  if (unrounded === undefined || file.origin !== origin) return file
  const others = [...unrounded].filter(([name]) => !columns.includes(name))
  return others.length === 0 ? file : { ...file, unrounded: new Map([...others, ...(file.unrounded ?? [])]) }
}

/** The file at the beginning of a step as its method received it, with imputed cells. */
function withImputed(state: FileState, results: readonly AppliedGroup[]): FileState {
  if (results.every(({ filled }) => filled.size === 0)) return state
  return assemble(
    state,
    results.map(({ group: { rows }, filled: columns }) => ({ rows, file: { columns } })),
  )
}

function droppedSentence({ method, columns }: BoundStep, before: FileState, after: FileState): string[] {
  const left = before.data.names.filter((name) => !columns.includes(name) && !after.data.names.includes(name))
  if (left.length === 0) return []
  const count = left.length === 1 ? '1 column' : `${left.length} columns`
  return [`${method.id}: left out ${count} without values for its new records: ${left.join(', ')}`]
}

/** Tests whether the files have the records of the file before, in the same order. */
export function keepsRecords({ files }: StepResult, { origin }: FileState): boolean {
  return files.every((file) => file.origin.length === origin.length && file.origin.every((row, i) => row === origin[i]))
}
