/** Facts of most risks, for their cards: the share of original records that an intruder finds. */
export const riskInPercent = {
  kind: 'risk',
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'original',
  needsOrigin: true,
  atIdentity: 100,
} as const

/** Facts of most losses, for their cards. */
export const lossInPercent = {
  kind: 'loss',
  better: 'lower',
  unit: '%',
  range: [0, 100],
  recordsOf: 'masked',
  needsOrigin: false,
  atIdentity: 0,
} as const
