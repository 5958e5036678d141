import { describe, expect, it } from 'vitest'
import { paperAxes, peopleCsv, sdc, workFolder } from '../cli.fixture.js'

const work = workFolder()
const data = work.write('data.csv', peopleCsv())
const cellsOf = (name: string, column: number): string[] =>
  work
    .read(name)
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',')[column])

const mask = (out: string, ...more: readonly string[]): ReturnType<typeof sdc> =>
  sdc('mask', data, '--method', 'noise/additive', '--columns', 'income,tax', '-o', work.path(out), ...more)

describe('--precision', () => {
  it('writes drawn values with the digits of the original, and says so', async () => {
    const { status, stderr } = await mask('auto.csv', '--seed', '1')
    expect(status).toBe(0)
    // Incomes are multiples of 10, taxes of 1/8.
    expect(stderr).toContain('noise/additive: rounded to multiples of 10: income; of 0.125: tax\n')
    expect(cellsOf('auto.csv', 2).every((cell) => /^-?\d*0$/.test(cell))).toBe(true)
    expect(cellsOf('auto.csv', 3).every((cell) => Number.isInteger(8 * Number(cell)))).toBe(true)
    const long = await mask('full.csv', '--seed', '1', '--precision', 'full')
    expect(long.stderr).not.toContain('rounded')
    expect(cellsOf('full.csv', 2).some((cell) => cell.length > 14)).toBe(true)
    expect((await mask('fine.csv', '--seed', '1', '--precision', 'fine')).stderr).toMatch(
      /multiples of 2\^-\d+: income/,
    )
  })

  it('full is not released, neither by an option nor by a plan', async () => {
    const release = ['--release', '--private', work.path('private.json')]
    const open = ['--accept-open', 'id', '--accept-open', 'age']
    expect(await mask('released.csv', ...release, '--precision', 'full')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /BAD_OPTION: --release and the precision full of noise\/additive exclude each other/,
      ),
    })
    const step = '{ use: noise/additive, columns: [income], precision: full }'
    const plan = work.write('plan.yaml', `data: data.csv\nsteps: [${step}]\n`)
    expect(await sdc('run', plan, ...release, '-o', work.path('released.csv'))).toMatchObject({ status: 2 })
    expect(() => work.read('released.csv')).toThrow()
    expect(() => work.read('private.json')).toThrow()
    expect(await mask('released.csv', ...release, ...open)).toMatchObject({ status: 0 })
    const again = await sdc('run', work.path('private.json'), '--data', data, '-o', work.path('again.csv'))
    expect(again.status).toBe(0)
    expect(work.read('again.csv')).toBe(work.read('released.csv'))
  })

  it('is used for the choice of a comparison, and is in its plan', async () => {
    const columns = ['--columns', 'income,tax', '--no-reverse-map', '--seed', '1', '--replicates', '1']
    const tried = ['--try', 'noise/additive relativeVariance=0.3', ...paperAxes]
    const compared = await sdc(
      'compare',
      data,
      ...columns,
      ...tried,
      '--precision',
      'fine',
      '-o',
      work.path('compared'),
    )
    expect(compared).toMatchObject({ status: 0 })
    expect(work.read('compared/chosen-plan.yaml')).toContain('precision: fine')
  })

  it('refuses other values, in a plan and in an option', async () => {
    expect(await mask('none.csv', '--precision', 'none')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('auto, column, fine, full'),
    })
    expect((await sdc('schema', 'plan')).stdout).toContain('"precision"')
    expect((await sdc('mask', '--help')).stdout).toContain('--precision')
    const card = (await sdc('methods', 'noise/additive')).stdout
    expect(card).toMatch(/--precision auto\) +multiples of the step .*if exact = true: multiples of a power of two/)
    expect((await sdc('methods', 'swapping/rank-swap')).stdout).toMatch(/--precision auto\) +unchanged/)
    expect((await sdc('attacks', 'attacks/low-bits')).stdout).toContain('--known original=FILE')
  })

  it('determines the released values that an attack sees', async () => {
    const attack = async (file: string): Promise<number> => {
      const known = ['--known', `original=${data}`]
      const run = await sdc(
        'attack',
        'run',
        'attacks/low-bits',
        work.path(file),
        '--columns',
        'tax',
        ...known,
        '--json',
      )
      expect(run.status).toBe(0)
      return (JSON.parse(run.stdout) as { value: number }).value
    }
    expect(await attack('auto.csv')).toBe(0)
    expect(await attack('fine.csv')).toBe(0)
  })
})
