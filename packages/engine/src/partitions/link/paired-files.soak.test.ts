import { BLOCK, categorical, dataset, numeric, takeColumn, type Dataset } from '@sdc/core'
import { matchByKey } from '../../measure/match.js'
import { describe, expect, it } from 'vitest'
import { sourceOf } from '../source/source.js'
import { cellsIn, cellsOf, filesOf, firstDifference, link, paired, type Cut } from './linked.fixture.js'

/** Three blocks. */
const ROWS = 2 * BLOCK + 8

/** Persons by their numbers, with variables that have missing values, zeros of both signs and categories. */
function persons(ids: readonly number[]): Dataset {
  return dataset([
    ['id', numeric(ids)],
    ['income', numeric(ids.map((id) => (id % 5 === 0 ? Number.NaN : id % 7 === 0 ? -0 : id * 0.37)))],
    ['region', categorical(ids.map((id) => (id % 9 === 0 ? null : `r${id % 17}`)))],
  ])
}

/** Records without a key if the number ends in nine. */
const originalOf = (rows: number): Dataset =>
  persons(Array.from({ length: rows }, (_, i) => (i % 10 === 9 ? Number.NaN : i)))
const original = originalOf(BLOCK + 8)
/** Masked records in another order; `of` is the person of each. */
const maskedOf = (rows: number, of: (i: number) => number): Dataset =>
  persons(Array.from({ length: rows }, (_, i) => of(i)))

/** Checks that the columns of the pairs equal those of both files, taken by the origins found in memory. */
async function sameAsTaken(masked: Dataset, cut: Cut, of = original): Promise<number> {
  const origin = matchByKey(of, masked, 'id')
  const linked = Int32Array.from(origin.keys()).filter((i) => origin[i] >= 0)
  const around = filesOf(sourceOf(of), sourceOf(masked), cut)
  await link(around, 'id')
  const pairs = await paired(around)
  expect(pairs.original.source.rows).toBe(linked.length)
  expect(pairs.masked.source.rows).toBe(linked.length)
  expect(pairs.masked.parts).toEqual(pairs.original.parts)
  for (const name of of.names) {
    const before = takeColumn(
      of.column(name),
      origin.filter((record) => record >= 0),
    )
    expect(firstDifference(await cellsOf(pairs.original, name), cellsIn(before))).toBe(-1)
    const after = takeColumn(masked.column(name), linked)
    expect(firstDifference(await cellsOf(pairs.masked, name), cellsIn(after))).toBe(-1)
  }
  // Intermediate results are removed.
  const left = (await around.store.list('link/')).filter((name) => !/^link\/(origins|pairs)\//.test(name))
  expect(left).toEqual([])
  if (linked.length === masked.rows) expect(pairs.masked).toBe(around.masked)
  return linked.length
}

describe('columns of linked records', () => {
  it('are those of the original, in the order of a masked file with links for all its records', async () => {
    // Persons whose number does not end in nine.
    const known = Array.from({ length: BLOCK + 8 }, (_, i) => (i * 7919) % (BLOCK + 8)).filter((i) => i % 10 !== 9)
    const masked = maskedOf(known.length, (i) => known[i])
    expect(await sameAsTaken(masked, { partBlocks: 4 })).toBe(known.length)
    expect(await sameAsTaken(masked, { partBlocks: 1, taskBytes: 3_000_000 })).toBe(known.length)
  })

  it('leave out masked records, and whole partitions without links: there are fewer partitions of pairs', async () => {
    // The second of three blocks has no linked records.
    const masked = maskedOf(ROWS, (i) => (i < BLOCK || i >= 2 * BLOCK ? ROWS - 1 - i : ROWS + i))
    const linked = await sameAsTaken(masked, { partBlocks: 1 }, originalOf(ROWS))
    expect([linked > 50_000, linked < BLOCK]).toEqual([true, true])
  })

  it('may have more masked records than the original, or one', async () => {
    expect(
      await sameAsTaken(
        maskedOf(BLOCK + 8, (i) => BLOCK + 8 - i),
        { partBlocks: 1 },
        persons([500, 2, 65_000]),
      ),
    ).toBe(3)
    expect(await sameAsTaken(persons([3]), { partBlocks: 1 }, persons([3]))).toBe(1)
    expect(await sameAsTaken(persons([4, 3]), { partBlocks: 1 }, persons([1, 3]))).toBe(1)
  })
})
