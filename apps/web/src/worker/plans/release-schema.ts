import type { FileSchema } from '@sdc/engine'
import type { Dictionary } from '@sdc/files/formats'
import { dictionaryOf, withMissingOf } from '@sdc/inspect'
import type { OpenData } from '../data/open-data.js'
import type { Settings } from '../protocol/settings-types.js'
import { schemaOf } from './settings-plan.js'

/**
 * Returns the schema by which a release is drawn: that of the settings, with the missing values that the file names.
 *
 * @param data - The file.
 * @param settings - The roles.
 * @returns The schema, and the labels of the file.
 */
export function releaseSchema(
  { csv }: Pick<OpenData, 'csv'>,
  settings: Settings,
): { readonly schema: FileSchema; readonly dictionary: Dictionary | undefined } {
  const roles = schemaOf(settings)
  const dictionary = dictionaryOf(csv, roles)
  return { schema: withMissingOf(roles, dictionary), dictionary }
}
