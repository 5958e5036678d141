import { unpackLzma } from './lzma.js'

/**
 * The script of the worker that unpacks what the page carries packed, so that the page itself halts at nothing: it is given the
 * bytes in base 64, and gives them back unpacked.
 */
const page = globalThis as unknown as {
  onmessage: ((event: { readonly data: string }) => void) | null
  postMessage(message: ArrayBuffer, transfer: readonly Transferable[]): void
}

page.onmessage = ({ data }) => {
  const { buffer } = unpackLzma(Uint8Array.from(atob(data), (character) => character.charCodeAt(0)))
  page.postMessage(buffer, [buffer])
}
