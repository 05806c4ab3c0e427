import { onTestFinished } from 'vitest'

import { configureHaproxy, type HaproxyPorts } from './configure-haproxy.ts'

/** Set by the proofs that need it, which find or unpack it. */
export const HAPROXY = process.env['SLUICE_HAPROXY']

/**
 * Starts HAProxy with the deployed file, this run's ports and a certificate of its own for `localhost`. It ends with the test.
 *
 * @returns the certificate, as PEM.
 */
export function startHaproxy(folder: string, ports: HaproxyPorts): string {
  const { certificate, start } = configureHaproxy(folder, ports)
  const haproxy = start(HAPROXY ?? '')
  onTestFinished(() => void haproxy.kill('SIGKILL'))
  return certificate
}
