import { SdcError, type Attack, type Dataset, type Measurement, type Registry, type Rng, type Roles } from '@sdc/core'
import { resolveAll } from '../bind/references.js'
import { ofPlugin, pluginFault } from '../run/plugin-faults.js'

export interface RunAttackInput {
  readonly registry: Registry
  /** The id of the attack. */
  readonly attack: string
  readonly released: Dataset
  /** What the intruder has besides, by the names that the attack's `knows` has. */
  readonly known: ReadonlyMap<string, Dataset>
  /** The original's record of every released one, where it is known; −1 where not. */
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

/** Runs an attack; throws BAD_OPTION where something it knows is not given, or something it does not know is. */
export async function runAttack(input: RunAttackInput): Promise<AttackRun> {
  const { registry, released, known, columns, given = [], roles, rng, tick = () => {} } = input
  const attack = registry.get('attacks', input.attack)
  const place = { attack: attack.id }
  checkKnown(attack, [...known.keys()])
  const params = resolveAll(registry, attack.params, input.params ?? {}, place)
  const origin = input.origin ?? new Int32Array(released.rows).fill(-1)
  const measurement = await ofPlugin(registry, attack, place, tick, (watched) =>
    attack.attack({ released, known, origin, columns, given, roles, params, rng, tick: watched }),
  )
  const { value, reason } = measurement ?? {}
  if (value === null ? !reason : !Number.isFinite(value)) {
    const what = value === null ? 'it gave no value and no reason' : `its value is ${String(value)}`
    throw pluginFault(registry, attack, place, what)
  }
  return { attack, params, measurement }
}

/** Everything that an attack knows must be given, and nothing else but what it scores by; throws BAD_OPTION, which says what each is. */
export function checkKnown({ id, knows, scores = {} }: Attack, given: readonly string[]): void {
  const lacks = Object.keys(knows).filter((name) => !given.includes(name))
  const stray = given.find((name) => !Object.hasOwn(knows, name) && !Object.hasOwn(scores, name))
  if (lacks.length === 0 && stray === undefined) return
  const message =
    stray === undefined
      ? `${id} needs to know: ${lacks.join(', ')}`
      : `${id} has no use for "${stray}" as something known`
  const list = Object.entries(knows).map(([name, text]) => `--known ${name}=FILE: ${text}`)
  const advice = list.length > 0 ? list.join('\n  ') : 'It needs nothing but the released file: leave --known out.'
  throw new SdcError('BAD_OPTION', message, { attack: id }, advice)
}
