/** Nodes with a number each, the least first: taken one after another without sorting them all. */
export class NodeHeap {
  private readonly heap: Uint32Array
  /** Number of remaining nodes. */
  size: number

  /** @param key - Number of each node, by which they are ordered; of equal ones the lower node is first. */
  constructor(readonly key: Float64Array) {
    this.size = key.length
    this.heap = new Uint32Array(this.size)
    for (let i = 0; i < this.size; i++) this.heap[i] = i
    this.order()
  }

  /**
   * Drops nodes without taking them, which is far cheaper if they are many; the order of the others stays.
   *
   * @param isKept - Returns true if a node stays.
   */
  keep(isKept: (node: number) => boolean): void {
    const { heap } = this
    let kept = 0
    for (let i = 0; i < this.size; i++) if (isKept(heap[i])) heap[kept++] = heap[i]
    this.size = kept
    this.order()
  }

  /**
   * Removes and returns the first node.
   *
   * @returns Its number, or −1 if none is left.
   */
  take(): number {
    if (this.size === 0) return -1
    const first = this.heap.at(0) ?? -1
    this.heap[0] = this.heap[--this.size]
    if (this.size > 0) this.sink(0)
    return first
  }

  private order(): void {
    for (let i = (this.size >>> 1) - 1; i >= 0; i--) this.sink(i)
  }

  private sink(from: number): void {
    const { heap, key, size } = this
    const node = heap[from]
    const own = key[node]
    let at = from
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      let lower = heap[child]
      let least = key[lower]
      if (child + 1 < size) {
        const other = heap[child + 1]
        const its = key[other]
        if (its < least || (its === least && other < lower)) {
          child++
          lower = other
          least = its
        }
      }
      if (!(least < own || (least === own && lower < node))) break
      heap[at] = lower
      at = child
    }
    heap[at] = node
  }
}
