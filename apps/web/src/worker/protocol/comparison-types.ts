import type { KeptMeasurement } from '@sdc/engine'
import type { Judgement } from '@sdc/release'
import type { RiskUtilityMap } from '@sdc/report'
import type { ComparisonDocument } from '@sdc/search'
import type { Bars } from './bars-view.js'
import type { Settings } from './settings-types.js'

/** A comparison, complete or in progress, with its map. */
export interface ComparisonView extends ComparisonDocument {
  readonly map: RiskUtilityMap
}

/** Measurements of runs in comparisons of a file, by a key of everything they depend on. No data. */
export type Measurements = readonly (readonly [key: string, measured: readonly KeptMeasurement[]])[]

/** A comparison with its settings. */
export interface Compared {
  readonly view: ComparisonView
  readonly settings: Settings
}

/** The examined run of a chosen candidate. */
export interface ChosenView {
  readonly label: string
  readonly sentence: string
  readonly judgement: Judgement
  readonly columns: readonly {
    readonly name: string
    readonly before: Bars
    readonly after: Bars
    /** Rank changes, in percent of all ranks, at equal steps. */
    readonly moves?: readonly number[] | undefined
  }[]
  /** Reason that no column has rank changes, or the records on which they are measured. */
  readonly movesNote?: string | undefined
}
