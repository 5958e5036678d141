import { residualise } from '@sdc/stats'
import { average, cov } from '@sdc/testing/moments'
import { rommMethod } from './romm.js'
import { mask, numbersOf, type TestFile } from '../shared/testing.fixture.js'

/** Mean correlation, over columns and runs, of masked and original residuals given S. */
export async function closeness(
  file: TestFile,
  params: Readonly<Record<string, unknown>>,
  runs: number,
): Promise<number> {
  const s = numbersOf(file.given)
  const x = residualise(file.x, s)
  const found: number[] = []
  for (let seed = 0; seed < runs; seed++) {
    const y = residualise(await mask(rommMethod, file, params, seed), s)
    y.forEach((column, j) => found.push(cov(column, x[j]) / Math.sqrt(cov(column, column) * cov(x[j], x[j]))))
  }
  return average(Float64Array.from(found))
}
