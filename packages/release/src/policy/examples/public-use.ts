/** Policy for files that everybody may have. */
export const publicUse = `# A policy for files that everybody may have: anybody may look for anybody, with any knowledge, for ever.
# Its numbers are examples, and no rule of any law or office: set your own, and write down why.
version: 1
releases:
  public-use:
    title: For everybody, without a contract
    limits:                      # in the units of the metrics (sdc metrics ID); judged is the worst run
      risk/key-linkage: 10       # people found by their quasi-identifiers, which the schema names; without any it has no value
      risk/certain-linkage: 2    # people found among one or two records
      risk/known-items: 10       # people found by their quasi-identifiers and a few answers to a questionnaire (role item)
      risk/value-linkage: 10     # people found by all their confidential numbers
      risk/learned: 10           # points by which somebody who looks up a person guesses better
      risk/dld:upper: 5          # records linked by distance: the upper end of the 95 % interval
      risk/value-disclosure: 50  # how much of a value somebody learns who fits the released file
      permutation/level: 10      # a floor, since more is better: how far records moved from their ranks
      # risk/k-anonymity: 0      # where the quasi-identifiers are recoded: no record in a class below k
    allowNull:                   # what may be without a value, each with the reason why
      risk/known-items: a synthetic file links nobody to their answers
      risk/value-linkage: a file without confidential numbers, or a synthetic one, links nobody by them
      risk/dld: a file of categories, or a synthetic one, has no distances between linked records
      risk/value-disclosure: a file of categories has no values to fit
      permutation/level: a file of categories, or a synthetic one, has no ranks to move from
    require:
      keyed: true                # no seed, which can be guessed
      shuffled: true             # records in random order
      identifiers: none          # no column with the role identifier
      openColumns: none          # nothing goes out as it is that gives something away, accepted or not
    runs: 20                     # how often a plan is run
    exceptions: []
    # exceptions:                # each for one limit, with the person responsible and the last day
    #   - { metric: risk/key-linkage, upTo: 12, by: A. Name, reason: why it has to be, until: 2030-12-31 }
`
