/**
 * What totals are usually called, in lower case. A level is no total by its name; but one that is called so and is not the sum
 * of the others is a mistake that nobody should find out from a published table.
 */
const usual = new Set(
  [
    'total|totals|all|sum|overall|grand total|_t|insgesamt|gesamt|gesamtsumme|summe|zusammen|alle|ensemble|tout|tous|totale',
    'totaal|totalt|i alt|yhteensä|kokku|kopā|iš viso|razem|ogółem|celkem|spolu|összesen|ukupno|skupaj|todos|todas|suma',
    'totale generale|итого|всего|разом|общо|σύνολο|toplam|合計|总计|總計|合计|합계|المجموع|סך הכל',
  ].flatMap((names) => names.split('|')),
)

/** Whether a level is called as totals usually are. */
export function isUsualTotal(level: string): boolean {
  return usual.has(level.trim().toLowerCase())
}
