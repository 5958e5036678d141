export { artificialMicrodata } from './generators/artificial-microdata.js'
export { households } from './generators/households.js'
export { norta } from './generators/norta.js'
export { patients } from './generators/patients.js'
export {
  paper000Masks,
  paper000Recipes,
  paper000Records,
  type Paper000Column,
  type Paper000Mask,
} from './papers/paper-000.js'
export { paper000Results } from './papers/paper-000-results.js'
export { paper001Census, paper001Table5, paper001Table6, paper001Table7 } from './papers/paper-001-census.js'
export { paper001Columns, paper001Table2, paper001Table3, paper001Table4 } from './papers/paper-001-simulated.js'
export { paper001Questions, paper001Table1 } from './papers/paper-001-techniques.js'
export { paper001ValueDisclosure } from './papers/paper-001-text.js'
export { paper001Masks, type Paper001Correlations, type Paper001Identified } from './papers/paper-001-types.js'
export { paper001Microdata, paper001Spearman } from './papers/paper-001-microdata.js'
export { paper002Attributes, paper002Microdata, paper002Table1, type Paper002Column } from './papers/paper-002.js'
export { paper003Linkage, paper003RankSwapping, type Paper003Column } from './papers/paper-003.js'
export {
  paper003ClusterCorrelations,
  paper003Clusters,
  paper003Fuzzy,
  paper003FuzzyObjectives,
  type Paper003ClusterRow,
} from './papers/paper-003-clusters.js'
export { paper003Methods, type Paper003Method } from './papers/paper-003-methods.js'
export { paper003RankSwappingTable, type Paper003RankSwappingRow } from './papers/paper-003-rank-swapping.js'
export {
  paper003CellNumber,
  paper003Contributions,
  paper003Pattern,
  paper003Salaries,
  paper003Tables,
  type Paper003Cell,
} from './papers/paper-003-tables.js'
export {
  paper003Ipso,
  paper003IpsoColumns,
  paper003IpsoMeasures,
  type Paper003IpsoRow,
} from './papers/paper-003-ipso.js'
export { paper004Table, type Paper004Masking, type Paper004Row } from './papers/paper-004.js'
