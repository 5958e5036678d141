/** Axis of a risk–utility map. */
export interface Axis {
  readonly label: string
  /** `%`, or what one unit is; empty for none. */
  readonly unit: string
  readonly better: 'lower' | 'higher'
  /** Limit of the metric, drawn as a line; the area beyond it is shaded. */
  readonly limit?: number | undefined
  /** Value of data that are independent of the original, drawn as a line. */
  readonly independent?: number | undefined
}

/** A masked file (or the mean of several replicates) on the map. */
export interface MapPoint {
  /** Its name in full. */
  readonly label: string
  /** Its name in few words; the page of the web application shows it in place of the label. */
  readonly name?: string | undefined
  /**
   * The method, `family/name`: points of one series that differ by their parameters are joined in the order in which they are
   * given. The colour is that of the family, the shape that of the method, the same in every map.
   */
  readonly series: string
  /** Its parameters, in short (`k = 5`). */
  readonly parameter: string
  readonly reverseMapped: boolean
  /** null where it could not be measured. */
  readonly risk: number | null
  readonly loss: number | null
  /** Number of runs behind the means; undefined if unknown. */
  readonly runs?: number | undefined
  /** Least and greatest over the replicates. */
  readonly riskRange?: readonly [number, number] | undefined
  readonly lossRange?: readonly [number, number] | undefined
  readonly pareto: boolean
  readonly chosen: boolean
  /** Place among the plans that are listed next to the map, from 1; the map has it as a label. */
  readonly place?: number | undefined
  /** True for a candidate that is crossed out, for a reason that the axes need not show. */
  readonly barred?: boolean | undefined
  /** Why it is not chosen, a sentence each: what is high, which limits it is beyond. */
  readonly reasons?: readonly string[] | undefined
}

export interface RiskUtilityMap {
  readonly title: string
  /** Subject of the map; a long one is broken into lines. */
  readonly subtitle?: string | undefined
  readonly risk: Axis
  readonly loss: Axis
  readonly points: readonly MapPoint[]
  /** Lines of equal score, (loss + risk) / 2; drawn only where both have one unit and less of both is better. */
  readonly isoScore?: boolean | undefined
  /** Meaning of the crosses, for the legend. */
  readonly barred?: string | undefined
  /** Heading of the listed plans. */
  readonly listed?: string | undefined
}

/** A point that has both values. */
export interface Measured extends MapPoint {
  /** Its place among the points that were given. */
  readonly at: number
  readonly risk: number
  readonly loss: number
}
