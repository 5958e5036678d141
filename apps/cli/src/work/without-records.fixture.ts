/** Returns a measurement without the values by record, which are computed in memory only. */
export function withoutRecords(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutRecords)
  if (typeof json !== 'object' || json === null) return json
  const kept = Object.entries(json).filter(([name]) => name !== 'records' && name !== 'recordColumns')
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutRecords(value)]))
}
