/** Policy for files that researchers get by contract. */
export const scientificUse = `# A policy for files that researchers get by contract: they may not look for anybody, and are known by name.
# Its numbers are examples, and no rule of any law or office: set your own, and write down why.
version: 1
releases:
  scientific-use:
    title: For research, by contract
    limits:                      # in the units of the metrics (sdc metrics ID); judged is the worst run
      risk/key-linkage: 20       # people found by their quasi-identifiers, which the schema names; without any it has no value
      risk/certain-linkage: 3    # people found among one or two records
      risk/known-items: 20       # people found by their quasi-identifiers and a few answers to a questionnaire (role item)
      risk/value-linkage: 20     # people found by all their confidential numbers
      risk/learned: 15           # points by which somebody who looks up a person guesses better
      risk/dld:upper: 25         # records linked by distance: the upper end of the 95 % interval
      risk/value-disclosure: 95  # how much of a value somebody learns who fits the released file
      # loss/rank-correlation: 0.1 # a file that is of no use need not be released: losses can have limits, too
    allowNull:                   # what may be without a value, each with the reason why
      risk/known-items: a synthetic file links nobody to their answers
      risk/value-linkage: a file without confidential numbers, or a synthetic one, links nobody by them
      risk/dld: a file of categories, or a synthetic one, has no distances between linked records
      risk/value-disclosure: a file of categories has no values to fit
    require:
      keyed: true                # no seed, which can be guessed
      shuffled: true             # records in random order
      identifiers: none          # no column with the role identifier
      openColumns: accepted      # what goes out as it is was accepted by name (--accept-open, acceptOpen in a plan)
    runs: 20                     # how often a plan is run
    exceptions: []
    # exceptions:                # each for one limit, with the person responsible and the last day
    #   - { metric: risk/key-linkage, upTo: 25, by: A. Name, reason: why it has to be, until: 2030-12-31 }
`
