import type { Box, Measured } from '@sdc/report/looks'

/** A point as it is drawn. */
export interface DrawnPoint {
  /** Its label, and of several with one label their number: what tells it from all others while the map grows. */
  readonly key: string
  readonly point: Measured
  readonly x: number
  readonly y: number
  /** The outline of its method's sign about its place. */
  readonly sign: string
  readonly colour: string
  readonly hollow: boolean
}

/** A line across the plot, with what is beyond it where that is not allowed. */
export interface Line {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  readonly text: string
  readonly beyond?: Box | undefined
}
