import { config } from 'zod'

// zod tries `eval`, to parse objects faster. The page's policy blocks it, and the browser would report that as an
// attack.
config({ jitless: true })
