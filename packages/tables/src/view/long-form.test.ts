import { describe, expect, it } from 'vitest'
import { dropped, filesOf, registry, textIn } from '../../../inspect/src/in-memory.fixture.js'
import { buildTableFile } from '../build/build-table-file.js'
import { protectTableFiles } from '../protect/protect-table-file.js'

/** A branch of two firms, each alone in one of its towns, and two branches of many. */
const gave = [
  'A,n,big,58',
  'A,s,small,6',
  ...'BC'
    .split('')
    .flatMap((b) => [1, 2, 3, 4].flatMap((f) => [`${b},n,${b}n${f},${20 + f}`, `${b},s,${b}s${f},${30 + f}`])),
]
const { artefacts } = buildTableFile(dropped('firms.csv', `branch,town,firm,x\n${gave.join('\n')}\n`), {
  by: ['branch', 'town'],
  value: 'x',
  respondent: 'firm',
  out: 't.csv',
})
const [file, description] = filesOf(artefacts, 'internal-table')

describe('the internal version', () => {
  it('has the required uncertainty of sensitive cells, and the interval for a lone respondent of another', async () => {
    const made = await protectTableFiles(
      [{ file, description }],
      { columns: {}, requirements: { heuristic: true }, rules: ['p=20%'], outs: ['o.csv'], publics: ['p.csv'] },
      registry,
    )
    const [head, ...lines] = textIn(filesOf(made.artefacts, 'internal-table')[0]).trim().split('\n')
    expect(head).toBe('branch,town,value,count,status,rule,lower,upper,low,high,alone_in,alone_low,alone_high')
    const total = lines.find((line) => line.startsWith('A,Total,'))?.split(',')
    // 20 % of the 58; the contributor of the 58 knows that the total is no less.
    expect(total?.slice(4, 9)).toEqual(['primary', 'p=20%', '11.6', '11.6', '0'])
    expect(total?.slice(10, 13)).toEqual(['"branch=A', ' town=n"', '58'])
    expect(textIn(filesOf(made.artefacts, 'table')[0])).not.toMatch(/lower|alone/)
    const large = made.messages.map(({ text }) => text).filter((text) => text.includes('is suppressed to protect'))
    expect(large.length).toBeGreaterThan(0)
    expect(large[0]).toMatch(/^branch=[BC], town=\w+ \(\d+\) is suppressed to protect branch=A, town=/)
  })
})
