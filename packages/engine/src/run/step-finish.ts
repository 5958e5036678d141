import type { ValueBounds } from '@sdc/core'
import { roundToStep, type ValueStep } from '@sdc/stats'
import type { BoundStep } from '../bind/bind.js'
import { broughtWithin, inwardToStep } from './keep-within.js'
import { madeValues } from './made-values.js'
import { chosenStep, isRounded, type ColumnFacts } from './precision.js'

/** Changes of a step's numbers, value by value, as `keepWithin` and `roundDrawn` make them in whole columns. */
export interface StepFinish {
  /** Step of the rounding; null for none. */
  readonly step: ValueStep | null
  /** Returns the released values, and the number of values brought within bounds. */
  out(values: Float64Array): { readonly values: Float64Array; readonly moved: number }
  /** The values as a next step gets them that masks the column. */
  next(values: Float64Array): Float64Array
}

/** What is known of a numeric column when a step has masked it. */
export interface FinishContext {
  /** Of the original's column. */
  readonly facts: ColumnFacts
  readonly bounds: ValueBounds | undefined
  /** Whether values of the column were brought within bounds. */
  readonly moved: boolean
}

/**
 * Makes the changes of a step's numbers in one column.
 *
 * @param step - The step.
 * @param context - The column that it masked.
 * @returns Functions of a few of its values at a time.
 */
export function finishOf(step: BoundStep, { facts, bounds, moved }: FinishContext): StepFinish {
  const { traits } = step.method
  const sort = madeValues(step)
  const how = traits.stochastic && traits.draws === 'numbers' ? 'folded' : 'moved'
  const bounded = traits.adds || traits.permutes ? undefined : bounds
  const of = isRounded(step, bounds) ? (chosenStep(step, facts, bounds, moved)?.of ?? null) : null
  const free = isRounded(step, undefined) ? chosenStep(step, facts, undefined, false)?.of : undefined
  const out = (values: Float64Array): { readonly values: Float64Array; readonly moved: number } => {
    const brought = bounded && broughtWithin(values, bounded, how)
    const within = brought?.values ?? values
    const count = brought?.count ?? 0
    if (of === null) return { values: within, moved: count }
    const rounded = roundToStep(within, of)
    return { values: bounds ? inwardToStep(rounded, of, bounds) : rounded, moved: count }
  }
  const asMade = sort !== 'drawn' && (of !== null || moved)
  return {
    step: of,
    out,
    next(values) {
      if (asMade) return values
      if (sort !== 'drawn' || bounds === undefined || (of === null && !moved)) return out(values).values
      return free ? roundToStep(values, free) : values
    },
  }
}
