import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { peopleCsv, sdc, workFolder } from '../cli.fixture.js'
import { commandList } from '../command-list.js'
import { complete } from '../completion/complete.js'

const work = workFolder()
const data = work.write('people.csv', peopleCsv())
const mdav = ['--method', 'microaggregation/mdav', '--columns', 'income,tax', '--set', 'k=3']

describe('the help', () => {
  it('has every command with a line, in groups, at most 80 columns wide', async () => {
    const { status, stdout, stderr } = await sdc('--help')
    expect([status, stderr]).toEqual([0, ''])
    for (const { name, group } of commandList)
      expect(stdout.split(`${group}\n`)[1]).toMatch(new RegExp(`^  ${name} `, 'm'))
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
    expect(await sdc()).toEqual({ status, stdout, stderr })
    expect((await sdc('help')).stdout).toBe(stdout)
  })

  it.each(commandList.map(({ name }) => name))('has examples and fits a terminal of 80 columns: %s', async (name) => {
    const { status, stdout } = await sdc(name, '--help')
    expect(status).toBe(0)
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
    expect(await sdc('help', name)).toMatchObject({ status: 0, stdout })
    expect(await sdc(name, 'help')).toMatchObject({ status: 0, stdout })
    expect(await sdc('-q', 'help', name)).toMatchObject({ status: 0, stdout })
  })

  it('accepts a subcommand as well', async () => {
    const { stdout } = await sdc('table', 'protect', '--help')
    expect(stdout).toMatch(/^Usage: sdc table protect /)
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
    for (const words of [
      ['help', 'table', 'protect'],
      ['table', 'help', 'protect'],
      ['table', 'protect', 'help'],
    ])
      expect((await sdc(...words)).stdout).toBe(stdout)
  })
})

describe('--version', () => {
  it('prints the version, before or after a command', async () => {
    const { status, stdout } = await sdc('--version')
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\S*\n(@sdc\/\S+ \d\S+\n)*$/)])
    for (const words of [['-V'], ['mask', '-V'], ['--version', 'mask']])
      expect((await sdc(...words)).stdout).toBe(stdout)
  })
})

describe('--quiet', () => {
  it('prints the file, the verdict and the kinds of warnings', async () => {
    const loud = await sdc('mask', data, ...mdav, '--seed', '1')
    for (const words of [
      ['--quiet', 'mask', data, ...mdav, '--seed', '1'],
      ['mask', data, ...mdav, '--seed', '1', '-q'],
    ]) {
      const quiet = await sdc(...words)
      expect([quiet.status, quiet.stdout]).toEqual([0, loud.stdout])
      expect(loud.stderr).toMatch(/masked 2 of/)
      expect(quiet.stderr).toMatch(/^(warning: [^:\n]+\n)+$/)
    }
    expect((await sdc('mask', data, ...mdav, '--seed', '1')).stderr).toBe(loud.stderr)
  })

  it('leaves errors unchanged', async () => {
    const loud = await sdc('mask', data, '--method', 'microaggregation/mdav', '--columns', 'incom')
    expect(await sdc('mask', data, '--method', 'microaggregation/mdav', '--columns', 'incom', '-q')).toEqual(loud)
  })
})

describe('-o -', () => {
  it('prints the output of the command without -o, and writes no file', async () => {
    const plain = await sdc('mask', data, ...mdav, '--seed', '1')
    expect(await sdc('mask', data, ...mdav, '--seed', '1', '-o', '-')).toEqual(plain)
    expect(existsSync('-')).toBe(false)
  })

  it('prints a file that is a second output, with messages on stderr', async () => {
    const masked = work.path('masked.csv')
    await sdc('mask', data, ...mdav, '--seed', '1', '-o', masked)
    const measure = ['measure', data, masked, '--columns', 'income', '--metrics', 'risk/dld']
    const said = await sdc(...measure)
    await sdc(...measure, '-o', work.path('risks.csv'))
    const piped = await sdc(...measure, '-o', '-')
    expect([piped.status, piped.stdout]).toEqual([0, work.read('risks.csv')])
    expect(piped.stderr).toContain(said.stdout.split('\n')[0])
    expect((await sdc(...measure)).stdout).toBe(said.stdout)
  })
})

describe('the folder of a result', () => {
  it('is not created if nothing could be written to it', async () => {
    const before = readdirSync(work.path('.'))
    const compare = ['compare', data, '--columns', 'income', '--methods', 'swapping/rank-swap']
    const { status } = await sdc(...compare, '--limit', 'risk/dld=0', '--metrics', 'no/such', '-o', work.path('a/b'))
    expect(status).toBe(2)
    expect(readdirSync(work.path('.'))).toEqual(before)
    expect((await sdc(...compare, '--seed', '1', '--replicates', '2', '-o', work.path('a/b'))).status).toBeLessThan(4)
    expect(readdirSync(work.path('a/b'))).toContain('comparison.csv')
  })
})

describe('completion', () => {
  const values = async (...words: readonly string[]): Promise<readonly string[]> =>
    (await complete(words)).map(({ value }) => value)

  it('completes commands, subcommands and options', async () => {
    expect(await values('m')).toEqual(['methods', 'metrics', 'mask', 'measure'])
    expect(await values('')).toEqual([...commandList.map(({ name }) => name), 'help'])
    expect(await values('table', 'pro')).toEqual(['protect'])
    expect(await values('mask', data, '--meth')).toEqual(['--method'])
    expect(await values('mask', data, '--method', 'x', '--meth')).toEqual([])
    expect(await values('mask', data, '--set', 'k=3', '--se')).toEqual(['--set', '--seed'])
    expect(await values('--qui')).toEqual(['--quiet'])
    expect(await values('mask', '--qui')).toEqual(['--quiet'])
    expect(await values('no-such', '')).toEqual([])
  })

  it('completes ids, choices, parameters and the columns of the file', async () => {
    expect(await values('mask', data, '--method', 'microaggregation/m')).toContain('microaggregation/mdav')
    expect(await values('methods', 'microaggregation/md')).toEqual(['microaggregation/mdav'])
    expect(await values('attack', 'run', 'attacks/inv')).toEqual(['attacks/inversion'])
    expect(await values('measure', 'a', 'b', '--metrics', 'risk/dld,loss/pi')).toEqual(['risk/dld,loss/pil'])
    expect(await values('measure', 'a', 'b', '--metrics', 'ris')).toContain('risk')
    expect(await values('compare', data, '--methods', 'nois')).toContain('noise')
    expect(await values('compare', data, '--limit', 'risk/dl')).toEqual(['risk/dld='])
    expect(await values('mask', data, '--columns', 'income,')).toEqual([
      'income,id',
      'income,region',
      'income,tax',
      'income,age',
      'income,all',
    ])
    expect(await values('mask', '--by', 'reg', data)).toEqual([])
    expect(await values('mask', data, '--by', 'reg')).toEqual(['region'])
    expect(await values('mask', data, '--small-groups', 'k')).toEqual(['keep'])
    expect(await values('mask', data, '--small-groups=k')).toEqual(['--small-groups=keep'])
    expect(await values('mask', data, '--small-groups', '=', 'k')).toEqual(['--small-groups=keep'])
    expect(await values('mask', '--method', 'microaggregation/mdav', '--set', 'k')).toEqual(['k='])
    expect(await values('dataset', 'c')).toEqual(['census'])
    expect(await values('mask', '')).toEqual([])
    expect(await values('mask', data, '--schema', '')).toEqual([])
  })
})
