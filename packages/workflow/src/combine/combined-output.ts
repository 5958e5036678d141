import { shortNumber } from '@sdc/engine'
import { fileScreen, left, right, type Screen, textTable } from '@sdc/report/tables'
import { significant } from '@sdc/inspect'
import type { CombinedSets } from './combine-sets.js'

/** Returns a line per quantity: estimate, standard error, interval, and the parts of the variance. */
export function combinedText({ quantities, level }: CombinedSets, screen: Screen = fileScreen): string {
  const percent = shortNumber(100 * level)
  const rows = quantities.map(({ name, estimate, standardError, interval, degrees, within, between }) => [
    name,
    significant(estimate, standardError),
    shortNumber(standardError),
    ...interval.map((bound) => significant(bound, standardError)),
    degrees === Infinity ? '∞' : shortNumber(degrees),
    shortNumber(within),
    shortNumber(between),
  ])
  const needed = ['estimate', 'std. error', `${percent} % from`, 'to'].map((name) => right(name, { rank: 0 }))
  const heads = [...needed, ...['degrees', 'within, ū', 'between, b'].map((name) => right(name))]
  return textTable([left('quantity', { rank: 0, wraps: true }), ...heads], rows, { screen })
}

/** Returns the combined estimates as JSON in the form of `combineOutput`. */
export function combinedJson({ kind, sets, level, sizeRatio, quantities }: CombinedSets): unknown {
  const bounded = (value: number): number | null => (Number.isFinite(value) ? value : null)
  return {
    kind,
    sets,
    level,
    ...(kind === 'full' || kind === 'synthetic' ? { sizeRatio } : {}),
    quantities: quantities.map(({ degrees, interval, ...rest }) => ({
      ...rest,
      degrees: bounded(degrees),
      interval: interval.map(bounded),
    })),
  }
}
