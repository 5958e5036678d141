import type { LinearForm } from './rule.js'

/**
 * Returns a·first + b·second; terms of one column are added, and zero terms are left out.
 *
 * @param first - A linear form.
 * @param second - Another.
 * @param b - Factor of the second.
 * @returns Their sum, in the order of the first mention.
 */
export function plusForm(first: LinearForm, second: LinearForm, b = 1): LinearForm {
  const sums = new Map(first.terms)
  for (const [column, coefficient] of second.terms) sums.set(column, (sums.get(column) ?? 0) + b * coefficient)
  return {
    terms: [...sums].filter(([, coefficient]) => coefficient !== 0),
    constant: first.constant + b * second.constant,
  }
}

/**
 * Returns a multiple of a linear form.
 *
 * @param form - The form.
 * @param by - The factor.
 * @returns by · form.
 */
export function timesForm(form: LinearForm, by: number): LinearForm {
  return plusForm({ terms: [], constant: 0 }, form, by)
}
