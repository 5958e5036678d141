import {
  asInfo,
  asWarning,
  createRegistry,
  defineMethod,
  definePlugin,
  messageText,
  numeric,
  textsOf,
  type MaskResult,
  type Registry,
} from '@sdc/core'
import standard from '@sdc/standard'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readTable } from '@sdc/inspect'
import { dropped, people, registry, textIn } from '../../../inspect/src/in-memory.fixture.js'
import { optimizedJson } from './optimized-json.js'
import { optimizeFile, type OptimizeData } from './optimize-file.js'
import { optimizeOutput } from './output.js'

const original = readTable(people()).dataset
const csvText = textIn(people())
const masked = readTable(
  dropped(
    'm.csv',
    csvText.replace(/,([\d.]+),([\d.]+)\r/g, (_, income: string, tax: string, at: number) => {
      return `,${Number(income) + (at % 700)},${Number(tax) + (at % 5) + 1}\r`
    }),
  ),
)
const rows = original.rows
const matched = { matching: 'position', origin: Int32Array.from({ length: rows }, (_, i) => i), messages: [] } as const
const data: OptimizeData = { original, masked, matched }
const columns = ['income', 'tax']

/** A post-masking method of another author that reports the given numbers, and halves every value. */
function withMethod(report: Readonly<Record<string, number>>, result: Partial<MaskResult> = {}): Registry {
  const method = defineMethod({
    id: 'third/half',
    title: 'Half',
    summary: 'Halves what is masked.',
    formula: 'y/2',
    source: [{ where: 'a test' }],
    traits: { postMasking: true, missing: 'keep' },
    params: z.object({ by: z.number().min(1).max(10).default(2).meta({ description: 'By how much.' }) }),
    plan: () => ({
      form: 'file',
      mask: (input) => {
        const halves = input.columns.map((name) => {
          const column = input.data.column(name)
          return [
            name,
            column.kind === 'numeric' ? numeric(column.values.map((one) => one / input.params.by)) : column,
          ] as const
        })
        return { files: [{ columns: new Map(halves) }], report: new Map(Object.entries(report)), ...result }
      },
    }),
  })
  const plugin = definePlugin({ name: 'third', version: '1.0.0', sdc: '^1', methods: [method] })
  return createRegistry().use(standard).use(plugin).freeze()
}
const half = { columns, method: 'third/half', seed: '1' }

describe('optimizeFile', () => {
  it('runs any post-masking method, and returns the masked file with its other columns unchanged', async () => {
    const outcome = await optimizeFile(data, { ...half, out: 'better.csv', set: ['by=4'] }, withMethod({}))
    expect(outcome.artefacts).toMatchObject([{ kind: 'masked', name: 'better.csv' }])
    const [header, first] = textIn(outcome.artefacts[0]).split('\r\n')
    expect(header).toBe('id,region,income,tax')
    const { values } = masked.dataset.column('income') as { values: Float64Array }
    expect(first.split(',').slice(0, 3)).toEqual(['0000', 'north', String(values[0] / 4)])
    expect(outcome.result).toMatchObject({ method: 'third/half', params: { by: 4 }, records: 60, matching: 'position' })
  })

  it('shows a value at the start next to that at the end, and whether the target was reached', async () => {
    const report = { 'E at the start': 2.5, E: 0.123456, steps: 1000, reached: 1 }
    const { messages, result } = await optimizeFile(data, half, withMethod(report))
    expect(messages).toContainEqual(asInfo('E 2.5 → 0.1235, steps 1000, target reached: yes'))
    expect(textsOf(messages, 'warning')).toEqual([])
    expect(optimizeOutput.parse(optimizedJson(result))).toMatchObject({
      reached: true,
      reports: [{ group: '', numbers: report }],
    })
  })

  it('always warns of a file that missed its target, and only once', async () => {
    const { messages, result } = await optimizeFile(data, half, withMethod({ reached: 0 }))
    expect(messages[0]).toEqual(asWarning('third/half did not reach its target: the file is written as far as it came'))
    expect(optimizedJson(result)).toMatchObject({ reached: false })
    const own = withMethod({ reached: 0 }, { warnings: ['the target was missed: it stood still'] })
    const told = textsOf((await optimizeFile(data, half, own)).messages, 'warning')
    expect(told).toEqual(['the target was missed: it stood still'])
    const groups = await optimizeFile(data, { ...half, by: ['region'] }, withMethod({ reached: 0 }))
    expect(groups.messages[0].text).toContain('did not reach its target in 2 of 2 groups')
  })

  it('leaves the score out of its lines if the method has reported it, by either link', async () => {
    const report = { 'score/sebe by nearest at the start': 30, 'score/sebe by nearest': 20, E: 1 }
    const { messages, result } = await optimizeFile(data, half, withMethod(report))
    expect(messages.map(messageText).filter((one) => one.includes('score/sebe'))).toEqual([])
    expect(messages).toContainEqual(asInfo('E 1'))
    expect(result.measured.map(({ metric, truth }) => [metric, truth])).toEqual([
      ['score/sebe', 'identity'],
      ['score/sebe', 'nearest'],
      ['risk/max-knowledge', undefined],
    ])
  })

  it('counts many groups, lists the numbers of few, and measures the whole file', async () => {
    const grouped = (groups: number): OptimizeData => {
      const lines = Array.from({ length: 60 }, (_, i) => `g${i % groups},${(i * i) % 97}`)
      const source = readTable(dropped('g.csv', `g,x\n${lines.join('\n')}\n`))
      const noisy = lines.map((line, i) => `${line.split(',')[0]},${((i * i) % 97) + (i % 7)}`)
      return { original: source.dataset, masked: readTable(dropped('n.csv', `g,x\n${noisy.join('\n')}\n`)), matched }
    }
    const by = { ...half, columns: ['x'], by: ['g'] }
    const many = (await optimizeFile(grouped(12), by, withMethod({ E: 1 }))).messages.map(messageText)
    expect(many).toContain('third/half: run in 12 groups of records')
    expect(many.join('\n')).toMatch(/score\/sebe against the record that each came from/)
    expect(many.join('\n')).not.toContain('E 1')
    const few = (await optimizeFile(grouped(2), by, withMethod({ E: 1 }))).messages.map(messageText)
    expect(few.filter((one) => one.endsWith('E 1'))).toEqual(['g=g0: E 1', 'g=g1: E 1'])
  })

  it('refuses a method for originals, several files, one record, and records in another order', async () => {
    const refused = async (what: Promise<unknown>, code: string, message: RegExp): Promise<void> =>
      expect(what).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
    await refused(
      optimizeFile(data, { columns, method: 'noise/additive' }, registry),
      'BAD_OPTION',
      /masks an original/,
    )
    const file = { columns: new Map(columns.map((name) => [name, numeric(new Float64Array(rows).map((_, i) => i))])) }
    await refused(optimizeFile(data, half, withMethod({}, { files: [file, file] })), 'BAD_OPTION', /made 2 files/)
    const alone = readTable(dropped('one.csv', 'id,region,income,tax\n0001,north,1,2\n'))
    const none = { matching: 'none', origin: Int32Array.of(-1), messages: [] } as const
    await refused(
      optimizeFile({ original, masked: alone, matched: none }, half, withMethod({})),
      'TOO_FEW_RECORDS',
      /masked file has 1 record/,
    )
    const lines = csvText.trimEnd().split('\r\n')
    const turned = readTable(dropped('t.csv', [lines[0], ...lines.slice(1).reverse(), ''].join('\n')))
    await refused(
      optimizeFile({ original, masked: turned, matched }, half, withMethod({})),
      'WRONG_INPUT',
      /another order/,
    )
  })

  it('gives the origins as a file with the original record of each record, 0 for none', async () => {
    const origin = matched.origin.map((row) => (row === 1 ? -1 : row))
    const linked = { original, masked, matched: { ...matched, matching: 'key' as const, origin } }
    const { artefacts } = await optimizeFile(linked, { ...half, writeOrigin: 'o.csv', out: 'b.csv' }, withMethod({}))
    expect(artefacts.map(({ kind, name }) => [kind, name])).toEqual([
      ['origin', 'o.csv'],
      ['masked', 'b.csv'],
    ])
    expect(textIn(artefacts[0]).split('\n').slice(0, 4)).toEqual(['origin', '1', '0', '3'])
  })
})
