import { asInfo, asNote, SdcError, takeColumn, type Column, type Dataset, type Registry } from '@sdc/core'
import { replicateRng, runSteps, type FileSchema, type FileState, type StepPlan, rootRng } from '@sdc/engine'
import type { Outcome } from '@sdc/inspect'
import { combineColumns, type CombinedReleases } from '@sdc/toolkit/internal'

export interface RepeatedOptions {
  readonly steps: readonly StepPlan[]
  readonly schema?: FileSchema | undefined
  /** How often the plan is run and released. */
  readonly releases: number
  readonly seed?: string | number | undefined
  readonly tick?: ((fraction: number) => void) | undefined
}

export interface RepeatedAttack {
  readonly records: number
  readonly releases: number
  /** Files in all: more than releases where each makes several. */
  readonly files: number
  readonly columns: readonly (CombinedReleases & { readonly column: string })[]
}

/**
 * Runs a plan several times and estimates the original values from all releases together, against what one tells.
 *
 * The worst case: the records of all releases are linked, here by their origin.
 * @throws BAD_PLAN where nothing in the plan is random, or where no record comes from the original
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
  for (let r = 0; r < releases; r++) {
    tick?.(r / releases)
    const run = await runSteps({ registry, original, schema, steps, rng: replicateRng(root, r + 1) })
    files.push(...run.files)
    for (const name of run.columns) masked.add(name)
  }
  const rows = files.map((file) => rowsByOrigin(file, original.rows))
  const columns: RepeatedAttack['columns'][number][] = []
  const left: string[] = []
  for (const column of original.names.filter((name) => masked.has(name))) {
    const released = files.flatMap(({ data }, f): Column[] =>
      data.names.includes(column) ? [takeColumn(data.column(column), rows[f])] : [],
    )
    const found = released.length > 0 ? combineColumns(original.column(column), released) : null
    if (found && found.cells > 0) columns.push({ column, ...found })
    else left.push(column)
  }
  if (columns.length === 0) throw nothingToCombine(steps)
  const made = files.length > releases ? ` of ${files.length / releases} files each` : ''
  return {
    result: { records: original.rows, releases, files: files.length, columns },
    artefacts: [],
    messages: [
      asInfo(`${releases} releases${made} of ${original.rows} records, linked record by record: the worst case`),
      ...(left.length > 0 ? [asNote(`left out, because it is of another kind once masked: ${left.join(', ')}`)] : []),
    ],
  }
}

/** The record of a file that every original one became; −1 none. */
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
