import { neededPlugins } from '@sdc/standard/needed'

/** What `tasks.fixture.ts` and each of its threads load: they start often, and all of the plugins take most of a start. */
export default await neededPlugins(['noise/', 'swapping/', 'microaggregation/', 'reverse-map/', 'score/', 'risk/'])
