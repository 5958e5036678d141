import { option, SdcError, type Registry } from '@sdc/core'
import { MOST_REPLICATES, parseComparePlan, parseStep, type ComparePlan, type DecidePlan, type Plan } from '@sdc/engine'
import { familyOf, namedMethods } from '@sdc/inspect'
import { candidateFromText } from './candidate-text.js'

/** A user's options for a comparison; the plan or the defaults give the others. */
export interface ComparisonRequirements {
  readonly columns?: 'all' | readonly string[] | undefined
  readonly given?: readonly string[] | undefined
  readonly by?: readonly string[] | undefined
  readonly smallGroups?: ComparePlan['smallGroups'] | undefined
  readonly precision?: ComparePlan['precision']
  readonly missing?: ComparePlan['missing']
  /** The methods to try with their usual parameters. */
  readonly methods?: readonly string[] | undefined
  /** Candidates with grids of their own: `"ID name=value,value …"`. */
  readonly try?: readonly string[] | undefined
  /** True, the default, also tries every candidate with reverse mapping. */
  readonly reverseMap?: boolean | undefined
  readonly replicates?: number | undefined
  /** Purpose of the masked data. */
  readonly purpose?: string | undefined
  readonly risk?: string | undefined
  readonly loss?: string | undefined
}

/**
 * Returns the comparison of a plan.
 *
 * @param plan - The plan.
 * @param file - Name of its file, for the message.
 * @returns The comparison.
 * @throws BAD_PLAN if the plan has none.
 */
export function plannedComparison(plan: Plan, file: string): ComparePlan {
  if (plan.compare) return plan.compare
  const fix = 'Add compare: { candidates: [{ use, grid }] }, or run it with sdc run.'
  throw new SdcError('BAD_PLAN', 'the plan has no comparison', { file }, fix)
}

/**
 * Makes a comparison without a plan file: of the candidates of the registry, of those of the named methods, or of those
 * of `--try`.
 *
 * @param registry - Registry with the methods.
 * @param requirements - Options of the user.
 * @returns The plan; without candidates in it, those of the registry are used.
 * @throws UNKNOWN_METHOD, BAD_OPTION.
 */
export function planFromRequirements(registry: Registry, requirements: ComparisonRequirements): DecidePlan {
  const asked = (requirements.try ?? []).map((text) => candidateFromText(registry, text))
  const { postMasking } = registry.defaults
  const further = (requirements.reverseMap ?? true) && postMasking !== undefined ? [[parseStep(postMasking)]] : []
  const methods = requirements.methods && methodsNamed(registry, requirements.methods)
  return {
    ...(asked.length > 0 && { candidates: parseComparePlan({ candidates: asked }).candidates }),
    ...(methods && { methods }),
    then: [[], ...further],
    replicates: RUNS,
    axes: {},
    by: [],
    smallGroups: 'error',
  }
}

/** Default number of runs of a finalist. */
const RUNS = 3

/** Methods of a list: its ids, and the members of its families that a comparison tries. */
function methodsNamed(registry: Registry, names: readonly string[]): string[] {
  const { ids, families } = namedMethods(registry, names)
  const usual = new Set(
    registry.defaults.candidates?.flatMap(({ of, steps }) => (of === 'records' ? [] : steps.map(({ use }) => use))),
  )
  const members = families.flatMap((family) => {
    const all = registry.all('methods').filter(({ id }) => familyOf(id) === family)
    const tried = all.filter(({ id, traits }) => usual.has(id) && !traits.postMasking)
    return (tried.length > 0 ? tried : all.filter(({ traits }) => traits.searched)).map(({ id }) => id)
  })
  return [...new Set([...ids, ...members])]
}

/**
 * Returns a plan in which the options of the user take precedence.
 *
 * @param plan - The plan.
 * @param requirements - Options of the user.
 * @returns The plan with the options.
 */
export function withRequirements<P extends DecidePlan>(plan: P, requirements: ComparisonRequirements): P {
  const { columns = plan.columns, given = plan.given, by = [], smallGroups = 'error' } = requirements
  return {
    ...plan,
    columns: typeof columns === 'object' ? [...columns] : columns,
    given: given && [...given],
    by: by.length > 0 ? [...by] : plan.by,
    smallGroups: smallGroups === 'error' ? plan.smallGroups : smallGroups,
    precision: requirements.precision ?? plan.precision,
    missing: requirements.missing ?? plan.missing,
    replicates: checkedReplicates(requirements.replicates) ?? plan.replicates,
    purpose: requirements.purpose ?? plan.purpose,
    axes: { risk: requirements.risk ?? plan.axes.risk, loss: requirements.loss ?? plan.axes.loss },
  }
}

/** Refuses more runs than a plan may request, with BAD_OPTION. */
function checkedReplicates(requirement: number | undefined): number | undefined {
  if (requirement === undefined || requirement <= MOST_REPLICATES) return requirement
  const message = `${requirement} runs of every candidate are too many: at most ${MOST_REPLICATES}`
  throw new SdcError('BAD_OPTION', message, {}, `Give ${option('replicates')} a smaller number.`)
}
