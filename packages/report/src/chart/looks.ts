export const width = 900
export const leastHeight = 640
/** The plot itself is never lower than this. */
export const leastPlot = 360
export const ink = '#222222'
export const dotRadius = 5
export const ringRadius = 11
export const margins = { left: 78, right: 28, top: 18, bottom: 62 } as const
export const labelSize = 11
export const chosenSize = 12.5
