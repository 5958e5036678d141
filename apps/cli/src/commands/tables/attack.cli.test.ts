import { describe, expect, it } from 'vitest'
import { tableAttackOutput, tableConsistentOutput } from '@sdc/tables'
import { sdc, workFolder } from '../../cli.fixture.js'

const work = workFolder()
const [towns, works] = [
  ['M1', 'M2', 'M3', 'Total'],
  ['P1', 'P2', 'P3', 'P4', 'P5', 'Total'],
]
/** The tables of paper 003. */
const persons = [2, 15, 30, 20, 10, 77, 72, 20, 1, 30, 10, 133, 38, 38, 15, 40, 5, 136, 112, 73, 46, 90, 25, 346]
const salaries = [
  360, 450, 720, 400, 360, 2290, 1440, 540, 22, 570, 320, 2892, 722, 1178, 375, 800, 363, 3438, 2522, 2168, 1117, 1770,
  1043, 8620,
]
const cells = towns.flatMap((town) => works.map((one) => `${town},${one}`))
const lines = (head: string, of: (cell: string, i: number) => string): string =>
  `${head}\n${cells.map(of).join('\n')}\n`
const known: Readonly<Record<string, string>> = { 'M1,P1': '200,160', 'M2,P3': '22,', 'M3,P5': '350,5' }
const full = work.write(
  'full.csv',
  lines(
    'town,work,salary,persons,first,second',
    (cell, i) => `${cell},${salaries[i]},${persons[i]},${known[cell] ?? '1,1'}`,
  ),
)
const plain = work.write(
  'plain.csv',
  lines('town,work,salary', (cell, i) => `${cell},${salaries[i]}`),
)
const frequencies = work.write(
  'frequencies.csv',
  lines('town,work,n', (cell, i) => `${cell},${persons[i]}`),
)
const hidden = ['M2,P3', 'M2,P5', 'M3,P3', 'M3,P5']
const pattern = work.write(
  'pattern.csv',
  lines('town,work,salary', (cell, i) => `${cell},${hidden.includes(cell) ? '' : salaries[i]}`),
)
const base = ['--by', 'town,work', '--value', 'salary']

describe('sdc table attack', () => {
  it('prints the attacks of paper 003, with the verdict last', async () => {
    const { status, stdout } = await sdc(
      'table',
      'attack',
      full,
      ...base,
      '--count',
      'persons',
      '--largest',
      'first,second',
    )
    expect(status).toBe(0)
    expect(stdout).toContain('town=M2, work=P3 has one contributor, whose value is 22.')
    expect(stdout).toContain(
      'the larger of the two contributors (200) subtracts their own value; the value of the other is 160.',
    )
    expect(stdout).toContain('knows that the other 4 together have at most 13 = 363 − 350.')
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(
      'verdict: 3 cells of 24 tell somebody more than they should: 5 findings (1 external, 2 internal, 2 dominance), 3 of them exact',
    )
  })

  it('uses public frequencies and the pattern of any program', async () => {
    const argv = ['table', 'attack', plain, ...base, '--frequencies', frequencies]
    const open = tableAttackOutput.parse(JSON.parse((await sdc(...argv, '--json')).stdout))
    expect(open.kinds).toEqual({ external: 1, internal: 1, dominance: 0, singleton: 0, coalition: 0, group: 0 })
    expect(open.findings[1]).toMatchObject({ cell: 'town=M2, work=P3', low: 22, high: 22, exact: true })
    const { stdout, stderr } = await sdc(...argv, '--pattern', pattern, '--json')
    const held = tableAttackOutput.parse(JSON.parse(stdout))
    // The one in M2, P3 is safe, and computes the cells next to theirs.
    expect(held.kinds).toMatchObject({ external: 0, singleton: 3 })
    expect(held.suppressed).toBe(4)
    expect(stderr).toContain('without the largest contributions')
    const few = work.write('few.csv', 'town,work,n\nM2,P3,1\n')
    const part = await sdc('table', 'attack', plain, ...base, '--frequencies', few, '--fail-on-findings')
    expect(part.status).toBe(3)
    expect(part.stdout).toContain('1 finding (1 external)')
    expect(part.stderr).toContain('nothing of 23 cell(s)')
  })

  it('finds nobody if nobody can be found', async () => {
    const safe = work.write('safe.csv', 'a,n\nx,50\ny,60\nTotal,110\n')
    const { status, stdout } = await sdc('table', 'attack', safe, '--by', 'a', '--value', 'n', '--fail-on-findings')
    expect({ status, verdict: stdout.trimEnd().split('\n').at(-1) }).toEqual({
      status: 0,
      verdict: 'verdict: nobody was found who learns anything from 3 cells',
    })
  })
})

describe('sdc table consistent', () => {
  const five = work.write('five.csv', 'age,n\n0-4,2\n5-9,9\n10-14,4\n15-19,20\nTotal,35\n')
  const shown = work.write('shown.csv', 'age,n\n0-4,\n5-9,9\n10-14,\n15-19,20\nTotal,35\n')
  const ten = work.write('ten.csv', 'age,n\n0-9,11\n10-19,24\nTotal,35\n')
  const ages = work.write('ages.csv', '0-4;0-9\n5-9;0-9\n10-14;10-19\n15-19;10-19\n')
  const count = ['--by', 'age', '--value', 'n']

  it('computes hidden five-year groups from ten-year groups', async () => {
    const argv = [
      'table',
      'consistent',
      five,
      ten,
      ...count,
      '--pattern',
      `five=${shown}`,
      '--hierarchy',
      `age=${ages}`,
    ]
    const { status, stdout } = await sdc(...argv)
    expect(status).toBe(0)
    expect(stdout).toContain('five age=0-4 is 2 (from five alone: 1 to 5): ten age=0-9 (11) − five age=5-9 (9) = 2.')
    expect(stdout).toMatch(/verdict: not consistent: five, ten together disclose 2 of 2 suppressed cells\n$/)
    expect(stdout).not.toContain('more (--all')
    const json = tableConsistentOutput.parse(JSON.parse((await sdc(...argv, '--json')).stdout))
    expect(json).toMatchObject({ consistent: false, suppressed: 2, differences: 0 })
    expect(json.findings[0]).toMatchObject({ kind: 'exact', together: { low: 2, high: 2 }, alone: { low: 1, high: 5 } })
    expect((await sdc(...argv, '--fail-on-findings')).status).toBe(3)
    // Without the hierarchy of the groups, the tables share only the total.
    const apart = await sdc('table', 'consistent', five, ten, ...count, '--pattern', `five=${shown}`)
    expect(apart.stdout).toContain('verdict: consistent: five, ten together disclose none of 2 suppressed cells')
  })

  it('finds the single contributor by whom a table and its part differ', async () => {
    const all = work.write('all.csv', 'a,v,f\nx,5,4\ny,9,6\nTotal,14,10\n')
    const less = work.write('less.csv', 'a,v,f\nx,3,3\ny,9,6\nTotal,12,9\n')
    const argv = ['table', 'consistent', all, less, '--by', 'a', '--value', 'v', '--count', 'f', '--part', 'less=all']
    const { stdout } = await sdc(...argv)
    expect(stdout).toContain('all without less: a=x has 1 contributor and is 2: all a=x (5) − less a=x (3) = 2.')
    expect(stdout).toMatch(/verdict: not consistent: all, less together disclose 2 of 3 differences\n$/)
    expect((await sdc(...argv, '--least', '1')).stdout).toContain('verdict: consistent')
  })

  it('reports that nothing was found', async () => {
    const { stdout, stderr } = await sdc('table', 'consistent', five, ten, ...count)
    expect(stdout).toContain('verdict: no table suppresses a cell, and none is a part of another')
    expect(stderr).toContain('note: five suppresses no cell')
  })
})
