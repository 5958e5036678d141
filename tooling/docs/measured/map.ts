import { axisOf, chart, escaped, methodSign, type ChartAxis } from './chart.js'

/** A candidate on a map, or on the picture of a metric. */
export interface Point {
  readonly method: string
  readonly label: string
  readonly across: number
  readonly up: number
}

export interface SmallMap {
  readonly description: string
  readonly across: string
  readonly up: string
  /** Points of a method are joined in order. */
  readonly points: readonly Point[]
  /** The method of the picture: the others are grey, and its points have labels. */
  readonly of?: string
  /** Names at the integers of the horizontal axis. */
  readonly names?: readonly string[]
}

/** Plots candidates by two measured values. */
export function smallMap({ description, across, up, points, of, names }: SmallMap): string {
  const x: ChartAxis = names
    ? { label: across, domain: [-0.4, names.length - 0.6], names }
    : axisOf(
        across,
        points.map((point) => point.across),
      )
  const y = axisOf(
    up,
    points.map((point) => point.up),
  )
  const methods = [...new Set(points.map(({ method }) => method))]
  const grey = (px: number, py: number): string => `<circle class="w" opacity=".45" cx="${px}" cy="${py}" r="2.5"/>`
  const signs = methods
    .filter((method) => of === undefined || method === of)
    .map((method) => ({ text: method.split('/')[1], mark: methodSign(method) }))
  const others = of !== undefined && methods.length > 1 ? [{ text: 'other methods', mark: grey }] : []
  return chart({
    description,
    x,
    y,
    legend: [...signs, ...others],
    marks: (places) => {
      const own = (method: string): Point[] => points.filter((point) => point.method === method)
      const at = (point: Point): readonly [number, number] => [places.x(point.across), places.y(point.up)]
      return methods.flatMap((method) => {
        if (of !== undefined && method !== of) return own(method).map((point) => grey(...at(point)))
        const line = own(method)
          .map(at)
          .map(([px, py]) => `${px} ${py}`)
        return [
          ...(line.length > 1 ? [`<path class="o" opacity=".6" d="M${line.join('L')}"/>`] : []),
          ...own(method).map((point) => methodSign(method)(...at(point))),
          ...(of === undefined ? [] : own(method).map((point) => labelAt(point.label, ...at(point)))),
        ]
      })
    },
  })
}

/** To the right of its point, or to the left if there is no room. */
function labelAt(text: string, x: number, y: number): string {
  const isLeft = x + 8 + 6 * text.length > 330
  return `<text class="i" x="${isLeft ? x - 7 : x + 7}" y="${y - 5}"${isLeft ? ' text-anchor="end"' : ''}>${escaped(text)}</text>`
}
