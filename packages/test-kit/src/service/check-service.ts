import {
  canonicalJson,
  isSdcError,
  maskInput,
  queryKinds,
  resolveParams,
  sameColumn,
  seededRng,
  serviceProblems,
  type Answer,
  type Dataset,
  type MaskInput,
  type Query,
  type QueryMethod,
  type QueryService,
  type Saved,
} from '@sdc/core'
import {
  artificialFile,
  columnsFor,
  copyFile,
  givenColumns,
  givenFor,
  rolesOf,
  withConstant,
  withMissing,
} from '../shared/artificial.js'
import { errorText, runCheck, type Check } from '../shared/check.js'
import { parameterChecks } from '../shared/parameters.js'
import { usesMathRandom } from '../shared/math-random.js'
import { tickProblems, stopProblems } from '../shared/ticks.js'
import { queriesFor } from './queries.js'

/** Checks a query service against its card and traits: building it, and its answers. */
export async function checkService(service: QueryMethod): Promise<Check[]> {
  const subject = typeof service?.id === 'string' ? service.id : 'service'
  const form = await runCheck(subject, 'its card, traits and parameters have the form of the contract', () =>
    serviceProblems(service ?? {}),
  )
  if (!form.ok) return [form]
  const checks = [form, ...(await parameterChecks(subject, service.params, []))]
  if (checks.some(({ ok }) => !ok)) return checks
  const file = artificialFile()
  const queries = queriesFor(file, columnsFor(service), openFor(service))
  const check = async (name: string, find: () => Promise<readonly string[]>): Promise<void> => {
    checks.push(await runCheck(subject, name, find))
  }
  await check('its saved form has JSON and typed arrays only', async () => savedProblems(await build(service, file)))
  await check('its saved form answers the same after it is opened again', async () => {
    const saved = await build(service, file)
    const [here, there] = [service.open(saved), service.open(sent(saved))]
    return differences(queries, here, there, 'opened again')
  })
  await check('it answers every kind of query that it says it asks', async () => {
    const open = service.open(await build(service, file))
    return open.asks.flatMap((ask) => {
      if (!queryKinds.includes(ask)) return [`expected one of ${queryKinds.join(', ')} in asks, got ${String(ask)}`]
      const asked = queries.filter((query) => query.ask === ask)
      return asked.some((query) => isAnswered(open, query))
        ? []
        : [`expected an answer to one of ${asked.length} queries for a ${ask}, got none`]
    })
  })
  await check('an answer is finite, or refused with the reason', async () => {
    const open = service.open(await build(service, file))
    return queries.flatMap((query) => answerProblems(query, open))
  })
  await check('the same question gets the same answer, whatever was asked before', async () => {
    const open = service.open(await build(service, file))
    const first = queries.map((query) => shownAnswer(open, query))
    const again = [...queries].reverse().map((query) => shownAnswer(open, query))
    return queries.flatMap((query, i) => {
      const other = again[queries.length - 1 - i]
      return first[i] === other ? [] : [`expected ${shown(query)} to be answered ${first[i]} again, got ${other}`]
    })
  })
  await check('the same random source gives the same answers', async () => {
    const [a, b] = [service.open(await build(service, file)), service.open(await build(service, file))]
    return differences(queries, a, b, 'built again')
  })
  await check(
    service.traits.stochastic ? 'another random source gives other answers' : 'the random source changes nothing',
    async () => {
      const one = service.open(await build(service, file))
      const found: string[] = []
      for (const seed of [2, 3]) {
        const other = service.open(await build(service, file, { rng: seededRng(seed) }))
        found.push(...differences(queries, one, other, 'built from another source'))
      }
      if (!service.traits.stochastic) return found
      return found.length > 0 ? [] : ['expected other answers from another source (trait stochastic), got the same']
    },
  )
  await check('it does not use Math.random', async () => {
    const used = await usesMathRandom(async () => {
      const open = service.open(await build(service, file))
      for (const query of queries) shownAnswer(open, query)
    })
    return used ? ['expected every draw to come from rng, Math.random was called'] : []
  })
  await check('it does not change its input', async () => {
    const handed = copyFile(file)
    const open = service.open(await buildOn(service, handed))
    for (const query of queries) shownAnswer(open, query)
    return file.names
      .filter((name) => !sameColumn(file.column(name), handed.column(name)))
      .map((name) => `expected ${name} to stay unchanged, it was written to`)
  })
  await check('hard files: answers, or an SdcError', () => hardProblems(service, file))
  await check('progress is a number from 0 to 1', () => tickProblems((tick) => build(service, file, { tick })))
  await check('a run that is stopped from outside ends', () => stopProblems((tick) => build(service, file, { tick })))
  return checks
}

/** Builds from a copy, so that a service that writes to its input fails only the check of that. */
async function build(
  service: QueryMethod,
  data: Dataset,
  how: Partial<Pick<MaskInput<unknown>, 'rng' | 'tick'>> = {},
): Promise<Saved> {
  return await buildOn(service, copyFile(data), how)
}

async function buildOn(
  service: QueryMethod,
  data: Dataset,
  how: Partial<Pick<MaskInput<unknown>, 'rng' | 'tick'>> = {},
): Promise<Saved> {
  const params = resolveParams(service.params, {})
  const columns = columnsFor(service)
  return await service.build(
    maskInput(data, { params, columns, given: openFor(service), roles: rolesOf(data), ...how }),
  )
}

/** Columns that queries may name besides the protected ones. */
function openFor(service: QueryMethod): readonly string[] {
  return service.traits.given === 'optional' ? givenColumns : givenFor(service)
}

/** Returns true if a query gets a number or an interval; an error of the querier is not an answer. */
function isAnswered(open: QueryService, query: Query): boolean {
  try {
    const { value, interval, coefficients } = open.answer(query)
    return value !== null || interval !== undefined || coefficients !== undefined
  } catch (error) {
    if (isAskersMistake(error)) return false
    throw error
  }
}

/** A query about an empty set may be an error with this reason. */
function isAskersMistake(error: unknown): boolean {
  return isSdcError(error) && error.code === 'TOO_FEW_RECORDS'
}

/** Copies a saved service as a file would: its JSON as text, its arrays as bytes. */
function sent({ format, json, arrays }: Saved): Saved {
  return structuredClone({ format, json: JSON.parse(JSON.stringify(json)) as unknown, arrays })
}

function savedProblems(saved: Saved): string[] {
  const problems: string[] = []
  if (typeof saved?.format !== 'string' || saved.format === '') problems.push('expected the name of a format, got none')
  const { json, arrays } = saved
  const text = JSON.stringify(json) as string | undefined
  if (text === undefined || !plain(json)) problems.push('expected json to be what JSON can carry, it is not')
  if (!(arrays instanceof Map)) return [...problems, 'expected arrays to be a Map, got another object']
  for (const [name, array] of arrays) {
    const typed = [Float64Array, Int32Array, Uint8Array].some((kind) => array instanceof kind)
    if (!typed) problems.push(`expected a typed array as ${name}, got something else`)
  }
  return problems
}

/** Returns true if a value is unchanged after it was written as JSON and read. */
function plain(value: unknown): boolean {
  if (value === null || ['string', 'boolean'].includes(typeof value)) return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(plain)
  if (typeof value !== 'object') return false
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(plain)
}

function answerProblems(query: Query, open: QueryService): string[] {
  let answer: Answer
  try {
    answer = open.answer(query)
  } catch (error) {
    // A query of an unsupported kind may be refused by an error, as a mistake of the querier.
    if (isAskersMistake(error) || (isSdcError(error) && !open.asks.includes(query.ask))) return []
    return [`expected an answer to ${shown(query)}, got ${errorText(error)}`]
  }
  const { value, interval, coefficients = [], refused } = answer
  const problems: string[] = []
  if (value !== null && !Number.isFinite(value))
    problems.push(`expected a finite answer to ${shown(query)}, got ${value}`)
  for (const one of [...(interval ? [interval] : []), ...coefficients.map((coefficient) => coefficient.interval)])
    if (!(one[0] <= one[1] && one.every(Number.isFinite)))
      problems.push(`expected the interval of ${shown(query)} to go from less to more, got ${one.join(' to ')}`)
  if (interval && value !== null && !(interval[0] <= value && value <= interval[1]))
    problems.push(`expected the value of ${shown(query)} within its interval, got ${value}`)
  if (
    value === null &&
    !interval &&
    coefficients.length === 0 &&
    (typeof refused !== 'string' || refused.trim() === '')
  )
    problems.push(`expected a reason why ${shown(query)} is refused, got none`)
  return problems
}

async function hardProblems(service: QueryMethod, file: Dataset): Promise<string[]> {
  const columns = columnsFor(service)
  const files: (readonly [string, Dataset])[] = [
    ...[1, 2, 3].map((rows) => [`${rows} records`, artificialFile(rows, 'few')] as const),
    ['a constant column', withConstant(file, columns[0])],
  ]
  if (service.traits.missing !== 'refuse') files.push(['missing values', withMissing(file, columns)])
  const problems: string[] = []
  for (const [what, hard] of files) {
    try {
      const open = service.open(await build(service, hard))
      for (const query of queriesFor(hard, columns, openFor(service)))
        problems.push(...answerProblems(query, open).map((problem) => `${what}: ${problem}`))
    } catch (error) {
      if (!isSdcError(error)) problems.push(`${what}: expected answers or an SdcError, got ${errorText(error)}`)
    }
  }
  return problems
}

function differences(queries: readonly Query[], a: QueryService, b: QueryService, what: string): string[] {
  return queries.flatMap((query) => {
    const [one, other] = [shownAnswer(a, query), shownAnswer(b, query)]
    return one === other ? [] : [`expected ${shown(query)} ${what} to be answered ${one}, got ${other}`]
  })
}

function shownAnswer(open: QueryService, query: Query): string {
  try {
    const { value, interval, coefficients = [], refused } = open.answer(query)
    return canonicalJson({
      value: String(value),
      intervals: [...(interval ? [interval] : []), ...coefficients.map((one) => one.interval)].map((one) =>
        one.map(String),
      ),
      refused: refused ?? null,
    })
  } catch (error) {
    return errorText(error)
  }
}

function shown(query: Query): string {
  return canonicalJson(query)
}
