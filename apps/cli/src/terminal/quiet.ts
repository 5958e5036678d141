/** Mode, and the beginnings of the warnings printed so far. */
export const held = { quiet: false, beginnings: new Set<string>() }

/** Turns `--quiet` on or off: no progress, no notes, and one short line for each kind of warning. */
export function beQuiet(quiet: boolean): void {
  held.quiet = quiet
  held.beginnings.clear()
}

/** Returns true if `--quiet` is set. */
export function isQuiet(): boolean {
  return held.quiet
}
