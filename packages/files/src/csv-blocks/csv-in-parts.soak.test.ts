import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { BLOCK, createRegistry, keyedRng, seededRng } from '@sdc/core'
import { release, replicateRng, runSteps, type FileSchema, type StepPlan, orderStream } from '@sdc/engine'
import { csvContent } from '../csv/write-csv.js'
import { readCsv } from '../csv/read-csv.js'
import standard from '@sdc/standard'
import { runInParts, memoryStore } from '@sdc/engine/partitions'
import { csvSink } from './csv-sink.js'
import { csvSource } from './csv-source.js'

const folder = mkdtempSync(join(tmpdir(), 'sdc-csv-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string): string => join(folder, name)

const registry = createRegistry().use(standard).freeze()
/** Two blocks. */
const ROWS = BLOCK + 503

interface Writing {
  readonly separator?: string
  readonly lineEnd?: string
  readonly decimal?: string
  readonly prefix?: string
  readonly tail?: string
}

/** Census-like persons, with cells in all written forms. */
function peopleCsv({ separator = ',', lineEnd = '\n', decimal = '.', prefix = '', tail = '\n' }: Writing = {}): string {
  const lines = [['"id"', 'age', 'income', 'wealth', 'region', 'work', 'late', 'sparse'].join(separator)]
  for (let i = 0; i < ROWS; i++) {
    const income = (1000 + ((i * 7919) % 613) * 10).toFixed(2).replace('.', decimal)
    lines.push(
      [
        String(i % 5000).padStart(5, '0'),
        i % 17 === 9 ? ['', 'NA', '"NA"'][i % 3] : String(20 + (i % 45)),
        i % 1000 === 3 ? 'NA' : i % 3001 === 7 ? `1e3` : income,
        // All in quotes except missing cells.
        i % 71 === 5 ? 'NA' : `"${(i * 104_729) % 9973}"`,
        i % 5 === 0
          ? `"north${separator} or ""not"""`
          : i % 1013 === 1
            ? `"two${lineEnd}lines"  `
            : i % 7 === 2
              ? '"south"'
              : 'south',
        // A category that first occurs in the last block.
        i > BLOCK ? 'rarely' : ['full', 'part', '', 'none'][i % 4],
        // Numbers until the last block.
        i === BLOCK + 40 ? 'many' : `0${decimal}${i % 50}`,
        i === BLOCK + 90 ? 'once' : '',
      ].join(separator),
    )
  }
  return prefix + lines.join(lineEnd) + tail
}

const step = (use: string, columns: string[], params: Record<string, unknown> = {}): StepPlan => ({
  use,
  columns,
  by: [],
  params,
  smallGroups: 'error',
})

const noise = step('noise/additive', ['income', 'wealth'], { relativeVariance: 0.1 })
const swapped = step('swapping/rank-swap', ['age'], { percent: 5 })
const pram = step('categorical/pram', ['work'])

/** Bytes of a run in memory, and of a run out of core. */
async function bothWays(
  name: string,
  text: string,
  steps: readonly StepPlan[],
): Promise<{ readonly whole: Buffer; readonly parts: Buffer }> {
  writeFileSync(at(name), text)
  const file = readCsv(text)
  const rng = (): ReturnType<typeof replicateRng> => replicateRng(seededRng(7))
  const { files } = await runSteps({ registry, original: file.dataset, schema: undefined, steps, rng: rng() })
  const whole = Buffer.concat(Array.from(csvContent(file, files[0].data, files[0].origin), (piece) => piece.slice()))
  return { whole, parts: await inParts(at(name), steps) }
}

async function inParts(path: string, steps: readonly StepPlan[]): Promise<Buffer> {
  const source = csvSource(path)
  const sink = csvSink(`${path}.out`, source)
  const rng = replicateRng(seededRng(7))
  await runInParts({ registry, source, sink, store: memoryStore(), steps, rng, partBlocks: 1, ranges: 3 })
  const bytes = readFileSync(`${path}.out`)
  rmSync(`${path}.out`)
  return bytes
}

describe('CSV out of core', () => {
  it('is written byte for byte as in memory: quotes, lines within cells, missing cells, late levels and texts', async () => {
    const steps = [noise, swapped, pram]
    const { whole, parts } = await bothWays('people.csv', peopleCsv(), steps)
    expect(parts.equals(whole)).toBe(true)
    expect(whole.toString().slice(0, 200)).toContain('"id",age,income')
  })

  it('keeps the end of a last block without a line end', async () => {
    const lines = Array.from({ length: BLOCK + 5 }, (_, i) => `${i % 5000},${(i * 7919) % 613}`)
    const { whole, parts } = await bothWays('no-end.csv', ['id,income', ...lines].join('\n'), [
      step('noise/additive', ['income'], { relativeVariance: 0.1 }),
    ])
    expect(parts.equals(whole)).toBe(true)
    expect(parts.at(-1)).not.toBe(10)
  })

  it('is released byte for byte as in memory, with line ends in their places', async () => {
    const key = new Uint8Array(32).fill(5)
    const schema: FileSchema = { columns: { id: { role: 'identifier' }, sparse: { role: 'identifier' } } }
    const released = async (name: string, text: string, said: FileSchema, ...steps: StepPlan[]): Promise<string> => {
      writeFileSync(at(name), text)
      const root = keyedRng(key)
      const file = readCsv(text)
      const run = { registry, schema: said, steps, rng: replicateRng(root) }
      const { files } = await runSteps({ ...run, original: file.dataset })
      const { data, origin } = release(files[0], said, root)
      const whole = Buffer.concat(Array.from(csvContent(file, data, origin), (piece) => piece.slice()))
      const source = csvSource(at(name))
      await runInParts({
        ...run,
        source,
        sink: csvSink(at(`${name}.out`), source),
        store: memoryStore(),
        partBlocks: 1,
        ranges: 2,
        release: { order: orderStream(root), dropped: Object.keys(said.columns) },
      })
      expect([name, readFileSync(at(`${name}.out`)).equals(whole)]).toEqual([name, true])
      return whole.toString()
    }
    const people = peopleCsv({
      separator: ';',
      lineEnd: '\r\n',
      decimal: ',',
      prefix: '\uFEFF',
      tail: '\r\n\r\n',
    })
    // Some line ends differ from the others.
    const mixed = people.replaceAll(/(full|none);0,7;\r\n/g, '$1;0,7;\n')
    expect(mixed).not.toBe(people)
    const text = await released('mixed.csv', mixed, schema, noise, swapped, pram)
    expect(text.slice(0, 40)).toContain('\uFEFFage;income;wealth;region;work;late\r\n')
    const one = Array.from({ length: 66_000 }, (_, i) => (i % 9 === 0 ? '""' : String(i % 613))).join('\n')
    await released('one.csv', `income\n${one}\n`, { columns: {} }, step('noise/additive', ['income']))
  })
})
