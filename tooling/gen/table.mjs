// Template of `pnpm gen table`: a small rule for sensitive cells, for its author to replace step by step.
import { camel, pascal, title } from './names.mjs'

/** Description of this sort of entry for `gen`. */
export const table = {
  usage: 'table tabular/NAME (tabular/largest-share)',
  list: 'tables',
  folder: false,
  within: 'rules',
  packageOf: ({ family }) => family,
  accepts: ({ family }) => family === 'tabular',
  names: ({ name }) => ({
    definition: `${camel(name)}Rule`,
    kernel: `${camel(name)}Levels`,
    type: `${pascal(name)}Params`,
  }),
  file: tableFile,
  test: tableTest,
  sentence: 'Adds the table method',
  hint: 'The template finds cells that one contributor dominates: replace its formula, parameters, card, kernel and test',
}

function tableFile({ family, name }) {
  const { definition, kernel, type } = table.names({ name })
  return `/**
 * ${title(name)}: a cell is sensitive if its largest contribution exceeds a share of its value.
 *
 * The condition is x₁ > s/100·X. A value larger by 100/s·x₁ − X would be safe; this is the protection level.
 */
import { defineTableMethod, SdcError, type Table, type TableMethod } from '@sdc/core'
import * as z from 'zod'

const id = '${family}/${name}'

const params = z.object({
  share: z.number().gt(0).max(100).default(50).meta({
    description: 'Largest safe share of the largest contribution in the value.',
    unit: '%',
  }),
})

export type ${type} = z.infer<typeof params>

export const ${definition}: TableMethod<${type}> = defineTableMethod({
  id,
  title: '${title(name)}',
  summary: 'Finds cells in which one contributor has more than a share of the value.',
  formula: 'x₁ > s/100·X',
  source: [{ where: 'This project' }],
  notes: [
    { topic: 'limits', text: 'The rule ignores coalitions: two cooperating contributors may learn the third.' },
  ],
  step: 'sensitivity',
  short: { name: '${name}', params: ['share'] },
  params,
  protect({ table, params: { share }, tick }) {
    const upper = ${kernel}(table, share)
    tick(1)
    const status = Uint8Array.from(upper, (level) => Number(level > 0))
    return { status, levels: { lower: upper.slice(), upper, width: new Float64Array(upper.length) } }
  },
})

/**
 * Computes the protection level of each cell. Cost: O(cells).
 *
 * @param table - Values and largest contributions.
 * @param share - Largest safe share, in percent.
 * @returns Level of each cell; 0 for safe cells.
 * @throws BAD_TABLE for a table without contributions.
 */
export function ${kernel}({ values, largest, top = 2 }: Table, share: number): Float64Array {
  if (!largest) {
    const fix = 'Name the columns of the largest contributions (--largest).'
    throw new SdcError('BAD_TABLE', \`\${id} needs the largest contribution of each cell\`, { table: id }, fix)
  }
  return values.map((value, c) => Math.max(0, (100 / share) * largest[top * c] - value))
}
`
}

function tableTest({ name }) {
  const { definition, kernel } = table.names({ name })
  return `import { resolveParams, seededRng, type Table } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { ${definition}, ${kernel} } from './${name}.js'

const table: Table = {
  dimensions: [],
  counts: Int32Array.of(3, 2, 0, 1),
  values: Float64Array.of(100, 100, 0, 7),
  largest: Float64Array.of(50, 30, 60, 40, 0, 0, 7, 0),
  equations: [],
}

describe('${kernel}', () => {
  it('is the amount that would make a cell safe', () => {
    expect([...${kernel}(table, 50)]).toEqual([0, 20, 0, 7])
    expect([...${kernel}(table, 100)]).toEqual([0, 0, 0, 0])
  })

  it('needs contributions', () => {
    expect(() => ${kernel}({ ...table, largest: undefined }, 50)).toThrow(/needs the largest contribution/)
  })
})

describe('the rule', () => {
  it('finds cells that one contributor dominates', async () => {
    const params = resolveParams(${definition}.params, {})
    const { status, levels } = await ${definition}.protect({ table, params, rng: seededRng(1), tick: () => {} })
    expect([...status]).toEqual([0, 1, 0, 1])
    expect(levels?.lower).toEqual(levels?.upper)
  })
})
`
}
