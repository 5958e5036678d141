import { beforeAll, describe, expect, it } from 'vitest'
import { sdc, workFolder } from '../cli.fixture.js'

const { path, write } = workFolder()
const ROWS = 400
const SCHEMA = { columns: { income: { min: 0, max: 160 }, age: { min: 20, max: 64 } } }
let data = ''
let schema = ''
beforeAll(() => {
  const line = (i: number): string => `${i % 40},${((i * 7919) % 613) / 4},${i % 5},${20 + ((i * 31) % 45)}`
  data = write('people.csv', `tax,income,area,age\n${Array.from({ length: ROWS }, (_, i) => line(i)).join('\n')}\n`)
  schema = write('schema.json', JSON.stringify(SCHEMA))
})

let runs = 0
/**
 * Returns the messages of a run in memory and of one out of core, except on written files and open columns, which out
 * of core only releases look for.
 */
async function bothSaid(...argv: readonly string[]): Promise<readonly (readonly string[])[]> {
  const said: (readonly string[])[] = []
  for (const how of [[], ['--workers', '1']]) {
    const { status, stderr } = await sdc(...argv, ...how, '-o', path(`masked-${++runs}.csv`))
    expect([stderr, status]).toEqual([expect.any(String), 0])
    const sentences = stderr.replaceAll(/\n\s+/g, ' ').split('\n')
    said.push(sentences.filter((one) => !/^masked \d|^column |^─| %$|^wrote|out of core|unmasked columns|^$/.test(one)))
  }
  return said
}

const noise = ['--method', 'noise/additive', '--set', 'relativeVariance=0.5'] as const

describe('a run out of core', () => {
  it('prints the messages of a run in memory on numbers and seed', async () => {
    const [memory, parts] = await bothSaid('mask', data, ...noise, '--columns', 'tax,income', '--seed', '3')
    expect(parts).toEqual(memory)
    const all = memory.join('\n')
    expect(all).toMatch(/negative values where the original has none/)
    expect(all).toMatch(/noise\/additive: rounded to multiples of 0\.25: income; of 1: tax/)
    expect(all).toContain('made with a seed: repeatable, and not for release')
  })

  it('reports values moved to their bounds, and the use of a file without a seed', async () => {
    const [memory, parts] = await bothSaid('mask', data, ...noise, '--columns', 'income', '--schema', schema)
    // Keyed random numbers differ in each run.
    const plain = (said: readonly string[]): readonly string[] =>
      said.map((one) => one.replaceAll(/\d+ of income/g, 'N'))
    expect(plain(parts)).toEqual(plain(memory))
    expect(memory.join('\n')).toMatch(/\d+ of income \(min: 0, max: 160\)/)
    expect(memory.join('\n')).toMatch(/--release and --private FILE/)
  })

  it('prints them for every step, also for a method that needs the whole file', async () => {
    const step = (use: string, columns: readonly string[], params: object): object => ({ use, columns, params })
    const steps = [
      step('noise/additive', ['income', 'age'], { relativeVariance: 0.5 }),
      step('noise/additive', ['income'], { relativeVariance: 0.1 }),
      step('microaggregation/individual-ranking', ['tax'], { k: 3 }),
    ]
    const plan = write('plan.json', JSON.stringify({ data: 'people.csv', schema: SCHEMA, seed: 5, steps }))
    const [memory, parts] = await bothSaid('run', plan)
    expect(parts.filter((one) => !one.startsWith('note: no report'))).toEqual(memory)
    expect(memory.join('\n')).toMatch(
      /of age \(min: 20, max: 64\)[^]*individual-ranking: rounded to multiples of 1: tax/,
    )
    const [whole, held] = await bothSaid(
      'mask',
      data,
      '--method',
      'microaggregation/mdav',
      '--columns',
      'tax,age',
      '--seed',
      '3',
    )
    expect(held).toEqual(whole)
    expect(whole.join('\n')).toContain('microaggregation/mdav: rounded to multiples of 1')
  })
})
