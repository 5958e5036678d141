import { shapeOf, type ShapeName } from './shapes.js'

/** Returns the SVG path of a shape around the origin, for an area of π r², rounded to a hundredth of a pixel. */
export function methodShape(name: ShapeName, radius: number): string {
  let path = ''
  const number = (value: number): string => String(Math.round(value * 100) / 100)
  const at = (x: number, y: number): string => `${number(x)} ${number(y)}`
  shapeOf(name).draw(
    {
      moveTo: (x, y) => (path += `M${at(x, y)}`),
      lineTo: (x, y) => (path += `L${at(x, y)}`),
      arc: (_x, _y, r) => (path += `A${r} ${r} 0 1 1 ${at(-r, 0)}A${r} ${r} 0 1 1 ${at(r, 0)}`),
      closePath: () => (path += 'z'),
    },
    Math.PI * radius * radius,
  )
  return path
}
