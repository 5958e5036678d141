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
 * The script of every worker. Some answer the page's questions; those that are called so run single candidates for one of
 * them, with which they speak by the channel that comes with the first message.
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
