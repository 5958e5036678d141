import { canonicalJson, dataset, numeric, sameColumn, type Column, type Dataset } from '@sdc/core'
import { errorText, runCheck, type Check } from '../shared/check.js'
import { formProblems } from './method-output.js'
import {
  copyFrame,
  differingColumns,
  frame,
  frames,
  outputColumn,
  overCases,
  run,
  runOn,
  type Frame,
  type MethodSubject,
} from './run-method.js'

/** What a method reads and writes: only the columns it was told of, and none of its input. */
export async function columnChecks(subject: MethodSubject): Promise<Check[]> {
  const { method } = subject
  const on = frames(method)
  const checks = [
    await runCheck(method.id, 'it does not change its input', () =>
      overCases(subject, on, (params, one) => inputProblems(subject, one, params)),
    ),
    await runCheck(method.id, 'the other columns of the file and their order change nothing', () =>
      overCases(subject, on, async (params, one) => {
        const differing = differingColumns(await run(method, one, params), await run(method, rearranged(one), params))
        return differing.length > 0
          ? [`expected the same result in a file with other columns beside, got another in ${differing.join(', ')}`]
          : []
      }),
    ),
    await runCheck(method.id, 'it takes any name of a column', () =>
      overCases(subject, [oddNames(frame(method))], async (params, one) => {
        try {
          return formProblems(method, one, await run(method, one, params))
        } catch (error) {
          return [`expected the columns ${one.columns.join(', ')} to be masked, got ${errorText(error)}`]
        }
      }),
    ),
  ]
  if (!method.traits.columnwise) return checks
  return [
    ...checks,
    await runCheck(method.id, 'each column is masked by itself', () =>
      overCases(subject, on, (params, one) => aloneProblems(subject, one, params)),
    ),
  ]
}

async function inputProblems({ method }: MethodSubject, on: Frame, params: unknown): Promise<string[]> {
  const used = copyFrame(on)
  const handed = structuredClone(params)
  await runOn(method, used, handed)
  const problems = [
    ...written(on.original, used.original).map(
      (name) => `expected the original's column ${name} to stay as it was, it was written to`,
    ),
    ...(used.data === used.original
      ? []
      : written(on.data, used.data).map(
          (name) => `expected the input's column ${name} to stay as it was, it was written to`,
        )),
  ]
  const [before, after] = [canonicalJson(params), canonicalJson(handed)]
  if (after !== before) problems.push(`expected the parameters to stay ${before}, they became ${after}`)
  return problems
}

function written(before: Dataset, after: Dataset): string[] {
  return before.names.filter((name) => !sameColumn(before.column(name), after.column(name)))
}

/** The same columns in a file where they stand in another order, and others beside them. */
function rearranged(on: Frame): Frame {
  const named = [...on.columns, ...on.given]
  const rearrange = (file: Dataset): Dataset => {
    const other: Column = numeric(Float64Array.from({ length: file.rows }, (_, i) => (i * i) % 17))
    const kept = named.map((name): readonly [string, Column] => [name, file.column(name)]).reverse()
    return dataset([['another', other], ...kept, ['zzz', other]])
  }
  const original = rearrange(on.original)
  return { ...on, original, data: on.data === on.original ? original : rearrange(on.data) }
}

/** Names that break a program which keeps its columns in a plain object. */
function oddNames(on: Frame): Frame {
  const odd = ['1990', '__proto__', 'constructor', 'a b;"c"', '', 'toString', 'ü']
  const columns = on.columns.map((_, i) => odd[i % odd.length] + (i < odd.length ? '' : String(i))).sort()
  const rename = (file: Dataset): Dataset => {
    const masked = on.columns.map((name, i): readonly [string, Column] => [columns[i], file.column(name)])
    return dataset([...masked, ...on.given.map((name): readonly [string, Column] => [name, file.column(name)])])
  }
  const original = rename(on.original)
  return { ...on, columns, original, data: on.data === on.original ? original : rename(on.data) }
}

async function aloneProblems({ method }: MethodSubject, on: Frame, params: unknown): Promise<string[]> {
  const together = await run(method, on, params)
  const problems: string[] = []
  for (const name of on.columns) {
    const alone = await run(method, { ...on, columns: [name] }, params)
    const same = together.files.every((file, f) => {
      const [a, b] = [outputColumn(on, file, name), alone.files[f] && outputColumn(on, alone.files[f], name)]
      return a && b ? sameColumn(a, b) : a === b
    })
    if (!same)
      problems.push(`expected ${name} masked alone as with the others (trait columnwise), it came out otherwise`)
  }
  return problems
}
