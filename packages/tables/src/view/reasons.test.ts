import { describe, expect, it } from 'vitest'
import { dropped, filesOf, registry, textIn } from '../../../inspect/src/in-memory.fixture.js'
import { buildTableFile } from '../build/build-table-file.js'
import { tableProtectOutput } from '../protect/output.js'
import { protectTableFiles, type ProtectTablesOptions } from '../protect/protect-table-file.js'
import { protectedJson } from '../protect/protected-json.js'

/** Contributions by region and branch, one firm each. */
const gave: readonly (readonly [region: string, branch: string, x: readonly number[]])[] = [
  // A lone one; a dominant one; two that dominate; many.
  ['a', 'u', [40]],
  ['a', 'v', [900, 30, 20, 10]],
  ['a', 'w', [50, 45, 40, 30]],
  ['b', 'u', [50, 45, 40, 30]],
  ['b', 'v', [200, 190, 8, 6]],
  ['b', 'w', [60, 50, 40, 30]],
  ['c', 'u', [50, 45, 40, 30]],
  ['c', 'v', [50, 48, 40, 30]],
  ['c', 'w', []],
]
const firms = gave.flatMap(([region, branch, x]) =>
  x.map((one, i) => `${region},${branch},${region}${branch}${i},${one}`),
)
const { artefacts } = buildTableFile(dropped('firms.csv', `r,b,f,x\n${firms.join('\n')}\n`), {
  by: ['r', 'b'],
  value: 'x',
  respondent: 'f',
  out: 't.csv',
})
const [file, description] = filesOf(artefacts, 'internal-table')
const rules = ['p=15%', 'nk=1,75', 'nk=2,90', 'freq=3']
const protect = (options: Partial<ProtectTablesOptions> = {}): ReturnType<typeof protectTableFiles> =>
  protectTableFiles(
    [{ file, description }],
    { columns: {}, requirements: {}, rules, outs: ['o.csv'], ...options },
    registry,
  )

/** Status and rule of some cells of the internal version, by region and branch. */
function said(text: string): Readonly<Record<string, string>> {
  const [head, ...lines] = text.trim().split('\n')
  const at = head.split(',').indexOf('status')
  const cells = lines.map((line) => line.replaceAll(/"([^"]*)"/g, (_, quoted: string) => quoted.replaceAll(',', ';')))
  return Object.fromEntries(
    cells.map((line) => line.split(',')).map((cell) => [cell.slice(0, 2).join(''), cell.slice(at, at + 2).join(' ')]),
  )
}

describe('why a cell is not published', () => {
  it('is written next to its status, with every rule that it breaks, in the internal version only', async () => {
    const made = await protect({ publics: ['p.csv'] })
    const cells = said(textIn(filesOf(made.artefacts, 'internal-table')[0]))
    expect(cells).toMatchObject({
      au: 'primary p=15%+nk=1;75+nk=2;90+freq=3',
      av: 'primary p=15%+nk=1;75+nk=2;90',
      bv: 'primary p=15%+nk=2;90',
    })
    expect(Object.values(cells).filter((cell) => cell.startsWith('secondary'))).toContain('secondary ')
    expect(textIn(filesOf(made.artefacts, 'table')[0])).not.toMatch(/rule|nk/)
  })

  it.each([
    ['sdmx', rules, { au: 'A', av: 'G', bv: 'T' }],
    ['sdmx', ['p=15%'], { au: 'M', av: 'M', bv: 'M' }],
    ['sdmx', ['nk=1,75'], { au: 'O', av: 'O' }],
    ['eurostat', rules, { au: 'A', av: 'B', bv: 'C' }],
    // Everybody knows that 900 of 960 is dominant; for 200 of 404 only the contributor of 190 does.
    ['eurostat', ['p=15%'], { au: 'B', av: 'B', bv: 'C' }],
  ] as const)('is a letter of %s for %j', async (codes, by, letters) => {
    const made = await protect({ rules: by, reasonCodes: codes })
    const cells = said(textIn(filesOf(made.artefacts, 'internal-table')[0]))
    const found = Object.fromEntries(Object.keys(letters).map((cell) => [cell, cells[cell].split(' ')[0]]))
    expect(found).toEqual(letters)
    const others = Object.entries(cells).filter(([, cell]) => cell.endsWith(' '))
    expect(new Set(others.map(([, cell]) => cell))).toEqual(new Set([' ', 'D ']))
  })

  it('has figures for programs, and on the page', async () => {
    const { result, artefacts: files } = await protect({ outs: ['o.html'], reasonCodes: 'sdmx' })
    const { tables } = tableProtectOutput.parse(protectedJson(result))
    const bv = tables[0].cells.find(({ levels }) => levels.join() === 'b,v')
    expect(bv).toMatchObject({
      reason: 'T',
      rules: ['p=15%', 'nk=2,90'],
      figures: { contributors: 4, largest: 200 / 404, rest: 14 / 200 },
    })
    expect(tables[0].cells.find(({ levels }) => levels.join() === 'c,w')).toMatchObject({ rules: [], figures: null })
    expect(textIn(filesOf(files, 'internal-table')[0])).toMatch(/rest \/ largest[^]*p=15% \+ nk=2,90[^]*49.5 %[^]*7 %/)
  })
})

describe('a rule that calls empty cells sensitive', () => {
  it('has zeros suppressed, unless forbidden', async () => {
    const { result } = await protect({ rules: ['freq=3,zeros=unsafe:b'] })
    expect(result.protection.params).toMatchObject({ zeros: 'suppressible' })
    const cells = result.views[0].table.dimensions.map(({ codes, levels }) => Array.from(codes, (code) => levels[code]))
    const empty = cells[0].findIndex((region, c) => region === 'c' && cells[1][c] === 'w')
    expect(result.views[0].status[empty]).toBe(1)
    expect((await protect({ rules: ['freq=3'] })).result.protection.params).not.toHaveProperty('zeros')
  })
})
