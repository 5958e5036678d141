import type { Measurement } from '@sdc/core'
import { table } from '@sdc/toolkit'

/**
 * Returns the weighted sum of measured parts, in the order of `weights`; null, with every reason, if one of them is.
 *
 * @param parts - Measurements of the metric's `parts`, by name.
 * @param weights - Weight of every part, by name.
 * @param counted - Part whose `used` counts.
 * @returns The measurement.
 */
export function combinedParts(
  parts: ReadonlyMap<string, Measurement>,
  weights: Readonly<Record<string, number>>,
  counted: string,
): Measurement {
  const names = Object.keys(weights)
  const measured = names.map((name) => partNamed(parts, name))
  const values = Float64Array.from(measured, ({ value }) => value ?? Number.NaN)
  const { used } = partNamed(parts, counted)
  const tables = new Map([
    [
      'components',
      table({
        component: names,
        percent: values,
        weight: Float64Array.from(names, (name) => weights[name]),
        used: Float64Array.from(measured, (part) => part.used),
        ...(measured.some(({ sample }) => sample) && {
          'standard error': Float64Array.from(measured, ({ sample }) => sample?.standardError ?? 0),
        }),
      }),
    ],
  ])
  const warned = warningsOf(measured)
  if (values.some(Number.isNaN)) {
    const reasons = measured.flatMap(({ reason }, i) => (reason ? [`${names[i]}: ${reason}`] : []))
    return { value: null, reason: [...new Set(reasons)].join('; '), used, tables, ...warned }
  }
  return { value: weightedSum(values, Object.values(weights)), used, tables, ...warned }
}

/**
 * Returns the warnings of the parts, each sentence once.
 *
 * @param parts - The measurements.
 * @returns No `warnings` if there are none.
 */
export function warningsOf(parts: readonly Pick<Measurement, 'warnings'>[]): Pick<Measurement, 'warnings'> {
  const warnings = [...new Set(parts.flatMap((part) => part.warnings ?? []))]
  return warnings.length === 0 ? {} : { warnings }
}

/**
 * Returns Σ w_i·v_i.
 *
 * @param values - One for each weight.
 * @param weights - The weights, in the same order.
 * @returns The sum.
 */
export function weightedSum(values: Readonly<Float64Array> | readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * values[i], 0)
}

/** Returns a part; the caller provides all requested parts, so a missing one is a bug, not bad input. */
function partNamed(parts: ReadonlyMap<string, Measurement>, name: string): Measurement {
  const part = parts.get(name)
  if (!part) throw new Error(`the part ${name} was not measured`)
  return part
}
