/** What every metric of the keys of a masked file is: a risk in percent, which looks at no original record and describes this file exactly. */
export const metricOfKeys = {
  kind: 'risk',
  accepts: ['numeric', 'ordered', 'nominal'],
  of: 'keys',
  files: 'masked',
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'masked',
  needsOrigin: false,
  atIdentity: null,
  exact: true,
} as const
