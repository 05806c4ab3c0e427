import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { makeCertificate } from '../packages/platform/test/make-certificate.ts'
import { adaptDeployed } from '../tools/adapt-deployed.ts'

const DAY_MS = 86_400_000

export interface HaproxyPorts {
  readonly tlsPort: number
  readonly plainPort: number
  readonly probePort: number
  /** The ports of the two gateway processes. */
  readonly firstPort: number
  readonly secondPort: number
}

/** HAProxy in front of two gateways, ready to be started. */
export interface ConfiguredHaproxy {
  /** The certificate of `localhost`, as PEM. */
  readonly certificate: string
  /** @param env - where a program that was only unpacked finds its libraries. */
  start(program: string, env?: Readonly<Record<string, string>>): ChildProcess
}

/** Writes the deployed file with this run's ports, and its own certificate. */
export function configureHaproxy(folder: string, ports: HaproxyPorts): ConfiguredHaproxy {
  const nowMs = Date.now()
  const { cert, key } = makeCertificate({ fromMs: nowMs - DAY_MS, untilMs: nowMs + DAY_MS })
  const pem = join(folder, 'pay.pem')
  writeFileSync(pem, cert + key)
  const text = adaptDeployed('haproxy.cfg', [
    ['bind :443', `bind 127.0.0.1:${ports.tlsPort}`],
    ['bind :80', `bind 127.0.0.1:${ports.plainPort}`],
    ['127.0.0.1:8404', `127.0.0.1:${ports.probePort}`],
    ['127.0.0.1:8081', `127.0.0.1:${ports.firstPort}`],
    ['127.0.0.1:8082', `127.0.0.1:${ports.secondPort}`],
    ['/etc/sluice/tls/pay.pem', pem],
    ['log /dev/log local0 notice', 'log stderr format raw local0 notice'],
    ['  user haproxy\n  group haproxy\n  chroot /var/lib/haproxy\n', ''],
  ])
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  return {
    certificate: cert,
    start: (program, env = {}) =>
      spawn(program, ['-db', '-f', file], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, ...env },
      }),
  }
}
