/** For an option that may be given several times. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

/** What parses options that may be given several times. */
export const repeatable: ReadonlySet<unknown> = new Set([collect])
