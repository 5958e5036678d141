/** Policy for files that are used in a room under supervision. */
export const safeRoom = `# A policy for files that are used in a room under supervision: nothing is brought along, and results are checked
# before they leave. The file itself may tell more, but names nobody.
# Its numbers are examples, and no rule of any law or office: set your own, and write down why.
version: 1
releases:
  safe-room:
    title: For work in a room under supervision
    limits:                      # in the units of the metrics (sdc metrics ID); judged is the worst run
      risk/key-linkage: 33       # people found by their quasi-identifiers, which the schema names; without any it has no value
      risk/certain-linkage: 5    # people found among one or two records
      risk/known-items: 33       # people found by their quasi-identifiers and a few answers to a questionnaire (role item)
      risk/value-linkage: 33     # people found by all their confidential numbers
    allowNull:                   # what may be without a value, each with the reason why
      risk/known-items: a synthetic file links nobody to their answers
      risk/value-linkage: a file without confidential numbers, or a synthetic one, links nobody by them
    require:
      keyed: true                # no seed, which can be guessed
      shuffled: true             # records in random order
      identifiers: none          # no column with the role identifier
    runs: 10                     # how often a plan is run
    exceptions: []
    # exceptions:                # each for one limit, with the person responsible and the last day
    #   - { metric: risk/key-linkage, upTo: 40, by: A. Name, reason: why it has to be, until: 2030-12-31 }
`
