import type { Column, Rng } from '@sdc/core'
import type { BoundPlan } from '../../bind/bind.js'

/** Context of a step. */
export interface StepContext extends Omit<BoundPlan, 'steps'> {
  /** The stream of this step. */
  readonly rng: Rng
  /** Columns that earlier steps masked. */
  readonly masked: ReadonlySet<string>
  readonly tick: (fraction: number) => void
  /** Columns of the original that earlier steps imputed, with the values that they used. */
  readonly filled: ReadonlyMap<string, Column>
}
