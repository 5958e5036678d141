import { option, SdcError, type Dataset, type ErrorPlace } from '@sdc/core'
import type { BoundStep } from '../../bind/bind.js'
import { countsText, missingCells, NAMED_IN_ERRORS, sizeText } from './missing-cells.js'

/** Advice about `--missing`, for errors. */
const ways = (alone: boolean): string =>
  `${option('missing', 'keep')} ${
    alone
      ? 'masks each column by the values that it has, and missing cells stay missing'
      : "fills them from the file's own records while the method works, and makes them missing again"
  }; ${option('missing', 'impute')} releases them filled and masked. Or leave these columns out`

/**
 * Refuses missing cells if the plan does not say how to handle them and the method cannot work with them, or if the
 * plan refuses them.
 *
 * @param step - The step.
 * @param data - The records that it works on.
 * @throws MISSING_VALUES with the method, the number of missing cells of each column, and advice on `--missing`.
 */
export function refuseMissing(step: BoundStep, data: Dataset): void {
  const { method, columns, given, missing } = step
  const { id, traits } = method
  const asked = missing === 'refuse'
  if (!asked && (missing !== undefined || traits.missing !== 'refuse')) return
  const cells = missingCells(data, [...columns, ...given])
  if (cells.length === 0) return
  const [{ column, first }] = cells
  const needs = asked ? `${id} must refuse them (missing: refuse)` : `${id} needs complete columns`
  const message = `missing values in ${sizeText(cells)}: ${countsText(cells, NAMED_IN_ERRORS)}; ${needs} (the first is in record ${first + 1})`
  const place: ErrorPlace = { method: id, column, row: first + 1 }
  throw new SdcError('MISSING_VALUES', message, place, `${ways(columnsAlone(step))}.`)
}

/**
 * Tests whether a method masks each column separately, so that records without a value can be left out.
 *
 * @param step - The method and its given columns.
 * @returns True if its traits say so.
 */
export function columnsAlone({ method, given }: Pick<BoundStep, 'method' | 'given'>): boolean {
  const { scope, postMasking, records, adds, changes } = method.traits
  return scope !== 'file' && given.length === 0 && !postMasking && records === 'same' && !adds && changes === 'all'
}

/**
 * Adds advice about `--missing` to the error of a method whose parameters refuse missing values.
 *
 * @param error - The error of the method.
 * @param of - The method and its given columns.
 * @returns The same error with more advice.
 */
export function withWays(error: SdcError, of: Pick<BoundStep, 'method' | 'given'>): SdcError {
  return new SdcError(error.code, error.message, error.place, `${error.fix} ${ways(columnsAlone(of))}.`.trim())
}
