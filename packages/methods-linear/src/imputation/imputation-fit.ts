import { finiteColumns } from '@sdc/toolkit'
import { numeric, SdcError, type MaskInput, type NumericColumn, type Rng, type ValueBounds } from '@sdc/core'
import { orthonormalBasis, type RecordColumns } from '@sdc/stats/internal'
import { determinedColumns, drawImputation, fitImputation, type ImputationModel } from './imputation-model.js'
import type { Records } from './imputation-records.js'

/** Minimum of degrees of freedom; with fewer, the drawn values have no finite variance: E σ²* is SSE/(ν − 2). */
const FEW_DEGREES = 3

/**
 * Fits the chain of regressions of the columns of these complete records on their design (q columns of n).
 *
 * @throws TOO_FEW_RECORDS if a regression has no degree of freedom, UNCHANGED if the design determines a column
 */
export function fitChain(records: Records, design: readonly Float64Array[], method: string): ImputationModel {
  const { columns: names, data } = records
  const columns = finiteColumns(records, names, method)
  const model = fitImputation(design, columns)
  const without = model.degrees.findIndex((degrees) => degrees < 1)
  if (without >= 0) {
    const least = data.rows - model.degrees[without] + 1
    const message = `the regression of "${names[without]}" on the columns before it needs at least ${least} records; there are ${data.rows}`
    const fix = 'Impute larger groups, condition on fewer columns, or impute fewer columns.'
    throw new SdcError('TOO_FEW_RECORDS', message, { method, column: names[without] }, fix)
  }
  for (const j of determinedColumns(model)) {
    if (!orthonormalBasis([...design, columns[j]]).dependent.includes(design.length)) continue
    const by = design.length > 0 ? 'determined by the given columns' : 'constant in these records'
    const message = `column "${names[j]}" is ${by}: imputation would not change it`
    throw new SdcError(
      'UNCHANGED',
      message,
      { method, column: names[j] },
      'Leave it out of the columns, or leave out a given column.',
    )
  }
  return model
}

/** Warns about consequences of the fit for the drawn values. */
export function fitWarnings(names: readonly string[], model: ImputationModel): string[] {
  const identities = determinedColumns(model).map(
    (j) => `column "${names[j]}" is determined by the columns before it; so are its synthetic values, by theirs`,
  )
  const least = Math.min(...model.degrees)
  if (least >= FEW_DEGREES) return identities
  const few =
    `${model.records} records leave ${least} degree${least === 1 ? '' : 's'} of freedom: some synthetic ` +
    'values will lie far outside; impute larger groups or condition on fewer columns'
  return [...identities, few]
}

/** Makes one result for each of m sets. Each set has its own random stream, so that a further set changes none. */
export function eachSet<T>(input: MaskInput<unknown>, sets: number, make: (rng: Rng) => T): T[] {
  return Array.from({ length: sets }, (_, l) => {
    input.tick(l / sets)
    return make(input.rng.child(`set ${l + 1}`))
  })
}

/** Draws the columns of one set, for `rows` records with these coordinates of the given columns. */
export function drawColumns(
  names: readonly string[],
  model: ImputationModel,
  coordinates: RecordColumns,
  rows: number,
  rng: Rng,
  bounds?: ReadonlyMap<string, ValueBounds>,
): Map<string, NumericColumn> {
  const streams = names.map((name) => rng.child('column').child(name))
  const drawn = drawImputation(
    model,
    coordinates,
    rows,
    (j) => streams[j],
    (j) => bounds?.get(names[j]),
  )
  return new Map(names.map((name, j) => [name, numeric(drawn[j])]))
}
