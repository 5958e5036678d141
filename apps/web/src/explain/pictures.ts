/** Dots, `x,y` each, before and after masking, and lines; in 96 × 40. */
type Picture = readonly [before: string, after: string, lines: string]

const row = '14,9 38,9 62,9 84,9'
const below = '14,31 38,31 62,31 84,31'

/** A small generic picture for each family of methods and kind of metric. */
const pictures: Readonly<Record<string, Picture>> = {
  noise: [
    '12,28 28,12 46,24 64,10 84,26',
    '17,21 23,19 51,31 59,17 88,17',
    'M12 28L17 21M28 12L23 19M46 24L51 31M64 10L59 17M84 26L88 17',
  ],
  microaggregation: [
    '13,11 20,30 31,13 62,29 70,10 82,27',
    '21,18 71,22',
    'M13 11L21 18L20 30M31 13L21 18M62 29L71 22L70 10M82 27L71 22',
  ],
  swapping: [row, below, 'M14 9L38 31M38 9L14 31M62 9L84 31M84 9L62 31'],
  copula: ['10,33 26,27 42,23 60,14 84,7', '16,28 34,26 50,16 70,13 78,9', 'M6 36Q30 10 90 4Q70 30 6 36'],
  linear: ['16,20 34,32 52,10 74,24', '16,30 34,25 52,20 74,14', 'M6 33L90 9'],
  coding: ['10,9 24,9 42,9 56,9 72,9 86,9', '17,31 49,31 79,31', 'M10 9L17 31L24 9M42 9L49 31L56 9M72 9L79 31L86 9'],
  categorical: [row, '14,31 62,31 84,31', 'M14 9V31M38 9L62 31V9M84 9V31'],
  synthetic: ['10,30 30,12 52,24 72,10 88,20', '14,14 34,30 56,12 76,28 84,8', 'M48 4V20M48 20L24 36M48 20L72 36'],
  distortion: ['12,26 34,12 58,30 82,14', '12,31 34,24 58,14 82,8', 'M6 33Q30 32 46 20T90 6'],
  dates: ['10,10 26,10 58,10', '32,30 48,30 80,30', 'M10 10L32 30M26 10L48 30M58 10L80 30'],
  identifiers: ['16,8 16,20 16,32', '80,8 80,20 80,32', 'M16 8L80 20M16 20L80 32M16 32L80 8'],
  'reverse-map': [row, below, 'M14 9V31M38 9V31M62 9V31M84 9V31'],
  optimize: ['12,31 30,8 66,8 86,31', '40,24 48,17 56,24', 'M12 31L40 24M30 8L48 17L66 8M86 31L56 24'],
  risk: [row, below, 'M38 9V31'],
  loss: [
    '12,31 30,13 48,8 66,13 84,31',
    '12,27 30,20 48,16 66,18 84,29',
    'M12 31V27M30 13V20M48 8V16M66 13V18M84 31V29',
  ],
}
const others: Readonly<Record<string, string>> = { permutation: 'swapping', score: 'risk' }

/** Returns a path that draws each place as a dot. */
function dots(places: string): string {
  return places
    .split(' ')
    .map((place) => `M${place.replace(',', ' ')}h0`)
    .join('')
}

/** Returns the paths of the picture of a family; those of noise for an unknown one. */
export function pictureOf(family: string): { readonly before: string; readonly after: string; readonly lines: string } {
  const name = others[family] ?? family
  const [before, after, lines] = Object.hasOwn(pictures, name) ? pictures[name] : pictures.noise
  return { before: dots(before), after: dots(after), lines }
}
