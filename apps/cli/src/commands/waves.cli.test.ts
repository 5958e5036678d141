import { attackRepeatedOutput } from '@sdc/workflow'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const { write, path, read } = workFolder()

/** 120 persons in some of three waves; ids have leading zeros. */
function panel(waves: readonly number[]): string {
  const lines = Array.from({ length: 120 }, (_, p) =>
    waves.flatMap((wave, w) => {
      const income = (p * 7919) % 5003 === 0 ? '' : String(20_000 + ((p * 104_729) % 9973) * 4 + w * ((p * 31) % 700))
      return (p + w) % 5 === 0 ? [] : [`${String(p).padStart(4, '0')},${wave},${1940 + ((p * 37) % 61)},${income}`]
    }),
  )
  return `pid,wave,birth,income\n${lines.flat().join('\n')}\n`
}

write('panel.csv', panel([2019, 2020, 2021]))
write('first.csv', panel([2019]))
write(
  'schema.yaml',
  'columns:\n  pid: { role: person, kind: categorical }\n  wave: { role: wave }\n' +
    '  birth: { role: quasi-identifier, level: person }\n  income: { role: confidential, min: 0 }\n',
)
const noise = ['--method', 'noise/additive', '--schema', path('schema.yaml')]

describe('persons and waves', () => {
  it('masks changes between waves, and names columns that cannot be', async () => {
    const masked = await sdc('mask', path('panel.csv'), ...noise, '--waves', 'changes', '-o', path('changes.csv'))
    expect(masked.stderr).toMatch(/noise\/additive: birth \(one value per person\) and income are masked separately/)
    expect(masked.status).toBe(0)
    const births = new Map<string, Set<string>>()
    for (const line of read('changes.csv').trim().split('\n').slice(1)) {
      const [pid, , birth] = line.split(',')
      births.set(pid, (births.get(pid) ?? new Set()).add(birth))
    }
    expect(births.has('0001')).toBe(true)
    expect([...births.values()].every(({ size }) => size === 1)).toBe(true)
    const refused = await sdc('mask', path('panel.csv'), '--method', 'coding/sampling', '--schema', path('schema.yaml'), '--waves', 'changes') // oxfmt-ignore
    expect(refused.stderr).toMatch(/coding\/sampling cannot mask changes between waves/)
    expect(refused.status).not.toBe(0)
  })

  it('releases the masked values of an earlier release again', async () => {
    const release = (data: string, out: string, ...more: string[]): ReturnType<typeof sdc> =>
      sdc('mask', path(data), ...noise, '--release', '--private', path(`${out}.json`), '--accept-open', 'pid', '-o', path(out), ...more) // oxfmt-ignore
    expect((await release('first.csv', 'r1.csv')).status).toBe(0)
    const without = await release('panel.csv', 'r2.csv', '--previous', path('r1.csv'))
    expect(without.stderr).toMatch(/have the numbers 1 to 96, as a release numbers them[^]*--previous-private/)
    const again = await release('panel.csv', 'r2.csv', '--previous', path('r1.csv'), '--previous-private', path('r1.csv.json')) // oxfmt-ignore
    expect(again.stderr).toMatch(
      /96 persons of 120 are in .*r1.csv: masked values .* are released again \(birth, income\)/,
    )
    expect(again.stderr).toMatch(/birth: masked twice, the error .* would have been/)
    const row = (text: string): readonly string[] => text.trim().split('\n').slice(1).map((line) => line.split(',').slice(1).join()) // oxfmt-ignore
    const [was, now] = [row(read('r1.csv')), new Set(row(read('r2.csv')))]
    expect(was.filter((line) => !now.has(line))).toEqual([])
  })

  it('counts persons in several releases', async () => {
    write('plan.yaml', `data: panel.csv\nseed: 1\nschema: ${JSON.stringify({ columns: { pid: { role: 'person' }, wave: { role: 'wave' }, birth: { role: 'quasi-identifier' } } })}\nsteps: [{ use: noise/additive, columns: [birth, income] }]\n`) // oxfmt-ignore
    const { stdout } = await sdc('attack', 'repeated', path('plan.yaml'), '--json')
    const found = attackRepeatedOutput.parse(JSON.parse(stdout))
    expect(found.columns.map(({ column, cells }) => [column, cells > 120])).toEqual([['birth', false], ['income', true]]) // oxfmt-ignore
    expect(found.singled).toMatchObject({ persons: 120, together: 120 })
    expect((await sdc('attack', 'repeated', path('plan.yaml'))).stdout).toMatch(
      /single out .* of 120 persons by one release, 100 % by 8 together/,
    )
  })
})
