import { seededRng } from '@sdc/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { censusColumns } from '@sdc/testing/public-files'
import { compressImage } from './compress-image.js'
import { dct, inverseDct } from './dct.js'
import { firstComponentOrder } from './image-rows.js'
import { lossyCompressionMethod } from './lossy-compression.js'
import { quantisationTable, quantise } from './quantise.js'
import { fileOf, numbersOf, run } from './testing.fixture.js'

const census = [...censusColumns()]
const square = fileOf(Object.fromEntries(census.slice(0, 8).map(([name, values]) => [name, values.slice(0, 8)])))
const noise = (rows: number, columns: number, seed: number): Float64Array[] => {
  const rng = seededRng(seed)
  return Array.from({ length: columns }, () => Float64Array.from({ length: rows }, () => 255 * rng.uniform()))
}

/** Errors in grey levels, shares of 1/255 of the range of each column. */
async function errorsOf(params: Readonly<Record<string, unknown>>, data = square): Promise<number[]> {
  const result = await run(lossyCompressionMethod, data, params)
  return data.names.flatMap((name) => {
    const column = data.column(name)
    if (column.kind !== 'numeric') return []
    const [least, most] = [Math.min(...column.values), Math.max(...column.values)]
    return [...numbersOf(result, name)].map((value, i) => (255 * (value - column.values[i])) / (most - least))
  })
}
const rms = (errors: readonly number[]): number => Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / errors.length)

describe('the cosine transform', () => {
  it('is undone by its inverse, keeps sums of squares, and has the mean first', () => {
    const block = fc.array(fc.double({ min: -128, max: 127, noNaN: true }), { minLength: 64, maxLength: 64 })
    fc.assert(
      fc.property(block, (list) => {
        const original = Float64Array.from(list)
        const changed = original.slice()
        dct(changed)
        const squares = (of: Float64Array): number => of.reduce((sum, value) => sum + value * value, 0)
        expect(squares(changed) - squares(original)).toBeLessThan(1e-10 * (1 + squares(original)))
        expect(changed[0]).toBeCloseTo(original.reduce((sum, value) => sum + value, 0) / 8, 10)
        inverseDct(changed)
        for (let at = 0; at < 64; at++) expect(Math.abs(changed[at] - original[at])).toBeLessThan(1e-10)
      }),
    )
  })

  it('has one coefficient for a cosine, rows before columns', () => {
    const wave = Float64Array.from({ length: 64 }, (_, at) => Math.cos(((2 * (at % 8) + 1) * 3 * Math.PI) / 16))
    dct(wave)
    // Along a row the frequency is 3: c_3·4 times c_0·8.
    expect(wave[3]).toBeCloseTo(0.5 * 4 * Math.sqrt(1 / 8) * 8, 12)
    expect(wave.filter((value) => Math.abs(value) > 1e-12)).toHaveLength(1)
  })
})

describe('quantisation', () => {
  it('has the table of Annex K at quality 50, ones at 100, and is coarser below', () => {
    expect(Array.from(quantisationTable(50).subarray(0, 8))).toEqual([16, 11, 10, 16, 24, 40, 51, 61])
    expect(Array.from(quantisationTable(50).subarray(56))).toEqual([72, 92, 95, 98, 112, 100, 103, 99])
    expect(new Set(quantisationTable(100))).toEqual(new Set([1]))
    // ⌊(40·16 + 50)/100⌋ = 6 at 80, ⌊(250·16 + 50)/100⌋ = 40 at 20; 255 at most.
    expect([quantisationTable(80)[0], quantisationTable(20)[0], Math.max(...quantisationTable(1))]).toEqual([
      6, 40, 255,
    ])
    for (let quality = 2; quality <= 100; quality++) {
      const [finer, coarser] = [quantisationTable(quality), quantisationTable(quality - 1)]
      expect(finer.every((step, at) => step <= coarser[at])).toBe(true)
    }
  })

  it('rounds halves away from 0', () => {
    const block = Float64Array.of(5, -5, 14.9, -15, 4.9, 0)
    quantise(block, new Float64Array(6).fill(10))
    expect([...block].map((value) => value + 0)).toEqual([10, -10, 10, -20, 0, 0])
  })
})

describe('compressImage', () => {
  it('has a mean error below a grey level at quality 100, and a larger one at lower quality', () => {
    const image = noise(64, 24, 1)
    const errors = (quality: number): number[] =>
      compressImage(image, quality).flatMap((column, j) => [...column].map((value, i) => value - image[j][i]))
    expect(errors(100).reduce((sum, error) => sum + Math.abs(error), 0) / (64 * 24)).toBeLessThan(1)
    let last = 0
    for (const quality of [100, 90, 80, 60, 40, 20, 10, 5]) {
      const now = rms(errors(quality))
      expect(now).toBeGreaterThan(last)
      last = now
    }
  })

  it('works in blocks of eight, the last ones filled with the edge', () => {
    const image = noise(19, 11, 2)
    const back = compressImage(image, 5)
    const filled = (rows: number): Float64Array[] =>
      Array.from({ length: 16 }, (_, j) =>
        Float64Array.from({ length: rows }, (_, i) => image[Math.min(j, 10)][Math.min(i, 18)]),
      )
    const whole = compressImage(filled(24), 5)
    back.forEach((column, j) => expect(column).toEqual(whole[j].slice(0, 19)))
    const block = compressImage(
      image.slice(0, 8).map((column) => column.slice(8, 16)),
      5,
    )
    block.forEach((column, j) => expect(column).toEqual(back[j].slice(8, 16)))
  })

  it('leaves an even image even', () => {
    const [back] = compressImage([new Float64Array(8).fill(128)], 50)
    for (const value of back) expect(value).toBeCloseTo(128, 12)
  })
})

describe('firstComponentOrder', () => {
  it('is the order of the only column, and of two that agree; equal scores by the values', () => {
    const column = Float64Array.of(3, 1, 2, 1)
    expect([...firstComponentOrder([column])]).toEqual([1, 3, 2, 0])
    expect([...firstComponentOrder([column, column.map((value) => 100 * value)])]).toEqual([1, 3, 2, 0])
    // Correlation 0: both components are alike, and the scores of records 1 and 4, and of 2 and 3, are equal in one of them.
    const order = firstComponentOrder([Float64Array.of(0, 0, 1, 1), Float64Array.of(0, 1, 0, 1)])
    expect([...order].sort()).toEqual([0, 1, 2, 3])
  })
})

describe('distortion/lossy-compression', () => {
  it.each([
    [80, 7.9, 18.8, 7.140729070734591],
    [100, 0.32, 0.84, 0.28586506531618394],
    [50, 19.8, null, 18.54274062868076],
    [20, 38.7, null, 35.7192648702405],
  ])(
    'has an error on the first 8 × 8 values of census.csv at quality %d of %d grey levels, less after clipping to the range',
    async (quality, mean, most, within) => {
      const image = square.names.map((name) => {
        const { values } = square.column(name) as { values: Float64Array }
        const [least, greatest] = [Math.min(...values), Math.max(...values)]
        return values.map((value) => (255 * (value - least)) / (greatest - least))
      })
      const raw = compressImage(image, quality).flatMap((column, j) => [...column].map((v, i) => v - image[j][i]))
      // As many digits as are known of each.
      expect(Math.abs(rms(raw) - mean)).toBeLessThan(mean < 1 ? 0.005 : 0.05)
      if (most !== null) {
        const greatest = raw.reduce((a, b) => Math.max(a, Math.abs(b)), 0)
        expect(Math.abs(greatest - most)).toBeLessThan(most < 1 ? 0.005 : 0.05)
      }
      // SciPy 1.17: dctn and idctn with norm='ortho', then clip(0, 255).
      expect(rms(await errorsOf({ quality, sort: 'file' }))).toBeCloseTo(within, 9)
    },
  )

  it('loses less with sorted records, and reports the loss', async () => {
    const all = fileOf(Object.fromEntries(census.slice(0, 8)))
    const [sorted, unsorted] = [rms(await errorsOf({ quality: 20 }, all)), rms(await errorsOf({ quality: 20, sort: 'file' }, all))] // oxfmt-ignore
    expect(sorted).toBeLessThan(0.85 * unsorted)
    const { report } = await run(lossyCompressionMethod, square, { sort: 'file' })
    expect(report?.get('root mean square error in grey levels')).toBeCloseTo(rms(await errorsOf({ sort: 'file' })), 10)
  })

  it('returns each record its own row, for any order of the file', async () => {
    const image = noise(40, 3, 3)
    const names = ['a', 'b', 'c']
    const of = (order: readonly number[]): Readonly<Record<string, Float64Array>> =>
      Object.fromEntries(names.map((name, j) => [name, Float64Array.from(order, (i) => image[j][i])]))
    const straight = [...image[0].keys()]
    const mixed = straight.map((i) => (i * 7) % 40)
    const [one, other] = [await run(lossyCompressionMethod, fileOf(of(straight))), await run(lossyCompressionMethod, fileOf(of(mixed)))] // oxfmt-ignore
    for (const name of names) {
      const masked = numbersOf(one, name)
      // Sums over records in another order: roundings.
      numbersOf(other, name).forEach((value, at) => expect(value).toBeCloseTo(masked[mixed[at]], 9))
    }
  })

  it('leaves a constant column unchanged, pads small images, and warns about both', async () => {
    const data = fileOf({ a: [1, 5, 2], b: [7, 7, 7], c: [3, 2, 8] })
    const result = await run(lossyCompressionMethod, data)
    expect([...numbersOf(result, 'b')]).toEqual([7, 7, 7])
    expect(result.report?.get('constant columns left unchanged')).toBe(1)
    expect(result.warnings).toEqual([
      '3 records and 2 columns, fewer than the 8 of a block: the last record is repeated to fill it',
      'constant columns, left unchanged: b',
    ])
    for (const value of numbersOf(result, 'a')) expect(value >= 1 && value <= 5).toBe(true)
  })

  it('refuses one record, constant columns only, and invalid qualities', async () => {
    await expect(run(lossyCompressionMethod, fileOf({ a: [1] }))).rejects.toMatchObject({ code: 'TOO_FEW_RECORDS' })
    const even = fileOf({ a: [1, 1], b: [2, 2] })
    await expect(run(lossyCompressionMethod, even)).rejects.toMatchObject({ code: 'CONSTANT_COLUMN' })
    for (const quality of [0, 101, 50.5])
      await expect(run(lossyCompressionMethod, square, { quality })).rejects.toMatchObject({ code: 'BAD_PARAMETER' })
  })
})
