/** Files typical of business surveys: codes with many categories, amounts that are mostly zero. */
import { expect, it } from 'vitest'
import { seededRng } from '@sdc/core'
import { sdc, workFolder } from './cli.fixture.js'

const work = workFolder()
const rng = seededRng('codes and zeros')
const firms = Array.from({ length: 600 }, (_, i) => {
  const turnover = Math.round(Math.exp(6 + rng.normal()))
  const exported = i % 10 < 3 ? Math.round(turnover * (0.2 + 0.2 * rng.uniform())) + 1 : 0
  return { nace: `${'CFG'[i % 3]}${10 + rng.int(5)}${rng.int(6)}`, age: 1 + rng.int(40), turnover, exports: exported }
})
const data = work.write(
  'firms.csv',
  `nace,age,turnover,exports\n${firms.map((firm) => Object.values(firm).join()).join('\n')}\n`,
)
const cells = (csv: string, j: number): string[] =>
  csv.trimEnd().split('\n').slice(1).map((line) => line.split(',')[j]) // oxfmt-ignore
const mask = async (...argv: readonly string[]): Promise<{ stdout: string; stderr: string }> => {
  const outcome = await sdc('mask', data, '--seed', '1', ...argv)
  expect([outcome.stderr, outcome.status]).toEqual([outcome.stderr, 0])
  return outcome
}

it('recodes codes by their text, and keeps the important quasi-identifier finer', async () => {
  const of = (importance: string): ReturnType<typeof mask> => {
    const set = ['k=3', 'local=iterate', `importance=${importance}`].flatMap((one) => ['--set', one])
    return mask('--method', 'coding/k-anonymous-recode', '--columns', 'nace,age', ...set)
  }
  const [nace, age] = [await of('{"nace":20}'), await of('{"age":20}')]
  expect(nace.stderr).toMatch(/made from the text of their values: nace \(C\d\d\d, C\d\d\*, C1\*\*, \*\)/)
  const [finer, coarser] = [nace, age].map(({ stdout }) => cells(stdout, 0).filter((cell) => !cell.endsWith('*')).length) // oxfmt-ignore
  expect(finer).toBeGreaterThan(coarser)
  const global = await mask('--method', 'coding/global-recode', '--columns', 'nace')
  expect(new Set(cells(global.stdout, 0))).toEqual(new Set(['C1**', 'F1**', 'G1**']))
})

it('warns of averaging codes', async () => {
  const { stderr } = await mask('--method', 'microaggregation/categorical', '--columns', 'nace,age')
  expect(stderr).toMatch(/the mode of 3 different values of "nace", which has \d+, is one of them by chance/)
})

it('draws records in place, and shuffles within the pattern of zeros', async () => {
  const drawn = await mask('--method', 'copula/lhs', '--columns', 'turnover,exports', '--set', 'inPlace=true')
  expect(cells(drawn.stdout, 0)).toEqual(firms.map(({ nace }) => nace))
  expect(drawn.stderr).not.toMatch(/left out/)
  const kept = await mask('--method', 'copula/data-shuffling', '--columns', 'turnover,exports', '--set', 'zeros=keep')
  expect(kept.stderr).toMatch(/2 patterns of zeros \(exports\) are those of the original/)
  expect(cells(kept.stdout, 3).map((cell) => cell === '0')).toEqual(firms.map(({ exports }) => exports === 0))
  expect(cells(kept.stdout, 3)).not.toEqual(firms.map(({ exports }) => String(exports)))
  expect(cells(kept.stdout, 2)).not.toEqual(firms.map(({ turnover }) => String(turnover)))
})
