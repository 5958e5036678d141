import { canonicalJson, sameColumn, type Dataset, type MaskingMethod, type MaskResult } from '@sdc/core'
import { besideMathRandom } from '../../shared/math-random.js'
import { onceFor } from '../../shared/once-for.js'
import { copyFrame, copyResult, runOn, type Frame } from './run-method.js'

/** Repetition of the same run, with its side effects. */
export interface SecondRun {
  /** Result as the method returned it. */
  readonly result: MaskResult
  /** Its copy at that time. */
  readonly copy: MaskResult
  /** Inputs that it wrote to, as problems. */
  readonly written: readonly string[]
  /** Arguments of `tick` that are not numbers from 0 to 1. */
  readonly outside: readonly number[]
  readonly callsMathRandom: boolean
}

const secondOf = onceFor<Promise<SecondRun>>()

/**
 * One run for all checks of side effects. Its result is compared with the first (`madeOnce`), also for repeatability.
 */
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
