import {
  canonicalJson,
  kindOf,
  maskedRoles,
  option,
  SdcError,
  type Dataset,
  type KeyedHash,
  type MaskingMethod,
  type Registry,
  type Roles,
  type ValueBounds,
} from '@sdc/core'
import { rulesOfRoles, type BoundRule } from '@sdc/rules'
import { inPart } from '../plan/in-part.js'
import type { BrokenRulePolicy, FileSchema, MissingPolicy, Precision, StepPlan } from '../plan/plan.js'
import { checkWaves } from './check-waves.js'
import { checkRules } from './check-rules.js'
import { checkNames, chooseColumns, givenColumns, sorted } from './columns.js'
import { byLevel, type LevelledStep } from './levels.js'
import { missingCodes, type MissingCodes } from './missing-codes.js'
import { needsMasked } from './needs-masked.js'
import { resolveAll } from './references.js'
import { columnsWithRole, rolesOf } from './roles.js'
import { boundsOf, checkBounds } from './value-bounds.js'

/** Context that steps are bound to. */
export interface BindInput {
  readonly registry: Registry
  readonly original: Dataset
  readonly schema?: FileSchema | undefined
  readonly steps: readonly StepPlan[]
  /** True if streams are named by methods alone, so that parameters do not change the draws. */
  readonly alike?: boolean | undefined
  /** HMAC under the key of the project, for pseudonyms. */
  readonly projectKey?: KeyedHash | undefined
}

/** A step with everything that can be determined before it runs. */
export interface BoundStep extends LevelledStep {
  readonly params: unknown
  readonly smallGroups: StepPlan['smallGroups']
  readonly precision: Precision
  /** Handling of missing cells; by default that of the method. */
  readonly missing?: MissingPolicy | undefined
  /** `changes`: masks the first values of persons and the changes between their waves. */
  readonly waves?: StepPlan['waves']
  /** Name of its stream: its method and resolved parameters. No two candidates share noise, unless `alike` is set. */
  readonly name: string
  /** Place in the plan of the step that it is, or is a part of. */
  readonly place: number
  /** Columns with a masked role that the method cannot mask: they stay unchanged. */
  readonly left: readonly string[]
}

/** A plan whose methods, parameters, columns and streams are resolved once, for all its runs. */
export interface BoundPlan {
  readonly registry: Registry
  readonly original: Dataset
  /** Schema of its columns. */
  readonly schema?: FileSchema | undefined
  readonly roles: Roles
  /** Bounds of numeric columns from the schema; masked values are kept within them. */
  readonly bounds: ReadonlyMap<string, ValueBounds>
  /** Codes for missing values of numeric columns; no masked value equals one. */
  readonly codes: ReadonlyMap<string, MissingCodes>
  /** Rules of the schema. */
  readonly rules: readonly BoundRule[]
  readonly brokenRules: BrokenRulePolicy
  /** HMAC under the key of the project, for pseudonyms. */
  readonly projectKey?: KeyedHash | undefined
  readonly steps: readonly BoundStep[]
}

/**
 * Binds steps to a file and to the methods of a registry, and checks the plan before anything runs.
 *
 * @param input - The registry, the original, its schema, and the steps.
 * @param masked - Columns that are masked already, if the steps continue from a masked file.
 * @returns The bound plan.
 * @throws UNKNOWN_METHOD, BAD_PARAMETER, UNKNOWN_COLUMN, NO_COLUMNS, BAD_PLAN.
 */
export function bind(input: BindInput, masked: readonly string[] = []): BoundPlan {
  const { registry, original, schema, projectKey } = input
  checkBounds(original, schema)
  checkRules(original, schema)
  const changed = new Set(masked)
  const roles = rolesOf(original, schema)
  const steps = input.steps.flatMap((step, s): BoundStep[] => {
    const bound = inPart(['steps', s], () =>
      byLevel({ ...bindStep(step, input, changed), place: s }, step, { original, schema, roles }),
    )
    for (const one of bound) checkWaves(one, { original, roles })
    // A method that adds columns leaves the others unmasked.
    for (const { method, columns } of bound) if (!method.traits.adds) for (const name of columns) changed.add(name)
    return bound
  })
  const bounds = boundsOf(original, schema)
  const codes = missingCodes(original, schema)
  const rules = rulesOfRoles(original, roles)
  const brokenRules = schema?.brokenRules ?? 'auto'
  return { registry, original, schema, roles, bounds, codes, rules, brokenRules, projectKey, steps }
}

function bindStep(
  step: StepPlan,
  { registry, original, schema, alike = false }: BindInput,
  changed: ReadonlySet<string>,
): Omit<BoundStep, 'place'> {
  const method = registry.get('methods', step.use)
  const { traits } = method
  if (traits.kinds === 'pseudonyms' && !Array.isArray(step.columns)) throw needsNames(method.id)
  const params = resolveAll(registry, method.params, step.params, { method: method.id })
  const given = givenColumns(method, step, original, schema)
  const before = original.names.filter((name) => changed.has(name))
  const usual = traits.postMasking && before.length > 0 ? before : traits.adds ? 'all' : undefined
  const asked = step.columns ?? usual
  const isSaid = asked !== undefined || columnsWithRole(original, schema, maskedRoles).length > 0
  if (traits.postMasking && !isSaid) throw needsMasked(registry, method.id)
  const chosen = chooseColumns(original, asked, schema, [...given, ...step.by])
  const fits = chosen.filter((name) => traits.accepts.includes(kindOf(original.column(name))))
  // Columns chosen by role that this method cannot mask are left out, and reported in `left`.
  const columns = step.columns === undefined && fits.length > 0 ? fits : chosen
  checkNames(original, [...columns, ...given, ...step.by])
  const byRole = step.columns === undefined && !traits.postMasking && !traits.adds
  const left = byRole
    ? columnsWithRole(original, schema, maskedRoles).filter(
        (name) => ![...columns, ...given, ...step.by].includes(name) && !changed.has(name),
      )
    : []
  return {
    method,
    params,
    columns: traits.ordered ? columns : sorted(columns),
    given: traits.ordered ? given : sorted(given),
    by: step.by,
    smallGroups: step.smallGroups,
    precision: step.precision ?? 'auto',
    missing: step.missing,
    ...(step.waves === 'changes' && { waves: step.waves }),
    name: alike ? method.id : stepName(method, params),
    left,
  }
}

/** Error of a step that makes pseudonyms of columns that are not named. */
function needsNames(method: string): SdcError {
  const fix = `Name the columns of ids: ${option('columns', 'patient')}.`
  return new SdcError('NO_COLUMNS', `${method} masks only columns that are named`, { method }, fix)
}

/**
 * Name of a step's stream.
 *
 * @param method - The method.
 * @param params - Its resolved parameters.
 * @returns `noise/additive {"relativeVariance":0.1}`, with the parameters in canonical order.
 */
export function stepName(method: MaskingMethod, params: unknown): string {
  return `${method.id} ${canonicalJson(params)}`
}
