/**
 * Multiplicative noise: Y = X·U with independent factors U of mean 1.
 *
 * In expectation it keeps the mean, and Var Y = Var X·(1 + v) + v·x̄², v the variance of the factor. Zeros stay zeros.
 */
import {
  blockStream,
  defineMethod,
  fillByBlocks,
  numeric,
  numericValues,
  SdcError,
  type BlockMasking,
  type Facts,
  type MaskingMethod,
  type MaskInput,
  type MaskResult,
  type Plan,
} from '@sdc/core'
import { finiteColumns, maskedFile } from '@sdc/toolkit'
import { addedNumbers, finiteColumnsOfBlock } from '@sdc/toolkit/internal'
import { mean, standardDeviation, variance } from '@sdc/stats'
import * as z from 'zod'
import { missingSentence, missingWarnings, requireVariances } from './inputs.js'
import { fillMultipliers, multiplierLaws } from './multipliers.js'

const id = 'noise/multiplicative'

const params = z.object({
  distribution: z.enum(multiplierLaws).default('uniform').meta({
    description: 'Distribution of the factor that multiplies a value.',
  }),
  halfWidth: z
    .number()
    .gt(0)
    .lt(1)
    .default(0.1)
    .meta({
      description:
        'Distance a from 1. Uniform factors lie within 1 ± a, truncated normal ones are cut at 1 ± a, and the ' +
        'two peaks are at 1 − a and 1 + a. Log-normal factors do not use it.',
      unit: 'share of the value',
      search: { min: 0.01, max: 0.95, scale: 'log', usual: [0.1, 0.2, 0.5] },
    }),
  multiplierSd: z
    .number()
    .gt(0)
    .max(1)
    .default(0.04)
    .meta({
      description:
        'Standard deviation of the normal distribution before truncation, of the log-normal factor, or of each ' +
        'of the two peaks, where it must be below halfWidth/2. Uniform factors do not use it.',
      unit: 'share of the value',
    }),
  exact: z.boolean().default(false).meta({
    description: 'Restore the mean and the variance of the original column exactly.',
  }),
})

export type MultiplicativeParams = z.infer<typeof params>

export const multiplicativeMethod: MaskingMethod<MultiplicativeParams> = defineMethod({
  id,
  title: 'Multiplicative noise',
  summary: 'Multiplies every value by a random factor of mean 1, so the noise is proportional to the value.',
  brief: [
    'It keeps means in expectation, zeros, and the order of size of every value.',
    'Variances grow, and small values change little in absolute terms.',
  ],
  formula: "Y = X·U, E U = 1; exact: Y' = x̄ + (s_X/s_Y)·(Y − ȳ)",
  source: [
    { key: 'domingo-ferrer-muralidhar-2016', where: '§4.1 and §5, uniform factors' },
    { key: 'hohne-2004', where: 'two peaks, restored moments' },
  ],
  notes: [
    {
      topic: 'attacks',
      text:
        'Zeros stay zeros and signs stay (two peaks: unless a peak reaches below 0). The release therefore shows ' +
        'who has an income, and whether it is a loss. With exact these values move, all zeros to the same value.',
    },
    {
      topic: 'limits',
      text:
        'Uniform and normal factors are most often near 1, so many values hardly change. Two peaks change nearly ' +
        'every value by about a.',
    },
    {
      topic: 'attacks',
      text:
        'Changes in rank depend on the spread of the values. Values over several orders of magnitude keep their ' +
        'order and can be linked by rank. Values that are close together relative to their size are shuffled ' +
        '(Domingo-Ferrer & Muralidhar 2016, Table 1).',
    },
    {
      topic: 'attacks',
      text:
        'Several columns together identify. An intruder who knows a person’s values keeps the masked records ' +
        'within the limits in all columns. For 1,080 records with 13 columns, one candidate remains for 62 % of ' +
        'them at a = 0.5, and for 99.7 % at a = 0.2. The nearest record by logarithms is right for 59 %, the ' +
        'nearest by standard deviations for 18 % (a = 0.5). risk/bounds and risk/dbrl measure it.',
    },
    {
      topic: 'loses',
      text:
        'Sums and identities among columns (total = a + b) do not survive. An identity gives a second estimate ' +
        'of the same value.',
    },
    {
      topic: 'limits',
      text:
        'With values rounded to the original step (precision), small amounts move by whole steps or not at ' +
        'all. Many counts up to 1/a do not change, and |Y/X − 1| ≤ a holds up to half a step.',
    },
    {
      topic: 'choices',
      text:
        'Two choices of this implementation: the truncated normal distribution is cut at 1 ± halfWidth, and ' +
        'exact moments are offered for every distribution.',
    },
  ],
  enables: [
    'An intruder who knows a has certain limits for uniform and truncated normal factors: |X| lies between ' +
      '|Y|/(1 + a) and |Y|/(1 − a).',
  ],
  traits: { stochastic: true, missing: 'keep', scope: 'column', claims: { means: { when: { exact: true } } } },
  params,
  examples: [
    { distribution: 'truncated-normal' },
    { distribution: 'log-normal', multiplierSd: 0.1 },
    { distribution: 'two-peak' },
    { distribution: 'two-peak', exact: true },
  ],
  needsFile({ params: { exact } }) {
    if (!exact) return undefined
    return {
      why:
        'with exact the masked columns are scaled to their original moments, which are known only when all ' +
        'records are masked',
      instead: 'noise/multiplicative without exact keeps the mean in expectation',
    }
  },
  plan(facts) {
    requireApartPeaks(facts.params)
    refuseTimes(facts)
    return facts.params.exact ? { form: 'file', mask: maskExactly } : byBlocks(facts)
  },
})

/** Refuses dates: days since 1970 have no true zero, so a factor would move later dates further. */
function refuseTimes({ columns, roles }: Facts<MultiplicativeParams>): void {
  const column = columns.find((name) => roles.times?.has(name) === true)
  if (column === undefined) return
  const message = `column "${column}" holds dates or times, whose size has no meaning: ${id} multiplies amounts`
  throw new SdcError('WRONG_INPUT', message, { method: id, column }, 'Use noise/additive, or dates/shift.')
}

/** Multiplies every value by its factor, and counts missing values and zeros, which do not change. */
function* byBlocks({ columns, params: given, rng }: Facts<MultiplicativeParams>): Plan<BlockMasking> {
  const [counts] = yield [
    {
      reads: 'masked',
      of: (block) => Float64Array.from(finiteColumnsOfBlock(block, columns, id).flatMap(unchangedIn)),
      merge: addedNumbers,
    },
  ]
  const missing = columns.flatMap((name, j) => missingSentence(name, counts[2 * j]))
  const zeros = columns.flatMap((name, j) => {
    const count = counts[2 * j + 1]
    return count > 0 ? [`column "${name}": ${count} zeros stay zeros`] : []
  })
  return {
    form: 'block',
    warnings: [...missing, ...zeros],
    mask: ({ masked, index }) => ({
      columns: new Map(
        columns.map((name) => {
          const values = numericValues(masked, name)
          const factors = new Float64Array(values.length)
          const stream = blockStream(rng.child(name).child('noise'), index)
          fillMultipliers(given.distribution, given.halfWidth, given.multiplierSd, stream, factors)
          return [name, numeric(multiplyByNoise(values, factors))]
        }),
      ),
    }),
  }
}

/** Restores the moments of the masked columns, which are known only after all records are masked. */
function maskExactly(input: MaskInput<MultiplicativeParams>): MaskResult {
  const { columns: names, params: given, rng } = input
  const columns = finiteColumns(input, input.columns, id)
  requireVariances(input, columns, id, 3)
  const masked = columns.map((values, j) => {
    input.tick(j / columns.length)
    const stream = rng.child(names[j]).child('noise')
    const factors = fillByBlocks(stream, new Float64Array(values.length), (own, part) => {
      fillMultipliers(given.distribution, given.halfWidth, given.multiplierSd, own, part)
    })
    return restoreMoments(multiplyByNoise(values, factors), values)
  })
  return maskedFile(names, masked, [...missingWarnings(names, columns), ...unmaskedWarnings(names, columns)])
}

/**
 * Multiplies values by factors, y_i = x_i·u_i. Missing values stay missing and also use up a factor, so they change no
 * other record. Cost: O(n).
 *
 * @param values - n values, NaN if missing.
 * @param factors - n factors.
 * @returns n values.
 */
export function multiplyByNoise(values: Float64Array, factors: Float64Array): Float64Array {
  const masked = new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) masked[i] = values[i] * factors[i]
  return masked
}

/**
 * Restores moments, x̄ + (s_X/s_Y)·(y − ȳ): the masked column gets exactly the mean and sample variance of the
 * original.
 *
 * Both are computed over the present values. A masked column without variance gets the original's mean. Cost: O(n).
 * Source: Höhne 2004.
 *
 * @param masked - n masked values, NaN if missing.
 * @param original - n original values, NaN if missing.
 * @returns n values.
 */
export function restoreMoments(masked: Float64Array, original: Float64Array): Float64Array {
  const sd = standardDeviation(masked)
  const stretch = sd > 0 ? standardDeviation(original) / sd : 1
  const from = mean(masked)
  const to = mean(original)
  return masked.map((value) => to + stretch * (value - from))
}

function requireApartPeaks(given: MultiplicativeParams): void {
  if (given.distribution !== 'two-peak' || given.multiplierSd < given.halfWidth / 2) return
  const { halfWidth: a, multiplierSd: s } = given
  const message = `${id}: two peaks at 1 ± ${a} need a multiplierSd below halfWidth/2 = ${a / 2}, not ${s}`
  const fix =
    'Use a smaller multiplierSd: with more spread the peaks merge, and values near their original are no ' +
    'longer rare.'
  throw new SdcError('BAD_PARAMETER', message, { method: id, parameter: 'multiplierSd' }, fix)
}

/** Counts the missing values and the zeros. */
function unchangedIn(values: Float64Array): readonly [number, number] {
  let missing = 0
  let zeros = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value === 0) zeros++
    else if (value !== value) missing++
  }
  return [missing, zeros]
}

function unmaskedWarnings(names: readonly string[], columns: readonly Float64Array[]): string[] {
  const constant = names.filter((_, j) => variance(columns[j]) === 0)
  return constant.map(
    (name) => `column "${name}" is constant in these records: with moments restored, it is released unchanged`,
  )
}
