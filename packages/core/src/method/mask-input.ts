import type { Dataset } from '../columns/dataset.js'
import { noRoles } from '../columns/role.js'
import { SdcError } from '../base/errors.js'
import type { MeasureInput } from '../work/measured-files.js'
import type { Ref } from '../reference/ref.js'
import { seededRng } from '../random/rng.js'
import type { MaskInput } from '../work/masked-file.js'
import type { Work } from '../work/work.js'

/** Settings of a run outside the engine; the others describe a whole file that is masked for the first time. */
export interface MaskOptions<P> extends Partial<Omit<MaskInput<P>, 'params' | 'columns'>> {
  readonly columns?: readonly string[]
  readonly params: P
}

/**
 * Makes the input of a method from a dataset, for tests and programs that call a method without a plan. By default: all
 * columns, the data as original and whole file, every record its own origin, the stream of the seed 1. It has no
 * registry: `measure` and `session` throw UNKNOWN_METRIC unless they are given.
 *
 * @param data - The file to mask.
 * @param options - Parameters, and values that replace the defaults.
 * @returns The input.
 */
export function maskInput<P>(data: Dataset, options: MaskOptions<P>): MaskInput<P> {
  const unreachable = (metric: Ref): Promise<never> => {
    const fix = 'Run the method by the engine, or pass maskInput your own measure and session.'
    const message = `${metric.use} is not available without a registry`
    return Promise.reject(new SdcError('UNKNOWN_METRIC', message, { metric: metric.use }, fix))
  }
  return {
    data,
    whole: data,
    measure: unreachable,
    session: unreachable,
    ...work(data, data.rows),
    ...options,
  }
}

/** The same for a metric. */
export interface MeasureOptions<P> extends Partial<Omit<MeasureInput<P>, 'params'>> {
  readonly params: P
}

/**
 * Makes the input of a metric from two files, for tests and programs that call one without a plan. By default: the
 * columns of both files and the stream of the seed 1. Masked record i comes from original record i if the files have
 * equal length, otherwise its origin is unknown.
 *
 * @param original - The original file.
 * @param masked - The masked file.
 * @param options - Parameters, and values that replace the defaults.
 * @returns The input.
 */
export function measureInput<P>(original: Dataset, masked: Dataset, options: MeasureOptions<P>): MeasureInput<P> {
  const columns = original.names.filter((name) => masked.names.includes(name))
  const origin = identity(masked.rows)
  return {
    ...work(original, masked.rows),
    columns,
    origin: masked.rows === original.rows ? origin : origin.fill(-1),
    masked,
    parts: new Map(),
    prepared: undefined,
    ...options,
  }
}

function work(original: Dataset, rows: number): Omit<Work<unknown>, 'params'> {
  const columns = original.names
  return { original, origin: identity(rows), columns, given: [], roles: noRoles, rng: seededRng(1), tick() {} }
}

function identity(rows: number): Int32Array {
  return Int32Array.from({ length: rows }, (_, i) => i)
}
