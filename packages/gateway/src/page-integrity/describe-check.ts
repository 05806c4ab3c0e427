import { type PageFinding, overallVerdict } from './check-pages.ts'

/** The operator's next step, by the result of the check. */
const NEXT_STEPS: Readonly<Record<PageFinding['verdict'], string>> = {
  same: 'Every page, script and header is as this build serves it.',
  differs:
    'The differences arose between this build and the browser: by a proxy, a CDN, a manual change on the server, or another release.\n' +
    'Treat them as an incident until you know the cause: see "Page integrity" in docs/operations/health.md.',
  'not reached':
    'Everything that could be reached is identical. Find out why the rest could not be reached, and run the check again.',
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
      : ['The service runs another release than this build: run the check with the version of the service.']
  return `${lines.join('')}\n${[...notes, ...hint, NEXT_STEPS[overallVerdict(findings)]].join('\n')}\n`
}
