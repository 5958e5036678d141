import * as Plot from '@observablehq/plot'
import { isDrawable, lossScale, riskScale, shortNumber, type MapScale } from '../chart/axes.js'
import { isoLines } from './iso-score.js'
import { legendEntries } from './legend.js'
import { legendMarks } from './legend-marks.js'
import { ink, leastHeight, leastPlot, margins, width } from '../chart/looks.js'
import { limitMarks } from './limit-marks.js'
import { mapLabels } from './map-labels.js'
import { cloudMark, isMeasured, mapMarks, paretoSteps } from './map-marks.js'
import type { Measured, RiskUtilityMap } from './map-types.js'
import { pixels } from '../chart/pixels.js'
import { seriesStyles } from './series-style.js'
import { finishedSvg, newDocument, type SvgElement } from '../chart/svg-document.js'
import { subtitleOf, wordMarks } from './word-marks.js'

/**
 * The risk-utility map as an SVG of 900 × 640 (higher where the legend is long) that needs nothing else: x is information loss, y disclosure risk. Points
 * without both values are left out, and the subtitle says how many. The same map gives the same text. Runs in Node and
 * in a browser. O(points²), for the labels.
 */
export function riskUtilityMap(map: RiskUtilityMap): string {
  const points = map.points.filter(isMeasured)
  const styles = seriesStyles(map.points.map(({ series }) => series))
  const subtitle = subtitleOf(map, points.length)
  const legend = legendEntries(
    points,
    styles,
    map,
    margins.left - 10,
    subtitle === '' ? 44 : 64,
    width - margins.left - margins.right + 10,
  )
  // Many methods make a long legend, never a small plot.
  const height = Math.max(leastHeight, legend.bottom + margins.top + leastPlot + margins.bottom)
  const frame = {
    left: margins.left,
    right: width - margins.right,
    top: legend.bottom + margins.top,
    bottom: height - margins.bottom,
  }
  const cloud = (map.cloud ?? []).filter(({ risk, loss }) => isDrawable(risk) && isDrawable(loss))
  const drawn = [...points, ...cloud]
  const x = lossScale(drawn, [frame.left, frame.right], map.loss.limit)
  const y = riskScale(drawn, [frame.bottom, frame.top], map.risk.limit)
  const iso = isoLines(map, x, y)
  const labels = mapLabels(points, styles, paretoSteps(points, map), x, y, {
    ...frame,
    left: frame.left + 2,
    right: frame.right - 2,
  })
  const document = newDocument()

  const svg: SvgElement = Plot.plot({
    document,
    width,
    height,
    marginLeft: frame.left,
    marginRight: margins.right,
    marginTop: frame.top,
    marginBottom: margins.bottom,
    className: 'sdc-map',
    style: { color: ink, fontFamily: 'sans-serif', fontSize: '12px', background: 'white' },
    x: { type: x.type, domain: x.domain, range: x.range, axis: null },
    y: { type: 'linear', domain: y.domain, range: y.range, axis: null },
    marks: [
      Plot.rect([0], {
        x1: pixels(() => 0),
        x2: pixels(() => width),
        y1: pixels(() => 0),
        y2: pixels(() => height),
        fill: 'white',
      }),
      ...axisMarks(x, y),
      ...limitMarks(map, x, y, frame),
      cloudMark(cloud, x),
      ...mapMarks(points, styles, x, iso, labels, map),
      ...legendMarks(legend.entries),
      ...wordMarks(map, subtitle, points.length, x, frame),
    ],
  })
  return finishedSvg(svg, document, map.title, described(map, points))
}

function axisMarks(x: MapScale, y: MapScale): Plot.Markish[] {
  const look = { tickSize: 4, fontSize: 12 }
  return [
    Plot.gridX(x.ticks, { stroke: '#000000', strokeOpacity: 0.07 }),
    Plot.gridY(y.ticks, { stroke: '#000000', strokeOpacity: 0.07 }),
    Plot.axisX(x.ticks, { ...look, text: (tick: number) => x.text(tick), label: null }),
    Plot.axisY(y.ticks, { ...look, text: (tick: number) => y.text(tick), label: null }),
    Plot.frame({ stroke: '#888888' }),
  ]
}

function described(map: RiskUtilityMap, points: readonly Measured[]): string {
  const value = (point: Measured): string =>
    `${point.label} (loss ${shortNumber(point.loss)}, risk ${shortNumber(point.risk)})`
  const chosen = points.filter((point) => point.chosen).map(value)
  const barred = points.filter((point) => point.barred)
  const front = paretoSteps(points, map).map(value)
  return [
    `Scatter plot of ${points.length} of ${map.points.length} masked files:`,
    `${map.loss.label} across, ${map.risk.label} upwards.`,
    map.cloud && map.cloud.length > 0 ? `Below them ${map.cloud.length} that were tried.` : '',
    front.length > 0 ? `Pareto front: ${front.join('; ')}.` : '',
    barred.length > 0 ? `Crossed out (${map.barred ?? 'cannot be chosen'}): ${barred.length}.` : '',
    ...[map.risk, map.loss].map(({ label, limit, unit, better }) =>
      limit === undefined
        ? ''
        : `Limit of ${label}: at ${better === 'lower' ? 'most' : 'least'} ${shortNumber(limit)} ${unit}.`,
    ),
    chosen.length > 0 ? `Chosen: ${chosen.join('; ')}.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}
