import { SdcError } from '@sdc/core'
import { Matrix } from 'ml-matrix'

type NamedMatrix = Readonly<Record<string, Readonly<Record<string, number>>>>

/**
 * Reads a p×p matrix from a parameter keyed by columns, {"masked": {"original": number}}: row and column i belong to
 * names[i].
 *
 * @throws BAD_PARAMETER unless it has exactly these rows and columns: a matrix in an unknown order, or filled with
 *   zeros, would not mask as intended
 */
export function readMatrix(given: NamedMatrix, names: readonly string[], parameter: string, method: string): Matrix {
  const wrong = (message: string, column: string): SdcError =>
    new SdcError(
      'BAD_PARAMETER',
      `${method}: ${parameter} ${message}`,
      { method, parameter, column },
      `Give a number for every pair of the masked columns ${names.join(', ')}: {"masked": {"original": number, …}, …}.`,
    )
  const check = (keys: readonly string[], where: string): void => {
    const missing = names.find((name) => !keys.includes(name))
    if (missing !== undefined) throw wrong(`has no "${missing}"${where}`, missing)
    const unknown = keys.find((key) => !names.includes(key))
    if (unknown !== undefined) throw wrong(`names "${unknown}"${where}, which is not masked`, unknown)
  }
  check(Object.keys(given), '')
  for (const name of names) check(Object.keys(given[name]), ` in the row of "${name}"`)
  return new Matrix(names.map((row) => names.map((column) => given[row][column])))
}
