import {
  option,
  SdcError,
  type Attack,
  type AttackInput,
  type Dataset,
  type Measurement,
  type Registry,
  type Rng,
  type Roles,
} from '@sdc/core'
import { resolveAll } from '../bind/references.js'
import { extrasProblem } from '../ground/extras-problem.js'
import { ofPlugin, pluginFault } from '../ground/plugin-faults.js'

export interface RunAttackInput {
  readonly registry: Registry
  /** The id of the attack. */
  readonly attack: string
  readonly released: Dataset
  /** Further data of the intruder, by the names in the attack's `knows` and `mayKnow`. */
  readonly known: ReadonlyMap<string, Dataset>
  /** Returns the answers of a service, if the attack is on one. */
  readonly ask?: AttackInput<unknown>['ask']
  /** Original record of every released record; −1 if unknown. */
  readonly origin?: Int32Array | undefined
  readonly columns: readonly string[]
  readonly given?: readonly string[] | undefined
  readonly roles: Roles
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly rng: Rng
  readonly tick?: ((fraction: number) => void) | undefined
}

export interface AttackRun {
  readonly attack: Attack
  readonly params: unknown
  readonly measurement: Measurement
}

/**
 * Runs an attack.
 *
 * @throws BAD_OPTION if data that the attack needs are missing, or if it does not use some of the given data;
 *   BAD_PLUGIN for a result that breaks the contract.
 */
export async function runAttack(input: RunAttackInput): Promise<AttackRun> {
  const { registry, released, known, columns, given = [], roles, rng, tick = () => {} } = input
  const attack = registry.get('attacks', input.attack)
  const place = { attack: attack.id }
  checkTarget(attack, input.ask !== undefined)
  checkKnown(attack, [...known.keys()])
  const params = resolveAll(registry, attack.params, input.params ?? {}, place)
  const origin = input.origin ?? new Int32Array(released.rows).fill(-1)
  const measurement = await ofPlugin(registry, attack, place, tick, (watched) =>
    attack.attack({ released, known, ask: input.ask, origin, columns, given, roles, params, rng, tick: watched }),
  )
  const { value, reason } = measurement ?? {}
  if (value === null ? !reason : !Number.isFinite(value)) {
    const what = value === null ? 'it returned no value and no reason' : `its value is ${String(value)}`
    throw pluginFault(registry, attack, place, what)
  }
  const problem = extrasProblem(measurement)
  if (problem !== undefined) throw pluginFault(registry, attack, place, problem)
  return { attack, params, measurement }
}

/**
 * Refuses an attack on a file for a service, and an attack on a service for a file.
 *
 * @param attack - The attack.
 * @param onService - True if a service is attacked.
 * @throws BAD_OPTION if the attack has the other kind of target.
 */
export function checkTarget({ id, of = 'file' }: Attack, onService: boolean): void {
  if ((of === 'service') === onService) return
  const message = onService ? `${id} attacks released files, not services` : `${id} attacks services, not files`
  const fix = onService
    ? `Run it with sdc attack run ${id}.`
    : 'Run it on the file from sdc service build: sdc attack camouflage FILE.'
  throw new SdcError('BAD_OPTION', message, { attack: id }, fix)
}

/**
 * Checks the names of the data that an intruder has: all that the attack's `knows` names, any of `mayKnow`, and no
 * others.
 *
 * @param attack - The attack.
 * @param given - Names of the given data.
 * @throws BAD_OPTION with a description of every input.
 */
export function checkKnown({ id, knows, mayKnow = {} }: Attack, given: readonly string[]): void {
  const lacks = Object.keys(knows).filter((name) => !given.includes(name))
  const stray = given.find((name) => !Object.hasOwn(knows, name) && !Object.hasOwn(mayKnow, name))
  if (lacks.length === 0 && stray === undefined) return
  const message =
    stray === undefined ? `${id} needs to know: ${lacks.join(', ')}` : `${id} does not use the known data "${stray}"`
  const list = Object.entries({ ...knows, ...mayKnow }).map(
    ([name, text]) => `${option('known', `${name}=FILE`)}: ${text}`,
  )
  const fix = list.length > 0 ? list.join('\n  ') : `It needs only the released file: leave ${option('known')} out.`
  throw new SdcError('BAD_OPTION', message, { attack: id }, fix)
}
