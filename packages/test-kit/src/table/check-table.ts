import { isSdcError, tableProblems, type Table, type TableMethod, type TableResult } from '@sdc/core'
import { errorText, runCheck, type Check } from '../shared/check.js'
import { usesMathRandom } from '../shared/math-random.js'
import { parameterChecks } from '../shared/parameters.js'
import { stopProblems, tickProblems } from '../shared/ticks.js'
import { artificialTables, usualTables } from './artificial-tables.js'
import { auditProblems } from './table-audit.js'
import { marginProblems } from './table-margins.js'
import { orderProblems, placeProblems } from './table-order.js'
import { givenProblems, kindProblems, levelsKept, shownProblems } from './table-pattern.js'
import { resultProblems } from './table-result.js'
import { callOf, resultText, runTable, suiteSensitivity } from './table-run.js'

type Find = (name: string, find: () => Promise<readonly string[]>) => Promise<void>

/** Checks a table method against its card, on small tables with totals. */
export async function checkTable(method: TableMethod): Promise<Check[]> {
  const subject = typeof method?.id === 'string' ? method.id : 'table'
  const form = await runCheck(subject, 'its card, step and parameters have the form of the contract', () =>
    tableProblems(method ?? {}),
  )
  if (!form.ok) return [form]
  const checks = [form, ...(await parameterChecks(subject, method.params, []))]
  if (checks.some(({ ok }) => !ok)) return checks
  const check: Find = async (name, find) => void checks.push(await runCheck(subject, name, find))
  const once = runOnce(method)
  const tried: Tried = { method, once, usual: await usualOf(once), check }
  await checkResults(tried)
  if (method.step === 'protection') await checkProtection(tried)
  const finds = await once(tried.usual).catch(() => undefined)
  if (method.step === 'audit' && finds?.intervals)
    await check('its intervals are those of another solver, and it counts what is unprotected', () =>
      onTables(({ table }) => auditProblems(method, table)),
    )
  await checkRuns(tried)
  return checks
}

/** Subject of the checks, and the function that receives their results. */
interface Tried {
  readonly method: TableMethod
  readonly once: Once
  readonly usual: Table
  readonly check: Find
}

/** Result on each table, computed on first use. */
type Once = (table: Table) => Promise<TableResult>

function runOnce(method: TableMethod): Once {
  const results = new Map<Table, Promise<TableResult>>()
  return (table) => {
    const result = results.get(table) ?? runTable(method, table)
    results.set(table, result)
    return result
  }
}

const tables = artificialTables()

/** Table of most checks: of incomes, or of counts if the method accepts only these. */
async function usualOf(once: Once): Promise<Table> {
  const [usual, counts] = usualTables.map((name) => tables.find(([one]) => one === name)?.[1] ?? tables[0][1])
  const isRefused = await once(usual).then(() => false, isSdcError)
  return isRefused ? counts : usual
}

/** Problems found on each of the tables; tables that a method refuses are skipped. */
async function onTables(find: (one: { readonly table: Table }) => Promise<readonly string[]>): Promise<string[]> {
  const problems: string[] = []
  for (const [what, table] of tables) {
    try {
      problems.push(...(await find({ table })).map((one) => `${what}: ${one}`))
    } catch (error) {
      if (!isSdcError(error)) throw error
    }
  }
  return problems
}

async function checkResults({ method, once, usual, check }: Tried): Promise<void> {
  await check('it judges every cell of a table, or says by an SdcError why it cannot', async () => {
    const problems: string[] = []
    for (const [what, table] of tables) {
      try {
        const found = resultProblems(method, table, await once(table))
        problems.push(...found.map((one) => `${what}: ${one}`))
      } catch (error) {
        if (!isSdcError(error) || table === usual) problems.push(`${what}: expected a result, got ${errorText(error)}`)
      }
    }
    return problems
  })
}

async function checkProtection({ method, once, usual, check }: Tried): Promise<void> {
  await check('it suppresses cells, changes values or gives another table, as it declares (protectsBy)', () =>
    onTables(async ({ table }) => kindProblems(method, await once(table))),
  )
  await check('its published values add up, or it declares that they do not (additive)', () =>
    onTables(async ({ table }) => marginProblems(method, table, await once(table))),
  )
  if (method.protectsBy !== 'suppression') return
  await check('no sensitive cell is shown', () =>
    onTables(async ({ table }) => shownProblems(suiteSensitivity(table), await once(table))),
  )
  await check('every sensitive cell keeps its levels from a reader who solves the linear programs', () =>
    onTables(async ({ table }) => levelsKept(table, suiteSensitivity(table), await once(table))),
  )
  await check('cells that must be published or suppressed are', () =>
    onTables(async ({ table }) => {
      const said = { ...table, given: saidOf(table) }
      return givenProblems(said, await runTable(method, said))
    }),
  )
  await check('nothing is suppressed where nothing is sensitive', async () => {
    const none = usual.values.map(() => 0)
    const sensitive = { status: new Uint8Array(none.length), lower: none, upper: none, width: none }
    const { status } = await runTable(method, usual, { sensitive })
    const suppressed = status.filter((one) => one > 0).length
    return suppressed === 0 ? [] : [`expected no cell to be suppressed, ${suppressed} are`]
  })
}

/**
 * Instructions for the cells: the last cell, which is the grand total, must be published; the first cell of three or
 * more records must be suppressed.
 */
function saidOf({ counts }: Table): Uint8Array {
  const given = new Uint8Array(counts.length)
  const must = counts.findIndex((count) => count >= 3)
  if (must >= 0) given[must] = 3
  given[given.length - 1] = 2
  return given
}

async function checkRuns({ method, usual, check }: Tried): Promise<void> {
  await check('the same random source gives the same result', async () =>
    resultText(await runTable(method, usual)) === resultText(await runTable(method, usual))
      ? []
      : ['expected the same result twice, got another the second time'],
  )
  await check('it does not use Math.random', async () =>
    (await usesMathRandom(() => runTable(method, usual)))
      ? ['expected every draw to come from rng, Math.random was called']
      : [],
  )
  await check('it does not change its input', async () => {
    const table = structuredClone(usual)
    const call = callOf(method, usual)
    const before = structuredClone({ table, sensitive: call.sensitive, pattern: call.pattern })
    await method.protect({ table, ...call })
    const keep = (['counts', 'values', 'largest', 'keys'] as const).filter(
      (name) => String(table[name]) !== String(before.table[name]),
    )
    const levels = (['status', 'lower', 'upper', 'width'] as const).filter(
      (name) => String(call.sensitive?.[name]) !== String(before.sensitive?.[name]),
    )
    const pattern = String(call.pattern) === String(before.pattern) ? [] : ['pattern']
    return [...keep, ...levels, ...pattern].map(
      (name) => `expected ${name} of its input to stay unchanged, they were written to`,
    )
  })
  if (method.step === 'sensitivity')
    await check('a cell is judged by what is in it, not by its place', () =>
      onTables(({ table }) => placeProblems(method, table)),
    )
  await check('run by the engine, the order of cells, levels and relations makes no difference', () =>
    orderProblems(method, usual),
  )
  await check('progress is a number from 0 to 1', () => tickProblems((tick) => runTable(method, usual, { tick })))
  await check('a run that is stopped from outside ends', () =>
    stopProblems((tick) => runTable(method, usual, { tick })),
  )
}
