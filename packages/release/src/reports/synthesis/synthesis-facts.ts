import type { Dataset } from '@sdc/core'
import type { Measured } from '@sdc/engine'
import { groupedNumber, sentenceList } from '@sdc/inspect'
import type { ReportCriterion, ReportMatrix, ReportSynthesis } from '@sdc/report'
import type { HalvesMeasured } from '../../halves/measure-halves.js'
import { measureRows, NO_VALUE } from '../facts/measure-facts.js'
import { openRisks, type SynthesisMeasures } from '../facts/synthesis-measures.js'

/** Largest number of named pairs of columns. */
const WORST = 24

/** Risks that need people outside of the original. */
const withControl = ['risk/membership', 'risk/attribute-inference', 'risk/distance-to-closest']

/** Measurements of a synthetic file. */
export interface SynthesisInput {
  readonly measures: SynthesisMeasures
  /** Values of the plan on halves of the file. */
  readonly halves?: HalvesMeasured | undefined
  /** Number of files of the run. */
  readonly files: number
}

/** A distance of a table with its expectation by chance, in percent. */
interface Distance {
  readonly names: readonly string[]
  readonly percent: number
  readonly chance: number
}

/** Facts about a synthetic file. */
export interface SynthesisFacts {
  readonly page: ReportSynthesis
  /** Risks of the file, and of the plan on halves. */
  readonly safe: readonly ReportCriterion[]
  /** Ids of risks without a value. */
  readonly without: readonly string[]
}

/**
 * Returns facts for the page on likeness and risks of a synthetic file.
 *
 * @param input - Measurements.
 * @returns Sentences and tables; numbers have two digits, and each has a reference value.
 */
export function synthesisFacts({ measures, halves, files }: SynthesisInput): SynthesisFacts {
  const tables = found(measures.like, 'loss/contingency-tables')?.measurement
  const propensity = found(measures.like, 'loss/propensity')
  const single = distances(tables?.tables?.get('single'))
  const pairs = distances(tables?.tables?.get('pairs'))
  const parts = partsOf(propensity?.measurement.tables?.get('variables'))
  const whole = measureRows({ measured: measures.safe, levels: measures.levels, columns: measures.columns })
  const safe = judgedRows(whole, halves).map(withPlainChance)
  const beyond = ({ percent, chance }: Distance): number => percent - chance
  const columns = measures.columns.map((name) => ({
    name,
    distance: single.find(({ names }) => names[0] === name),
    ratio: parts.get(name)?.ratio ?? Number.NaN,
  }))
  const order = (one: (typeof columns)[number]): number => (one.ratio === one.ratio ? one.ratio : -1)
  const worst = [...pairs].sort((a, b) => beyond(b) - beyond(a))
  const known = new Set(safe.filter(({ released }) => released !== NO_VALUE).map(({ id }) => id))
  const without = [...openRisks, ...withControl].filter((id) => !known.has(id))
  const page: ReportSynthesis = {
    like: [
      propensitySentence(propensity, parts, measures.sampled),
      distanceSentence('Columns', single),
      distanceSentence('Pairs of columns', worst),
      ...(pairs.length > 0 ? ['Relations among three and more columns were not compared.'] : []),
      ...(files > 1 ? [`This page is about the first of ${files} files.`] : []),
    ].filter((text) => text !== ''),
    columns: columns
      .sort((a, b) => order(b) - order(a))
      .map(({ name, distance, ratio }) => ({
        name,
        distance: percentText(distance?.percent),
        chance: percentText(distance?.chance),
        ratio: ratio === ratio ? twoDigits(ratio) : '–',
      })),
    worst: worst.slice(0, WORST).map(({ names: [first, second], percent, chance }) => ({
      first,
      second,
      distance: percentText(percent),
      chance: percentText(chance),
    })),
    ...(pairs.length > 0 && { pairs: matricesOf(measures.columns, pairs) }),
    safe,
    unknown: unknownSentences(measures, halves === undefined),
  }
  return { page, safe, without }
}

/**
 * Returns risks with one verdict each: on halves, compared with people outside; else of the whole file. A value of the
 * whole file next to one on halves has no level.
 */
function judgedRows(whole: readonly ReportCriterion[], halves: HalvesMeasured | undefined): ReportCriterion[] {
  if (halves === undefined) return [...whole]
  const rows = measureRows({ ...halves, columns: [] })
  const own = rows.map((row) => {
    const of = whole.find(({ id, released }) => id === row.id && released !== NO_VALUE)
    const notes = [...(of === undefined ? [] : [`${of.released} in the whole file`]), ...(row.note ? [row.note] : [])]
    return { ...row, name: `${row.name}, on halves`, ...(notes.length > 0 && { note: notes.join('; ') }) }
  })
  return [...whole.filter(({ id }) => !rows.some((row) => row.id === id)), ...own]
}

/** Writes a reference value near 0 in plain digits. */
function withPlainChance(row: ReportCriterion): ReportCriterion {
  return row.independent?.includes('e-') === true ? { ...row, independent: 'below 0.001 %' } : row
}

/** A pair is weak if its distance is at least this multiple of chance, and exceeds it by this many percent. */
const WEAK = { times: 2, beyond: 1 }

/**
 * Returns the pairs of columns whose table differs clearly from the original's.
 *
 * @param measures - Measurements of a synthetic file.
 * @returns Names, the weakest pair first; undefined if pairs have no value.
 */
export function weakPairs({ like }: SynthesisMeasures): readonly (readonly string[])[] | undefined {
  const pairs = found(like, 'loss/contingency-tables')?.measurement.tables?.get('pairs')
  if (pairs === undefined) return undefined
  return distances(pairs)
    .filter(({ percent, chance }) => percent > WEAK.times * chance && percent - chance > WEAK.beyond)
    .sort((a, b) => b.percent - b.chance - (a.percent - a.chance))
    .map(({ names }) => names)
}

function found(measured: readonly Measured[], id: string): Measured | undefined {
  return measured.find(({ metric }) => metric.id === id)
}

/** Returns the rows of a table of distances: names first, then both percentages. */
function distances(table: Dataset | undefined): Distance[] {
  if (table === undefined) return []
  const names = table.names.filter((name) => table.column(name).kind === 'categorical')
  const [percent, chance] = ['percent', 'percent by chance'].map((name) => numbersOf(table, name))
  const texts = names.map((name) => textsOf(table, name))
  return Array.from(percent, (value, i) => ({ names: texts.map((of) => of[i]), percent: value, chance: chance[i] }))
}

/** Part of a column in the propensity. */
interface Part {
  /** Multiple of the expected part. */
  readonly ratio: number
  /** Number of its terms. */
  readonly terms: number
}

function partsOf(table: Dataset | undefined): ReadonlyMap<string, Part> {
  if (table === undefined) return new Map()
  const [ratios, terms] = ['ratio', 'terms added'].map((name) => numbersOf(table, name))
  return new Map(textsOf(table, 'column').map((name, i) => [name, { ratio: ratios[i], terms: terms[i] }]))
}

function numbersOf(table: Dataset, name: string): Float64Array {
  const column = table.column(name)
  return column.kind === 'numeric' ? column.values : new Float64Array(table.rows).fill(Number.NaN)
}

function textsOf(table: Dataset, name: string): string[] {
  const column = table.column(name)
  return column.kind === 'categorical' ? Array.from(column.codes, (code) => column.levels[code] ?? '') : []
}

/**
 * Normal quantile beyond which a column is conspicuous: with 60 columns of two samples, one in ten files has such a
 * column.
 */
const OUTSTANDING = 3
/** Normal quantile of the range that contains 95 % of two samples. */
const USUAL = 1.96

function propensitySentence(one: Measured | undefined, parts: ReadonlyMap<string, Part>, sampled?: number): string {
  const table = one?.measurement.tables?.get('propensity')
  if (one === undefined || table === undefined) return ''
  const values = new Map(textsOf(table, 'what').map((what, i) => [what, numbersOf(table, 'value')[i]]))
  const [ratio, parameters] = ['ratio to the expected', 'parameters'].map((what) => values.get(what) ?? Number.NaN)
  if (!(ratio >= 0)) return ''
  const [low, high] = [-USUAL, USUAL].map((quantile) => ratioAt(quantile, parameters - 1))
  const { products } = one.params as { readonly products: boolean }
  const outstanding = [...parts]
    .filter(([, part]) => part.ratio > ratioAt(OUTSTANDING, part.terms))
    .sort(([, a], [, b]) => b.ratio - a.ratio)
  const names = outstanding.slice(0, NAMED).map(([name, part]) => `${name} (${twoDigits(part.ratio)})`)
  const more = outstanding.length > NAMED ? [`${outstanding.length - NAMED} more`] : []
  return (
    `Propensity: a regression on the columns${products ? ' and their products' : ' without products'} separates synthetic ` +
    `from original records ${twoDigits(ratio)} times as well as two samples of one population ` +
    `(${twoDigits(low)} to ${twoDigits(high)} by chance${sampled === undefined ? '' : `; at most ${groupedNumber(sampled)} records of each file`}). ` +
    (names.length > 0 ? `Columns beyond chance: ${sentenceList([...names, ...more])}.` : 'No column is beyond chance.')
  )
}

/** Largest number of columns that a sentence names. */
const NAMED = 5

/** Returns the quantile of χ²/k with k degrees of freedom by its normal quantile (Wilson & Hilferty 1931). */
function ratioAt(quantile: number, k: number): number {
  const variance = 2 / (9 * k)
  const root = 1 - variance + quantile * Math.sqrt(variance)
  return root * root * root
}

function distanceSentence(what: string, all: readonly Distance[]): string {
  if (all.length === 0) return ''
  const mean = (of: (one: Distance) => number): number => all.reduce((sum, one) => sum + of(one), 0) / all.length
  const worst = all.reduce((a, b) => (b.percent - b.chance > a.percent - a.chance ? b : a))
  const above = all.filter(({ percent, chance }) => percent > 2 * chance).length
  return (
    `${what}: ${percentText(mean(({ percent }) => percent))} of the records would have to change on average for the table to be that of ` +
    `the original; ${percentText(mean(({ chance }) => chance))} between two samples of one population. ` +
    `${groupedNumber(above)} of ${groupedNumber(all.length)} exceed twice that. Least like: ${worst.names.join(' × ')}, ` +
    `${percentText(worst.percent)} (by chance ${percentText(worst.chance)}).`
  )
}

function percentText(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '–' : `${twoDigits(value)} %`
}

function matricesOf(
  names: readonly string[],
  pairs: readonly Distance[],
): { readonly distance: ReportMatrix; readonly chance: ReportMatrix } {
  const places = new Map(names.map((name, i) => [name, i]))
  const matrix = (of: (one: Distance) => number): ReportMatrix => {
    const values = names.map(() => names.map((): number | null => null))
    for (const pair of pairs) {
      const [i, j] = pair.names.map((name) => places.get(name) ?? -1)
      if (i >= 0 && j >= 0) values[i][j] = values[j][i] = of(pair)
    }
    return { names, values }
  }
  return { distance: matrix(({ percent }) => percent), chance: matrix(({ chance }) => chance) }
}

/** Returns sentences on missing values: unknown, not small. */
function unknownSentences({ like }: SynthesisMeasures, lacksPeople: boolean): string[] {
  const reasons = like.flatMap(({ metric, measurement: { reason } }) =>
    reason === undefined ? [] : [`${metric.title} has no value: ${reason}.`],
  )
  const needsPeople =
    'Membership, attribute inference and distance to the closest record need people outside of the original: run with ' +
    '--halves, or measure with --control. A risk that was not measured is unknown, not small.'
  return [...reasons, ...(lacksPeople ? [needsPeople] : [])]
}

/** Formats a number with two significant digits, and all digits of whole numbers from 100. */
function twoDigits(value: number): string {
  return Math.abs(value) >= 99.5 ? groupedNumber(Math.round(value)) : value === 0 ? '0' : value.toPrecision(2)
}
