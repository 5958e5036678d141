/** A line of the table of Torra (2013) on rank swapping: measures of a file swapped within p % of the ranks. */
export interface Paper003RankSwappingRow {
  readonly file: 'Census' | 'EIA'
  /** The window p in percent of the records. */
  readonly percent: number
  readonly IL: number
  readonly RSLD: number
  readonly DLD: number
  readonly PLD: number
  readonly ID: number
  readonly Score: number
}

/** p, then IL, RSLD, DLD, PLD, ID and Score of Census, then of EIA, as printed. */
// oxfmt-ignore
const printed: readonly (readonly number[])[] = [
  [ 2,  3.89, 77.73, 73.52, 71.28, 93.98, 42.63,  4.24, 43.27, 21.71, 16.85, 93.10, 28.06],
  [ 4,  6.54, 66.65, 58.40, 42.92, 83.09, 36.67,  9.67, 12.54, 10.61,  4.79, 82.09, 21.89],
  [ 6, 10.57, 54.65, 43.76, 22.49, 72.12, 31.93, 14.63,  7.69,  7.40,  2.03, 72.21, 21.42],
  [ 8, 16.54, 41.28, 32.13, 11.74, 62.11, 29.16, 18.71,  6.12,  5.98,  1.12, 63.90, 21.61],
  [10, 20.18, 29.21, 23.64,  6.03, 53.28, 26.31, 22.87,  5.60,  5.19,  0.69, 57.09, 22.37],
  [12, 23.46, 19.87, 18.96,  3.46, 47.17, 24.77, 26.60,  5.39,  4.87,  0.51, 51.64, 23.25],
  [14, 28.93, 16.14, 15.63,  2.06, 43.39, 25.86, 29.42,  5.28,  4.55,  0.32, 47.49, 23.91],
  [16, 35.16, 13.81, 13.59,  1.29, 40.78, 27.97, 32.38,  5.19,  4.54,  0.23, 44.19, 24.82],
  [18, 32.52, 12.21, 11.50,  0.83, 38.90, 25.81, 34.22,  5.20,  4.54,  0.22, 41.42, 25.28],
  [20, 35.12, 10.88, 10.87,  0.59, 37.33, 26.55, 36.27,  5.15,  4.36,  0.18, 38.97, 25.87],
]

function rowsOf(file: Paper003RankSwappingRow['file'], from: number): Paper003RankSwappingRow[] {
  return printed.map((line) => {
    const [IL, RSLD, DLD, PLD, ID, Score] = line.slice(from, from + 6)
    return { file, percent: line[0], IL, RSLD, DLD, PLD, ID, Score }
  })
}

/**
 * Rank swapping of the Census and EIA files, Torra (2013). The Score of Census at p = 16 is misprinted: its line gives
 * 27.92, and the other 19 lines give their Scores.
 */
export const paper003RankSwappingTable: readonly Paper003RankSwappingRow[] = [
  ...rowsOf('Census', 1),
  ...rowsOf('EIA', 7),
]
