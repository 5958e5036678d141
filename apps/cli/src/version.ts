import { versionText as textOf } from '@sdc/release/tasks'
import own from '../package.json' with { type: 'json' }

/** Returns the version of the program, followed by the packages of the project with another version. */
export function versionText(): string {
  return textOf(own, import.meta.url)
}
