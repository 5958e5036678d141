import { SdcError, type Dataset } from '@sdc/core'

/**
 * Refuses an argument that is not a dataset, such as plain rows.
 *
 * @param data - Argument of a program.
 * @param what - Name of the argument.
 * @throws WRONG_INPUT if it is not a dataset.
 */
export function checkDataset(data: Dataset, what: string): void {
  const given: unknown = data
  if (typeof given === 'object' && given !== null && 'column' in given && 'names' in given) return
  const kind = Array.isArray(given) ? 'an array' : given === null ? 'null' : typeof given
  const fix = 'Make a dataset of rows first: fromRows([{ income: 1200, region: "north" }]).'
  throw new SdcError('WRONG_INPUT', `${what} must be a dataset, and is ${kind}`, {}, fix)
}
