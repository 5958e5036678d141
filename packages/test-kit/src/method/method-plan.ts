import { BLOCK, sameColumn, seededRng, takeColumn, type Column, type MaskingMethod, type MaskResult } from '@sdc/core'
import { artificialFile, columnsFor, givenFor, roleColumns, withConstant } from '../shared/artificial.js'
import { runCheck, type Check } from '../shared/check.js'
import { copyFrame, frame, overCases, run, runOn, type Frame, type MethodSubject } from './run/run-method.js'
import { columnAsRead } from '../plan/column-as-read.js'
import { blocksTwice, longFile, PARTITIONS, tiedFile } from '../plan/long-files.js'
import { EndsWithFile, outcome } from '../plan/outcome.js'
import { replayedMethod } from '../plan/replayed-method.js'
import { differingParts } from '../plan/replayed-plan.js'

/**
 * Checks the plan of a method: workers on partitions must give the bytes of one run in memory, and it may need all
 * records in memory only with a reason.
 */
export async function methodPlanChecks(subject: MethodSubject): Promise<Check[]> {
  const { method, cases } = subject
  const masked = columnsFor(method)
  const names = [...masked, ...givenFor(method), ...roleColumns]
  const checks = [
    await runCheck(method.id, 'a plan that needs all records in memory says why', () =>
      overCases(subject, [frame(method, artificialFile())], (params, on) => reasonProblems(method, on, params)),
    ),
  ]
  const head = artificialFile(0)
  const by = cases.filter(({ params }) => method.needsFile?.({ params, columns: masked, masked: head }) === undefined)
  if (by.length === 0) return checks
  const [four, two] = [PARTITIONS, 2].map((partitions) => frame(method, longFile(names, partitions)))
  const tied = tiedFile(names, masked)
  const others = [tied, withConstant(tied, masked[0])].map((file) => frame(method, file))
  const same = (params: unknown, on: Frame): Promise<string[]> => workerProblems(method, on, params)
  checks.push(
    await runCheck(method.id, 'workers give the bytes of one run in memory', async () => [
      ...(await overCases({ method, cases: by.filter((one) => one === cases[0]) }, [four], same)),
      ...(await overCases({ method, cases: by.filter((one) => one !== cases[0]) }, [two], same)),
      ...(await overCases({ method, cases: by }, others, same)),
    ]),
  )
  if (method.traits.stochastic) {
    const twice = frame(method, blocksTwice(names))
    checks.push(
      await runCheck(method.id, 'equal blocks get random numbers of their own', () =>
        overCases({ method, cases: by }, [twice], (params, on) => sharedDraws(method, on, params)),
      ),
    )
  }
  return checks
}

/** The reason is known before the file is read, or is returned at the end of the plan. */
async function reasonProblems(method: MaskingMethod, on: Frame, params: unknown): Promise<string[]> {
  const needs = method.needsFile?.({ params, columns: on.columns, masked: on.data })
  const end = await byWorkers(method, on, params)
  if (end instanceof EndsWithFile) {
    const why = needs?.why ?? end.why ?? ''
    return why.trim() === ''
      ? ['expected a plan that ends with the file to say why (needsFile, why), got no reason']
      : []
  }
  return needs ? ['expected a method that needs all records (needsFile) to end with the file, got another end'] : []
}

async function workerProblems(method: MaskingMethod, on: Frame, params: unknown): Promise<string[]> {
  const theirs = await byWorkers(method, on, params)
  if (theirs instanceof EndsWithFile) return []
  const mine = await outcome(() => run(method, on, params))
  return differingParts(mine, theirs).map((part) => `expected the same ${part} from workers as in memory, they differ`)
}

/** Masks as workers do; returns the end of the plan if it is the file, and the text of an error. */
function byWorkers(method: MaskingMethod, on: Frame, params: unknown): Promise<MaskResult | EndsWithFile | string> {
  const { data } = on
  const wasMasked = (name: string): boolean => on.data !== on.original && on.columns.includes(name)
  const replayed = replayedMethod(
    method,
    () => seededRng(1),
    (name) => (wasMasked(name) ? undefined : columnAsRead(data.column(name))),
  )
  return outcome(() => runOn({ ...method, ...replayed }, copyFrame(on), structuredClone(params)))
}

/** Number of records of a block that must depend on the seed; smaller numbers may be zero in another block. */
const MANY = 100

/** Number of differing values among the first records. */
function differingRecords(one: Column, other: Column, rows: number): number {
  const [a, b] = [one, other].map((column) => (column.kind === 'numeric' ? column.values : column.codes))
  let count = 0
  for (let i = 0; i < rows; i++) if (!Object.is(a[i], b[i])) count++
  return count
}

/** Columns with equal draws in two blocks of equal records. */
async function sharedDraws(method: MaskingMethod, on: Frame, params: unknown): Promise<string[]> {
  const [{ columns }, { columns: others }] = [
    (await run(method, on, params)).files[0],
    (await run(method, on, params, { seed: 2 })).files[0],
  ]
  const [first, second] = [0, BLOCK].map((from) => Int32Array.from({ length: BLOCK }, (_, i) => from + i))
  return on.columns.flatMap((name) => {
    const [column, other] = [columns.get(name), others.get(name)]
    const isDrawn = column && other && differingRecords(column, other, BLOCK) >= MANY
    return isDrawn && sameColumn(takeColumn(column, first), takeColumn(column, second))
      ? [`expected other random numbers for ${name} in another block of equal records, got the same values`]
      : []
  })
}
