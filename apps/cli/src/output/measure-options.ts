import { quoted } from '@sdc/inspect'
import type { HeaderOption } from '../options/options.js'
import type { HierarchyOptions } from '../input/files.js'
import type { OtherFileOptions } from '../input/other-files.js'
import type { WorkOptions } from '../work/work-options.js'

/** The options of `sdc measure`, of files in memory and in parts. */
export interface MeasureCommandOptions extends HeaderOption, HierarchyOptions, OtherFileOptions, WorkOptions {
  readonly columns?: 'all' | readonly string[]
  readonly given?: readonly string[]
  readonly by: readonly string[]
  readonly metrics?: readonly string[]
  readonly profile?: string
  readonly set: readonly string[]
  readonly schema?: string
  readonly quasiIdentifiers?: readonly string[]
  readonly link?: string
  readonly origin?: string
  readonly failAbove: readonly string[]
  readonly records?: string
  readonly json?: boolean
}

/** The original as it is typed for another command; a schema out of a private file has no name of its own. */
export function typedData(path: string, schema: string | undefined, hasSchema: boolean): string {
  const data = path === '-' ? 'DATA' : quoted(path)
  return hasSchema ? `${data} --schema ${schema === undefined || schema === '-' ? 'SCHEMA' : quoted(schema)}` : data
}
