import { isSdcError, sameColumn, seededRng, type Dataset, type Registry } from '@sdc/core'
import { measureFiles, rolesOf, runSteps, type FileState, type Measured, type RunResult } from '@sdc/engine'
import { measurementProblems } from '../metric/metric-value.js'
import { copyFile } from '../shared/artificial.js'
import { errorText } from '../shared/check.js'
import { drawFrom, type Draw } from './draw.js'
import { randomFile } from './random-file.js'
import { randomPlan, type RandomPlan } from './random-plan.js'
import { runInvariants } from './run-invariants.js'

export interface SoakOptions {
  /** The methods of the plans, and the metrics of their results. */
  readonly registry: Registry
  /** Printed with every problem: the same seed and number repeat the plan and the file. */
  readonly seed: string
  readonly plans: number
  /** Number of the first plan, to repeat one. */
  readonly first?: number
  /** Maximum time of one plan, in seconds; on 300 records none should need one. */
  readonly seconds?: number
  readonly tick?: (done: number) => void
}

export interface SoakProblem {
  readonly plan: number
  readonly problem: string
  /** The plan and its file, as JSON. */
  readonly what: string
}

export interface SoakResult {
  /** Plans that ran to their end. */
  readonly ran: number
  /** Plans that were refused, by the code of the error. */
  readonly refused: ReadonlyMap<string, number>
  readonly problems: readonly SoakProblem[]
}

/**
 * Runs random plans on random files. A plan either runs or is refused by an error with a code. A run leaves its input
 * and unnamed columns unchanged, gives finite values and the promised records, and repeats with the same seed. Every
 * metric measures it: a value in its range, or null and a reason.
 *
 * @param options - Which methods and metrics, how many plans, and from which seed.
 * @returns Number of plans that ran and that were refused, and the violations.
 */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { registry, seed, plans, first = 1, seconds = 20, tick } = options
  let ran = 0
  const refused = new Map<string, number>()
  const problems: SoakProblem[] = []
  for (let p = first; p < first + plans; p++) {
    const draw = drawFrom(seededRng(`soak ${seed} ${p}`))
    const file = randomFile(draw)
    const plan = randomPlan(draw, file, registry.all('methods'))
    const report = (problem: string): number => problems.push({ plan: p, problem, what: described(plan, file) })
    const started = Date.now()
    const outcome = await onePlan(registry, draw, file, plan)
    const took = (Date.now() - started) / 1000
    if (took > seconds) report(`took ${took.toFixed(1)} s`)
    if (outcome.refused) refused.set(outcome.refused, (refused.get(outcome.refused) ?? 0) + 1)
    else ran++
    outcome.problems.forEach(report)
    tick?.(p - first + 1)
  }
  return { ran, refused, problems }
}

/** Errors that neither the file nor the plan can cause. */
const faults: ReadonlySet<string> = new Set(['BAD_PLUGIN', 'WORKER_LOST', 'CANCELLED'])

interface Outcome {
  readonly refused?: string
  readonly problems: readonly string[]
}

async function onePlan(registry: Registry, draw: Draw, file: Dataset, plan: RandomPlan): Promise<Outcome> {
  const before = copyFile(file)
  const runIt = async (): Promise<RunResult> =>
    runSteps({ registry, original: file, schema: plan.schema, steps: plan.steps, rng: seededRng('soak run') })
  try {
    const result = await runIt()
    const methods = new Map(registry.all('methods').map((method) => [method.id, method]))
    const problems = runInvariants(before, plan, methods, result)
    if (!sameFile(before, file)) problems.push('expected the input unchanged, it was written to')
    if (draw.chance(0.25)) problems.push(...repeatProblems(result, await runIt()))
    if (draw.chance(0.25)) problems.push(...(await measureProblems(registry, before, plan, result)))
    return { problems }
  } catch (error) {
    if (!isSdcError(error) || faults.has(error.code)) return { problems: [errorText(error)] }
    return { refused: error.code, problems: messageProblems(error.message) }
  }
}

/** Checks that an error message has no internal text. */
function messageProblems(message: string): string[] {
  return /\bundefined\b|\[object|\bNaN\b/.test(message) ? [`expected a sentence, got "${message}"`] : []
}

function repeatProblems(a: RunResult, b: RunResult): string[] {
  const same = a.files.length === b.files.length && a.files.every((file, f) => sameFile(file.data, b.files[f].data))
  return same ? [] : ['expected the same files from the same seed, got others']
}

function sameFile(a: Dataset, b: Dataset): boolean {
  return (
    a.names.length === b.names.length &&
    a.names.every((name, j) => name === b.names[j] && sameColumn(a.column(name), b.column(name)))
  )
}

async function measureProblems(
  registry: Registry,
  original: Dataset,
  plan: RandomPlan,
  { files, columns, given }: RunResult,
): Promise<string[]> {
  const roles = rolesOf(original, plan.schema)
  const problems: string[] = []
  // Two of a thousand imputed files are measured, as examples.
  for (const file of files.slice(0, 2)) {
    const present = columns.filter((name) => file.data.names.includes(name))
    if (present.length === 0) continue
    for (const metric of registry.all('metrics').map(({ id }) => ({ use: id, params: {} }))) {
      const measured = await tryMeasure({ registry, original, file, columns: present, given, roles, metric })
      for (const one of measured) {
        const pair = { original, masked: file.data, origin: file.origin, columns: one.columns, given, roles }
        const found = measurementProblems(one.metric, pair, one.measurement)
        problems.push(...found.map((problem) => `${metric.use}: ${problem}`))
      }
    }
  }
  return problems
}

interface Asked {
  readonly registry: Registry
  readonly original: Dataset
  readonly file: FileState
  readonly columns: readonly string[]
  readonly given: readonly string[]
  readonly roles: ReturnType<typeof rolesOf>
  readonly metric: { readonly use: string; readonly params: Readonly<Record<string, unknown>> }
}

/** Measures by a metric, which may refuse a file by an error with a code. */
async function tryMeasure({ file, metric, ...asked }: Asked): Promise<readonly Measured[]> {
  try {
    const { data: masked, origin } = file
    return await measureFiles({ ...asked, masked, origin, metrics: [metric], rng: seededRng('soak measure') })
  } catch (error) {
    if (isSdcError(error) && messageProblems(error.message).length === 0) return []
    throw new Error(`${metric.use}: ${errorText(error)}`, { cause: error })
  }
}

/** Short description of the run; the seed and the number repeat the file. */
function described(plan: RandomPlan, file: Dataset): string {
  const columns = file.names.map((name) => {
    const column = file.column(name)
    return `${name}: ${column.kind === 'numeric' ? 'numbers' : `${column.levels.length} levels${column.ordered ? ', ordered' : ''}`}`
  })
  return `${file.rows} records (${columns.join('; ')}), ${JSON.stringify(plan)}`
}
