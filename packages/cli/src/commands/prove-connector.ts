import { readFileSync, renameSync, writeFileSync } from 'node:fs'

import { isProven, type ProofReport, type ProofResult, type ProofVerdict } from '@sluice/connectors/proof'
import { proveConnector } from '@sluice/gateway-core/operator-tools/prove-connector'

import { EXIT, type ExitCode } from '../admin-client/exit-codes.ts'
import type { CommandCall } from './command.ts'
import { readText } from './read-options.ts'
import { printLines, writeError } from '../terminal.ts'

const EXIT_OF_REFUSAL = { misused: EXIT.misused, refused: EXIT.refused, unreached: EXIT.unreached } as const

/** Proves a connector at the provider's test environment. It writes the report after each course, so an interrupted run can resume. */
export async function proveConnectorCommand({
  config,
  options,
  version = '',
}: CommandCall): Promise<ExitCode> {
  const providerId = readText(options, 'provider')
  if (providerId === undefined) return refuse('connector prove requires --provider <id>.', EXIT.misused)
  const path = readText(options, 'report') ?? `connector-prove-${providerId}.json`
  const earlier = readReport(path)
  if (earlier === 'foreign')
    return refuse(`${path} is not a report of connector prove. Set --report to another file.`, EXIT.misused)
  const isJson = options['json'] === true
  let shown = 0
  const save = (report: ProofReport): void => {
    writeReport(path, report)
    if (isJson) return
    if (shown === 0) printLines(describeHeader(report, path))
    const lines = report.results.map(describeResult)
    printLines(lines.slice(Math.max(0, shown - 1)))
    shown = lines.length + 1
  }
  const accountId = readText(options, 'account') ?? null
  const isStandIn = options['stand-in'] === true
  const report = await proveConnector(config, { providerId, accountId, version, isStandIn, earlier, save })
  if ('reason' in report) return refuse(report.reason, EXIT_OF_REFUSAL[report.kind])
  printLines(isJson ? [JSON.stringify(report)] : ['', describeTotals(report.results)])
  return isProven(report.results) ? EXIT.done : EXIT.refused
}

function refuse(reason: string, code: ExitCode): ExitCode {
  writeError(`${reason}\n`)
  return code
}

function readReport(path: string): ProofReport | null | 'foreign' {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    const report = JSON.parse(text) as Partial<ProofReport> | null
    return report !== null && Array.isArray(report.results) ? (report as ProofReport) : 'foreign'
  } catch {
    return 'foreign'
  }
}

/** If the process is killed during the write, the previous report remains. */
function writeReport(path: string, report: ProofReport): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

function describeHeader(report: ProofReport, path: string): readonly string[] {
  const { provider, type, account, host, api_version: api, contract, results } = report
  return [
    `${provider} (${type}), account ${account}, at ${host}, with test keys`,
    `API ${api ?? 'without a version'}, built from ${contract}`,
    `Report: ${path}${results.length > 0 ? `, continued after ${results.length} results` : ''}`,
    '',
  ]
}

function describeResult({ method, currency, operation, verdict, reason }: ProofResult): string {
  const cells = [method.padEnd(22), (currency ?? '–').padEnd(3), operation.padEnd(15), verdict.padEnd(8)]
  return `${cells.join('  ')}  ${reason}`
}

const VERDICTS: readonly ProofVerdict[] = ['PROVEN', 'ACCEPTED', 'REFUSED', 'FAILED', 'UNKNOWN', 'SKIPPED']

function describeTotals(results: readonly ProofResult[]): string {
  return VERDICTS.map((verdict) => {
    const count = results.filter((result) => result.verdict === verdict).length
    return `${count} ${verdict.toLowerCase()}`
  }).join(', ')
}
