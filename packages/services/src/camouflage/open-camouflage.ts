import {
  SdcError,
  unknownColumn,
  type Answer,
  type PastQuery,
  type Query,
  type QueryService,
  type Saved,
} from '@sdc/core'
import { answeredSets, type EarlierSet } from './answered.js'
import { openOf, selectRecords } from './conditions.js'
import { maximumInterval, minimumInterval } from './extremes.js'
import { meanInterval, regressionIntervals, sumInterval } from './linear.js'
import { medianInterval } from './median.js'
import { covarianceInterval, varianceInterval } from './moments.js'
import type { Interval } from './outward.js'
import { fromSaved, type CamouflagedFile } from './saved.js'

const id = 'services/camouflage'

/** Columns of a query in an uninformative order: hidden and open ones. */
interface Parts {
  readonly hidden: readonly { readonly name: string; readonly vectors: readonly Float64Array[] }[]
  readonly open: readonly { readonly name: string; readonly values: Float64Array }[]
}

/** Computation of each kind of query on one hidden column. */
const intervals: Partial<Record<Query['ask'], (vectors: readonly Float64Array[], rows: Int32Array) => Interval>> = {
  sum: sumInterval,
  mean: meanInterval,
  variance: varianceInterval,
  min: minimumInterval,
  max: maximumInterval,
  median: medianInterval,
}

/**
 * Opens a service of camouflaged columns.
 *
 * @param saved - The saved service.
 * @param asked - Earlier queries, the oldest first.
 * @returns The service. It refuses a query whose set of records is too similar to that of an answered query.
 * @throws BAD_PLAN if `saved` is not a saved camouflage service.
 */
export function openCamouflage(saved: Saved, asked: readonly PastQuery[] = []): QueryService {
  const file = fromSaved(saved)
  const sets = answeredSets(
    file.minimumDifference,
    asked.flatMap((before) => earlierSets(file, before)),
  )
  return {
    asks: ['count', 'sum', 'mean', 'variance', 'covariance', 'regression', 'min', 'max', 'median'],
    answer(query) {
      if (query.ask === 'count') return countOf(file, query)
      const parts = partsOf(file, query)
      const rows = recordsOf(file, query, parts)
      if (rows.length === 0) throw nobody(query)
      return guarded(file, sets, query.ask, parts, rows)
    },
    trial: {
      records: file.rows,
      columns: [...file.camouflaged.keys()],
      answer(query, records) {
        const parts = partsOf(file, query)
        const rows = records.filter((i) => neededOf(parts).every((values) => !Number.isNaN(values[i])))
        if (rows.length === 0) throw nobody(query)
        return guarded(file, sets, query.ask, parts, rows)
      },
      select: (where) => selectRecords(file, where),
      values: (column) => trueValues(file, column),
    },
  }
}

/** A count depends on public columns only, so it is exact and discloses no camouflaged value. */
function countOf(file: CamouflagedFile, { where }: Query): Answer {
  const { length } = selectRecords(file, where)
  return { value: length, records: length }
}

/** The answer, or the refusal of a query that is too similar to an answered one. */
function guarded(
  file: CamouflagedFile,
  sets: ReturnType<typeof answeredSets>,
  ask: Query['ask'],
  parts: Parts,
  rows: Int32Array,
): Answer {
  const records = rows.length
  if (!parts.hidden.every(({ name }) => sets.allows(name, rows))) {
    const refused = `its records differ in fewer than ${file.minimumDifference} from those of an answered query`
    return { value: null, refused, records }
  }
  const answer = computed(ask, parts, rows)
  if (answer.refused === undefined) for (const { name } of parts.hidden) sets.add(name, rows)
  return { ...answer, records }
}

function computed(ask: Query['ask'], { hidden, open }: Parts, rows: Int32Array): Answer {
  const [{ vectors }] = hidden
  if (ask === 'regression') {
    const found = regressionIntervals(
      vectors,
      open.map(({ values }) => values),
      rows,
    )
    if ('why' in found) return { value: null, refused: found.why }
    const names = [null, ...open.map(({ name }) => name)]
    return { value: null, coefficients: found.map((interval, c) => ({ column: names[c], interval })) }
  }
  if ((ask === 'variance' || ask === 'covariance') && rows.length < 2)
    return { value: null, refused: `a ${ask} needs at least two records, and the query selects one` }
  if (ask === 'covariance') {
    const other = hidden.length > 1 ? hidden[1].vectors : open.map(({ values }) => values)
    return { value: null, interval: covarianceInterval(vectors, other, rows) }
  }
  const interval = intervals[ask]?.(vectors, rows)
  if (!interval) throw new SdcError('BAD_OPTION', `${id} does not answer ${ask} queries`, { service: id })
  return { value: null, interval }
}

/** Columns of a query; those of a design and of a covariance are sorted by name, so that their order changes no bit. */
function partsOf(file: CamouflagedFile, { ask, columns }: Pick<Query, 'ask' | 'columns'>): Parts {
  const hiddenOf = (name: string): Parts['hidden'][number] => {
    const found = file.camouflaged.get(name)
    if (found) return { name, vectors: found.vectors }
    const all = [...file.camouflaged.keys()]
    if (!file.open.has(name)) throw unknownColumn(name, [...all, ...file.open.keys()])
    const fix = `Columns allowed in a ${ask}: ${all.join(', ')}.`
    throw new SdcError('BAD_OPTION', `"${name}" is not camouflaged`, { column: name }, fix)
  }
  const openNumbers = (name: string): Parts['open'][number] => {
    const { values, levels } = openOf(file, name, 'as an explanatory column')
    if (values instanceof Float64Array) return { name, values }
    const message = `column "${name}" is categorical, with ${(levels ?? []).length} categories`
    throw new SdcError('NOT_NUMERIC', message, { column: name }, `Use numeric columns in a ${ask}.`)
  }
  const byName = [...columns].sort()
  const twice = byName.find((name, c) => name === byName[c + 1])
  if (twice !== undefined) {
    const fix = ask === 'covariance' ? `Query variance(${twice}).` : 'Name each column once.'
    throw new SdcError('BAD_OPTION', `the query names "${twice}" twice`, { column: twice }, fix)
  }
  if (ask === 'covariance' && byName.some((name) => file.camouflaged.has(name))) {
    const [hidden, rest] = [true, false].map((is) => byName.filter((name) => file.camouflaged.has(name) === is))
    return { hidden: hidden.map(hiddenOf), open: rest.map(openNumbers) }
  }
  const [first, ...others] = columns
  return { hidden: [hiddenOf(first)], open: others.sort().map(openNumbers) }
}

/** Columns in which a record must have a value to count. */
function neededOf({ hidden, open }: Parts): Float64Array[] {
  return [...hidden.map(({ vectors }) => vectors[0]), ...open.map(({ values }) => values)]
}

function recordsOf(file: CamouflagedFile, { where }: Query, parts: Parts): Int32Array {
  return selectRecords(file, where, neededOf(parts))
}

/** The sets of an earlier query that was answered. */
function earlierSets(file: CamouflagedFile, { query, answer }: PastQuery): EarlierSet[] {
  if (query.ask === 'count' || answer.refused !== undefined) return []
  const parts = partsOf(file, query)
  return parts.hidden.map(({ name }) => ({
    column: name,
    size: answer.records,
    rows: () => recordsOf(file, query, parts),
  }))
}

/** Σ γ_j·P^j. */
function trueValues(file: CamouflagedFile, column: string): Float64Array {
  const found = file.camouflaged.get(column)
  if (!found) throw unknownColumn(column, [...file.camouflaged.keys()])
  const { vectors, weights } = found
  return vectors[0].map((_, i) => weights.reduce((sum, weight, j) => sum + weight * vectors[j][i], 0))
}

function nobody({ ask, where = {} }: Pick<Query, 'ask' | 'where'>): SdcError {
  const names = Object.keys(where)
  const meets = names.length > 0 ? ` meets the conditions on ${names.join(', ')} and` : ''
  const message = `no answer: no record${meets} has a value`
  return new SdcError('TOO_FEW_RECORDS', message, { service: id }, `Select at least one record for a ${ask}; count() gives their number.`) // oxfmt-ignore
}
