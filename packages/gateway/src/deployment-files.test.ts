import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from './config.ts'

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
      const environment = {
        ...services[name]?.environment,
        SLUICE_OPERATOR_TOKEN: 'k2X0vQ9tR7mW4bN8cJ1hL6fD3sA5pZ8yE4uT',
      }
      expect(problemsOf(environment), name).toEqual([])
    }
    const roles = ['gateway', 'janitor'].flatMap((name) => services[name]?.command.at(-1)?.split(','))
    expect(roles.sort()).toEqual(['api', 'dispatcher', 'janitor'])
  })

  it('kubernetes.yaml does so for production, with time enough to drain', () => {
    const [deployment] = parseAllDocuments(read('kubernetes.yaml')).map(
      (document) =>
        document.toJS() as {
          readonly spec: {
            readonly template: {
              readonly spec: {
                readonly terminationGracePeriodSeconds: number
                readonly containers: readonly [{ env: readonly { name: string; value: string }[] }]
              }
            }
          }
        },
    )
    const pod = deployment?.spec.template.spec
    const env = Object.fromEntries(pod?.containers[0].env.map(({ name, value }) => [name, value]) ?? [])
    expect(problemsOf(env)).toEqual([])
    expect(Number(env['SLUICE_DRAIN_DELAY_MS']) + 20_000).toBeLessThan(
      (pod?.terminationGracePeriodSeconds ?? 0) * 1_000,
    )
  })

  it('the container file starts the program that the package has', () => {
    const { bin } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
      readonly bin: Readonly<Record<string, string>>
    }
    const program = bin['sluice-gateway']?.replace('./', '')
    expect(read('Containerfile')).toContain(`/node_modules/@sluice/gateway/${program}"]`)
  })
})
