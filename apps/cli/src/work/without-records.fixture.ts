/** A measurement without the numbers that are made in memory only: those by record. */
export function withoutRecords(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutRecords)
  if (typeof json !== 'object' || json === null) return json
  const kept = Object.entries(json).filter(([name]) => name !== 'records' && name !== 'recordColumns')
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutRecords(value)]))
}
