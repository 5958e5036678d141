import type { Paper003RankSwappingRow } from '@sdc/datasets'

/** A measure of the rank swapping table by one truth. */
export type SwapMeasure = 'IL' | 'RSLD identity' | 'RSLD nearest' | 'DLD identity' | 'DLD nearest' | 'ID'

/** Mean over seeds, and the standard deviation of a seed. */
export type Replicated = readonly [number, number]

// oxfmt-ignore
const census: readonly (readonly number[])[] = [
  // p, then IL, RSLD identity, RSLD nearest, DLD nearest, ID nearest, each with its standard deviation over five seeds.
  [ 2,  3.5,  .7, 76.4,  .2, 74.7, .5, 71.5, .3, 93.1, .3],
  [ 4,  6.7,  .3, 65.9,  .5, 62.3, .3, 56.6, .5, 81.6, .3],
  [ 6, 10.7,  .8, 53.9,  .5, 49.6, .3, 42.8, .5, 71.2, .3],
  [ 8, 14.5, 3.3, 40.6,  .5, 37.5, .8, 31.5, .3, 60.3, .5],
  [10, 17.6, 2.1, 29.5,  .6, 28.6, .3, 24.2, .4, 51.6, .2],
  [12, 22.0, 2.8, 20.0, 1.3, 22.0, .8, 19.4, .4, 44.9, .1],
  [14, 29.2, 2.7, 12.5,  .4, 17.5, .5, 15.5, .5, 40.5, .3],
  [16, 28.3, 1.5,  8.1,  .4, 14.7, .4, 13.7, .4, 37.9, .2],
  [18, 31.8, 3.5,  5.3,  .4, 12.8, .5, 12.2, .3, 35.9, .3],
  [20, 37.5, 4.0,  3.4,  .4, 11.6, .7, 11.3, .6, 33.9, .2],
]

// oxfmt-ignore
const eia: readonly (readonly number[])[] = [
  // p, then IL, RSLD identity and nearest, DLD identity and nearest, ID: means of two seeds.
  [ 2,  4.2, 34.0, 35.8, 26.0, 35.5, 92.8],
  [ 4,  9.2, 12.8, 20.7,  9.7, 23.1, 81.7],
  [ 8, 18.9,  2.2, 12.1,  2.2, 15.3, 63.1],
  [10, 23.1,  1.0, 10.8,  1.2, 14.1, 56.3],
  [14, 28.6,   .4,  9.2,   .5, 12.3, 47.2],
  [20, 37.6,   .2,  8.2,   .3, 11.2, 38.5],
]

/**
 * Returns the value of another program, which was written for this comparison, for a line of the table. It has no
 * standard deviation if it is the mean of two seeds. Undefined: it was not measured.
 */
export function replicated(
  { file, percent }: Pick<Paper003RankSwappingRow, 'file' | 'percent'>,
  measure: SwapMeasure,
): Replicated | undefined {
  const line = (file === 'Census' ? census : eia).find(([p]) => p === percent)
  if (!line) return undefined
  const places: readonly SwapMeasure[] =
    file === 'Census'
      ? ['IL', 'RSLD identity', 'RSLD nearest', 'DLD nearest', 'ID']
      : ['IL', 'RSLD identity', 'RSLD nearest', 'DLD identity', 'DLD nearest', 'ID']
  const at = places.indexOf(measure)
  if (at < 0) return undefined
  return file === 'Census' ? [line[1 + 2 * at], line[2 + 2 * at]] : [line[1 + at], Number.NaN]
}
