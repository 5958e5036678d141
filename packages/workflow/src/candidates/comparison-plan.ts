import { kindOf, SdcError, type ColumnKind, type Dataset, type Registry } from '@sdc/core'
import {
  chooseColumns,
  MOST_REPLICATES,
  parseComparePlan,
  type ComparePlan,
  type FileSchema,
  type Plan,
} from '@sdc/engine'
import { candidateFromText, usualCandidates, type ColumnsAtHand } from './usual-candidates.js'

/** What a user says of a comparison; whatever is left out is as the plan has it, or as usual. */
export interface ComparisonWishes {
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
  /** Whether every candidate is tried reverse-mapped as well, which is usual. */
  readonly reverseMap?: boolean | undefined
  readonly replicates?: number | undefined
  readonly risk?: string | undefined
  readonly loss?: string | undefined
  readonly maxRisk?: number | undefined
}

/** The comparison of a plan; throws BAD_PLAN where it has none. */
export function plannedComparison(plan: Plan, file: string): ComparePlan {
  if (plan.compare) return plan.compare
  const advice = 'Add compare: { candidates: [{ use, grid }] }, or run it with sdc run.'
  throw new SdcError('BAD_PLAN', 'the plan has no comparison', { file }, advice)
}

/** The comparison where there is no plan: the usual candidates, or those that are wished for. */
export function usualComparison(
  registry: Registry,
  wishes: ComparisonWishes,
  original: Dataset,
  schema: FileSchema | undefined,
): ComparePlan {
  const asked = (wishes.try ?? []).map((text) => candidateFromText(registry, text))
  const at = (): ColumnsAtHand => columnsAtHand(wishes, original, schema)
  const usual = wishes.methods || asked.length === 0 ? usualCandidates(registry, wishes.methods, at()) : []
  const { postMasking } = registry.defaults
  return parseComparePlan({
    candidates: [...usual, ...asked],
    then: (wishes.reverseMap ?? true) && postMasking ? [[], [postMasking]] : [[]],
  })
}

function columnsAtHand(wishes: ComparisonWishes, original: Dataset, schema: FileSchema | undefined): ColumnsAtHand {
  const { columns, given = [], by = [] } = wishes
  const masked = chooseColumns(original, columns, schema, [...given, ...by])
  const of = (kind: ColumnKind): string[] => masked.filter((name) => kindOf(original.column(name)) === kind)
  return {
    numeric: of('numeric'),
    ordered: of('ordered'),
    nominal: of('nominal'),
    anyGiven: conditions(wishes, schema),
  }
}

/** Whether there are columns to condition on: named ones, or those that a schema calls non-confidential. */
function conditions({ given }: ComparisonWishes, schema: FileSchema | undefined): boolean {
  if (given !== undefined) return given.length > 0
  return Object.values(schema?.columns ?? {}).some(({ role }) => role === 'non-confidential')
}

/** What the user says goes before what the plan says. */
export function withWishes(plan: ComparePlan, wishes: ComparisonWishes): ComparePlan {
  const { columns = plan.columns, given = plan.given, by = [], smallGroups = 'error' } = wishes
  return {
    ...plan,
    columns: typeof columns === 'object' ? [...columns] : columns,
    given: given && [...given],
    by: by.length > 0 ? [...by] : plan.by,
    smallGroups: smallGroups === 'error' ? plan.smallGroups : smallGroups,
    precision: wishes.precision ?? plan.precision,
    missing: wishes.missing ?? plan.missing,
    replicates: checkedReplicates(wishes.replicates) ?? plan.replicates,
    maxRisk: wishes.maxRisk ?? plan.maxRisk,
    axes: { risk: wishes.risk ?? plan.axes.risk, loss: wishes.loss ?? plan.axes.loss },
  }
}

/** Throws BAD_OPTION for more runs than a plan may ask for. */
function checkedReplicates(wish: number | undefined): number | undefined {
  if (wish === undefined || wish <= MOST_REPLICATES) return wish
  const message = `${wish} runs of every candidate are too many: at most ${MOST_REPLICATES}`
  throw new SdcError('BAD_OPTION', message, {}, 'Give --replicates a smaller number.')
}
