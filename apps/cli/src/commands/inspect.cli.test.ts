import { statSync } from 'node:fs'
import { censusCsv } from '@sdc/datasets/census'
import { describe, expect, it } from 'vitest'
import { paperAxes, sdc, workFolder } from '../cli.fixture.js'

const work = workFolder()

describe('sdc inspect', () => {
  const census = (): string => work.write('census.csv', censusCsv)

  it('writes a schema for its owner only that other commands accept unchanged', async () => {
    const data = census()
    const schema = work.path('schema.yaml')
    const inspected = await sdc('inspect', data, '--write', schema)
    expect(inspected).toMatchObject({ status: 0, stderr: expect.stringContaining('only you may read it') })
    expect(inspected.stdout).toContain('PTOTVAL = POTHVAL + PEARNVAL in every record')
    expect(statSync(schema).mode & 0o777).toBe(0o600)
    const masked = work.path('masked.csv')
    const run = ['--schema', schema, '--seed', '1']
    expect(await sdc('mask', data, '--method', 'swapping/rank-swap', ...run, '-o', masked)).toMatchObject({ status: 0 })
    const measured = await sdc('measure', data, masked, '--schema', schema, '--columns', 'AGI', '--metrics', 'risk/dld')
    expect(measured.status).toBe(0)
    const asked = ['--try', 'microaggregation/mdav k=3', '--no-reverse-map', ...paperAxes]
    // Some of the records, with the same schema: independent data for all records take long.
    const some = work.write('some.csv', censusCsv.split('\n').slice(0, 201).join('\n'))
    const compared = await sdc('compare', some, ...run, ...asked)
    expect(compared).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('multivariate microaggregation (MDAV)'),
    })
  })

  it('keeps an existing schema unless an option overrides it', async () => {
    const data = work.write('small.csv', 'sex,income\n1,5\n2,6\n')
    const schema = work.write('mine.yaml', '# corrected by hand\n')
    const refused = await sdc('inspect', data, '--write', schema)
    expect(refused).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('--force') })
    expect(work.read('mine.yaml')).toBe('# corrected by hand\n')
    expect((await sdc('inspect', data, '--write', schema, '--force')).status).toBe(0)
    expect(work.read('mine.yaml')).toContain('columns:')
    expect((await sdc('inspect', data, '--write', data, '--force')).status).toBe(2)
    expect((await sdc('inspect', data, '--force')).stderr).toContain('--write')
  })

  it('prints JSON, and writes the same output to a file', async () => {
    const data = work.write('small.csv', 'sex,income\n1,5\n2,6\n')
    const { stdout } = await sdc('inspect', data, '--json')
    expect(JSON.parse(stdout)).toMatchObject({ records: 2, columns: [{ name: 'sex' }, { name: 'income' }] })
    expect(await sdc('inspect', data, '--json', '-o', work.path('out.json'))).toMatchObject({ status: 0, stdout: '' })
    expect(work.read('out.json')).toBe(stdout)
  })

  it('explains every role, and refuses an empty file', async () => {
    const { stdout } = await sdc('inspect', '--help')
    for (const role of ['identifier', 'quasi-identifier', 'confidential', 'non-confidential', 'weight', 'household'])
      expect(stdout).toMatch(new RegExp(`^  ${role} `, 'm'))
    expect((await sdc('inspect', work.write('empty.csv', ''))).stderr).toContain('EMPTY_FILE')
  })
})

describe('codes masked as numbers', () => {
  const lines = Array.from({ length: 80 }, (_, i) => `${1 + (i % 2)},${1000 + ((i * 7919) % 613)}`)
  const data = (): string => work.write('codes.csv', `sex,income\n${lines.join('\n')}\n`)
  const columns = ['--columns', 'sex,income', '--seed', '1']
  const said = (kind: string): string => work.write(`${kind}.yaml`, `columns: { sex: { kind: ${kind} } }\n`)

  it('get one line of warning, until a schema declares them as numbers', async () => {
    const mdav = ['mask', data(), '--method', 'microaggregation/mdav', ...columns]
    const { status, stderr } = await sdc(...mdav)
    expect(status).toBe(0)
    expect(stderr.match(/codes masked as numbers: sex \(rounded from 1\.\d+\)/g)).toHaveLength(1)
    expect((await sdc(...mdav, '--schema', said('numeric'))).stderr).not.toContain('codes masked')
  })

  it('get the warning from measure as well', async () => {
    const masked = work.path('averaged.csv')
    await sdc('mask', data(), '--method', 'microaggregation/mdav', ...columns, '--precision', 'fine', '-o', masked)
    const measured = await sdc('measure', data(), masked, '--columns', 'sex,income', '--metrics', 'risk/dld')
    expect(measured.stderr).toContain('codes masked as numbers: sex')
  })

  it('get none if values are exchanged', async () => {
    const { stderr } = await sdc('mask', data(), '--method', 'swapping/rank-swap', ...columns)
    expect(stderr).not.toContain('codes masked')
  })

  it('are an error for a method for categories, unless an option declares them', async () => {
    const mixed = ['mask', data(), '--method', 'microaggregation/categorical', ...columns]
    const refused = await sdc(...mixed)
    expect(refused).toMatchObject({ status: 2, stdout: '' })
    expect(refused.stderr).toContain('"sex": { kind: categorical }')
    expect((await sdc(...mixed, '--schema', said('categorical'))).status).toBe(0)
    const pram = await sdc('mask', data(), '--method', 'categorical/pram', '--columns', 'sex', '--seed', '1')
    expect(pram).toMatchObject({ status: 2, stderr: expect.stringContaining('--schema FILE') })
  })
})
