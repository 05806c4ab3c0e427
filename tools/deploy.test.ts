import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseAllDocuments } from 'yaml'
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
  it.runIf(hasSystemd)('are read by systemd without a complaint', () => {
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
  it('start pods beside their service, whose name makes no variable of the gateway', () => {
    const [deployment, service] = parseAllDocuments(
      readFileSync(join(DEPLOY, 'kubernetes.yaml'), 'utf8'),
    ).map((document) => document.toJS() as Manifest)
    const { name } = service?.metadata ?? {}
    const hasLinks = deployment?.spec?.template?.spec?.enableServiceLinks ?? true
    // As a kubelet writes it for the address of a service.
    const link = { [`${name?.toUpperCase()}_PORT`]: 'tcp://10.96.0.10:80' }
    expect(readConfig({}, hasLinks ? link : {})).toMatchObject({ ok: true })
  })
})

/** What the test reads of them. */
interface Manifest {
  readonly metadata?: { readonly name?: string }
  readonly spec?: {
    readonly template?: { readonly spec?: { readonly enableServiceLinks?: boolean } }
  }
}
