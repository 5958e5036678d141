/**
 * Usual names of totals, in lower case. A name does not make a level a total; but a level with such a name that is not
 * the sum of the others is a mistake to be found before publication.
 */
const usual = new Set(
  [
    'total|totals|all|sum|overall|grand total|_t|insgesamt|gesamt|gesamtsumme|summe|zusammen|alle|ensemble|tout|tous|totale',
    'totaal|totalt|i alt|yhteensä|kokku|kopā|iš viso|razem|ogółem|celkem|spolu|összesen|ukupno|skupaj|todos|todas|suma',
    'totale generale|итого|всего|разом|общо|σύνολο|toplam|合計|总计|總計|合计|합계|المجموع|סך הכל',
  ].flatMap((names) => names.split('|')),
)

/** Returns true if a level has a usual name of totals. */
export function isUsualTotal(level: string): boolean {
  return usual.has(level.trim().toLowerCase())
}
