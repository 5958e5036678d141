import type { Hierarchy } from '@sdc/core'
import { bytesOf, hierarchyRowsOf } from '@sdc/inspect'
import { planAnonymization } from '@sdc/release'
import type { DataSource } from '../data/data-source.js'
import type { OpenData } from '../data/open-data.js'
import { schemaOf } from '../plans/settings-plan.js'
import type { HierarchyView, LevelView } from '../protocol/anonymous-types.js'
import type { Settings } from '../protocol/settings-types.js'

/** Most classes listed of a level. */
const LISTED = 40

/**
 * Reads the hierarchies of the quasi-identifiers.
 *
 * @param data - The file.
 * @param settings - The roles and hierarchies.
 * @param column - The only column to read; by default all quasi-identifiers.
 * @returns The levels of each, with the number of records in each class.
 * @throws BAD_HIERARCHY for a rule or rows that do not fit the values; NO_COLUMNS without quasi-identifiers.
 */
export function hierarchyViews({ csv }: OpenData, settings: Settings, column?: string): HierarchyView[] {
  const { keys, schema, hierarchies } = planAnonymization(csv.dataset, schemaOf(settings), {
    k: settings.anonymity.k,
    local: true,
    quasiIdentifiers: column === undefined ? 'roles' : [column],
  })
  return keys.map((name, j) => {
    const { codes, levels, words } = hierarchies[j]
    const given = schema.columns[name].hierarchy
    return { column: name, given, words, levels: levels.map((level) => levelView(level, codes)) }
  })
}

function levelView(
  { classOf, labels }: { classOf: Int32Array; labels: readonly string[] },
  codes: Int32Array,
): LevelView {
  const records = new Float64Array(labels.length)
  for (const code of codes) if (code >= 0) records[classOf[code]]++
  const found = labels.map((label, i) => ({ label, records: records[i] })).filter((one) => one.records > 0)
  return { classes: found.length, listed: found.slice(0, LISTED) }
}

/** Reads the rows of a hierarchy file: value;class;class of the class;… */
export function readHierarchy(file: DataSource): Hierarchy {
  return hierarchyRowsOf({ name: file.name, content: bytesOf(file.pieces) })
}
