export { keyedRecords } from './pairs/complete-records.js'
export { fillMissing, IMPUTATION_MODEL } from './imputation/fill-missing.js'
export { columnOrder, rankedNumbers } from './columns/column-order.js'
export { finiteColumnsOfBlock, finiteTotals } from './columns/finite-columns.js'
export { indicator } from './design/given-design.js'
export { unknownOriginOf } from './pairs/linked-origin.js'
export { measureWithParts } from './measurement/measure-with-parts.js'
export type { AutomaticHierarchy } from './hierarchies/automatic-hierarchy.js'
export { TOP } from './hierarchies/top.js'
export { isHierarchyRule, parseHierarchyRule } from './hierarchies/rules/parse-rule.js'
export { MOST_TREE_LEVELS } from './hierarchies/rules/learned-tree.js'
export { usualDateRule, usualRule } from './hierarchies/rules/usual-rule.js'
export { hierarchyOfRule } from './hierarchies/rules/rule-rows.js'
export { balancedStarts } from './columns/balanced-starts.js'
export { reportedValue, valueOfText, valueText } from './columns/value-text.js'
export { roundestNumber } from './columns/roundest-number.js'
export { columnHierarchy, type ColumnHierarchy, type HierarchyLevel } from './hierarchies/column-hierarchy.js'
export { hierarchyRows, hierarchyOfWidths } from './hierarchies/hierarchy-rows.js'
export { keyHierarchies } from './hierarchies/key-hierarchies.js'
export { finiteValues } from './columns/finite-values.js'
export { anonymousColumns, type AnonymousColumns, type FewestOfClass } from './keys/anonymous-keys.js'
export { compatibleRecords, layersOfKeys, withOnly } from './keys/compatible-records.js'
export { dateColumns, dateIntervals } from './keys/date-intervals.js'
export { itemSets, knownItemsRisk } from './keys/known-items.js'
export type { KeyLayers } from './keys/key-layers.js'
export type { CategoryCell, NumberCell } from './keys/cell-labels.js'
export { cellHolds, distanceFrom, isAnyNumber, mayBe, releasedKey, type ReleasedKey } from './keys/key-cells.js'
export { keyDomain, type KeyDomain } from './keys/key-domain.js'
export { countedRecords } from './keys/record-table.js'
export { bothFiles, linkedColumn } from './measurement/metric-input.js'
export { firstOfPersons, meanOfPersons, personsNeedRecords, worstOfPersons } from './keys/persons.js'
export { personsOf, unitsOf, type Units } from './keys/units-of.js'
export { differing, isOfUnits, knownRecords } from './keys/values-of-units.js'
export { waveOrder } from './columns/wave-order.js'
export { nearestUnits } from './keys/nearest-units.js'
export { relativeChange } from './pairs/relative-change.js'
export {
  LARGEST_TOTALS,
  largestTotals,
  largestValues,
  mergedLargest,
  type LargestValue,
} from './largest/largest-values.js'
export { looksAtColumns } from './open-columns/looked-at.js'
export { openRelations, type OpenRelation } from './open-columns/relations.js'
export { uniqueRecords, type UniqueRecords } from './open-columns/unique-records.js'
export { sampledRows, sampleOf } from './pairs/sampled-rows.js'
export { codeTotals, personTotals } from './keys/key-frequencies.js'
export { usualHierarchy } from './hierarchies/usual-hierarchy.js'
export { taxonomyTree, type TaxonomyTree } from './hierarchies/taxonomy-tree.js'
export { replicateInterval } from './measurement/mean-interval.js'
export { levelLabel, levelParts, MISSING_LEVEL } from './columns/level-label.js'
export { transitionTable, type TransitionRows, type TransitionTable } from './measurement/transition-table.js'
export { blockOf } from './columns/block-of.js'
export {
  mergedColumnTotals,
  numbersOf,
  TOTALS,
  totalsAsRead,
  totalsAt,
  totalsOfColumns,
} from './aggregates/column-totals.js'
export { spanStart } from './passes/span-start.js'
export {
  FEW_RECORDS,
  NEAR_COLUMNS,
  placeholders,
  productSums,
  readSpan,
  sumsOfSpan,
  valuesFor,
  type BlockValues,
  type SpannedColumns,
} from './passes/read-span.js'
export { countOther } from './columns/count-other.js'
export { addedNumbers, together, walkAggregate } from './aggregates/aggregate.js'
export { filesInMemory, NOTHING } from './plan/files-in-memory.js'
export { measurePairs } from './plan/measure-by-plan.js'
export { readerInMemory, readInMemory, runInMemory } from './plan/read-in-memory.js'
export { sampleInMemory } from './plan/sample-in-memory.js'
export {
  besideOthers,
  finiteAggregate,
  readColumns,
  readFinite,
  readPaired,
  readRescaled,
  readScaled,
  readSpreads,
  readTotals,
  readVariances,
  type ReadColumn,
  type ScaledTotals,
} from './aggregates/column-aggregates.js'
export {
  readCovariances,
  readCovariancesOf,
  readFirstMissing,
  readMissing,
  readMoments,
  readMomentsOf,
  type ColumnMoments,
} from './aggregates/masked-columns.js'
export { momentsOfProducts, readJoint, type JointAggregates } from './aggregates/joint-aggregates.js'
export {
  orderOfColumn,
  readLinkedRanks,
  readRankCorrelations,
  type RankedColumns,
  type RankedPairs,
} from './aggregates/rank-aggregates.js'
export { readBothRecords, readRecords, tableAggregate, type CountedFile } from './aggregates/table-aggregates.js'
export { readPlaces, type PlacedValues } from './aggregates/order-aggregates.js'
export { countedCodes, mergedCounts } from './aggregates/code-counts.js'
export { neighbourMerger } from './keys/merged-neighbours.js'
export { leastRecords, meanScore, mergedRows, mergeSmall, recordScores, type PlacedRows } from './groups/merge-small.js'
export { combineColumns, type CombinedReleases } from './releases/combine-releases.js'
export { singledOut, textsOf, type SingledOut } from './releases/singled-out.js'
