import { quickBudgets, shortBudgets } from '../speed/measure/time-runs.js'
import { allowedRatio } from './nasty-limits.js'
import { normalOperation, subjectText, type Subject } from './nasty-inputs.js'
import type { Measurer } from './nasty-child.js'
import { nastyCell, nastyRow, type NastyCell, type NastyScope } from './nasty-run.js'

export const checkScope: NastyScope = {
  sizes: [200, 1_000, 4_000],
  seconds: 0.015,
  budgets: shortBudgets,
  // Within its limit a ratio is not a fault.
  enough: allowedRatio,
}

/** Number of measurements of a row that seems slow; the least ratio counts. */
const attempts = 4

/**
 * Least number of records. With 200 records the twenty outliers are every tenth, and ties to the method; a fault also
 * shows in larger files.
 */
const leastAgain = 1_000

/** Factor by which a ratio of small sizes may exceed its limit. */
const tolerance = 1.25

/** A nasty input that takes too long, or that has no time. */
export interface NastyFault {
  readonly subject: Subject
  readonly what: string
}

/** Result of the check of one method or metric. */
export interface NastyVerdict {
  readonly measured: number
  readonly faults: readonly NastyFault[]
}

/**
 * Compares every nasty input of a method or metric with its normal row. Ratios do not depend on the machine, so they
 * are compared with the limit itself. Ratios above it are measured again, in a new process each time.
 */
export async function checkNasty(
  subject: Subject,
  measure: Measurer,
  fresh: () => Measurer,
  scope = checkScope,
): Promise<NastyVerdict> {
  const { cells, why } = await nastyRow(subject, measure, scope)
  const faults: NastyFault[] = why === null ? [] : [{ subject, what: `no normal row: ${why.split('\n')[0]}` }]
  for (const cell of cells) {
    const fault = await faultOf(subject, cell, fresh)
    if (fault !== null) faults.push({ subject, what: `${cell.input.name}, ${fault}` })
  }
  return { measured: cells.filter(({ cost }) => cost.status === 'measured').length, faults }
}

async function faultOf(subject: Subject, first: NastyCell, fresh: () => Measurer): Promise<string | null> {
  const { input, n, cost } = first
  if (cost.status === 'failed') return `n = ${n}: ${cost.why.split('\n')[0]}`
  const most = tolerance * allowedRatio(subject, input)
  const size = Math.max(n, leastAgain)
  let { ratio } = first
  for (let attempt = 2; attempt <= attempts && ratio > most; attempt++) {
    const alone = fresh()
    const normal = await alone.cost(normalOperation(subject, size, input.d), quickBudgets, 60)
    if (normal.status === 'measured') {
      const again = await nastyCell(subject, input, { n: size, seconds: normal.seconds }, alone, {
        budgets: quickBudgets,
      })
      ratio = Math.min(ratio, again.ratio)
    }
    alone.end()
  }
  return ratio > most ? `n = ${size}: ${ratio.toFixed(1)} × NORMAL` : null
}

export function faultText({ subject, what }: NastyFault): string {
  return `${subjectText(subject)}, ${what}`
}
