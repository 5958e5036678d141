import { asInfo, asNote, SdcError, takeColumn, type Column, type Dataset, type Registry } from '@sdc/core'
import {
  replicateRng,
  rolesOf,
  runSteps,
  type RunResult,
  type FileSchema,
  type FileState,
  type StepPlan,
  rootRng,
} from '@sdc/engine'
import type { Outcome } from '@sdc/inspect'
import {
  combineColumns,
  firstOfPersons,
  singledOut,
  textsOf,
  unitsOf,
  type CombinedReleases,
  type SingledOut,
} from '@sdc/toolkit/internal'

export interface RepeatedOptions {
  readonly steps: readonly StepPlan[]
  readonly schema?: FileSchema | undefined
  /** Number of runs and releases of the plan. */
  readonly releases: number
  readonly seed?: string | number | undefined
  readonly tick?: ((fraction: number) => void) | undefined
}

export interface RepeatedAttack {
  readonly records: number
  readonly releases: number
  /** Number of files; more than releases if each makes several. */
  readonly files: number
  /** Persons (records if there is no role person) made unique by quasi-identifiers; null without quasi-identifiers. */
  readonly singled: SingledOut | null
  readonly columns: readonly (CombinedReleases & { readonly column: string })[]
}

/**
 * Runs a plan several times and estimates the original values from all releases together, compared with one release.
 *
 * The worst case is assumed: the records of all releases are linked, here by their origin. A column with one value per
 * person counts each person once.
 *
 * @throws BAD_PLAN if nothing in the plan is random, or if no record comes from the original.
 */
export async function repeatedAttack(
  original: Dataset,
  { steps, schema, releases, seed, tick }: RepeatedOptions,
  registry: Registry,
): Promise<Outcome<RepeatedAttack>> {
  requireRandom(steps, registry)
  const root = rootRng(seed)
  const files: FileState[] = []
  const masked = new Set<string>()
  const firsts = new Map<string, Int32Array>()
  for (let r = 0; r < releases; r++) {
    tick?.(r / releases)
    const run = await runSteps({ registry, original, schema, steps, rng: replicateRng(root, r + 1) })
    files.push(...run.files)
    for (const name of run.columns) masked.add(name)
    for (const [name, units] of unitsOfColumns(run, original)) firsts.set(name, units)
  }
  const rows = files.map((file) => rowsByOrigin(file, original.rows))
  const columns: RepeatedAttack['columns'][number][] = []
  const left: string[] = []
  for (const column of original.names.filter((name) => masked.has(name))) {
    const released = files.flatMap(({ data }, f): Column[] =>
      data.names.includes(column) ? [takeColumn(data.column(column), rows[f])] : [],
    )
    const own = firsts.get(column)
    const [before, ...after] = [original.column(column), ...released].map((one) => (own ? takeColumn(one, own) : one))
    const found = released.length > 0 ? combineColumns(before, after) : null
    if (found && found.cells > 0) columns.push({ column, ...found })
    else left.push(column)
  }
  if (columns.length === 0) throw nothingToCombine(steps)
  const made = files.length > releases ? ` of ${files.length / releases} files each` : ''
  return {
    result: {
      records: original.rows,
      releases,
      files: files.length,
      singled: singledBy(original, files, schema),
      columns,
    },
    artefacts: [],
    messages: [
      asInfo(`${releases} releases${made} of ${original.rows} records, linked record by record: the worst case`),
      ...(left.length > 0 ? [asNote(`left out, because it is of another kind once masked: ${left.join(', ')}`)] : []),
    ],
  }
}

/** Returns one record of each person or household, for every column with one value per unit. */
function unitsOfColumns({ outcomes }: RunResult, original: Dataset): (readonly [string, Int32Array])[] {
  return outcomes.flatMap(({ step: { level, columns } }) =>
    level === undefined
      ? []
      : columns.map((name) => [name, firstOfPersons(unitsOf(original.column(level.column)))] as const),
  )
}

/** Counts persons made unique by the released quasi-identifiers, in each file and in all together. */
function singledBy(original: Dataset, files: readonly FileState[], schema: FileSchema | undefined): SingledOut | null {
  const { keys, person } = rolesOf(original, schema)
  const shared = keys.filter((name) => files.every(({ data }) => data.names.includes(name)))
  if (shared.length === 0) return null
  const ids = person === undefined ? undefined : textsOf(original.column(person))
  const idOf = (row: number): string | undefined => (row < 0 ? undefined : (ids?.[row] ?? `record ${row}`))
  return singledOut(
    files.map(({ data, origin }) => ({ data, persons: Array.from(origin, idOf) })),
    shared,
  )
}

/** Returns the record of a file for every original one; −1 if none. */
function rowsByOrigin({ origin }: FileState, records: number): Int32Array {
  const rows = new Int32Array(records).fill(-1)
  origin.forEach((row, i) => {
    if (row >= 0) rows[row] = i
  })
  return rows
}

function requireRandom(steps: readonly StepPlan[], registry: Registry): void {
  if (steps.some(({ use }) => registry.get('methods', use).traits.stochastic)) return
  const message = `${steps.map(({ use }) => use).join(' + ')} draws no random numbers: every release is the same file`
  throw new SdcError('BAD_PLAN', message, {}, 'Nothing is lost by releasing it twice: leave this attack out.')
}

function nothingToCombine(steps: readonly StepPlan[]): SdcError {
  const message = `no record that ${steps.map(({ use }) => use).join(' + ')} makes is comparable with an original one`
  const fix = 'Records that come from none of the file cannot be linked from one release to the next.'
  return new SdcError('BAD_PLAN', message, {}, fix)
}
