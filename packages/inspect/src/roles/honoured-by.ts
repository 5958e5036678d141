import { honouredRoles, roleMeanings, roles, type HonouredRole, type Registry, type Role } from '@sdc/core'
import { wrapped } from '@sdc/report/tables'

/** Methods and metrics that use a role of a schema. */
export interface HonouredBy {
  readonly methods: readonly string[]
  readonly metrics: readonly string[]
}

/**
 * The methods and metrics that honour a role, as their cards say; a test of the project holds each card against what is read.
 *
 * @param registry - Methods and metrics, those of plugins too.
 * @param role - The role.
 * @returns Their ids.
 */
export function honouredBy(registry: Registry, role: HonouredRole): HonouredBy {
  const ids = (sort: 'methods' | 'metrics'): string[] =>
    registry.all(sort).flatMap(({ id, honours }) => (honours?.includes(role) === true ? [id] : []))
  return { methods: ids('methods'), metrics: ids('metrics') }
}

/**
 * Describes a role; for one that methods and metrics use by themselves, names them.
 *
 * @param role - The role.
 * @param registry - Methods and metrics; without it none is named.
 * @returns Sentences.
 */
export function roleText(role: Role, registry?: Registry): string {
  const honoured = honouredRoles.find((one) => one === role)
  if (registry === undefined || honoured === undefined) return roleMeanings[role]
  const { methods, metrics } = honouredBy(registry, honoured)
  const by = [...methods, ...metrics]
  return `${roleMeanings[role]} Honoured by ${by.length > 0 ? by.join(', ') : 'nothing that is registered'}; by nothing else.`
}

/** So wide is the column of the names. */
const NAME = Math.max(...roles.map((role) => role.length)) + 2

/**
 * All roles with what they say, for help.
 *
 * @param width - The cells of a line.
 * @param registry - Metrics and methods, for the ids that use each role.
 * @returns A line or more for each.
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
