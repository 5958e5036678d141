import { paramNames, SdcError, type Registry, type Table } from '@sdc/core'
import type { TableStep } from '@sdc/engine'
import { settings } from '../settings/settings.js'

/** How a table is to be protected, as somebody asked for it. */
export interface ProtectionWishes {
  readonly exact?: boolean | undefined
  readonly heuristic?: boolean | undefined
  /** The id of any protection; with `set`, `name=value` each. */
  readonly method?: string | undefined
  readonly set?: readonly string[] | undefined
  readonly cost?: string | undefined
  readonly zeros?: string | undefined
  readonly singletons?: string | undefined
  readonly seconds?: number | undefined
}

export interface ChosenProtection {
  readonly step: TableStep
  /** Why this one, where nobody named it. */
  readonly reason: string
}
