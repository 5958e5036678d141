import { config } from 'zod'

// zod tries `eval`, to look at objects faster. The page's policy stops it, and the browser reports that as an attack.
config({ jitless: true })
