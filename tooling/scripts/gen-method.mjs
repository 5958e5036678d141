// Template of `pnpm gen method`: a small working method that passes every check, for its author to replace piece by
// piece.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { camel, pascal, title } from './gen-names.mjs'

/** Description of this sort of entry for `gen`. */
export const method = {
  usage: 'method FAMILY/NAME (noise/uniform-jitter)',
  list: 'methods',
  folder: false,
  packageOf: ({ family }, root) => (existsSync(join(root, 'packages', family)) ? family : `methods-${family}`),
  accepts: () => true,
  names: ({ name }) => ({
    definition: `${camel(name)}Method`,
    kernel: `add${pascal(name)}`,
    type: `${pascal(name)}Params`,
  }),
  file: methodFile,
  test: methodTest,
  about: aboutPackage,
  sentence: 'Adds the masking method',
  hint: 'The template adds uniform noise: replace its formula, parameters, traits, kernel and test',
}

/** Texts of a new package. */
function aboutPackage({ family, name, packageName }) {
  const { definition } = method.names({ name })
  return {
    description: `Masking for sdc: methods of the family ${family}.`,
    keywords: ['masking', family],
    dependencies: { '@sdc/stats': 'workspace:^', zod: 'catalog:' },
    intro: `Masking methods of the family \`${family}\` for sdc, statistical disclosure control in TypeScript.`,
    example: `import { dataset, keyedRng, maskInput, numeric, resolveParams } from '@sdc/core'
import { ${definition} } from '${packageName}'

const data = dataset([['income', numeric([21000, 34500, 28750, 61200])]])
const params = resolveParams(${definition}.params, { halfWidth: 0.5 })
const { files } = await ${definition}.apply(maskInput(data, { params, rng: keyedRng() }))
console.log(files[0].columns.get('income'))`,
    does: 'adds uniform noise to every value, in proportion to the standard deviation of the column.',
  }
}

function methodFile({ family, name }) {
  const { definition, kernel, type } = method.names({ name })
  return `/**
 * ${title(name)}: y = x + h·s·u with u ~ U(−1, 1) and s the standard deviation of the column.
 *
 * Every value moves by at most h·s. The expected mean is unchanged; the expected variance is (1 + h²/3)·s².
 */
import { defineMethod, fillByBlocks, numeric, numericValues, type Column, type MaskingMethod, type Rng } from '@sdc/core'
import { standardDeviation } from '@sdc/stats'
import * as z from 'zod'

const params = z.object({
  halfWidth: z.number().positive().max(10).default(0.2).meta({
    description: 'Half width h of the noise, in standard deviations of the column.',
    unit: 'standard deviations',
    search: { min: 0.01, max: 1, scale: 'log' },
  }),
})

export type ${type} = z.infer<typeof params>

export const ${definition}: MaskingMethod<${type}> = defineMethod({
  id: '${family}/${name}',
  title: '${title(name)}',
  summary: 'Adds uniform noise to every value, in proportion to the standard deviation of the column.',
  formula: 'y = x + h·s·u, u ~ U(−1, 1)',
  source: [{ key: 'brand-2002', where: 'noise in proportion to the standard deviation' }],
  notes: [
    { topic: 'attacks', text: 'The noise is bounded: every original value is within h·s of the masked one.' },
    { topic: 'missing', text: 'Missing values stay missing; a constant column stays unchanged.' },
  ],
  traits: { stochastic: true, missing: 'keep', scope: 'column' },
  params,
  examples: [{ halfWidth: 1 }],
  apply({ data, columns, params: { halfWidth }, rng, tick }) {
    const masked = columns.map((name, j): readonly [string, Column] => {
      tick(j / columns.length)
      return [name, numeric(${kernel}(numericValues(data, name), halfWidth, rng.child(name).child('noise')))]
    })
    return { files: [{ columns: new Map(masked) }] }
  },
})

/**
 * Returns y_i = x_i + h·s·u_i. Cost: O(n).
 *
 * @param values - The n values; missing ones (NaN) stay missing.
 * @param halfWidth - h, in standard deviations (divisor n − 1) of the present values; constant values stay unchanged.
 * @param rng - Random stream; u_i comes from the stream of the block of record i.
 * @returns The n masked values.
 */
export function ${kernel}(values: Float64Array, halfWidth: number, rng: Rng): Float64Array {
  const spread = standardDeviation(values)
  const width = spread > 0 ? halfWidth * spread : 0
  const draws = fillByBlocks(rng, new Float64Array(values.length), (stream, part) => stream.fillUniform(part))
  return values.map((value, i) => value + width * (2 * draws[i] - 1))
}
`
}

function methodTest({ name }) {
  return `import { seededRng } from '@sdc/core'
import { standardDeviation } from '@sdc/stats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add${pascal(name)} } from './${name}.js'

const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 50 })

describe('add${pascal(name)}', () => {
  it('moves no value by more than h standard deviations', () => {
    fc.assert(
      fc.property(values, fc.double({ min: 0.01, max: 10, noNaN: true }), fc.integer(), (list, halfWidth, seed) => {
        const original = Float64Array.from(list)
        const masked = add${pascal(name)}(original, halfWidth, seededRng(seed))
        // One rounding of a sum of numbers up to 1e6 and 10 standard deviations of them.
        const most = halfWidth * standardDeviation(original) + 1e-8
        expect(masked.every((value, i) => Math.abs(value - original[i]) <= most)).toBe(true)
      }),
    )
  })

  it('leaves missing values and constant columns unchanged', () => {
    const masked = add${pascal(name)}(Float64Array.of(1, Number.NaN, 3), 0.5, seededRng(1))
    expect(Array.from(masked, Number.isNaN)).toEqual([false, true, false])
    expect(Array.from(add${pascal(name)}(Float64Array.of(4, 4, 4), 0.5, seededRng(1)))).toEqual([4, 4, 4])
  })

  it('has noise with mean 0 and variance (h·s)²/3', () => {
    const n = 20_000
    const original = Float64Array.from({ length: n }, (_, i) => (i % 2 === 0 ? -1 : 1))
    const masked = add${pascal(name)}(original, 1, seededRng('moments'))
    const noise = masked.map((value, i) => value - original[i])
    const variance = (standardDeviation(original) * standardDeviation(original)) / 3
    const mean = noise.reduce((sum, value) => sum + value, 0) / n
    // False alarms: 1e-7 each (|z| < 5.33); the square of a uniform number has variance 4/5 of its squared mean.
    expect(Math.abs(mean) / Math.sqrt(variance / n)).toBeLessThan(5.33)
    const square = noise.reduce((sum, value) => sum + value * value, 0) / n
    expect(Math.abs(square - variance) / (variance * Math.sqrt(4 / 5 / n))).toBeLessThan(5.33)
  })
})
`
}
