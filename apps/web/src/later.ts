import Choose from './screens/choose/Choose.svelte'
import OpenFile from './screens/data/OpenFile.svelte'
import Release from './screens/release/Release.svelte'
import Roles from './screens/roles/Roles.svelte'
import Try from './screens/try/Try.svelte'
import CheckIt from './shell/CheckIt.svelte'
import History from './shell/History.svelte'
import { partsAreThere } from './shell/later-parts.svelte.js'

partsAreThere({ screens: { roles: Roles, try: Try, choose: Choose, release: Release }, OpenFile, History, CheckIt })
