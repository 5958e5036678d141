import { historyForm } from '../worker/plans/history-form.js'
import type { VersionTree } from './version-tree.js'

/**
 * The tree of versions as a file: settings and names of columns, without a cell of the data.
 *
 * @param tree - The versions.
 * @param data - The name of the file that they are of, and its columns.
 * @returns JSON; the same tree gives the same text.
 */
export function historyText(
  tree: VersionTree,
  data: { readonly name: string; readonly columns: readonly string[] },
): string {
  const { versions, at } = tree
  return `${JSON.stringify({ format: historyForm, data: data.name, columns: data.columns, at, versions }, null, 2)}\n`
}
