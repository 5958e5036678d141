export { artificialMicrodata, type ArtificialOptions } from './artificial-microdata.js'
export { artificialColumns, type ArtificialColumn } from './artificial-recipe.js'
export { norta, type NortaKind, type NortaSample } from './norta.js'
export { paper000Masks, paper000Recipes, paper000Records, type Paper000Column, type Paper000Mask } from './paper-000.js'
export { paper000Results, type Paper000Results, type RankBin } from './paper-000-results.js'
export { paper001Groups, paper001Microdata, paper001Spearman, type Paper001Group } from './paper-001-microdata.js'
export {
  paper002Attributes,
  paper002Microdata,
  paper002Table1,
  type Paper002Attribute,
  type Paper002Column,
} from './paper-002.js'
export { paper003Linkage, paper003RankSwapping, type Paper003Column, type Paper003Linkage } from './paper-003.js'
