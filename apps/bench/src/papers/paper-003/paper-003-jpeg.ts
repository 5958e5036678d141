import { dataset, numericValues, takeRows, type Dataset } from '@sdc/core'
import { census } from '@sdc/datasets/census'
import { scatterPlot } from '@sdc/report'
import type { Figure, PaperOptions, PaperTable } from '../paper.js'
import { masked, measured } from '../run.js'

const qualities = [100, 80, 50, 20] as const
const greyLevels = 255

/** Lossy compression: the slides' example of eight records and eight variables, and the whole Census file. */
export async function jpegTables(options: PaperOptions): Promise<readonly PaperTable[]> {
  return [await exampleTable(options), await censusTable(options)]
}

async function exampleTable(options: PaperOptions): Promise<PaperTable> {
  const original = exampleFile()
  const rows = []
  for (const quality of qualities) {
    const errors = greyErrors(original, await compressed(options, original, quality, 'file'))
    rows.push({
      given: [quality],
      checks: [rootMeanSquare(errors), Math.max(...errors.map(Math.abs))].map((ours) => ({
        ours,
        printed: null,
        shown: 2,
      })),
    })
  }
  return {
    id: 'Lossy compression, example',
    title: 'Lossy compression (JPEG) of 8 records and 8 variables',
    sentence:
      'Error of the masked values in grey levels (1/255 of the range of a variable), by the quality Q ' +
      '(distortion/lossy-compression). The slides describe the example with Q = 80 and print no values; the records are ' +
      'the first eight of the Census file, its first eight variables.',
    given: ['Q'],
    checks: ['root mean square', 'largest'],
    rows,
  }
}

async function censusTable(options: PaperOptions): Promise<PaperTable> {
  const { registry, seed } = options
  const original = census()
  const rows = []
  for (const sort of ['file', 'first-component'] as const)
    for (const quality of qualities) {
      const made = await compressed(options, original, quality, sort)
      const call = { registry, original, masked: made, columns: original.names, seed }
      const values = [
        rootMeanSquare(greyErrors(original, made)),
        (await measured({ ...call, metric: 'loss/pil' })).value,
        (await measured({ ...call, metric: 'risk/dbrl' })).value,
      ]
      rows.push({
        given: [sort === 'file' ? 'as in the file' : 'first principal component', quality],
        checks: values.map((ours) => ({ ours, printed: null, shown: 1 })),
      })
    }
  return {
    id: 'Lossy compression, Census',
    title: 'Lossy compression (JPEG) of the Census file, by quality and order of the records',
    sentence:
      'Error of the masked values in grey levels, probabilistic information loss (loss/pil) and records linked by distance ' +
      '(risk/dbrl), in percent; 1,080 records, 13 variables. The slides print no values.',
    given: ['order of the records', 'Q'],
    checks: ['error', 'PIL', 'linked'],
    rows,
    notes: [
      'Nothing is random. Sorted by the first principal component, neighbouring records are alike, and the same quality has a ' +
        'smaller error.',
    ],
  }
}

/** Masked against original values of the example, in grey levels. */
export async function jpegFigure(options: PaperOptions): Promise<Figure> {
  const original = exampleFile()
  const series = []
  for (const quality of [20, 50, 80] as const) {
    const made = await compressed(options, original, quality, 'file')
    series.push({ name: `Q = ${quality}`, x: allGrey(original, original), y: allGrey(original, made) })
  }
  return {
    name: 'paper-003-lossy-compression.svg',
    svg: scatterPlot({
      title: 'Lossy compression of 8 records and 8 variables',
      subtitle: 'First eight records and variables of the Census file. Unmasked values lie on the diagonal',
      x: { label: 'Original value', unit: 'grey level' },
      y: { label: 'Masked value', unit: 'grey level' },
      series,
    }),
  }
}

function exampleFile(): Dataset {
  const file = census()
  const rows = Int32Array.from({ length: 8 }, (_, i) => i)
  const columns = dataset(file.names.slice(0, 8).map((name) => [name, file.column(name)]))
  return takeRows(columns, rows)
}

const compressed = (
  { registry, seed }: PaperOptions,
  original: Dataset,
  quality: number,
  sort: 'file' | 'first-component',
): Promise<Dataset> => {
  const step = { use: 'distortion/lossy-compression', columns: [...original.names], params: { quality, sort } }
  return masked(registry, original, [step], seed)
}

const greyErrors = (original: Dataset, made: Dataset): Float64Array => {
  const before = allGrey(original, original)
  return allGrey(original, made).map((grey, i) => grey - before[i])
}

/** Grey levels of all values of a file, one column after the other, by the ranges of the original. */
function allGrey(original: Dataset, file: Dataset): Float64Array {
  return Float64Array.from(
    original.names.flatMap((name) => {
      const values = numericValues(original, name)
      const least = Math.min(...values)
      const width = Math.max(...values) - least
      return Array.from(numericValues(file, name), (value) => (greyLevels * (value - least)) / width)
    }),
  )
}

const rootMeanSquare = (values: Float64Array): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length)
