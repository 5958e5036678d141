import {
  asInfo,
  kindOf,
  neverMaskedRoles,
  option,
  SdcError,
  type Dataset,
  type Message,
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
  type StepPlan,
} from '@sdc/engine'
import { counted, groupedNumber, settings } from '@sdc/inspect'
import { left, textTable, type Screen } from '@sdc/report/tables'
import { planYaml } from '@sdc/search'

/** The method that `sdc synthesize` is. */
export const synthesizingMethod = 'synthetic/sequential'

/** Requirements for a synthetic file. */
export interface SynthesisRequirements {
  /** The columns; by default all but identifiers, and with kind = partial those of the roles. */
  readonly columns?: 'all' | readonly string[] | undefined
  /** Number of new records; by default as many as the file has. */
  readonly records?: number | undefined
  /** Number of files. */
  readonly sets?: number | undefined
  /** `name=value` of the parameters of the method. */
  readonly set?: readonly string[] | undefined
}

/** Planned synthesis, before anything runs. */
export interface Synthesis {
  /** The step with explicit order and models. */
  readonly step: StepPlan
  /** A table of the columns in the order in which they are drawn, and the numbers of records and files. */
  readonly messages: readonly Message[]
}

/**
 * Proposes how a file is synthesised: its columns, their order and models.
 *
 * @param data - The file.
 * @param schema - Roles, kinds and rules of its columns.
 * @param requirements - The requirements.
 * @param registry - Registry with the method.
 * @param screen - Screen that the table must fit; by default a file.
 * @returns The step to run, and the proposal in words.
 * @throws NO_COLUMNS if no column is left, BAD_PARAMETER, UNKNOWN_COLUMN, and BAD_PLAN with the names of all columns that cannot
 *   be synthesised.
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
  const isPartial = 'kind' in params && params.kind === 'partial'
  const usual = isPartial ? undefined : synthesizedColumns(data, schema)
  const asked = parseStep({ use: method.id, columns: columns ?? usual, params })
  const { roles, steps } = bind({ registry, original: data, schema, steps: [asked] })
  const [bound] = steps
  const proposal = bound.method.propose?.({ data, roles, ...bound })
  if (proposal === undefined) throw new Error(`${method.id} proposes nothing`)
  const explicit = Object.fromEntries(Object.entries(proposal.params as object).filter(([name]) => name in params))
  const { order, models } = proposal.params as { readonly order: unknown; readonly models: unknown }
  const step = parseStep({ ...asked, columns: [...bound.columns], params: { ...explicit, order, models } })
  const names = proposal.columns.map(({ name }) => name)
  const messages = [
    asInfo(columnTable(data, schema, roles, proposal.columns, screen)),
    asInfo(sizeSentence(data, names, proposal.params as SizeParams)),
  ]
  return { step, messages }
}

/**
 * Plan of a synthesis for `sdc run`.
 *
 * @param synthesis - The planned synthesis.
 * @param context - The file, as the plan is to name it, and its schema.
 * @returns YAML.
 */
export function synthesisPlan(
  { step }: Pick<Synthesis, 'step'>,
  { data, schema }: { readonly data: string; readonly schema?: FileSchema | undefined },
): string {
  const { use, columns, params } = step
  return planYaml({ data, ...(schema && { schema }), steps: [{ use, columns, params }] })
}

/** All columns but those that hold no answer. */
function synthesizedColumns(data: Dataset, schema: FileSchema | undefined): string[] {
  const never = columnsWithRole(data, schema, neverMaskedRoles)
  const columns = data.names.filter((name) => !never.includes(name))
  if (columns.length > 0) return columns
  const fix = 'Correct the roles of the schema: only identifiers, weights and waves are left out.'
  throw new SdcError('NO_COLUMNS', 'the schema leaves no column to synthesise', {}, fix)
}

/** Most predictors that are named one by one. */
const MOST_NAMED = 3

function columnTable(
  data: Dataset,
  schema: FileSchema | undefined,
  { times }: Roles,
  proposed: readonly { readonly name: string; readonly model: string; readonly from: readonly string[] }[],
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
  const others = data.names
    .filter((name) => !names.has(name))
    .map((name) => ['', name, kind(name), roleOf(name) ?? '', 'left out', ''])
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

interface SizeParams {
  readonly kind: string
  readonly records?: number | undefined
  readonly percentOfRecords: number
  readonly sets: number
  readonly smallestLeaf: number
}

function sizeSentence(
  { rows }: Dataset,
  names: readonly string[],
  { kind, records, percentOfRecords, sets, smallestLeaf }: SizeParams,
): string {
  const made = kind === 'partial' ? rows : (records ?? Math.max(1, Math.round((percentOfRecords / 100) * rows)))
  const files = sets === 1 ? '' : `, in ${sets} files each`
  const what = kind === 'partial' ? 'records with new values' : 'new records'
  return (
    `${groupedNumber(made)} ${what} of ${counted(names.length, 'column')}${files}, ` +
    `from ${groupedNumber(rows)} records; at least ${smallestLeaf} in a leaf of a tree`
  )
}
