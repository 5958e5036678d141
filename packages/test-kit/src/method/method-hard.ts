import {
  describeParams,
  isSdcError,
  numeric,
  resolveParams,
  withColumns,
  type Column,
  type MaskingMethod,
} from '@sdc/core'
import { artificialFile, columnsFor, withConstant } from '../shared/artificial.js'
import { errorText, runCheck, type Check } from '../shared/check.js'
import { formProblems, inventedProblems } from './method-output.js'
import { limitValues } from '../shared/parameters.js'
import { frame, frames, overCases, run, type Frame, type MethodSubject } from './run/run-method.js'

/**
 * Checks data on which formulas fail: one, two or three records, a constant column (possible in a group), columns that
 * determine each other, zeros and negative numbers; and parameters at the ends of their range. The result must be
 * valid, or an SdcError that explains the problem: never a crash, never NaN.
 */
export async function hardChecks(subject: MethodSubject): Promise<Check[]> {
  const { method } = subject
  const columns = columnsFor(method)
  const few = [1, 2, 3].map((rows) => frame(method, artificialFile(rows, 'few'), columns))
  const constant = columns.map((name) => frame(method, withConstant(artificialFile(), name), columns))
  const checks: Check[] = [
    await runCheck(method.id, 'one, two or three records: a valid result or an SdcError', () =>
      overCases(subject, few, async (params, one) =>
        (await soundProblems(subject, one, params)).map((problem) => `with ${one.data.rows} records: ${problem}`),
      ),
    ),
    await runCheck(method.id, 'a constant column: a valid result or an SdcError', () =>
      overCases(subject, constant, (params, one) => soundProblems(subject, one, params)),
    ),
    await runCheck(method.id, 'parameters at the ends of their range: a valid result or an SdcError', () =>
      limitProblems(subject),
    ),
  ]
  if (method.traits.searched && describeParams(method.params).some(({ search }) => search)) {
    checks.push(await runCheck(method.id, 'a search finds parameters that mask', () => searchProblems(subject)))
  }
  if (!method.traits.accepts.includes('numeric')) return checks
  const [collinearFrame, signedFrame] = [collinear(method), signed(method)]
  return [
    ...checks,
    await runCheck(method.id, 'columns that determine each other: a valid result or an SdcError', () =>
      overCases(subject, [collinearFrame], (params, one) => soundProblems(subject, one, params)),
    ),
    await runCheck(method.id, 'zeros and negative numbers: a valid result or an SdcError', () =>
      overCases(subject, [signedFrame], (params, one) => soundProblems(subject, one, params)),
    ),
  ]
}

async function soundProblems({ method }: MethodSubject, on: Frame, params: unknown): Promise<string[]> {
  try {
    const result = await run(method, on, params)
    const form = formProblems(method, on, result)
    return form.length > 0 ? form : inventedProblems(method, on, result)
  } catch (error) {
    return isSdcError(error) ? [] : [`expected a result or an SdcError, got ${errorText(error)}`]
  }
}

async function limitProblems(subject: MethodSubject): Promise<string[]> {
  const { method } = subject
  const [on] = frames(method)
  const problems: string[] = []
  for (const card of describeParams(method.params)) {
    for (const value of limitValues(card)) {
      const found = await soundProblems(subject, on, resolveParams(method.params, { [card.name]: value }))
      problems.push(...found.map((problem) => `${problem} (${card.name} = ${JSON.stringify(value)})`))
    }
  }
  return problems
}

/** At least one end of every range that a search uses must mask the artificial file. */
async function searchProblems({ method }: MethodSubject): Promise<string[]> {
  const [on] = frames(method)
  const problems: string[] = []
  for (const { name, search } of describeParams(method.params)) {
    if (!search) continue
    const refused: string[] = []
    for (const value of [search.min, search.max]) {
      try {
        await run(method, on, resolveParams(method.params, { [name]: value }))
      } catch (error) {
        // The check of the ends of the ranges reports crashes.
        if (!isSdcError(error)) continue
        refused.push(`${value}: ${error.code}`)
      }
    }
    if (refused.length === 2)
      problems.push(
        `expected ${name} to mask at an end of its search range, it is refused at both (${refused.join(', ')})`,
      )
  }
  return problems
}

/** Every numeric column is a multiple of the first plus a shift: the covariance matrix has rank one. */
function collinear(method: MaskingMethod): Frame {
  return replaced(method, (values, j, first) => values.map((_, i) => (j + 1) * 3 * first[i] - 5 * j))
}

/** Each column is shifted so that a part of it is negative, with exact zeros of both signs. */
function signed(method: MaskingMethod): Frame {
  return replaced(method, (values) => {
    const shift = values[Math.floor(values.length / 2)]
    return values.map((value, i) => (i % 25 === 3 ? 0 : i % 25 === 7 ? -0 : value - shift))
  })
}

function replaced(
  method: MaskingMethod,
  change: (values: Float64Array, j: number, first: Float64Array) => Float64Array,
): Frame {
  const file = artificialFile()
  const columns = columnsFor(method)
  const held = columns.flatMap((name) => {
    const column = file.column(name)
    return column.kind === 'numeric' ? [[name, column.values] as const] : []
  })
  const changed = held.map(([name, values], j): readonly [string, Column] => [
    name,
    numeric(change(values, j, held[0][1])),
  ])
  return frame(method, withColumns(file, new Map(changed)), columns)
}
