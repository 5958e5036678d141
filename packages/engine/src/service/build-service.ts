import { isMessage, type Built, type Dataset, type QueryMethod, type Registry, type Rng, type Roles } from '@sdc/core'
import { checkNames, chooseColumns, sorted } from '../bind/columns.js'
import { resolveAll } from '../bind/references.js'
import { columnsWithRole, rolesOf } from '../bind/roles.js'
import type { FileSchema } from '../plan/plan.js'
import { checkComplete, checkGiven, checkKind, type Taker } from '../run/checks/check-columns.js'
import { methodInput } from '../run/files/method-input.js'
import { ofPlugin, pluginFault } from '../ground/plugin-faults.js'

export interface BuildServiceInput {
  readonly registry: Registry
  /** The id of the service. */
  readonly service: string
  readonly data: Dataset
  readonly schema?: FileSchema | undefined
  /** Columns that it answers queries about; by default the columns with a masked role. */
  readonly columns?: 'all' | readonly string[] | undefined
  /**
   * Further columns that queries may name. By default, if the service uses them: the non-confidential columns and
   * quasi-identifiers of the schema; without roles, all others.
   */
  readonly given?: readonly string[] | undefined
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly rng: Rng
  readonly tick?: ((fraction: number) => void) | undefined
}

/** A built service, with its columns and parameters. */
export interface BuiltService {
  readonly service: QueryMethod
  readonly params: unknown
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly saved: Built
}

/**
 * Builds a query service from a file: resolves its parameters, and checks the columns against its traits, as for a
 * method.
 *
 * @throws The errors of parameters and columns, before the build; BAD_PLUGIN if the result cannot be saved.
 */
export async function buildService(input: BuildServiceInput): Promise<BuiltService> {
  const { registry, data, schema, rng, tick = () => {} } = input
  const service = registry.get('services', input.service)
  const { id, traits } = service
  const place = { service: id }
  const params = resolveAll(registry, service.params, input.params ?? {}, place)
  const given = sorted(input.given ?? usualGiven(service, input))
  const columns = sorted(chooseColumns(data, input.columns, schema, given))
  checkNames(data, [...columns, ...given])
  const taker: Taker = { id, traits, does: 'answers about', place }
  for (const name of columns) checkKind(taker, data, name)
  checkGiven(taker, given)
  checkComplete(taker, data, [...columns, ...given])
  const origin = Int32Array.from({ length: data.rows }, (_, i) => i)
  const roles: Roles = rolesOf(data, schema)
  const work = { original: data, data, whole: data, origin, columns, given, roles, params, rng, tick }
  const saved = await ofPlugin(registry, service, place, tick, (watched) =>
    service.build({ ...methodInput(registry, work), tick: watched }),
  )
  const problem = savedProblem(saved)
  if (problem !== undefined) throw pluginFault(registry, service, place, problem)
  return { service, params, columns, given, saved }
}

function usualGiven({ traits }: QueryMethod, { data, schema, columns }: BuildServiceInput): string[] {
  if ((traits.given !== 'optional' && traits.given !== 'required') || columns === 'all') return []
  const roles = Object.values(schema?.columns ?? {}).some(({ role }) => role !== undefined)
  const open = roles ? columnsWithRole(data, schema, ['non-confidential', 'quasi-identifier']) : data.names
  return open.filter((name) => !columns?.includes(name))
}

/** Reason why a build result is invalid: it is not JSON with typed arrays. */
function savedProblem(saved: Partial<Built> | undefined): string | undefined {
  if (typeof saved?.format !== 'string' || saved.format === '') return 'it built a service without a format'
  if (saved.json === undefined) return 'it built a service without json'
  if (!(saved.arrays instanceof Map)) return 'its built form has arrays that are not a Map'
  const { messages } = saved as { readonly messages?: unknown }
  if (messages !== undefined && !(Array.isArray(messages) && messages.every(isMessage)))
    return 'its messages are not a list of { kind, text }'
  for (const [name, array] of saved.arrays as ReadonlyMap<unknown, unknown>) {
    const typed = array instanceof Float64Array || array instanceof Int32Array || array instanceof Uint8Array
    if (typeof name !== 'string' || !typed)
      return `its array ${String(name)} is not a Float64Array, Int32Array or Uint8Array`
  }
  return undefined
}
