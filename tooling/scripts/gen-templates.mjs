// What `pnpm gen` writes: a small method that works and passes every check, for its author to replace piece by piece.

/** `uniform-jitter` → `uniformJitter` */
export const camel = (name) => name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase())
export const pascal = (name) => camel(name).replace(/^./, (letter) => letter.toUpperCase())
/** `uniform-jitter` → `Uniform jitter` */
const title = (name) => name.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())

export function methodFile({ family, name }) {
  return `/**
 * ${title(name)}: y = x + h·s·u with u ~ U(−1, 1) and s the standard deviation of the column.
 *
 * Every value moves by at most h·s. In expectation the mean is kept and the variance becomes (1 + h²/3)·s².
 */
import { defineMethod, numeric, numericValues, type Column, type MaskingMethod, type Rng } from '@sdc/core'
import { standardDeviation } from '@sdc/stats'
import * as z from 'zod'

const params = z.object({
  halfWidth: z.number().positive().max(10).default(0.2).meta({
    description: 'Half the width of the noise, h, in standard deviations of the column.',
    unit: 'standard deviations',
    search: { min: 0.01, max: 1, scale: 'log' },
  }),
})

export type ${pascal(name)}Params = z.infer<typeof params>

export const ${camel(name)}: MaskingMethod<${pascal(name)}Params> = defineMethod({
  id: '${family}/${name}',
  title: '${title(name)}',
  summary: 'Adds uniform noise to every value, its width a share of the standard deviation of the column.',
  formula: 'y = x + h·s·u, u ~ U(−1, 1)',
  source: [{ key: 'brand-2002', where: 'noise in proportion to the standard deviation' }],
  notes: [
    { topic: 'attacks', text: 'The noise is bounded: every original value is within h·s of the masked one, for sure.' },
  ],
  traits: { stochastic: true, missing: 'keep', scope: 'column' },
  params,
  examples: [{ halfWidth: 1 }],
  apply({ data, columns, params: { halfWidth }, rng, tick }) {
    const masked = columns.map((name, j): readonly [string, Column] => {
      tick(j / columns.length)
      return [name, numeric(add${pascal(name)}(numericValues(data, name), halfWidth, rng.child(name)))]
    })
    return { files: [{ columns: new Map(masked) }] }
  },
})

/**
 * y_i = x_i + h·s·u_i.
 *
 * values: n, missing ones (NaN) stay missing; halfWidth: h, in standard deviations (divisor n − 1) of the values that
 * are present. Where these have no spread nothing is added. Cost: O(n).
 */
export function add${pascal(name)}(values: Float64Array, halfWidth: number, rng: Rng): Float64Array {
  const spread = standardDeviation(values)
  const width = spread > 0 ? halfWidth * spread : 0
  const masked = new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) masked[i] = values[i] + width * (2 * rng.uniform() - 1)
  return masked
}
`
}

export function testFile({ name }) {
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

  it('leaves missing values missing and a constant as it is', () => {
    const masked = add${pascal(name)}(Float64Array.of(1, Number.NaN, 3), 0.5, seededRng(1))
    expect(Array.from(masked, Number.isNaN)).toEqual([false, true, false])
    expect(Array.from(add${pascal(name)}(Float64Array.of(4, 4, 4), 0.5, seededRng(1)))).toEqual([4, 4, 4])
  })

  it('has noise with mean 0 and variance (h·s)²/3', () => {
    const n = 20_000
    const original = Float64Array.from({ length: n }, (_, i) => (i % 2 === 0 ? -1 : 1))
    const masked = add${pascal(name)}(original, 1, seededRng('moments'))
    const noise = masked.map((value, i) => value - original[i])
    const variance = standardDeviation(original) ** 2 / 3
    const mean = noise.reduce((sum, value) => sum + value, 0) / n
    // False alarms: 1e-7 each (|z| < 5.33); the square of a uniform number has variance 4/5 of its squared mean.
    expect(Math.abs(mean) / Math.sqrt(variance / n)).toBeLessThan(5.33)
    const square = noise.reduce((sum, value) => sum + value * value, 0) / n
    expect(Math.abs(square - variance) / (variance * Math.sqrt(4 / 5 / n))).toBeLessThan(5.33)
  })
})
`
}

export function indexFile() {
  return `import { definePlugin, literature, type Plugin } from '@sdc/core'
import { name, version } from '../package.json'

const plugin: Plugin = definePlugin({
  name,
  version,
  sdc: '^2',
  references: literature,
  methods: [],
})

export default plugin
`
}

export function packageFile({ packageName, family }) {
  const manifest = {
    name: packageName,
    version: '0.0.0',
    description: `Masking for sdc: methods of the family ${family}.`,
    license: 'Apache-2.0',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    files: ['dist', 'README.md'],
    scripts: { build: 'tsup --config ../../tooling/tsup.config.ts' },
    dependencies: { '@sdc/stats': 'workspace:^', zod: 'catalog:' },
    peerDependencies: { '@sdc/core': 'workspace:^' },
    devDependencies: { '@sdc/core': 'workspace:*' },
    publishConfig: { access: 'public' },
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

export function readmeFile({ packageName, family, name }) {
  return `# ${packageName}

Masking methods of the family \`${family}\` for sdc, statistical disclosure control in TypeScript.

\`\`\`
npm install @sdc/core ${packageName}
\`\`\`

\`\`\`ts
import { dataset, keyedRng, numeric, resolveParams } from '@sdc/core'
import { ${camel(name)} } from '${packageName}'

const data = dataset([['income', numeric([21000, 34500, 28750, 61200])]])
const { files } = await ${camel(name)}.apply({
  original: data, data, whole: data, origin: Int32Array.of(0, 1, 2, 3), columns: ['income'], given: [],
  params: resolveParams(${camel(name)}.params, {}), rng: keyedRng(), tick() {},
})
console.log(files[0].columns.get('income'))
\`\`\`

- \`${family}/${name}\`: adds uniform noise to every value, its width a share of the standard deviation of the column.
`
}

export function changesetFile({ packages, family, name }) {
  const bumps = packages.map((one) => `'${one}': minor`).join('\n')
  return `---\n${bumps}\n---\n\nAdds the masking method \`${family}/${name}\`.\n`
}
