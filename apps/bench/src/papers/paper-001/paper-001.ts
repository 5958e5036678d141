import { figures } from './paper-001-figures.js'
import { table1 } from './paper-001-table1.js'
import { censusCorrelations } from './paper-001-census.js'
import { table2, table5 } from './paper-001-disclosure.js'
import { censusValues, simulatedValues } from './paper-001-value.js'
import { simulatedCorrelations } from './paper-001-simulated.js'
import { censusRuns, type CensusRuns } from './paper-001-work.js'
import type { Paper, PaperOptions, PaperPart, PaperTable } from '../paper.js'

const originals = 'column O: the original records are not published. The masks are compared given O.'

/** Muralidhar and Sarathy (2007): Tables 1 to 7 and Figures 1 to 10. */
export const paper001: Paper = {
  id: '001',
  title: 'perturbation, shuffling and disclosure risk',
  citation:
    'Muralidhar and Sarathy (2007), ‘Easy to implement’ is putting the cart before the horse: effective techniques for ' +
    'masking numerical data.',
  introduction: [
    'The paper compares ten masking techniques by six questions (Table 1). It tests the best two, data shuffling and ' +
      'sufficiency-based linear models (SBLM, “perturbed”), on a simulated file and on the Census file. Both mask within ' +
      'sub-groups. SBLM releases d times a value plus noise and keeps the means and covariances of every sub-group exactly. ' +
      'With d = 0 masked and original values are independent.',
    'Tables 2 to 4 and Figures 1 to 7 describe a simulated file that is not published. Ours has its sub-groups, and laws ' +
      'inferred from the printed values (paper001Microdata). Tables 5 to 7 and Figures 8 to 10 describe census.csv.',
  ],
  prints: [
    { where: 'Table 1', values: 60 },
    { where: 'Table 2', values: 120, leftOut: 'the sizes of the 24 sub-groups are parameters of our file.' },
    { where: 'Section 5.1.1', values: 7 },
    { where: 'Table 3', values: 375, leftOut: originals },
    { where: 'Table 4', values: 375, leftOut: originals },
    { where: 'Table 5', values: 40 },
    { where: 'Section 5.2.1', values: 3 },
    { where: 'Table 6', values: 45 },
    { where: 'Section 5.2.2', values: 1 },
    { where: 'Table 7', values: 45 },
  ],
  parts: [
    { name: '1', tables: table1 },
    { name: '2', tables: async (options) => [await table2(options), await simulatedValues(options)] },
    { name: '3', tables: (options) => simulatedCorrelations(options, 'pearson') },
    { name: '4', tables: (options) => simulatedCorrelations(options, 'spearman') },
    ofCensus('5', async (options, census) => [await table5(options, census), await censusValues(options, census)]),
    ofCensus('6', async (_, census) => censusCorrelations(census, 'pearson')),
    ofCensus('7', async (_, census) => censusCorrelations(census, 'spearman')),
  ],
  figures,
}

function ofCensus(
  name: string,
  make: (options: PaperOptions, census: CensusRuns) => Promise<readonly PaperTable[]>,
): PaperPart {
  return { name, tables: async (options) => make(options, await censusRuns(options)) }
}
