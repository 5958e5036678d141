import { numericValues, takeRows, type Dataset } from '@sdc/core'
import { densityPlot, scatterPlot, type DensitySeries, type ScatterSeries } from '@sdc/report'
import type { Figure, PaperOptions } from '../paper.js'
import { censusRuns, simulatedRun, type CensusRuns, type GroupedFile } from './paper-001-work.js'

const perturbedNames = ['perturbed, d = 0', 'perturbed, d = 0.5', 'perturbed, d = 0.9'] as const

interface Masked {
  readonly file: GroupedFile
  /** Shuffled, and perturbed with d = 0, .5 and .9. */
  readonly masks: readonly Dataset[]
  readonly subtitle: string
  readonly unit: string
}

/** Figures 1 to 7 on the stand-in, 8 to 10 on the Census file. */
export async function figures(options: PaperOptions): Promise<readonly Figure[]> {
  const simulated: Masked = {
    ...(await simulatedRun(options)),
    subtitle: 'Stand-in for the simulated file: 50,000 records in 24 sub-groups',
    unit: '',
  }
  return [...simulatedFigures(simulated), ...censusFigures(await censusRuns(options))]
}

function simulatedFigures(made: Masked): Figure[] {
  const { file, masks, subtitle } = made
  const scatter = (number: number, title: string, over?: ScatterSeries): Figure =>
    figure(
      number,
      scatterPlot({
        title: `Figure ${number}. Net assets and Mortgage balance, ${title}`,
        subtitle,
        x: { label: 'Net assets', unit: '' },
        y: { label: 'Mortgage balance', unit: '' },
        series: [points('original', file.data, 'Net', 'Mortgage'), ...(over ? [over] : [])],
      }),
    )
  return [
    marginal(1, made, 'Home', 'Home value'),
    marginal(2, made, 'Mortgage', 'Mortgage balance'),
    marginal(3, made, 'Net', 'Net assets'),
    marginal(4, made, 'Home', 'Home value', 'gender 0, marital status 0, age group 1'),
    scatter(5, 'original'),
    scatter(6, 'original and perturbed (d = 0)', points(perturbedNames[0], masks[1], 'Net', 'Mortgage')),
    scatter(7, 'original and shuffled', points('shuffled', masks[0], 'Net', 'Mortgage')),
  ]
}

function censusFigures({ file, runs }: CensusRuns): Figure[] {
  const subtitle = 'Census file: 1,080 records in eight sub-groups'
  const made: Masked = { file, masks: runs[0], subtitle, unit: 'USD' }
  return [
    marginal(8, made, 'FEDTAX', 'FEDTAX'),
    marginal(9, made, 'INTVAL', 'INTVAL', 'all three labels 0'),
    figure(
      10,
      scatterPlot({
        title: 'Figure 10. WSALVAL and FICA, original',
        subtitle,
        x: { label: 'WSALVAL', unit: 'USD' },
        y: { label: 'FICA', unit: 'USD' },
        series: [points('original', file.data, 'WSALVAL', 'FICA')],
      }),
    ),
  ]
}

/** A column of the original and of the perturbed files; in the first sub-group alone where that is named. */
function marginal(
  number: number,
  { file, masks, subtitle, unit }: Masked,
  column: string,
  label: string,
  firstGroup?: string,
): Figure {
  const values = (data: Dataset): Float64Array =>
    numericValues(firstGroup === undefined ? data : takeRows(data, file.groups[0]), column)
  const series: DensitySeries[] = [
    { name: 'original', values: values(file.data) },
    ...perturbedNames.map((name, d) => ({ name, values: values(masks[d + 1]) })),
  ]
  const here = `${file.groups[0].length.toLocaleString('en-US')} records`
  return figure(
    number,
    densityPlot({
      title: `Figure ${number}. Marginal distribution of ${label}${firstGroup === undefined ? '' : ', sub-group 1'}`,
      subtitle: `${subtitle}, masked within them${firstGroup === undefined ? '' : `; here the ${here} with ${firstGroup}`}`,
      axis: { label, unit },
      series,
    }),
  )
}

function points(name: string, data: Dataset, x: string, y: string): ScatterSeries {
  return { name, x: numericValues(data, x), y: numericValues(data, y) }
}

function figure(number: number, svg: string): Figure {
  return { name: `paper-001-figure-${number}.svg`, svg }
}
