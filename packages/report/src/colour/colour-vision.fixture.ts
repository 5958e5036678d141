import { pow } from '@sdc/stats'

/** Three numbers: red, green and blue, or the coordinates of a colour space. */
export type Three = readonly [number, number, number]

/** Types of colour vision that the palette must serve. */
export const sights = ['normal', 'protan', 'deutan', 'tritan'] as const

/**
 * Simulation matrices for dichromats, on linear sRGB: Machado, Oliveira & Fernandes 2009, "A physiologically-based
 * model for simulation of color vision deficiency", IEEE TVCG 15(6), doi 10.1109/TVCG.2009.113; the tables for severity
 * 1.
 */
const matrices: Readonly<Record<(typeof sights)[number], readonly Three[]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** Returns the linear sRGB of `#rrggbb` (IEC 61966-2-1). */
export function linearRgb(hex: string): Three {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
  return [channel(1), channel(3), channel(5)]
}

/** Returns the contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [light, dark] = [a, b].map((hex) => dot([0.2126, 0.7152, 0.0722], linearRgb(hex))).sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns a colour in OKLab (Ottosson 2020) as each type of `sights` perceives it. */
export function seen(hex: string): readonly Three[] {
  const rgb = linearRgb(hex)
  return sights.map((sight) => {
    const [r, g, b] = matrices[sight].map((row) => Math.min(1, Math.max(0, dot(row, rgb))))
    return okLab([r, g, b])
  })
}

/** Returns the least squared distance of two perceived colours over all types of vision. */
export function leastSquared(a: readonly Three[], b: readonly Three[]): number {
  return Math.min(...a.map((one, i) => squared(one, b[i])))
}

/** Returns the squared distance of two points of OKLab. */
export function squared(a: Three, b: Three): number {
  const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
  return x * x + y * y + z * z
}

function okLab(rgb: Three): Three {
  const root = (row: Three): number => pow(dot(row, rgb), 1 / 3)
  const lms: Three = [
    root([0.4122214708, 0.5363325363, 0.0514459929]),
    root([0.2119034982, 0.6806995451, 0.1073969566]),
    root([0.0883024619, 0.2817188376, 0.6299787005]),
  ]
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], lms),
    dot([1.9779984951, -2.428592205, 0.4505937099], lms),
    dot([0.0259040371, 0.7827717662, -0.808675766], lms),
  ]
}

function dot(a: Three, b: Three): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
