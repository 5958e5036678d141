import { isSdcError, numeric, type Column, type MaskInput, type Ref } from '@sdc/core'
import { shown } from './outcome.js'

/** Above so many records the scores take longer than the optimisation: they are left to who measures the result. */
const MOST_RECORDS = 10_000

/** What the records of the masked file are compared with. */
const truths = ['nearest', 'identity'] as const

/** A score before and after, by both truths. */
export interface BothTruths {
  /** Numbers for the report; one that has no value is left out. */
  readonly report: ReadonlyMap<string, number>
  /** One sentence. */
  readonly warning: string
}

/**
 * A score before and after, by the nearest record and by the record's own: what the first calls better the second may not.
 *
 * @param input - What the method was handed.
 * @param ref - The score; its parameter truth is set here.
 * @param after - The new columns, in the order of `input.columns`.
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

/** The value, or why there is none. */
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
    // Too few columns for the nearest record, a metric without a truth: it has no value here, and the file stands.
    if (isSdcError(error) && (error.code === 'BAD_PARAMETER' || error.code === 'UNKNOWN_METRIC')) return error.message
    throw error
  }
}
