/** A place on the map of risk and loss; less is better of both. */
export interface Place {
  readonly risk: number
  readonly loss: number
}

/**
 * Those that no other beats: none has less of one of risk and loss and not more of the other. Of equals all are kept.
 * O(n log n).
 *
 * @param places - In any order.
 * @returns The front, from the least loss on.
 */
export function paretoFront<T extends Place>(places: readonly T[]): T[] {
  const sorted = [...places].sort((a, b) => a.loss - b.loss || a.risk - b.risk)
  const front: T[] = []
  for (const one of sorted) {
    const last = front.at(-1)
    if (last === undefined || one.risk < last.risk || (one.risk === last.risk && one.loss === last.loss))
      front.push(one)
  }
  return front
}

/** Whether a is better than b on one axis and not worse on the other. */
export function dominates(a: Place, b: Place): boolean {
  return a.risk <= b.risk && a.loss <= b.loss && (a.risk < b.risk || a.loss < b.loss)
}

/**
 * The knee: the point of the front that lies furthest from the chord between its ends, on the side of less risk and less
 * loss, both axes counted from 0 to 1 between the ends. Beyond it, less of one costs more of the other than before it.
 *
 * With r and l the risk and loss counted so, the ends are (1, 0) and (0, 1), and the distance is (1 − r − l)/√2.
 *
 * @param front - As `paretoFront` gives it.
 * @returns Its knee; undefined where none of its points is nearer to the origin than the chord.
 */
export function kneeOf<T extends Place>(front: readonly T[]): T | undefined {
  const [first] = front
  const last = front.at(-1)
  if (first === undefined || last === undefined) return undefined
  const [risks, losses] = [first.risk - last.risk, last.loss - first.loss]
  if (!(risks > 0 && losses > 0)) return undefined
  let knee: T | undefined
  let furthest = 0
  for (const one of front) {
    const distance = 1 - (one.risk - last.risk) / risks - (one.loss - first.loss) / losses
    if (distance <= furthest + 1e-12) continue
    knee = one
    furthest = distance
  }
  return knee
}
