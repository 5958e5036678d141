import type { Component } from 'svelte'
import type { Step } from '../session/session-types.js'
import type { OpenedFile } from '../worker/protocol.js'

/** What nobody sees before the first file is open, or asked for. */
export interface LaterParts {
  readonly screens: Readonly<Record<Exclude<Step, 'data'>, Component>>
  readonly OpenFile: Component<{ file: OpenedFile }>
  readonly History: Component<{ open: boolean }, object, 'open'>
  readonly CheckIt: Component<{ open: boolean }, object, 'open'>
}

let parts = $state.raw<LaterParts>()

/** They stand in the page's second script, which runs when the browser has shown what the first one made. */
export const laterParts = (): LaterParts | undefined => parts

/** Says that they are there. */
export function partsAreThere(those: LaterParts): void {
  parts = those
}
