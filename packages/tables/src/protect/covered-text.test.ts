import { describe, expect, it } from 'vitest'
import { coveredText } from './covered-text.js'

const none = { whole: false, least: 0, alone: undefined, several: undefined, unions: undefined }

describe('attackers of the levels', () => {
  it('are named, together with those who were not considered', () => {
    expect(coveredText({ ...none, alone: 2, several: 1, unions: 3 })).toBe(
      'judged against everybody (suppressed cells are at least 0), 2 respondents alone in a suppressed cell, 1 respondent in several suppressed cells; 3 sums of suppressed cells judged as well. Not judged: respondents who join forces, other tables',
    )
    expect(coveredText({ ...none, least: -Infinity }, ['dep'])).toBe(
      'judged against everybody (suppressed cells have no bounds). Not judged: respondents who are alone in a cell, respondents in several cells (contributions), respondents who join forces, totals of "dep" from elsewhere, other tables',
    )
  })

  it('exclude persons who are counted alone', () => {
    expect(coveredText({ ...none, whole: true, least: 1, unions: 0 })).toBe(
      'judged against everybody (suppressed cells are whole and at least 1). Not judged: respondents who join forces, other tables',
    )
  })
})
