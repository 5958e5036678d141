import {
  canonicalJson,
  columnLength,
  isMissing,
  isSdcError,
  maskedRoles,
  resolveParams,
  sameColumn,
  SdcError,
  takeColumn,
  takeRows,
  type Column,
  type Dataset,
  type MaskedFile,
  type MaskInput,
  type MaskingMethod,
  type MaskResult,
  type Registry,
  type Rng,
} from '@sdc/core'
import {
  checkColumns,
  checkNames,
  chooseColumns,
  columnsWithRole,
  givenColumns,
  sorted,
  valueSpread,
} from './columns.js'
import { groupsOf, type Group } from './groups.js'
import { assemble, type FileState, type GroupFile } from './assemble.js'
import type { FileSchema, StepPlan } from '../documents/plan.js'

export interface StepContext {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema?: FileSchema | undefined
  /** The stream of this step. */
  readonly rng: Rng
  /** The columns that earlier steps changed. */
  readonly changed: ReadonlySet<string>
  readonly tick: (fraction: number) => void
  readonly warn: (sentence: string) => void
}

export interface StepResult {
  readonly files: readonly FileState[]
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly reports: readonly StepReport[]
}

/** What a method reports of one group of records (its groups, fits…): never released. */
export interface StepReport {
  readonly step: string
  /** The group that the step worked in, empty where it worked on the whole file. */
  readonly group: string
  /** The original's record of each of its records. */
  readonly origin: Int32Array
  readonly values: NonNullable<MaskResult['report']>
}

/** The name of a step's stream: its method and resolved parameters, so that no two candidates share noise. */
export function stepName(method: MaskingMethod, params: unknown): string {
  return `${method.id} ${canonicalJson(params)}`
}

/** The columns that a step will mask, and those it will condition on. */
export function stepColumns(
  step: StepPlan,
  context: Pick<StepContext, 'original' | 'schema' | 'changed' | 'registry'>,
): { readonly columns: string[]; readonly given: string[] } {
  const method = context.registry.method(step.use)
  const { traits } = method
  const given = givenColumns(method, step, context.original, context.schema)
  const before = context.original.names.filter((name) => context.changed.has(name))
  const asked = traits.postMasking && step.columns === undefined && before.length > 0 ? before : step.columns
  const chosen = chooseColumns(context.original, asked, context.schema, [...given, ...step.by])
  const fits = chosen.filter(
    (name) => traits.columns === 'any' || context.original.column(name).kind === traits.columns,
  )
  // By role alone nobody asked for a column that this method cannot mask; runStep says that it stays as it is.
  const columns = asked === undefined && fits.length > 0 ? fits : chosen
  return traits.ordered ? { columns, given } : { columns: sorted(columns), given: sorted(given) }
}

/** Runs one step of a plan on one file: checks, groups, method, and whether it did what it was asked to do. */
export async function runStep(step: StepPlan, state: FileState, context: StepContext): Promise<StepResult> {
  const method = context.registry.method(step.use)
  const params = resolveParams(method.params, step.params, { method: method.id })
  const { columns, given } = stepColumns(step, context)
  if (step.columns === undefined && !method.traits.postMasking) {
    const roles = columnsWithRole(context.original, context.schema, maskedRoles)
    const left = roles.filter((name) => ![...columns, ...given, ...step.by].includes(name))
    if (left.length > 0)
      context.warn(
        `${method.id}: NOT MASKED, because it masks ${method.traits.columns} columns only: ${left.join(', ')}`,
      )
  }
  const unmasked = method.traits.postMasking ? columns.find((name) => !context.changed.has(name)) : undefined
  if (unmasked !== undefined) {
    throw new SdcError(
      'BAD_PLAN',
      `${method.id} works on a masked file, and no step before it masks "${unmasked}"`,
      { method: method.id, column: unmasked },
      'Mask first (--method … --reverse-map), or give a file that is masked already: sdc reverse-map ORIGINAL MASKED.',
    )
  }
  checkNames(state.data, [...columns, ...given, ...step.by])
  const changedBy = step.by.find((name) => context.changed.has(name))
  if (changedBy !== undefined) {
    const message = `${method.id} is to work within groups of "${changedBy}", which an earlier step changed`
    throw new SdcError(
      'BAD_PLAN',
      message,
      { method: method.id, column: changedBy },
      'Put that step last, or group by an unchanged column.',
    )
  }
  // A post-masking step gives back what the original has: a masked column may well be constant (k = n).
  checkColumns(method, method.traits.postMasking ? context.original : state.data, columns, given)

  const applyTo = async (group: Group, done: (fraction: number) => number): Promise<MaskResult> => {
    const input: MaskInput<unknown> = {
      original: context.original,
      origin: state.origin.length === group.rows.length ? state.origin : gather(state.origin, group.rows),
      data: state.data.rows === group.rows.length ? state.data : takeRows(state.data, group.rows),
      whole: state.data,
      columns,
      given,
      params,
      rng: context.rng.child(group.key),
      tick: (fraction) => context.tick(done(fraction)),
    }
    if (group.key !== '') checkSpread(method, input)
    const result = await method.apply(input)
    for (const file of result.files) checkFile(method, input, file)
    for (const warning of result.warnings ?? []) context.warn(group.label ? `${group.label}: ${warning}` : warning)
    return result
  }

  const groups = groupsOf(state.data, step.by)
  const results: { group: Group; result: MaskResult }[] = []
  const small: Group[] = []
  for (const [i, group] of groups.entries()) {
    try {
      results.push({ group, result: await applyTo(group, (fraction) => (i + fraction) / groups.length) })
    } catch (error) {
      if (step.by.length === 0 || !isSdcError(error) || !groupProblems.has(error.code)) throw error
      if (step.smallGroups === 'error') throw inGroup(error, group)
      small.push(group)
    }
  }
  if (small.length > 0 && step.smallGroups === 'pooled') {
    const pool = pooled(small)
    const result = await applyTo(pool, () => 1).catch((error: unknown) => {
      throw isSdcError(error) ? inGroup(error, pool) : error
    })
    results.push({ group: pool, result })
    context.warn(
      `${method.id}: ${small.length} group(s) that are too small were masked together: ${small.map((group) => group.label).join('; ')}`,
    )
  } else if (small.length > 0) {
    const labels = small.map((group) => `${group.label} (${group.rows.length} records)`).join('; ')
    context.warn(`${method.id}: NOT MASKED, because smallGroups is keep: ${labels}`)
  }
  if (results.length === 0) {
    throw new SdcError(
      'TOO_FEW_RECORDS',
      `${method.id} could mask none of the ${groups.length} groups`,
      { method: method.id },
      'Use larger groups.',
    )
  }

  const kept = step.smallGroups === 'keep' ? small : []
  const fileCount = results[0].result.files.length
  const files = Array.from({ length: fileCount }, (_, f) => {
    const parts: GroupFile[] = results.map(({ group, result }) => ({ rows: group.rows, file: result.files[f] }))
    return assemble(state, columns, [...parts, ...kept.map(({ rows }) => asItIs(state, columns, rows))], step.by)
  })
  const left = state.data.names.filter((name) => !columns.includes(name) && !files[0].data.names.includes(name))
  if (left.length > 0) {
    const count = left.length === 1 ? '1 column' : `${left.length} columns`
    context.warn(
      `${method.id}: ${count} left out, which its records, coming from none of the file, have no value for: ${left.join(', ')}`,
    )
  }
  const reports = results.flatMap(({ group, result }): StepReport[] => {
    const values = result.report
    return values ? [{ step: step.use, group: group.label, origin: gather(state.origin, group.rows), values }] : []
  })
  return { files, columns, given, reports }
}

/** A group that stays in every file as it is. */
function asItIs({ data }: FileState, columns: readonly string[], rows: Int32Array): GroupFile {
  return { rows, file: { columns: new Map(columns.map((name) => [name, takeColumn(data.column(name), rows)])) } }
}

/** What a group can be too small or too uniform for; anything else is wrong with the whole step. */
const groupProblems: ReadonlySet<string> = new Set([
  'TOO_FEW_RECORDS',
  'NOTHING_MOVES',
  'UNCHANGED',
  'CONSTANT_COLUMN',
  'ALL_MISSING',
])

function inGroup(error: SdcError, group: Group): SdcError {
  const advice =
    'Use larger groups, or say what to do with such groups: --small-groups (smallGroups in a plan) pooled, masked ' +
    'together, or keep, left unmasked.'
  return new SdcError(
    error.code,
    `group ${group.label} (${group.rows.length} records): ${error.message}`,
    { ...error.place, group: group.label },
    advice,
  )
}

function pooled(groups: readonly Group[]): Group {
  const rows = Int32Array.from(groups.flatMap((group) => [...group.rows])).sort()
  const of = (what: 'label' | 'key'): string => groups.map((group) => group[what]).join('; ')
  return { label: `pooled: ${of('label')}`, key: `pooled: ${of('key')}`, rows }
}

function gather(origin: Int32Array, rows: Int32Array): Int32Array {
  return rows.map((row) => origin[row])
}

/** A column that varies in the file may have one value in a group: it would come out as it went in. */
function checkSpread(method: MaskingMethod, input: MaskInput<unknown>): void {
  if (input.data.rows < 2) return
  for (const name of input.columns) {
    const column = method.traits.postMasking ? originalOf(input, name) : input.data.column(name)
    if (valueSpread(column) !== 'one') continue
    const message = `column "${name}" has the same value in every record of the group`
    throw new SdcError('CONSTANT_COLUMN', message, { method: method.id, column: name })
  }
}

/** A method must give back the columns it was asked for, finite, and not as they were. */
function checkFile(method: MaskingMethod, input: MaskInput<unknown>, file: MaskedFile): void {
  const rows = file.origin?.length ?? input.data.rows
  for (const name of input.columns) {
    const after = file.columns.get(name)
    if (after === null) continue
    if (after === undefined) throw new Error(`${method.id} gave no column "${name}" back`)
    if (columnLength(after) !== rows)
      throw new Error(`${method.id} gave ${columnLength(after)} records of "${name}" back instead of ${rows}`)
    if (after.kind === 'numeric' && after.values.some((value) => value === Infinity || value === -Infinity)) {
      const advice = 'The values are too large for this method: scale the column first.'
      throw new SdcError(
        'BAD_PARAMETER',
        `${method.id} made infinite values in column "${name}"`,
        { method: method.id, column: name },
        advice,
      )
    }
    if (file.origin) continue
    const before = method.traits.postMasking ? originalOf(input, name) : input.data.column(name)
    if (anyValue(before) && sameColumn(before, after)) throw unchanged(method.id, name, method.traits.postMasking)
  }
}

/** The error of a column that came out of its masking as it went in. */
export function unchanged(id: string, name: string, restored: boolean): SdcError {
  const message = restored
    ? `${id} gave column "${name}" its original values back in their original order: the masking before it moved no rank`
    : `column "${name}" came out of ${id} as it went in`
  const advice = restored ? 'Mask more strongly first.' : 'Choose parameters that mask more, or leave the column out.'
  return new SdcError('UNCHANGED', message, { method: id, column: name }, advice)
}

function originalOf(input: MaskInput<unknown>, name: string): Column {
  return takeColumn(input.original.column(name), input.origin)
}

function anyValue(column: Column): boolean {
  for (let i = 0; i < columnLength(column); i++) if (!isMissing(column, i)) return true
  return false
}
