import {
  dataset,
  measureInput,
  noRoles,
  numeric,
  seededRng,
  type Column,
  type Dataset,
  type Measurement,
  type Roles,
} from '@sdc/core'
import { measureByPlan } from '@sdc/toolkit'
import { distanceToClosestMetric } from './distance-to-closest.js'

export interface ClosestOptions {
  readonly seed?: number | string
  readonly roles?: Partial<Roles>
  readonly columns?: readonly string[]
  readonly tick?: (fraction: number) => void
}

export function measure(
  original: Dataset,
  masked: Dataset,
  control: Dataset | undefined,
  { seed = 3, roles = {}, ...rest }: ClosestOptions = {},
): Measurement {
  const input = { params: {}, control, rng: seededRng(seed), roles: { ...noRoles, ...roles }, ...rest }
  return measureByPlan(distanceToClosestMetric, measureInput(original, masked, input)) as Measurement
}

export const isHigh = ({ value, high }: Measurement): boolean => (value ?? 0) > (high ?? 0)

/** Returns true if the test rejects. */
export const isFound = ({ value, fair }: Measurement): boolean => (value ?? 0) > (fair ?? 0)

/** Returns new records whose first ones are copies of the original's first ones. */
export function withCopies(fresh: Dataset, original: Dataset, copies: number): Dataset {
  return dataset(
    fresh.names.map((name): [string, Column] => {
      const [own, old] = [fresh.column(name), original.column(name)]
      if (own.kind === 'numeric' && old.kind === 'numeric')
        return [name, numeric(own.values.map((value, i) => (i < copies ? old.values[i] : value)))]
      if (own.kind !== 'categorical' || old.kind !== 'categorical') throw new Error(`${name} has two kinds`)
      const levels = [...new Set([...own.levels, ...old.levels])]
      const codes = own.codes.map((code, i) => levels.indexOf(i < copies ? old.levels[old.codes[i]] : own.levels[code]))
      return [name, { ...own, levels, codes }]
    }),
  )
}
