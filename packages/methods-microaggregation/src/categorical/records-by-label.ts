/** Records sorted by their label: label l has records[starts[l]] … records[starts[l + 1] − 1], ascending. */
interface RecordsByLabel {
  readonly records: Uint32Array
  readonly starts: Uint32Array
}

/** Sorts labels from 0 to count − 1 by counting. */
export function recordsByLabel(labels: Uint32Array, count: number): RecordsByLabel {
  const starts = new Uint32Array(count + 1)
  for (let i = 0; i < labels.length; i++) starts[labels[i] + 1]++
  for (let label = 0; label < count; label++) starts[label + 1] += starts[label]
  const next = starts.slice()
  const records = new Uint32Array(labels.length)
  for (let i = 0; i < labels.length; i++) records[next[labels[i]]++] = i
  return { records, starts }
}
