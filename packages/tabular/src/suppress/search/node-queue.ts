/** A queue of nodes by their lengths: the nearest first, of those equally near the one with the lowest number. */
export interface NodeQueue {
  clear(): void
  /** Puts a node in, or nearer than it was. */
  push(node: number, length: number): void
  /** Takes the nearest out; −1 where there is none. */
  pop(): number
}

/**
 * A binary heap that knows where each node is, on typed arrays.
 *
 * @param nodes - Nodes are numbered from 0.
 * @returns An empty queue; O(log nodes) a call.
 */
export function nodeQueue(nodes: number): NodeQueue {
  const heap = new Int32Array(nodes)
  const length = new Float64Array(nodes)
  const place = new Int32Array(nodes).fill(-1)
  let size = 0
  const before = (a: number, b: number): boolean => length[a] < length[b] || (length[a] === length[b] && a < b)
  const put = (node: number, at: number): void => {
    heap[at] = node
    place[node] = at
  }
  const up = (node: number, from: number): void => {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!before(node, heap[parent])) break
      put(heap[parent], at)
      at = parent
    }
    put(node, at)
  }
  const down = (node: number): void => {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && before(heap[child + 1], heap[child])) child++
      if (!before(heap[child], node)) break
      put(heap[child], at)
      at = child
    }
    put(node, at)
  }
  return {
    clear() {
      for (let i = 0; i < size; i++) place[heap[i]] = -1
      size = 0
    },
    push(node, far) {
      length[node] = far
      up(node, place[node] < 0 ? size++ : place[node])
    },
    pop() {
      if (size === 0) return -1
      const first = heap[0]
      place[first] = -1
      size--
      if (size > 0) down(heap[size])
      return first
    },
  }
}
