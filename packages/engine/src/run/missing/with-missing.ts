import {
  oneOrMore,
  isSdcError,
  SdcError,
  takeColumn,
  takeRows,
  withColumns,
  type Column,
  type Dataset,
  type MaskedFile,
  type MaskInput,
  type MaskResult,
  type Rng,
} from '@sdc/core'
import { fillMissing } from '@sdc/toolkit/internal'
import type { BoundStep } from '../../bind/bind.js'
import { brokenPatterns, type BrokenPatterns } from './broken-patterns.js'
import { maskColumnsAlone, type MakeInput, type RunMethod } from './mask-columns-alone.js'
import { missingCells, type MissingCells } from './missing-cells.js'
import { columnsAlone, withWays } from './refuse-missing.js'
import { restoreMissing } from './restore-missing.js'

/** Handling of the missing cells of one group of records. */
export interface MissingHandled {
  /**
   * `imputed`: released filled; `restored`: filled for the method, and missing again; `alone`: each column by its
   * records with a value.
   */
  readonly how: 'imputed' | 'restored' | 'alone'
  /** Masked columns with missing cells. */
  readonly columns: readonly MissingCells[]
  /** Given columns with missing cells, which were filled for the method only. */
  readonly given: readonly MissingCells[]
  /** Columns of the original that were filled for a method on a masked file. */
  readonly original?: readonly MissingCells[]
  readonly broken?: BrokenPatterns | undefined
  /** True if the method makes new records, which have no missing cells. */
  readonly anew: boolean
}

/** Result of a method whose missing cells may have been filled. */
export interface HandledResult {
  readonly result: MaskResult
  /** The input to compare the result with: filled cells do not count as changes. */
  readonly input: MaskInput<unknown>
  readonly shown: MaskResult
  readonly handled?: MissingHandled
  /** Input of the method, if cells were filled. */
  readonly filled?: MaskInput<unknown>
}

/** Inputs for running a step on one group. */
export interface MissingWork {
  readonly step: BoundStep
  readonly input: MaskInput<unknown>
  /** Stream of the filled values, separate from the method's. */
  readonly rng: Rng
  readonly make: MakeInput
  /** Columns of the original that an earlier step of the run imputed, with the values that it used. */
  readonly known: ReadonlyMap<string, Column>
}

/**
 * Returns a function that runs a method with the missing-value policy of its step.
 *
 * `keep`: a method that needs complete columns gets the masked and given columns of the group filled (`fillMissing`),
 * and the cells are missing again in its result. A method that masks columns separately gets the records with a value.
 * A method that keeps missing cells, or has its own rule, gets them, unless its parameters refuse them. `impute`: every
 * method gets the masked and given columns filled, and the masked ones are released filled. A method that works on a
 * masked file gets the original filled as well, so that it has a value for every record. Nothing is filled if the
 * method leaves the columns unchanged (trait `adds`).
 *
 * @param work - The step, the records, and the function that runs its method.
 * @returns A function of a stream; the same cells are filled equally in each call.
 */
export function missingMasker(work: MissingWork): (rng: Rng, run: RunMethod) => Promise<HandledResult> {
  const { step, input } = work
  const { method, missing, columns, given } = step
  let filled: Filled | undefined
  const masked = (): MissingCells[] => missingCells(input.data, columns)
  const fill = async (rng: Rng, run: RunMethod): Promise<HandledResult> => {
    filled ??= filledInput(work)
    const made = await run({ ...filled.input, rng })
    return filledResult(work, filled, made)
  }
  const keep = async (rng: Rng, run: RunMethod): Promise<HandledResult> => {
    const holes = masked()
    if (!columnsAlone(step) || holes.length === 0) return fill(rng, run)
    const result = await maskColumnsAlone({ ...input, rng }, run, work.make)
    return { result, shown: result, input, handled: { how: 'alone', columns: holes, given: [], anew: false } }
  }
  const asItIs = async (rng: Rng, run: RunMethod): Promise<HandledResult> => {
    try {
      const result = await run({ ...input, rng })
      return { result, shown: result, input }
    } catch (error) {
      if (!isSdcError(error) || error.code !== 'MISSING_VALUES' || missing === 'refuse') throw error
      // Missing cells elsewhere (in a column that a parameter names) are not filled.
      if (missingCells(input.data, [...columns, ...given]).length === 0) throw error
      if (missing === 'keep') return keep(rng, run)
      throw withWays(error, step)
    }
  }
  const holed = (): boolean => {
    if (missing !== 'keep' && missing !== 'impute') return false
    const { original, data } = input
    const here = missingCells(data, [...columns, ...given]).length > 0
    return here || (missing === 'impute' && method.traits.postMasking && missingCells(original, columns).length > 0)
  }
  if (method.traits.adds || !holed()) return asItIs
  if (missing === 'impute') return fill
  return method.traits.missing === 'refuse' ? keep : asItIs
}

/** Complete records, and their filled cells. */
interface Filled {
  readonly input: MaskInput<unknown>
  readonly columns: readonly MissingCells[]
  readonly given: readonly MissingCells[]
  readonly original: readonly MissingCells[]
}

function filledInput(work: MissingWork): Filled {
  const { step, input, rng, make } = work
  const { method, columns, given, missing } = step
  const names = [...columns, ...given]
  if (method.traits.permutes) refuseHoles(method.id, missingCells(input.data, columns))
  const options = { method: method.id, rng }
  const data = withColumns(input.data, fillMissing(input.data, names, { ...options, tick: (f) => input.tick(f / 4) }))
  const { measure: _, session: __, ...rest } = input
  const whole = input.whole === input.data ? data : input.whole
  const before = missing === 'impute' && method.traits.postMasking ? filledOriginal(work) : undefined
  const { original = input.original, origin = input.origin, lacking = [] } = before ?? {}
  return {
    input: make({ ...rest, original, origin, data, whole }),
    columns: missingCells(input.data, columns),
    given: missingCells(input.data, given),
    original: lacking,
  }
}

/** Refuses filled values for a method that only permutes. */
function refuseHoles(method: string, [cells]: readonly MissingCells[]): void {
  if (cells === undefined) return
  const message =
    `the masked column "${cells.column}" lacks ${cells.count} value(s): ${method} only moves values of the ` +
    'original, and imputed values do not belong to these'
  const fix = 'Set missing: impute at the step that masks it, or missing: keep at this one.'
  throw new SdcError('MISSING_VALUES', message, { method, column: cells.column }, fix)
}

/** Original of these records, complete; the whole original if some records come from none. */
function filledOriginal({ step, input, rng, known }: MissingWork): {
  readonly original: Dataset
  readonly origin: Int32Array
  readonly lacking: readonly MissingCells[]
} {
  const { data, whole, original, origin } = input
  const part = data.rows < whole.rows && origin.every((row) => row >= 0)
  const names = [...step.columns, ...step.given].filter((name) => original.names.includes(name))
  const now = withColumns(original, new Map([...known].filter(([name]) => names.includes(name))))
  const own = part ? takeRows(now, origin) : now
  const filled = fillMissing(own, names, { method: step.method.id, rng: rng.child('of the original') })
  return {
    original: withColumns(own, filled),
    origin: part ? origin.map((_, i) => i) : origin,
    lacking: missingCells(part ? takeRows(original, origin) : original, step.columns),
  }
}

function filledResult({ step, input }: MissingWork, filled: Filled, result: MaskResult): HandledResult {
  const names = filled.columns.map(({ column }) => column)
  const anew = result.files.every((file) => file.origin?.every((row) => row < 0) ?? false)
  const { columns, given } = filled
  const restored = restoreMissing(result, input.data, names)
  if (step.missing === 'impute') {
    const handled: MissingHandled = { how: 'imputed', columns, given, original: filled.original, anew }
    const complete = withUnnamed(result, filled.input.data, names)
    // A method on a masked file is compared with the original that it received.
    return step.method.traits.postMasking
      ? { result: complete, shown: result, input: filled.input, handled, filled: filled.input }
      : { result: complete, shown: restored, input, handled, filled: filled.input }
  }
  const broken = brokenPatterns(step, result, restored)
  const handled: MissingHandled = { how: 'restored', columns, given, broken, anew }
  return { result: restored, shown: restored, input, handled, filled: filled.input }
}

/** Filled columns that a method does not name are copied filled with their records. */
function withUnnamed(result: MaskResult, data: Dataset, names: readonly string[]): MaskResult {
  const files = result.files.map((file): MaskedFile => {
    const { columns, origin } = file
    const unnamed = names.filter((name) => !columns.has(name))
    if (origin === undefined || unnamed.length === 0) return file
    const added = unnamed.map((name) => [name, takeColumn(data.column(name), origin)] as const)
    return { ...file, columns: new Map([...columns, ...added]) }
  })
  return { ...result, files: oneOrMore(files) }
}
