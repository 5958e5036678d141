// Template of `pnpm gen service`: a small service that answers queries, for its author to replace step by step.
import { camel, pascal, title } from './names.mjs'

/** Description of this sort of entry for `gen`. */
export const service = {
  usage: 'service services/NAME (services/query-set-size)',
  list: 'services',
  folder: false,
  packageOf: ({ family }) => family,
  accepts: ({ family }) => family === 'services',
  names: ({ name }) => ({
    definition: `${camel(name)}Service`,
    kernel: `select${pascal(name)}`,
    type: `${pascal(name)}Params`,
  }),
  file: serviceFile,
  test: serviceTest,
  about: aboutPackage,
  sentence: 'Adds the query service',
  hint: 'The template refuses queries about few records: replace its formula, parameters, traits, kernel and test',
}

/** Texts of a new package. */
function aboutPackage({ family, name, packageName }) {
  const { definition } = service.names({ name })
  return {
    description: 'Services for sdc that answer queries of microdata without releasing them.',
    keywords: ['query-restriction', family],
    dependencies: { zod: 'catalog:' },
    intro: 'Services that answer queries of microdata for sdc, statistical disclosure control in TypeScript.',
    example: `import { dataset, maskInput, numeric, resolveParams } from '@sdc/core'
import { ${definition} } from '${packageName}'

const data = dataset([['income', numeric([21000, 34500, 28750, 61200])]])
const params = resolveParams(${definition}.params, { least: 1 })
const saved = await ${definition}.build(maskInput(data, { params }))
const { answer } = ${definition}.open(saved)
console.log(answer({ ask: 'mean', columns: ['income'], where: { income: [0, 40000] } }).value)`,
    does: 'answers counts, sums and means exactly; refuses queries about few records or almost all.',
  }
}

function serviceFile({ family, name }) {
  const { definition, kernel, type } = service.names({ name })
  return `/**
 * ${title(name)}: counts, sums and means of the selected records; refused for few records or almost all.
 *
 * The service answers a query with query set C if k ≤ |C| ≤ n − k; otherwise C or its complement discloses a record.
 * Source: Denning 1982, query set size control. Trackers defeat it: round or add noise as well.
 */
import {
  defineService,
  resolveParams,
  SdcError,
  type Answer,
  type MaskInput,
  type Query,
  type QueryMethod,
  type QueryService,
  type Saved,
} from '@sdc/core'
import * as z from 'zod'

const params = z.object({
  least: z.int().min(1).max(1000).default(5).meta({
    description: 'Smallest number k of records that a query must include, and exclude.',
    unit: 'records',
  }),
})

export type ${type} = z.infer<typeof params>

const format = '${family}/${name}@1'

/** Saved JSON; \`arrays\` has the numbers and codes of the columns by name. */
const savedJson = z.object({
  rows: z.int().min(0),
  params,
  /** Levels of a categorical column, null for a numeric one; pairs, since a column may have any name. */
  columns: z.array(z.tuple([z.string(), z.array(z.string()).nullable()])),
})

export const ${definition}: QueryMethod<${type}> = defineService({
  id: '${family}/${name}',
  title: '${title(name)}',
  summary: 'Answers counts, sums and means exactly; refuses queries about few records or almost all.',
  formula: 'answer if k ≤ |C| ≤ n − k',
  source: [{ where: 'Denning 1982, Cryptography and Data Security: query set size control' }],
  notes: [
    { topic: 'attacks', text: 'Several answered queries together can disclose one record (trackers).' },
    { topic: 'missing', text: 'A missing value meets no condition; sums and means exclude it.' },
  ],
  traits: { accepts: ['numeric', 'ordered', 'nominal'], missing: 'keep' },
  params,
  build,
  open,
})

function build({ data, columns, params: own, tick }: MaskInput<${type}>): Saved {
  const arrays = new Map<string, Float64Array | Int32Array>()
  const described = columns.map((name, j): [string, string[] | null] => {
    tick(j / columns.length)
    const column = data.column(name)
    arrays.set(name, column.kind === 'numeric' ? column.values.slice() : column.codes.slice())
    return [name, column.kind === 'numeric' ? null : [...column.levels]]
  })
  return { format, json: { rows: data.rows, params: own, columns: described }, arrays }
}

function open(saved: Saved): QueryService {
  const parsed = savedJson.safeParse(saved.json)
  if (saved.format !== format || !parsed.success)
    throw new SdcError('BAD_OPTION', \`the file is not a saved service of \${format}\`, {}, 'Build it again.')
  const { rows, columns } = parsed.data
  const { least } = resolveParams(params, parsed.data.params)
  const levels = new Map(columns)
  const valuesOf = (name: string): Float64Array | Int32Array => {
    const array = saved.arrays.get(name)
    if (!array || array instanceof Uint8Array)
      throw new SdcError('UNKNOWN_COLUMN', \`the service has no column "\${name}"\`, { column: name }, \`Its columns are \${[...levels.keys()].join(', ')}.\`)
    return array
  }

  function answer({ ask, columns: asked, where = {} }: Query): Answer {
    const conditions = Object.entries(where).map(([name, wanted]) => {
      const known = levels.get(name)
      const values = valuesOf(name)
      if (typeof wanted === 'string') {
        if (!known) throw wrongCondition(name, 'Give a number, or a range of two numbers.')
        return { values, wanted: known.indexOf(wanted) }
      }
      if (known) throw wrongCondition(name, 'Give the name of a category.')
      return { values, wanted }
    })
    const selected = ${kernel}(conditions, rows)
    if (selected.length < least || selected.length > rows - least)
      return { value: null, refused: \`a query must include at least \${least} records and exclude as many\` }
    if (ask === 'count') return { value: selected.length }
    if (ask !== 'sum' && ask !== 'mean') return { value: null, refused: \`this service does not answer \${ask}\` }
    const [name] = asked
    if (levels.get(name) !== null) return { value: null, refused: \`\${ask} needs a numeric column\` }
    const values = valuesOf(name)
    const present = selected.filter((i) => !Number.isNaN(values[i]))
    // The query set of a sum are the records with a value: a missing value discloses as much as a condition.
    if (present.length < least) return { value: null, refused: \`fewer than \${least} of these records have a value\` }
    const sum = present.reduce((total, i) => total + values[i], 0)
    return { value: ask === 'sum' ? sum : sum / present.length }
  }
  return { asks: ['count', 'sum', 'mean'], answer }
}

function wrongCondition(name: string, fix: string): SdcError {
  return new SdcError('BAD_OPTION', \`the condition on "\${name}" does not match the kind of the column\`, { column: name }, fix)
}

/**
 * Returns the records that meet every condition: the value equals the given one, or lies in the closed range. Cost: O(n) each.
 *
 * @param conditions - Columns of n values or codes; a missing one (NaN, −1) meets no condition.
 * @param n - Number of records.
 * @returns The selected records, ascending.
 */
export function ${kernel}(
  conditions: readonly {
    readonly values: Float64Array | Int32Array
    readonly wanted: number | readonly [number, number]
  }[],
  n: number,
): Int32Array {
  const meets = (i: number): boolean =>
    conditions.every(({ values, wanted }) => {
      const value = values[i]
      if (values instanceof Int32Array && value < 0) return false
      return typeof wanted === 'number' ? value === wanted : value >= wanted[0] && value <= wanted[1]
    })
  return Int32Array.from({ length: n }, (_, i) => i).filter(meets)
}
`
}

function serviceTest({ name }) {
  const { definition, kernel } = service.names({ name })
  return `import { categorical, dataset, maskInput, numeric, resolveParams, type QueryService } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { ${kernel}, ${definition} } from './${name}.js'

const data = dataset([
  ['region', categorical(['north', 'south', 'north', 'north', null, 'south'])],
  ['income', numeric(Float64Array.of(10, 20, 30, Number.NaN, 50, 60))],
])

async function service(least: number): Promise<QueryService> {
  const params = resolveParams(${definition}.params, { least })
  return ${definition}.open(await ${definition}.build(maskInput(data, { params })))
}

describe('${kernel}', () => {
  it('selects by value and by range, and never a missing one', () => {
    const values = Float64Array.of(1, 2, 3, Number.NaN)
    expect([...${kernel}([{ values, wanted: 2 }], 4)]).toEqual([1])
    expect([...${kernel}([{ values, wanted: [2, 9] }], 4)]).toEqual([1, 2])
    expect([...${kernel}([{ values: Int32Array.of(-1, 0), wanted: -1 }], 2)]).toEqual([])
    expect([...${kernel}([], 3)]).toEqual([0, 1, 2])
  })
})

describe('the service', () => {
  it('answers counts, sums and means', async () => {
    const { answer } = await service(1)
    const where = { region: 'north' }
    expect(answer({ ask: 'count', columns: [], where })).toEqual({ value: 3 })
    expect(answer({ ask: 'sum', columns: ['income'], where })).toEqual({ value: 40 })
    expect(answer({ ask: 'mean', columns: ['income'], where: { income: [20, 50] } })).toEqual({ value: 100 / 3 })
  })

  it('refuses few records, almost all, and few values', async () => {
    const { answer } = await service(3)
    const refused = { value: null, refused: expect.stringMatching(/3/) }
    expect(answer({ ask: 'count', columns: [], where: { region: 'south' } })).toEqual(refused)
    expect(answer({ ask: 'count', columns: [] })).toEqual(refused)
    expect(answer({ ask: 'sum', columns: ['income'], where: { region: 'north' } })).toEqual(refused)
    expect(answer({ ask: 'count', columns: [], where: { region: 'north' } })).toEqual({ value: 3 })
  })

  it('refuses unknown columns and wrong conditions', async () => {
    const { answer } = await service(1)
    expect(() => answer({ ask: 'count', columns: [], where: { age: 3 } })).toThrow(/no column "age"/)
    expect(() => answer({ ask: 'count', columns: [], where: { region: 0 } })).toThrow(/does not match the kind/)
    expect(() => answer({ ask: 'count', columns: [], where: { income: 'x' } })).toThrow(/does not match the kind/)
    expect(answer({ ask: 'count', columns: [], where: { region: 'west' } }).refused).toMatch(/1 records/)
    expect(answer({ ask: 'median', columns: ['income'], where: { region: 'north' } }).refused).toMatch(/median/)
    expect(() => ${definition}.open({ format: 'another', json: {}, arrays: new Map() })).toThrow(/not a saved service/)
  })
})
`
}
