import { option, SdcError } from '@sdc/core'

/** Options of sbatch that a site may require; options that decide how a run works are excluded. */
const KNOWN: readonly string[] = [
  'account',
  'constraint',
  'cpus-per-task',
  'exclude',
  'gres',
  'licenses',
  'mem',
  'mem-per-cpu',
  'nice',
  'nodelist',
  'partition',
  'qos',
  'reservation',
  'time',
]

/**
 * Parses further options for sbatch: `--partition=short --time=30`.
 *
 * @param text - Options of sbatch with their values, separated by blanks.
 * @returns The options.
 * @throws BAD_OPTION for an option that is not among the usual ones of sites.
 */
export function sbatchOptions(text: string): readonly string[] {
  const words = text.split(/\s+/).filter((word) => word !== '')
  for (const word of words) {
    const name = /^--([a-z-]+)=[^\s]+$/.exec(word)?.[1]
    if (name !== undefined && KNOWN.includes(name)) continue
    const message = `"${word}" is not a supported option of sbatch`
    const fix = `Give them as --NAME=VALUE, of ${KNOWN.join(', ')}.`
    throw new SdcError('BAD_OPTION', message, { parameter: option('slurm') }, fix)
  }
  return words
}
