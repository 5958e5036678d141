import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../../cli.fixture.js'
import { attackInversionOutput } from '@sdc/workflow'

const work = workFolder()
const file = (name: string, header: string, rows: readonly (readonly (number | string)[])[]): string =>
  work.write(name, `${header}\n${rows.map((row) => row.join(',')).join('\n')}\n`)

/** 97 is prime: both columns are permutations of 0…96 in different orders, scaled. */
const people = Array.from({ length: 97 }, (_, i) => [i + 1, 1000 + ((i * 31) % 97) * 3, ((i * 12) % 97) / 4] as const)
const original = file('original.csv', 'id,income,tax', people)
/** Returns values in ascending order, so that the records of the released file are not linked. */
const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b)
const incomes = ascending(people.map(([, income]) => income))
const taxes = ascending(people.map(([, , tax]) => tax))
const released = file(
  'released.csv',
  'income,tax',
  incomes.map((income, i) => [income, taxes[i]]),
)
const linear = file(
  'linear.csv',
  'id,income,tax',
  people.map(([id, income, tax]) => [id, -2 * income + 3, -2 * tax + 3]),
)
const rounded = file(
  'rounded.csv',
  'id,income,tax',
  people.map(([id, income, tax]) => [id, Math.floor(income / 10 + 0.5) * 10, tax]),
)
const inversion = (masked: string, ...more: readonly string[]): ReturnType<typeof sdc> =>
  sdc('attack', 'inversion', released, masked, ...more)

describe('attack inversion', () => {
  it('recovers every record of an injective function in a file from elsewhere, and reports the correct ones', async () => {
    const { status, stdout, stderr } = await inversion(
      linear,
      '--columns',
      'income,tax',
      '--function',
      'linear:-2,3',
      '--original',
      original,
      '--json',
    )
    expect(status).toBe(0)
    expect(stderr).toContain('matched by position')
    expect(attackInversionOutput.safeParse(JSON.parse(stdout)).error?.issues ?? []).toEqual([])
    const all = {
      functions: ['linear:-2,3'],
      used: 97,
      recovered: 97,
      rate: 1,
      mostCandidates: 1,
      unmatched: 0,
      right: 97,
    }
    expect(JSON.parse(stdout)).toEqual({ n: 97, wholeRecords: 97, columns: { income: all, tax: all } })
  })

  it('groups values that rounding makes equal, and writes candidates per record', async () => {
    const out = work.path('back.csv')
    const { status, stdout } = await inversion(
      rounded,
      '--columns',
      'income',
      '--function',
      'rounding:10',
      '--original',
      original,
      '--link',
      'id',
      '-o',
      out,
    )
    expect(status).toBe(0)
    const ten = (income: number): number => Math.floor(income / 10 + 0.5)
    const tied = people.map(([, income]) => incomes.filter((other) => ten(other) === ten(income)).length)
    const alone = tied.filter((size) => size === 1).length
    const expected = people.map(([, income], i) => `${tied[i] === 1 ? income : ''},${tied[i]}`)
    expect(work.read('back.csv')).toBe(`income,income candidates\n${expected.join('\n')}\n`)
    expect(stdout).toMatch(
      new RegExp(`income +rounding:10 +97 +${alone} +[\\d.]+ % +${Math.max(...tied)} +0 +${alone}\n`),
    )
  })

  it('applies functions in sequence, to one column or to all, and reads tables', async () => {
    const bands = file(
      'bands.csv',
      'from,to',
      incomes.map((income, i) => [income, i < 96 ? 1 : 2]),
    )
    const masked = file(
      'masked.csv',
      'income,tax',
      people.map(([, income, tax]) => [income === incomes[96] ? 4 : 2, 2 * Math.floor(tax / 5 + 0.5) * 5]),
    )
    const functions = [`income=table:${bands}`, 'tax=rounding:5', 'linear:2,0'].flatMap((one) => ['--function', one])
    const { stdout, stderr } = await inversion(masked, '--columns', 'all', ...functions, '--json')
    expect(stderr).toBe('')
    const { columns, wholeRecords } = JSON.parse(stdout)
    expect(columns.income).toMatchObject({
      recovered: 1,
      mostCandidates: 96,
      unmatched: 0,
      functions: [`table:${bands}`, 'linear:2,0'],
    })
    expect(columns.tax).toMatchObject({ recovered: 0, unmatched: 0 })
    expect(wholeRecords).toBe(0)
  })

  it('reports values that the function cannot have made, and finds values with fewer digits by a tolerance', async () => {
    const wrong = await inversion(linear, '--columns', 'income', '--function', 'linear:-2,4')
    expect(wrong.status).toBe(0)
    expect(wrong.stderr).toMatch(/income: no masked value is the image.*--tolerance.*not the function/)
    const short = file(
      'short.csv',
      'income',
      people.map(([, income]) => [(income / 7).toFixed(1)]),
    )
    const args = ['--columns', 'income', '--function', `linear:${1 / 7},0`, '--original', original, '--json']
    expect(JSON.parse((await inversion(short, ...args)).stdout).columns.income.unmatched).toBeGreaterThan(80)
    // Half of the last digit; incomes differ by 3, so their images differ by .43.
    expect(JSON.parse((await inversion(short, ...args, '--tolerance', '0.0501')).stdout).columns.income).toMatchObject({
      rate: 1,
      right: 97,
    })
  })

  it('neither recovers nor uses missing values', async () => {
    const holes = file(
      'holes.csv',
      'income',
      people.map(([, income], i) => [i < 7 ? 'NA' : 2 * income + 3]),
    )
    const { stdout } = await inversion(holes, '--columns', 'income', '--function', 'linear:2,3', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      n: 97,
      wholeRecords: 90,
      columns: { income: { used: 90, recovered: 90, unmatched: 0 } },
    })
  })

  it.each([
    ['no function', [], '', /--function/],
    ['an unknown function', ['--function', 'square:2'], 'BAD_OPTION', /linear:a,b/],
    ['linear with one number', ['--function', 'linear:2'], 'BAD_OPTION', /linear:a,b/],
    ['linear with text', ['--function', 'linear:2,x'], 'BAD_OPTION', /"x".*not a number/],
    ['an unknown rule for halves', ['--function', 'rounding:10,down'], 'BAD_OPTION', /up\|even\|away/],
    ['a base of 0', ['--function', 'rounding:0'], 'BAD_PARAMETER', /"income".*base/],
    [
      'a function for no column',
      ['--function', 'linear:2,3', '--function', 'tax=linear:2,3'],
      'BAD_OPTION',
      /no column that is attacked/,
    ],
    [
      'a column without function',
      ['--function', 'tax=linear:2,3', '--columns', 'income,tax'],
      'BAD_OPTION',
      /no function for column "income"/,
    ],
    ['a table with three columns', ['--function', `table:${original}`], 'BAD_OPTION', /two columns/],
    [
      'a table with a hole',
      [
        '--function',
        `table:${file('hole.csv', 'from,to', [
          [1, 2],
          [3, 'NA'],
        ])}`,
      ],
      'BAD_OPTION',
      /pair 2/,
    ],
    [
      'a table that lacks a value',
      [
        '--function',
        `table:${file('lack.csv', 'from,to', [
          [1000, 2],
          [3, 4],
        ])}`,
      ],
      'BAD_PARAMETER',
      /table lacks the value 1003/,
    ],
    ['a negative tolerance', ['--function', 'linear:2,3', '--tolerance=-1'], 'BAD_PARAMETER', /tolerance/],
    ['a key without the original', ['--function', 'linear:2,3', '--link', 'id'], 'BAD_OPTION', /--original/],
    ['an unknown column', ['--function', 'linear:2,3', '--columns', 'wage'], 'UNKNOWN_COLUMN', /wage/],
    [
      'the output over an input',
      ['--function', 'linear:2,3', '-o', original, '--original', original],
      'BAD_OPTION',
      /overwritten/,
    ],
  ])('refuses %s', async (_, more, code, message) => {
    const columns = more.includes('--columns') ? [] : ['--columns', 'income']
    const { status, stdout, stderr } = await inversion(linear, ...columns, ...more)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(code)
    expect(stderr).toMatch(message)
  })

  it('has a help text', async () => {
    const { status, stdout } = await sdc('attack', 'inversion', '--help')
    expect(status).toBe(0)
    for (const words of ['The attack:', 'Conditions:', 'linear:a,b']) expect(stdout).toContain(words)
    expect((await sdc('attack', '--help')).stdout).toContain('inversion')
    expect(JSON.parse((await sdc('schema', 'attack-inversion')).stdout)).toHaveProperty('$schema')
  })
})
