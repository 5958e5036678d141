import { closestTo, listed, SdcError } from '@sdc/core'
import { checkNamed, givenMatrix } from './given-matrix.js'
import { isInvariant, type PramParams } from './pram-params.js'
import { levelCounts, withLevels, type PramVariable } from './pram-variable.js'
import {
  diagonalMatrix,
  invariantMatrix,
  mixedWithIdentity,
  withinBand,
  type Near,
  type TransitionMatrix,
} from './transition-matrix.js'

const method = 'categorical/pram'

/** Variable with its matrix, and the number of records of each of its levels. */
export interface VariableMatrix {
  readonly variable: PramVariable
  readonly counts: Float64Array
  readonly matrix: TransitionMatrix
}

/**
 * Makes the matrix of a variable: given, or with the diagonal of the parameters; made invariant; limited to the band;
 * mixed with the identity.
 *
 * @param found - Variable.
 * @param params - Requested matrix.
 * @param counts - Number of records of each level, if the variable is not of all records.
 * @returns The variable with its matrix.
 * @throws BAD_PARAMETER for an invalid given matrix, UNCHANGED if nothing would move
 */
export function variableMatrix(
  found: PramVariable,
  params: PramParams,
  counts: Float64Array = levelCounts(found),
): VariableMatrix {
  if (params.matrix === undefined) {
    const matrix = pramMatrix(counts, params, { stay: stayOf(found, params), isNear: nearOf(found, params.band) })
    refuseIdentity(found, counts, matrix)
    return { variable: found, counts, matrix }
  }
  const { matrix: given, further } = givenMatrix(params.matrix, found, counts)
  refuseBeyond(found, given, further, params.band)
  refuseIdentity(found, counts, given)
  if (isInvariant(params)) {
    // A level that no record had keeps no record: it is only passed through.
    const t = Float64Array.from(given, (_, k) => counts[k] ?? 0)
    const all = withinBand(invariantMatrix(given, t), nearOf(found, params.band))
    const own = all.slice(0, counts.length).map((row) => row.slice(0, counts.length))
    return { variable: found, counts, matrix: mixedWithIdentity(own, params.alpha) }
  }
  const variable = withLevels(found, further, params.missingAsLevel ?? false)
  return { variable, counts: levelCounts(variable), matrix: mixedWithIdentity(given, params.alpha) }
}

/**
 * Makes the default matrix of a column with these counts of its categories.
 *
 * @param counts - Number of records of each category.
 * @param params - Stay, invariant and alpha.
 * @param options - Diagonal by category, and the categories near enough to move to; default `stay`, and all.
 * @returns The matrix.
 */
export function pramMatrix(
  counts: Float64Array,
  params: Pick<PramParams, 'stay' | 'invariant' | 'alpha'>,
  { stay = counts.map(() => params.stay), isNear }: { stay?: Float64Array; isNear?: Near | undefined } = {},
): TransitionMatrix {
  const matrix = diagonalMatrix(counts, stay, isNear)
  const invariant = isInvariant(params) ? invariantMatrix(matrix, counts) : matrix
  return mixedWithIdentity(isNear ? withinBand(invariant, isNear) : invariant, params.alpha)
}

/**
 * Refuses settings that name columns or levels that are not masked, or exclude each other.
 *
 * @param variables - Masked variables.
 * @param params - Requested matrix.
 * @throws BAD_PARAMETER with the setting
 */
export function checkPram(variables: readonly PramVariable[], params: PramParams): void {
  const { matrix, stayByLevel, exactFrequencies } = params
  const refuse = (parameter: string, message: string, fix: string): never => {
    throw new SdcError('BAD_PARAMETER', message, { method, parameter }, fix)
  }
  if (exactFrequencies && !isInvariant(params))
    refuse('exactFrequencies', 'exactFrequencies needs an invariant matrix', 'Set invariant=true, or leave it out.')
  if (matrix !== undefined && stayByLevel !== undefined)
    refuse(
      'stayByLevel',
      'matrix and stayByLevel exclude each other',
      'Leave stayByLevel out: a given matrix contains its diagonal.',
    )
  if (matrix !== undefined) checkNamed(matrix, variables)
  const labels = [...new Set(variables.flatMap((one) => one.labels))]
  const columns = variables.map(({ name }) => name)
  for (const [key, value] of Object.entries(stayByLevel ?? {})) {
    const [known, what] = typeof value === 'number' ? [labels, 'level'] : [columns, 'column']
    if (!known.includes(key)) refuseUnknown(key, known, `no ${what}`)
    if (typeof value === 'number') continue
    const own = variables.find(({ name }) => name === key)?.labels ?? []
    for (const level of Object.keys(value)) if (!own.includes(level)) refuseUnknown(level, own, `no level of "${key}"`)
  }
}

/**
 * Warns about the variables to which a band does not apply.
 *
 * @param variables - Masked variables.
 * @param band - Largest move of an ordered category.
 * @returns One sentence, or none.
 */
export function bandWarnings(variables: readonly PramVariable[], band: number | undefined): string[] {
  if (band === undefined) return []
  const free = variables.filter(({ ordered }) => ordered === 0).map(({ what }) => what)
  if (free.length === 0) return []
  return [`band: ${free.join(', ')} ${free.length === 1 ? 'has' : 'have'} no order, so band does not apply`]
}

function refuseUnknown(key: string, known: readonly string[], what: string): never {
  const guess = closestTo(key, known)
  const fix = `${guess === undefined ? '' : `Did you mean "${guess}"? `}Known: ${listed(known)}.`
  const place = { method, parameter: 'stayByLevel' }
  throw new SdcError('BAD_PARAMETER', `stayByLevel has "${key}", which is ${what} of those to mask`, place, fix)
}

function stayOf({ name, labels }: PramVariable, { stay, stayByLevel = {} }: PramParams): Float64Array {
  const own = (of: object, key: string): unknown => (Object.hasOwn(of, key) ? of[key as keyof typeof of] : undefined)
  const byColumn = own(stayByLevel, name)
  return Float64Array.from(labels, (label) => {
    const found = typeof byColumn === 'object' && byColumn !== null ? own(byColumn, label) : own(stayByLevel, label)
    return typeof found === 'number' ? found : stay
  })
}

/**
 * Returns the test of nearness: ordered levels are near if they are at most `band` apart; a missing one has no place
 * among them.
 */
function nearOf({ ordered }: PramVariable, band: number | undefined): Near | undefined {
  if (band === undefined || ordered === 0) return undefined
  return (k, l) => k >= ordered || l >= ordered || Math.abs(k - l) <= band
}

function refuseBeyond(
  variable: PramVariable,
  matrix: TransitionMatrix,
  further: readonly string[],
  band: number | undefined,
): void {
  const isNear = nearOf(variable, band)
  if (!isNear || band === undefined) return
  const labels = [...variable.labels, ...further]
  for (const [k, row] of matrix.entries()) {
    const l = row.findIndex((p, to) => p > 0 && !isNear(k, to))
    if (l < 0) continue
    const message = `the transition matrix of ${variable.what} lets "${labels[k]}" become "${labels[l]}", ${Math.abs(k - l)} levels away, and band is ${band}`
    const place = { method, parameter: 'band', column: variable.names[0] }
    throw new SdcError('BAD_PARAMETER', message, place, 'Correct the matrix, or leave out band.')
  }
}

/** Refuses a matrix that keeps every category, since it masks nothing. */
function refuseIdentity({ what, names }: PramVariable, counts: Float64Array, matrix: TransitionMatrix): void {
  const occurring = [...counts.keys()].filter((k) => counts[k] > 0)
  if (occurring.length < 2 || occurring.some((k) => matrix[k].some((p, l) => l !== k && p > 0))) return
  const message = `the transition matrix of ${what} keeps every category that occurs: the column would not change`
  const fix = 'Give probabilities below 1 on its diagonal (stay, stayByLevel, matrix) or a wider band, or leave it out.'
  throw new SdcError('UNCHANGED', message, { method, column: names[0] }, fix)
}
