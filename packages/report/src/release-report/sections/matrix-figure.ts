import { escaped } from '../../html-text.js'
import { place, shownName, twoDecimals } from '../page/page-text.js'
import type { ReportMatrix } from '../page/report-types.js'

/** Most columns of a matrix whose numbers are readable on paper. */
export const MOST_NUMBERED = 16
const names = 84
/** A smaller matrix is scaled as if it had this number of columns, to limit the size of its letters. */
const LEAST_COLUMNS = 12
/** Shares of the greatest value at which the colour of a cell gets stronger. */
const steps = [0.04, 0.2, 0.4, 0.6, 0.8]

/** Returns the value of a pair of columns, given by their indexes. */
export type PairValue = (row: number, column: number) => number | null

/** A triangle of a picture, with the value of its full colour. */
export interface Triangle {
  readonly value: PairValue
  readonly full: number
}

/**
 * Returns a picture of a symmetric matrix, with one triangle (below the diagonal) or two. Few columns have their
 * numbers in the cells; many columns have only colours, with one path per strength.
 */
export function matrixPicture(
  columns: readonly string[],
  lower: Triangle,
  upper: Triangle | undefined,
  label: string,
): string {
  const count = columns.length
  const isNumbered = count <= MOST_NUMBERED
  // A cell without numbers is one unit, for short paths.
  const cell = isNumbered ? 34 : 1
  const size = count * cell
  const fill = isNumbered ? cell - 1 : 1
  const paths = new Map<string, string>()
  const numbers: string[] = []
  for (let i = 0; i < count; i++)
    for (let j = 0; j < count; j++) {
      if (i === j || (i < j && upper === undefined)) continue
      const { value, full } = i > j || upper === undefined ? lower : upper
      const one = value(i, j)
      const look = lookOf(one, full)
      if (look !== '') paths.set(look, `${paths.get(look) ?? ''}M${j * cell} ${i * cell}h${fill}v${fill}h-${fill}z`)
      if (isNumbered)
        numbers.push(`<text x="${j * cell + cell / 2 - 0.5}" y="${i * cell + 21}">${twoDecimals(one)}</text>`)
    }
  const drawn = [...paths].sort(([a], [b]) => (a < b ? -1 : 1)).map(([look, d]) => `<path class="${look}" d="${d}"/>`)
  const most = 13
  const named = (name: string): string => escaped(shownName(name, most))
  const heads = !isNumbered
    ? ''
    : columns
        .map(
          (name, i) =>
            `<text x="-6" y="${i * cell + 21}" text-anchor="end">${named(name)}</text><text transform="translate(${place(i * cell + 21)} ${upper === undefined ? i * cell - 5 : -6})rotate(-${upper === undefined ? 45 : 60})">${named(name)}</text>`,
        )
        .join('')
  const diagonal = upper === undefined ? '' : `<path class="grid" d="M0 0L${size} ${size}"/>`
  const [left, above] = isNumbered ? [names, upper === undefined ? 62 : 88] : [0, 0]
  const right = isNumbered ? 40 + Math.max(0, LEAST_COLUMNS - count) * cell : 0
  return `<svg class="chart matrix-${isNumbered ? 'small' : 'large'}" viewBox="${-left} ${-above} ${size + left + right} ${size + above}" role="img" aria-label="${label}">${drawn.join('')}${diagonal}<g font-size="11">${heads}</g><g font-size="10.5" text-anchor="middle">${numbers.join('')}</g></svg>`
}

/** Returns the class of a value, by its sign and its share of the greatest one. */
function lookOf(value: number | null, full: number): string {
  if (value === null || !Number.isFinite(value)) return ''
  const level = steps.filter((step) => Math.abs(value) / full >= step).length
  return level === 0 ? '' : `${value < 0 ? 'down' : 'up'} o${level}`
}

/** Returns the value of a pair; null if it is missing or not a number. */
export function pairOf({ values }: ReportMatrix): PairValue {
  return (i, j) => {
    const value = values.at(i)?.at(j)
    return value === undefined || value === null || !Number.isFinite(value) ? null : value
  }
}

/** Returns the greatest absolute value of a pair, or `least` if that is larger, so that noise does not look strong. */
export function fullOf(value: PairValue, count: number, least: number): number {
  let most = least
  for (let i = 1; i < count; i++) for (let j = 0; j < i; j++) most = Math.max(most, Math.abs(value(i, j) ?? 0))
  return Math.ceil(Number((most * 20).toPrecision(9))) / 20
}
