/** Mode, and the beginnings of the warnings printed so far. */
export const held = { quiet: false, beginnings: new Set<string>() }

/**
 * Turns `--quiet` on or off: it prints no progress and no notes, and one line without details for each kind of warning. Errors and the
 * output of a command stay unchanged.
 *
 * @param quiet - True where `--quiet` is set.
 */
export function beQuiet(quiet: boolean): void {
  held.quiet = quiet
  held.beginnings.clear()
}

/** Returns true where `--quiet` is set. */
export function isQuiet(): boolean {
  return held.quiet
}
