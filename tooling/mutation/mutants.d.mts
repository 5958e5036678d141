/** One small fault: `source.slice(0, start) + text + source.slice(end)` is the mutated file. */
export interface Mutant {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly operator: string
  readonly line: number
  readonly was: string
}

export function mutantsOf(source: string, path?: string): Mutant[]
export function sampleOf<T>(all: readonly T[], size: number, uniform: () => number): T[]
