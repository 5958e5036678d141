// What `pnpm gen attack` writes: a small attack that works, for its author to replace piece by piece.
import { camel, pascal, title } from './gen-names.mjs'

/** What `gen` needs to know of this sort of entry. */
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
  hint: 'it finds records released as they were as it stands: replace its formula, parameters, card, kernel and test',
}

function attackFile({ family, name }) {
  const { definition, kernel, type } = attack.names({ name })
  return `/**
 * ${title(name)}: the share of the intruder's records that are in the released file as they were.
 *
 * 100 · #{i: ∃l ∀j |x_ij − z_lj| ≤ t·|x_ij|} / n, the intruder's records x and the released ones z.
 */
import { defineAttack, numericValues, SdcError, type Attack, type AttackInput, type Measurement } from '@sdc/core'
import { unmeasured } from '@sdc/toolkit'
import * as z from 'zod'

const id = '${family}/${name}'

const params = z.object({
  tolerance: z.number().min(0).max(1).default(0).meta({
    description: 'How far two values may be apart and count as equal, as a share of the original one.',
    unit: 'share of the original value',
  }),
})

export type ${type} = z.infer<typeof params>

export const ${definition}: Attack<${type}> = defineAttack({
  id,
  title: '${title(name)}',
  summary: 'The share of the original records that are found in the released file, equal in every attacked column.',
  formula: '100 · #{i: ∃l ∀j |x_ij − z_lj| ≤ t·|x_ij|} / n',
  source: [{ where: 'This project' }],
  notes: [{ topic: 'missing', text: 'Records with a missing value are not looked for.' }],
  knows: { original: 'The original records, in the attacked columns.' },
  unit: '%',
  params,
  attack: run,
})

function run({ released, known, columns, params: { tolerance }, tick }: AttackInput<${type}>): Measurement {
  const original = known.get('original')
  if (!original) {
    const fix = 'Give the original file: there is nothing else to look for.'
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
 * The first released record that equals each known one in all columns. Cost: O(n·m) at most.
 *
 * @param from the columns of the n known records; a missing value (NaN) equals nothing
 * @param to the same columns of the m released records
 * @param n how many records are known
 * @param m how many are released
 * @param tolerance a share of the known value
 * @param tick told how much is done, 0 to 1
 * @returns n records of the released file, −1 where there is none
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

  it('is 100 % of a file released as it is, 0 % of one that has no value of it', async () => {
    const known = new Map([['original', file([1, 2, 3])]])
    expect((await attacked(file([3, 1, 2]), known)).value).toBe(100)
    expect((await attacked(file([4, 5, 6]), known)).value).toBe(0)
  })

  it('says what the intruder must know, and where there is nothing to look for', async () => {
    await expect(attacked(file([1]), new Map())).rejects.toMatchObject({ code: 'BAD_OPTION' })
    expect(await attacked(file([1]), new Map([['original', file([Number.NaN])]]))).toMatchObject({ value: null, used: 0 })
  })
})
`
}
