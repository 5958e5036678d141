import { isMissing, sameColumn, type Column, type MaskingMethod } from '@sdc/core'
import { artificialFile, columnsOfKinds } from '../shared/artificial.js'
import { errorText } from '../shared/check.js'
import { formProblems, inventedProblems } from './method-output.js'
import { frame, madeOnce, outputColumn, overCases, run, type Frame, type MethodSubject } from './run/run-method.js'

/** The artificial file with columns of some of the kinds that a method accepts: every proper subset. */
export function kindFrames(method: MaskingMethod): Frame[] {
  const { accepts } = method.traits
  return Array.from({ length: (1 << accepts.length) - 2 }, (_, i) => {
    const kinds = accepts.filter((_kind, j) => ((i + 1) >> j) % 2 === 1)
    return frame(method, artificialFile(), columnsOfKinds(kinds))
  })
}

export async function kindProblems({ method }: MethodSubject, on: Frame, params: unknown): Promise<string[]> {
  try {
    const result = await run(method, on, params)
    return [...formProblems(method, on, result), ...inventedProblems(method, on, result)]
  } catch (error) {
    return [`expected the columns ${on.columns.join(', ')} to be masked (trait accepts), got ${errorText(error)}`]
  }
}

/** A method that declares added columns must add one for at least some of its parameters. */
export async function addedProblems(subject: MethodSubject, on: readonly Frame[]): Promise<string[]> {
  let added = false
  const problems = await overCases(subject, on, async (params, one) => {
    const { files } = await madeOnce(subject.method, one, params)
    return files.flatMap(({ columns }) => {
      const names = [...columns.keys()].filter((name) => !one.columns.includes(name))
      if (names.length > 0) added = true
      return names
        .filter((name) => columns.get(name) === null)
        .map((name) => `expected the column ${name} to be added, got null for it`)
    })
  })
  return added ? problems : [...problems, 'expected a column that the file does not have (trait adds), got none']
}

/**
 * A coarser column must list its levels, without any level of the finer column that no record has: a reader of the list
 * would learn it. At least some parameters must make a column coarser, otherwise the trait is never tested.
 */
export async function coarserProblems(subject: MethodSubject, on: readonly Frame[]): Promise<string[]> {
  let coarser = false
  const problems = await overCases(subject, on, async (params, one) => {
    const { files } = await madeOnce(subject.method, one, params)
    return files.flatMap((file) =>
      one.columns.flatMap((name) => {
        const [before, after] = [one.data.column(name), outputColumn(one, file, name)]
        if (!after || sameColumn(before, after)) return []
        const [valuesBefore, valuesAfter] = [valuesOf(before), valuesOf(after)]
        if (valuesAfter.size < valuesBefore.size) coarser = true
        return levelProblems(name, after, valuesBefore, valuesAfter)
      }),
    )
  })
  return coarser ? problems : [...problems, 'expected fewer values than before (trait kinds: coarser), got as many']
}

function levelProblems(
  name: string,
  after: Column,
  valuesBefore: ReadonlySet<string>,
  valuesAfter: ReadonlySet<string>,
): string[] {
  if (after.kind === 'numeric') return []
  if (new Set(after.levels).size < after.levels.length) return [`expected every level of ${name} once, got one twice`]
  const left = after.levels.filter((level) => valuesBefore.has(level) && !valuesAfter.has(level))
  return left.length === 0
    ? []
    : [`expected the levels of the coarser ${name} only, got ${left.join(', ')} of the finer one, which no record has`]
}

function valuesOf(column: Column): Set<string> {
  const values = new Set<string>()
  const { length } = column.kind === 'numeric' ? column.values : column.codes
  for (let i = 0; i < length; i++) {
    if (isMissing(column, i)) continue
    values.add(column.kind === 'numeric' ? String(column.values[i]) : column.levels[column.codes[i]])
  }
  return values
}
