import { columnLength, isMissing, isSdcError, sameColumn, type Column, type MaskResult } from '@sdc/core'
import { artificialFile, columnsFor, permutedFile, withMissing } from '../shared/artificial.js'
import { runCheck, type Check } from '../shared/check.js'
import { marginalProblems } from './method-claims.js'
import { formProblems, inventedProblems } from './method-output.js'
import { framesOf, outputColumn, overCases, run, type Frame, type MethodSubject } from './run/run-method.js'

/**
 * Checks missing values by the trait. With `keep` the method leaves them and masks the others. With `own` it describes
 * its treatment (a note on its card or a warning) or refuses them. `refuse` is done by the engine, before the method is
 * called.
 */
export async function missingChecks(subject: MethodSubject): Promise<Check[]> {
  const { method } = subject
  if (method.traits.missing === 'refuse') return []
  const on = holed(subject)
  if (method.traits.missing === 'keep') {
    return [
      await runCheck(method.id, 'missing values stay missing and the others are masked', () =>
        overCases(subject, on, async (params, one) => keptOrRefused(subject, one, params)),
      ),
    ]
  }
  return [
    await runCheck(method.id, 'missing values are refused, or what becomes of them is said', () =>
      overCases(subject, on, async (params, one) => ownProblems(subject, one, params)),
    ),
  ]
}

/** The frames with missing values in the columns to mask; a masked input has the same missing cells as the original. */
function holed({ method }: MethodSubject): Frame[] {
  const columns = columnsFor(method)
  return framesOf(method, artificialFile(), columns).map((one) => {
    const original = withMissing(one.original, columns)
    if (one.data === one.original) return { ...one, original, data: original }
    const data = withMissing(one.data, columns)
    return { ...one, original, data: method.traits.permutes ? permutedFile(original, data, columns) : data }
  })
}

/**
 * The defaults must keep missing values; an example may need complete data (exact moments), and then refuses by
 * MISSING_VALUES.
 */
async function keptOrRefused({ method, cases }: MethodSubject, on: Frame, params: unknown): Promise<string[]> {
  try {
    const { files } = await run(method, on, params)
    return files.flatMap((file) => (file.origin || method.traits.adds ? [] : keepProblems(on, file.columns)))
  } catch (error) {
    if (params !== cases[0].params && isSdcError(error) && error.code === 'MISSING_VALUES') return []
    throw error
  }
}

function keepProblems(on: Frame, columns: ReadonlyMap<string, Column | null>): string[] {
  return on.columns.flatMap((name) => {
    const column = outputColumn(on, { columns }, name)
    if (!column) return []
    const before = on.data.column(name)
    let kept = 0
    for (let i = 0; i < columnLength(column); i++) {
      if (isMissing(before, i) && !isMissing(column, i))
        return [`expected record ${i + 1} of ${name} to stay missing, got a value`]
      if (!isMissing(before, i) && isMissing(column, i))
        return [`expected a value in record ${i + 1} of ${name}, got none`]
      if (isMissing(column, i)) kept++
    }
    if (kept === columnLength(column) || sameColumn(column, on.original.column(name))) {
      return [`expected the other values of ${name} to be masked, they came out as the original has them`]
    }
    return []
  })
}

async function ownProblems({ method }: MethodSubject, on: Frame, params: unknown): Promise<string[]> {
  try {
    const result = await run(method, on, params)
    const said = [...(method.notes ?? []).map(({ text }) => text), ...(result.warnings ?? []), method.summary].some(
      (text) => /missing/i.test(text),
    )
    // A permutation of the column also moves its missing values.
    const invented =
      method.traits.claims.marginals === true ? movedProblems(on, result) : inventedProblems(method, on, result)
    const problems = [...formProblems(method, on, result), ...invented]
    return said
      ? problems
      : [...problems, 'expected a note or a warning that says what becomes of missing values, got none']
  } catch (error) {
    if (isSdcError(error)) return []
    throw error
  }
}

/** Missing values may move between records, but the frequencies of all values stay. */
function movedProblems(on: Frame, result: MaskResult): string[] {
  return result.files.flatMap((file) => {
    const names = on.columns.filter((name) => outputColumn(on, file, name) !== null)
    const after = names.flatMap((name) => outputColumn(on, file, name) ?? [])
    return marginalProblems(
      names.map((name) => on.original.column(name)),
      after,
      names,
    )
  })
}
