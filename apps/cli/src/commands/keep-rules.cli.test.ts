import { censusCsv } from '@sdc/datasets/census'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const columns = ['PTOTVAL', 'POTHVAL', 'PEARNVAL']

/** Returns the number of records that break PEARNVAL = PTOTVAL − POTHVAL, and the sorted values of each column. */
function read(csv: string): { readonly records: number; readonly broken: number; readonly values: number[][] } {
  const [header, ...lines] = csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const values = columns.map((name) => lines.map((cells) => Number(cells[header.indexOf(name)])))
  const [total, other, earned] = values
  const broken = lines.filter((_, i) => earned[i] !== total[i] - other[i]).length
  return { records: lines.length, broken, values: values.map((own) => own.toSorted((a, b) => a - b)) }
}

describe('rules of a schema', () => {
  const work = workFolder()
  const census = work.write('census.csv', censusCsv)
  const schema = work.write('schema.yaml', 'rules: [PEARNVAL = PTOTVAL - POTHVAL]\n')
  const chosen = ['--columns', columns.join(), '--schema', schema, '--seed', '1']

  it.each([
    ['noise', ['--method', 'noise/additive']],
    ['ranks', ['--method', 'swapping/rank-swap']],
    ['groups', ['--method', 'microaggregation/mdav']],
    ['synthetic', ['--method', 'copula/lhs']],
    ['mapped', ['--method', 'noise/additive', '--reverse-map']],
  ])('hold in 1,080 of 1,080 records of Census: %s', async (name, method) => {
    const out = work.path(`${name}.csv`)
    const run = await sdc('mask', census, ...chosen, ...method, '-o', out)
    expect(run.stderr).toContain('rules: broken in 0 of 1,080 records (1 rule).')
    expect(read(work.read(`${name}.csv`))).toMatchObject({ records: 1080, broken: 0 })
    const report = await sdc('mask', census, ...chosen, ...method, '--broken-rules', 'report', '-o', out)
    expect(report.stderr).toMatch(/rules: broken in (1,\d{3}|\d{3}) of 1,080 records/)
  })

  it.each([
    ['exchanged', ['--method', 'noise/additive', '--reverse-map']],
    ['exchanged-ranks', ['--method', 'swapping/rank-swap']],
  ])('hold with exchanges, which keep the values of every column: %s', async (name, method) => {
    const out = work.path(`${name}.csv`)
    const run = await sdc('mask', census, ...chosen, ...method, '--broken-rules', 'exchange', '-o', out)
    expect(run.stderr).toMatch(/PTOTVAL, POTHVAL: to keep the rules, records got these values together/)
    const made = read(work.read(`${name}.csv`))
    expect(made).toMatchObject({ records: 1080, broken: 0 })
    expect(made.values).toEqual(read(censusCsv).values)
  })

  it("hold with exchanges after the reverse mapping of another program's file", async () => {
    const noise = ['--method', 'noise/additive', '--broken-rules', 'report']
    const [masked, out] = [work.path('masked.csv'), work.path('reversed.csv')]
    expect((await sdc('mask', census, ...chosen, ...noise, '-o', masked)).status).toBe(0)
    const run = await sdc('reverse-map', census, masked, ...chosen, '--broken-rules', 'exchange', '-o', out)
    expect(run.status).toBe(0)
    const made = read(work.read('reversed.csv'))
    expect(made).toMatchObject({ records: 1080, broken: 0 })
    expect(made.values).toEqual(read(censusCsv).values)
  })

  it('refuse exchanges of values that the original does not have', async () => {
    const run = await sdc('mask', census, ...chosen, '--method', 'noise/additive', '--broken-rules', 'exchange')
    expect(run.stderr).toMatch(/BAD_PLAN.*not those of the original in another order\n.*reverse mapping/s)
  })

  it('hold in every candidate of a comparison', async () => {
    const tries = ['--try', 'noise/additive', '--try', 'swapping/rank-swap', '--replicates', '1']
    const limits = ['--limit', 'risk/value-given-keys=100']
    const compared = await sdc('compare', census, ...chosen, ...tries, ...limits, '-o', work.path('compared'))
    expect(compared.stdout).toMatch(/^Information loss: .*rules: broken in 0 of 1,080 records/m)
    const { candidates } = JSON.parse(work.read('compared/comparison.json'))
    expect(candidates).toHaveLength(3)
    for (const { rules } of candidates) expect(rules).toEqual({ records: 1080, broken: 0 })
  })

  it('hold in the steps of a plan', async () => {
    const text = JSON.stringify({
      data: 'census.csv',
      seed: '1',
      schema: { rules: ['PEARNVAL = PTOTVAL - POTHVAL'] },
      steps: [{ use: 'noise/additive', columns }, 'reverse-map/rank'],
    })
    const run = await sdc(
      'run',
      work.write('plan.json', text),
      '--broken-rules',
      'exchange',
      '-o',
      work.path('ran.csv'),
    )
    expect(run.stderr).toContain('rules: broken in 0 of 1,080 records (1 rule).')
    const made = read(work.read('ran.csv'))
    expect(made).toMatchObject({ records: 1080, broken: 0 })
    expect(made.values).toEqual(read(censusCsv).values)
  })

  it('are counted by anonymize, which leaves recoded columns open', async () => {
    const lines = Array.from({ length: 60 }, (_, i) => [20 + (i % 30), i, 100 + i, 100 + 2 * i].join())
    const people = work.write('people.csv', ['age,rent,wage,total', ...lines].join('\n'))
    const ruled = work.write('people.yaml', 'rules: [total = rent + wage, age >= 20]\n')
    const args = ['--quasi-identifiers', 'age', '--k', '5', '--seed', '1', '--schema', ruled]
    const run = await sdc('anonymize', people, ...args, '-o', work.path('anonymous.csv'))
    expect(run.stderr).toMatch(/rules: broken in 0 of 5\d records \(2 rules; up to \d+ records not judged by one\)/)
  })
})
