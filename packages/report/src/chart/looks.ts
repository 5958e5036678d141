export const width = 900
export const leastHeight = 640
/** Least height of the plot itself, in pixels. */
export const leastPlot = 420
export const dotRadius = 5
export const ringRadius = 11
export const margins = { left: 92, right: 28, top: 18, bottom: 62 } as const
export const labelSize = 11
export const chosenSize = 12.5
/** Size of the letters below a title, and height of their lines. */
export const captionSize = 12.5
export const captionLine = 20
