import { type PageFinding, overallVerdict } from './check-pages.ts'

/** The operator's next step, by the result of the check. */
const NEXT_STEPS: Readonly<Record<PageFinding['verdict'], string>> = {
  same: 'Every page, script and header is as this build serves it.',
  differs:
    'What differs was changed between this build and the browser: by a proxy, a CDN, a hand on the server, or another release.\n' +
    'Treat it as an incident until you know by which: see "Page integrity" in docs/operations/health.md.',
  'not reached':
    'Nothing that was reached differs. Find out why the rest was not reached, and run the check again.',
}

/** Returns the output of the command. */
export function describeCheck(findings: readonly PageFinding[], notes: readonly string[]): string {
  const lines = findings.map(
    ({ url, verdict, differences }) =>
      `${verdict.padEnd(11)} ${url}\n${differences.map((line) => `            ${line}\n`).join('')}`,
  )
  const release = findings.find(({ url, verdict }) => url.endsWith('/sri.json') && verdict === 'differs')
  const hint =
    release === undefined
      ? []
      : [
          'The service names another release than this build: run the check of the version that the service runs.',
        ]
  return `${lines.join('')}\n${[...notes, ...hint, NEXT_STEPS[overallVerdict(findings)]].join('\n')}\n`
}
