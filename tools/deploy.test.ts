import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../packages/gateway/src/config.ts'

const ROOT = join(import.meta.dirname, '..')
const DEPLOY = join(ROOT, 'deploy')
const UNITS = readdirSync(DEPLOY).filter((name) => /\.(?:service|timer)$/.test(name))
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

describe('the development container', () => {
  it('forwards the ports of npm start, and sets up by a script that exists', () => {
    const { forwardPorts, onCreateCommand } = readJson('.devcontainer/devcontainer.json') as {
      readonly forwardPorts: readonly number[]
      readonly onCreateCommand: string
    }
    const start = readFileSync(join(ROOT, 'tools/start.mjs'), 'utf8')
    const [gateway = 0, shop = 0] = [...start.matchAll(/_PORT'\] \?\? (\d+)\)/g)].map(([, port]) =>
      Number(port),
    )
    expect(forwardPorts).toEqual([shop, shop + 1, gateway])
    const [, script = ''] = /npm run (\w+)$/.exec(onCreateCommand) ?? []
    expect(readJson('package.json')).toHaveProperty(['scripts', script])
  })
})

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
}

describe('the systemd units', () => {
  it.runIf(hasSystemd)('are read by systemd without warnings', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-units-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const paths = UNITS.map((name) => {
      const path = join(folder, name.replace('@.', '@8081.'))
      // The program is not installed here.
      const unit = readFileSync(join(DEPLOY, name), 'utf8').replaceAll('/usr/bin/sluice-gateway', '/bin/true')
      writeFileSync(path, unit)
      return path
    })
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })

  it('every timer has its service, and the check of the pages may read no secret of the gateway', () => {
    for (const timer of UNITS.filter((name) => name.endsWith('.timer')))
      expect(UNITS).toContain(timer.replace('.timer', '.service'))
    const check = readFileSync(join(DEPLOY, 'sluice-tamper-check.service'), 'utf8')
    expect(check).toContain('DynamicUser=yes')
    expect(check).not.toMatch(/master-key|database-url/)
  })
})

describe('the manifests for Kubernetes', () => {
  it('start pods together with their service, whose name sets no variable of the gateway', () => {
    const [deployment, service] = parseAllDocuments(
      readFileSync(join(DEPLOY, 'kubernetes.yaml'), 'utf8'),
    ).map((document) => document.toJS() as Manifest)
    const { name } = service?.metadata ?? {}
    const hasLinks = deployment?.spec?.template?.spec?.enableServiceLinks ?? true
    // The variable that a kubelet sets for the address of a service.
    const link = { [`${name?.toUpperCase()}_PORT`]: 'tcp://10.96.0.10:80' }
    expect(readConfig({}, hasLinks ? link : {})).toMatchObject({ ok: true })
  })
})

describe('the files of the highly available database', () => {
  const read = (name: string) => readFileSync(join(DEPLOY, 'high-availability', name), 'utf8')

  it('acknowledge no commit that a standby lacks, and reject remote connections without TLS', () => {
    const { bootstrap, postgresql, watchdog } = parse(read('patroni.yaml')) as PatroniFile
    expect(bootstrap.dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true })
    expect(watchdog.mode).toBe('required')
    expect(postgresql.parameters.ssl).toBe('on')
    const inTheClear = postgresql.pg_hba.filter((rule) => !rule.startsWith('hostssl '))
    expect(inTheClear.filter((rule) => !rule.includes(' 127.0.0.1/32 '))).toEqual([])
  })

  it('take the lock by the interface of etcd that compares', () => {
    expect(read('etcd.environment.example')).toMatch(/^ETCD_ENABLE_V2=true$/m)
    expect(read('patroni.environment.example')).not.toMatch(/^PATRONI_ETCD3_/m)
  })

  it('name the same three nodes', () => {
    const proxy = read('haproxy-databases.cfg')
    const variables = [...proxy.matchAll(/"\$\{(\w+)\}"/g)].map(([, name]) => name ?? '')
    expect(variables).toHaveLength(7)
    for (const variable of variables) expect(proxy).toMatch(new RegExp(`^# ${variable}=\\S+$`, 'm'))
    const addresses = (text: string) => new Set(text.match(/\b10\.0\.0\.\d+(?=[:,])/g))
    expect(addresses(read('etcd.environment.example'))).toEqual(addresses(proxy))
    expect(addresses(read('patroni.environment.example'))).toEqual(addresses(proxy))
  })

  it('do not contain the passwords', () => {
    const passwords = read('patroni.environment.example').match(/^\w+PASSWORD=.*$/gm) ?? []
    expect(passwords.filter((line) => !line.endsWith('='))).toEqual([])
    expect(passwords).toHaveLength(4)
  })
})

/** The members of Patroni's file that the test reads. */
interface PatroniFile {
  readonly bootstrap: { readonly dcs: Readonly<Record<string, unknown>> }
  readonly postgresql: {
    readonly pg_hba: readonly string[]
    readonly parameters: Readonly<Record<string, string>>
  }
  readonly watchdog: { readonly mode: string }
}

/** The members of a manifest that the test reads. */
interface Manifest {
  readonly metadata?: { readonly name?: string }
  readonly spec?: {
    readonly template?: { readonly spec?: { readonly enableServiceLinks?: boolean } }
  }
}
