import { categorical, dataset, numeric, SdcError, type Dataset, type MaskInput } from '@sdc/core'
import {
  correlationMatrix,
  standardDeviation,
  standardise,
  sortOrder,
  symmetricEigen,
  type RecordGroups,
} from '@sdc/stats'
import { oneGroup, refineGroups } from '@sdc/stats/internal'
import { originalRow } from '@sdc/toolkit'

/** Regions with enough records, merged from neighbouring ones. */
export interface AggregatedRegions {
  readonly groups: RecordGroups
  /** Names of the original regions of each aggregated one. */
  readonly names: readonly string[]
  /**
   * One row per original region: its name, its number of records, its score, and the number of its aggregated region,
   * from 1.
   */
  readonly table: Dataset
  readonly warnings: readonly string[]
}

/** Aggregation of regions. */
export interface RegionParams {
  /** Column of the regions. */
  readonly regions: string
  readonly minimumUnits: number
}

/**
 * Merges regions of a file until each has enough records. Neighbours are those on the first principal component of the
 * regions' means.
 *
 * @param input - File.
 * @param params - Column of the regions and minimum number of records.
 * @param columns - Columns of n values each, none missing, whose means are used.
 * @param method - Id of the method.
 * @returns The aggregated regions, in the order of the component.
 * @throws UNKNOWN_COLUMN, BAD_PARAMETER for a column that is masked itself, MISSING_VALUES, TOO_FEW_RECORDS
 *
 * Cost: O(np + Rp²), R regions.
 */
export function aggregateRegions(
  input: Pick<MaskInput<unknown>, 'data' | 'columns' | 'origin'>,
  { regions: name, minimumUnits }: RegionParams,
  columns: readonly Float64Array[],
  method: string,
): AggregatedRegions {
  const { rows } = input.data
  const regions = refineGroups(oneGroup(rows), codesOf(input, name, method))
  if (rows < minimumUnits) {
    const message = `${rows} records are fewer than the ${minimumUnits} that a region must have`
    const fix = 'Set minimumUnits to less, or use larger groups.'
    throw new SdcError('TOO_FEW_RECORDS', message, { method, parameter: 'minimumUnits' }, fix)
  }
  const scores = componentScores(regionMeans(regions, columns))
  const order = sortOrder(scores)
  const aggregated = mergeNeighbours(order, regions.sizes, minimumUnits)
  const ids = regions.ids.map((region) => aggregated[region])
  const count = aggregated.reduce((most, one) => Math.max(most, one), 0) + 1
  const sizes = new Int32Array(count)
  const firsts = new Int32Array(count).fill(rows)
  regions.sizes.forEach((size, region) => {
    sizes[aggregated[region]] += size
    firsts[aggregated[region]] = Math.min(firsts[aggregated[region]], regions.firsts[region])
  })
  const labels = Array.from(regions.firsts, (row) => labelAt(input.data, name, row))
  const names = Array.from({ length: count }, (_, one) => labels.filter((_, region) => aggregated[region] === one))
  const some = names.filter((own) => own.length > 1).length
  const warnings = some === 0 ? [] : [`${labels.length} regions were merged into ${count}; the report lists them`]
  return { groups: { ids, sizes, firsts }, names: names.map(listed), table: tableOf(labels, regions.sizes, scores, aggregated), warnings } // oxfmt-ignore
}

/**
 * Merges neighbours from the lower end until each has enough units; the rest at the end joins the last.
 *
 * @param order - Regions, in the order in which they are neighbours.
 * @param sizes - Number of units of each region.
 * @param least - Minimum number of units of each aggregated region; at most all units.
 * @returns Aggregated region of each region, numbered from 0 in that order.
 */
export function mergeNeighbours(order: Uint32Array, sizes: Int32Array, least: number): Int32Array {
  const aggregated = new Int32Array(sizes.length)
  let current = 0
  let units = 0
  let left = order.reduce((sum, region) => sum + sizes[region], 0)
  for (const region of order) {
    aggregated[region] = current
    units += sizes[region]
    left -= sizes[region]
    if (units < least || left < least) continue
    current++
    units = 0
  }
  return aggregated
}

/**
 * Computes the scores of the regions on the first principal component of their standardised means; 0 if no mean
 * differs.
 */
function componentScores(means: readonly Float64Array[]): Float64Array {
  const varying = means.filter((column) => standardDeviation(column) > 0)
  const scores = new Float64Array(means[0].length)
  if (varying.length === 0) return scores
  const { vectors } = symmetricEigen(correlationMatrix(varying))
  standardise(varying).columns.forEach((column, j) => {
    const loading = vectors.get(j, 0)
    for (let region = 0; region < scores.length; region++) scores[region] += loading * column[region]
  })
  return scores
}

function regionMeans({ ids, sizes }: RecordGroups, columns: readonly Float64Array[]): Float64Array[] {
  return columns.map((column) => {
    const means = new Float64Array(sizes.length)
    for (let i = 0; i < column.length; i++) means[ids[i]] += column[i]
    return means.map((total, region) => total / sizes[region])
  })
}

/** Returns the regions as numbers. */
function codesOf(
  input: Pick<MaskInput<unknown>, 'data' | 'columns' | 'origin'>,
  name: string,
  method: string,
): Float64Array {
  const place = { method, parameter: 'regions', column: name }
  const column = input.data.column(name)
  if (input.columns.includes(name)) {
    const message = `column "${name}" is masked and cannot define the regions`
    throw new SdcError('BAD_PARAMETER', message, place, 'Leave it out of the columns, or name another one.')
  }
  const codes =
    column.kind === 'numeric'
      ? column.values
      : Float64Array.from(column.codes, (code) => (code < 0 ? Number.NaN : code))
  const missing = codes.findIndex(Number.isNaN)
  if (missing < 0) return codes
  const row = originalRow(input, missing)
  const message = `record ${row} has no region: its value in "${name}" is missing`
  throw new SdcError('MISSING_VALUES', message, { ...place, row }, 'Give such records a separate region.')
}

function labelAt(data: Dataset, name: string, row: number): string {
  const column = data.column(name)
  return column.kind === 'numeric' ? String(column.values[row]) : column.levels[column.codes[row]]
}

/** Lists a few names, and the number of others. */
function listed(names: readonly string[]): string {
  return names.length <= 4 ? names.join(' + ') : `${names.slice(0, 3).join(' + ')} + ${names.length - 3} more`
}

function tableOf(labels: readonly string[], sizes: Int32Array, scores: Float64Array, aggregated: Int32Array): Dataset {
  return dataset([
    ['region', categorical(labels)],
    ['records', numeric(Float64Array.from(sizes))],
    ['score', numeric(scores)],
    ['aggregated region', numeric(Float64Array.from(aggregated, (one) => one + 1))],
  ])
}
