import { log, log10 } from '@sdc/stats'

/** Greater values leave no room for an axis beyond them; they count as not measured. */
export const largest = 1e290

/** Returns true for a value that can be drawn. */
export function isDrawable(value: number | null): value is number {
  return value !== null && Math.abs(value) <= largest
}

/** Point or label for which the axis needs room. */
interface Placed {
  readonly risk: number
  readonly loss: number
  readonly riskRange?: readonly [number, number] | undefined
  readonly lossRange?: readonly [number, number] | undefined
}

/** One axis of the map: its scale and its ticks. */
export interface MapScale {
  readonly type: 'linear' | 'log'
  readonly domain: readonly [number, number]
  readonly range: readonly [number, number]
  readonly ticks: readonly number[]
  /** Returns the number drawn for a value; on a logarithmic axis, 0 is drawn at the edge. */
  place(value: number): number
  /** Returns the position of a number in pixels. */
  position(value: number): number
  text(tick: number): string
  readonly zeroAtEdge: boolean
}

/**
 * Returns the x scale, with a limit if there is one. It is logarithmic if the positive losses span more than two
 * decades and none is negative.
 */
export function lossScale(
  points: readonly Placed[],
  range: readonly [number, number],
  limit: number | null = null,
): MapScale {
  const values = [limit, ...points.flatMap(({ loss, lossRange }) => [loss, ...(lossRange ?? [])])].filter(isDrawable)
  const losses = points.map(({ loss }) => loss)
  const positive = losses.filter((value) => value > 0)
  const spread = Math.max(...positive) / Math.min(...positive)
  // Values this small leave no room for an edge below them.
  const tiny = positive.some((value) => value < 1e-290)
  if (spread > 100 && !tiny && losses.every((value) => value >= 0)) return logScale(values, range)
  return linearScale(values, losses, range)
}

/**
 * Returns the y scale, which is always linear.
 *
 * @param points - Points and labels that must fit.
 * @param range - Positions of the ends in pixels.
 * @param limit - Limit of the risk; null if there is none.
 * @returns The scale.
 */
export function riskScale(
  points: readonly Placed[],
  range: readonly [number, number],
  limit: number | null = null,
): MapScale {
  const values = [limit, ...points.flatMap(({ risk, riskRange }) => [risk, ...(riskRange ?? [])])].filter(isDrawable)
  return linearScale(
    values,
    points.map(({ risk }) => risk),
    range,
  )
}

/** Returns a linear scale; `values` are all drawn values including the ends of ranges, `centres` the points alone. */
function linearScale(
  values: readonly number[],
  centres: readonly number[],
  range: readonly [number, number],
): MapScale {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  // Zero is shown unless the points lie close together and far from it.
  const near = new Set(centres).size > 2 && most - least < Math.max(Math.abs(least), Math.abs(most)) / 5
  const lowest = near ? least : Math.min(0, ...values)
  const highest = near ? most : Math.max(0, ...values)
  const span = highest - lowest || 1
  const domain = [
    lowest === 0 ? 0 : lowest - span * 0.06,
    highest === 0 && lowest < 0 ? 0 : lowest + span * 1.06,
  ] as const
  return linearOver(domain, range, niceStep(span))
}

/**
 * Returns a linear axis over a domain.
 *
 * @param domain - Its ends.
 * @param range - Positions of the ends in pixels.
 * @param step - Distance between two ticks.
 * @returns The axis with ticks at the multiples of the step.
 */
export function linearOver(
  domain: readonly [number, number],
  range: readonly [number, number],
  step: number = niceStep(domain[1] - domain[0]),
): MapScale {
  return {
    type: 'linear',
    domain,
    range,
    ticks: linearTicks(domain, step),
    place: (value) => value,
    position: (value) => range[0] + ((value - domain[0]) / (domain[1] - domain[0])) * (range[1] - range[0]),
    text: shortNumber,
    zeroAtEdge: false,
  }
}

/**
 * Returns the multiples of a step within a domain.
 *
 * @param domain - Its ends.
 * @param step - Distance between two ticks.
 * @returns The ticks in ascending order; the ends if the step is below the precision of the numbers.
 */
export function linearTicks(domain: readonly [number, number], step: number): number[] {
  const [first, last] = [Math.ceil(domain[0] / step), Math.floor(domain[1] / step)]
  // Steps below the precision of the numbers cannot be counted; the ends are the ticks instead.
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last)) return [...domain]
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

function logScale(values: readonly number[], range: readonly [number, number]): MapScale {
  const positive = values.filter((value) => value > 0)
  const zeroAtEdge = values.some((value) => value <= 0)
  const least = Math.min(...positive)
  const edge = least / (zeroAtEdge ? 4 : 1.4)
  const domain = [edge, Math.max(...positive) * 1.4] as const
  const decades = log10(domain[1] / domain[0])
  const ticks = zeroAtEdge ? [edge] : []
  // At most about ten labels: 1, 2 and 5 in every decade, then one per decade, then one every few decades.
  const every = Math.ceil(decades / 10)
  for (let power = Math.floor(log10(least / 1.4)); power <= Math.ceil(log10(domain[1])); power++) {
    if (power % every !== 0) continue
    for (const digit of decades > 4 ? [1] : [1, 2, 5]) {
      const tick = Number(`${digit}e${power}`)
      if (tick > least / 1.4 && tick <= domain[1]) ticks.push(tick)
    }
  }
  const place = (value: number): number => Math.max(value, edge)
  const width = log(domain[1] / domain[0])
  return {
    type: 'log',
    domain,
    range,
    ticks,
    place,
    position: (value) => range[0] + (log(place(value) / domain[0]) / width) * (range[1] - range[0]),
    text: (tick) => (zeroAtEdge && tick === edge ? '0' : shortNumber(tick)),
    zeroAtEdge,
  }
}

/** Returns 1, 2 or 5 times a power of ten, such that a span has four to ten steps. */
export function niceStep(span: number): number {
  const power = Number(`1e${Math.floor(log10(span / 4))}`)
  return [5, 2, 1].map((digit) => digit * power).find((step) => span / step >= 4) ?? power
}

/**
 * Formats a number for a tick, with an exponent below 10⁻⁴ and from 10⁶ on: `0.25`, `1.5e6`.
 */
export function shortNumber(value: number): string {
  const size = Math.abs(value)
  if (size !== 0 && (size < 1e-4 || size >= 1e6))
    return value
      .toExponential(2)
      .replace(/\.?0+e/, 'e')
      .replace('e+', 'e')
  return String(Number(value.toPrecision(4))).replace('-', '−')
}

/** Formats a number with two significant digits and all digits before the decimal point: `0.28`, `4.4`, `1080`. */
export function briefNumber(value: number): string {
  const size = Math.abs(value)
  if (size >= 10 && size < 1e6) return String(Math.round(value)).replace('-', '−')
  return shortNumber(Number(value.toPrecision(2)))
}
