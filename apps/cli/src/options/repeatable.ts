/** For an option that may be given several times. */
export function collect(value: string, before: readonly string[]): string[] {
  return [...before, value]
}

/** `collect` for an option that must be given. */
export function collectRequired(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value]
}

/** What parses options that may be given several times. */
export const repeatable: ReadonlySet<unknown> = new Set([collect, collectRequired])
