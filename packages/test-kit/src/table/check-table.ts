import {
  isSdcError,
  resolveParams,
  seededRng,
  tableProblems,
  type Table,
  type TableInput,
  type TableMethod,
  type TableResult,
} from '@sdc/core'
import { errorText, runCheck, type Check } from '../shared/check.js'
import { usesMathRandom } from '../shared/math-random.js'
import { parameterChecks } from '../shared/parameters.js'
import { stopProblems, tickProblems } from '../shared/ticks.js'
import { artificialTables, rearrangedTable } from './artificial-tables.js'

/** Checks a table method by what its card says of it, on small tables with totals. */
export async function checkTable(method: TableMethod): Promise<Check[]> {
  const subject = typeof method?.id === 'string' ? method.id : 'table'
  const form = await runCheck(subject, 'its card, step and parameters have the form of the contract', () =>
    tableProblems(method ?? {}),
  )
  if (!form.ok) return [form]
  const checks = [form, ...(await parameterChecks(subject, method.params, []))]
  if (checks.some(({ ok }) => !ok)) return checks
  const tables = artificialTables()
  const [[, usual], [, other]] = tables
  const check = async (name: string, find: () => Promise<readonly string[]>): Promise<void> => {
    checks.push(await runCheck(subject, name, find))
  }
  await check('it judges every cell of a table, or says by an SdcError why it cannot', async () => {
    const problems: string[] = []
    for (const [what, table] of tables) {
      try {
        problems.push(...resultProblems(method, table, await run(method, table)).map((one) => `${what}: ${one}`))
      } catch (error) {
        if (!isSdcError(error) || table === usual) problems.push(`${what}: expected a result, got ${errorText(error)}`)
      }
    }
    return problems
  })
  await check('the same random source gives the same result', async () =>
    same(await run(method, usual), await run(method, usual))
      ? []
      : ['expected the same result twice, got another the second time'],
  )
  await check('it does not use Math.random', async () =>
    (await usesMathRandom(() => run(method, usual)))
      ? ['expected every draw to come from rng, Math.random was called']
      : [],
  )
  await check('it does not change its input', async () => {
    const handed = structuredClone(usual)
    await method.protect({ table: handed, ...rest(method) })
    const keep = (['counts', 'values', 'largest'] as const).filter(
      (name) => String(handed[name]) !== String(usual[name]),
    )
    return keep.map((name) => `expected ${name} of the table to stay as they were, they were written to`)
  })
  if (method.step === 'sensitivity')
    await check('a cell is judged by what is in it, not by its place', () => placeProblems(method, other))
  await check('progress is a number from 0 to 1', () => tickProblems((tick) => run(method, usual, { tick })))
  await check('a run that is stopped from outside ends', () => stopProblems((tick) => run(method, usual, { tick })))
  return checks
}

type How = Partial<Pick<TableInput<unknown>, 'rng' | 'tick'>>

function rest(method: TableMethod, how: How = {}): Omit<TableInput<unknown>, 'table'> {
  return { params: resolveParams(method.params, {}), rng: seededRng(1), tick: () => {}, ...how }
}

async function run(method: TableMethod, table: Table, how: How = {}): Promise<TableResult> {
  return await method.protect({ table: structuredClone(table), ...rest(method, how) })
}

function resultProblems(method: TableMethod, table: Table, result: TableResult): string[] {
  const n = table.counts.length
  const { status, values, intervals } = result
  if (!(status instanceof Uint8Array) || status.length !== n)
    return [`expected a status for each of ${n} cells, got others`]
  const problems: string[] = []
  const most = method.step === 'sensitivity' ? 1 : 2
  const other = status.find((one) => one > most)
  if (other !== undefined) problems.push(`expected a status from 0 to ${most} (step ${method.step}), got ${other}`)
  if (values && (values.length !== n || values.some((value) => !Number.isFinite(value))))
    problems.push(`expected ${n} finite values, got others`)
  if (method.step === 'sensitivity' && values)
    problems.push('expected no values of a rule that finds sensitive cells, got some')
  if (method.step === 'audit' && !intervals) problems.push('expected the intervals that a reader can compute, got none')
  if (intervals) problems.push(...intervalProblems(table, values ?? table.values, intervals))
  for (const [name, value] of result.report ?? [])
    if (typeof value === 'number' && !Number.isFinite(value)) problems.push(`expected a finite ${name}, got ${value}`)
  return problems
}

/** An interval that does not hold the cell's own value would lead its reader astray. */
function intervalProblems(
  table: Table,
  values: Float64Array,
  { low, high }: NonNullable<TableResult['intervals']>,
): string[] {
  const n = table.counts.length
  if (low.length !== n || high.length !== n) return [`expected an interval for each of ${n} cells, got others`]
  for (let c = 0; c < n; c++) {
    const slack = 1e-9 * Math.max(1, Math.abs(values[c]))
    if (!(low[c] <= values[c] + slack && values[c] - slack <= high[c]))
      return [`expected ${values[c]} of cell ${c + 1} within its interval, got ${low[c]} to ${high[c]}`]
  }
  return []
}

async function placeProblems(method: TableMethod, table: Table): Promise<string[]> {
  const n = table.counts.length
  const order = Int32Array.from({ length: n }, (_, i) => n - 1 - i)
  const [here, there] = [await run(method, table), await run(method, rearrangedTable(table, order))]
  const moved = order.filter((cell, place) => here.status[cell] !== there.status[place])
  return moved.length === 0 ? [] : [`expected the same status in another order, got another for ${moved.length} cells`]
}

function same(a: TableResult, b: TableResult): boolean {
  const text = ({ status, values, intervals }: TableResult): string =>
    [status, values, intervals?.low, intervals?.high]
      .map((array) => (array ? Array.from(array, String).join() : '-'))
      .join(';')
  return text(a) === text(b)
}
