interface Place<T> {
  made?: T
  readonly below: Map<unknown, Place<T>>
}

/** Creates a value once for the same keys; values that belong to an object are released with it. */
export function onceFor<T extends object>(): (of: object, keys: readonly unknown[], make: () => T) => T {
  const places = new WeakMap<object, Place<T>>()
  return (of, keys, make) => {
    let place: Place<T> = places.get(of) ?? { below: new Map() }
    places.set(of, place)
    for (const key of keys) {
      const next: Place<T> = place.below.get(key) ?? { below: new Map() }
      place.below.set(key, next)
      place = next
    }
    return (place.made ??= make())
  }
}
