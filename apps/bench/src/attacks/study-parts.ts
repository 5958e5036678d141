import type { Role } from '@sdc/core'
import { value, type Said } from './attack-study.js'

/** Gives one role to several columns. */
export const roles = (names: readonly string[], role: Role): Record<string, Role> => Object.fromEntries(names.map((name) => [name, role])) // oxfmt-ignore

/** Linkage with each file in its own standard deviations. */
export const separate = value('risk/dbrl', { scale: 'separate' })

/** A fixed statement, for versions without a figure. */
export const says = (text: string) => (): Said => ({ text })

/** Additive noise on income, the usual step. */
export const noise = { use: 'noise/additive', columns: ['income'], params: { relativeVariance: 0.5 } }
