/**
 * Common fields of metrics of a masked file's quasi-identifiers: a risk in percent that uses no original record and
 * describes this file exactly.
 */
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
