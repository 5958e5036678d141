import { censusCsv } from '@sdc/datasets/census'
import { mount } from 'svelte'
import './style/index.css'
import App from './App.svelte'
import { offerInstall } from './install.js'
import { firstPolicy } from './policy/built-in-policies.js'
import { browserParts, createSaver } from './session/saver.js'
import { PageSession } from './session/session.svelte.js'
import { createWork } from './worker/create-work.js'
import { loadTables, startTables, startWorker } from './worker/start-worker.js'

/** Returns the local day, `2027-03-31`. */
function today(): string {
  const now = new Date()
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** Returns the example, which is part of the page. */
const example = (): Promise<File> => Promise.resolve(new File([censusCsv], 'census.csv', { type: 'text/csv' }))

const work = createWork({
  startWorker: () => startWorker('work'),
  startThread: () => startWorker('task'),
  tables: { load: loadTables, start: startTables },
  today,
  usualSettings: () => session.settings,
})
const session: PageSession = new PageSession({
  work,
  saver: createSaver(browserParts()),
  policy: firstPolicy('statistics'),
  example,
})

mount(App, { target: document.body, props: { session } })
offerInstall()
performance.mark('interactive')
