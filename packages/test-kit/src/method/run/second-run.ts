import { canonicalJson, sameColumn, type Dataset, type MaskingMethod, type MaskResult } from '@sdc/core'
import { besideMathRandom } from '../../shared/math-random.js'
import { onceFor } from '../../shared/once-for.js'
import { copyFrame, copyResult, runOn, type Frame } from './run-method.js'

/** The same run once more, and what it did beside its result. */
export interface SecondRun {
  /** As the method returned it. */
  readonly result: MaskResult
  /** As it was then. */
  readonly copy: MaskResult
  /** What it wrote to: problems of its input. */
  readonly written: readonly string[]
  /** What `tick` got that is no number from 0 to 1. */
  readonly outside: readonly number[]
  readonly callsMathRandom: boolean
}

const secondOf = onceFor<Promise<SecondRun>>()

/** One run for all checks of what a run does beside its result; compared with the first (`madeOnce`), also of whether that comes again. */
export function secondRun(method: MaskingMethod, on: Frame, params: unknown): Promise<SecondRun> {
  return secondOf(method, [on, params], () => besideMathRandom(() => watched(method, on, params)))
}

async function watched(method: MaskingMethod, on: Frame, params: unknown): Promise<Omit<SecondRun, 'callsMathRandom'>> {
  const used = copyFrame(on)
  const handed = structuredClone(params)
  const outside: number[] = []
  const tick = (fraction: number): void => {
    if (!(fraction >= 0 && fraction <= 1)) outside.push(fraction)
  }
  const result = await runOn(method, used, handed, { tick })
  return { result, copy: copyResult(result), written: inputProblems(on, used, params, handed), outside }
}

function inputProblems(on: Frame, used: Frame, params: unknown, handed: unknown): string[] {
  const problems = [
    ...written(on.original, used.original).map(
      (name) => `expected the original's column ${name} to stay unchanged, it was written to`,
    ),
    ...(used.data === used.original
      ? []
      : written(on.data, used.data).map(
          (name) => `expected the input's column ${name} to stay unchanged, it was written to`,
        )),
  ]
  const [before, after] = [canonicalJson(params), canonicalJson(handed)]
  if (after !== before) problems.push(`expected the parameters to stay ${before}, they became ${after}`)
  return problems
}

function written(before: Dataset, after: Dataset): string[] {
  return before.names.filter((name) => !sameColumn(before.column(name), after.column(name)))
}
