/** Whether only warnings are printed, and the beginnings of those that were. */
export const held = { quiet: false, beginnings: new Set<string>() }

/**
 * What `--quiet` is: no progress, no notes, and of every kind of warning one line without its details. Errors and what a
 * command prints stay as they are.
 *
 * @param quiet - Whether it is asked for.
 */
export function beQuiet(quiet: boolean): void {
  held.quiet = quiet
  held.beginnings.clear()
}

/** Whether `--quiet` is asked for. */
export function isQuiet(): boolean {
  return held.quiet
}
