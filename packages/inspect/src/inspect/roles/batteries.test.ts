import { categorical, dataset, numeric, seededRng, type Column, type Dataset } from '@sdc/core'
import { describe, expect, it } from 'vitest'
import { guessedRoles } from '../guessed-roles.js'

const rng = seededRng(5)
const answers = (levels: readonly number[], n = 200): Column =>
  numeric(Float64Array.from({ length: n }, () => levels[rng.int(levels.length)]))
const numbered = (stem: string, count: number, levels: readonly number[]): [string, Column][] =>
  Array.from({ length: count }, (_, j) => [`${stem}${String(j + 1).padStart(2, '0')}`, answers(levels)])
const scale = [1, 2, 3, 4, 5]

function itemsOf(file: Dataset): string[] {
  return [...guessedRoles(file, undefined).roles].flatMap(([name, { role }]) => (role === 'item' ? [name] : []))
}

describe('batteriesOf', () => {
  it('finds numbered columns with the same few answers; some lack a rare one', () => {
    const items = numbered('q', 20, scale)
    items[3][1] = answers([2, 3, 4, 5])
    const file = dataset([['age', answers([20, 30, 40, 50])], ...items, ['income', answers(Array.from({ length: 90 }, (_, i) => 1000 + 37 * i))]]) // oxfmt-ignore
    expect(itemsOf(file)).toEqual(items.map(([name]) => name))
    expect(guessedRoles(file, undefined).roles.get('q04')?.battery).toMatchObject({ stem: 'q', levels: ['1', '2', '3', '4', '5'], isScale: true }) // oxfmt-ignore
  })

  it('finds items with answers as text, and columns with the same first word', () => {
    const agree = (): Column => categorical(Array.from({ length: 200 }, () => ['no', 'rather', 'yes'][rng.int(3)]))
    const trust = ['police', 'courts', 'press', 'banks', 'church', 'unions', 'army', 'party'].map((word): [string, Column] => [`trust_${word}`, agree()]) // oxfmt-ignore
    const file = dataset([['trust_weight', answers(Array.from({ length: 50 }, (_, i) => 10 + i))], ...trust])
    expect(itemsOf(file)).toEqual(trust.map(([name]) => name))
  })

  it('finds none in seven columns, in columns with other answers, or in columns that the schema names', () => {
    expect(itemsOf(dataset(numbered('q', 7, scale)))).toEqual([])
    expect(itemsOf(dataset(numbered('q', 9, scale).map(([name], j) => [name, answers([j, j + 1, j + 2])])))).toEqual([])
    expect(
      itemsOf(
        dataset(
          numbered(
            'income',
            9,
            Array.from({ length: 40 }, (_, i) => i),
          ),
        ),
      ),
    ).toEqual([])
    const file = dataset(numbered('q', 9, scale))
    const columns = Object.fromEntries(file.names.slice(0, 2).map((name) => [name, { role: 'confidential' as const }]))
    expect([...guessedRoles(file, { columns }).roles.values()].map(({ role }) => role)).not.toContain('item')
  })

  it('omits codes for missing values from the answers', () => {
    const file = dataset(numbered('q', 8, [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 99]))
    expect(itemsOf(file)).toHaveLength(8)
    expect(guessedRoles(file, undefined).roles.get('q01')?.battery?.levels).toEqual(['1', '2', '3', '4'])
  })
})
