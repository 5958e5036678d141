import own from '../../package.json' with { type: 'json' }

/** Returns the program version for a report: `sdc 0.3.0`. */
export function reportVersion(): string {
  return `sdc ${own.version}`
}
