/** Rounds an expected time: `5 s`, `40 s`, `3 min`, `2 h 10 min`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds <= 10) return `${Math.max(seconds, 1)} s`
  if (seconds < 95) return `${10 * Math.round(seconds / 10)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const rest = 10 * Math.round((minutes % 60) / 10)
  const hours = Math.floor(minutes / 60) + (rest === 60 ? 1 : 0)
  return rest % 60 === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** Formats an elapsed time: `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function elapsedText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
