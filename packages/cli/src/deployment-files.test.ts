import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

import { readConfig } from '@sluice/gateway-core/config'
import { createSystemRandom, systemClock } from '@sluice/platform/system'

import { describeInstallation } from './installation/describe-installation.ts'
import { writeInstallation } from './installation/write-installation.ts'

const DEPLOY = join(import.meta.dirname, '../../../deploy')
const read = (file: string) => readFileSync(join(DEPLOY, file), 'utf8')

/** Returns the errors of an environment, except for files that exist only on the deployed machine. */
function problemsOf(env: Readonly<Record<string, string>>) {
  const reading = readConfig({}, env)
  return reading.ok ? [] : reading.problems.filter(({ got }) => !got.includes('ENOENT'))
}

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly command: readonly string[]; readonly environment: Record<string, string> }>
  >
}

describe('the deployment files', () => {
  it('compose.yaml gives the gateways an environment that they accept, and every role a process', () => {
    const { services } = parse(read('compose.yaml'), { merge: true }) as Compose
    for (const name of ['gateway', 'janitor']) {
      expect(problemsOf(services[name]?.environment ?? {}), name).toEqual([])
    }
    const roles = ['gateway', 'janitor'].flatMap((name) => services[name]?.command.at(-1)?.split(','))
    expect(roles.sort()).toEqual(['api', 'dispatcher', 'janitor'])
  })

  it('kubernetes.yaml does so for production, with time enough to drain', () => {
    const { terminationGracePeriodSeconds, containers } = readPod()
    const env = readEnvironment(containers[0])
    const folder = mkdtempSync(join(tmpdir(), 'sluice-pod-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const made = describeInstallation(WISH, createSystemRandom(systemClock))
    const database = {
      path: 'secrets/database-url',
      text: 'postgres://sluice:x@db.example/s?sslmode=verify-full',
    }
    writeInstallation(folder, [...made, database])
    const inFolder = Object.entries(env).map(([name, value]) => [name, value.replace('/etc/sluice', folder)])
    expect(readConfig({}, Object.fromEntries(inFolder) as Record<string, string>)).toMatchObject({ ok: true })
    expect(Number(env['SLUICE_DRAIN_DELAY_MS']) + 20_000).toBeLessThan(terminationGracePeriodSeconds * 1_000)
  })

  it('environment.example is one, and nginx passes on every name that it gives the service', () => {
    const lines = read('environment.example').matchAll(/^(SLUICE_\w+)=(.+)$/gm)
    const env = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
    expect(problemsOf(env)).toEqual([])
    const hosts = Object.values(env).flatMap((value) => /^https:\/\/(.+)$/.exec(value)?.[1] ?? [])
    const [, names = ''] = /server_name (.+);/.exec(read('nginx.conf')) ?? []
    expect(names.split(' ').sort()).toEqual(hosts.sort())
    // A process stops listening only after its idle connections have expired.
    const keepAliveMs = Number(/keepalive_timeout (\d+)s/.exec(read('nginx.conf'))?.[1]) * 1_000
    expect(keepAliveMs).toBeLessThan(Number(env['SLUICE_DRAIN_DELAY_MS']))
  })

  it('kubernetes.yaml mounts what its environment names, and the secrets next to the file that names them', () => {
    const [container] = readPod().containers
    const mounts = container.volumeMounts.map(({ mountPath }) => mountPath)
    const paths = Object.values(readEnvironment(container)).filter((value) => value.startsWith('/'))
    expect(paths.length).toBeGreaterThan(3)
    for (const path of paths)
      expect(
        mounts.some((mount) => path === mount || path.startsWith(`${mount}/`)),
        path,
      ).toBe(true)
    const files = listProjectedFiles().map((path) => `/etc/sluice/${path}`)
    for (const path of paths.filter((one) => one.startsWith('/etc/'))) expect(files).toContain(path)
    // `sluice-gateway init` writes `secret_file: secrets/…`, relative to the configuration file.
    const { SLUICE_CONFIG_FILE: file = '' } = readEnvironment(container)
    const written = describeInstallation(WISH, createSystemRandom(systemClock)).map(({ path }) => path)
    for (const path of written.filter((one) => one.startsWith('secrets/')))
      expect(files).toContain(join(dirname(file), path))
    // A file that is mounted on its own is never refreshed.
    expect(read('kubernetes.yaml')).not.toContain('subPath:')
  })

  it('kubernetes.yaml lets the pods reach the internet, and nothing of the networks inside but the database', () => {
    const policy = readManifests().find((one) => (one as { kind: string }).kind === 'NetworkPolicy') as Policy
    expect(policy.spec.policyTypes).toEqual(['Ingress', 'Egress'])
    const blocks = policy.spec.egress.flatMap(({ to }) => to.flatMap(({ ipBlock }) => ipBlock ?? []))
    const [database, ...internet] = blocks
    expect(Number(database?.cidr.split('/')[1])).toBeGreaterThanOrEqual(24)
    for (const inside of [
      '10.0.0.0/8',
      '169.254.0.0/16',
      '172.16.0.0/12',
      '192.168.0.0/16',
      'fc00::/7',
      'fe80::/10',
    ])
      expect(internet.flatMap(({ except }) => except ?? [])).toContain(inside)
  })

  it('kubernetes.yaml probes what the gateway answers, where the image listens', () => {
    const [container] = readPod().containers
    const paths = [container.readinessProbe, container.livenessProbe].map(({ httpGet }) => httpGet.path)
    expect(paths).toEqual(['/health/ready', '/health/live'])
    const routes = readFileSync(join(import.meta.dirname, '../../gateway/src/pages/health.routes.ts'), 'utf8')
    for (const path of paths) expect(routes).toContain(`server.get('${path}'`)
    const [, port] = /SLUICE_PORT=(\d+)/.exec(read('Containerfile')) ?? []
    expect(read('Containerfile')).toContain(`EXPOSE ${port}\n`)
    expect(container.ports).toEqual([
      { name: 'http', containerPort: Number(port) },
      { name: 'metrics', containerPort: 9464 },
    ])
  })

  it('kubernetes.yaml has no member that Kubernetes would drop', () => {
    const members = readManifests().flatMap((manifest) => listMembers(manifest))
    expect([...new Set(members)].filter((name) => !KUBERNETES_MEMBERS.has(name))).toEqual([])
  })

  it('the container file starts the program that the package has', () => {
    const { bin } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
      readonly bin: Readonly<Record<string, string>>
    }
    const program = bin['sluice-gateway']?.replace('./', '')
    expect(read('Containerfile')).toContain(`/node_modules/@sluice/gateway/${program}"]`)
  })
})

interface Policy {
  readonly spec: {
    readonly policyTypes: readonly string[]
    readonly egress: readonly {
      readonly to: readonly {
        readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] }
      }[]
    }[]
  }
}

interface Pod {
  readonly volumes: readonly {
    readonly projected?: {
      readonly sources: readonly Readonly<
        Record<string, { readonly items: readonly { readonly path: string }[] }>
      >[]
    }
  }[]
  readonly terminationGracePeriodSeconds: number
  readonly containers: readonly [Container]
}

interface Container {
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly ports: unknown
  readonly readinessProbe: Probe
  readonly livenessProbe: Probe
  readonly volumeMounts: readonly { readonly mountPath: string }[]
}

interface Probe {
  readonly httpGet: { readonly path: string }
}

const WISH = {
  directory: '/etc/sluice',
  baseUrl: 'https://pay.example.com',
  merchant: 'blueberry',
  shopOrigin: 'https://shop.example.com',
}

/** Lists the files of the configuration and its secrets, relative to the folder where they are mounted. */
function listProjectedFiles(): readonly string[] {
  return readPod()
    .volumes.flatMap(({ projected }) => projected?.sources ?? [])
    .flatMap((source) => Object.values(source))
    .flatMap(({ items }) => items.map(({ path }) => path))
}

function readManifests(): readonly unknown[] {
  return parseAllDocuments(read('kubernetes.yaml')).map((document) => document.toJS() as unknown)
}

function readPod(): Pod {
  const [deployment] = readManifests() as readonly [{ spec: { template: { spec: Pod } } }]
  return deployment.spec.template.spec
}

function readEnvironment({ env }: Container): Readonly<Record<string, string>> {
  return Object.fromEntries(env.map(({ name, value }) => [name, value]))
}

/** The names of all members, at any depth; labels and limits have their own names. */
function listMembers(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listMembers)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [
    name,
    ...(OF_ITS_OWN.has(name) ? [] : listMembers(member)),
  ])
}

const OF_ITS_OWN: ReadonlySet<string> = new Set(['labels', 'limits', 'matchLabels', 'requests'])

/** Spelled as in the API; `kubernetes-models` 5.1 took the whole file by its types, which are too many to install. */
const KUBERNETES_MEMBERS: ReadonlySet<string> = new Set(
  `allowPrivilegeEscalation apiVersion app args automountServiceAccountToken capabilities cidr configMap containerPort containers
  defaultMode drop egress emptyDir enableServiceLinks env except failureThreshold from fsGroup httpGet image ingress ipBlock items key kind
  labelSelector labels limits livenessProbe matchLabels maxSkew maxSurge maxUnavailable metadata minAvailable mountPath name
  namespaceSelector path periodSeconds podSelector policyTypes port ports projected protocol readOnly readOnlyRootFilesystem
  readinessProbe replicas requests resources rollingUpdate runAsNonRoot runAsUser
  seccompProfile secret securityContext selector sources spec strategy targetPort template to
  terminationGracePeriodSeconds topologyKey topologySpreadConstraints type value volumeMounts volumes
  whenUnsatisfiable`.split(/\s+/),
)
