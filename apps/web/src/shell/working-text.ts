import type { Working } from '../session/session-types.js'

/** What is under way, for eyes and ears. */
export const workTitles: Readonly<Record<Working['what'], string>> = {
  reading: 'Reading the file',
  comparing: 'Trying candidates',
  choosing: 'Examining the candidate',
  tabulating: 'Protecting the table',
  anonymising: 'Anonymising the file',
  measuring: 'Measuring the masked file',
  releasing: 'Creating the release',
  replaying: 'Replaying the key',
  saving: 'Saving',
}

/**
 * Roughly how long work will still take, from the part that is done and the time that took; nothing while less than a
 * twentieth is done or a second has passed, which tells nothing yet.
 */
export function timeLeft(fraction: number, milliseconds: number): string | undefined {
  if (!(fraction >= 0.05) || fraction >= 1 || milliseconds < 1000) return undefined
  return `about ${duration((milliseconds * (1 - fraction)) / fraction / 1000)} left`
}

/** Seconds in the unit that suits them: `4 s`, `3 min`, `2 h`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  return seconds < 90 * 60 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
