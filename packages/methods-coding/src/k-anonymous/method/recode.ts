import { SdcError } from '@sdc/core'
import { percentOf } from '@sdc/stats/internal'
import type { Units } from '@sdc/toolkit/internal'
import { recodeToNodes } from './fixed.js'
import type { KeyWithMissing } from './keys.js'
import type { ExploredNode, LossName, RecodingProblem, Sensitive } from '../classes/problem.js'
import { shareLevels } from './shared-levels.js'
import { recodeLocally } from '../local/recode-locally.js'
import { searchLattice } from '../search/search-lattice.js'

/** Input of a recoding: keys, conditions and parameters. */
export interface RecodeInput {
  readonly keys: readonly KeyWithMissing[]
  readonly rows: number
  readonly sensitive: readonly Sensitive[]
  /** Persons of the records, if some have several. */
  readonly persons?: Units | undefined
  /** Multiplier of the loss of each key. */
  readonly importance?: Float64Array | undefined
  readonly params: {
    readonly k: number
    readonly suppressionPercent?: number | undefined
    readonly loss: LossName
    readonly gsFactor: number
    readonly local: 'none' | 'iterate'
    readonly levels?: readonly Readonly<Record<string, number>>[] | undefined
  }
  /** Id of the method, for error messages. */
  readonly method: string
  readonly tick: (fraction: number) => void
}

/** Levels of every record, found by any of the searches. */
export interface Recoded {
  /** Level of each record, by key. */
  readonly levels: readonly Uint8Array[]
  readonly suppressed: Uint8Array
  readonly classes: number
  readonly least: number
  readonly greatest: number
  /** Nodes that the search evaluated, if whole columns were recoded. */
  readonly explored?: readonly ExploredNode[]
  /** Numbers and sentences about the search. */
  readonly figures: ReadonlyMap<string, number>
  readonly warnings: readonly string[]
}

/**
 * Recodes by given levels, by local recoding, or by the best node of the lattice.
 *
 * @param input - Keys, conditions, parameters.
 * @returns The levels of every record, and which records are suppressed.
 * @throws BAD_PARAMETER if no node suppresses few enough records (the nearest one is named), if more records are
 *   suppressed than permitted, if nothing is kept, and for levels that the columns do not have.
 */
export function recode(input: RecodeInput): Recoded {
  const { keys, rows, params, method } = input
  const { suppressionPercent } = params
  const found = params.levels ? fixed(input) : params.local === 'iterate' ? locally(input) : globally(input)
  const { persons } = input
  const recoded = persons ? { ...found, ...shareLevels(problemOf(input), found, persons, againOf(input)) } : found
  const gone = recoded.suppressed.reduce((sum, one) => sum + one, 0)
  if (gone === rows) {
    const message =
      `no record is left: no recoding of ${keys.map(({ column }) => column).join(', ')} puts any record into a ` +
      'class that meets the requirements'
    const fix =
      'Relax the requirements (k, l, t), recode fewer columns, or give hierarchies whose last level is one class.'
    throw new SdcError('BAD_PARAMETER', message, { method }, fix)
  }
  const most = percentOf(suppressionPercent ?? 100, rows)
  if (gone > most) {
    const message = `the recoding would suppress ${gone} of ${rows} records; the limit is ${most} (${suppressionPercent} %)`
    throw new SdcError(
      'BAD_PARAMETER',
      message,
      { method, parameter: 'suppressionPercent', choices: [limitFor(gone, rows)] },
      'Raise the limit, set a smaller k, l or 1/t, or recode fewer columns.',
    )
  }
  return recoded
}

/** Smallest limit that permits this number of suppressed records, in percent to one decimal. */
function limitFor(suppressed: number, rows: number): string {
  return String(Math.ceil((1000 * suppressed) / rows) / 10)
}

/** Returns a function that recodes some of the records locally; without local recoding it suppresses them all. */
function againOf(input: RecodeInput): (records: Int32Array) => Pick<Recoded, 'levels' | 'suppressed'> {
  const { keys, sensitive, params } = input
  return (records) => {
    if (params.levels || params.local === 'none')
      return {
        levels: keys.map(() => new Uint8Array(records.length)),
        suppressed: new Uint8Array(records.length).fill(1),
      }
    const some = <T extends { readonly codes: Int32Array }>(one: T): T => ({
      ...one,
      codes: records.map((i) => one.codes[i]),
    })
    const part = {
      ...input,
      keys: keys.map(some),
      sensitive: sensitive.map(some),
      rows: records.length,
      tick: () => {},
    }
    return recodeLocally(problemOf(part))
  }
}

function problemOf({ keys, rows, sensitive, importance, params, tick }: RecodeInput): RecodingProblem {
  const { k, loss, gsFactor, suppressionPercent = 0 } = params
  const suppressionLimit = (suppressionPercent + 1e-9) / 100
  return { keys, rows, k, sensitive, loss, importance, gsFactor, suppressionLimit: Math.min(1, suppressionLimit), tick }
}

function globally(input: RecodeInput): Recoded {
  const { keys, rows, method } = input
  const result = searchLattice(problemOf(input))
  if ('none' in result) {
    const { nearest, suppressed, nodes } = result.none
    const node = keys.map(({ column }, j) => `${column} ${nearest[j]}`).join(', ')
    const message =
      `none of the ${nodes} combinations of levels meets the requirements; the nearest one (${node}) would ` +
      `suppress ${suppressed} of ${rows} records`
    const percent = limitFor(suppressed, rows)
    const fix = `Allow suppression (suppressionPercent ${percent}), recode locally (local: iterate), or relax the requirements.`
    throw new SdcError('BAD_PARAMETER', message, { method, parameter: 'suppressionPercent', choices: [percent] }, fix)
  }
  const { node, suppressed, classes, least, greatest, tied, nodes, exact, bound, explored, score } = result.found
  const others = tied.filter((one) => one.some((level, j) => level !== node[j]))
  return {
    levels: node.map((level) => new Uint8Array(rows).fill(level)),
    suppressed,
    classes,
    least,
    greatest,
    explored,
    figures: new Map([
      ['nodes of the lattice', nodes],
      ['score', score],
      ...(bound === undefined ? [] : [['smallest possible score', bound] as const]),
    ]),
    warnings: [
      ...(others.length > 0
        ? [
            `${others.length} other combination(s) of levels have the same loss: ` +
              `${others
                .slice(0, 3)
                .map((one) => one.join('.'))
                .join(', ')}; used: ${node.join('.')}`,
          ]
        : []),
      ...(exact ? [] : [`the lattice has ${nodes} nodes, too many to search all: a better one may exist`]),
    ],
  }
}

function locally(input: RecodeInput): Recoded {
  const { levels, suppressed, classes, least, greatest, rounds } = recodeLocally(problemOf(input))
  return { levels, suppressed, classes, least, greatest, figures: new Map([['rounds', rounds]]), warnings: [] }
}

function fixed({ keys, rows, sensitive, params, method }: RecodeInput): Recoded {
  const { k, levels = [] } = params
  const nodes = levels.map((of, s) => {
    for (const name of Object.keys(of)) {
      if (keys.some(({ column }) => column === name)) continue
      const message = `levels names "${name}", which is not a recoded column`
      const fix = `Recoded columns: ${keys.map(({ column }) => column).join(', ')}.`
      throw new SdcError('BAD_PARAMETER', message, { method, parameter: 'levels', column: name }, fix)
    }
    return keys.map(({ column, levels: own }) => {
      const place = { method, parameter: 'levels', column }
      const level = Object.hasOwn(of, column) ? of[column] : undefined
      const fix = `Give each column a level from 0 to that of its coarsest class: "${column}" has ${own.length - 1}.`
      if (level === undefined)
        throw new SdcError('BAD_PARAMETER', `combination ${s + 1} of levels has none for "${column}"`, place, fix)
      if (level >= own.length)
        throw new SdcError(
          'BAD_PARAMETER',
          `levels has level ${level} for "${column}", above its highest level`,
          place,
          fix,
        )
      return level
    })
  })
  return { ...recodeToNodes({ keys, rows, k, sensitive }, nodes), figures: new Map(), warnings: [] }
}
