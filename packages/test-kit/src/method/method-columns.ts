import { dataset, numeric, sameColumn, takeColumn, takeRows, type Column, type Dataset } from '@sdc/core'
import { roleColumns, rolesOf } from '../shared/artificial.js'
import { errorText, runCheck, type Check } from '../shared/check.js'
import { addedProblems, coarserProblems, kindFrames, kindProblems } from './method-kinds.js'
import { formProblems } from './method-output.js'
import {
  differingColumns,
  frames,
  madeOnce,
  outputColumn,
  overCases,
  run,
  type Frame,
  type MethodSubject,
} from './run/run-method.js'
import { secondRun } from './run/second-run.js'

/** Checks that a method reads and writes only its columns, and does not change its input. */
export async function columnChecks(subject: MethodSubject): Promise<Check[]> {
  const { method } = subject
  const on = frames(method)
  const checks: Check[] = [
    await runCheck(method.id, 'it does not change its input', () =>
      overCases(subject, on, async (params, one) => (await secondRun(method, one, params)).written),
    ),
    await runCheck(method.id, 'the other columns of the file and their order change nothing', () =>
      overCases(subject, on, async (params, one) => {
        const differing = differingColumns(
          await madeOnce(method, one, params),
          await run(method, rearranged(one), params),
        )
        return differing.length > 0
          ? [`expected the same result in a file with further columns, got another in ${differing.join(', ')}`]
          : []
      }),
    ),
    await runCheck(method.id, 'it takes any name of a column', () =>
      overCases(subject, [oddNames(on[0])], async (params, one) => {
        try {
          return formProblems(method, one, await run(method, one, params))
        } catch (error) {
          return [`expected the columns ${one.columns.join(', ')} to be masked, got ${errorText(error)}`]
        }
      }),
    ),
  ]
  const { accepts, adds, scope, stochastic } = method.traits
  if (accepts.length > 1) {
    checks.push(
      await runCheck(method.id, 'it masks columns of each kind that it accepts, alone and with others', () =>
        overCases(subject, kindFrames(method), (params, one) => kindProblems(subject, one, params)),
      ),
    )
  }
  if (adds)
    checks.push(await runCheck(method.id, 'it adds a column, as its trait adds says', () => addedProblems(subject, on)))
  if (method.traits.kinds === 'coarser')
    checks.push(
      await runCheck(method.id, 'its coarser columns have exactly the levels that it names', () =>
        coarserProblems(subject, on),
      ),
    )
  if (scope === 'file') return checks
  checks.push(
    await runCheck(method.id, 'each column is masked by itself', () =>
      overCases(subject, on, (params, one) => aloneProblems(subject, one, params)),
    ),
  )
  // Draws are named by columns and by places of records: for a stochastic method halves may differ from the whole.
  if (scope === 'column' || stochastic) return checks
  checks.push(
    await runCheck(method.id, 'each value is masked by itself', () =>
      overCases(subject, on, (params, one) => halvesProblems(subject, one, params)),
    ),
  )
  return checks
}

/** The same columns in another order, among other columns. */
function rearranged(on: Frame): Frame {
  const named = [...new Set([...on.columns, ...on.given, ...roleColumns])]
  const rearrange = (file: Dataset): Dataset => {
    const other: Column = numeric(Float64Array.from({ length: file.rows }, (_, i) => (i * i) % 17))
    const kept = named.map((name): readonly [string, Column] => [name, file.column(name)]).reverse()
    return dataset([['another', other], ...kept, ['zzz', other]])
  }
  const original = rearrange(on.original)
  return { ...on, original, data: on.data === on.original ? original : rearrange(on.data) }
}

/** Names that break a program which stores its columns in a plain object. */
function oddNames(on: Frame): Frame {
  const odd = ['1990', '__proto__', 'constructor', 'a b;"c"', '', 'toString', 'ü']
  const columns = on.columns.map((_, i) => odd[i % odd.length] + (i < odd.length ? '' : String(i))).sort()
  const rename = (file: Dataset): Dataset => {
    const masked = on.columns.map((name, i): readonly [string, Column] => [columns[i], file.column(name)])
    const others = [...on.given, ...roleColumns]
    return dataset([...masked, ...others.map((name): readonly [string, Column] => [name, file.column(name)])])
  }
  const original = rename(on.original)
  const named = (name: string): string => columns[on.columns.indexOf(name)] ?? name
  const roles = rolesOf(original, named)
  return { ...on, columns, original, data: on.data === on.original ? original : rename(on.data), roles }
}

async function aloneProblems({ method }: MethodSubject, on: Frame, params: unknown): Promise<string[]> {
  const together = await madeOnce(method, on, params)
  const problems: string[] = []
  for (const name of on.columns) {
    const alone = await run(method, { ...on, columns: [name] }, params)
    const same = together.files.every((file, f) => {
      const [a, b] = [outputColumn(on, file, name), alone.files[f] && outputColumn(on, alone.files[f], name)]
      return a && b ? sameColumn(a, b) : a === b
    })
    if (!same) problems.push(`expected ${name} masked alone as with the others (trait scope), it came out otherwise`)
  }
  return problems
}

/** The two halves of a file, masked one by one, must equal the file masked as a whole. */
async function halvesProblems({ method }: MethodSubject, on: Frame, params: unknown): Promise<string[]> {
  const together = await madeOnce(method, on, params)
  const middle = Math.floor(on.data.rows / 2)
  const problems = new Set<string>()
  for (const [from, to] of [
    [0, middle],
    [middle, on.data.rows],
  ]) {
    const rows = Int32Array.from({ length: to - from }, (_, i) => from + i)
    const original = takeRows(on.original, rows)
    const half = { ...on, original, data: on.data === on.original ? original : takeRows(on.data, rows) }
    const alone = await run(method, half, params)
    for (const name of on.columns) {
      const same = together.files.every((file, f) => {
        const [a, b] = [outputColumn(on, file, name), alone.files[f] && outputColumn(half, alone.files[f], name)]
        return a && b ? sameColumn(takeColumn(a, rows), b) : a === b
      })
      if (!same)
        problems.add(`expected half of ${name} masked alone as in the whole (trait scope), it came out otherwise`)
    }
  }
  return [...problems]
}
