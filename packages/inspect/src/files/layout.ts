import type { FileSchema } from '@sdc/engine'

/** Options of the user about the place of the table in a file. */
export interface FileLayout {
  /** False if the first line of the table is a record. */
  readonly header?: boolean | undefined
  /** Sheet of a workbook. */
  readonly sheet?: string | undefined
  /** Number of lines or rows above the names of the columns. */
  readonly skip?: number | undefined
}

/**
 * Adds the options of the user to a schema.
 *
 * @param schema - The schema, if there is one.
 * @param layout - The options, which take precedence.
 * @returns The schema; unchanged if no option is set.
 */
export function withLayout(schema: FileSchema | undefined, layout: FileLayout): FileSchema | undefined {
  const { header, sheet, skip } = layout
  const chosen = Object.entries({ header, sheet, skip }).filter(([, value]) => value !== undefined)
  return chosen.length === 0 ? schema : { ...(schema ?? { columns: {} }), ...Object.fromEntries(chosen) }
}
