export { checkPages, type PageFinding, overallVerdict } from './check-pages.ts'
export type { PageAnswer } from './compare-answers.ts'
export { describeCheck } from './describe-check.ts'
export { listProbes, type Probe } from './list-probes.ts'
