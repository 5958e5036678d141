import { historyForm } from './history-form.js'
import type { Measurements } from '../worker/protocol/comparison-types.js'
import type { VersionTree } from './version-tree.js'

/** The data file of a history. */
export interface HistoryData {
  readonly name: string
  readonly columns: readonly string[]
  /** Checksum of the file, and the measurements of its comparisons. */
  readonly measured?: { readonly sum: number; readonly runs: Measurements } | undefined
}

/**
 * Writes the tree of versions as a file: settings, column names and measurements of the candidates, without a cell of
 * the data.
 *
 * @param tree - The versions.
 * @param data - Their data file.
 * @returns JSON; the same tree gives the same text.
 */
export function historyText(tree: VersionTree, { name, columns, measured }: HistoryData): string {
  const { versions, at } = tree
  const settings = JSON.stringify({ format: historyForm, data: name, columns, at, versions }, null, 2)
  if (measured === undefined || measured.runs.length === 0) return `${settings}\n`
  // The many numbers of the measurements are on one line.
  return `${settings.slice(0, -2)},\n  "measured": ${JSON.stringify(measured)}\n}\n`
}
