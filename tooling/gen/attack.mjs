// Template of `pnpm gen attack`: a small working attack, for its author to replace step by step.
import { camel, pascal, title } from './names.mjs'

/** Description of this sort of entry for `gen`. */
export const attack = {
  usage: 'attack attacks/NAME (attacks/unchanged-records)',
  list: 'attacks',
  folder: false,
  packageOf: ({ family }) => family,
  accepts: ({ family }) => family === 'attacks',
  names: ({ name }) => ({
    definition: `${camel(name)}Attack`,
    kernel: `find${pascal(name)}`,
    type: `${pascal(name)}Params`,
  }),
  file: attackFile,
  test: attackTest,
  sentence: 'Adds the attack',
  hint: 'The template finds records released unchanged: replace its formula, parameters, card, kernel and test',
}

function attackFile({ family, name }) {
  const { definition, kernel, type } = attack.names({ name })
  return `/**
 * ${title(name)}: share of the intruder's records that the released file contains unchanged.
 *
 * 100 · #{i: ∃l ∀j |x_ij − z_lj| ≤ t·|x_ij|} / n, the intruder's records x and the released ones z.
 */
import { defineAttack, numericValues, SdcError, type Attack, type AttackInput, type Measurement } from '@sdc/core'
import { unmeasured } from '@sdc/toolkit'
import * as z from 'zod'

const id = '${family}/${name}'

const params = z.object({
  tolerance: z.number().min(0).max(1).default(0).meta({
    description: 'Largest relative difference at which two values count as equal.',
    unit: 'share of the original value',
  }),
})

export type ${type} = z.infer<typeof params>

export const ${definition}: Attack<${type}> = defineAttack({
  id,
  title: '${title(name)}',
  summary: 'Finds original records that the released file contains, equal in every attacked column, and reports their share.',
  formula: '100 · #{i: ∃l ∀j |x_ij − z_lj| ≤ t·|x_ij|} / n',
  source: [{ where: 'This project' }],
  notes: [{ topic: 'missing', text: 'Records with a missing value are not searched for.' }],
  knows: { original: 'The original records, in the attacked columns.' },
  unit: '%',
  params,
  attack: run,
})

function run({ released, known, columns, params: { tolerance }, tick }: AttackInput<${type}>): Measurement {
  const original = known.get('original')
  if (!original) {
    const fix = 'Give the original file.'
    throw new SdcError('BAD_OPTION', \`\${id} needs the original records\`, { attack: id }, fix)
  }
  const from = columns.map((name) => numericValues(original, name))
  const to = columns.map((name) => numericValues(released, name))
  const found = ${kernel}(from, to, original.rows, released.rows, tolerance, tick)
  const records = Float64Array.from(found, (at, i) => (from.some((x) => Number.isNaN(x[i])) ? Number.NaN : Number(at >= 0)))
  const used = records.filter((one) => !Number.isNaN(one)).length
  if (used === 0) return unmeasured('no original record has a value in every attacked column')
  return { value: (100 * records.filter((one) => one === 1).length) / used, used, records }
}

/**
 * Finds the first released record that equals each known one in all columns. Cost: O(n·m) at most.
 *
 * @param from - Columns of the n known records; a missing value (NaN) equals nothing.
 * @param to - The same columns of the m released records.
 * @param n - Number of known records.
 * @param m - Number of released records.
 * @param tolerance - Permitted difference, as a share of the known value.
 * @param tick - Called with the finished fraction, 0 to 1.
 * @returns Row of the released file for each known record; −1 for none.
 */
export function ${kernel}(
  from: readonly Float64Array[],
  to: readonly Float64Array[],
  n: number,
  m: number,
  tolerance: number,
  tick: (fraction: number) => void = () => {},
): Int32Array {
  const found = new Int32Array(n).fill(-1)
  for (let i = 0; i < n; i++) {
    tick(i / n)
    for (let l = 0; l < m && found[i] < 0; l++)
      if (from.every((x, j) => Math.abs(x[i] - to[j][l]) <= tolerance * Math.abs(x[i]))) found[i] = l
  }
  return found
}
`
}

function attackTest({ name }) {
  const { definition, kernel } = attack.names({ name })
  return `import { dataset, noRoles, numeric, resolveParams, seededRng, type Dataset, type Measurement } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { ${kernel}, ${definition} } from './${name}.js'

const file = (values: readonly number[]): Dataset => dataset([['income', numeric(Float64Array.from(values))]])

describe('${kernel}', () => {
  it('finds the first record that is equal in all columns', () => {
    const from = [Float64Array.of(1, 2, Number.NaN), Float64Array.of(5, 6, 7)]
    const to = [Float64Array.of(2, 2, 1, 1), Float64Array.of(5, 6, 5, 5)]
    expect([...${kernel}(from, to, 3, 4, 0)]).toEqual([2, 1, -1])
  })

  it('takes values within the tolerance for equal', () => {
    const [from, to] = [[Float64Array.of(100)], [Float64Array.of(109)]]
    expect([...${kernel}(from, to, 1, 1, 0.1)]).toEqual([0])
    expect([...${kernel}(from, to, 1, 1, 0.05)]).toEqual([-1])
  })
})

describe('the attack', () => {
  async function attacked(released: Dataset, known: ReadonlyMap<string, Dataset>): Promise<Measurement> {
    return await ${definition}.attack({
      released,
      known,
      origin: new Int32Array(released.rows).fill(-1),
      columns: ['income'],
      given: [],
      roles: noRoles,
      params: resolveParams(${definition}.params, {}),
      rng: seededRng(1),
      tick() {},
    })
  }

  it('is 100 % of a file released unchanged, 0 % of one without its values', async () => {
    const known = new Map([['original', file([1, 2, 3])]])
    expect((await attacked(file([3, 1, 2]), known)).value).toBe(100)
    expect((await attacked(file([4, 5, 6]), known)).value).toBe(0)
  })

  it('requires the original records, and returns null if they have no value', async () => {
    await expect(attacked(file([1]), new Map())).rejects.toMatchObject({ code: 'BAD_OPTION' })
    expect(await attacked(file([1]), new Map([['original', file([Number.NaN])]]))).toMatchObject({ value: null, used: 0 })
  })
})
`
}
