/** What a metric says of a masked file. */
export const metricKinds = ['risk', 'loss', 'score', 'permutation'] as const

export type MetricKind = (typeof metricKinds)[number]
