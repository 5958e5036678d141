import {
  claimed,
  describeParams,
  kindOf,
  type Dataset,
  type MaskingMethod,
  type ParamCard,
  type Registry,
} from '@sdc/core'
import {
  candidatesOf,
  chooseColumns,
  gridPoints,
  parseStep,
  type Candidate,
  type CandidatePlan,
  type ComparePlan,
  type FileSchema,
  type StepPlan,
} from '@sdc/engine'
import type { Family, Point, RangeEnd, SearchParameter } from '@sdc/optimize'

/** A family of candidates: what it masks with, what is gone on with, and where its parameters belong. */
export interface CandidateFamily extends Family {
  readonly plan: CandidatePlan
  /** For each variant the further steps. */
  readonly then: readonly (readonly StepPlan[])[]
  /** For each parameter the masking step that has it, from 0 on, and its name there. */
  readonly places: readonly { readonly step: number; readonly name: string }[]
  /** The variant with the improving step; −1 where there is none. */
  readonly improved: number
  /** Whether it keeps every value, so that it is not reverse-mapped as well. */
  readonly keeps: boolean
  /** Its points in the usual grid, alone. */
  readonly grid: readonly Point[]
}

/**
 * The families of a search: every candidate of a comparison with all parameters that its methods' cards say may be
 * searched, alone, reverse-mapped, and reverse-mapped and permuted, as far as the steps for that are registered.
 *
 * @param registry - Where the methods are.
 * @param compare - The usual candidates, with the columns.
 * @param original - The file.
 * @param schema - What is known of it.
 * @returns The families, in the order of the plan, each once.
 */
export function candidateFamilies(
  registry: Registry,
  compare: ComparePlan,
  original: Dataset,
  schema: FileSchema | undefined,
): CandidateFamily[] {
  const columns = chooseColumns(original, compare.columns, schema, [...(compare.given ?? []), ...compare.by])
  const numeric = columns.filter((name) => kindOf(original.column(name)) === 'numeric')
  const families = compare.candidates.map((plan): CandidateFamily => {
    const id = [plan.use, ...plan.with.map(({ use }) => use)].join(' & ')
    const searched = [plan, ...plan.with].flatMap(({ use }, step) =>
      describeParams(registry.get('methods', use).params).flatMap((card) => {
        const isGrid = step === 0 && Object.hasOwn(plan.grid, card.name)
        const parameter = searchParameter(card, isGrid)
        return parameter ? [{ parameter, place: { step, name: card.name } }] : []
      }),
    )
    const keeps = keepsValues(registry, plan)
    const then = furtherSteps(registry, registry.get('methods', plan.use), keeps, numeric)
    const places = searched.map(({ place }) => place)
    const grid = gridPoints(plan.grid).map((varied): Point => {
      const values = places.map(({ step, name }) => {
        const value = step === 0 ? varied[name] : undefined
        return typeof value === 'number' ? value : null
      })
      return { family: id, variant: 0, values }
    })
    return {
      id,
      parameters: searched.map(({ parameter }) => parameter),
      variants: then.length,
      plan,
      then,
      keeps,
      improved: then.findIndex((steps) => steps.some(({ use }) => use === registry.defaults.improving)),
      places,
      grid,
    }
  })
  const named = new Set<string>()
  return families.filter(({ id }) => !named.has(id) && named.add(id))
}

/** The candidate of a point, as a comparison has it. */
export function candidateOf(
  registry: Registry,
  compare: ComparePlan,
  { plan, then, places }: CandidateFamily,
  { variant, values }: Point,
): Candidate {
  const own = (step: number): [string, number][] =>
    places.flatMap((place, p): [string, number][] => {
      const value = values[p]
      return place.step === step && value !== null ? [[place.name, value]] : []
    })
  const one: CandidatePlan = {
    ...plan,
    grid: Object.fromEntries(own(0).map(([name, value]) => [name, [value]])),
    with: plan.with.map((step, s) => ({ ...step, params: { ...step.params, ...Object.fromEntries(own(s + 1)) } })),
  }
  return candidatesOf(registry, { ...compare, candidates: [one], then: [then[variant]] })[0][0]
}

/** A parameter that its card lets be searched: one of the grid, or one whose usual value is a number in its range. */
function searchParameter(card: ParamCard, isGrid: boolean): SearchParameter | undefined {
  const { name, search, type, default: usual } = card
  if (search === undefined || !(search.min < search.max)) return undefined
  const { min: least, max: most, scale = 'linear' } = search
  const inRange = typeof usual === 'number' && usual >= least && usual <= most
  if (!isGrid && !inRange) return undefined
  const start = inRange ? usual : least
  const floor = furthest(card.minimum, card.exclusiveMinimum, Number.NEGATIVE_INFINITY)
  const ceiling = furthest(card.maximum, card.exclusiveMaximum, Number.POSITIVE_INFINITY)
  return { name, least, most, scale, whole: type === 'integer', start, floor, ceiling }
}

function furthest(closed: number | undefined, open: number | undefined, none: number): RangeEnd {
  return closed === undefined ? { value: open ?? none, open: true } : { value: closed, open: false }
}

/** Whether every masking of a candidate claims the marginals, by the parameters of the first of its grid. */
function keepsValues(registry: Registry, plan: CandidatePlan): boolean {
  const first = { use: plan.use, params: { ...plan.params, ...gridPoints(plan.grid)[0] } }
  return [first, ...plan.with].every(({ use, params }) => {
    const { params: form, traits } = registry.get('methods', use)
    const given = form.safeParse(params)
    return given.success && claimed(traits.claims.marginals, given.data)
  })
}

/**
 * What candidates are gone on with: nothing, reverse mapping, and that with the improving step on the numeric columns.
 * What keeps the marginals by itself is improved without reverse mapping; what makes classes of numbers is not gone on with,
 * since classes have no original values to be mapped back to.
 */
function furtherSteps(
  registry: Registry,
  method: MaskingMethod,
  keeps: boolean,
  numeric: readonly string[],
): (readonly StepPlan[])[] {
  if (method.traits.kinds === 'coarser') return [[]]
  const { postMasking, improving } = registry.defaults
  const mapped = keeps || postMasking === undefined ? [] : [parseStep(postMasking)]
  const better =
    improving === undefined || numeric.length < 2 ? [] : [parseStep({ use: improving, columns: [...numeric] })]
  return [
    [],
    ...(mapped.length > 0 ? [mapped] : []),
    ...(better.length > 0 && (keeps || mapped.length > 0) ? [[...mapped, ...better]] : []),
  ]
}
