import { honouredRoles, roleMeanings, roles, type HonouredRole, type Registry, type Role } from '@sdc/core'
import { wrapped } from '@sdc/report/tables'

/** Methods and metrics that use a role of a schema. */
export interface HonouredBy {
  readonly methods: readonly string[]
  readonly metrics: readonly string[]
}

/**
 * Returns the methods and metrics that honour a role, according to their cards; a test compares the cards with the
 * roles that are read.
 *
 * @param registry - Methods and metrics, including those of plugins.
 * @param role - The role.
 * @returns Their ids.
 */
export function honouredBy(registry: Registry, role: HonouredRole): HonouredBy {
  const ids = (sort: 'methods' | 'metrics'): string[] =>
    registry.all(sort).flatMap(({ id, honours }) => (honours?.includes(role) === true ? [id] : []))
  return { methods: ids('methods'), metrics: ids('metrics') }
}

/**
 * Describes a role, with the methods and metrics that use it.
 *
 * @param role - The role.
 * @param registry - Methods and metrics; without it none are named.
 * @returns Sentences.
 */
export function roleText(role: Role, registry?: Registry): string {
  const honoured = honouredRoles.find((one) => one === role)
  if (registry === undefined || honoured === undefined) return roleMeanings[role]
  const { methods, metrics } = honouredBy(registry, honoured)
  const by = [...methods, ...metrics]
  return `${roleMeanings[role]} Honoured by ${by.length > 0 ? by.join(', ') : 'nothing that is registered'}; by nothing else.`
}

/** Width of the column of names. */
const NAME = Math.max(...roles.map((role) => role.length)) + 2

/**
 * Returns all roles with their descriptions, for help.
 *
 * @param width - Number of cells of a line.
 * @param registry - Metrics and methods, for the ids that use each role.
 * @returns One or more lines for each role.
 */
export function rolesTable(width: number, registry?: Registry): string {
  const indent = ' '.repeat(NAME + 2)
  return roles
    .map((role) => {
      const text = wrapped(roleText(role, registry), width, indent)
      return `  ${role.padEnd(NAME)}${text.trimStart()}`
    })
    .join('\n')
}
