import { sha256Stream } from '@sdc/core'

/** Hash of a style or script, as a content security policy names it. */
export function policyHash(text: string): string {
  const stream = sha256Stream()
  stream.update(new TextEncoder().encode(text))
  return `sha256-${btoa(String.fromCharCode(...stream.digest()))}`
}
