/** A policy for files that are used in a room under supervision. */
export const safeRoom = `# A policy for files that are used in a room under supervision: nothing is brought along, and results are checked
# before they leave. The file itself may tell more, but names nobody.
# Its numbers are examples, and no rule of any law or office: set your own, and write down why.
version: 1
releases:
  safe-room:
    title: For work in a room under supervision
    limits:                      # in the units of the metrics (sdc metrics ID); judged is the worst run
      risk/mixed-worst: 50       # the worse of the risks of numbers and of categories; independent data have about 5 %
    require:
      keyed: true                # no seed, which can be guessed
      shuffled: true             # records in random order
      identifiers: none          # no column with the role identifier
    runs: 10                     # how often a plan is run
    exceptions: []
    # exceptions:                # each for one limit, with who answers for it, and until when
    #   - { metric: risk/mixed-worst, upTo: 60, by: A. Name, reason: why it has to be, until: 2030-12-31 }
`
