/** What the page carries packed. */
export interface Unpacked {
  /** The script of its workers. */
  readonly script: Blob
  readonly example: File
}

/**
 * What the build packed into the page, which a worker unpacks: more than half of what the page weighs, and not needed before the
 * first file.
 *
 * @param element - The element that holds it, in base 64; how many of the bytes are the script it says, the others are the example.
 * @param worker - What unpacks it; it is ended then.
 * @returns The parts.
 * @throws Error where the worker cannot unpack them.
 */
export function unpack(element: HTMLElement, worker: Worker): Promise<Unpacked> {
  const scriptBytes = Number(element.dataset['script'])
  return new Promise<Unpacked>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
      worker.terminate()
      resolve({
        script: new Blob([new Uint8Array(data, 0, scriptBytes)], { type: 'text/javascript' }),
        example: new File([new Uint8Array(data, scriptBytes)], 'census.csv', { type: 'text/csv' }),
      })
    }
    worker.onerror = (event) => {
      event.preventDefault()
      worker.terminate()
      reject(new Error(`the page could not unpack its workers: ${event.message ?? 'no more is known'}`))
    }
    worker.postMessage(element.textContent ?? '')
    element.remove()
  })
}
