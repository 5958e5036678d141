import { answers, type Held } from './calls.js'
import { serve } from './serve.js'
import type { PagePort, WorkerPort } from './protocol/messages.js'

/** A file whose bytes are at hand, as `FileReaderSync` of a test reads them. */
export function fileOf(name: string, content: string | Uint8Array<ArrayBuffer>): File {
  return new File([content], name, { lastModified: 0 })
}

const bytesOf = new WeakMap<Blob, Uint8Array<ArrayBuffer>>()

/** A file that can be read without waiting: Node has no reader that does. */
export function readableFile(name: string, content: string | Uint8Array<ArrayBuffer>): File {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const file = fileOf(name, bytes)
  file.slice = (from = 0, to = bytes.length) => {
    const piece = bytes.slice(from, to)
    const blob = new Blob([piece])
    bytesOf.set(blob, piece)
    return blob
  }
  return file
}

/** What reads a piece of such a file. */
export class SyncReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer {
    const bytes = bytesOf.get(blob)
    if (bytes === undefined) throw new DOMException('no such file', 'NotReadableError')
    return bytes.buffer
  }
}

/** Workers that run in the thread of the test; what is ended is not heard any more. */
export function inProcessWorkers(): { readonly startWorker: () => WorkerPort; readonly running: () => number } {
  Object.assign(globalThis, { FileReaderSync: SyncReader })
  let running = 0
  return {
    running: () => running,
    startWorker() {
      running++
      let isEnded = false
      const inside: PagePort = {
        onmessage: null,
        postMessage(message) {
          // Plain data alone crosses.
          const data: unknown = structuredClone(message)
          setTimeout(() => isEnded || outside.onmessage?.({ data }))
        },
      }
      const outside: WorkerPort = {
        onmessage: null,
        onerror: null,
        postMessage(data) {
          setTimeout(() => isEnded || inside.onmessage?.({ data }))
        },
        terminate() {
          if (!isEnded) running--
          isEnded = true
        },
      }
      const held: Held = {}
      serve(inside, held, answers(held, undefined))
      return outside
    },
  }
}
