/** What an axis measures. */
export interface Axis {
  readonly label: string
  /** `%`, or what one unit is; empty for none. */
  readonly unit: string
  readonly better: 'lower' | 'higher'
  /** What a candidate may not go beyond; drawn as a line, with what is beyond it shaded. */
  readonly limit?: number | undefined
}

/** A masked file (or the mean of several replicates) on the map. */
export interface MapPoint {
  /** Its name in full. */
  readonly label: string
  /** The method: points of one series have one colour and are joined in the order in which they are given. */
  readonly series: string
  /** Its parameters, in short (`k = 5`). */
  readonly parameter: string
  readonly reverseMapped: boolean
  /** null where it could not be measured. */
  readonly risk: number | null
  readonly loss: number | null
  /** Least and greatest over the replicates. */
  readonly riskRange?: readonly [number, number] | undefined
  readonly lossRange?: readonly [number, number] | undefined
  readonly pareto: boolean
  readonly chosen: boolean
  /** Whether it is crossed out: what speaks against it need not be seen on the axes. */
  readonly barred?: boolean | undefined
}

/** A masked file without a name. */
export interface CloudPoint {
  readonly risk: number
  readonly loss: number
}

export interface RiskUtilityMap {
  readonly title: string
  readonly subtitle?: string | undefined
  readonly risk: Axis
  readonly loss: Axis
  readonly points: readonly MapPoint[]
  /** Further masked files, drawn small below the points: those of a search, of which the points are the front. */
  readonly cloud?: readonly CloudPoint[] | undefined
  /** Lines of equal score, (loss + risk) / 2; drawn only where both have one unit and less of both is better. */
  readonly isoScore?: boolean | undefined
  /** What the crosses mean, for the legend. */
  readonly barred?: string | undefined
}

/** A point that has both values. */
export interface Measured extends MapPoint {
  readonly risk: number
  readonly loss: number
}
