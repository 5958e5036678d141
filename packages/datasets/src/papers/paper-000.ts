import { dataset, numeric, type Dataset } from '@sdc/core'

/** The columns of the table below, in its order. */
// oxfmt-ignore
const names = [
  'ID', 'S', 'rank of S', 'X', 'rank of X', 'Y', 'rank of Y', 'Z',
  'ADD Z', 'IMP Z', 'MIC Z', 'SWP Z', 'ADD Y', 'IMP Y', 'MIC Y',
] as const

export type Paper000Column = (typeof names)[number]

/** Tables 1 (first eight columns) and 2 as printed. */
// oxfmt-ignore
const printed: readonly (readonly number[])[] = [
  [1, 131, 24, 1110, 22, 1190.91, 23, 1122, 1073, 1177, 1122, 1073, 1074.11, 1251.88, 1129.8],
  [2, 104, 15, 1122, 23, 1023.59, 13, 1015, 1096,  921, 1144, 1096, 1086.02,  935.33, 1129.8],
  [3,  95,  9,  912,  6,   958.1,  6,  912,  934, 1018,  963,  974,  953.62, 1005.54,  940.8],
  [4,  87,  5, 1015, 13, 1110.99, 21, 1096,  921,  974, 1032, 1065,   940.2,  970.86, 1009.4],
  [5, 102, 14, 1096, 21, 1074.13, 18, 1070, 1070, 1091, 1177, 1122, 1051.91, 1033.74, 1129.8],
  [6,  98, 12, 1018, 14,  971.81, 10,  974, 1018,  889, 1018,  979, 1027.87,  879.13, 1009.4],
  [7,  90,  7,  889,  3,  856.12,  3,  889,  819,  934,  819,  921,  863.64,  940.48,  860.4],
  [8,  97, 11,  974, 10,  939.37,  5,  908, 1015,  908,  912,  912, 1018.39,  886.67,  940.8],
  [9, 108, 16, 1073, 19, 1111.88, 22, 1110, 1144, 1070, 1091, 1110, 1119.18, 1025.96, 1066.8],
  [10, 119, 22, 1177, 25, 1253.93, 25, 1177, 1177, 1110, 1096, 1091, 1174.44,  1071.5, 1129.8],
  [11, 100, 13,  963,  9,  970.13,  9,  963, 1032, 1096,  974,  934, 1031.09,  1035.2,  940.8],
  [12, 109, 17, 1070, 18, 1102.79, 19, 1073, 1122, 1003, 1073, 1032, 1105.33,  984.95, 1066.8],
  [13,  96, 10, 1003, 12, 1107.92, 20, 1091,  963,  963, 1003, 1035,  976.26,  944.64, 1009.4],
  [14,  89,  6,  906,  4,  960.64,  7,  921,  889, 1035,  889,  819,  875.42, 1015.18,  860.4],
  [15, 110, 18,  921,  7,   993.1, 12, 1003,  908, 1015,  921,  889,   908.6,  986.23,  940.8],
  [16, 116, 21, 1144, 24, 1215.15, 24, 1144, 1091, 1073, 1110, 1144, 1081.92,  1031.5, 1129.8],
  [17,  94,  8,  934,  8,  974.77, 11,  979,  979,  780,  934,  963,  991.27,  789.44,  940.8],
  [18,  80,  3,  908,  5,  881.33,  4,  906,  906,  906,  780,  780,  886.03,  882.32,  860.4],
  [19, 114, 20,  979, 11,  969.52,  8,  934, 1035, 1065,  979, 1018,  1031.9, 1019.49, 1009.4],
  [20,  73,  2,  819,  2,  786.79,  1,  780,  912,  912,  906,  906,  928.69,  930.28,  860.4],
  [21,  72,  1,  780,  1,  817.53,  2,  819,  780,  819,  908,  908,  688.71,  826.58,  860.4],
  [22, 112, 19, 1035, 16,  1068.1, 16, 1035, 1110,  979, 1070, 1003, 1103.82,   978.1, 1066.8],
  [23,  84,  4, 1032, 15, 1069.53, 17, 1065,  974, 1032, 1015, 1070,  982.19, 1007.62, 1009.4],
  [24, 133, 25, 1065, 17, 1053.42, 15, 1032, 1065, 1144, 1035, 1015, 1045.98,  1214.2, 1066.8],
  [25, 121, 23, 1091, 20, 1027.35, 14, 1018, 1003, 1122, 1065, 1177, 1017.15, 1104.29, 1066.8],
]

/**
 * The 25 records of Tables 1 and 2 of Muralidhar, Sarathy and Domingo-Ferrer (2014), every column as printed. X is
 * masked, S is not. Table 1 has one masked column (Y) and the reverse-mapped result (Z). Table 2 has results of
 * additive noise (ADD), imputation (IMP), microaggregation (MIC), and swapping (SWP), which needs no reverse mapping.
 * The ranks are Table 1's own.
 */
export const paper000Records: Dataset = dataset(
  names.map((name, j) => [name, numeric(printed.map((record) => record[j]))] as const),
)

/** The four masks of Table 2. */
export const paper000Masks = ['ADD', 'IMP', 'MIC', 'SWP'] as const

export type Paper000Mask = (typeof paper000Masks)[number]

/** Maskings of Table 2 (section 5). */
export const paper000Recipes: Readonly<Record<Paper000Mask, string>> = {
  ADD: 'normal noise with 25 % of the variance of X',
  IMP: 'one imputation from the distribution of X given S',
  MIC: 'microaggregation in groups of k = 5',
  SWP: 'swapping within 5 ranks',
}
