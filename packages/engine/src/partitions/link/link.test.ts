import {
  BLOCK,
  categorical,
  dataset,
  numeric,
  seededRng,
  takeRows,
  type CategoricalColumn,
  type Column,
  type Dataset,
  type FileSource,
} from '@sdc/core'
import { matchByKey, matchByOrder } from '../../measure/match.js'
import { describe, expect, it } from 'vitest'
import { sourceOf } from '../source/source.js'
import { runTask } from '../tasks/stage.js'
import { filesOf, firstDifference, link, linked, originsOf, WHOLE, type Cut } from './linked.fixture.js'
import { linkedRows, linkStages } from './link-stages.js'
import { bucketsOf } from './linked-files.js'

/** Three blocks in one file, two in the other. */
const ROWS = 2 * BLOCK + 30
const SHORT = BLOCK + 30
/** One block per partition, and several buckets of keys. */
const CUT: Cut = { partBlocks: 1, taskBytes: 2_000_000 }
/**
 * Divisions of a file of ROWS records: into one and three partitions, with the fewest, some, and hundreds of buckets of
 * keys.
 */
const CUTS: readonly Cut[] = [WHOLE, { partBlocks: 1 }, CUT, { partBlocks: 4, taskBytes: 100_000 }]

const file = (id: Column): Dataset => dataset([['id', id]])
const numbers = (values: readonly number[]): Dataset => file(numeric(values))
const texts = (values: readonly (string | null)[]): Dataset => file(categorical(values))

/** Record i of a number of records in another order: steps of a number that is coprime to it. */
const shuffled = (rows: number, i: number): number => (i * 7919 + 13) % rows
const some = <T>(rows: number, of: (i: number) => T): T[] => Array.from({ length: rows }, (_, i) => of(i))

const sameAsWhole = async (original: Dataset, masked: Dataset, cuts: readonly Cut[] = [WHOLE, CUT]): Promise<void> => {
  const whole = matchByKey(original, masked, 'id')
  for (const cut of cuts) expect(firstDifference(await linked(original, masked, 'id', cut), whole)).toBe(-1)
}

/** Error for both files in memory; checks that it is the same out of core. */
const refusedAsWhole = async (original: Dataset, masked: Dataset, cut = WHOLE, key = 'id'): Promise<string> => {
  let thrown: unknown
  try {
    matchByKey(original, masked, key)
  } catch (error) {
    thrown = error
  }
  const { message, code, place, fix } = thrown as Record<string, string>
  await expect(linked(original, masked, key, cut)).rejects.toMatchObject({ message, code, place, fix })
  return message
}

describe('records linked out of core', () => {
  it('equal those linked in memory, for any partitions', async () => {
    const original = numbers(some(ROWS, (i) => i * 1.5 - 70_000))
    await sameAsWhole(original, numbers(some(ROWS, (i) => shuffled(ROWS, i) * 1.5 - 70_000)), CUTS)
  })

  it('equal those of a drawn order, which needs only its stream, for any partitions', async () => {
    const original = numbers(some(ROWS, (i) => i))
    const by = { order: seededRng('one') }
    const masked = takeRows(original, matchByOrder(original, original, by.order))
    const whole = matchByKey(original, masked, 'id')
    for (const cut of [WHOLE, CUT]) expect(firstDifference(await linked(original, masked, by, cut), whole)).toBe(-1)
    const few = numbers([1, 2, 3])
    await expect(linked(original, few, { order: seededRng(1) })).rejects.toMatchObject({
      code: 'LENGTH_MISMATCH',
      message: 'the original has 131102 records, and 3 were put into the order of the masked file',
    })
  })

  it('may be a sample of the original, with strangers, and with records without a key in either file', async () => {
    const original = numbers(some(ROWS, (i) => (i % 11 === 3 ? Number.NaN : i)))
    const sample = some(SHORT, (i) => (i % 7 === 5 ? Number.NaN : i % 3 === 0 ? i + ROWS : shuffled(ROWS, i)))
    await sameAsWhole(original, numbers(sample), [CUT])
    // Fewer records in the original than in the masked file.
    await sameAsWhole(numbers(sample), original, [CUT])
  })

  it('may be a single one, or far apart', async () => {
    await sameAsWhole(numbers([7]), numbers([7]))
    await sameAsWhole(texts(['a']), texts(['a']))
    const far = [Infinity, -Infinity, 5e-324, -5e-324, 1.7976931348623157e308, 0.1, 2 ** 53, -1]
    await sameAsWhole(numbers(far), numbers(far.toReversed()))
  })

  it('treat zeros of both signs as one key', async () => {
    await sameAsWhole(numbers([1, -0, 2]), numbers([0, 2]))
    expect(await refusedAsWhole(numbers([0, 1, -0]), numbers([1]))).toMatch(
      /the value 0 in records 1 and 3 of the orig/,
    )
    expect(await refusedAsWhole(numbers([1]), numbers([-0, 0, 1]))).toMatch(/value 0 in records 1 and 2 of the masked/)
  })

  it('match a number in one file with its text in the other', async () => {
    const values = [1, -0, 2.5, 1e21, Number.NaN, -3, Infinity]
    const spelled = ['-3', '2.5', '0', '1e+21', null, '01', '1', 'NaN', 'Infinity']
    await sameAsWhole(numbers(values), texts(spelled))
    await sameAsWhole(texts(spelled), numbers(values))
    const many = numbers(some(SHORT, (i) => i / 8))
    await sameAsWhole(many, texts(some(7000, (i) => String(shuffled(SHORT, i) / 8))), [CUT])
  })

  it('match texts of any characters and length, with categories in another order in each file', async () => {
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
    const levels = some(SHORT, (i) => `person ${i}`)
    const original: CategoricalColumn = {
      kind: 'categorical',
      ordered: false,
      levels,
      codes: Int32Array.from(levels, (_, i) => (i % 13 === 0 ? -1 : shuffled(SHORT, i))),
    }
    const masked: CategoricalColumn = {
      ...original,
      levels: levels.toReversed(),
      codes: Int32Array.from(levels.keys()),
    }
    await sameAsWhole(file(original), file(masked), [CUT])
  })

  it('match texts if each block has its own categories', async () => {
    const keys = some(SHORT, (i) => `p${i}`)
    const original = texts(keys)
    const masked = texts(keys.map((_, i) => (i % 10 === 0 ? null : keys[shuffled(SHORT, i)])))
    const around = filesOf(unheld(original), unheld(masked), CUT)
    await link(around, 'id')
    expect(firstDifference(await originsOf(around), matchByKey(original, masked, 'id'))).toBe(-1)
    expect(await linkedRows(around)).toBe(SHORT - Math.ceil(SHORT / 10))
  })

  it('leave only the links in the work folder', async () => {
    const around = filesOf(sourceOf(numbers([1, 2])), sourceOf(numbers([2, 1])), WHOLE)
    await link(around, 'id')
    const names = (await around.store.list('')).map((name) => name.replace(/^done\//, ''))
    expect(names.every((name) => name.startsWith('link/'))).toBe(true)
    expect(await around.store.list('link/')).toEqual(['link/numbers/0', 'link/origins/0'])
  })
})

describe('tasks of a linkage', () => {
  it('are enough for the memory of each, and at least four if the files have as many partitions', () => {
    const buckets = (cut: Cut): number => {
      const source = { ...sourceOf(numbers([1])), rows: 200_000 }
      return bucketsOf(filesOf(source, source, cut), { key: 'id' })
    }
    expect(buckets({ partBlocks: 4 })).toBe(1)
    expect(buckets({ partBlocks: 1 })).toBe(4)
    // 64 bytes for each record of both files.
    expect(buckets({ partBlocks: 4, taskBytes: 1_000_000 })).toBe(26)
  })

  it('communicate by the work folder alone, and may run in any order', async () => {
    const original = numbers(some(SHORT, (i) => i + 1))
    const masked = numbers(some(SHORT, (i) => (i % 9 === 0 ? -1 - i : 1 + shuffled(SHORT, i))))
    const around = filesOf(sourceOf(original), sourceOf(masked), CUT)
    for (const s of [0, 1, 2]) {
      const count = await linkStages({ key: 'id' })[s].tasks(around)
      for (let task = count - 1; task >= 0; task--) await runTask(linkStages({ key: 'id' })[s], { ...around }, task)
    }
    expect(firstDifference(await originsOf(around), matchByKey(original, masked, 'id'))).toBe(-1)
  })
})

/** A file whose blocks have their own categories, as those of a column with too many. */
function unheld(data: Dataset): FileSource {
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

describe('a key out of core', () => {
  const ids = some(SHORT, (i) => i)

  it('is refused if records share it: the first repetition, in the original before the masked file', async () => {
    const original = ids.with(65_545, 3).with(65_540, 7001).with(65_550, 0)
    const masked = ids.with(5, 4)
    expect(await refusedAsWhole(numbers(original), numbers(masked), CUT)).toMatch(
      /value 7001 in records 7002 and 65541 of the original/,
    )
    expect(await refusedAsWhole(numbers(ids), numbers(original), CUT)).toMatch(
      /value 7001 in records 7002 and 65541 of the masked file/,
    )
    // Repeated several times, by records without a link.
    await refusedAsWhole(numbers(ids), numbers([5, -7, 8, -7, -7]))
    await refusedAsWhole(numbers([9, 1, 1, 1, 9]), numbers([1]))
    expect(await refusedAsWhole(numbers(ids.map(() => 6)), numbers([6]), CUT)).toMatch(/records 1 and 2 /)
  })

  it('is refused if texts are equal, or a number equals a text, in one file only', async () => {
    expect(await refusedAsWhole(texts(['a', 'b', 'é', null, 'é']), texts(['b']))).toMatch(/value é in records 3 and 5/)
    expect(await refusedAsWhole(numbers([1, 2]), texts(['x', '2', 'x']))).toMatch(/value x in records 1 and 3/)
    expect(await refusedAsWhole(numbers([2, 0, 2]), texts(['2']))).toMatch(/value 2 in records 1 and 3/)
  })

  it('is refused if no value is in both files, or if all are missing', async () => {
    expect(await refusedAsWhole(numbers(ids), numbers(ids.map((id) => id + 0.5)), CUT)).toMatch(/in both files/)
    await refusedAsWhole(texts(['01']), numbers([1]))
    await refusedAsWhole(numbers([Number.NaN, Number.NaN]), numbers([Number.NaN]))
    await refusedAsWhole(texts([null]), texts(['', null]))
  })

  it('is refused for files without records', async () => {
    await refusedAsWhole(numbers([]), numbers([1]))
    await refusedAsWhole(numbers([1]), numbers([]))
    await refusedAsWhole(texts([]), texts([]))
  })

  it('is refused if a file lacks it', async () => {
    const other = dataset([['name', numeric([1])]])
    expect(await refusedAsWhole(other, numbers([1]))).toMatch(/the original file has no link column "id"/)
    expect(await refusedAsWhole(numbers([1]), other)).toMatch(/the masked file has no link column "id"/)
  })
})
