import { didYouMean, isMissing, listed, numericValues, option, SdcError, type Dataset } from '@sdc/core'
import { chooseColumns, type FileSchema } from '@sdc/engine'
import { mean, variance } from '@sdc/stats'
import { inFile, type NamedTable } from '@sdc/inspect'

/** An estimate and its variance from each of m sets. */
export interface Quantity {
  readonly name: string
  readonly estimates: Float64Array
  readonly variances: Float64Array
}

/**
 * Reads estimates of the sets: a row per set, with the columns estimate and variance, and name if there are several.
 */
export function estimatesFrom({ name: path, dataset }: NamedTable): Quantity[] {
  const lacking = ['estimate', 'variance'].find((name) => !dataset.names.includes(name))
  if (lacking !== undefined) {
    const message = `${path} has no column "${lacking}"`
    const fix =
      didYouMean(lacking, dataset.names) +
      'A file of estimates has a row for every set and the columns estimate and variance. To combine means of the imputed ' +
      `files themselves name all of them, with ${option('columns')}.`
    throw new SdcError('UNKNOWN_COLUMN', message, { file: path, column: lacking }, fix)
  }
  const [estimates, variances] = ['estimate', 'variance'].map((name) => complete(dataset, name, path))
  const negative = variances.findIndex((value) => value < 0)
  if (negative >= 0) {
    const message = `the variance in record ${negative + 1} of ${path} is negative: ${variances[negative]}`
    const fix = 'A variance is the square of a standard error.'
    throw new SdcError('BAD_PARAMETER', message, { file: path, column: 'variance', row: negative + 1 }, fix)
  }
  const names = dataset.names.includes('name') ? labels(dataset, path) : Array.from(estimates, () => 'estimate')
  const quantities = [...new Set(names)].map((name) => {
    const rows = [...names.keys()].filter((i) => names[i] === name)
    const take = (values: Float64Array): Float64Array => Float64Array.from(rows, (row) => values[row])
    return { name, estimates: take(estimates), variances: take(variances) }
  })
  for (const { name, estimates: own } of quantities) {
    const what = quantities.length > 1 ? ` of ${name}` : ''
    refuseOne(own.length, `${path} has one estimate${what}`)
    const first = quantities[0]
    if (own.length === first.estimates.length) continue
    const message = `${path} has ${first.estimates.length} estimates of ${first.name} and ${own.length} of ${name}`
    throw new SdcError('LENGTH_MISMATCH', message, { file: path }, 'Every quantity has a row for every set.')
  }
  return quantities
}

/** Returns the mean of each column and its variance s²/n in every file of a run. */
export function meansFrom(
  tables: readonly NamedTable[],
  asked: 'all' | readonly string[],
  schema?: FileSchema,
): Quantity[] {
  refuseOne(tables.length, 'there is one file')
  const paths = tables.map(({ name }) => name)
  const files = tables.map(({ dataset }) => dataset)
  const [first] = files
  files.forEach((file, f) => refuseAnother(first, file, paths[0], paths[f]))
  const columns = asked === 'all' ? numericOnes(first, chooseColumns(first, asked, schema, [])) : asked
  return columns.map((name) => {
    const values = files.map((file, f) => complete(file, name, paths[f]))
    if (values[0].length < 2)
      throw new SdcError('TOO_FEW_RECORDS', `the variance of a mean needs two records, ${paths[0]} has one`)
    return {
      name: `mean of ${name}`,
      estimates: Float64Array.from(values, mean),
      variances: Float64Array.from(values, (one) => variance(one) / one.length),
    }
  })
}

/** Returns the values of a numeric column; refuses missing values with the name of the file. */
function complete(data: Dataset, name: string, file: string): Float64Array {
  const values = inFile(file, name, () => numericValues(data, name))
  const row = values.findIndex(Number.isNaN) + 1
  if (row > 0) {
    const message = `column "${name}" of ${file} has no value in record ${row}`
    throw new SdcError('MISSING_VALUES', message, { file, column: name, row }, 'Imputed files have none missing.')
  }
  return values
}

function labels(data: Dataset, file: string): string[] {
  const column = data.column('name')
  return Array.from({ length: data.rows }, (_, i) => {
    if (isMissing(column, i))
      throw new SdcError('MISSING_VALUES', `record ${i + 1} of ${file} has no name`, {
        file,
        column: 'name',
        row: i + 1,
      })
    return column.kind === 'numeric' ? String(column.values[i]) : column.levels[column.codes[i]]
  })
}

function refuseOne(sets: number, message: string): void {
  if (sets > 1) return
  const fix =
    `The variance between the sets needs at least two: name every file of the run (out.1.csv out.2.csv …) with ${option('columns')}, ` +
    'or one CSV file with a row for every set and the columns estimate and variance.'
  throw new SdcError('TOO_FEW_RECORDS', `${message}, and combining needs two sets or more`, {}, fix)
}

/** Refuses files of a run with different columns or numbers of records. */
function refuseAnother(first: Dataset, file: Dataset, firstPath: string, path: string): void {
  const lacking = [
    ...first.names.filter((name) => !file.names.includes(name)).map((name) => `${path} has no "${name}"`),
    ...file.names.filter((name) => !first.names.includes(name)).map((name) => `${firstPath} has no "${name}"`),
  ]
  const fix = 'Name the files of one run, and only these.'
  if (lacking.length > 0) {
    throw new SdcError(
      'UNKNOWN_COLUMN',
      `the files differ in their columns: ${listed(lacking, 3)}`,
      { file: path },
      fix,
    )
  }
  if (file.rows === first.rows) return
  const message = `${path} has ${file.rows} records and ${firstPath} ${first.rows}`
  throw new SdcError('LENGTH_MISMATCH', message, { file: path }, fix)
}

function numericOnes(data: Dataset, names: readonly string[]): string[] {
  const found = names.filter((name) => data.column(name).kind === 'numeric')
  if (found.length > 0) return found
  throw new SdcError('NO_COLUMNS', 'no column is numeric', {}, 'A mean is taken of numbers.')
}
