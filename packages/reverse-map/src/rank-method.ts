import { SdcError, defineMethod, isSdcError, numericValues, type Column, type MaskingMethod } from '@sdc/core'
import * as z from 'zod'
import { reverseMap } from './reverse-map.js'

/**
 * z_i = x_(rank(y_i)) column by column: x the original column, y the masked one.
 *
 * Source: Muralidhar, Sarathy & Domingo-Ferrer 2014, section 3. Its table 1 is a worked example: x = 1122 was masked to
 * y = 1023.59, the 13th smallest of the masked values, and so gets the 13th smallest original value, 1015.
 */
const params = z.object({
  ties: z.enum(['random', 'first']).default('random').meta({
    description:
      'How equal values are ordered: at random, or in the order of the records (repeatable, but the order of the file shows).',
  }),
})

export type ReverseMapRankParams = z.infer<typeof params>

export const reverseMapRank: MaskingMethod<ReverseMapRankParams> = defineMethod({
  id: 'reverse-map/rank',
  title: 'Reverse mapping',
  summary: 'Gives every masked column exactly the values of the original one, in the order of the masked values.',
  formula: 'z_i = x_(r), r the rank of y_i, x_(1) <= x_(2) <= … the sorted original values',
  source:
    'Muralidhar, Sarathy & Domingo-Ferrer 2014, Reverse mapping to preserve the marginal distributions of attributes in masked microdata, section 3; Domingo-Ferrer & Muralidhar 2016, algorithm 1',
  notes: [
    'It is the last step of a plan: its input is the masked file of the steps before it, and it needs the original record of every masked one.',
    'Every released value is a value of the original file. The largest one may point to its owner whatever record it stands in: top and bottom coding or rounding afterwards is possible as on the original.',
    'A pair of which the original or the masked value is missing is left out and comes out missing; the number is warned of. The others are a permutation of their own originals.',
  ],
  arms: [
    'Where the masking was a published function without randomness, whoever has the released values can apply it to them and recover the records: publish neither the function nor its parameters then.',
  ],
  traits: {
    columns: 'numeric',
    stochastic: true,
    missing: 'keep',
    given: 'unused',
    keepsRows: true,
    ordered: false,
    columnwise: true,
    keepsMarginals: true,
    keepsMeans: true,
    keepsCorrelations: false,
    keepsCovariances: false,
    kAnonymousBy: null,
    postMasking: true,
  },
  params,
  examples: [{ ties: 'first' }],
  apply({ original, data, origin, columns, params: { ties }, rng, tick }) {
    refuseUnknownOrigin(origin, data.rows)
    const masked = new Map<string, Column>()
    const warnings: string[] = []
    columns.forEach((name, j) => {
      tick(j / columns.length)
      const x = gather(numericValues(original, name), origin)
      const y = numericValues(data, name)
      const values = inColumn(name, () =>
        reverseMap(x, y, ties === 'first' ? { ties } : { ties, rng: rng.child(name) }),
      )
      const left = values.reduce((count, value) => count + Number(Number.isNaN(value)), 0)
      if (left > 0) {
        const lost = y.reduce((count, value, i) => count + Number(!Number.isNaN(value) && Number.isNaN(values[i])), 0)
        const also = lost > 0 ? `; ${lost} of them had a masked value but no original one` : ''
        warnings.push(
          `${name}: ${left} of ${values.length} records are missing in the original or the masked file and come out missing${also}`,
        )
      }
      masked.set(name, { kind: 'numeric', values })
    })
    return { files: [{ columns: masked }], warnings }
  },
})

function refuseUnknownOrigin(origin: Int32Array, rows: number): void {
  const i = origin.findIndex((row) => row < 0)
  if (i < 0 && origin.length === rows) return
  const message =
    i < 0
      ? `${rows} masked records have ${origin.length} original records`
      : `masked record ${
          i + 1
        } comes from no known record of the original: reverse mapping needs one original record for each masked one`
  const advice = 'Match the files by a key or the private origin file, and reverse-map before records are added.'
  throw new SdcError(
    'LENGTH_MISMATCH',
    message,
    { method: 'reverse-map/rank', ...(i < 0 ? {} : { row: i + 1 }) },
    advice,
  )
}

function gather(values: Float64Array, rows: Int32Array): Float64Array {
  const gathered = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) gathered[i] = values[rows[i]]
  return gathered
}

/** Adds the method and the column to the place of an error. */
function inColumn<T>(column: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!isSdcError(error)) throw error
    throw new SdcError(
      error.code,
      `column "${column}": ${error.message}`,
      { ...error.place, method: 'reverse-map/rank', column },
      error.advice,
    )
  }
}
