/** Colours, shapes and sizes of the pictures, without the drawing library: for a page that draws its own charts. */
export {
  briefNumber,
  isDrawable,
  linearOver,
  linearTicks,
  niceStep,
  riskScale,
  shortNumber,
  type MapScale,
} from './chart/axes.js'
export { familyOf, methodStyle } from './map/points/series-style.js'
export { signPath } from './map/page/sign-path.js'
export type { Axis, MapPoint, Measured, RiskUtilityMap } from './map/points/map-types.js'
export { isHollow, measuredOf, paretoSteps } from './map/points/measured.js'
export { placeLabels, type Box, type LabelRequest, type PlacedLabel } from './map/points/place-labels.js'
export { countText, sharedPlaces, type Place } from './map/points/places.js'
export { pointTexts, pointTitle, valueText } from './map/points/point-text.js'
export { isRange } from './map/points/ranges.js'
export { brokenLines, textWidth } from './text.js'
