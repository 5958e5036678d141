import { familyTitle } from '../../text/families.js'
import type { MethodView } from '../../worker/protocol/method-types.js'

/** Methods of one kind. */
export interface Family {
  readonly name: string
  readonly methods: readonly MethodView[]
}

/** Returns the methods with the text in their name, id or summary, by family in the given order. */
export function families(methods: readonly MethodView[], text: string): readonly Family[] {
  const sought = text.trim().toLocaleLowerCase()
  const found = new Map<string, MethodView[]>()
  for (const method of methods) {
    const words = `${method.id} ${method.title} ${method.summary}`.toLocaleLowerCase()
    if (words.includes(sought)) found.set(method.family, [...(found.get(method.family) ?? []), method])
  }
  return [...found].map(([name, some]) => ({ name: familyTitle(name), methods: some }))
}
