export { type CheckResult, runSuite, type SuiteOptions } from './run-suite.ts'
