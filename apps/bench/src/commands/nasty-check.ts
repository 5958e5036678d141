import { availableParallelism } from 'node:os'
import { checkNasty, faultText } from '../nasty/check-nasty.js'
import { measurer } from '../nasty/nasty-child.js'
import { nastySubjects, subjectText } from '../nasty/nasty-inputs.js'
import type { StageContext } from '../stage-context.js'

/** CPU time is counted, so that two processes hardly disturb each other. */
const parallel = Math.min(2, availableParallelism())

/**
 * Measures every method and metric on small nasty inputs with few runs; exit status 1 if one takes over twice its
 * normal row, or cannot be measured.
 */
export async function runNastyCheck(
  { registry, program, stdout, stderr, setStatus }: StageContext,
  only = '',
): Promise<void> {
  const subjects = nastySubjects(registry).filter(({ id }) => id.includes(only))
  const waiting = [...subjects]
  let measured = 0
  let done = 0
  let failed = 0
  const work = async (): Promise<void> => {
    const measure = measurer(program, false)
    try {
      for (let subject = waiting.shift(); subject; subject = waiting.shift()) {
        const verdict = await checkNasty(subject, measure, () => measurer(program, false))
        measured += verdict.measured
        failed += verdict.faults.length
        stderr.write(
          `nasty inputs ${++done}/${subjects.length} ${subjectText(subject)}: ${verdict.measured} measured\n`,
        )
        for (const fault of verdict.faults) stderr.write(`FAILED ${faultText(fault)}\n`)
      }
    } finally {
      measure.end()
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  stdout.write(
    `${measured} nasty inputs of ${subjects.length} methods and metrics compared with their normal rows: ${failed} failed.\n`,
  )
  if (failed > 0) setStatus(1)
}
