/** A colour of points and lines, with the colours of its labels. */
export interface SeriesColour {
  /** Colour on both grounds, with a contrast of at least 3 : 1. */
  readonly colour: string
  /** Colour of letters, on a light ground and on a dark one, with a contrast of 4.5 : 1. */
  readonly ink: string
  readonly darkInk: string
}

/**
 * Twelve colours that everybody can distinguish. Any two are at least .08 apart in OKLab, for normal vision,
 * protanopes, deuteranopes and tritanopes. Each has a contrast of 3 : 1 on a light and on a dark ground, so that one
 * colour serves both. Found by `tooling/pictures/palette.mjs`; the test of this file recomputes the distances. Seven
 * colours can be .12 apart, ten .09; no thirteen colours were found that reach .08.
 */
export const colours: readonly SeriesColour[] = [
  { colour: '#4848ff', ink: '#4141e6', darkInk: '#7070ff' },
  { colour: '#d81800', ink: '#c21600', darkInk: '#e25442' },
  { colour: '#00a080', ink: '#008369', darkInk: '#1aaa8d' },
  { colour: '#c88000', ink: '#a06600', darkInk: '#ce8d1a' },
  { colour: '#9830c8', ink: '#892bb4', darkInk: '#b162d5' },
  { colour: '#007800', ink: '#006c00', darkInk: '#389638' },
  { colour: '#f85878', ink: '#c64660', darkInk: '#f96986' },
  { colour: '#b83068', ink: '#a62b5e', darkInk: '#c9628c' },
  { colour: '#686098', ink: '#5e5689', darkInk: '#837dab' },
  { colour: '#c868ff', ink: '#9c51c7', darkInk: '#ce77ff' },
  { colour: '#9090c0', ink: '#707096', darkInk: '#9b9bc6' },
  { colour: '#9868c8', ink: '#895eb4', darkInk: '#a277ce' },
]

/** Index of the colour of each family, the same in every picture. */
export const familyColours: ReadonlyMap<string, number> = new Map(
  [
    'noise',
    'microaggregation',
    'swapping',
    'linear',
    'copula',
    'coding',
    'categorical',
    'distortion',
    'reverse-map',
    'optimize',
    'synthetic',
  ].map((family, i) => [family, i]),
)

/** Indexes of the colours that no family of the project uses; unknown families get them. */
export const restColours: readonly number[] = colours.map((_, i) => i).slice(familyColours.size)
