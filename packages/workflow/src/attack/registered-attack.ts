import { asNote, dataset, option, SdcError, type Dataset, type Registry } from '@sdc/core'
import {
  checkKnown,
  checkTarget,
  chooseColumns,
  rolesOf,
  withoutHierarchies,
  runAttack,
  type AttackRun,
  type FileSchema,
  rootRng,
} from '@sdc/engine'
import { type InputFile, readMasked, type Outcome, settings } from '@sdc/inspect'

export interface RegisteredAttackData {
  readonly released: InputFile
  /** Further files of the intruder, by the names on the card of the attack. */
  readonly known: readonly (readonly [name: string, file: InputFile])[]
}

export interface RegisteredAttackOptions {
  /** Id of the attack. */
  readonly attack: string
  /** Columns to attack; `all` means those that every file has. */
  readonly columns?: 'all' | readonly string[] | undefined
  /** Columns on which the masking conditioned. */
  readonly given?: readonly string[] | undefined
  /** Settings `name=value`. */
  readonly set?: readonly string[] | undefined
  readonly schema?: FileSchema | undefined
  readonly seed: string | number
  readonly tick?: ((fraction: number) => void) | undefined
}

/** Result of an attack, with its id and columns. */
export interface RegisteredAttack extends AttackRun {
  readonly columns: readonly string[]
}

/** Runs a registered attack on a released file, with the other files of its intruder. */
export async function registeredAttack(
  { released: file, known: files }: RegisteredAttackData,
  { attack: id, columns: asked, given = [], set = [], schema, seed, tick }: RegisteredAttackOptions,
  registry: Registry,
): Promise<Outcome<RegisteredAttack>> {
  const attack = registry.get('attacks', id)
  checkKnownFiles(registry, id, files)
  const params = settings(attack.params, set)
  // A schema may describe the original, and a release can lack some of its columns.
  const released = readMasked(file, dataset([]), schema).dataset
  const known = new Map(files.map(([name, one]) => [name, readMasked(one, released, schema).dataset]))
  const chosen = chooseColumns(released, asked, schema, given)
  const columns = asked === 'all' ? chosen.filter((name) => inAll(name, released, known)) : chosen
  const left = chosen.filter((name) => !columns.includes(name))
  const roles = rolesOf(released, withoutHierarchies(schema))
  const rng = rootRng(seed)
  const run = await runAttack({ registry, attack: id, released, known, columns, given, roles, params, rng, tick })
  return {
    result: { ...run, columns },
    artefacts: [],
    messages:
      left.length > 0 ? [asNote(`left out, because not every file has them like that: ${left.join(', ')}`)] : [],
  }
}

/** Refuses files for an attack if one is missing, given twice, or not used by it. */
export function checkKnownFiles(
  registry: Registry,
  id: string,
  files: readonly (readonly [name: string, file: unknown])[],
): void {
  const names = files.map(([name]) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined)
    throw new SdcError(
      'BAD_OPTION',
      `"${twice}" is given twice`,
      { attack: id },
      `Give one file: ${option('known', 'name=FILE')}.`,
    )
  const attack = registry.get('attacks', id)
  checkTarget(attack, false)
  checkKnown(attack, names)
}

function inAll(name: string, released: Dataset, known: ReadonlyMap<string, Dataset>): boolean {
  const { kind } = released.column(name)
  return [...known.values()].every((data) => data.names.includes(name) && data.column(name).kind === kind)
}
