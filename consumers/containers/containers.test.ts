/**
 * The container file, the compose file and the manifests for Kubernetes, run: images are built without a registry of images,
 * the gateway in them comes from the packed packages. `npm run verify -- containers`.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SandboxCredentials, Transaction } from '@sluice/types'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { findFreePort } from '../../packages/platform/test/free-port.ts'
import { MerchantAtGateway } from '../../packages/gateway/test/merchant-at-gateway.ts'
import { shop } from '../../packages/gateway/test/shopper.ts'
import { listPublished, pack } from '../../tools/pack.ts'
import '../../tools/vitest/resolve-localhost.ts'
import { type LocalRegistry, startLocalRegistry } from '../registry/local-registry.ts'
import { type ContainerEngine, openContainerEngine } from './container-engine.ts'
import { makeNodeImage, makePostgresImage, POSTGRES_IMAGE } from './stand-in-images.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const PROGRAM = '/opt/sluice/node_modules/@sluice/gateway/dist/main.js'

/** The account of the image, and the group that a kubelet gives the files of volumes to. */
const NODE_ID = 1000

/** Waits for programs that start; a busy machine is slow. */
const patiently = { timeout: 60_000, interval: 250 }

/** Set by `npm run verify -- containers`, which finds or installs podman. */
describe.skipIf(process.env['SLUICE_CONTAINERS'] === undefined)('containers', { timeout: 600_000 }, () => {
  const packed = mkdtempSync(join(tmpdir(), 'sluice-packed-'))
  let engine: ContainerEngine
  let registry: LocalRegistry
  let base: string
  beforeAll(async () => {
    engine = openContainerEngine()
    registry = await startLocalRegistry(listPublished().map((name) => pack(name, packed)))
    const others = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
    base = await makeNodeImage(engine, `registry=${others}\n@sluice:registry=${registry.url}\n`)
    await makePostgresImage(engine)
    await engine.podman(
      'build',
      '--pull=never',
      `--build-arg=BASE=${base}`,
      '--file',
      join(DEPLOY, 'Containerfile'),
      '--tag',
      'sluice',
      DEPLOY,
    )
  }, 600_000)
  afterAll(async () => {
    await registry.close()
    await engine.close()
    rmSync(packed, { recursive: true })
  }, 120_000)

  it('the image runs as an unprivileged user on a read-only root file system, becomes healthy, and stops on a signal', async () => {
    const { podman } = engine
    const locked = ['--read-only', '--cap-drop=all', '--security-opt=no-new-privileges']
    await podman('run', '--detach', '--name=alone', ...locked, 'sluice')
    const healthy = () => podman('healthcheck', 'run', 'alone')
    await vi.waitFor(healthy, patiently)
    const looked = await podman(
      'exec',
      'alone',
      'sh',
      '-c',
      'id -u; touch /x 2>&1; grep CapEff /proc/1/status',
    )
    expect(looked).toMatch(new RegExp(`^${NODE_ID}\n.*Read-only file system\nCapEff:\\s0+\n$`))
    await podman('stop', '--time=30', 'alone')
    expect((await podman('inspect', '--format={{.State.ExitCode}}', 'alone')).trim()).toBe('0')
    await podman('rm', 'alone')
  })

  it('compose.yaml starts two processes on PostgreSQL; a payment through a challenge outlives all of them', async () => {
    const folder = join(engine.folder, 'sluice')
    mkdirSync(folder)
    copyFileSync(join(DEPLOY, 'Containerfile'), join(folder, 'Containerfile'))
    const file = join(folder, 'compose.yaml')
    let text = readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8').replace('${SLUICE_BASE_IMAGE}', base)
    for (const port of ['8080', '8090', '54320']) {
      expect(text).toContain(port)
      text = text.replaceAll(port, String(await findFreePort()))
    }
    writeFileSync(file, text)
    const compose = (...args: readonly string[]) => engine.compose(file, ...args)
    const [, port = ''] = /SLUICE_PORT: '(\d+)'/.exec(text) ?? []
    const baseUrl = `http://127.0.0.1:${port}`
    const ready = async () => expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200)

    await compose('up', '--detach', '--build')
    await vi.waitFor(ready, patiently)
    const made = await fetch(`${baseUrl}/simulators/sandboxes`, {
      method: 'POST',
      headers: { 'user-agent': 'test', 'content-type': 'application/json' },
      body: '{}',
    })
    expect(made.status).toBe(201)
    const merchant = new MerchantAtGateway((await made.json()) as SandboxCredentials)
    const paid = await shop(
      await merchant.authorize({ flow: 'CHALLENGE' }),
      {
        requestAuthentication: (...given) => merchant.requestAuthentication(...given),
        completeAuthentication: (...given) => merchant.completeAuthentication(...given),
      },
      ['1234'],
    )
    expect(paid.envelope.result?.status).toBe('APPROVED')
    const roles = await engine.podman('ps', '--no-trunc', '--format={{.Command}}')
    expect(
      roles
        .split('\n')
        .filter((line) => line.includes('--roles'))
        .sort(),
    ).toEqual(['start --roles api,dispatcher', 'start --roles janitor'])

    await compose('down')
    expect(await engine.podman('ps', '--all', '--quiet')).toBe('')
    await compose('up', '--detach')
    await vi.waitFor(ready, patiently)
    const { transaction } = await merchant.get<{ transaction: Transaction }>(
      `/api/transactions/${paid.envelope.result?.id}/status`,
    )
    expect(transaction.status).toBe('APPROVED')
    await compose('down', '--volumes')
  })

  it('kubernetes.yaml starts production replicas with the files that `init` writes, at the paths that it mounts', async () => {
    const { podman } = engine
    const [deployment] = parseAllDocuments(readFileSync(join(DEPLOY, 'kubernetes.yaml'), 'utf8')).map(
      (document) => document.toJS() as Deployment,
    )
    const { replicas = 0, template } = deployment?.spec ?? {}
    const { containers = [], volumes = [], terminationGracePeriodSeconds = 0 } = template?.spec ?? {}
    const [container] = containers
    if (!container) throw new Error('kubernetes.yaml has no container')

    const installation = join(engine.folder, 'installation')
    mkdirSync(installation)
    chownSync(installation, NODE_ID, NODE_ID)
    await podman(
      ...['run', '--rm', `--volume=${installation}:/made`, 'sluice', 'init', '--dir=/made'],
      ...['--base-url=https://pay.example.com', '--shop=https://shop.example.com'],
    )
    writeFileSync(join(installation, 'secrets/database-url'), 'postgres://sluice:sluice@database:5432/sluice')
    const mounts = container.volumeMounts.map(({ name, mountPath, readOnly }) => {
      const volume = volumes.find((each) => each.name === name)
      if (volume?.projected === undefined) {
        expect(volume).toHaveProperty('emptyDir')
        return `--volume=${emptyDir(engine.folder, name)}:${mountPath}`
      }
      const files = volume.projected.sources.flatMap((source) =>
        Object.values(source).flatMap(({ items }) => items),
      )
      const source = likeKubelet(
        engine.folder,
        installation,
        files.map(({ path }) => path),
      )
      return `--volume=${source}:${mountPath}${readOnly ? ':ro' : ''}`
    })

    await podman('network', 'create', 'cluster')
    await podman(
      ...['run', '--detach', '--name=database', '--network=cluster', '--network-alias=database'],
      ...['--env=POSTGRES_USER=sluice', '--env=POSTGRES_PASSWORD=sluice', POSTGRES_IMAGE],
    )
    // The stand-in has no certificate.
    const env = [...container.env, { name: 'SLUICE_DATABASE_TLS', value: 'unverified' }]
    const pods = Array.from({ length: replicas }, (_, index) => `pod-${index + 1}`)
    expect(pods).toHaveLength(2)
    for (const name of pods) {
      await podman(
        ...['run', '--detach', `--name=${name}`, '--network=cluster', '--restart=always', '--read-only'],
        ...['--cap-drop=all', '--security-opt=no-new-privileges', `--user=${NODE_ID}:${NODE_ID}`],
        ...env.map((variable) => `--env=${variable.name}=${variable.value}`),
        ...[...mounts, 'sluice', ...container.args],
      )
    }
    const { path } = container.readinessProbe.httpGet
    const [{ containerPort }] = container.ports
    const probe = `fetch('http://127.0.0.1:${containerPort}${path}').then(async (answer) => console.log(await answer.text()))`
    for (const name of pods) {
      await vi.waitFor(async () => {
        const answer = await podman('exec', name, 'node', '--eval', probe)
        expect(JSON.parse(answer)).toEqual({ status: 'ready', environment: 'production' })
      }, patiently)
    }
    const [first = ''] = pods
    // It ends with 1 for the acquirer of the example, which is nowhere.
    const doctor = await podman('exec', first, 'sh', '-c', `node ${PROGRAM} doctor || true`)
    for (const good of ['configuration file', 'master key', 'data directory', 'database'])
      expect(doctor).toContain(`✓ ${good}`)
    await podman('stop', `--time=${terminationGracePeriodSeconds}`, ...pods)
    for (const name of pods)
      expect((await podman('inspect', '--format={{.State.ExitCode}}', name)).trim()).toBe('0')
  })
})

/** The members of kubernetes.yaml that the test reads. */
interface Deployment {
  readonly spec: {
    readonly replicas: number
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number
        readonly containers: readonly {
          readonly args: readonly string[]
          readonly env: readonly { readonly name: string; readonly value: string }[]
          readonly ports: readonly [{ readonly containerPort: number }]
          readonly readinessProbe: { readonly httpGet: { readonly path: string } }
          readonly volumeMounts: readonly {
            readonly name: string
            readonly mountPath: string
            readonly readOnly?: boolean
          }[]
        }[]
        readonly volumes: readonly {
          readonly name: string
          readonly projected?: {
            readonly sources: readonly Readonly<
              Record<string, { readonly items: readonly { readonly path: string }[] }>
            >[]
          }
        }[]
      }
    }
  }
}

/** Creates a folder as a kubelet does for the pod's group. */
function emptyDir(parent: string, name: string): string {
  const volume = join(parent, `volume-${name}`)
  mkdirSync(volume)
  chownSync(volume, 0, NODE_ID)
  chmodSync(volume, 0o2770)
  return volume
}

/**
 * Lays files out as a kubelet does in a volume: symbolic links to a folder that it can exchange, owned by root and readable
 * for the pod's group.
 */
function likeKubelet(parent: string, from: string, files: readonly string[]): string {
  const volume = join(parent, 'volume-configuration')
  mkdirSync(join(volume, '..2026'), { recursive: true })
  symlinkSync('..2026', join(volume, '..data'))
  for (const file of files) {
    const path = join(volume, '..2026', file)
    mkdirSync(dirname(path), { recursive: true })
    copyFileSync(join(from, file), path)
    chownSync(path, 0, NODE_ID)
    chmodSync(path, 0o440)
  }
  for (const top of new Set(files.map((file) => file.split('/')[0] ?? '')))
    symlinkSync(join('..data', top), join(volume, top))
  return volume
}
