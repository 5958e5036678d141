import { expect, it } from 'vitest'
import { readSchema } from '../files/documents.js'
import { readTable } from '../files/tables.js'
import { dropped, registry } from '../in-memory.fixture.js'
import { inspectFile } from './inspect-file.js'
import { schemaText } from './output/schema-text.js'

const day = (days: number): string => new Date(86_400_000 * (18_000 + days)).toISOString().slice(0, 10)

/** Returns a file of hospital stays and amounts; in record `wrong` the total is not the sum. */
function stays(wrong: number, records = 2000): string {
  const lines = Array.from({ length: records }, (_, i) => {
    const stay = (i * 7) % 31
    const admission = (i * 37) % 700
    const [wage, rent] = [1000 + ((i * 7919) % 5000), (i * 104_729) % 3000]
    const total = (wage + rent + (i === wrong ? 5 : 0)) / 100
    const gross = i % 3 === 0 ? wage : wage + ((i * 31) % 977)
    return [day(admission), day(admission + stay), stay, total, wage / 100, rent / 100, gross / 100].join(',')
  })
  return `admission,discharge,stay,total pay,wage,rent,gross\n${lines.join('\n')}\n`
}

const rulesIn = (csv: string): readonly (readonly [string, number, boolean])[] =>
  inspectFile(readTable(dropped('data.csv', csv)), { file: 'data.csv' }).rules.map(
    ({ rule, broken, isActive }) => [rule, broken, isActive] as const,
  )

it('proposes sums, lengths of stay, the order of dates, and parts of a whole as a question', () => {
  expect(rulesIn(stays(-1))).toEqual([
    ['stay = discharge - admission', 0, true],
    ['`total pay` = wage + rent', 0, true],
    ['admission <= discharge', 0, true],
    ['wage <= gross', 0, false],
  ])
})

it('leaves a rule with exceptions to the user, and omits one with many', () => {
  expect(rulesIn(stays(17))).toContainEqual(['`total pay` = wage + rent', 1, false])
  expect(rulesIn(stays(17, 900)).map(([rule]) => rule)).not.toContain('`total pay` = wage + rent')
})

it('writes rules that a schema reads, and keeps those of a schema', () => {
  const file = dropped('data.csv', stays(17))
  const first = inspectFile(readTable(file), { file: 'data.csv' })
  const text = schemaText(first, registry)
  expect(text).toContain('  - "stay = discharge - admission"    # in all 2,000 records with values')
  expect(text).toContain('#   - "`total pay` = wage + rent"    # broken in 1 of 2,000 records')
  const { rules } = readSchema(dropped('schema.yaml', text))
  expect(rules).toEqual(['stay = discharge - admission', 'admission <= discharge'])
  const schema = { columns: {}, rules: ['wage >= 0', 'wage <= gross'] }
  const again = inspectFile(readTable(file, schema), { file: 'data.csv', schema })
  expect(again.rules.slice(0, 3).map(({ rule, isActive }) => [rule, isActive])).toEqual([
    ['wage >= 0', true],
    ['wage <= gross', true],
    ['stay = discharge - admission', true],
  ])
  expect(again.rules.filter(({ rule }) => rule === 'wage <= gross')).toHaveLength(1)
})

it('proposes nothing for few records or unrelated numbers', () => {
  expect(rulesIn(stays(-1, 20))).toEqual([])
  const unrelated = Array.from({ length: 500 }, (_, i) => `${(i * 7919) % 997},${(i * 104_729) % 991}`)
  expect(rulesIn(`a,b\n${unrelated.join('\n')}\n`)).toEqual([])
})

it('proposes no equations between dates and times, nor multiples of dates', () => {
  const lines = Array.from({ length: 500 }, (_, i) => {
    const born = i * 13
    const admitted = day(3 * i)
    const at = `${admitted}T10:00:${String(i % 60).padStart(2, '0')}`
    return [admitted, at, day(born), day(3 * i + 7)].join(',')
  })
  const rules = rulesIn(`admitted,at,born,follow up\n${lines.join('\n')}\n`).map(([rule]) => rule)
  expect(rules.filter((rule) => rule.includes(' = '))).toEqual(['`follow up` = admitted + 7'])
})
