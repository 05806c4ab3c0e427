/** The reference installation on this machine: databases, gateways, HAProxy, Prometheus, and a shop. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findFreePort } from '../../packages/platform/test/free-port.ts'
import type { SandboxCredentials } from '../../packages/types/src/index.ts'
import { adaptDeployed } from '../adapt-deployed.ts'
import { PINNED_NODE, ROOT } from '../stage.mjs'
import { type Cluster, type ClusterPrograms, startCluster } from './cluster.ts'
import { Supervisor } from './supervised.ts'

const GATEWAYS = ['a', 'b'] as const
/** Restarts Patroni when it exits, like systemd. */
const LOOK_INTERVAL_MS = 2_000

/** The line that a gateway of the sandbox prints when it is ready. */
interface ReadyLine extends SandboxCredentials {
  readonly methods_url: string
}

/** Debian's programs. @see ensureMonitoring */
export interface MonitoringPrograms {
  readonly prometheus: string
  /** Its command line; null if it cannot run on this machine. */
  readonly alertmanager: readonly string[] | null
}

export interface Installation {
  readonly cluster: Cluster
  readonly ready: ReadyLine
  readonly addresses: {
    readonly shop: string
    readonly prometheus: string
    readonly alertmanager: string | null
  }
  readonly operatorToken: string
  /** The folder, with logs. */
  readonly folder: string
  pidOf(name: 'gateway-a' | 'gateway-b' | 'haproxy'): number | undefined
  stop(): Promise<void>
}

export async function startInstallation(
  programs: ClusterPrograms,
  monitoring: MonitoringPrograms,
): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-try-'))
  const supervisor = new Supervisor(folder)
  const cluster = await startCluster(programs)
  const looking = setInterval(() => {
    for (const node of cluster.nodes) if (node.processes().patroni === undefined) node.start()
  }, LOOK_INTERVAL_MS)
  const stop = async () => {
    clearInterval(looking)
    await supervisor.stop()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const [front, probe, a, b] = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
    ]
    const ports = { front, probe, a, b }
    const metrics = { a: await findFreePort(), b: await findFreePort() }
    const baseUrl = `http://localhost:${ports.front}`
    startFront(supervisor, programs, ports)
    const [operatorToken, metricsToken] = [makeToken(), makeToken()]
    const lines: string[] = []
    for (const name of GATEWAYS)
      lines.push(
        await supervisor.start(`gateway-${name}`, {
          command: [PINNED_NODE, join(ROOT, 'packages/cli/dist/main.js'), 'start', '--json'],
          env: {
            SLUICE_BASE_URL: baseUrl,
            SLUICE_PORT: String(ports[name]),
            SLUICE_DATA_DIR: join(folder, 'data'),
            SLUICE_DATABASE_URL: cluster.databaseUrl,
            SLUICE_TRUSTED_PROXIES: '127.0.0.1/32',
            SLUICE_OPERATOR_TOKEN: operatorToken,
            SLUICE_METRICS_TOKEN: metricsToken,
            SLUICE_METRICS_ADDRESS: `127.0.0.1:${metrics[name]}`,
          },
        }),
      )
    const ready = JSON.parse(lines[0] ?? '') as ReadyLine
    const alertmanager = await startAlertmanager(supervisor, monitoring.alertmanager)
    const scraped = { ...metrics, token: metricsToken, alertmanager }
    const addresses = {
      shop: await startShop(supervisor, ready),
      prometheus: await startPrometheus(supervisor, monitoring.prometheus, scraped),
      alertmanager: alertmanager && `http://${alertmanager}/api/v2/alerts`,
    }
    return { cluster, ready, addresses, operatorToken, folder, pidOf: (name) => supervisor.pidOf(name), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function makeToken(): string {
  return randomBytes(32).toString('base64')
}

/** Uses the deployed file without TLS, because browsers would warn of an unknown certificate. */
function startFront(
  supervisor: Supervisor,
  { haproxy, env }: ClusterPrograms,
  ports: { readonly front: number; readonly probe: number; readonly a: number; readonly b: number },
): void {
  const file = join(supervisor.folder, 'haproxy.cfg')
  const text = adaptDeployed('haproxy.cfg', [
    ['bind :443 ssl crt /etc/sluice/tls/pay.pem alpn h2,http/1.1', `bind 127.0.0.1:${ports.front}`],
    ['X-Forwarded-Proto https', 'X-Forwarded-Proto http'],
    ['frontend plain\n  bind :80\n  http-request return status 403\n', ''],
    ['127.0.0.1:8404', `127.0.0.1:${ports.probe}`],
    ['127.0.0.1:8081', `127.0.0.1:${ports.a}`],
    ['127.0.0.1:8082', `127.0.0.1:${ports.b}`],
    ['log /dev/log local0 notice', 'log stderr format raw local0 notice'],
    ['  user haproxy\n  group haproxy\n  chroot /var/lib/haproxy\n', ''],
  ])
  writeFileSync(file, text)
  supervisor.run('haproxy', { command: [haproxy, '-db', '-f', file], env })
}

async function startPrometheus(
  supervisor: Supervisor,
  program: string,
  metrics: {
    readonly a: number
    readonly b: number
    readonly token: string
    readonly alertmanager: string | null
  },
): Promise<string> {
  const port = await findFreePort()
  const file = join(supervisor.folder, 'prometheus.yml')
  const targets = [{ targets: [`127.0.0.1:${metrics.a}`, `127.0.0.1:${metrics.b}`] }]
  // JSON is YAML.
  const settings = {
    global: { scrape_interval: '5s', evaluation_interval: '5s' },
    rule_files: [join(ROOT, 'deploy/monitoring/alerts.yaml')],
    alerting: {
      alertmanagers:
        metrics.alertmanager === null ? [] : [{ static_configs: [{ targets: [metrics.alertmanager] }] }],
    },
    scrape_configs: [
      { job_name: 'sluice', static_configs: targets, authorization: { credentials: metrics.token } },
    ],
  }
  writeFileSync(file, JSON.stringify(settings))
  supervisor.run('prometheus', {
    command: [
      program,
      `--config.file=${file}`,
      `--web.listen-address=127.0.0.1:${port}`,
      `--storage.tsdb.path=${join(supervisor.folder, 'series')}`,
    ],
  })
  return `http://localhost:${port}/alerts`
}

/** Starts it with the deployed file, without notifications, and returns its address. */
async function startAlertmanager(
  supervisor: Supervisor,
  command: MonitoringPrograms['alertmanager'],
): Promise<string | null> {
  if (command === null) return null
  const [program = '', ...args] = command
  const address = `127.0.0.1:${await findFreePort()}`
  supervisor.run('alertmanager', {
    command: [
      program,
      ...args,
      `--config.file=${join(ROOT, 'deploy/monitoring/alertmanager.yaml')}`,
      `--web.listen-address=${address}`,
      `--storage.path=${join(supervisor.folder, 'alerts')}`,
      // One alone.
      '--cluster.listen-address=',
    ],
  })
  return address
}

async function startShop(supervisor: Supervisor, ready: ReadyLine): Promise<string> {
  const line = await supervisor.start('shop', {
    command: [PINNED_NODE, join(ROOT, 'examples/embedded-checkout/src/server.ts'), '--json'],
    env: {
      SLUICE_BASE_URL: ready.base_url,
      SLUICE_METHODS_URL: ready.methods_url,
      SLUICE_AUTH_URL: ready.auth_url,
      SLUICE_REALM: ready.realm,
      SLUICE_CLIENT_ID: ready.client_id,
      SLUICE_CLIENT_SECRET: ready.client_secret,
      SLUICE_CLIENT_KEY: ready.client_key,
      SLUICE_TERMINAL_ID: ready.terminal_id,
      PORT: String(await findFreePort()),
    },
  })
  return (JSON.parse(line) as { readonly shop_url: string }).shop_url
}
