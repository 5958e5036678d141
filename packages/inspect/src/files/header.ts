import type { FileSchema } from '@sdc/engine'

/**
 * The schema with what a front end says of the first line: whether it holds the names of the columns.
 *
 * @param schema - The schema, where there is one.
 * @param header - Choice of the user; undefined without one.
 * @returns The schema as it is where nothing was said.
 */
export function withHeader(schema: FileSchema | undefined, header: boolean | undefined): FileSchema | undefined {
  return header === undefined ? schema : { ...(schema ?? { columns: {} }), header }
}
