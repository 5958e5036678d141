import { historyForm } from './history-form.js'
import type { Measurements } from '../worker/protocol/protocol.js'
import type { VersionTree } from './version-tree.js'

/** The file that a history belongs to. */
export interface HistoryData {
  readonly name: string
  readonly columns: readonly string[]
  /** Checksum of the file, and what its comparisons have measured. */
  readonly measured?: { readonly sum: number; readonly runs: Measurements } | undefined
}

/**
 * The tree of versions as a file: settings, names of columns and measurements of the candidates, without a cell of the data.
 *
 * @param tree - The versions.
 * @param data - The file that they are of.
 * @returns JSON; the same tree gives the same text.
 */
export function historyText(tree: VersionTree, { name, columns, measured }: HistoryData): string {
  const { versions, at } = tree
  const settings = JSON.stringify({ format: historyForm, data: name, columns, at, versions }, null, 2)
  if (measured === undefined || measured.runs.length === 0) return `${settings}\n`
  // One line for all measurements, which are many numbers.
  return `${settings.slice(0, -2)},\n  "measured": ${JSON.stringify(measured)}\n}\n`
}
