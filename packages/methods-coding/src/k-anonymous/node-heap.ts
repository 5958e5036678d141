/** Nodes by a number of each, the least first: taken one after another without sorting them all. */
export class NodeHeap {
  private readonly heap: Uint32Array
  private size: number

  /** @param key - By node, what they are ordered by; of equal ones the lower node is first. */
  constructor(readonly key: Float64Array) {
    this.size = key.length
    this.heap = Uint32Array.from(key, (_, i) => i)
    for (let i = (this.size >>> 1) - 1; i >= 0; i--) this.sink(i)
  }

  /**
   * Takes the first node out.
   *
   * @returns Its number, or −1 where none is left.
   */
  take(): number {
    if (this.size === 0) return -1
    const [first] = this.heap
    this.heap[0] = this.heap[--this.size]
    if (this.size > 0) this.sink(0)
    return first
  }

  private isBefore(a: number, b: number): boolean {
    return this.key[a] < this.key[b] || (this.key[a] === this.key[b] && a < b)
  }

  private sink(from: number): void {
    const { heap, size } = this
    const node = heap[from]
    let at = from
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && this.isBefore(heap[child + 1], heap[child])) child++
      if (!this.isBefore(heap[child], node)) break
      heap[at] = heap[child]
      at = child
    }
    heap[at] = node
  }
}
