export { artificialMicrodata, type ArtificialOptions } from './artificial-microdata.js'
export { artificialColumns, type ArtificialColumn } from './artificial-recipe.js'
export { paper000Masks, paper000Recipes, paper000Records, type Paper000Column, type Paper000Mask } from './paper-000.js'
export { paper000Results, type Paper000Results, type RankBin } from './paper-000-results.js'
