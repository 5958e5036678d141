import type { Working } from '../session/session-types.js'

/** Titles of work in progress, for the screen and for announcements. */
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
 * Estimates the remaining time from the finished share and the elapsed time; undefined before a twentieth is done or a
 * second has passed.
 *
 * @param fraction - Finished share, from 0 to 1.
 * @param milliseconds - Elapsed time.
 * @returns The text.
 */
export function timeLeft(fraction: number, milliseconds: number): string | undefined {
  if (!(fraction >= 0.05) || fraction >= 1 || milliseconds < 1000) return undefined
  return `about ${duration((milliseconds * (1 - fraction)) / fraction / 1000)} left`
}

/** Formats seconds in a suitable unit: `4 s`, `3 min`, `2 h`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  return seconds < 90 * 60 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}
