/** A line of the clustering table of Torra (2013): indices of two clusterings, and the probabilistic information loss. */
export interface Paper003ClusterRow {
  /** The least size of a group of the microaggregation. */
  readonly k: number
  readonly rand: number
  readonly jaccard: number
  readonly adjustedRand: number
  readonly wallace: number
  readonly mantaras: number
  /** Averaged probabilistic information loss, in percent. */
  readonly aPIL: number
}

// oxfmt-ignore
const printed: readonly (readonly number[])[] = [
  [3, 0.943, 0.454, 0.594, 0.625, 0.416, 15.189],
  [4, 0.943, 0.464, 0.602, 0.633, 0.425, 19.325],
  [5, 0.936, 0.406, 0.542, 0.577, 0.472, 22.724],
  [6, 0.936, 0.408, 0.545, 0.580, 0.473, 25.760],
  [7, 0.929, 0.367, 0.499, 0.537, 0.500, 28.750],
  [8, 0.933, 0.402, 0.538, 0.574, 0.479, 31.185],
  [9, 0.925, 0.359, 0.488, 0.528, 0.513, 33.883],
]

/** Census, microaggregated three columns at a time, clustered by k-means into 15 clusters. */
export const paper003Clusters: readonly Paper003ClusterRow[] = printed.map(
  ([k, rand, jaccard, adjustedRand, wallace, mantaras, aPIL]) => ({
    k,
    rand,
    jaccard,
    adjustedRand,
    wallace,
    mantaras,
    aPIL,
  }),
)

/** The last line: the correlation of each index with aPIL over the seven files. */
export const paper003ClusterCorrelations = {
  rand: -0.93,
  jaccard: -0.882,
  adjustedRand: -0.887,
  wallace: -0.882,
  mantaras: 0.931,
} as const

/**
 * A line of the table of fuzzy clusters: the noise, and results of two executions d1, d2 and of the objective function.
 */
export interface Paper003FuzzyRow {
  readonly noise: number
  readonly executions: readonly { readonly d1: number; readonly d2: number; readonly objective: number }[]
}

// oxfmt-ignore
const fuzzy: readonly (readonly number[])[] = [
  [0.0, 3.21, 40.73, 2826, 3.93,  91.30, 2826],
  [0.1, 3.21, 40.67, 2827, 3.97,  91.45, 2827],
  [0.2, 3.17, 40.86, 2829, 3.94,  90.89, 2829],
  [0.4, 0.32,  0.92, 2859, 4.07,  93.05, 2835],
  [0.6, 3.28, 42.09, 2844, 6.92, 113.76, 2867],
  [0.8, 3.48, 43.48, 2862, 4.19,  91.53, 2862],
  [1.0, 3.55, 48.87, 2886, 4.37,  99.33, 2886],
  [1.2, 2.24, 55.56, 2908, 2.75,  68.04, 2903],
  [1.4, 1.44, 18.35, 2935, 4.53,  99.53, 2918],
  [1.6, 2.27, 36.83, 2978, 6.98, 103.84, 2978],
  [1.8, 2.71, 45.59, 3006, 4.68,  99.20, 2989],
  [2.0, 4.24, 96.87, 3028, 2.70,  31.17, 3013],
]

/** The objective function of fuzzy c-means with ten clusters on the original file, in the two executions. */
export const paper003FuzzyObjectives: readonly [number, number] = [2851, 2829]

/** Census with additive noise, fuzzy c-means with ten clusters. */
export const paper003Fuzzy: readonly Paper003FuzzyRow[] = fuzzy.map(([noise, ...values]) => ({
  noise,
  executions: [0, 3].map((at) => ({ d1: values[at], d2: values[at + 1], objective: values[at + 2] })),
}))
