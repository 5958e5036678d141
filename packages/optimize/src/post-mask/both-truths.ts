import { isSdcError, numeric, type Column, type MaskInput, type Ref } from '@sdc/core'
import { shown } from './outcome.js'

/** Largest number of records for which the scores are measured: for more they take longer than the optimisation. */
const MOST_RECORDS = 10_000

/** Links for the score: nearest original record, or the record's own. */
const truths = ['nearest', 'identity'] as const

/** Score before and after, by both links. */
export interface BothTruths {
  /** Numbers for the report, without missing ones. */
  readonly report: ReadonlyMap<string, number>
  /** One sentence. */
  readonly warning: string
}

/**
 * Measures a score before and after, by the nearest record and by the record's own: an improvement by the first may be
 * a deterioration by the second.
 *
 * @param input - Input of the method.
 * @param ref - The score; its parameter truth is set here.
 * @param after - The new columns, in the order of `input.columns`.
 * @returns Numbers and a sentence.
 */
export async function bothTruths(
  input: MaskInput<unknown>,
  ref: Ref,
  after: readonly Float64Array[],
): Promise<BothTruths> {
  const { columns, data } = input
  if (data.rows > MOST_RECORDS) {
    const many = `${ref.use} was not measured of ${data.rows} records`
    return {
      report: new Map(),
      warning: `${many}: measure the result by truth nearest and by truth identity, which may have become worse`,
    }
  }
  const files = [
    new Map(columns.map((name): [string, Column] => [name, data.column(name)])),
    new Map(columns.map((name, j): [string, Column] => [name, numeric(after[j])])),
  ]
  const report = new Map<string, number>()
  const isUnknown = input.origin.every((row) => row < 0)
  const told: string[] = []
  for (const truth of truths) {
    const of = { nearest: "the nearest record, the paper's convention", identity: "the record's own" }[truth]
    if (truth === 'identity' && isUnknown) {
      told.push(`by ${truth} (${of}) no value (no record's own is known)`)
      continue
    }
    const [before, now] = [await valueBy(input, ref, truth, files[0]), await valueBy(input, ref, truth, files[1])]
    if (typeof before === 'number') report.set(`${ref.use} by ${truth} at the start`, before)
    if (typeof now === 'number') report.set(`${ref.use} by ${truth}`, now)
    const change =
      typeof before === 'number' && typeof now === 'number'
        ? `${shown(before)} before, ${shown(now)} after`
        : `no value (${typeof before === 'string' ? before : now})`
    told.push(`by ${truth} (${of}) ${change}`)
  }
  return { report, warning: `${ref.use}, both truths: ${told.join('; ')}` }
}

/** Returns the value, or the reason for a missing one. */
async function valueBy(
  input: MaskInput<unknown>,
  ref: Ref,
  truth: string,
  columns: ReadonlyMap<string, Column>,
): Promise<number | string> {
  try {
    const { value, reason } = await input.measure({ use: ref.use, params: { ...ref.params, truth } }, columns)
    return value ?? reason ?? 'it has none'
  } catch (error) {
    // Too few columns for the nearest record, or a metric without a truth, give no value; the file stays valid.
    if (isSdcError(error) && (error.code === 'BAD_PARAMETER' || error.code === 'UNKNOWN_METRIC')) return error.message
    throw error
  }
}
