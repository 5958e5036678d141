/** Kinds of metrics: properties of a masked file that they measure. */
export const metricKinds = ['risk', 'loss', 'score', 'permutation'] as const

export type MetricKind = (typeof metricKinds)[number]
