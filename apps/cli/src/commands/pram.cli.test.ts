import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const work = workFolder()
const codes = ['007', '01.10', '7', 'NA']
const lines = Array.from({ length: 400 }, (_, i) => {
  const code = codes[[0, 0, 0, 1, 1, 2, 3][(3 * i + (i >> 3)) % 7]]
  return `${code},${['f', 'm'][(i >> 2) % 2]},${['x', 'y'][i % 2]}`
})
const data = work.write('data.csv', `code,sex,area\n${lines.join('\n')}\n`)
const rows = ['code,7,01.10,007', '007,.1,.1,.8', '01.10,0,1,0', '7,.5,.25,.25']
const matrix = work.write('p.csv', `${rows.join('\n')}\n`)
const pram = (...more: readonly string[]): ReturnType<typeof sdc> =>
  sdc('mask', data, '--method', 'categorical/pram', ...more)

interface Estimates {
  readonly variables: readonly {
    readonly columns: readonly string[]
    readonly exact: boolean
    readonly levels: readonly { readonly level: readonly (string | null)[]; readonly masked: number; readonly estimate: number }[] // oxfmt-ignore
    readonly groups: readonly { readonly group: string }[]
  }[]
}
async function estimated(...argv: readonly string[]): Promise<Estimates['variables']> {
  const { status, stdout, stderr } = await sdc('estimate', ...argv, '--json')
  expect({ status }, stderr).toEqual({ status: 0 })
  return (JSON.parse(stdout) as Estimates).variables
}
const countOf = (column: readonly string[], label: string): number => column.filter((one) => one === label).length
const columnOf = (path: string, j: number): string[] =>
  work.read(path).trim().split('\n').slice(1).map((line) => line.split(',')[j]) // oxfmt-ignore

describe('sdc mask --method categorical/pram, and sdc estimate', () => {
  it('masks with a matrix from a file, and estimates the frequencies with it', async () => {
    const out = work.path('masked.csv')
    const { status, stderr } = await pram('--columns', 'code', '--set', `matrix=@${matrix}`, '--seed', '1', '-o', out)
    expect({ status }, stderr).toEqual({ status: 0 })
    const [before, after] = [columnOf('data.csv', 0), columnOf('masked.csv', 0)]
    before.forEach((code, i) => (code === '01.10' || code === 'NA' ? expect(after[i]).toBe(code) : undefined))
    expect(countOf(after, '007')).toBeLessThan(countOf(before, '007'))
    const [{ columns, levels }] = await estimated(out, '--matrix', matrix)
    expect(columns).toEqual(['code'])
    const missing = countOf(after, 'NA')
    expect(levels.reduce((sum, { masked }) => sum + masked, 0)).toBe(400 - missing)
    expect(levels.reduce((sum, { estimate }) => sum + estimate, 0)).toBeCloseTo(400 - missing, 9)
    for (const { level, masked } of levels) expect(masked).toBe(countOf(after, String(level[0])))
  })

  it('estimates crossed columns within groups from the public manifest', async () => {
    const out = work.path('crossed.csv')
    const settings = ['--set', 'crossed=["code","sex"]', '--set', 'missingAsLevel=true', '--by', 'area']
    const { status, stderr } = await pram(
      '--columns',
      'code,sex',
      ...settings,
      '--publish-params',
      '--seed',
      '2',
      '-o',
      out,
    )
    expect({ status }, stderr).toEqual({ status: 0 })
    // A message informs the user about the contents of the manifest.
    expect(stderr).toMatch(
      /published in the manifest by categorical\/pram ".+", of 2 groups, the first: \d+ rows of .*to 01\.10 \| f \(/,
    )
    const manifest = work.path('crossed.manifest.json')
    const [joint] = await estimated(out, '--matrix', manifest)
    expect(joint.columns).toEqual(['code', 'sex'])
    expect(joint.groups.map(({ group }) => group)).toEqual(['area=x', 'area=y'])
    expect(joint.levels.map(({ level }) => level)).toContainEqual([null, 'f'])
    const [one] = await estimated(out, '--matrix', manifest, '--columns', 'sex')
    expect(one.levels.map(({ level }) => level[0]).sort()).toEqual(['f', 'm'])
    expect(one.levels.reduce((sum, { estimate }) => sum + estimate, 0)).toBeCloseTo(400, 8)
    expect(work.read('crossed.manifest.json')).toContain('to 01.10 | f')
  })

  it('keeps frequencies exactly in a release, and says so', async () => {
    const out = work.path('exact.csv')
    const keep = work.path('keep.json')
    const release = ['--release', '--private', keep, '--publish-params', '-o', out]
    const { status, stderr } = await pram('--columns', 'code', '--set', 'exactFrequencies=true', ...release)
    expect({ status }, stderr).toEqual({ status: 0 })
    expect(columnOf('exact.csv', 0).sort()).toEqual(columnOf('data.csv', 0).sort())
    const table = work.path('frequencies.csv')
    const told = await sdc('estimate', out, '--matrix', work.path('exact.manifest.json'), '-o', table)
    expect(told.status, told.stderr).toBe(0)
    expect(told.stdout).toMatch(/^code: 400 records, condition number 1\n/)
    expect(told.stderr).toContain('its frequencies were kept exactly')
    for (const line of columnOf('frequencies.csv', 5)) expect(Number(line)).toBe(0)
    expect(JSON.parse(work.read('keep.json'))).toMatchObject({ format: 'sdc private manifest 1' })
  })

  it('writes a lost value with the missing code of its column', async () => {
    const schema = work.write('codes.yaml', 'columns: { code: { missing: ["NA"] }, sex: { missing: ["-9"] } }\n')
    const text = work.read('data.csv').replaceAll(',m,x', ',-9,x')
    const coded = work.write('coded.csv', text)
    const settings = ['--set', 'missingAsLevel=true', '--schema', schema, '--seed', '1', '-o', work.path('lost.csv')]
    const { status, stderr } = await sdc('mask', coded, '--method', 'categorical/pram', '--columns', 'code,sex', '--set', 'stay=.5', ...settings) // oxfmt-ignore
    expect({ status }, stderr).toEqual({ status: 0 })
    const [code, sex] = [columnOf('lost.csv', 0), columnOf('lost.csv', 1)]
    expect(new Set(code)).toEqual(new Set(codes))
    expect(new Set(sex)).toEqual(new Set(['f', 'm', '-9']))
    expect(sex).not.toEqual(columnOf('coded.csv', 1))
  })
})
