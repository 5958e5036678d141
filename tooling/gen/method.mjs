// Template of `pnpm gen method`: a small working method that passes every check, for its author to replace step by
// step.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { camel, pascal, title } from './names.mjs'

/** Description of this sort of entry for `gen`. */
export const method = {
  usage: 'method FAMILY/NAME (noise/uniform-jitter)',
  list: 'methods',
  folder: false,
  packageOf: ({ family }, root) => (existsSync(join(root, 'packages', family)) ? family : `methods-${family}`),
  accepts: () => true,
  names: ({ name }) => ({
    definition: `${camel(name)}Method`,
    kernel: `round${pascal(name)}`,
    type: `${pascal(name)}Params`,
  }),
  file: methodFile,
  test: methodTest,
  about: aboutPackage,
  sentence: 'Adds the masking method',
  hint: 'The template rounds at random: replace its formula, parameters, traits, kernel and test',
}

/** Texts of a new package. */
function aboutPackage({ family, name, packageName }) {
  const { definition } = method.names({ name })
  return {
    description: `Masking for sdc: methods of the family ${family}.`,
    keywords: ['masking', family],
    dependencies: { '@sdc/toolkit': 'workspace:^', zod: 'catalog:' },
    intro: `Masking methods of the family \`${family}\` for sdc, statistical disclosure control in TypeScript.`,
    example: `import { dataset, keyedRng, maskInput, numeric, resolveParams } from '@sdc/core'
import { maskByPlan } from '@sdc/toolkit'
import { ${definition} } from '${packageName}'

const data = dataset([['income', numeric([21000, 34500, 28750, 61200])]])
const params = resolveParams(${definition}.params, { base: 1000 })
const { files } = await maskByPlan(${definition}, maskInput(data, { params, rng: keyedRng() }))
console.log(files[0].columns.get('income'))`,
    does: 'rounds every value up or down at random, without bias.',
  }
}

function methodFile({ family, name }) {
  const { definition, kernel, type } = method.names({ name })
  return `/**
 * ${title(name)}: y = b·⌊x/b + u⌋ with u ~ U(0, 1).
 *
 * Every value moves by less than b to a multiple of b. The expected value is unchanged.
 */
import { blockStream, defineMethod, numeric, numericValues, type MaskingMethod } from '@sdc/core'
import * as z from 'zod'

const params = z.object({
  base: z.number().positive().max(1e9).default(5).meta({
    description: 'Base b: masked values are its multiples.',
    unit: 'unit of the column',
    search: { min: 1, max: 100, scale: 'log' },
  }),
})

export type ${type} = z.infer<typeof params>

export const ${definition}: MaskingMethod<${type}> = defineMethod({
  id: '${family}/${name}',
  title: '${title(name)}',
  summary: 'Rounds every value up or down at random, without bias.',
  formula: 'y = b·⌊x/b + u⌋, u ~ U(0, 1)',
  source: [{ where: 'This project' }],
  notes: [
    { topic: 'attacks', text: 'The change is bounded: every original value is less than b from the masked one.' },
    { topic: 'missing', text: 'Missing values stay missing; multiples of b stay unchanged.' },
  ],
  traits: { stochastic: true, draws: 'choices', missing: 'keep', scope: 'cell' },
  params,
  examples: [{ base: 25 }],
  // A method that needs sums, counts or ranks of the file first is a generator: \`const [totals] = yield [aggregate]\`.
  plan: ({ columns, params: { base }, rng }) => ({
    form: 'block',
    mask({ masked, index }) {
      const rounded = columns.map((name) => {
        const draws = new Float64Array(masked.rows)
        blockStream(rng.child(name), index).fillUniform(draws)
        return [name, numeric(${kernel}(numericValues(masked, name), base, draws))] as const
      })
      return { columns: new Map(rounded) }
    },
  }),
})

/**
 * Returns y_i = b·⌊x_i/b + u_i⌋. Cost: O(n).
 *
 * @param values - The n values; missing ones (NaN) stay missing.
 * @param base - Base b.
 * @param draws - Numbers u_i from 0 to 1, without 1.
 * @returns The n rounded values.
 */
export function ${kernel}(values: Float64Array, base: number, draws: Float64Array): Float64Array {
  return values.map((value, i) => base * Math.floor(value / base + draws[i]))
}
`
}

function methodTest({ name }) {
  const { kernel } = method.names({ name })
  return `import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ${kernel} } from './${name}.js'

const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 50 })

function drawn(count: number, seed: number): Float64Array {
  const draws = new Float64Array(count)
  seededRng(seed).fillUniform(draws)
  return draws
}

describe('${kernel}', () => {
  it('moves every value by less than the base, to a multiple of it', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 1000 }), fc.integer(), (list, base, seed) => {
        const original = Float64Array.from(list)
        const masked = ${kernel}(original, base, drawn(list.length, seed))
        // One rounding of numbers up to 1e6.
        expect(masked.every((value, i) => Math.abs(value - original[i]) < base + 1e-8)).toBe(true)
        expect(masked.every((value) => Number.isInteger(value / base))).toBe(true)
      }),
    )
  })

  it('leaves missing values and multiples of the base unchanged', () => {
    const masked = ${kernel}(Float64Array.of(10, Number.NaN, -5), 5, Float64Array.of(0, 0.5, 0.999))
    expect(Array.from(masked)).toEqual([10, Number.NaN, -5])
  })

  it('has no bias', () => {
    const n = 20_000
    const masked = ${kernel}(new Float64Array(n).fill(2), 5, drawn(n, 1))
    const mean = masked.reduce((sum, value) => sum + value, 0) / n
    // A false alarm: 1e-7 (|z| < 5.33); the variance of one value is 2·(5 − 2).
    expect(Math.abs(mean - 2) / Math.sqrt((2 * 3) / n)).toBeLessThan(5.33)
  })
})
`
}
