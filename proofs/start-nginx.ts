import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import { adaptDeployed, type Change } from '../tools/adapt-deployed.ts'

/** Set by the proofs that need it, which find or download it. */
export const NGINX = process.env['SLUICE_NGINX']

export interface NginxPorts {
  readonly tlsPort: number
  readonly plainPort: number
  /** The ports of the two gateway processes. */
  readonly firstPort: number
  readonly secondPort: number
}

/**
 * Starts nginx with the deployed file, this run's ports and a certificate of its own for `localhost` in place of the
 * documented ones. It ends with the test.
 *
 * @param further - what else is changed, as text and its replacement.
 * @returns the certificate, as PEM.
 */
export function startNginx(folder: string, ports: NginxPorts, further: readonly Change[] = []): string {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const form = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...form, '-keyout', key, '-out', certificate, ...subject], {
    stdio: 'ignore',
  })
  mkdirSync(join(folder, 'temp'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${folder}/temp/${name};\n`,
  )
  const text = adaptDeployed('nginx.conf', [
    ['listen 443 ssl', `listen 127.0.0.1:${ports.tlsPort} ssl`],
    ['listen 80', `listen 127.0.0.1:${ports.plainPort}`],
    ['127.0.0.1:8081', `127.0.0.1:${ports.firstPort}`],
    ['127.0.0.1:8082', `127.0.0.1:${ports.secondPort}`],
    ['server_name pay.example.com methods.pay.example.com portal.pay.example.com', 'server_name localhost'],
    ['/etc/sluice/tls/certificate.pem', certificate],
    ['/etc/sluice/tls/key.pem', key],
    ['http {\n', `http {\n${paths.join('')}`],
    ...further,
  ])
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off;\nmaster_process off;\npid ${folder}/nginx.pid;\nerror_log stderr error;\n${text}`,
  )
  const nginx = spawn(NGINX ?? '', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => void nginx.kill('SIGKILL'))
  return readFileSync(certificate, 'utf8')
}
