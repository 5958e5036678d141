import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'
import { pieceFor, shownText } from './write-text.js'

const work = workFolder()
const ESC = String.fromCodePoint(27)
const obeyed = /[^\P{Control}\n\t]|\p{Bidi_Control}/u
const evil = `evil${ESC}[2J${ESC}]0;owned\u0007\u009B31m\u202E`

describe('control characters', () => {
  it('are shown as a sign, except line ends, tabs and our own colours', () => {
    expect(shownText(`a${ESC}]0;t\u0007\tb\r\nc\rd\u009B\u202E`)).toBe('a�]0;t�\tb\nc�d��')
    expect(shownText(`${ESC}[31mred${ESC}[39m${ESC}[5m`, true)).toBe(`${ESC}[31mred${ESC}[39m�[5m`)
    expect(shownText(`${ESC}[31mred${ESC}[39m`)).not.toMatch(obeyed)
    const terminal = pieceFor(Object.assign(Object.create(process.stdout), { isTTY: true }))
    const bytes = new TextEncoder().encode(`ä${ESC}`)
    expect([terminal(bytes.subarray(0, 1)), terminal(bytes.subarray(1))]).toEqual(['', 'ä�'])
    expect(pieceFor(Object.assign(Object.create(process.stdout), { isTTY: false }))(bytes)).toEqual(bytes)
  })

  it('never come from a column, file, argument or plugin', async () => {
    const records = Array.from({ length: 30 }, (_, i) => `${i},${(i * 37) % 31},x${evil}`)
    const data = work.write('evil.csv', `id,"income${evil}","remark${evil}"\n${records.join('\n')}\n`)
    const plugin = work.write(
      'plugin.mjs',
      `import * as z from ${JSON.stringify(import.meta.resolve('zod'))}
const method = {
  id: 'evil/mask', title: ${JSON.stringify(evil)}, summary: ${JSON.stringify(evil)}, formula: ${JSON.stringify(evil)}, source: [{ where: 'x' }],
  params: z.object({}),
  traits: { accepts: ['numeric'], changes: 'all', permutes: false, stochastic: false, draws: 'numbers', missing: 'refuse', given: 'unused',
    records: 'same', adds: false, kinds: 'same', scope: 'file', ordered: false, postMasking: false, searched: true, claims: {} },
  plan: () => ({ form: 'file', mask: ({ data, columns }) => ({ warnings: [${JSON.stringify(evil)}],
    files: [{ columns: new Map(columns.map((name) => [name, { kind: 'numeric', values: data.column(name).values.slice().reverse() }])) }] }) }),
}
export default { name: 'evil', version: '1.0.0', sdc: '^1', methods: [method] }
`,
    )
    for (const argv of [
      ['inspect', data],
      ['inspect', data, '--json'],
      ['risk', data, '--quasi-identifiers', `remark${evil}`],
      ['mask', data, '--columns', `in${evil}`, '--method', 'noise/additive'],
      [
        'mask',
        data,
        '--columns',
        `income${evil}`,
        '--method',
        'evil/mask',
        '--plugin',
        plugin,
        '-o',
        work.path('m.csv'),
      ],
      ['methods', 'evil/mask', '--plugin', plugin],
      ['methods', '--plugin', plugin],
      ['methods', '--json', '--plugin', plugin],
      ['inspect', `no${evil}.csv`],
      [evil],
      ['methods', evil],
      ['methods', `--${evil}`],
    ]) {
      const { stdout, stderr } = await sdc(...argv)
      expect(stdout + stderr, argv.join(' ')).toMatch(/evil/)
      expect(stdout + stderr, argv.join(' ')).not.toMatch(obeyed)
    }
  })

  it('pass through one function: no other code writes to the streams of the process', () => {
    const source = join(import.meta.dirname, '..')
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(name),
    )
    const writing = files.filter((name) =>
      /process\.std(out|err)\.write\((?!made\(|pieceFor)|console\./.test(readFileSync(join(source, name), 'utf8')),
    )
    expect(writing).toEqual([])
  })
})
