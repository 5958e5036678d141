import { ground } from '../../colour/theme.js'
import { signPath } from './sign-path.js'
import type { SeriesStyle } from '../points/series-style.js'

const SIZE = 14
const RADIUS = 5

/** Returns the sign of a method as a small picture for a line of text, hollow or filled. */
export function signSvg({ colour, symbol }: SeriesStyle, isHollow: boolean): string {
  const half = SIZE / 2
  const fill = isHollow ? ground : colour
  return `<svg class="sdc-map" width="${SIZE}" height="${SIZE}" viewBox="${-half} ${-half} ${SIZE} ${SIZE}" aria-hidden="true"><path d="${signPath(symbol, RADIUS)}" fill="${fill}" stroke="${colour}" stroke-width="1.6"/></svg>`
}
