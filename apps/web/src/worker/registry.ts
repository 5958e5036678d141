import { createRegistry, type Registry } from '@sdc/core'
import masking from '@sdc/standard/records'

let made: Registry | undefined

/** Returns the registry with every method, metric and attack for a file of records, made on first use. */
export function registry(): Registry {
  return (made ??= createRegistry().use(masking).freeze())
}

let titles: ReadonlyMap<string, string> | undefined

/** Returns the title of a method, metric or attack; undefined for another id. */
export function cardTitle(id: string): string | undefined {
  titles ??= new Map(
    (['methods', 'metrics', 'attacks'] as const).flatMap((kind) =>
      registry()
        .all(kind)
        .map((card) => [card.id, card.title] as const),
    ),
  )
  return titles.get(id)
}
