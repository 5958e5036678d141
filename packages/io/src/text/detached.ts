/** A copy that does not keep the longer text alive it was cut from: V8 cuts without copying from 13 letters on. */
export function detached(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1)
}
