import './without-eval.js'
import { wordOptions, wordParams } from '@sdc/core'
import { serveTasks } from '@sdc/engine/web-workers'
import records from '@sdc/standard/records'
import { pageOption } from '../text/page-option.js'
import { paramWords } from '../text/param-words.js'
import { answers, type Held } from './calls.js'
import type { PagePort } from './protocol/messages.js'
import { cardTitle } from './registry.js'
import { serve } from './serve.js'
import { threadsOf } from './threads.js'

/**
 * Script of every worker. Some workers answer the page's questions; others, started under another name, run single
 * candidates for one of these, through the channel in their first message.
 */
const page = globalThis as unknown as PagePort & {
  readonly name?: string
  readonly navigator?: { readonly hardwareConcurrency?: number }
}

wordOptions(pageOption)
wordParams(paramWords)

if (page.name === 'task') {
  page.onmessage = ({ data }) => {
    const port = data as MessagePort
    serveTasks(port, records)
    port.start()
  }
} else {
  const held: Held = {}
  const threads = threadsOf(page, Math.max(1, page.navigator?.hardwareConcurrency ?? 1))
  serve(page, held, answers(held, threads.executor), threads, cardTitle)
}
