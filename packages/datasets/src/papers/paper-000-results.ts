import type { Paper000Mask } from './paper-000.js'

/** Changes of rank from `from` to `to`, both included. */
export interface RankBin {
  readonly label: string
  readonly from: number
  readonly to: number
}

/** Statements of the paper about the records of its Tables 1 and 2. */
export interface Paper000Results {
  /**
   * Section 3: records that keep their rank according to the text; Table 1 itself has two more (`recordsOfEqualRank`).
   */
  readonly recordsNamedOfEqualRank: readonly number[]
  /** Records with equal ranks in both columns of Table 1. */
  readonly recordsOfEqualRank: readonly number[]
  /**
   * Not printed: Spearman's correlations for Table 1, computed from its printed ranks by 1 − 6 Σd² / (n³ − n), to four
   * decimals.
   */
  readonly table1Correlations: { readonly xz: number; readonly sz: number }
  /** Section 5: variances with divisor n − 1. */
  readonly varianceOfX: number
  readonly varianceOfMicY: number
  /** Section 5: the records of one group of five. */
  readonly micGroup: readonly number[]
  /** Table 3, risk: rank correlation of X and Z. */
  readonly table3: Readonly<Record<Paper000Mask, number>>
  /** Table 4, loss: rank correlation of S with X, and with each Z. */
  readonly table4: Readonly<Record<'X' | Paper000Mask, number>>
  /** Table 5: number of records by change of rank. */
  readonly table5: {
    readonly bins: readonly RankBin[]
    readonly counts: Readonly<Record<Paper000Mask, readonly number[]>>
  }
  /** Section 5: greatest change of rank by imputation, and its record. */
  readonly greatestImpChange: { readonly record: number; readonly change: number }
}

const bin = (from: number, to: number): RankBin => ({ label: from === to ? String(from) : `${from}–${to}`, from, to })

/** The numbers printed in Tables 3, 4 and 5 and in the text of Muralidhar, Sarathy and Domingo-Ferrer (2014). */
export const paper000Results: Paper000Results = {
  recordsNamedOfEqualRank: [7, 10, 11, 22],
  recordsOfEqualRank: [3, 7, 10, 11, 16, 22],
  table1Correlations: { xz: 0.8508, sz: 0.5892 },
  varianceOfX: 10223.51,
  varianceOfMicY: 9246.06,
  micGroup: [1, 2, 5, 10, 16],
  table3: { ADD: 0.86, IMP: 0.577, MIC: 0.952, SWP: 0.892 },
  table4: { X: 0.742, ADD: 0.738, IMP: 0.71, MIC: 0.682, SWP: 0.568 },
  table5: {
    bins: [bin(0, 0), bin(1, 1), bin(2, 2), bin(3, 3), bin(4, 4), bin(5, 5), bin(6, 10), bin(11, 15), bin(16, 20)],
    counts: {
      ADD: [4, 3, 3, 5, 2, 4, 4, 0, 0],
      IMP: [1, 4, 0, 5, 1, 4, 6, 3, 1],
      MIC: [5, 8, 5, 2, 5, 0, 0, 0, 0],
      SWP: [1, 2, 4, 6, 10, 2, 0, 0, 0],
    },
  },
  greatestImpChange: { record: 2, change: 16 },
}
