/** Reads the reports of the test runners, for `npm test` and `npm run verify` alike. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { failedPlaywright, failedVitest } from './failed-tests.mjs'
import { ROOT } from './stage.mjs'

const REPORTS_FOLDER = join(ROOT, 'test-results/reports')

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** @param {string} name */
export function reportFile(name) {
  mkdirSync(REPORTS_FOLDER, { recursive: true })
  return join(REPORTS_FOLDER, `${name}.json`)
}

/**
 * @param {string} name
 * @returns {Count}
 */
export function countReport(name) {
  const report = readReport(name)
  const stats = report?.stats
  return {
    passed: report?.numPassedTests ?? (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: report?.numFailedTests ?? stats?.unexpected ?? 0,
    skipped: (report?.numPendingTests ?? stats?.skipped ?? 0) + (report?.numTodoTests ?? 0),
  }
}

/**
 * @param {string} name
 * @returns {string[]} what each failed test said
 */
export function failedInReport(name) {
  const report = readReport(name)
  return report?.testResults ? failedVitest(report) : failedPlaywright(report)
}

/**
 * Each stage or piece with what it took, ready for a document.
 *
 * @param {readonly (import('./stage.mjs').StageTimes & Partial<Count>)[]} rows
 */
export function describeTimes(rows) {
  const number = (/** @type {number | null | undefined} */ value) => value?.toFixed(0) ?? '–'
  const processor = rows.map(({ processorSeconds }) => processorSeconds)
  const total = processor.includes(null) ? null : processor.reduce((sum, own) => Number(sum) + Number(own), 0)
  return [
    '| Stage | Seconds | Processor | Passed | Failed | Skipped |',
    '| ----- | ------: | --------: | -----: | -----: | ------: |',
    ...rows.map(
      ({ name, seconds, processorSeconds, passed, failed, skipped }) =>
        `| ${[name, ...[seconds, processorSeconds, passed, failed, skipped].map(number)].join(' | ')} |`,
    ),
    `| all | | ${number(total)} | | | |`,
  ].join('\n')
}

/** @param {string} name */
function readReport(name) {
  const file = reportFile(name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
