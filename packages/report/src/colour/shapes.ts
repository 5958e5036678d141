/** The part of a canvas path that shapes use. */
interface Path {
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  arc(x: number, y: number, radius: number, from: number, to: number): void
  closePath(): void
}

/** A shape of points, as Observable Plot draws it, scaled to an area in square pixels. */
export interface Shape {
  draw(path: Path, area: number): void
}

/** Names of the shapes, the simplest first. */
export const shapeNames = [
  'circle',
  'square',
  'triangle',
  'diamond',
  'triangle-down',
  'plus',
  'cross',
  'star',
  'hourglass',
  'bow-tie',
  'house',
  'bar',
] as const

export type ShapeName = (typeof shapeNames)[number]

/**
 * Closed shapes by their corners, for an area of π: each can be hollow or filled and stays recognisable at ten pixels.
 * A shape with narrow points is drawn slightly larger, to look equally heavy.
 */
const corners: Readonly<Record<Exclude<ShapeName, 'circle'>, readonly (readonly [x: number, y: number])[]>> = {
  square: [
    [-0.89, -0.89],
    [0.89, -0.89],
    [0.89, 0.89],
    [-0.89, 0.89],
  ],
  triangle: [
    [0, -1.36],
    [1.25, 0.86],
    [-1.25, 0.86],
  ],
  'triangle-down': [
    [0, 1.36],
    [1.25, -0.86],
    [-1.25, -0.86],
  ],
  diamond: [
    [0, -1.38],
    [1.2, 0],
    [0, 1.38],
    [-1.2, 0],
  ],
  plus: [
    [-0.42, -1.25],
    [0.42, -1.25],
    [0.42, -0.42],
    [1.25, -0.42],
    [1.25, 0.42],
    [0.42, 0.42],
    [0.42, 1.25],
    [-0.42, 1.25],
    [-0.42, 0.42],
    [-1.25, 0.42],
    [-1.25, -0.42],
    [-0.42, -0.42],
  ],
  cross: [
    [0, -0.62],
    [0.66, -1.28],
    [1.28, -0.66],
    [0.62, 0],
    [1.28, 0.66],
    [0.66, 1.28],
    [0, 0.62],
    [-0.66, 1.28],
    [-1.28, 0.66],
    [-0.62, 0],
    [-1.28, -0.66],
    [-0.66, -1.28],
  ],
  star: [
    [0, -1.5],
    [0.37, -0.51],
    [1.43, -0.46],
    [0.6, 0.19],
    [0.88, 1.21],
    [0, 0.63],
    [-0.88, 1.21],
    [-0.6, 0.19],
    [-1.43, -0.46],
    [-0.37, -0.51],
  ],
  hourglass: [
    [-1.1, -1.2],
    [1.1, -1.2],
    [0.2, 0],
    [1.1, 1.2],
    [-1.1, 1.2],
    [-0.2, 0],
  ],
  'bow-tie': [
    [-1.2, -1.1],
    [0, -0.2],
    [1.2, -1.1],
    [1.2, 1.1],
    [0, 0.2],
    [-1.2, 1.1],
  ],
  house: [
    [0, -1.3],
    [1.05, -0.3],
    [1.05, 1.05],
    [-1.05, 1.05],
    [-1.05, -0.3],
  ],
  bar: [
    [-1.55, -0.52],
    [1.55, -0.52],
    [1.55, 0.52],
    [-1.55, 0.52],
  ],
}

function polygon(points: readonly (readonly [x: number, y: number])[]): Shape {
  return {
    draw(path, area) {
      const size = Math.sqrt(area / Math.PI)
      for (const [i, [x, y]] of points.entries()) {
        if (i === 0) path.moveTo(x * size, y * size)
        else path.lineTo(x * size, y * size)
      }
      path.closePath()
    },
  }
}

const circle: Shape = {
  draw(path, area) {
    const radius = Math.sqrt(area / Math.PI)
    path.moveTo(radius, 0)
    path.arc(0, 0, radius, 0, 2 * Math.PI)
  },
}

const shapes: ReadonlyMap<ShapeName, Shape> = new Map<ShapeName, Shape>([
  ['circle', circle],
  ...Object.entries(corners).map(([name, points]) => [name as ShapeName, polygon(points)] as const),
])

/** Returns the shape with a name. */
export function shapeOf(name: ShapeName): Shape {
  return shapes.get(name) ?? circle
}
