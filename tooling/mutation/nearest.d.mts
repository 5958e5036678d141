export function nearestFirst(tests: readonly string[], path: string, textOf: (test: string) => string): string[]
