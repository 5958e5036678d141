/** Encodings by their codes in the header of a file; codes 0 and 204 mean any encoding. */
const ENCODINGS: ReadonlyMap<number, string> = new Map([
  [20, 'utf-8'],
  [28, 'us-ascii'],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((part) => [28 + part, `iso-8859-${part}`] as const),
  [39, 'windows-874'],
  [40, 'iso-8859-15'],
  [49, 'ibm866'],
  [51, 'windows-874'],
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((page) => [60 + page, `windows-125${page}`] as const),
  [69, 'macintosh'],
  [118, 'big5'],
  [123, 'big5'],
  [125, 'gb18030'],
  [126, 'gbk'],
  [134, 'euc-jp'],
  [136, 'euc-kr'],
  [138, 'shift_jis'],
  [140, 'euc-kr'],
  [142, 'euc-kr'],
  [167, 'iso-2022-jp'],
  [205, 'gb18030'],
  [227, 'iso-8859-14'],
  [242, 'iso-8859-13'],
  [246, 'x-mac-cyrillic'],
])

/** Returns the name of an encoding by its code in a SAS file; undefined if the code names none. */
export function sasEncoding(code: number): string | undefined {
  return ENCODINGS.get(code)
}
