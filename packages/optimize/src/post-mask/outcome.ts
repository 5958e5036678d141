import type { PostMaskResult } from './post-mask.js'

/**
 * Formats a number with four digits.
 *
 * @param value - Any number.
 * @returns The text.
 */
export function shown(value: number): string {
  return String(Number(value.toPrecision(4)))
}

/** Converts IL1 to percent, as in the component of `loss/il-score`. */
const percent = (share: number): number => 100 * share

/**
 * Returns the numbers of a run, for its report.
 *
 * @param result - Result of the loop.
 */
export function outcomeReport(result: PostMaskResult): Map<string, number> {
  const { start, end, target, il1Target, steps, accepted, reached, rows, moments, nearestChanged } = result
  return new Map([
    ['E at the start', start.e],
    ['E', end.e],
    ['target of E', target],
    ['IL1 at the start', percent(start.il1)],
    ['IL1', percent(end.il1)],
    ['target of IL1', percent(il1Target)],
    ['moments', moments],
    ['records that may change', rows.length],
    ['steps', steps],
    ['accepted', accepted],
    ['reached', Number(reached)],
    ['records with another nearest record', nearestChanged],
  ])
}

/**
 * Returns a sentence on the end of the loop.
 *
 * @param result - Result of the loop.
 * @returns A sentence; undefined if it reached its aims by its own steps.
 */
export function outcomeWarning(result: PostMaskResult): string | undefined {
  const { start, end, target, il1Target, steps, accepted, ended, rows } = result
  if (ended === 'reached') {
    if (steps > 0) return undefined
    return (
      `nothing was changed: E is ${shown(start.e)} at the start and IL1 ${shown(percent(start.il1))} %, both ` +
      'already at their targets'
    )
  }
  const where =
    `E fell from ${shown(start.e)} to ${shown(end.e)} (target: below ${shown(target)}) and IL1 is ` +
    `${shown(percent(end.il1))} % (target: ${shown(percent(il1Target))} %)`
  const of = `${steps} steps, of them ${accepted} accepted, in ${rows.length} record${rows.length === 1 ? '' : 's'} that may change`
  const why = {
    stalled: `it stopped improving after ${of}: try a larger recordShare, another lossShare or a less strict target`,
    steps: `its steps were used up (${of}): raise maxSteps`,
    'nothing-lower': 'E is 0, so no step can lower it: leave IL1 unchanged (lossShare=1)',
  }[ended]
  return `THE TARGET WAS MISSED: ${where}; ${why}`
}
