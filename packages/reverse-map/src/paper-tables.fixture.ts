import { numericValues } from '@sdc/core'
import { paper000Records, type Paper000Column } from '@sdc/datasets'

const column = (name: Paper000Column): number[] => [...numericValues(paper000Records, name)]

/** Muralidhar, Sarathy & Domingo-Ferrer 2014, table 1: x, its masked y, and what reverse mapping makes of it. */
export const paperTable1 = {
  x: column('X'),
  rankX: column('rank of X'),
  y: column('Y'),
  rankY: column('rank of Y'),
  z: column('Z'),
}

/** The same, table 2: noise, imputation, microaggregation (k = 5) and swapping of the same x, and their reverse mappings. */
export const paperTable2 = {
  addZ: column('ADD Z'),
  impZ: column('IMP Z'),
  micZ: column('MIC Z'),
  swpZ: column('SWP Z'),
  addY: column('ADD Y'),
  impY: column('IMP Y'),
  micY: column('MIC Y'),
}
