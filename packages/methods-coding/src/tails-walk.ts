import type { RankWalk } from '@sdc/core'
import { judgeTails, tailLimits, type TailOptions } from './code-column.js'
import { givenThresholds, refuseCrossed } from './tail-thresholds.js'
import { replacementOf, thresholdRanks } from './tails.js'

/** The column that a walk goes through. */
export interface WalkedTails {
  readonly method: string
  readonly column: string
  readonly count: number
  readonly levels?: readonly string[] | undefined
  readonly options: TailOptions
}

/**
 * The tails of a column coded on a walk through its ranks, as `codeTails` codes them: the lower tail is held until its end is
 * known, and the upper one where it becomes its mean or median.
 *
 * @param walked - The column: how many of its values have a rank, its categories if any, and what is asked for.
 * @returns The walk, whose `end` throws what the column is refused for.
 * @throws BAD_PARAMETER for thresholds that are given and leave nothing between them.
 */
export function tailsWalk({ method, column, count, levels, options }: WalkedTails): RankWalk {
  const place = { method, column }
  const limits = tailLimits(levels, options, place)
  const given = givenThresholds(limits, place)
  const byRank = given ? undefined : thresholdRanks(count, limits.bottomPercent, limits.topPercent)
  const replacement = levels ? 'threshold' : options.replacement
  let { bottom, top }: { bottom: number | undefined; top: number | undefined } = given ?? {
    bottom: byRank?.bottom === undefined ? -Infinity : undefined,
    top: byRank?.top === undefined ? Infinity : undefined,
  }
  /** Ranks whose result is not known: those of the lower tail until it ends, or of the upper one. */
  const held: number[] = []
  let below = 0
  let above = 0
  let rank = 0
  let isPastBottom = false
  let said: readonly string[] = []
  let [lowest, highest] = [0, 0]
  let [first, last] = [Number.NaN, Number.NaN]

  /** The lower tail, with what came after it and is not below the threshold. */
  const endBottom = (into: number[]): void => {
    isPastBottom = true
    const threshold = bottom ?? -Infinity
    const tail = Float64Array.from(held.filter((value) => value < threshold))
    below = tail.length
    const low = below === 0 ? threshold : replacementOf(tail, threshold, replacement)
    for (const value of held) into.push(value < threshold ? low : value)
    held.length = 0
  }

  const take = (value: number, into: number[]): void => {
    if (rank === 0) first = value
    if (value === first) lowest++
    highest = value === last ? highest + 1 : 1
    last = value
    if (byRank?.bottom === rank) bottom = value
    if (byRank?.top === rank) {
      top = value
      refuseCrossed({ bottom: bottom ?? -Infinity, top }, limits, place)
    }
    rank++
    if (!isPastBottom) {
      if (bottom === undefined || value < bottom) {
        held.push(value)
        return
      }
      endBottom(into)
    }
    if (top === undefined || value <= top) {
      into.push(value)
      return
    }
    above++
    if (replacement === 'threshold') into.push(top)
    else held.push(value)
  }

  return {
    push(sorted) {
      const into: number[] = []
      for (let i = 0; i < sorted.length; i++) take(sorted[i], into)
      return Float64Array.from(into)
    },
    end() {
      const into: number[] = []
      if (!isPastBottom) endBottom(into)
      const high = held.length === 0 ? 0 : replacementOf(Float64Array.from(held), top ?? Infinity, replacement)
      for (let k = 0; k < held.length; k++) into.push(high)
      const ends = (): { count: number; lowest: number; highest: number } => ({ count, lowest, highest })
      const judged = judgeTails(
        { below, above },
        { bottom: bottom ?? -Infinity, top: top ?? Infinity },
        { levels, limits, options, place, ends },
      )
      said = judged.warnings
      return Float64Array.from(into)
    },
    findings: () => ({ warnings: said.map((warning) => `column "${column}": ${warning}`) }),
  }
}
