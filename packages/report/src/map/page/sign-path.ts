import { shortNumber } from '../../chart/axes.js'
import { shapeOf, type ShapeName } from '../../colour/shapes.js'

/**
 * Returns the outline of a shape around the origin, as an SVG path.
 *
 * @param symbol - Name of the shape.
 * @param radius - Radius of a circle of the same area, in pixels.
 * @returns The path, in pixels.
 */
export function signPath(symbol: ShapeName, radius: number): string {
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
    Math.PI * radius * radius,
  )
  return path
}
