import { categorical, dataset, numeric, numericValues, seededRng, type Dataset } from '@sdc/core'
import {
  bind,
  parseFileSchema,
  parseStep,
  replicateRng,
  rootRng,
  runBound,
  startRun,
  type RunResult,
} from '@sdc/engine'
import { textsOf } from '@sdc/toolkit/internal'
import { describe, expect, it } from 'vitest'
import { registry } from '../../../inspect/src/in-memory.fixture.js'
import { comparedMessages } from './compared-messages.js'
import type { PreviousRelease } from './previous-release.js'
import { reusePrevious, type Compared } from './reuse.js'

const schema = parseFileSchema({
  columns: {
    pid: { role: 'person' },
    wave: { role: 'wave' },
    birth: { role: 'quasi-identifier', level: 'person' },
    income: { role: 'confidential' },
  },
})

/** A panel of 1,000 persons: a fifth of the records and some values are missing. */
function panel(waves: readonly number[]): Dataset {
  const rng = seededRng('panel')
  const rows: (readonly [string, number, number, number])[] = []
  for (let p = 1; p <= 1000; p++) {
    const birth = 1930 + rng.int(70)
    for (const wave of [2019, 2020, 2021]) {
      const record = [
        String(p).padStart(5, '0'),
        wave,
        rng.int(20) === 0 ? Number.NaN : birth,
        rng.int(90_000),
      ] as const
      if (rng.int(5) > 0 && waves.includes(wave)) rows.push(record)
    }
  }
  return dataset([
    ['pid', categorical(rows.map(([id]) => id))],
    ...(['wave', 'birth', 'income'] as const).map(
      (name, at) => [name, numeric(rows.map((row) => Number(row[at + 1])))] as const,
    ),
  ])
}

async function masked(original: Dataset, seed: string, previous?: PreviousRelease): Promise<Released> {
  const step = parseStep({ use: 'noise/additive', columns: ['birth', 'income'] })
  const plan = bind({ registry, original, schema, steps: [step] })
  const run = await runBound(plan, { rng: replicateRng(rootRng(seed)) })
  return previous ? reusePrevious(plan, run, previous) : { run }
}

interface Released {
  readonly run: RunResult
  readonly compared?: Compared
}

function released({ run }: Released): PreviousRelease {
  const [{ data }] = run.files
  return { name: 'first.csv', data, persons: textsOf(data.column('pid')) }
}

describe('reusePrevious', () => {
  it('releases the masked values of the earlier release again: of persons, and of the same person and wave', async () => {
    const [one, two] = [panel([2019]), panel([2019, 2020])]
    const first = released(await masked(one, '1'))
    const [anew, again] = [await masked(two, '2'), await masked(two, '2', first)]
    const value = (data: Dataset, name: string): ReadonlyMap<string, number> => {
      const [ids, waves, values] = [
        textsOf(data.column('pid')),
        textsOf(data.column('wave')),
        numericValues(data, name),
      ]
      return new Map(ids.map((id, i) => [`${id} ${name === 'birth' ? '' : waves[i]}`, values[i]]))
    }
    for (const name of ['birth', 'income']) {
      const [was, now, other] = [
        value(first.data, name),
        value(again.run.files[0].data, name),
        value(anew.run.files[0].data, name),
      ]
      const shared = [...was.keys()].filter((key) => now.has(key))
      expect(shared.length).toBeGreaterThan(500)
      for (const key of shared) expect(now.get(key)).toBe(was.get(key))
      // Other values are masked as without the earlier release.
      const fresh = [...now.keys()].filter((key) => !was.has(key))
      expect(fresh.length).toBeGreaterThan(100)
      for (const key of fresh) expect(now.get(key)).toBe(other.get(key))
    }
    const [birth] = again.compared?.reused ?? []
    // The mean of two independent errors has 1/√2 of the error of one.
    expect((birth.twice?.error ?? 1) / (birth.twice?.errorOfOne ?? 1)).toBeCloseTo(Math.SQRT1_2, 1)
  })

  it('counts the persons singled out by both releases together', async () => {
    const file = (keys: readonly string[]): Dataset =>
      dataset([
        ['pid', categorical(['a', 'b', 'c', 'd', 'e', 'f'])],
        ['birth', categorical(keys)],
        ['income', numeric([1, 2, 3, 4, 5, 6])],
      ])
    // The earlier release alone has no unique person, the later one has f. Together, they separate a from c and b from
    // d, and f is unique.
    const previous = released({ run: startRun(file(['x', 'x', 'y', 'y', 'z', 'z'])) })
    const original = file(['p', 'q', 'p', 'q', 'r', 's'])
    const said = { columns: { pid: { role: 'person' }, birth: { role: 'quasi-identifier' } } }
    const plan = bind({
      registry,
      original,
      schema: parseFileSchema(said),
      steps: [parseStep({ use: 'noise/additive', columns: ['income'] })],
    })
    const { compared } = reusePrevious(plan, await runBound(plan, { rng: seededRng('1') }), previous)
    expect(compared.singled).toEqual({ persons: 6, each: [0, 2], together: 6 })
    const texts = comparedMessages(compared).map(({ text }) => text)
    expect(texts.join('\n')).toMatch(
      /together single out 6 of 6 persons in both releases \(first.csv: 0, this one: 2\)/,
    )
    expect(texts.join('\n')).toMatch(/no masked value is released again: set level: person/)
  })

  it('says that nobody is in the earlier release', async () => {
    const first = released(await masked(panel([2019]), '1'))
    const other = { ...first, persons: first.persons.map((id) => `x${id}`) }
    const { compared } = await masked(panel([2020]), '2', other)
    expect(compared && comparedMessages(compared).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^none of \d+ persons is in first.csv/),
    ])
  })
})
