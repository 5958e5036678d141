import { answers, type Held } from './calls.js'
import { serve } from './serve.js'
import type { PagePort, WorkerPort } from './protocol/messages.js'

/** Returns a file whose bytes the test's synchronous reader can read. */
export function fileOf(name: string, content: string | Uint8Array<ArrayBuffer>): File {
  return new File([content], name, { lastModified: 0 })
}

const bytesOf = new WeakMap<Blob, Uint8Array<ArrayBuffer>>()

/** Returns a file for synchronous reading, which Node does not offer. */
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

/** Synchronous reader of such a file. */
export class SyncReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer {
    const bytes = bytesOf.get(blob)
    if (bytes === undefined) throw new DOMException('no such file', 'NotReadableError')
    return bytes.buffer
  }
}

/** Returns workers that run in the thread of the test; an ended one sends no more messages. */
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
          // Only plain data can be transferred.
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
