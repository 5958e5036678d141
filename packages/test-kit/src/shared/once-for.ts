interface Place<T> {
  made?: T
  readonly below: Map<unknown, Place<T>>
}

/** Makes a thing once for the same keys; what was made for an object goes with it. */
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
