import { linearTicks, methodStyle, niceStep, shortNumber, signPath } from '@sdc/report/looks'

/** An axis of numbers, or of names. */
export interface ChartAxis {
  readonly label: string
  readonly domain: readonly [least: number, most: number]
  /** Names at the integers from 0, in place of ticks. */
  readonly names?: readonly string[]
}

/** An entry of the legend. */
export interface Sign {
  readonly text: string
  readonly mark: (x: number, y: number) => string
}

/** Functions that convert values to pixels. */
export interface Places {
  x(value: number): number
  y(value: number): number
}

export interface Chart {
  /** Description for readers who cannot see it. */
  readonly description: string
  readonly x: ChartAxis
  readonly y: ChartAxis
  readonly legend: readonly Sign[]
  readonly marks: (places: Places) => readonly string[]
}

/** Width in pixels: two pictures fit next to each other on a page, and one fills the screen of a phone. */
const width = 340
const plot = { left: 46, right: 330, height: 190 }
const legendLine = 17

/** Replacements of the colours on a dark screen. */
const style =
  '.b{fill:#fff}.i{fill:#222}.s{fill:#555}.g{stroke:#ececec}.f{stroke:#8a8a8a;fill:none}.w{fill:#777;stroke:none}.o{stroke:#777;fill:none}' +
  '@media(prefers-color-scheme:dark){.b{fill:#15181b}.i{fill:#e9e7e3}.s{fill:#b3bac1}.g{stroke:#2a2f34}.f{stroke:#70777e}.w{fill:#979ea5}.o{stroke:#979ea5}}'

/** Returns a small picture of 340 pixels as a self-contained SVG. */
export function chart({ description, x, y, legend, marks }: Chart): string {
  const lines = legendLines(legend)
  const top = 12 + legendLine * lines
  const bottom = top + plot.height
  const height = bottom + 44
  const places: Places = {
    x: (value) => rounded(plot.left + share(value, x) * (plot.right - plot.left)),
    y: (value) => rounded(bottom - share(value, y) * plot.height),
  }
  const down = ticksOf(y).map(([at, text]) => {
    const py = places.y(at)
    return `<path class="g" d="M${plot.left} ${py}H${plot.right}"/><text class="s" x="${plot.left - 5}" y="${py + 4}" text-anchor="end">${escaped(text)}</text>`
  })
  const across = ticksOf(x).map(
    ([at, text]) =>
      `<text class="s" x="${places.x(at)}" y="${bottom + 15}" text-anchor="middle">${escaped(text)}</text>`,
  )
  const middle = (top + bottom) / 2
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="system-ui,sans-serif" font-size="11">`,
    `<title>${escaped(description)}</title><style>${style}</style><rect class="b" width="${width}" height="${height}"/>`,
    ...legendMarks(legend),
    ...down,
    ...across,
    `<path class="f" d="M${plot.left} ${top}V${bottom}H${plot.right}"/>`,
    `<text class="i" x="${(plot.left + plot.right) / 2}" y="${height - 9}" text-anchor="middle">${escaped(x.label)}</text>`,
    `<text class="i" transform="translate(11 ${middle}) rotate(-90)" text-anchor="middle">${escaped(y.label)}</text>`,
    ...marks(places),
    '</svg>\n',
  ].join('\n')
}

const rounded = (value: number): number => Math.round(value * 10) / 10

const share = (value: number, { domain: [least, most] }: ChartAxis): number => (value - least) / (most - least)

function ticksOf({ domain, names }: ChartAxis): readonly (readonly [number, string])[] {
  if (names) return names.map((name, i) => [i, name] as const)
  const ticks = linearTicks(domain, niceStep(domain[1] - domain[0]))
  const inThousands = ticks.every((tick) => tick % 1000 === 0) && ticks.some((tick) => Math.abs(tick) >= 10_000)
  return ticks.map((tick) => [tick, inThousands && tick !== 0 ? `${shortNumber(tick / 1000)}k` : shortNumber(tick)])
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns the places of the legend's entries, as many on a line as fit. */
function placesOf(legend: readonly Sign[]): (readonly [x: number, line: number])[] {
  let [x, line] = [8, 0]
  return legend.map(({ text }) => {
    const wide = 24 + 6.6 * text.length
    if (x > 8 && x + wide > width) [x, line] = [8, line + 1]
    const place = [x, line] as const
    x += wide
    return place
  })
}

const legendLines = (legend: readonly Sign[]): number => 1 + Math.max(0, ...placesOf(legend).map(([, line]) => line))

function legendMarks(legend: readonly Sign[]): string[] {
  const places = placesOf(legend)
  return legend.map(({ text, mark }, i) => {
    const [x, line] = places[i]
    const y = 13 + legendLine * line
    return `${mark(x + 6, y - 4)}<text class="i" x="${x + 14}" y="${y}">${escaped(text)}</text>`
  })
}

/** Returns the sign of a method: the colour of its family, and its shape. */
export function methodSign(method: string, radius = 4): (x: number, y: number) => string {
  const { colour, symbol } = methodStyle(method)
  const path = signPath(symbol, radius)
  return (x, y) => `<path transform="translate(${x} ${y})" d="${path}" fill="${colour}"/>`
}

/** Colour of masked data. */
export const maskedColour = '#d81800'

/** Returns an axis with room for values, from zero if they are close to it. */
export function axisOf(label: string, values: readonly number[], room = 0.06): ChartAxis {
  const [least, most] = [Math.min(0, ...values), Math.max(...values)]
  const span = most - least || 1
  return { label, domain: [least < 0 ? least - span * room : least, most + span * room] }
}
