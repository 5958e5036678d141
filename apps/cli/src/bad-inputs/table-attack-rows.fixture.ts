import { rowsOf, type Row, type Setting } from './row.fixture.js'

/** Tables that cannot be attacked, and releases that do not match. */
export function tableAttackRows({ work }: Setting): Row[] {
  const table = work.write('attacked.csv', 'a,b,v,f\nx,u,5,4\nx,w,9,6\nx,Total,14,10\n')
  const columns = ['--by', 'a,b', '--value', 'v', '--count', 'f']
  const attack = (...more: readonly string[]): string[] => ['table', 'attack', table, ...columns, ...more]
  const other = (name: string, text: string): string => work.write(name, text)
  const t2 = other('second.csv', 'a,b,v,f\nx,u,5,4\nx,w,9,6\nx,Total,14,10\n')
  const less = other('lesser.csv', 'a,b,v,f\nx,u,5,4\nx,w,7,5\nx,Total,12,9\n')
  const consistent = (tables: readonly string[], ...more: readonly string[]): string[] => [
    'table',
    'consistent',
    ...tables,
    ...columns,
    ...more,
  ]
  const frequencies = (name: string, text: string): string[] => attack('--frequencies', other(name, text))
  const coarse = other('coarse.csv', 'a,v,f\nx,15,10\n')
  const hierarchy = other('round.csv', 'code,parent\nu,w\nw,u\n')
  return rowsOf`
      table attack: no dimension | table attack ${table} | BAD_OPTION | /which columns of .* are dimensions/
      table attack: a table that is not there | table attack no-table.csv ${columns} | FILE | /no-table/
      table attack: half a contributor | table attack ${other('half.csv', 'a,v,f\nx,5,1.5\n')} --by a --value v --count f | WRONG_INPUT | /1\.5/
      table attack: a coalition of nobody | ${attack()} --coalition 0 | BAD_PARAMETER | /coalition/
      table attack: a coalition of one and a half | ${attack()} --coalition 1.5 | BAD_PARAMETER | /coalition/
      table attack: near by less than nothing | ${attack()} --near -1 |  | /percentage from 0/
      table attack: near a word | ${attack()} --near much |  | /decimal number/
      table attack: near by far | ${attack()} --near 1001 | BAD_PARAMETER | /percent/
      table attack: frequencies without a dimension | ${frequencies('f1.csv', 'a,n\nx,4\n')} | WRONG_INPUT | /has the cell a=x, b=n, which the table has not: it has no "n" in "b"/
      table attack: frequencies without numbers | ${frequencies('f2.csv', 'a,b\nx,u\n')} | UNKNOWN_COLUMN | /none besides the dimensions/
      table attack: frequencies of two columns | ${frequencies('f3.csv', 'a,b,m,n\nx,u,1,2\n')} | UNKNOWN_COLUMN | /m, n/
      table attack: frequencies of another table | ${frequencies('f4.csv', 'a,b,n\nz,u,1\n')} | WRONG_INPUT | /a=z, b=u, which the table has not/
      table attack: a frequency below 0 | ${frequencies('f5.csv', 'a,b,n\nx,u,-1\n')} | WRONG_INPUT | /is -1/
      table attack: half a frequency | ${frequencies('f6.csv', 'a,b,n\nx,u,0.5\n')} | WRONG_INPUT | /is 0\.5/
      table attack: a frequency in words | ${frequencies('f7.csv', 'a,b,n\nx,u,many\n')} | NOT_NUMERIC | /many|numeric/
      table attack: a frequency twice | ${frequencies('f8.csv', 'a,b,n\nx,u,1\nx,u,1\n')} | BAD_TABLE | /there twice/
      table attack: a pattern of another table | ${attack()} --pattern ${other('p1.csv', 'a,b,v\nz,u,5\n')} | WRONG_INPUT | /a=z, b=u/
      table attack: a pattern with other values | ${attack()} --pattern ${other('p2.csv', 'a,b,v\nx,u,6\n')} | WRONG_INPUT | /publishes 6/
      table consistent: one table | ${consistent([table])} | BAD_OPTION | /one table alone/
      table consistent: one table twice | ${consistent([table, table])} | BAD_OPTION|FILE | /called|twice/
      table consistent: tables that disagree | ${consistent([table, less])} | BAD_TABLE | /attacked and lesser disagree: the value of a=x, b=w is 9 in the first and 7 in the second/
      table consistent: a group that is not its parts | table consistent ${table} ${coarse} --by a,b --value v --count f | BAD_TABLE | /a=x, b=Total is 14 in the first and 15 in the second/
      table consistent: a part of what is not there | ${consistent([table, less])} --part lesser=whole | BAD_OPTION | /whole, which is not among the tables/
      table consistent: a part that is not there | ${consistent([table, less])} --part rest=attacked | BAD_OPTION | /--part names rest/
      table consistent: a part of itself | ${consistent([table, less])} --part lesser=lesser | BAD_OPTION | /part of itself/
      table consistent: each a part of the other | ${consistent([table, t2])} --part second=attacked --part attacked=second | BAD_OPTION | /its own part/
      table consistent: a part that has more | ${consistent([table, less])} --part attacked=lesser | BAD_TABLE | /number of contributors of a=x, b=w is 6 in the part and 5 in the whole/
      table consistent: a pattern of no table | ${consistent([table, t2])} --pattern third=${t2} | BAD_OPTION | /--pattern names third/
      table consistent: two patterns of a table | ${consistent([table, t2])} --pattern second=${t2} --pattern second=${table} | BAD_OPTION | /second/
      table consistent: a pattern without its table | ${consistent([table, t2])} --pattern ${t2} | BAD_OPTION | /=/
      table consistent: fewer than none | ${consistent([table, t2])} --least 0 | BAD_OPTION | /--least is 0/
      table consistent: a dimension of no table | table consistent ${table} ${t2} --by a,c --value v | UNKNOWN_COLUMN | /"c"/
      table consistent: a hierarchy with a circle | ${consistent([table, t2])} --hierarchy b=${hierarchy} | BAD_HIERARCHY | /circle/
    `
}
