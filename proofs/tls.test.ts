/**
 * Runs testssl.sh against the documented nginx, which terminates TLS in front of the gateway. Needs `PROOF_SCANNERS=1`.
 */
import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { findFreePort } from '../packages/platform/test/free-port.ts'
import { startNginx } from './start-nginx.ts'

/** Each of some hundred handshakes is a process of its own. */
const TIME_LIMIT_MS = 1_200_000

/** A line of its report. */
interface Finding {
  readonly id: string
  readonly severity: 'OK' | 'INFO' | 'WARN' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | 'FATAL'
  readonly finding: string
}

const BAD: ReadonlySet<Finding['severity']> = new Set(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL', 'FATAL'])

describe.runIf(process.env['PROOF_SCANNERS'] === '1')('the documented nginx', () => {
  it(
    'offers TLS 1.2 and 1.3, no weak suite and no known vulnerability',
    async () => {
      const findings = await examine(['--protocols', '--std', '--fs', '--server-defaults', '--vulnerable'])
      const offered = (id: string) => findings.find((one) => one.id === id)?.finding ?? 'not examined'
      for (const id of ['SSLv2', 'SSLv3', 'TLS1', 'TLS1_1']) expect(offered(id)).toMatch(/^not offered/)
      for (const id of ['TLS1_2', 'TLS1_3']) expect(offered(id)).toMatch(/^offered/)
      // Protocols, suites, forward secrecy and holes were all looked at.
      expect(findings.length).toBeGreaterThan(40)
      expect(findings.filter(({ severity }) => BAD.has(severity))).toEqual([])
    },
    TIME_LIMIT_MS,
  )

  it(
    'would fail with an old protocol and old suites',
    async () => {
      const findings = await examine(
        ['--protocols', '--std'],
        [
          ['ssl_protocols TLSv1.2 TLSv1.3;', 'ssl_protocols TLSv1.1 TLSv1.2;'],
          [/ssl_ciphers [^;]+;/.exec(readDeployed())?.[0] ?? '', 'ssl_ciphers "ALL:@SECLEVEL=0";'],
        ],
      )
      const bad = findings.filter(({ severity }) => BAD.has(severity)).map(({ id }) => id)
      expect(bad).toContain('TLS1_1')
      expect(bad).toContain('cipherlist_aNULL')
    },
    TIME_LIMIT_MS,
  )
})

const readDeployed = (): string => readFileSync(join(import.meta.dirname, '../deploy/nginx.conf'), 'utf8')

/**
 * The findings of testssl.sh for the file as it is deployed, or changed. No gateway is behind it: the test needs only
 * handshakes.
 */
async function examine(
  what: readonly string[],
  changes: readonly (readonly [string, string])[] = [],
): Promise<readonly Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const tlsPort = await findFreePort()
  const ports = { tlsPort, plainPort: await findFreePort(), firstPort: 9, secondPort: 9 }
  startNginx(folder, ports, changes)
  await vi.waitFor(() => connectTo(tlsPort))
  const report = join(folder, 'report.json')
  const how = ['--quiet', '--color', '0', '--ip', '127.0.0.1', '--nodns', 'none', '--warnings', 'off']
  await new Promise<void>((resolve) => {
    // Ends with a code of its own when it finds something.
    execFile(
      'testssl',
      [...what, ...how, '--jsonfile', report, `localhost:${tlsPort}`],
      { cwd: folder },
      () => resolve(),
    )
  })
  const findings = JSON.parse(readFileSync(report, 'utf8')) as readonly Finding[]
  return findings.filter(({ id }) => !OF_THIS_RUN.some((name) => id.startsWith(name)))
}

/** The certificate is made for this run: not signed, and never revoked. */
const OF_THIS_RUN = ['cert', 'scanTime', 'engine_problem', 'OCSP', 'DNS_CAA', 'intermediate']

function connectTo(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(void socket.destroy()))
    socket.once('error', reject)
  })
}
