import type { Paper001Correlations, Paper001Identified } from './paper-001-types.js'

/** Use of the Census file in section 5.2: the masked columns, and those that form its eight sub-groups. */
export const paper001Census = {
  /** The eight masked columns. */
  columns: ['AGI', 'FEDTAX', 'STATETAX', 'TAXINC', 'INTVAL', 'FICA', 'WSALVAL', 'ERNVAL'],
  /**
   * A sub-group's label is 1 if the value is below the column's mean, 0 otherwise. The paper prints PEARNVAL as the
   * third column and the codes in reverse, which give neither the sizes of its Table 5 nor the correlations of its
   * Table 6. The columns and codes here give all of them.
   */
  groupedBy: ['AFNLWGT', 'EMCONTRB', 'PTOTVAL'],
} as const

/** Table 5 as printed: the three labels, the number of records, and the number that each mask leaves identified. */
// oxfmt-ignore
const table5: readonly (readonly number[])[] = [
  [0, 0, 0, 156, 4, 1,  8, 83],
  [0, 0, 1,  89, 2, 1,  9, 57],
  [0, 1, 0,  57, 4, 1,  5, 35],
  [0, 1, 1, 156, 2, 1,  7, 68],
  [1, 0, 0, 203, 4, 1,  8, 90],
  [1, 0, 1, 103, 4, 1, 13, 47],
  [1, 1, 0,  96, 2, 1, 10, 52],
  [1, 1, 1, 220, 3, 1, 10, 82],
]

/** Tables 6 and 7 as printed: sub-groups 1 to 8 and all records, the original and the four masks. */
// oxfmt-ignore
const table6: readonly (readonly number[])[] = [
  [0.642, 0.800, 0.642, 0.642, 0.642],
  [1.000, 1.000, 1.000, 1.000, 1.000],
  [0.817, 0.899, 0.817, 0.817, 0.817],
  [0.863, 0.915, 0.863, 0.863, 0.863],
  [0.529, 0.734, 0.529, 0.529, 0.529],
  [0.988, 0.971, 0.988, 0.988, 0.988],
  [0.766, 0.885, 0.766, 0.766, 0.766],
  [0.929, 0.943, 0.929, 0.929, 0.929],
  [0.910, 0.946, 0.910, 0.910, 0.910],
]
// oxfmt-ignore
const table7: readonly (readonly number[])[] = [
  [0.857, 0.858, 0.597, 0.642, 0.770],
  [1.000, 1.000, 1.000, 0.955, 1.000],
  [0.876, 0.930, 0.821, 0.779, 0.857],
  [0.938, 0.930, 0.834, 0.914, 0.913],
  [0.807, 0.787, 0.502, 0.472, 0.653],
  [0.975, 0.977, 0.986, 0.879, 0.985],
  [0.923, 0.945, 0.737, 0.654, 0.846],
  [0.965, 0.948, 0.932, 0.922, 0.954],
  [0.953, 0.968, 0.930, 0.919, 0.943],
]

/** Table 5: the eight sub-groups of the Census file. */
export const paper001Table5: readonly Paper001Identified[] = table5.map(([a, b, c, size, ...identified]) => ({
  labels: [a, b, c],
  size,
  identified,
}))

/** Table 6: product-moment correlations of FICA and WSALVAL. */
export const paper001Table6: Paper001Correlations = correlations(table6)

/** Table 7: rank correlations of FICA and WSALVAL. */
export const paper001Table7: Paper001Correlations = correlations(table7)

function correlations(table: readonly (readonly number[])[]): Paper001Correlations {
  return { columns: ['FICA', 'WSALVAL'], groups: table.map(([original, ...masked]) => ({ original, masked })) }
}
