/** Policy for files of new records. */
export const synthetic = `# A policy for files of new records that come from no original one: for teaching, testing, preparing analyses.
# Its numbers are examples, and no rule of any law or office: set your own, and write down why.
version: 1
releases:
  synthetic:
    title: Synthetic records
    limits:                      # in the units of the metrics (sdc metrics ID); judged is the worst run
      risk/replicated-uniques: 60      # people unique by their quasi-identifiers with a record like theirs; copies have 63
      risk/disclosive-categories: 40   # people whose confidential value all records like theirs have; real relations count
      risk/largest: 1                  # columns whose largest value is near the original's, which one may be by chance
    allowNull:                   # what may be without a value, each with the reason why
      risk/disclosive-categories: a file without confidential columns discloses no confidential value
      risk/largest: a file of categories has no largest values
    require:
      keyed: true                # no seed, which can be guessed
      shuffled: true             # records in random order
      identifiers: none          # no column with the role identifier
      openColumns: none          # no unmasked column discloses anything, accepted or not
    runs: 20                     # how often a plan is run
    exceptions: []
    # exceptions:                # each for one limit, with the person responsible and the last day
    #   - { metric: risk/replicated-uniques, upTo: 70, by: A. Name, reason: why it has to be, until: 2030-12-31 }
`
