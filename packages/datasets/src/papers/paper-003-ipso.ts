/** Measures of the table, in its order; `DBRLM-COV0` and `DBRLM-COV` are interchanged in print. */
export const paper003IpsoMeasures = ['DBRL1', 'DBRL2', 'DBRLM-COV0', 'DBRLM-COV', 'KDBRL', 'PRL'] as const

/** Columns v1 … v9 of the table by their names in the EIA file; the others are fitted to `independent`. */
export const paper003IpsoColumns = {
  v1: 'RESREVENUE',
  v2: 'RESSALES',
  v7: 'OTHREVENUE',
  v8: 'OTHRSALES',
  v9: 'TOTREVENUE',
  independent: ['COMREVENUE', 'COMSALES', 'INDREVENUE', 'INDSALES', 'TOTSALES'],
} as const

/**
 * A line of the table: a method, the columns known to an intruder, and the numbers of correctly linked records of 4092.
 */
export interface Paper003IpsoRow {
  readonly method: 'A' | 'B' | 'C'
  readonly keys: readonly ('v1' | 'v2' | 'v7' | 'v8' | 'v9')[]
  /** In the order of `paper003IpsoMeasures`. */
  readonly linked: readonly number[]
}

const keys = [['v1'], ['v1', 'v7', 'v8'], ['v1', 'v2', 'v7', 'v8', 'v9']] as const
// oxfmt-ignore
const printed: Readonly<Record<Paper003IpsoRow['method'], readonly (readonly number[])[]>> = {
  A: [
    [14,   9,    9,   9, 14,   8],
    [16,  15,   18,   9, 16,  16],
    [65, 121, 3206, 143, 63, 159],
  ],
  B: [
    [14,   9,    9,   9, 14,   8],
    [17,  15,   18,   8, 17,  16],
    [65, 120, 3194, 135, 62, 159],
  ],
  C: [
    [11,  11,   11,  11, 11,  10],
    [ 6,   6,   14,   8,  6,   5],
    [53,  53,  773,  46, 54,  93],
  ],
}

/** IPSO-A, -B and -C of Torra (2013) on the EIA file: numbers of correctly linked records of 4092. */
export const paper003Ipso: readonly Paper003IpsoRow[] = (['A', 'B', 'C'] as const).flatMap((method) =>
  keys.map((known, k) => ({ method, keys: known, linked: printed[method][k] })),
)
