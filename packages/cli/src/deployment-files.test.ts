import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

import { readConfig } from '@sluice/gateway-core/config'

const DEPLOY = join(import.meta.dirname, '../../../deploy')
const read = (file: string) => readFileSync(join(DEPLOY, file), 'utf8')

/** What is wrong with an environment, but for files that only the deployed machine has. */
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
    expect(problemsOf(env)).toEqual([])
    expect(Number(env['SLUICE_DRAIN_DELAY_MS']) + 20_000).toBeLessThan(terminationGracePeriodSeconds * 1_000)
  })

  it('environment.example is one, and nginx passes on every name that it gives the service', () => {
    const lines = read('environment.example').matchAll(/^(SLUICE_\w+)=(.+)$/gm)
    const env = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
    expect(problemsOf(env)).toEqual([])
    const hosts = Object.values(env).flatMap((value) => /^https:\/\/(.+)$/.exec(value)?.[1] ?? [])
    const [, names = ''] = /server_name (.+);/.exec(read('nginx.conf')) ?? []
    expect(names.split(' ').sort()).toEqual(hosts.sort())
    // When a process stops listening, no idle connection to it is left.
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
    // `sluice-gateway init` writes `secret_file: secrets/…`, relative to the configuration file.
    const { SLUICE_CONFIG_FILE: file = '' } = readEnvironment(container)
    expect(mounts).toContain(join(dirname(file), 'secrets'))
  })

  it('kubernetes.yaml probes what the gateway answers, where the image listens', () => {
    const [container] = readPod().containers
    const paths = [container.readinessProbe, container.livenessProbe].map(({ httpGet }) => httpGet.path)
    expect(paths).toEqual(['/health/ready', '/health/live'])
    const routes = readFileSync(join(import.meta.dirname, '../../gateway/src/pages/health.routes.ts'), 'utf8')
    for (const path of paths) expect(routes).toContain(`server.get('${path}'`)
    const [, port] = /SLUICE_PORT=(\d+)/.exec(read('Containerfile')) ?? []
    expect(read('Containerfile')).toContain(`EXPOSE ${port}\n`)
    expect(container.ports).toEqual([{ name: 'http', containerPort: Number(port) }])
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

interface Pod {
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

/** The names of all members, at any depth; labels and limits have names of their own. */
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
  `allowPrivilegeEscalation apiVersion app args automountServiceAccountToken capabilities configMap containerPort containers
  defaultMode drop emptyDir enableServiceLinks env failureThreshold fsGroup httpGet image kind labelSelector labels limits livenessProbe
  matchLabels maxSkew maxSurge maxUnavailable metadata minAvailable mountPath name path periodSeconds port ports
  readOnly readOnlyRootFilesystem readinessProbe replicas requests resources rollingUpdate runAsNonRoot runAsUser
  seccompProfile secret secretName securityContext selector spec strategy subPath targetPort template
  terminationGracePeriodSeconds topologyKey topologySpreadConstraints type value volumeMounts volumes
  whenUnsatisfiable`.split(/\s+/),
)
