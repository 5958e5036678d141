import {
  asInfo,
  kindOf,
  neverMaskedRoles,
  option,
  SdcError,
  type Dataset,
  type Message,
  type Proposal,
  type Registry,
  type Role,
  type Roles,
} from '@sdc/core'
import {
  bind,
  columnsWithRole,
  parseStep,
  refuseRepeatedIdentifiers,
  type FileSchema,
  type MetricPlan,
  type StepPlan,
} from '@sdc/engine'
import { counted, settings } from '@sdc/inspect'
import { left, textTable, type Screen } from '@sdc/report/tables'
import { planYaml } from '@sdc/search'

/** Method behind `sdc synthesize`. */
export const synthesizingMethod = 'synthetic/sequential'

/** Requirements for a synthetic file. */
export interface SynthesisRequirements {
  /** The columns; by default all but identifiers, and with kind = partial those of the roles. */
  readonly columns?: 'all' | readonly string[] | undefined
  /** Number of new records; by default as many as the file has. */
  readonly records?: number | undefined
  /** Number of files. */
  readonly sets?: number | undefined
  /** Parameters of the method as `name=value`. */
  readonly set?: readonly string[] | undefined
}

/** Planned synthesis, before anything runs. */
export interface Synthesis {
  /** The step with explicit order and models. */
  readonly step: StepPlan
  /** Table of the columns in the order in which they are drawn, and the numbers of records and files. */
  readonly messages: readonly Message[]
}

/**
 * Proposes the synthesis of a file: its columns, their order and models.
 *
 * @param data - The file.
 * @param schema - Roles, kinds and rules of its columns.
 * @param requirements - The requirements.
 * @param registry - Registry with the method.
 * @param screen - Screen that the table must fit; by default a file.
 * @returns The step to run, and the proposal in words.
 * @throws NO_COLUMNS if no column is left, BAD_PARAMETER, UNKNOWN_COLUMN, and BAD_PLAN with the names of all columns
 *   that cannot be synthesised.
 */
export function planSynthesis(
  data: Dataset,
  schema: FileSchema | undefined,
  requirements: SynthesisRequirements,
  registry: Registry,
  screen?: Screen,
): Synthesis {
  if (data.rows === 0) {
    const message = 'the file has no records: there is nothing that new ones could be like'
    throw new SdcError('WRONG_INPUT', message, {}, `For a test file of its schema: ${option('from', 'schema')}.`)
  }
  refuseRepeatedIdentifiers(data, schema)
  const method = registry.get('methods', synthesizingMethod)
  const { records, sets, set = [] } = requirements
  const params = {
    ...settings(method.params, set),
    ...(records !== undefined && { records }),
    ...(sets !== undefined && { sets }),
  }
  const columns = requirements.columns === 'all' ? undefined : requirements.columns
  const { kind, weights } = { kind: 'full', weights: 'variable', ...params }
  const usual = kind === 'partial' ? undefined : synthesizedColumns(data, schema, weights === 'variable')
  const asked = parseStep({ use: method.id, columns: columns ?? usual, params })
  const { roles, steps } = bind({ registry, original: data, schema, steps: [asked] })
  const [bound] = steps
  const proposal = bound.method.propose?.({ data, roles, ...bound })
  if (proposal === undefined) throw new Error(`${method.id} proposes nothing`)
  const explicit = Object.fromEntries(Object.entries(proposal.params as object).filter(([name]) => name in params))
  const { order, models } = proposal.params as { readonly order: unknown; readonly models: unknown }
  const step = parseStep({ ...asked, columns: [...bound.columns], params: { ...explicit, order, models } })
  const messages = [
    asInfo(columnTable(data, schema, roles, proposal, screen)),
    asInfo(sizeSentence(data, proposal, proposal.params as { sets: number; smallestLeaf: number })),
  ]
  return { step, messages }
}

/**
 * Returns the plan of a synthesis for `sdc run`.
 *
 * @param synthesis - The planned synthesis.
 * @param context - Name of the file in the plan, and its schema.
 * @returns YAML.
 */
export function synthesisPlan(
  { step }: Pick<Synthesis, 'step'>,
  { data, schema }: { readonly data: string; readonly schema?: FileSchema | undefined },
): string {
  const { use, columns, params } = step
  return planYaml({ data, ...(schema && { schema }), steps: [{ use, columns, params }] })
}

/**
 * Returns the metrics of likeness and risk of a synthetic file: the profile `synthetic` of the registry, without
 * metrics that need a control file, links to original records, or the formula of a regression. A partly synthetic file
 * keeps the records, which can be linked: its metrics include the risks of linkage.
 *
 * @param registry - Registry with the metrics.
 * @param step - The step of the synthesis.
 * @returns The metrics with default parameters.
 */
export function synthesisMetrics(registry: Registry, { params }: Pick<StepPlan, 'params'>): MetricPlan[] {
  const own = (registry.defaults.profiles?.synthetic ?? []).filter((id) => {
    const { kind, needs, needsOrigin, params } = registry.get('metrics', id)
    return needs !== 'control' && !(kind === 'risk' && needsOrigin) && !('formula' in params.shape)
  })
  const { kind = 'full' } = params as { readonly kind?: string }
  const linked = kind === 'partial' ? Object.values(registry.defaults.risk ?? {}) : []
  return [...own, ...linked].map((use) => ({ use, params: {} }))
}

/**
 * Returns all columns except those without answers of people, and except the weight unless the file becomes like the
 * population.
 */
function synthesizedColumns(data: Dataset, schema: FileSchema | undefined, withWeight: boolean): string[] {
  const roles = neverMaskedRoles.filter((role) => role !== 'weight' || !withWeight)
  const never = columnsWithRole(data, schema, roles)
  const columns = data.names.filter((name) => !never.includes(name))
  if (columns.length > 0) return columns
  const fix = 'Correct the roles of the schema: only identifiers, persons and households are left out.'
  throw new SdcError('NO_COLUMNS', 'the schema leaves no column to synthesise', {}, fix)
}

/** Largest number of listed predictors. */
const MOST_NAMED = 3

function columnTable(
  data: Dataset,
  schema: FileSchema | undefined,
  { times, person, household }: Roles,
  { columns: proposed, made }: Proposal,
  screen: Screen | undefined,
): string {
  const roleOf = (name: string): Role | undefined =>
    schema && Object.hasOwn(schema.columns, name) ? schema.columns[name].role : undefined
  const kind = (name: string): string => times?.get(name) ?? kindOf(data.column(name))
  const drawn = proposed.map(({ name, model, from }, at): string[] => {
    const isAll = from.length === at && from.length > MOST_NAMED
    const given = isAll ? `all ${at} above` : from.length > MOST_NAMED ? `${from.length} columns` : from.join(', ')
    return [String(at + 1), name, kind(name), roleOf(name) ?? '', model, given]
  })
  const names = new Set(proposed.map(({ name }) => name))
  const other = made === undefined ? 'unchanged' : 'left out'
  const others = data.names
    .filter((name) => !names.has(name))
    .map((name) => {
      const isNumbered = made !== undefined && made.of !== 'record' && [person, household].includes(name)
      return ['', name, kind(name), roleOf(name) ?? '', isNumbered ? 'numbered anew' : other, '']
    })
  const columns = [
    left('order'),
    left('column', { rank: 0, wraps: true }),
    left('kind'),
    left('role', { rank: 2 }),
    left('model', { rank: 0 }),
    left('given', { rank: 1 }),
  ]
  return textTable(columns, [...drawn, ...others], { screen })
}

function sizeSentence(
  { rows }: Dataset,
  { columns, made }: Proposal,
  { sets, smallestLeaf }: { readonly sets: number; readonly smallestLeaf: number },
): string {
  const files = sets === 1 ? '' : `, in each of ${sets} files`
  const of = counted(columns.length, 'column')
  const what =
    made === undefined
      ? `${counted(rows, 'record')} with new values in ${of}`
      : `${counted(made.count, `new ${made.of}`)} with ${of}`
  return `${what}${files}, from ${counted(rows, 'record')}; leaves of at least ${smallestLeaf}`
}
