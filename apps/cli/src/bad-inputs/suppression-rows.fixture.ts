import { rowsOf, type Row, type Setting } from './row.fixture.js'

/** Wrong uses of local suppression. */
export function suppressionRows({ work, good, out }: Setting): Row[] {
  const id = 'coding/local-suppression'
  const one = work.write('one-person.csv', 'a,b\n1,x\n')
  const unlike = work.write('unlike.csv', 'a,b\n1,x\n2,x\n3,y\n3,y\n')
  const codes = work.write(
    'many-codes.csv',
    `a,b\n${Array.from({ length: 1e5 }, (_, i) => `${i},${i % 3}\n`).join('')}`,
  )
  const suppress = (path: string, ...settings: readonly string[]): string[] => [
    'mask',
    path,
    '--method',
    id,
    '--columns',
    path === good ? 'age,region' : 'a,b',
    '-o',
    out,
    ...settings.flatMap((setting) => ['--set', setting]),
  ]
  return rowsOf`
      ${id}: k above the records | ${suppress(good, 'k=61')} | TOO_FEW_RECORDS | /no record can match 61 records of 60/
      ${id}: one record | ${suppress(one)} | TOO_FEW_RECORDS | /no record can match 3 records of 1/
      ${id}: k of 1 | ${suppress(good, 'k=1')} | BAD_PARAMETER | /k must be a whole number >= 2/
      ${id}: importance of an unknown column | ${suppress(good, 'importance={"wage":2}')} | UNKNOWN_COLUMN | /importance names column "wage", which is not a quasi-identifier/
      ${id}: importance of a column that is no key | ${suppress(good, 'importance={"income":2}')} | UNKNOWN_COLUMN | /importance names column "income", which is not a quasi-identifier/
      ${id}: a negative importance | ${suppress(good, 'importance={"age":-1}')} | BAD_PARAMETER | /importance/
      ${id}: an order with an unknown column | ${suppress(good, 'importanceOrder=["age","wage"]')} | UNKNOWN_COLUMN | /importanceOrder names column "wage"/
      ${id}: an order that names a column twice | ${suppress(good, 'importanceOrder=["age","age"]')} | BAD_PARAMETER | /importanceOrder names column "age" twice/
      ${id}: importance and an order | ${suppress(good, 'importance={"age":2}', 'importanceOrder=["age"]')} | BAD_PARAMETER | /importance and importanceOrder are both given/
      ${id}: a subset with an unknown column | ${suppress(good, 'subsets=[{"columns":["age","wage"],"k":3}]')} | UNKNOWN_COLUMN | /subsets names column "wage"/
      ${id}: a subset without k | ${suppress(good, 'subsets=[{"columns":["age"]}]')} | BAD_PARAMETER | /subsets/
      ${id}: no subset | ${suppress(good, 'subsets=[]')} | BAD_PARAMETER | /subsets/
      ${id}: a dimension above the keys | ${suppress(good, 'dimension=3')} | BAD_PARAMETER | /the dimension 3 is more than the 2 quasi-identifiers/
      ${id}: dimension and subsets | ${suppress(good, 'dimension=1', 'subsets=[{"k":3}]')} | BAD_PARAMETER | /dimension and subsets are both given/
      ${id}: missing keys that match nothing | ${suppress(unlike, 'k=2', 'missing=never')} | BAD_PARAMETER | /2 records are unsafe, and with missing: never a suppressed value matches nothing/
      ${id}: 10⁵ levels without missing cells allowed | ${suppress(codes, 'missing=never')} | BAD_PARAMETER | /100000 records are unsafe/
      ${id}: a share above 1 | ${suppress(good, 'missing=share', 'share=1.5')} | BAD_PARAMETER | /share must be a number/
    `
}
