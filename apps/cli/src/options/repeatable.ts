/** Collects the values of a repeatable option. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}

/** Parsers of repeatable options. */
export const repeatable: ReadonlySet<unknown> = new Set([collect])
