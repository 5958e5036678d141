import { sha256Stream } from '@sdc/core'

/** Returns the hash of a style or script for a content security policy. */
export function policyHash(text: string): string {
  const stream = sha256Stream()
  stream.update(new TextEncoder().encode(text))
  return `sha256-${btoa(String.fromCharCode(...stream.digest()))}`
}
