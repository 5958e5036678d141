import fc from 'fast-check'

/**
 * Property tests draw the same cases in every run, so that a run that fails can be repeated and one that passes means the
 * same everywhere. To search further: FC_SEED=123 (any whole number) before the test command.
 */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_121) })
