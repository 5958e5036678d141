import { describeParams, option, SdcError, type Registry, type Table } from '@sdc/core'
import type { TableStep } from '@sdc/engine'
import { type InputFile, settings } from '@sdc/inspect'
import { groupedNumber } from '@sdc/report/tables'
import { readPtable } from './read-ptable.js'
import { plural } from '../view/table-words.js'

/** Requirements of a user for the protection of a table. */
export interface ProtectionRequirements {
  readonly exact?: boolean | undefined
  readonly heuristic?: boolean | undefined
  /** Id of any protection, with `set`: texts `name=value`. */
  readonly method?: string | undefined
  readonly set?: readonly string[] | undefined
  readonly cost?: string | undefined
  readonly zeros?: string | undefined
  readonly singletons?: string | undefined
  readonly ownContributions?: string | undefined
  /** Time limit in seconds. */
  readonly budget?: number | undefined
  /** The user's p-table for cell keys. */
  readonly ptable?: InputFile | undefined
  /** Base to which published cells are rounded. */
  readonly thenRound?: number | undefined
}

export interface ChosenProtection {
  readonly step: TableStep
  /** Reason of an automatic choice; empty if the user chose. */
  readonly reason: string
}

/**
 * Largest number of cells for the exact method by default: it mostly takes seconds, else stops with the best pattern
 * after half a minute.
 */
export const EXACT_CELLS = 1000
/** Default time limit of the exact search in seconds, short enough for interactive use. */
const EXACT_SECONDS = 30

/**
 * Chooses the protection that the user requested; else the exact one if the table is small enough to be solved in
 * seconds, else the greedy search.
 *
 * @param registry - The protections.
 * @param table - Table to protect.
 * @param requirements - Requirements of the user.
 * @param contributors - True if the numbers of contributors are known; otherwise no lone contributor is known.
 * @param unsafeZeros - True if a rule calls empty cells sensitive: then zeros may be suppressed, unless the user
 *   forbids it.
 * @returns Method and parameters.
 * @throws BAD_OPTION, BAD_PARAMETER, UNKNOWN_TABLE
 */
export function chooseProtection(
  registry: Registry,
  table: Table,
  requirements: ProtectionRequirements,
  contributors: boolean,
  unsafeZeros: boolean,
): ChosenProtection {
  const { exact = false, heuristic = false, method, set = [], cost, zeros, singletons } = requirements
  if (Number(exact) + Number(heuristic) + Number(method !== undefined) > 1) {
    const message = `${option('exact')}, ${option('heuristic')} and ${option('method')} exclude each other`
    throw new SdcError('BAD_OPTION', message, {}, 'Name one way to protect the table.')
  }
  const cells = table.values.length
  const isExact = exact || (!heuristic && cells <= EXACT_CELLS)
  const id = method ?? (isExact ? 'tabular/exact-suppression' : 'tabular/greedy-suppression')
  const found = registry.get('tables', id)
  if (found.step !== 'protection') {
    const message = `${id} ${found.step === 'audit' ? 'audits a table' : 'finds sensitive cells'} and protects none`
    throw new SdcError('BAD_OPTION', message, { table: id }, 'Protections: sdc table methods.')
  }
  const { ownContributions, budget, ptable } = requirements
  const named = [
    ['cost', 'cost', cost],
    ['zeros', 'zeros', zeros],
    ['singletons', 'singletons', singletons],
    ['ownContributions', 'own', ownContributions],
    ['budget', 'seconds', budget],
    ['ptable', 'ptable', ptable && readPtable(ptable)],
  ] as const
  const known = new Set(describeParams(found.params).map(({ name }) => name))
  const params: Record<string, unknown> = settings(found.params, set)
  for (const [asked, name, value] of named) {
    if (value === undefined) continue
    if (!known.has(name)) {
      const fix = asked === 'budget' ? `It is for ${option('exact')}.` : `See the parameters of ${id}.`
      throw new SdcError('BAD_OPTION', `${id} has no ${option(asked)}`, { parameter: option(asked), table: id }, fix)
    }
    if (Object.hasOwn(params, name)) {
      const message = `${option(asked)} and ${option('set', name)} are both given`
      throw new SdcError('BAD_OPTION', message, { parameter: option(asked) }, 'Give it once.')
    }
    params[name] = value
  }
  const said = ['D', 'V', 'js'].find((name) => Object.hasOwn(params, name))
  if (Object.hasOwn(params, 'ptable') && said !== undefined) {
    const message = `the p-table says ${said} itself, and ${option('set', said)} says it again`
    throw new SdcError('BAD_OPTION', message, { parameter: said }, 'Leave one of them out.')
  }
  // Costs in the table are used unless others are requested.
  if (table.costs && known.has('cost') && !Object.hasOwn(params, 'cost')) params.cost = 'column'
  if (!contributors && known.has('singletons') && !Object.hasOwn(params, 'singletons')) params.singletons = 'ignore'
  if (unsafeZeros && known.has('zeros') && !Object.hasOwn(params, 'zeros')) params.zeros = 'suppressible'
  if (method !== undefined || exact || heuristic) return { step: { method: id, params }, reason: '' }
  if (!isExact) {
    const reason = `${plural(cells, 'cell')} are more than the ${groupedNumber(EXACT_CELLS, 0)} that an exact search mostly solves in seconds: ${id} (${option('exact')} to search all the same)`
    return { step: { method: id, params }, reason }
  }
  const reason = `${plural(cells, 'cell')} ${cells === 1 ? 'is' : 'are'} few enough for the exact search: ${id} (${option('heuristic')} is faster)`
  return { step: { method: id, params: { seconds: EXACT_SECONDS, ...params } }, reason }
}
