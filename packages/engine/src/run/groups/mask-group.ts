import { oneOrMore, takeRows, type Column, type Dataset, type MaskInput, type MaskResult, type Rng } from '@sdc/core'
import { maskByPlan } from '@sdc/toolkit'
import type { BoundPlan, BoundStep } from '../../bind/bind.js'
import type { Group } from '../../bind/groups.js'
import { numbersUpTo } from '../../bind/in-place.js'
import { ofPlugin } from '../../ground/plugin-faults.js'
import type { FileState } from '../files/assemble.js'
import { checkResult } from '../checks/check-file.js'
import { byChanceSentence, unchangedByChance } from '../checks/check-unchanged.js'
import { constantColumns, emptyFile, paramsWithout, withConstant } from './constant-columns.js'
import { errorOfGroup } from './group-problems.js'
import { methodInput } from '../files/method-input.js'
import type { StepFindings } from '../outcomes/outcome.js'
import type { StepContext } from './step-context.js'
import { missingMasker, type HandledResult, type MissingHandled } from '../missing/with-missing.js'

/** Result of one group. */
export interface Applied {
  readonly result: MaskResult
  readonly warnings: readonly string[]
  /** Columns that stayed unchanged by chance. */
  readonly byChance: readonly string[]
  readonly handled?: MissingHandled | undefined
  /** Columns of the group that the method received filled, and that stay filled in its result. */
  readonly filled: ReadonlyMap<string, Column>
  /** True if the method did not run, because all columns are constant. */
  readonly isConstant?: true
}

/** Runs the method on one group of the file. */
export async function applyTo(group: Group, step: BoundStep, state: FileState, context: StepContext): Promise<Applied> {
  const { method, given } = step
  const { registry, original, roles, bounds } = context
  const data = state.data.rows === group.rows.length ? state.data : takeRows(state.data, group.rows)
  const origin = state.origin.length === group.rows.length ? state.origin : group.rows.map((row) => state.origin[row])
  const rng = context.rng.child(group.key)
  const { projectKey, tick } = context
  const work = { original, origin, data, whole: state.data, given, roles, bounds, rng, projectKey, tick }
  const constant = group.key === '' ? new Map<string, Column>() : constantColumns(step, { original, origin, data })
  // A method that masks each value separately, or by classes of the whole file, masks constant columns too.
  const isMasked = method.traits.scope === 'cell' || method.traits.kinds === 'coarser'
  const passed = isMasked ? new Map<string, Column>() : constant
  const columns = step.columns.filter((name) => !passed.has(name))
  const warnings: string[] = []
  if (passed.size > 0) {
    const names = [...passed.keys()].map((name) => `"${name}"`).join(', ')
    warnings.push(`${method.id}: ${names} is released unchanged, because all records have the same value`)
  }
  if (columns.length === 0) {
    const files = [withConstant(method, emptyFile(method, data.rows), passed)] as const
    return { result: { files }, warnings, byChance: [], filled: new Map(), isConstant: true }
  }
  const params = paramsWithout(step.params, passed)
  const input = methodInput(registry, { ...work, columns, params })
  const place = { method: method.id, ...(group.label && { group: group.label }) }
  const run = (one: MaskInput<unknown>): Promise<MaskResult> =>
    ofPlugin(registry, method, place, tick, (watched) => maskByPlan(method, { ...one, tick: watched }))
  const mask = missingMasker({
    step: { ...step, columns, params },
    input,
    // No group has this key, because it is not a list of values.
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
  const byChance = await unchangedByChance(method, stayed, input, async (from) => (await draw(from)).unchanged)
  if (byChance.length > 0) warnings.push(byChanceSentence(method, byChance, data.rows))
  warnings.push(...(own.warnings ?? []))
  const result = { ...own, files: oneOrMore(own.files.map((file) => withConstant(method, file, passed))) }
  const imputed = handled?.how === 'imputed' && filled ? handled.columns : []
  return {
    result,
    warnings,
    byChance,
    handled,
    filled: new Map(imputed.flatMap(({ column }) => (filled ? [[column, filled.data.column(column)] as const] : []))),
  }
}

/** Records of one group, in memory without the rest of the file. */
export interface GroupAtHand extends Pick<Group, 'label' | 'key'> {
  /** Columns that the step masks or conditions on. */
  readonly data: Dataset
  /** Numbers of its records in the file. */
  readonly origin: Int32Array
}

/** Result of masking one such group. */
export interface MaskedGroup extends Pick<Applied, 'warnings' | 'byChance'> {
  /** Columns as the method made them, before rounding and before values are brought within bounds. */
  readonly columns: MaskResult['files'][number]['columns']
  /** Numbers and tables that the method reports and publishes, without those by record. */
  readonly findings: Pick<StepFindings, 'values' | 'publish'>
}

/**
 * Runs a step on one group as `runStep` does, for a method that reads only its columns and the given ones.
 *
 * @param step - The step.
 * @param plan - The plan of the step.
 * @param group - The records.
 * @param rng - The stream of the step.
 * @returns The masked columns, with warnings.
 * @throws SdcError with the name of the group if it cannot be masked.
 */
export async function maskGroup(
  step: BoundStep,
  plan: BoundPlan,
  { label, key, data, origin }: GroupAtHand,
  rng: Rng,
): Promise<MaskedGroup> {
  const group: Group = { label, key, rows: numbersUpTo(data.rows) }
  const none = { masked: new Set<string>(), tick: (): void => {}, filled: new Map<string, Column>() }
  try {
    // The original's records of the group are not in memory: reading them throws.
    const context = { ...plan, ...none, original: takeRows(data, new Int32Array(0)), rng }
    const { result, warnings, byChance } = await applyTo(group, step, { data, origin }, context)
    const made = result.files[0].columns
    const columns = new Map(step.columns.map((name) => [name, made.get(name) ?? data.column(name)]))
    const values = new Map(
      [...(result.report ?? [])].filter(([, value]) => typeof value !== 'object' || 'rows' in value),
    )
    return { columns, warnings, byChance, findings: { values, publish: result.publish ?? new Map() } }
  } catch (error) {
    throw errorOfGroup(error, group) ?? error
  }
}
