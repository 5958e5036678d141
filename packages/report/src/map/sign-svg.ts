import { ground } from '../colour/theme.js'
import { shapeOf } from '../colour/shapes.js'
import { shortNumber } from '../chart/axes.js'
import type { SeriesStyle } from './series-style.js'

const SIZE = 14
const RADIUS = 5

/** The sign of a method as a small picture in a line of text: hollow or filled. */
export function signSvg({ colour, symbol }: SeriesStyle, isHollow: boolean): string {
  let path = ''
  const number = (value: number): string => shortNumber(value).replace('−', '-')
  const at = (x: number, y: number): string => `${number(x)},${number(y)}`
  shapeOf(symbol).draw(
    {
      moveTo: (x, y) => (path += `M${at(x, y)}`),
      lineTo: (x, y) => (path += `L${at(x, y)}`),
      arc: (_x, _y, r) => (path += `A${r},${r},0,1,1,${at(-r, 0)}A${r},${r},0,1,1,${at(r, 0)}`),
      closePath: () => (path += 'Z'),
    },
    Math.PI * RADIUS * RADIUS,
  )
  const half = SIZE / 2
  const fill = isHollow ? ground : colour
  return `<svg class="sdc-map" width="${SIZE}" height="${SIZE}" viewBox="${-half} ${-half} ${SIZE} ${SIZE}" aria-hidden="true"><path d="${path}" fill="${fill}" stroke="${colour}" stroke-width="1.6"/></svg>`
}
