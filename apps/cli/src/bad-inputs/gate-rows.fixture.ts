import { rowsOf, type Row, type Setting } from './row.fixture.js'

/** Wrong policies, and wrong files to judge by them. */
export function gateRows({ work, good, masked, plan, keep, released }: Setting): Row[] {
  const policy = (name: string, text: string): string => work.write(`policy-${name}.yaml`, text)
  const of = (name: string, type: string): string => policy(name, `version: 1\nreleases:\n  x: ${type}\n`)
  const sound = of('sound', '{ limits: { risk/dbrl: 25 } }')
  const two = policy(
    'two',
    'version: 1\nreleases: { a-file: { limits: { risk/dld: 5 } }, b: { runs: 2, limits: { risk/dld: 6 } } }',
  )
  const by = (path: string, ...more: readonly string[]): string[] => [
    'gate',
    plan,
    '--data',
    good,
    '--policy',
    path,
    ...more,
  ]
  const exception = (more: string): string => `{ limits: { risk/dld: 5 }, exceptions: [{ metric: risk/dld, ${more} }] }`
  return rowsOf`
      a gate without files | gate --policy ${sound} | BAD_OPTION | /nothing says what is to be judged/
      a gate without a policy | gate ${plan} | BAD_OPTION | /nothing says by which policy[^]*--policy FILE/
      a policy that is not there | ${by(work.path('nothing.yaml'))} | FILE | /nothing\.yaml/
      a misspelt example | ${by('public-uses')} | BAD_OPTION | /no policy "public-uses"[^]*Did you mean "public-use"/
      an example that is none | gate --print safe-rom | BAD_OPTION | /safe-rom.*public-use, scientific-use, safe-room/s
      a policy that is empty | ${by(policy('empty', ''))} | BAD_PLAN | /it must be an object.*and is empty/
      a policy that is a list | ${by(policy('list', '- x\n'))} | BAD_PLAN | /it must be an object.*and is a list of 1/
      a policy that is no YAML | ${by(policy('yaml', 'releases: ['))} | BAD_PLAN | /neither YAML nor JSON/
      a policy of a later version | ${by(policy('later', 'version: 2\nreleases: {}'))} | BAD_PLAN | /version must be 1, and is 2/
      a policy that asks for nothing | ${by(of('nothing', '{ runs: 3 }'))} | BAD_PLAN | /asks for nothing.*line 3/
      an unknown metric in a policy | ${by(of('metric', '{ limits: { risk/dbrll: 5 } }'))} | UNKNOWN_METRIC | /line 3[^]*Did you mean/
      a limit out of range | ${by(of('range', '{ limits: { risk/dbrl: 250 } }'))} | BAD_OPTION | /from 0 to 100 %.*line 3/
      the better end of an interval | ${by(of('end', '{ limits: { risk/dld:lower: 5 } }'))} | BAD_OPTION | /risk\/dld:upper/
      an unknown key in a policy | ${by(of('key', '{ limit: { risk/dbrl: 5 } }'))} | BAD_PLAN | /Did you mean "limits"/
      runs that are too many | ${by(of('runs', '{ limits: { risk/dld: 5 }, runs: 1e6 }'))} | BAD_PLAN | /runs must be/
      an exception that lets nothing pass | ${by(of('useless', exception('upTo: 5, by: A, reason: b, until: 2030-01-01')))} | BAD_PLAN | /lets nothing pass/
      an exception until a day that is none | ${by(of('day', exception('upTo: 6, by: A, reason: b, until: 2030-02-30')))} | BAD_PLAN | /"2030-02-30", which is not a day/
      a type that a policy lacks | ${by(two)} --for a_file | BAD_OPTION | /Did you mean "a-file"\? It has a-file, b/
      no word on which type | ${by(two)} | BAD_OPTION | /which of the 2 types[^]*--for/
      a day that is none | ${by(sound)} --today 31.12.2030 | BAD_OPTION | /"31\.12\.2030" is not a date/
      a key for a plan | ${by(sound)} --link id | BAD_OPTION | /--link needs two files/
      workers for two files | gate ${good} ${masked} --policy ${sound} --workers 2 | BAD_OPTION | /--workers needs a plan/
      a plan of another file | gate ${plan} --data ${work.write('gate-x.csv', 'a,b\n1,2\n3,4\n5,1\n')} --policy ${sound} | UNKNOWN_COLUMN | /income/
      a private file of another input | gate ${keep} --data ${masked} --policy ${sound} | WRONG_INPUT | /not the input of the private file/
      a column accepted that is none | ${by(sound)} --accept-open incom | UNKNOWN_COLUMN | /incom/
      released records by position | gate ${good} ${released} --policy ${sound} | WRONG_INPUT | /--origin FILE/
      JUnit over the plan | ${by(sound)} --junit ${plan} | BAD_OPTION | /would be overwritten/
      JUnit on the standard output | ${by(sound)} --junit - | BAD_OPTION | /no name/
    `
}
