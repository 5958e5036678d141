import type { Role } from '@sdc/core'

/** Hint from a column's name, in the languages of many statistical offices; the values take precedence. */
export interface NameHint {
  readonly role: Role
  /** Apparent meaning of the name: `a place`. */
  readonly what: string
}

/** Hint from names and addresses, which several persons may share: Anna Khan, a phone in a household. */
const ofNames = 'a name or an address of one person or unit'

type Row = readonly [role: Role, what: string, words: string]

/**
 * Words of column names, split at blanks, signs, digits and capitals, without accents. A word ending in `*` matches all
 * words that begin so; one after `=` must be the whole name. Direct hints come before indirect ones: `patient_id` is an
 * identifier before anything else.
 */
const table: readonly Row[] = [
  [
    'weight',
    'a weight',
    'weight* wgt wt wgts weging* gewicht* hochrechn* ponderation poids pond peso pesos ponderacion factorexp fweight pweight lnwgt vikt waga afnlwgt perwt hhwt wtfinl finalwt sampwt samplewt svywt surveywt expan expans* expansion coefext coefpond coefredressement redressement extrapol* elevacion erhebungsgewicht personengewicht stichprobengewicht',
  ],
  [
    'household',
    'a household',
    'hid hhid hhnr household* haushalt* huishoud* menage* hogar* famiglia* hushall* hh orihid foyer domicilio agregado',
  ],
  [
    'identifier',
    ofNames,
    'name names surname lastname firstname forename fullname vorname nachname naam achternaam voornaam nom prenom nombre apellido* cognome nome email mail phone* telefon* telefoon tel mobile address adres* adresse street strasse straat rue calle telephone courriel correo prenoms apellidos nachnamen anschrift domicile direccion',
  ],
  [
    'identifier',
    'a number of one person or unit',
    'id ids uuid guid ssn bsn nin nhs cpf dni curp pesel personnummer steuernr iban account* konto* patient* passport* licence license pid persnr personid recordid rownum =row url ip =nr =nummer =numero =num =no lfdnr lfd laufnr matricule matricula identifiant identificador identidad ident kennung kennzahl schluessel fallnr fallnummer dossier expediente siren siret nif nie nir passeport pasaporte ausweis*',
  ],
  [
    'quasi-identifier',
    'an age or a birth',
    'age ages alter leeftijd edad idade eta alder wiek birth* geburt* geboort* naiss* nacim* dob geb yob agegroup agecat',
  ],
  ['quasi-identifier', 'a sex', 'sex sexe sexo sesso gender geslacht geschlecht kon kjonn genre genero plec'],
  [
    'quasi-identifier',
    'a place',
    'zip zipcode plz postcode postal* postleitzahl cp region* regio provinc* state county country land canton kanton gemeinde gemeente municip* commune comune city town ville stadt stad wijk buurt district departement dept nuts* urbrur urban rural residence herkomst lat lon latitude longitude geo* area block tract',
  ],
  [
    'quasi-identifier',
    'a marriage or a family',
    'marital* marst marstat civil* civstat hhcivil familienstand burgerlijk* relat* relation* relationship kindpers spouse famsize hhsize',
  ],
  [
    'quasi-identifier',
    'an origin',
    'race ethnic* etni* nationalit* citizen* staatsang* herkunft birthplace origin* migrat* language langue sprache taal native',
  ],
  ['quasi-identifier', 'an education', 'educ* school* bildung opleiding diplom* qualif* degree studi*'],
  [
    'quasi-identifier',
    'a work',
    'occup* occu* job profession* beruf* beroep* employ* industry branche sector isco nace workclass position* prioccu compcode',
  ],
  [
    'quasi-identifier',
    'a dwelling',
    'roof wall walls water electcon electr* dwelling* tenure housing house* rooms room toilet fuel wohn* woning*',
  ],
  [
    'confidential',
    'an amount of money',
    'income* einkommen* inkomen* revenu* ingreso* reddito* renda wage* salar* lohn* loon earn* ernval gehalt* tax* steuer* belasting* impot* debt* schuld* asset* vermogen* wealth saving* spar* expend* ausgaben uitgaven consum* rent miete huur money profit* gewinn* winst turnover umsatz omzet sales revenue* resrevenue totrevenue fica agi pension* rente benefit* capital dividend* interest intval',
  ],
  [
    'confidential',
    'health',
    'diag* disease* icd* illness krank* ziek* health* hiv cancer drug* treatment medic* bmi blood* pressure cholest* symptom* therap* disab* stay',
  ],
  [
    'confidential',
    'confidential facts about people',
    'relig* party vote* crime* offen* convict* sexual* opinion* abort* alcohol criminal*',
  ],
  [
    'confidential',
    'an answer to a questionnaire',
    'q question* frage* fragebogen pregunta* item items answer* antwort* reponse* respuesta* likert skala echelle escala rating zufriedenheit satisf* zustimmung agree* trust vertrauen confiance confianza meinung avis',
  ],
]

const words: ReadonlyMap<string, NameHint> = new Map(
  [...table].reverse().flatMap(([role, what, list]) => list.split(' ').map((word) => [word, { role, what }] as const)),
)
const longest = [...words.keys()].filter((word) => word.endsWith('*')).sort((a, b) => b.length - a.length)

/** Names of both body weights and sampling weights. */
const eitherWeight = new Set('weight weights wt gewicht poids peso vikt koerpergewicht kg'.split(' '))
/** Words of columns that often occur together with a body weight. */
const ofBodies =
  /^(?:heights?|hgt|stature|bmi|waist|groesse|grosse|korpergr.*|koerpergr.*|taille|talla|estatura|altura|lengte|diag.*|disease|icd|blood.*|pressure|cholest.*|pulse|puls|pouls|pulso|symptom.*|patient.*|kg)$/

/** Returns true for a name such as `weight_kg` or `poids`, which may be a sampling weight or a body weight. */
export function maySayBodyWeight(name: string): boolean {
  const parts = wordsOf(name)
  return (
    parts.length > 0 &&
    parts.every((part) => eitherWeight.has(part) || /^(?:body|korper|koerper|corpor.*|birth|geburts)$/.test(part))
  )
}

/** Returns true for a name that often occurs together with a body weight, or has its unit: `height`, `weight_kg`. */
export function speaksOfBodies(name: string): boolean {
  return wordsOf(name).some((part) => ofBodies.test(part))
}

/** Endings with a meaning in names written as one word: HHID, UTILITYID, UTILNAME, POSTLEITZAHL, HAUSHALTSGEWICHT. */
const endings: readonly (readonly [ending: RegExp, word: string])[] = [
  [/(?:weight|gewicht|wgt)$/, 'wgt'],
  [/[a-z]{3}(?:name|naam)$/, 'name'],
  [/[a-z]{3}id$/, 'id'],
  [/(?:income|einkommen|inkomen|revenue|sales|salary|tax)$/, 'income*'],
]

/**
 * Returns the hint that a column's name gives about its content.
 *
 * @param name - Name of a column.
 * @returns The most direct hint among its words; undefined if there is none.
 */
export function nameHint(name: string): NameHint | undefined {
  const parts = wordsOf(name)
  const joined = parts.join('')
  const found = [`=${joined}`, joined, ...parts].flatMap((part) => hintOf(part) ?? [])
  return found.sort((a, b) => rank(a) - rank(b))[0]
}

/** Positions in the table; a name with two hints gets the earlier one. */
const order: ReadonlyMap<NameHint['what'], number> = new Map(table.map(([, what], at) => [what, at]))

/** Returns true for a name of a person's name, mail address or phone, which several persons may share. */
export function saysPersonsName(name: string): boolean {
  return nameHint(name)?.what === ofNames
}

const postal = /^(?:zip|zipcode|plz|postcode|postal.*|postleitzahl|postnr|postnummer|codepostal|cp)$/

/** Returns true for a name of postal codes and nothing else: `zip_code`, `PLZ`, but not `zip_income`. */
export function saysPostalCode(name: string): boolean {
  const parts = wordsOf(name)
  return (
    parts.some((part) => postal.test(part)) && parts.every((part) => (hintOf(part)?.what ?? 'a place') === 'a place')
  )
}

function rank({ what }: NameHint): number {
  return order.get(what) ?? order.size
}

function hintOf(word: string): NameHint | undefined {
  const known = words.get(word)
  if (known) return known
  const begins = longest.find((one) => word.startsWith(one.slice(0, -1)) && one.length >= 4)
  if (begins) return words.get(begins)
  const end = endings.find(([ending]) => ending.test(word))
  return end && words.get(end[1])
}

/** Splits `hhSize_2` into hh, size: lower case without accents. */
export function wordsOf(name: string): string[] {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((part) => part !== '')
}
