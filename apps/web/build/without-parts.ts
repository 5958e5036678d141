import type { Plugin } from 'vite'
import { pureInitialisers } from '../../../tooling/pure-initialisers.js'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}
interface Call extends Node {
  readonly callee: Node & { readonly name?: string }
  readonly arguments: readonly (Node & { readonly properties?: readonly Property[] })[]
}
interface Property extends Node {
  readonly key?: { readonly name?: string }
}

/** The page holds its files whole: how methods and metrics run on files in parts goes, and with it what is used for that alone. */
export const withoutParts: Plugin = {
  name: 'without-parts',
  transform(code, id) {
    if (!/packages.[^/\\]+.src./.test(id) || !/\bdefine(Method|Metric)\(\{/.test(code)) return undefined
    const shapes = callsIn(this.parse(code)).flatMap(({ arguments: [defined] }) => {
      const properties = defined?.properties ?? []
      const at = properties.findIndex(({ key }) => key?.name === 'streamed')
      return at < 0 ? [] : [{ from: properties[at].start, to: properties[at + 1]?.start ?? properties[at].end }]
    })
    if (shapes.length === 0) throw new Error(`${id} says otherwise how its method or metric runs on parts`)
    const without = shapes.reduceRight((text, { from, to }) => text.slice(0, from) + text.slice(to), code)
    return { code: pureInitialisers(without), map: null }
  },
}

const DEFINING = ['defineMethod', 'defineMetric']

/** Every `defineMethod({ … })` and `defineMetric({ … })` in a module. */
function callsIn(node: unknown): Call[] {
  if (Array.isArray(node)) return node.flatMap(callsIn)
  if (typeof node !== 'object' || node === null) return []
  const below = Object.values(node).flatMap(callsIn)
  const { type, callee } = node as Partial<Call>
  return type === 'CallExpression' && DEFINING.includes(callee?.name ?? '') ? [node as Call, ...below] : below
}
