import { describe, expect, it } from 'vitest'
import { cellNamed } from '../golden.fixture.js'
import { referenceFile } from '@sdc/testing/reference'
import { attacked as tables, isEnd as close, patternOf, type Attacked } from './attacked.fixture.js'
import { declared, declaredTables } from './declared.fixture.js'
import { prepared } from './described.fixture.js'
import { secondAudit, type Judged } from './second-audit.fixture.js'

const named = ({ attacker, cells }: Judged, table: Attacked): string =>
  `${attacker}: ${cells.map((c) => table.dims.map(({ name }) => table.cells[c][name]).join('|')).join(' ')}`

describe('the second audit', () => {
  it.each(tables)('finds the sensitive cells of $id and their levels', (table) => {
    const { table: made, primary } = prepared(table)
    const cell = cellNamed(made)
    expect([...primary.keys()].sort((a, b) => a - b)).toEqual(
      table.primary.map((one) => cell(one.cell)).sort((a, b) => a - b),
    )
    for (const { cell: name, upper, lower } of table.primary) {
      expect(primary.get(cell(name))?.upper).toBeCloseTo(upper, 6)
      expect(primary.get(cell(name))?.lower).toBeCloseTo(lower, 6)
    }
  })

  it.each(tables)('finds no breach in the optimum of $id, and its intervals', async (table) => {
    const one = prepared(table)
    const cell = cellNamed(one.table)
    const { intervals, judged, broken } = await secondAudit(one, patternOf(table, table.optimum.secondary))
    expect(broken.map((each) => named(each, table))).toEqual([])
    expect(intervals.size).toBe(Object.keys(table.intervals).length)
    for (const [name, [low, high]] of Object.entries(table.intervals)) {
      const [least, most] = intervals.get(cell(name)) ?? []
      expect([name, least, most, close(least, low) && close(most, high)]).toEqual([name, least, most, true])
    }
    const lone = judged.filter(({ knows }) => knows === 'alone')
    expect(lone.map((each) => named(each, table)).sort()).toEqual(
      table.attackers.map((each) => `${each.attacker}: ${each.cell}`).sort(),
    )
    for (const each of table.attackers) {
      const same = lone.find((other) => named(other, table) === `${each.attacker}: ${each.cell}`)
      expect([each, close(same?.low, each.low) && close(same?.high, each.high)]).toEqual([each, true])
      expect(same?.upper).toBeCloseTo(each.needAbove, 5)
      expect(same?.lower).toBeCloseTo(each.needBelow, 5)
    }
  })

  it.each(tables)('finds the attackers who break the pattern of older models of $id', async (table) => {
    const { broken } = await secondAudit(prepared(table), patternOf(table, table.naive.secondary))
    // For sensitive sums the reference names only the first attacker.
    const cells = table.naive.broken.filter(({ union }) => !union)
    expect(
      broken
        .filter((one) => one.cells.length === 1)
        .map((one) => named(one, table))
        .sort(),
    ).toEqual(cells.map((one) => `${one.attacker}: ${one.cells.join(' ')}`).sort())
    for (const one of table.naive.broken) {
      const who = one.union ? 'everybody' : one.attacker
      const same = broken.find((each) => named(each, table) === `${who}: ${one.cells.join(' ')}`)
      expect(close(same?.low, one.low) && close(same?.high, one.high)).toBe(true)
    }
  })

  it.each(tables.filter(({ optimumOwn }) => optimumOwn))(
    'finds attackers with own contributions who break the optimum of $id, and none in the optimum against them',
    async (table) => {
      const one = prepared(table)
      const own = { own: true }
      const first = await secondAudit(one, patternOf(table, table.optimum.secondary), own)
      const by = first.broken.filter(({ knows }) => knows === 'own').map((each) => named(each, table))
      expect(by.sort()).toEqual(table.optimumOwn?.optimumBrokenBy.map(([who, cell]) => `${who}: ${cell}`).sort())
      const second = await secondAudit(one, patternOf(table, table.optimumOwn?.secondary ?? []), own)
      expect(second.broken.map((each) => named(each, table))).toEqual([])
    },
  )

  it('finds the two lone respondents who break the published optimum of s-20, and none in the right one', async () => {
    const { secondaryJson } = referenceFile<Throughout>('tables/attacks.json')
    const written = declaredTables.find(({ id }) => id === 's-20')
    if (!written) throw new Error('no s-20')
    const one = declared(written, true)
    const cell = cellNamed(one.table)
    const brokenWith = async (secondary: readonly string[] = []): Promise<(readonly (string | number)[])[]> => {
      const pattern = one.sensitive.status.slice()
      for (const name of secondary) pattern[cell(name)] = 2
      const { broken } = await secondAudit(one, pattern)
      return broken.map(({ attacker, cells, low, high }) => [attacker, cells[0], Math.round(low), Math.round(high)])
    }
    const right = secondaryJson['s-20']
    expect(await brokenWith(right.secondary)).toEqual([])
    expect((await brokenWith(written.singletons?.optimum.secondary)).sort()).toEqual(
      right.brokenBy
        .map(({ attacker, cell: name, exactly }) => [attacker.replace('alone in ', ''), cell(name), exactly, exactly])
        .sort(),
    )
  })
})

interface Throughout {
  readonly secondaryJson: {
    readonly 's-20': {
      readonly secondary: readonly string[]
      readonly brokenBy: readonly { readonly attacker: string; readonly cell: string; readonly exactly: number }[]
    }
  }
}
