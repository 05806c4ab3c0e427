import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as requestHttp } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { expect, it, onTestFailed, onTestFinished, vi } from 'vitest'

import { findFreePort } from '../free-port.ts'
import { type GatewayProgram, startProgram } from '../gateway-program.ts'
import { MerchantAtGateway } from '../merchant-at-gateway.ts'
import { startPostgres } from '../postgres.ts'

const DEPLOYED = join(import.meta.dirname, '../../../../deploy/nginx.conf')

/** Set by `npm run prove:nginx`, which finds or fetches one. */
const NGINX = process.env['SLUICE_NGINX']
/** A restart with its drain takes longer than most tests. */
const TIMEOUT_MS = 120_000

it.skipIf(NGINX === undefined)(
  'two processes behind nginx are restarted one after the other, and no payment notices',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-nginx-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const [tlsPort, plainPort, firstPort, secondPort] = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
    ]
    const baseUrl = `https://localhost:${tlsPort}`
    const databaseUrl = await postgres.createDatabase()
    const env = {
      SLUICE_BASE_URL: baseUrl,
      SLUICE_TRUSTED_PROXIES: '127.0.0.1/32',
      SLUICE_DRAIN_DELAY_MS: '5000',
      SLUICE_LOG_LEVEL: 'error',
    }
    const start = async (port: number): Promise<GatewayProgram> => {
      const program = await startProgram(
        env,
        ...['--port', String(port), '--data', folder, '--database-url', databaseUrl],
      )
      onTestFinished(() => void program.end('SIGKILL'))
      onTestFailed(() => void process.stderr.write(program.log()))
      return program
    }
    const first = await start(firstPort)
    const second = await start(secondPort)
    startNginx(folder, { tlsPort, plainPort, firstPort, secondPort })
    await vi.waitFor(async () => expect((await fetch(`${baseUrl}/openapi.json`)).status).toBe(200), 10_000)

    expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(404)
    expect(await plainStatus(plainPort)).toBe(403)

    const merchant = new MerchantAtGateway({ ...first.ready, base_url: baseUrl, auth_url: baseUrl })
    await merchant.token()
    let isOver = false
    let approved = 0
    const buy = async (): Promise<void> => {
      while (!isOver) {
        const { result } = await merchant.authorize({ flow: 'NO_METHOD_FRICTIONLESS' })
        expect(result).toMatchObject({ status: 'APPROVED' })
        approved += 1
      }
    }
    const shoppers = Promise.all(Array.from({ length: 6 }, buy))
    const moreThan = (count: number) => vi.waitFor(() => expect(approved).toBeGreaterThan(count), 30_000)
    await moreThan(20)
    expect(await first.end('SIGTERM')).toEqual([0, null])
    const beforeRestart = approved
    await moreThan(beforeRestart + 20)
    await start(firstPort)
    // nginx tries it again after two seconds.
    const together = approved
    await moreThan(together + 200)
    expect(await second.end('SIGTERM')).toEqual([0, null])
    await moreThan(approved + 20)
    isOver = true
    await shoppers
  },
  TIMEOUT_MS,
)

/** The deployed file with this run's ports and certificate in place of the documented ones. */
function startNginx(
  folder: string,
  ports: { tlsPort: number; plainPort: number; firstPort: number; secondPort: number },
): void {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const form = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...form, '-keyout', key, '-out', certificate, ...subject], {
    stdio: 'ignore',
  })
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificate, 'utf8')])
  mkdirSync(join(folder, 'temp'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${folder}/temp/${name};\n`,
  )
  const changes: readonly (readonly [string, string])[] = [
    ['listen 443 ssl', `listen 127.0.0.1:${ports.tlsPort} ssl`],
    ['listen 80', `listen 127.0.0.1:${ports.plainPort}`],
    ['127.0.0.1:8081', `127.0.0.1:${ports.firstPort}`],
    ['127.0.0.1:8082', `127.0.0.1:${ports.secondPort}`],
    ['server_name pay.example.com methods.pay.example.com portal.pay.example.com', 'server_name localhost'],
    ['/etc/sluice/tls/certificate.pem', certificate],
    ['/etc/sluice/tls/key.pem', key],
    ['http {\n', `http {\n${paths.join('')}`],
  ]
  let text = readFileSync(DEPLOYED, 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/nginx.conf has no ${from}`)
    text = text.replace(from, to)
  }
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off;\nmaster_process off;\npid ${folder}/nginx.pid;\nerror_log stderr error;\n${text}`,
  )
  const nginx = spawn(NGINX ?? '', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => void nginx.kill('SIGKILL'))
}

function plainStatus(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    requestHttp({ port, path: '/api/customers' }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', reject)
      .end()
  })
}
