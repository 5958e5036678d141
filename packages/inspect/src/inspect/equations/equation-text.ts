import type { TimeKind } from '@sdc/core'
import { columnInRule } from '@sdc/rules'
import { groupedNumber, numberText } from '../words.js'
import type { Equation, Term } from './equation.js'

/** A column of an equation, and its index in the file. */
interface Side {
  readonly name: string
  readonly place: number
}

/** Returns the texts of a sum, for people and as a rule. */
export function sumTexts(
  y: Pick<Term, 'column' | 'place'>,
  terms: readonly Term[],
  constant: number,
): Pick<Equation, 'text' | 'rule'> {
  const sides = [{ ...y, slope: -1 }, ...terms].map(({ column: { name, time }, place, slope }) => {
    return { name, time, place, slope }
  })
  const of = aloneOf(sides, constant)
  const rest = sides.filter((side) => side !== of).map((side) => ({ ...side, slope: -side.slope / of.slope }))
  rest.sort((a, b) => Number(b.slope > 0) - Number(a.slope > 0) || a.place - b.place)
  const [plus, minus] = ['+', '−']
  const end = constant === 0 ? [] : [{ size: Math.abs(constant), sign: constant < 0 ? minus : plus }]
  const parts = rest.map((side) => ({ side, sign: side.slope < 0 ? minus : plus }))
  const text = [
    ...parts.map(({ side, sign }) => ({ sign, text: times(side) })),
    ...end.map(({ size, sign }) => ({ sign, text: numberText(size) })),
  ]
  const rule = [
    ...parts.map(({ side, sign }) => ({ sign, text: timesInRule(side) })),
    ...end.map(({ size, sign }) => ({ sign, text: String(size) })),
  ]
  return { text: joined(of.name, text), rule: joined(columnInRule(of.name), rule).replaceAll(minus, '-') }
}

function joined(left: string, [first, ...others]: readonly { readonly sign: string; readonly text: string }[]): string {
  const begin = first.sign === '+' ? first.text : `${first.sign}${first.text}`
  return `${left} = ${[begin, ...others.map(({ sign, text }) => `${sign} ${text}`)].join(' ')}`
}

interface SumSide extends Side {
  readonly time: TimeKind | undefined
  readonly slope: number
}

/**
 * Returns the column on the left: the number of days between dates; else the one that makes all other slopes positive
 * (b = a + c instead of a = b − c); else the first.
 */
function aloneOf(sides: readonly SumSide[], constant: number): SumSide {
  if (constant !== 0) return sides[0]
  const whole = sides.filter(({ slope }) => Math.abs(slope) === 1)
  const between = sides.some(({ time }) => time) && whole.find(({ time }) => !time)
  if (between) return between
  return whole.find((side) => sides.every((one) => one === side || one.slope * side.slope < 0)) ?? sides[0]
}

function timesInRule({ name, slope }: SumSide): string {
  const size = Math.abs(slope)
  const inverse = Math.round(1 / size)
  if (size === 1) return columnInRule(name)
  return size < 1 && 1 / inverse === size ? `${columnInRule(name)} / ${inverse}` : `${size} * ${columnInRule(name)}`
}

function times({ name, slope }: { readonly name: string; readonly slope: number }): string {
  const size = Math.abs(slope)
  if (size === 1) return name
  return size < 1 && Number.isInteger(Math.round(1 / size)) && Math.abs(Math.round(1 / size) * size - 1) < 1e-12
    ? `${name}/${groupedNumber(Math.round(1 / size))}`
    : `${numberText(size)}·${name}`
}

/** Returns `a = b·c` or `a = b/c`, with the column on the left that leaves a product if there is one. */
export function productText(y: Side, terms: readonly Term[]): string {
  const sides = terms.map(({ column, place, slope }) => ({ name: column.name, place, slope }))
  const above = sides.filter(({ slope }) => slope > 0)
  const below = sides.filter(({ slope }) => slope < 0)
  const times = (list: readonly Side[]): string =>
    [...list]
      .sort((a, b) => a.place - b.place)
      .map(({ name }) => name)
      .join('·')
  if (above.length === 0) return `${times([y, ...below])} = 1`
  if (below.length > 0 && above.length === 1) return `${above[0].name} = ${times([y, ...below])}`
  return `${y.name} = ${times(above)}${below.map(({ name }) => `/${name}`).join('')}`
}

/** Returns `in every record`, `in 1,019 of 1,080 records` or `to rounding`. */
export function holdsText({ holds, of, rounded }: Equation, records: number): string {
  const where =
    holds === of
      ? of === records
        ? 'in every record'
        : `in every record that has them (${groupedNumber(of)})`
      : `in ${groupedNumber(holds)} of ${groupedNumber(of)} records`
  return rounded ? `${where}, to rounding` : where
}
