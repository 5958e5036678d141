import type { SdcError } from '@sdc/core'
import { ruleError } from './rule-error.js'
import { tokensOf, type Token } from './tokens.js'

/** Parts of a rule, read from left to right. */
export class TokenReader {
  readonly #tokens: readonly Token[]
  #place = 0

  constructor(readonly rule: string) {
    this.#tokens = tokensOf(rule)
  }

  get kind(): Token['kind'] {
    return this.#tokens[this.#place].kind
  }

  /** Index of the next part, in characters from 0. */
  get at(): number {
    return this.#tokens[this.#place].at
  }

  /** True for a text, a name, or a word of the language, which may occur in a set without quotes. */
  get isWord(): boolean {
    return this.kind === 'text' || (/^\p{L}/u.test(this.kind) && this.kind !== 'end' && this.kind !== 'number')
  }

  /** Reads the next part. */
  next(): Token {
    const token = this.#tokens[this.#place]
    if (token.kind !== 'end') this.#place++
    return token
  }

  /** Reads the next part if it is of this kind. */
  take(kind: Token['kind']): boolean {
    if (this.kind !== kind) return false
    this.next()
    return true
  }

  /** Tests whether a parenthesis opens here that contains a part of one of these kinds. */
  opens(kinds: readonly string[]): boolean {
    if (this.kind !== '(') return false
    let depth = 0
    for (let i = this.#place; i < this.#tokens.length; i++) {
      const { kind } = this.#tokens[i]
      if (kind === '(') depth++
      if (kind === ')' && --depth === 0) return false
      if (kinds.includes(kind)) return true
    }
    return false
  }

  error(what: string, fix: string): SdcError {
    return this.errorAt(this.at, what, fix)
  }

  errorAt(at: number, what: string, fix: string): SdcError {
    return ruleError(this.rule, at, what, fix)
  }
}
