import {
  attackProblems,
  dataset,
  isSdcError,
  numeric,
  resolveParams,
  sameColumn,
  seededRng,
  takeRows,
  type Attack,
  type AttackInput,
  type Column,
  type Dataset,
  type Measurement,
  type ServiceTrial,
} from '@sdc/core'
import {
  artificialFile,
  copyFile,
  maskedColumns,
  noisyFile,
  rolesOf,
  withConstant,
  withMissing,
} from '../shared/artificial.js'
import { errorText, runCheck, type Check } from '../shared/check.js'
import { usesMathRandom } from '../shared/math-random.js'
import { parameterChecks } from '../shared/parameters.js'
import { stopProblems, tickProblems } from '../shared/ticks.js'

const COLUMNS = maskedColumns.numeric

/**
 * Checks an attack against its card: on an artificial file released with some noise, or, for an attack on a service, on
 * a service that answers sums. The intruder has the data in `knows`. `original` and any unnamed data are the file
 * before the noise, `masked` is the released one, `known` all of its records except two.
 */
export async function checkAttack(attack: Attack): Promise<Check[]> {
  const subject = typeof attack?.id === 'string' ? attack.id : 'attack'
  const form = await runCheck(subject, 'its card and parameters have the form of the contract', () =>
    attackProblems(attack ?? {}),
  )
  if (!form.ok) return [form]
  const checks = [form, ...(await parameterChecks(subject, attack.params, []))]
  if (checks.some(({ ok }) => !ok)) return checks
  const file = artificialFile()
  const check = async (name: string, find: () => Promise<readonly string[]>): Promise<void> => {
    checks.push(await runCheck(subject, name, find))
  }
  await check('it gives a value for a file released with little noise', async () => {
    const { value, reason } = await run(attack, file)
    return value === null ? [`expected a value, got null: ${reason ?? 'without a reason'}`] : []
  })
  await check('its value is what its unit says, or null with a reason', async () => {
    const problems: string[] = []
    for (const strength of [0.001, 0.5, 5])
      problems.push(...valueProblems(attack, file, await run(attack, file, { strength })))
    return problems
  })
  await check('hard files: a value, null with a reason, or an SdcError', () => hardProblems(attack, file))
  if (Object.keys(attack.knows).length > 0)
    await check('without what it knows: null with a reason, or an SdcError', async () => {
      const found = await settled(() => run(attack, file, { known: new Map() }))
      if (typeof found === 'string') return found === '' ? [] : [found]
      if (found.value !== null) return [`expected null where the intruder knows nothing (knows), got ${found.value}`]
      return found.reason ? [] : ['expected a reason next to the value null, got none']
    })
  await check('the same random source gives the same value', async () => {
    const [a, b] = [await run(attack, file), await run(attack, file)]
    return Object.is(a.value, b.value) && a.used === b.used ? [] : [`expected ${a.value} again, got ${b.value}`]
  })
  await check('it does not use Math.random', async () =>
    (await usesMathRandom(() => run(attack, file)))
      ? ['expected every draw to come from rng, Math.random was called']
      : [],
  )
  await check('it does not change its input', () => inputProblems(attack, file))
  await check('progress is a number from 0 to 1', () => tickProblems((tick) => run(attack, file, { tick })))
  await check('a run that is stopped from outside ends', () => stopProblems((tick) => run(attack, file, { tick })))
  return checks
}

interface How extends Partial<Pick<AttackInput<unknown>, 'known' | 'tick'>> {
  readonly strength?: number
}

function inputOf(attack: Attack, original: Dataset, { strength = 0.05, ...how }: How = {}): AttackInput<unknown> {
  const released = attack.of === 'service' ? noColumns(original) : noisyFile(original, COLUMNS, strength)
  const has = (name: string): Dataset => {
    if (attack.of === 'service') return knownFew(original)
    if (name === 'known')
      return takeRows(
        released,
        Int32Array.from({ length: Math.max(0, released.rows - 2) }, (_, i) => i),
      )
    return copyFile(name === 'masked' ? released : original)
  }
  const known = new Map(Object.keys(attack.knows).map((name) => [name, has(name)] as const))
  return {
    released,
    ...(attack.of === 'service' && { ask: camouflaging(original, strength) }),
    known,
    origin: Int32Array.from({ length: original.rows }, (_, i) => i),
    columns: COLUMNS,
    given: [],
    roles: rolesOf(original),
    params: resolveParams(attack.params, {}),
    rng: seededRng(1),
    tick: () => {},
    ...how,
  }
}

/** Released file of a service: it has no columns. */
function noColumns(file: Dataset): Dataset {
  return { rows: file.rows, names: [], column: (name) => file.column(name) }
}

/** Prior knowledge about a service: the values of a tenth of the records. */
function knownFew(file: Dataset): Dataset {
  const few = COLUMNS.map((name): readonly [string, Column] => {
    const column = file.column(name)
    return [name, column.kind === 'numeric' ? numeric(column.values.map((value, i) => (i % 10 === 0 ? value : Number.NaN))) : column] // oxfmt-ignore
  })
  return dataset(few)
}

/**
 * Service that answers a sum by the interval between the sums of two vectors; a weighted mean of both is the column.
 */
function camouflaging(file: Dataset, strength: number): ServiceTrial['answer'] {
  const rng = seededRng('vectors').child(String(strength))
  const vectors = new Map(
    COLUMNS.map((name) => {
      const column = file.column(name)
      const values = column.kind === 'numeric' ? column.values : new Float64Array(file.rows)
      const own = rng.child(name)
      const moved = values.map((value) => value + strength * (1 + Math.abs(value)) * own.normal())
      return [name, [moved, values.map((value, i) => (value - 0.4 * moved[i]) / 0.6)]] as const
    }),
  )
  return ({ ask, columns: [name] }, records) => {
    if (ask !== 'sum') return { value: null, refused: 'it answers sums' }
    const sums = (vectors.get(name) ?? []).map((vector) =>
      records.reduce((sum, i) => sum + (Number.isNaN(vector[i]) ? 0 : vector[i]), 0),
    )
    return { value: null, interval: [Math.min(...sums), Math.max(...sums)] }
  }
}

async function run(attack: Attack, original: Dataset, how: How = {}): Promise<Measurement> {
  return await attack.attack(inputOf(attack, original, how))
}

/** Returns the measurement; the empty text for an SdcError, and the text of any other error. */
async function settled(measure: () => Promise<Measurement>): Promise<Measurement | string> {
  try {
    return await measure()
  } catch (error) {
    return isSdcError(error) ? '' : `expected a value or an SdcError, got ${errorText(error)}`
  }
}

function valueProblems(attack: Attack, file: Dataset, { value, reason, used, records }: Measurement): string[] {
  const problems: string[] = []
  if (value === null && !reason) problems.push('expected a reason next to the value null, got none')
  if (value !== null && !Number.isFinite(value)) problems.push(`expected a finite number or null, got ${value}`)
  if (value !== null && attack.unit === '%' && !(value >= 0 && value <= 100))
    problems.push(`expected a value from 0 to 100 %, got ${value}`)
  if (!Number.isInteger(used) || used < 0) problems.push(`expected used to be a whole number, got ${String(used)}`)
  if (records && records.length !== file.rows)
    problems.push(`expected ${file.rows} numbers, one a record of the released file, got ${records.length}`)
  return problems
}

async function hardProblems(attack: Attack, file: Dataset): Promise<string[]> {
  const problems: string[] = []
  for (const [what, hard] of [
    ...[1, 2, 3].map((rows) => [`${rows} records`, artificialFile(rows, 'few')] as const),
    ['a constant column', withConstant(file, COLUMNS[0])] as const,
    ['missing values', withMissing(file, COLUMNS)] as const,
  ]) {
    const found = await settled(() => run(attack, hard))
    const wrong = typeof found === 'string' ? [found].filter((one) => one !== '') : valueProblems(attack, hard, found)
    problems.push(...wrong.map((problem) => `${what}: ${problem}`))
  }
  return problems
}

async function inputProblems(attack: Attack, file: Dataset): Promise<string[]> {
  const [input, kept] = [inputOf(attack, file), inputOf(attack, file)]
  await attack.attack(input)
  const files: (readonly [string, Dataset, Dataset])[] = [['the released file', input.released, kept.released]]
  for (const [name, data] of input.known) files.push([name, data, kept.known.get(name) ?? data])
  return files.flatMap(([what, used, before]) =>
    before.names
      .filter((name) => !sameColumn(before.column(name), used.column(name)))
      .map((name) => `expected ${name} of ${what} to stay unchanged, it was written to`),
  )
}
