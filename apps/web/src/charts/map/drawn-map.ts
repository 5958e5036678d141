import type { Box, Measured } from '@sdc/report/looks'

/** A point as drawn. */
export interface DrawnPoint {
  /** Its label, numbered if several points share it, so that it identifies the point while the map grows. */
  readonly key: string
  readonly point: Measured
  readonly x: number
  readonly y: number
  /** Outline of its method's sign around its position. */
  readonly sign: string
  readonly colour: string
  readonly hollow: boolean
}

/** A line across the plot, with the area beyond it if that is not allowed. */
export interface Line {
  readonly x1: number
  readonly y1: number
  readonly x2: number
  readonly y2: number
  readonly text: string
  readonly beyond?: Box | undefined
}
