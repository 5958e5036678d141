import { option, SdcError, type Dataset, type Reported } from '@sdc/core'
import { shortNumber, type RunResult } from '@sdc/engine'

/** Largest number of pictures: no viewer opens a file with more. */
const MOST = 50

/**
 * Returns pictures of the distributions that a run fitted to columns, each with its data, one below the other.
 *
 * A method that fits distributions reports two tables a column: `fit of COLUMN` (value, data, law: the shares up to the
 * edges of bins) and `families of COLUMN` (family, parameters, D, p, drawn from).
 *
 * @param run - The run.
 * @returns An SVG with at most 50 fits; its first caption says if there are more.
 * @throws BAD_OPTION if no step fitted a distribution.
 */
export async function fitPictures({ reports }: RunResult): Promise<string> {
  const fits = reports.flatMap(({ group, values }) =>
    [...values.keys()].flatMap((name) => {
      const column = /^fit of ([^]*)$/.exec(name)?.[1]
      const fit = values.get(name)
      const families = values.get(`families of ${column}`)
      return column !== undefined && isTable(fit) && isTable(families) ? [{ column, group, fit, families }] : []
    }),
  )
  if (fits.length === 0) {
    const used = [...new Set(reports.map(({ step }) => step))].join(', ')
    const message = `there are no fitted laws to draw${used === '' ? '' : `: ${used} fits none`}`
    throw new SdcError('BAD_OPTION', message, {}, `Leave out ${option('fits')}, or use distortion/by-distribution.`)
  }
  // Loads the drawing libraries on demand.
  const { fitPlot, stackedSvgs } = await import('@sdc/report')
  const more = fits.length > MOST ? `The first ${MOST} of ${fits.length} fits. ` : ''
  return stackedSvgs(
    fits.slice(0, MOST).map(({ column, group, fit, families }, i) => {
      const chosen = numbersOf(families, 'drawn from').indexOf(1)
      const law = textsOf(families, 'family')[chosen]
      const [distance, p] = ['D', 'p'].map((name) => shortNumber(numbersOf(families, name)[chosen]))
      return fitPlot({
        title: `${column}: ${law}`,
        subtitle:
          `${i === 0 ? more : ''}${group === '' ? '' : `${group}; `}${textsOf(families, 'parameters')[chosen]}; D = ${distance}, ` +
          `p = ${p} (too large unless by bootstrap, since parameters are estimated); tried: ${triedText(families)}`,
        axis: column,
        law,
        edges: numbersOf(fit, 'value'),
        data: numbersOf(fit, 'data'),
        expected: numbersOf(fit, 'law'),
      })
    }),
  )
}

/** Returns `gamma D 0.02, normal D 0.06`. */
function triedText(families: Dataset): string {
  const distances = numbersOf(families, 'D')
  return textsOf(families, 'family')
    .map((name, i) => `${name} D ${shortNumber(Number(distances[i].toPrecision(2)))}`)
    .join(', ')
}

function isTable(value: Reported | undefined): value is Dataset {
  return typeof value === 'object' && 'names' in value
}

function numbersOf(table: Dataset, name: string): Float64Array {
  const column = table.column(name)
  return column.kind === 'numeric' ? column.values : new Float64Array(0)
}

function textsOf(table: Dataset, name: string): string[] {
  const column = table.column(name)
  return column.kind === 'numeric' ? [] : Array.from(column.codes, (code) => column.levels[code])
}
