import { statSync } from 'node:fs'
import { tableDescriptionForm } from '@sdc/tables'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../../cli.fixture.js'

const work = workFolder()

describe('table build and table read', () => {
  it('make the table of the help for its owner only, and read it back unchanged', async () => {
    const [data, out] = [work.path('eia.csv'), work.path('revenue.csv')]
    expect((await sdc('dataset', 'eia', '-o', data)).status).toBe(0)
    const asked = ['--by', 'STATE,MONTH', '--value', 'TOTREVENUE', '--respondent', 'UTILITYID']
    const { status, stderr } = await sdc('table', 'build', data, ...asked, '-o', out)
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringMatching(/4092 records in 676 cells, 0 of them empty[^]*nothing is protected yet[^]*secret/),
    })
    const [head, first] = work.read('revenue.csv').split('\n')
    expect(head).toBe('STATE,MONTH,value,count,largest_1,largest_2,largest_3,alone')
    expect(first).toBe('AK,1,46559,10,12008,8413,6157,')
    // Contributions are for their owner only.
    for (const name of ['revenue.csv', 'revenue.table.json', 'revenue.contributions.csv'])
      expect(statSync(work.path(name)).mode & 0o777).toBe(0o600)
    const description: unknown = JSON.parse(work.read('revenue.table.json'))
    expect(tableDescriptionForm.parse(description)).toMatchObject({
      contributors: 'distinct',
      contributions: { of: 'respondent', weighted: false },
      source: { file: 'eia.csv', records: 4092 },
    })
    const again = work.path('again.csv')
    expect(await sdc('table', 'read', out, '-o', again)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('the table adds up: 676 cells (STATE 52 × MONTH 13) in 65 relations'),
    })
    expect(work.read('again.csv')).toBe(work.read('revenue.csv'))
    const told = (name: string): string => work.read(name).replace(/,\n *"file": "[^"]*contributions.csv"/, '')
    expect(told('again.table.json')).toBe(told('revenue.table.json'))
    // A state's adjustment is part of its value, and belongs to no contributor.
    const other = work.path('utilities.csv')
    await sdc('table', 'build', data, ...asked, '--not-a-respondent', '0', '-o', other)
    expect(work.read('utilities.csv').split('\n')[1]).toBe('AK,1,46559,9,8413,6157,5210,')
    expect(await sdc('table', 'read', other, '-o', again)).toMatchObject({ status: 0 })
  })

  it('prints an unnamed table, and reads one from elsewhere with its hierarchy', async () => {
    const data = work.write('few.csv', 'town,sex\nBonn,m\nBonn,f\nKiel,m\n')
    expect((await sdc('table', 'build', data, '--by', 'town')).stdout).toBe(
      'town,value,alone\nBonn,2,\nKiel,1,2\nTotal,3,\n',
    )
    const towns = work.write('towns.csv', 'West\n@Bonn\n@Mainz\nNorth\n@Kiel\n')
    const table = work.write('theirs.csv', 'town;income\nBonn;1,5\nMainz;2\nWest;3,5\nKiel;4\nNorth;4\nall;7,5\n')
    const reading = ['--by', 'town', '--value', 'income', '--hierarchy', `town=${towns}`]
    // Decimals are invalid numbers of contributors.
    expect(await sdc('table', 'read', table, ...reading)).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/town: all is the sum of the others\n.*nobody says how many contribute/s),
    })
    const counted = work.write(
      'counted.csv',
      work.read('theirs.csv').replaceAll('\n', ';9\n').replace('income;9', 'income;n'),
    )
    const wrong = await sdc('table', 'read', counted, ...reading, '--count', 'n')
    expect(wrong).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/"n" of town=West is 9, its 2 cells sum to 18[^]*--distinct/),
    })
  })

  it('adds up the firms of a holding, given by a column or a file', async () => {
    const data = work.write('firms.csv', 'g,f,group,x\nu,1,A,5\nu,2,A,4\nv,3,,1\n')
    const build = (holding: string): ReturnType<typeof sdc> =>
      sdc('table', 'build', data, '--by', 'g', '--value', 'x', '--respondent', 'f', '--holding', holding)
    const { stdout } = await build('group')
    expect(stdout).toContain('u,9,1,9,,,A\nv,1,1,1,,,3\n')
    expect((await build(work.write('holdings.csv', '1;A\n2;A\n'))).stdout).toBe(stdout)
    expect(await build('none.csv')).toMatchObject({ status: 2, stderr: expect.stringContaining('none.csv') })
  })

  it('makes the release key of cell keys once, for its owner, and uses it again', async () => {
    const data = work.write('ids.csv', 'id,g\n01,u\n1,v\n3,v\n')
    const key = work.path('key.json')
    const build = (...more: readonly string[]): ReturnType<typeof sdc> =>
      sdc('table', 'build', data, '--by', 'g', '--id', 'id', '--key-file', key, ...more)
    const first = await build()
    expect(first.stderr).toContain('the release key is new')
    expect(statSync(key).mode & 0o777).toBe(0o600)
    const second = await build()
    expect(second.stderr).not.toContain('fresh')
    expect(second.stdout).toBe(first.stdout)
  })
})
