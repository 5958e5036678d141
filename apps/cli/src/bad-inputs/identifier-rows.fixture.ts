import { chmodSync, mkdirSync } from 'node:fs'
import { rowsOf, type Row, type Setting } from './row.fixture.js'

/** Wrong key files, and wrong uses of pseudonyms and date shifts. */
export function identifierRows({ work, good, schema, out }: Setting): Row[] {
  const keyFile = (name: string, text: string): string => {
    const file = work.write(name, text)
    chmodSync(file, 0o600)
    return file
  }
  const folder = work.path('keys')
  mkdirSync(folder)
  const head = 'sdc project key 1: a key'
  const pseudonym = (...more: readonly string[]): string[] => [
    ...`mask ${good} --method identifiers/pseudonym --columns id -o ${out}`.split(' '),
    ...more,
  ]
  const withKey = (file: string): string[] => pseudonym('--pseudonym-key', file)
  const shift = (columns: string, ...more: readonly string[]): string[] => [
    ...`mask ${good} --method dates/shift --columns ${columns} -o ${out}`.split(' '),
    ...more,
  ]
  return rowsOf`
      pseudonyms: no key | ${pseudonym()} | BAD_OPTION | /needs the key of the project[^]*--pseudonym-key FILE/
      pseudonyms: an empty key file | ${withKey(keyFile('empty.key', ''))} | FILE | /empty\.key is not a key file[^]*copy of the key file/
      pseudonyms: a key file without its key | ${withKey(keyFile('none.key', `${head}\n`))} | FILE | /is not a key file/
      pseudonyms: a key file with a wrong fingerprint | ${withKey(keyFile('wrong.key', `${head}\nkey: ${'0'.repeat(64)}\nfingerprint: ${'0'.repeat(32)}\n`))} | FILE | /is not a key file/
      pseudonyms: a folder as key file | ${withKey(folder)} | FILE | /keys/
      pseudonyms: a key file in no folder | ${withKey(work.path('nowhere/a.key'))} | FILE | /nowhere/
      pseudonyms: a key file that others may read | ${withKey(work.write('open.key', head))} | FILE | /others may read or change the key file[^]*chmod 600/
      pseudonyms: the output as key file | ${withKey(out)} | BAD_OPTION | /out\.csv would be overwritten/
      anonymize: the output as key file | anonymize ${good} --schema ${schema} --quasi-identifiers age --pseudonym-key ${out} -o ${out} | BAD_OPTION | /out\.csv would be overwritten/
      anonymize: a key without ids | anonymize ${good} --quasi-identifiers age --pseudonym-key ${work.path('new.key')} -o ${out} | NO_COLUMNS | /no column has the role identifier, person or household/
      shift: categories | ${shift('region')} | NOT_NUMERIC | /"region"/
      shift: no days | ${shift('age', '--set', 'maxDays=0')} | BAD_PARAMETER | /maxDays must be/
      shift: weeks longer than the shift | ${shift('age', '--set', 'maxDays=6', '--set', 'weeks=true')} | BAD_PARAMETER | /no whole week[^]*Set maxDays to 7/
      shift: an identifier that the schema names | ${shift('region', '--schema', schema)} | NOT_NUMERIC | /"region"/
    `
}
