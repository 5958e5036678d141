import own from '../../package.json' with { type: 'json' }

/** What made a report, as it says: `sdc 0.3.0`. */
export function reportVersion(): string {
  return `sdc ${own.version}`
}
