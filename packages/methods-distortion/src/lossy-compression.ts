/**
 * Lossy compression: the file is treated as a grey image, a row per record and a column per column, and compressed as
 * by JPEG. The decompressed image is the masked file.
 */
import { defineMethod, numeric, SdcError, type Column, type MaskingMethod } from '@sdc/core'
import { finiteColumns } from '@sdc/toolkit'
import * as z from 'zod'
import { compressImage } from './compress-image.js'
import { SIDE } from './dct.js'
import { firstComponentOrder } from './image-rows.js'

const id = 'distortion/lossy-compression'
const WHITE = 255

const params = z.object({
  quality: z
    .int()
    .min(1)
    .max(100)
    .default(80)
    .meta({
      description:
        'JPEG quality Q: the lower, the coarser the rounding of the coefficients. At 100 they are rounded to ' +
        'whole grey levels.',
      unit: 'quality',
      search: { min: 20, max: 95, scale: 'linear', usual: [50, 70, 90] },
    }),
  sort: z
    .enum(['first-component', 'file'])
    .default('first-component')
    .meta({
      description:
        'Order of the records in the image; masked records keep their place. By the first principal component of ' +
        'the standardised columns, or as in the file, where neighbours are mostly unrelated.',
    }),
})

export type LossyCompressionParams = z.infer<typeof params>

export const lossyCompressionMethod: MaskingMethod<LossyCompressionParams> = defineMethod({
  id,
  title: 'Lossy compression (JPEG)',
  summary: 'Treats the file as a grey image and compresses it like JPEG; the decompressed image is the masked file.',
  brief: [
    'It keeps broad patterns of the file.',
    'No statistic is kept for certain, and the protection is hard to foresee.',
  ],
  formula:
    'g = 255(x − min)/(max − min);  per block of 8 × 8: B = IDCT(T∘round(DCT(g − 128)/T)) + 128;  y = min + ' +
    'min(255, max(0, B))(max − min)/255;  T = clamp(⌊(S·K + 50)/100⌋, 1, 255), S = 5000/Q below 50, else 200 − 2Q',
  source: [
    { key: 'domingo-ferrer-torra-2001', where: 'the method' },
    { key: 'itu-1992', where: 'DCT, and K: Annex K, table K.1' },
  ],
  notes: [
    {
      topic: 'keeps',
      text:
        'Values lie between the smallest and the largest original value of their column. The eight columns and ' +
        "records of a block share the error, as a share of each column's range. One outlier therefore makes all " +
        'other values of its column move by much.',
    },
    {
      topic: 'loses',
      text:
        'Differences within a block shrink: distributions lose spikes, and records and columns become like their ' +
        'neighbours in the image. An unsorted file loses much more than a sorted one.',
    },
    {
      topic: 'attacks',
      text:
        'Nothing is random, and the quality limits the error of a value. At 100 the error is about a third of a ' +
        'grey level, 1/255 of the range of a column, so a masked record is almost always linked to its original. ' +
        'Near 20 it is some 40 grey levels.',
    },
    {
      topic: 'choices',
      text:
        'Each column is scaled by its smallest and largest value. 128 is subtracted before the DCT (orthonormal, ' +
        'type II). Coefficients are rounded half away from 0, and the image is not rounded. At the edges the ' +
        'last record and the last column are repeated to fill a block; the added part is dropped. Equal scores ' +
        'of the first component are ordered by the values, equal records as in the file. The image has the ' +
        'columns in the order in which you name them: name related columns next to each other.',
    },
    {
      topic: 'missing',
      text: 'Missing values are refused. A constant column is not part of the image and stays unchanged.',
    },
  ],
  enables: [
    'An intruder who knows the quality knows the steps of the coefficients. They can compute how far each ' +
      'original value can be from its masked one. The smallest and the largest original value of a column are ' +
      'nearly those of the masked column.',
  ],
  traits: { ordered: true },
  params,
  examples: [{ quality: 20 }, { sort: 'file', quality: 50 }],
  needsFile: () => ({ why: 'the file is compressed as one image' }),
  plan: () => ({
    form: 'file',
    mask(input) {
      const { columns: names, data, params: given, tick } = input
      if (data.rows < 2) {
        const message = `${data.rows} record has no other to be compressed with`
        throw new SdcError('TOO_FEW_RECORDS', message, { method: id }, 'Use larger groups, or leave the columns out.')
      }
      const values = finiteColumns(input, names, id)
      const ranges = values.map(rangeOf)
      const varying = names.flatMap((_, j) => (ranges[j].width > 0 ? [j] : []))
      const constant = names.filter((_, j) => !varying.includes(j))
      if (varying.length === 0) {
        const message = `column "${constant[0]}" has the same value in every record, and so has every other`
        const fix = 'Leave it out, or use larger groups.'
        throw new SdcError('CONSTANT_COLUMN', message, { method: id, column: constant[0] }, fix)
      }
      const used = varying.map((j) => values[j])
      tick(0)
      const order = given.sort === 'file' ? used[0].map((_, i) => i) : firstComponentOrder(used)
      const image = varying.map((j) => {
        const { least, width } = ranges[j]
        return Float64Array.from(order, (i) => ((values[j][i] - least) / width) * WHITE)
      })
      const back = compressImage(image, given.quality, tick)
      const columns = new Map<string, Column>(names.map((name) => [name, data.column(name)]))
      let squares = 0
      varying.forEach((j, k) => {
        const { least, greatest, width } = ranges[j]
        const masked = new Float64Array(data.rows)
        for (let row = 0; row < masked.length; row++) {
          const grey = Math.min(WHITE, Math.max(0, back[k][row]))
          const error = grey - image[k][row]
          squares += error * error
          masked[order[row]] = Math.min(greatest, least + (grey / WHITE) * width)
        }
        columns.set(names[j], numeric(masked))
      })
      const report = new Map([
        ['root mean square error in grey levels', Math.sqrt(squares / (varying.length * data.rows))],
        ['constant columns left unchanged', constant.length],
      ])
      return { files: [{ columns }], report, warnings: warningsOf(data.rows, varying.length, constant) }
    },
  }),
})

interface Range {
  readonly least: number
  readonly greatest: number
  readonly width: number
}

function rangeOf(values: Float64Array): Range {
  let least = Infinity
  let greatest = -Infinity
  for (let i = 0; i < values.length; i++) {
    if (values[i] < least) least = values[i]
    if (values[i] > greatest) greatest = values[i]
  }
  return { least, greatest, width: greatest - least }
}

function warningsOf(rows: number, columns: number, constant: readonly string[]): string[] {
  const warnings: string[] = []
  const few = [...(rows < SIDE ? [`${rows} records`] : []), ...(columns < SIDE ? [`${columns} columns`] : [])]
  if (few.length > 0)
    warnings.push(
      `${few.join(' and ')}, fewer than the 8 of a block: the last ${rows < SIDE ? 'record' : 'column'} is ` +
        'repeated to fill it',
    )
  if (constant.length > 0) warnings.push(`constant columns, left unchanged: ${constant.join(', ')}`)
  return warnings
}
