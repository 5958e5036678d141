import {
  isMissing,
  isSdcError,
  sameColumn,
  seededRng,
  takeColumn,
  takeRows,
  type Column,
  type Dataset,
  type MaskingMethod,
} from '@sdc/core'
import { groupsOf, parseStep, runSteps, type FileState, type Precision, type RunResult } from '@sdc/engine'
import { artificialFile, artificialKey } from '../../shared/artificial.js'
import { runCheck, type Check } from '../../shared/check.js'
import type { CheckOptions } from '../../shared/references.js'
import { drawnProblems } from './engine-draws.js'
import { frames, madeOnce, outputColumn, overCases, run, type Frame, type MethodSubject } from '../run/run-method.js'
import { artificialSchema, maskedBefore, permutedBefore, registryWith } from '../../engine/engine-registry.js'
import { onceFor } from '../../shared/once-for.js'

const BY = 'sex'

/**
 * Runs the method as its users do: by a plan, through the engine, on the whole artificial file and within groups of it.
 * A method that passes the checks by itself must also pass here, and one without random draws must give the same bytes.
 */
export async function engineMethodChecks(subject: MethodSubject, options: CheckOptions): Promise<Check[]> {
  const { method } = subject
  const on = frames(method)
  const groups = on.map((one) => ({ ...one, given: one.given.filter((name) => name !== BY) }))
  const runs = runsOnce((one, params, plan) => runPlan(method, one, params, options, plan))
  const checks = [
    await runCheck(method.id, 'the engine masks the whole file by it', () =>
      overCases(subject, on, (params, one) => wholeProblems(method, one, params, runs)),
    ),
    await runCheck(method.id, 'the engine masks groups by it', () =>
      overCases(subject, groups, (params, one) =>
        groupProblems(method, one, params, params === subject.cases[0].params, runs),
      ),
    ),
  ]
  const { stochastic, accepts, postMasking } = method.traits
  // A method on a masked file returns values of that file, which differ between draws.
  if (stochastic && !postMasking && accepts.includes('numeric')) {
    checks.push(
      await runCheck(
        method.id,
        'its random numbers are rounded to the step of the column, or are choices among values (draws)',
        () =>
          overCases(subject, on.slice(0, 1), async (params, one) => {
            const draw = (seed: string): Promise<RunResult | undefined> =>
              runs(one, params, { seed }).catch(() => undefined)
            const [a, b] = [await draw('one'), await draw('other')]
            return a && b ? drawnProblems(method, one, a, b) : []
          }),
      ),
    )
  }
  if (method.traits.ordered) return checks
  return [
    ...checks,
    await runCheck(method.id, 'the order of the columns in a plan changes nothing', () =>
      overCases(subject, on.slice(0, 1), async (params, one) => {
        const a = await runs(one, params, {}).catch(() => undefined)
        // The first check already reports a run that fails.
        if (!a) return []
        const b = await runs(one, params, { reversed: true })
        const same = a.files.every(({ data }, f) => {
          const other = b.files[f]?.data
          return one.columns.every((name) => sameOrDropped(data, other, name))
        })
        return same ? [] : ['expected the same bytes with the columns named in another order, got others']
      }),
    ),
  ]
}

interface PlanOptions {
  readonly by?: readonly string[]
  readonly reversed?: boolean
  readonly smallGroups?: 'error' | 'keep'
  readonly seed?: string
  readonly precision?: Precision | undefined
}

type Runner = (on: Frame, params: unknown, plan: PlanOptions) => Promise<RunResult>

/** Runs each plan once for all checks of its result. */
function runsOnce(runner: Runner): Runner {
  const known = onceFor<Promise<RunResult>>()
  return (on, params, plan) => known(on, [params, JSON.stringify(plan)], () => runner(on, params, plan))
}

/**
 * Runs the method by a plan; a post-masking one on the result of `maskedBefore`, or `permutedBefore` in its own groups.
 */
async function runPlan(
  method: MaskingMethod,
  on: Frame,
  params: unknown,
  options: CheckOptions,
  { by = [], reversed = false, smallGroups = 'error', seed = 'conformance', precision }: PlanOptions,
): Promise<RunResult> {
  const columns = reversed ? [...on.columns].reverse() : [...on.columns]
  const before = method.traits.permutes
    ? parseStep({ use: permutedBefore.id, columns, by: [...by], smallGroups })
    : parseStep({ use: maskedBefore.id, columns })
  const own = parseStep({
    use: method.id,
    columns,
    given: [...on.given],
    by: [...by],
    smallGroups,
    params: structuredClone(params),
    ...(precision && { precision }),
  })
  return await runSteps({
    registry: registryWith('methods', method, options),
    original: artificialFile(),
    schema: artificialSchema,
    steps: method.traits.postMasking ? [before, own] : [own],
    projectKey: artificialKey,
    rng: seededRng(seed),
  })
}

async function wholeProblems(method: MaskingMethod, on: Frame, params: unknown, runs: Runner): Promise<string[]> {
  // A method without draws is compared with its direct result, whose averages are not rounded.
  const precision = method.traits.stochastic ? undefined : 'full'
  const result = await runs(on, params, { precision })
  const problems = runProblems(method, on, result)
  if (problems.length > 0 || method.traits.stochastic || method.traits.postMasking) return problems
  const alone = await madeOnce(method, on, params)
  const differing = alone.files.flatMap((file, f) =>
    on.columns.filter((name) => {
      const direct = outputColumn(on, file, name)
      const { data } = result.files[f]
      return direct ? !data.names.includes(name) || !sameColumn(direct, data.column(name)) : data.names.includes(name)
    }),
  )
  return differing.map((name) => `expected ${name} through the engine as from the method alone, it came out otherwise`)
}

/**
 * A group of about 50 records may have nothing to mask (no value in a tail, no equal keys): the plan then keeps it. All
 * groups may remain unmasked for an example, or for a method that needs equal keys or values in a tail (NOTHING_MOVES),
 * never for the defaults of other methods.
 */
async function groupProblems(
  method: MaskingMethod,
  on: Frame,
  params: unknown,
  isDefault: boolean,
  runs: Runner,
): Promise<string[]> {
  const precision = method.traits.stochastic ? undefined : 'full'
  let result: RunResult
  let allMasked = true
  try {
    result = await runs(on, params, { by: [BY], precision })
  } catch (error) {
    if (!isSdcError(error) || !tooSmall.has(error.code)) throw error
    allMasked = false
    try {
      result = await runs(on, params, { by: [BY], smallGroups: 'keep', precision })
    } catch (again) {
      const lenient = !isDefault || method.traits.given === 'keys' || error.code === 'NOTHING_MOVES'
      if (lenient && isSdcError(again) && tooSmall.has(again.code)) return []
      throw again
    }
  }
  const problems = runProblems(method, on, result)
  const { stochastic, postMasking, records } = method.traits
  if (problems.length > 0 || stochastic || postMasking || records !== 'same' || !allMasked) return problems
  const differing = new Set<string>()
  for (const { rows } of groupsOf(on.data, [BY])) {
    const group: Frame = { ...on, data: takeRows(on.data, rows), whole: on.data, origin: rows }
    const { files } = await run(method, group, params)
    for (const [f, file] of files.entries()) {
      for (const name of on.columns) {
        const [direct, { data }] = [outputColumn(group, file, name), result.files[f]]
        if (!direct || !data.names.includes(name)) continue
        if (!sameColumn(direct, takeColumn(data.column(name), rows))) differing.add(name)
      }
    }
  }
  return [...differing].map((name) => `expected groups of ${name} as from the method alone, they came out otherwise`)
}

const tooSmall: ReadonlySet<string> = new Set([
  'TOO_FEW_RECORDS',
  'NOTHING_MOVES',
  'UNCHANGED',
  'CONSTANT_COLUMN',
  'ALL_MISSING',
])

/** Conditions on a run through the engine: the requested columns are masked, and all others stay with their records. */
function runProblems(method: MaskingMethod, on: Frame, result: RunResult): string[] {
  if (result.files.length === 0) return ['expected at least one file, got none']
  const unmasked = on.columns.filter((name) => !result.columns.includes(name))
  return [
    ...(method.traits.adds ? [] : unmasked.map((name) => `expected ${name} among the masked columns, it is not`)),
    ...result.files.flatMap((file) => fileProblems(method, on, file)),
  ]
}

function fileProblems(method: MaskingMethod, on: Frame, { data, origin }: FileState): string[] {
  const { records } = method.traits
  const problems: string[] = []
  if (origin.length !== data.rows) return [`expected an origin for ${data.rows} records, got ${origin.length}`]
  if (records === 'same' && (data.rows !== on.original.rows || origin.some((row, i) => row !== i)))
    problems.push('expected the records in their order (trait records: same), got others')
  if (records === 'subset' && new Set(origin).size < data.rows)
    problems.push('expected each record once at the most (trait records: subset), got one twice')
  for (const name of data.names) {
    const column = data.column(name)
    if (on.original.names.includes(name)) problems.push(...columnProblems(method, on, name, column, origin))
    else if (!method.traits.adds) problems.push(`expected no column of another name, got ${name}`)
  }
  return problems
}

function columnProblems(method: MaskingMethod, on: Frame, name: string, column: Column, origin: Int32Array): string[] {
  const before = takeColumn(on.original.column(name), origin)
  const linked = origin.every((row) => row >= 0)
  const same = linked && sameColumn(column, before)
  if (!on.columns.includes(name)) {
    const own = method.traits.adds && name === artificialWeight
    const blanked = method.traits.changes === 'unsafe' && artificialSchema.columns[name]?.role === 'confidential'
    return same || !linked || own || blanked
      ? []
      : [`expected ${name}, which nobody masked, to go along with its records`]
  }
  const problems: string[] = []
  const { adds, changes, records: kept } = method.traits
  if (same && records(column) > 0 && !adds && kept === 'same' && changes !== 'unsafe')
    problems.push(`expected ${name} to be masked, it came out as the original has it`)
  if (column.kind !== before.kind && method.traits.kinds === 'same')
    problems.push(`expected ${name} to be ${before.kind} (trait kinds: same), got ${column.kind}`)
  for (let i = 0; i < records(column); i++) {
    const infinite = column.kind === 'numeric' && Math.abs(column.values[i]) === Number.POSITIVE_INFINITY
    if (infinite || (isMissing(column, i) && method.traits.changes !== 'unsafe')) {
      problems.push(`expected a value in record ${i + 1} of ${name}, got ${infinite ? 'an infinite one' : 'none'}`)
      break
    }
  }
  if (column.kind === 'categorical' && column.codes.some((code) => code >= column.levels.length))
    problems.push(`expected codes up to ${column.levels.length - 1} in ${name}, got another`)
  return problems
}

const artificialWeight = 'weight'

function records(column: Column): number {
  return column.kind === 'numeric' ? column.values.length : column.codes.length
}

function sameOrDropped(a: Dataset, b: Dataset | undefined, name: string): boolean {
  if (!b || a.names.includes(name) !== b.names.includes(name)) return false
  return !a.names.includes(name) || sameColumn(a.column(name), b.column(name))
}
