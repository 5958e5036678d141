import { createContext } from 'svelte'
import type { Session } from './session-types.js'

/** The session that `App.svelte` provides to every screen. */
export const [getSession, provideSession] = createContext<Session>()
