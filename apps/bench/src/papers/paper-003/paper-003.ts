import { ipsoTables } from './paper-003-ipso.js'
import type { Paper } from '../paper.js'

/** Torra (2013): the table of the IPSO methods. */
export const paper003: Paper = {
  id: '003',
  citation: 'Torra (2013), masking methods (slides).',
  introduction: [
    'Reproduced so far: the table of three synthetic data generators, IPSO-A, -B and -C. They release a file whose ' +
      'quasi-identifiers are replaced by what a regression on the confidential attributes says, plus noise in B and C. An ' +
      'intruder who knows some of the original quasi-identifiers links each original record to the nearest released one; ' +
      'the table counts how many of 4092 they get right.',
  ],
  parts: [{ name: 'ipso', tables: ipsoTables }],
}
