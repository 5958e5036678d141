/** Wordings of options by the control of the page that sets them. */
const controls: Readonly<Record<string, (value?: string) => string>> = {
  acceptOpen: (name = '…') => `“Accept ${name} unmasked” under Roles`,
  columns: () => 'the roles of the columns',
  contributions: () => '“Respondent” under Table',
  brokenRules: () => 'the rules between columns under Roles',
  given: () => 'the columns that stay unmasked under Roles',
  confidential: () => 'the role confidential',
  global: () => '“One level for each column”',
  importance: () => '“Importance”',
  keep: () => '“Keep exact”',
  l: () => '“Require several values in each class” under Anonymise',
  t: () => '“t-closeness” under Anonymise',
  hierarchies: () => '“Change the classes” under Anonymise',
  hierarchy: () => '“Change the classes” under Anonymise',
  suppressionLimit: () => '“Limit for suppressed records”',
  link: () => '“Link records by” under Measure',
  origin: () => 'the private key, opened together with the masked file,',
  limit: () => 'a limit of the policy',
  missing: (value) => `“Missing values${value === undefined ? '' : ` ${treatments[value] ?? value}`}” under Try`,
  quasiIdentifiers: () => 'the role quasi-identifier',
  release: () => '“Create the release”',
  replicates: () => '“Runs per candidate” under Try',
  encoding: () => 'its encoding when the file is opened',
  sheet: () => 'its sheet when the file is opened',
  try: () => '“My own list” under Try',
  waves: () => 'the role wave',
  schema: () => 'the roles of the columns',
}

/** Beginnings of the choices for missing values. */
const treatments: Readonly<Record<string, string>> = {
  keep: 'stay missing',
  impute: 'are imputed',
  refuse: 'are refused',
}

/**
 * Words an option in a message by the label of its control. An option without a control belongs to the command line:
 * `pageFix` leaves out sentences that advise it.
 *
 * @param name - Name of the option in programs: `smallGroups`.
 * @param value - Value that the message recommends, as text.
 * @returns For example `“Missing values are imputed” under Try`.
 */
export function pageOption(name: string, value?: string): string {
  if (Object.hasOwn(controls, name)) return controls[name](value)
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `“${words}” of the command line`
}
