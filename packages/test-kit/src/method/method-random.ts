import { artificialFile, RECORDS } from '../shared/artificial.js'
import { runCheck, type Check } from '../shared/check.js'
import { differingColumns, frame, frames, madeOnce, overCases, run, type MethodSubject } from './run/run-method.js'
import { secondRun } from './run/second-run.js'

const SEEDS = [2, 3, 4]

/** Checks that a method draws random numbers only from its given source. */
export async function randomChecks(subject: MethodSubject): Promise<Check[]> {
  const { method } = subject
  const on = frames(method)
  const other = frame(method, artificialFile(RECORDS, 'other'))
  const repeatable = await runCheck(method.id, 'the same random source gives the same bytes', () =>
    overCases(subject, on, async (params, one) => {
      const { copy } = await secondRun(method, one, params)
      const differing = differingColumns(await madeOnce(method, one, params), copy)
      return differing.length > 0 ? [`expected the same result twice, got another in ${differing.join(', ')}`] : []
    }),
  )
  const kept = await runCheck(method.id, 'a later run changes nothing in an earlier result', () =>
    overCases(subject, on, async (params, one) => {
      const { result: first, copy } = await secondRun(method, one, params)
      await run(method, other, params, { seed: 2 })
      const differing = differingColumns(first, copy)
      return differing.length > 0
        ? [`expected the first result to stay, a second run changed ${differing.join(', ')}`]
        : []
    }),
  )
  const own = await runCheck(method.id, 'it does not use Math.random', () =>
    overCases(subject, on, async (params, one) =>
      (await secondRun(method, one, params)).callsMathRandom
        ? ['expected every draw to come from rng, Math.random was called']
        : [],
    ),
  )
  return [repeatable, kept, own, method.traits.stochastic ? await differs(subject) : await stays(subject)]
}

/** Some parameters make no draws (`exact`, ties): one set of parameters that differs is enough. */
function differs(subject: MethodSubject): Promise<Check> {
  const { method, cases } = subject
  return runCheck(method.id, 'another random source gives another result', async () => {
    for (const { params } of cases) {
      for (const one of frames(method)) {
        const first = await madeOnce(method, one, params)
        for (const seed of SEEDS)
          if (differingColumns(first, await madeOnce(method, one, params, seed)).length > 0) return []
      }
    }
    return ['expected another result from another source (trait stochastic), got the same from four']
  })
}

function stays(subject: MethodSubject): Promise<Check> {
  const { method } = subject
  return runCheck(method.id, 'the random source changes nothing', () =>
    overCases(subject, frames(method), async (params, one) => {
      const differing = differingColumns(
        await madeOnce(method, one, params),
        await run(method, one, params, { seed: 2 }),
      )
      return differing.length > 0
        ? [`expected the same result (trait stochastic is false), got another in ${differing.join(', ')}`]
        : []
    }),
  )
}
