import type { SuppressionProblem } from '../problem.js'

/** What one attacker must be left with on one side of one sensitive cell: it may differ from its true value by the level. */
export interface Demand {
  /** The sensitive cell. */
  readonly cell: number
  /** 1: it may be larger; −1: it may be smaller. */
  readonly direction: 1 | -1
  readonly level: number
  /** The cells that this attacker knows; none for the reader who knows what is published only. */
  readonly knows: Int32Array
}

/** A sliding level: what the two sides of a cell must have together. */
export interface Span {
  readonly cell: number
  readonly width: number
  /** What each side must have by itself. */
  readonly lower: number
  readonly upper: number
  readonly knows: Int32Array
}

export interface Demands {
  readonly sides: readonly Demand[]
  /** Only of those cells whose sides alone are not as wide. */
  readonly spans: readonly Span[]
}

const NOTHING = Int32Array.of()

/**
 * The levels of a problem, one demand for each side, cell and attacker. A level of 0 demands nothing.
 *
 * @param problem - Sensitive cells, levels, insiders.
 * @returns The demands, sensitive cell by sensitive cell, those of the insiders last.
 */
export function demandsOf({ primary, levels, insiders }: SuppressionProblem): Demands {
  const sides: Demand[] = []
  const spans: Span[] = []
  const add = (cell: number, knows: Int32Array): void => {
    const { lower, upper, width } = { lower: levels.lower[cell], upper: levels.upper[cell], width: levels.width[cell] }
    if (upper > 0) sides.push({ cell, direction: 1, level: upper, knows })
    if (lower > 0) sides.push({ cell, direction: -1, level: lower, knows })
    if (width > lower + upper) spans.push({ cell, width, lower, upper, knows })
  }
  for (const cell of primary) add(cell, NOTHING)
  for (const { target, knows } of insiders) add(primary[target], knows)
  return { sides, spans }
}
