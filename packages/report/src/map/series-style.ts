/** Okabe and Ito's colours, told apart with every common form of colour blindness; their yellow is too pale on white. */
const colours = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#B07800', '#3A9BD4', '#4D4D4D'] as const
/** The same, dark enough for small letters on white. */
const inks = ['#00588C', '#A34700', '#006B4D', '#94396B', '#755000', '#1B678F', '#3D3D3D'] as const
/** 4 shapes and 7 colours: 28 series before a pair comes again. */
const symbols = ['circle', 'square', 'triangle', 'diamond2'] as const

export interface SeriesStyle {
  readonly colour: string
  /** The colour of its labels. */
  readonly ink: string
  readonly symbol: (typeof symbols)[number]
}

/** The style of every series, in the order of first appearance. */
export function seriesStyles(series: Iterable<string>): ReadonlyMap<string, SeriesStyle> {
  const styles = new Map<string, SeriesStyle>()
  for (const name of series) {
    if (styles.has(name)) continue
    const i = styles.size
    styles.set(name, {
      colour: colours[i % colours.length],
      ink: inks[i % inks.length],
      symbol: symbols[i % symbols.length],
    })
  }
  return styles
}
