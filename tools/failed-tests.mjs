/**
 * The messages of a run's failed tests, from the reports of both runners, at the end of `npm test`, because often only
 * the end of a long output is kept.
 */
import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** A comparison of two long texts says in its first lines what differs. */
const MESSAGE_MAX_CHARS = 3_000

/**
 * @typedef {object} PlaywrightSuite
 * @property {string} title
 * @property {PlaywrightSuite[]} [suites]
 * @property {{ title: string, tests: { status: string, results: { errors: { message?: string }[] }[] }[] }[]} [specs]
 */
/** @typedef {{ name: string, message?: string, assertionResults: { fullName: string, status: string, failureMessages: string[] }[] }} VitestFile */

/**
 * @param {{ testResults?: VitestFile[] } | undefined} report
 * @returns {string[]} a text for each failed test, and for each file that did not load
 */
export function failedVitest(report) {
  return (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const file = basename(name)
    return [
      ...(message ? [tell(file, [message])] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => tell(`${file} › ${fullName}`, failureMessages)),
    ]
  })
}

/**
 * @param {{ suites?: PlaywrightSuite[], errors?: { message?: string }[] } | undefined} report
 * @returns {string[]} a text for each failed test, and for each file that did not load
 */
export function failedPlaywright(report) {
  return [
    ...(report?.errors ?? []).map(({ message = '' }) => tell('a file of tests', [message])),
    ...(report?.suites ?? []).flatMap((suite) => failedIn(suite, '')),
  ]
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string} path
 * @returns {string[]}
 */
function failedIn({ title, suites = [], specs = [] }, path) {
  const here = path === '' ? title : `${path} › ${title}`
  return [
    ...specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) =>
          tell(
            `${here} › ${spec.title}`,
            results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)),
          ),
        ),
    ),
    ...suites.flatMap((suite) => failedIn(suite, here)),
  ]
}

/**
 * @param {string} name
 * @param {readonly string[]} messages
 */
function tell(name, messages) {
  const text = stripVTControlCharacters(messages.join('\n'))
  return `✗ ${name}\n${text.slice(0, MESSAGE_MAX_CHARS)}`
}
