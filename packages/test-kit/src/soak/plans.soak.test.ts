import { createRegistry, definePlugin, numeric, type MaskingMethod, type Registry } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { after, applying, claiming, noise, withFile } from '../fixtures/broken-tools.fixture.js'
import { soundNoise, soundRecode, soundSample } from '../fixtures/sound.fixture.js'
import { soak } from './soak.js'

function registryOf(...methods: readonly MaskingMethod[]): Registry {
  const alone = methods.map((method) => ({ ...method, source: method.source.map(({ where }) => ({ where })) }))
  return createRegistry()
    .use(definePlugin({ name: 'soaked', version: '0.0.0', sdc: '^1', methods: alone }))
    .freeze()
}

let draws = 0

const broken: readonly (readonly [string, MaskingMethod, RegExp])[] = [
  ['throws what is no error of sdc', applying(() => never()), /BAD_PLUGIN.*a bug/],
  ['invents a missing value', after((values) => values.fill(Number.NaN)), /finite|value/],
  ['draws past its stream', after((values) => values.map((value) => value + ++draws)), /same seed/],
  [
    'writes to its input',
    applying((input) => {
      for (const name of input.columns) {
        const column = input.data.column(name)
        if (column.kind === 'numeric') column.values[0]++
      }
      return noise(input)
    }),
    /written to|as it was/,
  ],
  [
    'does not keep the values that it claims to keep',
    claiming({ claims: { marginals: true } }, applying(noise)),
    /permutation/,
  ],
  [
    'explains itself in numbers that are none',
    applying((input) => {
      if (input.data.rows % 2 === 0) throw badly()
      return noise(input)
    }),
    /sentence/,
  ],
  [
    'loses a record',
    applying((input) =>
      withFile(noise(input), (file) => ({
        ...file,
        columns: new Map([...file.columns].map(([name]) => [name, numeric(new Float64Array(input.data.rows - 1))])),
      })),
    ),
    /./,
  ],
]

function never(): never {
  throw new TypeError('a bug')
}

function badly(): Error {
  return Object.assign(new Error('needs at least NaN records'), { name: 'SdcError', code: 'TOO_FEW_RECORDS' })
}

describe('soak', () => {
  it('finds no problem with sound methods, and most of their plans run', async () => {
    const sound = [soundNoise, soundRecode, soundSample] as MaskingMethod[]
    const { ran, problems } = await soak({ registry: registryOf(...sound), seed: 'sound', plans: 200 })
    expect(problems).toEqual([])
    expect(ran).toBeGreaterThan(50)
  })

  it('repeats the same plans from the same seed, and a single plan by its number', async () => {
    const registry = registryOf(after((values) => values.fill(Number.NaN)))
    const all = await soak({ registry, seed: 'again', plans: 30 })
    expect(await soak({ registry, seed: 'again', plans: 30 })).toEqual(all)
    const one = all.problems[0]
    const alone = await soak({ registry, seed: 'again', plans: 1, first: one.plan })
    expect(alone.problems).toContainEqual(one)
  })

  it.each(broken)('finds a method that %s', async (_what, method, sentence) => {
    const { problems } = await soak({ registry: registryOf(method), seed: 'broken', plans: 60 })
    const found = problems.map(({ problem }) => problem)
    expect(
      found.filter((problem) => sentence.test(problem)),
      found.join('; '),
    ).not.toEqual([])
  })
})
