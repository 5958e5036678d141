import { bytesOf, readTable } from '@sdc/inspect'
import { parseFileSchema } from '@sdc/engine'
import { tableContent, type DescribedFile } from '@sdc/files/formats'
import { describe, expect, it } from 'vitest'
import { filesOf, registry, textIn } from '../../../inspect/src/in-memory.fixture.js'
import { maskSteps } from './mask-steps.js'
import { produce, type ProduceOptions } from './produce.js'
import type { EncodeFile } from './encode-file.js'

// People who work have an income or refuse; the others were not asked.
const lines = Array.from({ length: 300 }, (_, i) => {
  const works = i % 5 < 3
  const income = works ? (i % 4 === 0 ? 'refused' : String(1000 + 7 * i)) : 'not asked'
  return `${works ? 'yes' : 'no'},${income},${20 + (i % 40)}`
})
const text = `work,income,age\n${lines.join('\n')}\n`
const schema = parseFileSchema({ columns: { income: { missing: ['refused', 'not asked'] } } })
const table = readTable({ name: 'data.csv', content: text }, schema)
const steps = maskSteps(registry, { method: 'synthetic/sequential', columns: ['work', 'income', 'age'] })

async function written(source: DescribedFile, options: Partial<ProduceOptions>, encode?: EncodeFile) {
  const { artefacts } = await produce(
    { source, bytes: () => new TextEncoder().encode(text), encode },
    { steps, schema, out: 'out.csv', ...options },
    registry,
  )
  return filesOf(artefacts, 'masked')[0]
}

/** Counts the cells of a text file, each record as work and kind of income. */
const kindsIn = (csv: string): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const line of csv.trim().split('\n').slice(1)) {
    const [work, income] = line.split(',')
    const key = `${work} ${Number.isFinite(Number(income)) && income !== '' ? 'number' : income}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

describe('kinds of missing values in synthetic files', () => {
  it('are those of the original in a text file, also of a release', async () => {
    for (const options of [{ seed: '1' }, { release: true, private: 'p.json' }]) {
      const counts = kindsIn(textIn(await written(table, options)))
      expect(Object.keys(counts).sort()).toEqual(['no not asked', 'yes number', 'yes refused'])
      // 45 of 300 records are expected; 40 is more than 4 standard errors.
      expect(Math.abs(counts['yes refused'] - 45)).toBeLessThan(40)
    }
  })

  it('are merged if the user says so', async () => {
    const counts = kindsIn(textIn(await written(table, { seed: '1', missingKinds: 'merge' })))
    expect(Object.keys(counts).length).toBe(3)
    expect(Object.keys(counts).filter((key) => key.startsWith('no')).length).toBe(1)
  })

  it('keep their codes and labels in a Stata file', async () => {
    const dta = { format: 'dta', separator: undefined, compressed: false } as const
    const encode: EncodeFile = (source, data, origin, options) => tableContent(dta, source, data, origin, options)
    const { content } = tableContent(dta, table, table.dataset)
    const source = readTable({ name: 'data.dta', content: bytesOf(content) })
    const labels = source.dictionary?.columns.get('income')?.labels
    expect([...(labels?.values() ?? [])].sort()).toEqual(['not asked', 'refused'])
    const made = await written(source, { release: true, private: 'p.json', out: 'out.dta', schema: undefined }, encode)
    const again = readTable({ name: 'out.dta', content: bytesOf(made.content) })
    expect(again.dictionary?.columns.get('income')?.labels).toEqual(labels)
    const { exceptions } = again.source.get('income') ?? expect.fail('no income')
    const found = new Set(Array.from({ length: exceptions.size }, (_, i) => exceptions.get(exceptions.recordAt(i))))
    expect(found).toEqual(new Set(labels?.keys()))
  })
})
