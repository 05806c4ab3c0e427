export { createCountActivity } from './count-activity.ts'
export { describeProviders } from './describe-providers.ts'
export { createFindRehearsal } from './find-rehearsal.ts'
export { createListUnresolved } from './list-unresolved.ts'
