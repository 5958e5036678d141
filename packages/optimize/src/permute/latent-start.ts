import type { PermuteState } from './permute-state.js'

/** Placeholder until phase two. */
export function latentStart(_: PermuteState): void {}
