import { option, type Dataset } from '@sdc/core'

/** Returns the reason for a missing value without a control file. */
export function needsControl(): string {
  return `it needs people of the same population who are not in the original: name their file with ${option('control', 'FILE')}`
}

/**
 * Returns the columns that a control file lacks, as the reason for a missing value.
 *
 * @param control - The control file; without it nothing is lacking.
 * @param columns - Columns that it must have.
 * @returns A clause; undefined if it has all.
 */
export function lackingInControl(control: Dataset | undefined, columns: readonly string[]): string | undefined {
  const lacking = columns.filter((name) => control && !control.names.includes(name))
  return lacking.length === 0 ? undefined : `the control file lacks ${lacking.map((one) => `"${one}"`).join(', ')}`
}
