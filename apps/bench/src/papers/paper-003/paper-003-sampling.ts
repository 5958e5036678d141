import { numeric, numericValues, withColumns, type Dataset } from '@sdc/core'
import { households } from '@sdc/datasets'
import { census } from '@sdc/datasets/census'
import { linePlot } from '@sdc/report'
import { mean } from '@sdc/stats'
import { keyFrequencies } from '@sdc/toolkit'
import { onceARun } from '../once-a-run.js'
import type { Figure, PaperOptions, PaperTable } from '../paper.js'
import { masked } from '../run.js'

const fractions = [0.02, 0.05, 0.1, 0.25, 0.5] as const
const samples = 20

/** Files, and the variables that an intruder knows. */
const files: readonly { readonly name: string; file(): Dataset; readonly keys: readonly string[] }[] = [
  { name: 'region, sex, education', file: households, keys: ['region', 'sex', 'education'] },
  { name: 'region, sex, education, age', file: households, keys: ['region', 'sex', 'education', 'age'] },
  { name: 'taxable income', file: census, keys: ['TAXINC'] },
]

interface SampledRow {
  readonly name: string
  readonly fraction: number
  /** Sample uniques in percent of the sample. */
  readonly uniques: number
  /** Population uniques in percent of the sample uniques; NaN without sample uniques. */
  readonly certain: number
  /** Chance in percent that a record of the sample with the quasi-identifiers of a person belongs to them. */
  readonly chance: number
}

const sampledRows = onceARun(async (options: PaperOptions): Promise<readonly SampledRow[]> => {
  const rows: SampledRow[] = []
  for (const { name, file, keys } of files) {
    const population = file()
    const counted = withColumns(population, new Map([['population', numeric(frequencies(population, keys))]]))
    for (const fraction of fractions) {
      const shares = { uniques: [] as number[], certain: [] as number[], chance: [] as number[] }
      for (let s = 0; s < samples; s++) {
        const step = {
          use: 'coding/sampling',
          columns: [...keys],
          params: { percent: 100 * fraction, weightName: 'expansion' },
        }
        const sample = await masked(options.registry, counted, [step], `${options.seed} ${name} ${fraction} ${s}`)
        const inPopulation = numericValues(sample, 'population')
        const uniques = [...frequencies(sample, keys)].flatMap((f, i) => (f === 1 ? [inPopulation[i]] : []))
        shares.uniques.push((100 * uniques.length) / sample.rows)
        if (uniques.length > 0) shares.certain.push((100 * uniques.filter((f) => f === 1).length) / uniques.length)
        shares.chance.push(100 * mean(inPopulation.map((f) => 1 / f)))
      }
      const average = (values: readonly number[]): number =>
        values.length === 0 ? Number.NaN : mean(Float64Array.from(values))
      rows.push({
        name,
        fraction,
        uniques: average(shares.uniques),
        certain: average(shares.certain),
        chance: average(shares.chance),
      })
    }
  }
  return rows
})

const noRoles = { keys: [], confidential: [], given: [], identifiers: [] }

/** Number of records with the same values in some columns, for each record. */
const frequencies = (file: Dataset, keys: readonly string[]): Float64Array =>
  keyFrequencies(file, keys, noRoles, { missing: 'wildcard', share: 1 }).f

/** Sampling: records of a sample that only one person of the population can be. */
export async function samplingTable(options: PaperOptions): Promise<PaperTable> {
  const rows = await sampledRows(options)
  return {
    id: 'Sampling',
    title: 'Sampling: identity disclosure by the fraction and the kind of the quasi-identifiers',
    sentence:
      'Percentages, means of 20 simple random samples (coding/sampling). Sample uniques: share of the records of the sample. ' +
      'Population uniques: share of the sample uniques. Chance: an intruder who knows the quasi-identifiers of a person finds ' +
      'an equal record in the sample; the chance that it is theirs. Files: 1,400 artificial persons; the Census file.',
    given: ['quasi-identifiers', 'fraction'],
    checks: ['sample uniques', 'population uniques', 'chance'],
    rows: rows.map(({ name, fraction, uniques, certain, chance }) => ({
      given: [name, fraction],
      checks: [uniques, certain, chance].map((ours) => (Number.isNaN(ours) ? null : { ours, printed: null, shown: 1 })),
    })),
    notes: [
      'The slides print no values. They call sampling suitable for categorical variables, and its adequacy for continuous ' +
        'ones less clear. A continuous value is unique in every sample and in the population, so a sample protects only ' +
        'those who are not in it.',
    ],
  }
}

/** Share of sample uniques that are population uniques, by the sampling fraction. */
export async function samplingFigure(options: PaperOptions): Promise<Figure> {
  const rows = await sampledRows(options)
  return {
    name: 'paper-003-sampling.svg',
    svg: linePlot({
      title: 'Sample uniques that are population uniques',
      subtitle: 'By the quasi-identifiers that an intruder knows; means of 20 simple random samples',
      x: { label: 'Sampling fraction', unit: '%' },
      y: { label: 'Population uniques among the sample uniques', unit: '%' },
      series: files.map(({ name }) => {
        const ofFile = rows.filter((row) => row.name === name)
        return {
          name,
          x: Float64Array.from(ofFile, ({ fraction }) => 100 * fraction),
          y: Float64Array.from(ofFile, ({ certain }) => certain),
        }
      }),
    }),
  }
}
