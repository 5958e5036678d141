import {
  categorical,
  dataset,
  numeric,
  seededRng,
  takeRows,
  type CategoricalColumn,
  type Column,
  type Dataset,
} from '@sdc/core'
import { matchByKey, matchByOrder } from '@sdc/engine'
import { describe, expect, it } from 'vitest'
import { drive } from '../work/drive.js'
import { sourceOf, type Source } from '../files/source.js'
import { runTask } from '../work/stage.js'
import { filesOf, firstDifference, link, linked, originsOf, WHOLE, type Cut } from './linked.fixture.js'
import { linkedRows, linkStages } from './link-stages.js'

/** Three blocks, and four: so many parts have as many tasks. */
const ROWS = 140_000
const OF_FOUR = 200_000
/** Cuts of a file of ROWS records: into one part and three, of keys in one bucket, in few and in hundreds. */
const CUTS: readonly Cut[] = [
  { partBlocks: 4 },
  { partBlocks: 1 },
  { partBlocks: 1, taskBytes: 2_000_000 },
  { partBlocks: 4, taskBytes: 100_000 },
]

const file = (id: Column): Dataset => dataset([['id', id]])
const numbers = (values: readonly number[]): Dataset => file(numeric(values))
const texts = (values: readonly (string | null)[]): Dataset => file(categorical(values))

/** Record i of so many in another order: a step that shares no factor with them. */
const shuffled = (rows: number, i: number): number => (i * 7919 + 13) % rows
const some = <T>(rows: number, of: (i: number) => T): T[] => Array.from({ length: rows }, (_, i) => of(i))

const sameAsWhole = async (original: Dataset, masked: Dataset, cuts: readonly Cut[] = CUTS): Promise<void> => {
  const whole = matchByKey(original, masked, 'id')
  for (const cut of cuts) expect(firstDifference(await linked(original, masked, 'id', cut), whole)).toBe(-1)
}

/** What is thrown of both files in memory, and whether it is thrown in parts as well. */
const refusedAsWhole = async (original: Dataset, masked: Dataset, cut = WHOLE, key = 'id'): Promise<string> => {
  let thrown: unknown
  try {
    matchByKey(original, masked, key)
  } catch (error) {
    thrown = error
  }
  const { message, code, place, advice } = thrown as Record<string, string>
  await expect(linked(original, masked, key, cut)).rejects.toMatchObject({ message, code, place, advice })
  return message
}

describe('records linked in parts', () => {
  it('are those linked in memory, however the files are cut', async () => {
    const original = numbers(some(ROWS, (i) => i * 1.5 - 70_000))
    await sameAsWhole(original, numbers(some(ROWS, (i) => shuffled(ROWS, i) * 1.5 - 70_000)))
  })

  it('are those of an order that was drawn, which takes nothing but its stream, however the files are cut', async () => {
    const original = numbers(some(ROWS, (i) => i))
    for (const seed of ['one', 'another']) {
      const by = { order: seededRng(seed) }
      const masked = takeRows(original, matchByOrder(original, original, by.order))
      const whole = matchByKey(original, masked, 'id')
      expect(firstDifference(matchByOrder(original, masked, by.order), whole)).toBe(-1)
      for (const cut of CUTS) expect(firstDifference(await linked(original, masked, by, cut), whole)).toBe(-1)
    }
    const few = numbers([1, 2, 3])
    await expect(linked(original, few, { order: seededRng(1) })).rejects.toMatchObject({
      code: 'LENGTH_MISMATCH',
      message: 'the original has 140000 records, and 3 were put into the order of the masked file',
    })
  })

  it('may be a sample of the original, strangers among them, and records without a key in either file', async () => {
    const original = numbers(some(ROWS, (i) => (i % 11 === 3 ? Number.NaN : i)))
    const sample = some(100_000, (i) => (i % 7 === 5 ? Number.NaN : shuffled(ROWS, i)))
    await sameAsWhole(original, numbers(sample))
    const strangers = sample.map((value, i) => (i % 3 === 0 ? value + ROWS : value))
    await sameAsWhole(original, numbers(strangers), [CUTS[1], CUTS[2]])
  })

  it('are fewer in the original than in the masked file', async () => {
    await sameAsWhole(numbers(some(70_000, (i) => 3 * i)), numbers(some(ROWS, (i) => shuffled(ROWS, i))), [CUTS[1]])
  })

  it('are one, or far apart', async () => {
    await sameAsWhole(numbers([7]), numbers([7]))
    await sameAsWhole(texts(['a']), texts(['a']))
    const far = [Infinity, -Infinity, 5e-324, -5e-324, 1.7976931348623157e308, 0.1, 2 ** 53, -1]
    await sameAsWhole(numbers(far), numbers(far.toReversed()))
  })

  it('have zeros of both signs for one key', async () => {
    await sameAsWhole(numbers([1, -0, 2]), numbers([0, 2]))
    expect(await refusedAsWhole(numbers([0, 1, -0]), numbers([1]))).toMatch(
      /the value 0 in records 1 and 3 of the orig/,
    )
    expect(await refusedAsWhole(numbers([1]), numbers([-0, 0, 1]))).toMatch(/value 0 in records 1 and 2 of the masked/)
  })

  it('have a number in one file and its text in the other', async () => {
    const values = [1, -0, 2.5, 1e21, Number.NaN, -3, Infinity]
    const spelled = ['-3', '2.5', '0', '1e+21', null, '01', '1', 'NaN', 'Infinity']
    await sameAsWhole(numbers(values), texts(spelled))
    await sameAsWhole(texts(spelled), numbers(values))
    const many = numbers(some(ROWS, (i) => i / 8))
    await sameAsWhole(many, texts(some(70_000, (i) => String(shuffled(ROWS, i) / 8))), [CUTS[1], CUTS[3]])
  })

  it('have texts of any letters and length, of categories in another order in each file', async () => {
    const keys = [
      '',
      'a',
      'a\0',
      '\0',
      'ab',
      'abc',
      'abcd',
      'abcde',
      'é',
      'e\u0301',
      'ß',
      '中',
      '😀',
      '\ud83d',
      '\ufffd',
    ]
    await sameAsWhole(texts(keys), texts([...keys.toReversed(), null]))
    const levels = some(70_000, (i) => `person ${i}`)
    const original: CategoricalColumn = {
      kind: 'categorical',
      ordered: false,
      levels,
      codes: Int32Array.from(levels, (_, i) => (i % 13 === 0 ? -1 : shuffled(70_000, i))),
    }
    const masked: CategoricalColumn = {
      ...original,
      levels: levels.toReversed(),
      codes: Int32Array.from(levels.keys()),
    }
    await sameAsWhole(file(original), file(masked), CUTS.slice(1))
  })

  it('have texts whose categories are those of each block', async () => {
    const keys = some(140_000, (i) => `p${i}`)
    const original = texts(keys)
    const masked = texts(keys.map((_, i) => (i % 10 === 0 ? null : keys[shuffled(140_000, i)])))
    const around = filesOf(unheld(original), unheld(masked), { partBlocks: 2, taskBytes: 4_000_000 })
    await link(around, 'id')
    expect(firstDifference(await originsOf(around), matchByKey(original, masked, 'id'))).toBe(-1)
    expect(await linkedRows(around)).toBe(126_000)
  })

  it('leave nothing in the store but the links', async () => {
    const around = filesOf(sourceOf(numbers([1, 2])), sourceOf(numbers([2, 1])), WHOLE)
    await link(around, 'id')
    const names = (await around.store.list('')).map((name) => name.replace(/^done\//, ''))
    expect(names.every((name) => name.startsWith('link/'))).toBe(true)
    expect(await around.store.list('link/')).toEqual(['link/numbers/0', 'link/origins/0'])
  })
})

describe('the tasks of a linkage', () => {
  const original = numbers(some(OF_FOUR, (i) => i + 1))
  const masked = numbers(some(OF_FOUR, (i) => (i % 9 === 0 ? -1 - i : 1 + shuffled(OF_FOUR, i))))
  const bucketsOf = async (cut: Cut): Promise<readonly number[]> => {
    const around = filesOf(sourceOf(original), sourceOf(masked), cut)
    const sizes: number[] = []
    await drive({ around, stages: linkStages({ key: 'id' }) }, {}, async (s) => {
      if (s !== 1) return
      for (const name of await around.store.list('link/found/')) sizes.push((await around.store.get(name)).length / 8)
    })
    return sizes
  }

  it('are as many as there must be for each to hold its keys, and four where the files have as many parts', async () => {
    expect(await bucketsOf({ partBlocks: 4 })).toHaveLength(1)
    expect(await bucketsOf({ partBlocks: 1 })).toHaveLength(4)
    const sizes = await bucketsOf({ partBlocks: 4, taskBytes: 1_000_000 })
    // 64 bytes a record of either file.
    expect(sizes).toHaveLength(26)
    const links = sizes.reduce((sum, size) => sum + size, 0)
    expect(links).toBe(Math.floor((8 * OF_FOUR) / 9))
    expect(Math.max(...sizes)).toBeLessThan((1.1 * links) / sizes.length)
  })

  it('know of one another by the store alone, and may run in any order', async () => {
    const around = filesOf(sourceOf(original), sourceOf(masked), { partBlocks: 1, taskBytes: 5_000_000 })
    const tasks = await linkStages({ key: 'id' })[0].tasks(around)
    expect(tasks).toBe(8)
    for (const s of [0, 1, 2]) {
      const count = await linkStages({ key: 'id' })[s].tasks(around)
      for (let task = count - 1; task >= 0; task--) await runTask(linkStages({ key: 'id' })[s], { ...around }, task)
    }
    expect(firstDifference(await originsOf(around), matchByKey(original, masked, 'id'))).toBe(-1)
  })
})

/** A file whose blocks have categories of their own, as those of a column with too many have. */
function unheld(data: Dataset): Source {
  const source = sourceOf(data)
  return {
    ...source,
    levels: () => [],
    async *read(range, columns) {
      for await (const { block, data: whole } of source.read(range, columns)) {
        const { codes, levels } = whole.column('id') as CategoricalColumn
        yield { block, data: texts(Array.from(codes, (code) => levels[code] ?? null)) }
      }
    },
  }
}

describe('a key in parts', () => {
  const ids = some(ROWS, (i) => i)

  it('is refused where records share it: the one whose second record comes first, in the original before the masked file', async () => {
    const original = ids.with(135_000, 3).with(132_000, 70_001).with(139_999, 0)
    const masked = ids.with(5, 4)
    for (const cut of CUTS) {
      expect(await refusedAsWhole(numbers(original), numbers(masked), cut)).toMatch(
        /value 70001 in records 70002 and 132001 of the original/,
      )
      expect(await refusedAsWhole(numbers(ids), numbers(original), cut)).toMatch(
        /value 70001 in records 70002 and 132001 of the masked file/,
      )
    }
    // Shared by records that are linked to nobody, and more than once.
    await refusedAsWhole(numbers(ids), numbers([5, -7, 8, -7, -7]))
    await refusedAsWhole(numbers([9, 1, 1, 1, 9]), numbers([1]))
    expect(await refusedAsWhole(numbers(ids.map(() => 6)), numbers([6]), CUTS[2])).toMatch(/records 1 and 2 /)
  })

  it('is refused where texts share it, or a number and a text are the same in one file only', async () => {
    expect(await refusedAsWhole(texts(['a', 'b', 'é', null, 'é']), texts(['b']))).toMatch(/value é in records 3 and 5/)
    expect(await refusedAsWhole(numbers([1, 2]), texts(['x', '2', 'x']))).toMatch(/value x in records 1 and 3/)
    expect(await refusedAsWhole(numbers([2, 0, 2]), texts(['2']))).toMatch(/value 2 in records 1 and 3/)
  })

  it('is refused where no value is in both files, or nobody has one', async () => {
    for (const cut of CUTS) {
      expect(await refusedAsWhole(numbers(ids), numbers(ids.map((id) => id + 0.5)), cut)).toMatch(/in both files/)
    }
    await refusedAsWhole(texts(['01']), numbers([1]))
    await refusedAsWhole(numbers([Number.NaN, Number.NaN]), numbers([Number.NaN]))
    await refusedAsWhole(texts([null]), texts(['', null]))
  })

  it('is refused of files without records', async () => {
    await refusedAsWhole(numbers([]), numbers([1]))
    await refusedAsWhole(numbers([1]), numbers([]))
    await refusedAsWhole(texts([]), texts([]))
  })

  it('is refused where a file does not have it', async () => {
    const other = dataset([['name', numeric([1])]])
    expect(await refusedAsWhole(other, numbers([1]))).toMatch(/the original file has no key column "id"/)
    expect(await refusedAsWhole(numbers([1]), other)).toMatch(/the masked file has no key column "id"/)
  })
})
