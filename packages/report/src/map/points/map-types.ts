/** Axis of a risk–utility map. */
export interface Axis {
  readonly label: string
  /** `%`, or the meaning of one unit; empty for none. */
  readonly unit: string
  readonly better: 'lower' | 'higher'
  /** Limit of the metric, drawn as a line; the area beyond it is shaded. */
  readonly limit?: number | undefined
  /** Value of data that are independent of the original, drawn as a line. */
  readonly independent?: number | undefined
}

/** A masked file (or the mean of several replicates) on the map. */
export interface MapPoint {
  /** Full name. */
  readonly label: string
  /** Short name; the page of the web application shows it instead of the label. */
  readonly name?: string | undefined
  /**
   * Id of the method, `family/name`. Points of one series that differ by their parameters are joined in the given
   * order. Colour is by family and shape by method, the same in every map.
   */
  readonly series: string
  /** Its parameters in short form (`k = 5`). */
  readonly parameter: string
  readonly reverseMapped: boolean
  /** null if it could not be measured. */
  readonly risk: number | null
  readonly loss: number | null
  /** Number of runs behind the means; undefined if unknown. */
  readonly runs?: number | undefined
  /** Least and greatest over the replicates. */
  readonly riskRange?: readonly [number, number] | undefined
  readonly lossRange?: readonly [number, number] | undefined
  readonly pareto: boolean
  readonly chosen: boolean
  /** Rank among the plans listed next to the map, from 1; it is the label on the map. */
  readonly place?: number | undefined
  /** True for a candidate that is crossed out, for a reason that the axes may not show. */
  readonly barred?: boolean | undefined
  /** Reasons why it is not chosen, one sentence each: high risks, exceeded limits. */
  readonly reasons?: readonly string[] | undefined
}

export interface RiskUtilityMap {
  readonly title: string
  /** Subject of the map; a long one is broken into lines. */
  readonly subtitle?: string | undefined
  readonly risk: Axis
  readonly loss: Axis
  readonly points: readonly MapPoint[]
  /** Draws lines of equal score, (loss + risk) / 2, if both axes have one unit and less of both is better. */
  readonly isoScore?: boolean | undefined
  /** Meaning of the crosses, for the legend. */
  readonly barred?: string | undefined
  /** Heading of the listed plans. */
  readonly listed?: string | undefined
}

/** A point with both values. */
export interface Measured extends MapPoint {
  /** Index among the given points. */
  readonly at: number
  readonly risk: number
  readonly loss: number
}
