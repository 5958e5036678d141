import { isSdcError } from '@sdc/core'
import type { Executor } from '@sdc/engine'
import { answers, type Held, type Told } from './calls.js'
import type { PagePort, Question, Reply } from './messages.js'
import { throttle } from './throttle.js'

/** Milliseconds between two words on how far work is, and between two maps. */
const PROGRESS = 50
const MAPS = 250

/**
 * Answers the page's questions in a worker, until it is ended.
 *
 * @param port - The page.
 * @param executor - Who runs candidates: workers of the worker; this thread where it is not said.
 */
export function serve(port: PagePort, executor?: Executor): void {
  const held: Held = {}
  const answer = answers(held, executor)
  const waiting = new Map<number, () => void>()
  const reply = (message: Reply, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, transfer)
  /** Sends the pieces of a file, each when the page has taken the one before. */
  const send = async (id: number, name: string): Promise<void> => {
    if (held.release === undefined) throw new Error('the worker holds no release')
    for (const piece of held.release.content(name)) {
      const bytes = Uint8Array.from(piece)
      const taken = new Promise<void>((resolve) => waiting.set(id, resolve))
      reply({ id, type: 'piece', bytes }, [bytes.buffer])
      await taken
    }
  }
  const react = async ({ id, call, ask }: Question): Promise<void> => {
    const told: Told = {
      progress: throttle(PROGRESS, (progress) => reply({ id, type: 'progress', progress })),
      grew: throttle(MAPS, (view) => reply({ id, type: 'grew', view: view() })),
    }
    try {
      const done =
        call === 'content'
          ? await send(id, (ask as { readonly name: string }).name)
          : await (answer[call as 'compare'] as (ask: unknown, told: Told) => unknown)(ask, told)
      reply({ id, type: 'done', answer: done })
    } catch (error) {
      if (isSdcError(error)) reply({ id, type: 'failed', error: error.toJSON() })
      else
        reply({ id, type: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  }
  port.onmessage = ({ data }) => {
    const question = data as Question
    if (question.call === 'more') {
      const { id } = question.ask as { readonly id: number }
      waiting.get(id)?.()
      waiting.delete(id)
    } else void react(question)
  }
}
