import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import { makeCertificate } from '../packages/platform/test/make-certificate.ts'

const DEPLOYED = join(import.meta.dirname, '../deploy/haproxy.cfg')

const DAY_MS = 86_400_000

/** Set by the proofs that need it, which find or unpack it. */
export const HAPROXY = process.env['SLUICE_HAPROXY']

export interface HaproxyPorts {
  readonly tlsPort: number
  readonly plainPort: number
  readonly probePort: number
  /** Of the two gateway processes. */
  readonly firstPort: number
  readonly secondPort: number
}

/**
 * Starts HAProxy with the deployed file, this run's ports and a certificate of its own for `localhost`. It ends with the test.
 *
 * @returns the certificate, as PEM.
 */
export function startHaproxy(folder: string, ports: HaproxyPorts): string {
  const nowMs = Date.now()
  const { cert, key } = makeCertificate({ fromMs: nowMs - DAY_MS, untilMs: nowMs + DAY_MS })
  const pem = join(folder, 'pay.pem')
  writeFileSync(pem, cert + key)
  const changes: readonly (readonly [string, string])[] = [
    ['bind :443', `bind 127.0.0.1:${ports.tlsPort}`],
    ['bind :80', `bind 127.0.0.1:${ports.plainPort}`],
    ['127.0.0.1:8404', `127.0.0.1:${ports.probePort}`],
    ['127.0.0.1:8081', `127.0.0.1:${ports.firstPort}`],
    ['127.0.0.1:8082', `127.0.0.1:${ports.secondPort}`],
    ['/etc/sluice/tls/pay.pem', pem],
    ['log /dev/log local0 notice', 'log stderr format raw local0 notice'],
    ['  user haproxy\n  group haproxy\n  chroot /var/lib/haproxy\n', ''],
  ]
  let text = readFileSync(DEPLOYED, 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/haproxy.cfg has no ${from}`)
    text = text.replace(from, to)
  }
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  const haproxy = spawn(HAPROXY ?? '', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => void haproxy.kill('SIGKILL'))
  return cert
}
