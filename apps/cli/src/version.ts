import { versionText as textOf } from '@sdc/release/tasks'
import own from '../package.json' with { type: 'json' }

/** Returns the version of the program; under it those packages of the project that have another one. */
export function versionText(): string {
  return textOf(own, import.meta.url)
}
