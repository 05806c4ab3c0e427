/**
 * Starts the reference installation on this machine until Ctrl-C: three databases with Patroni, two gateways, HAProxy before both, Prometheus,
 * Alertmanager and a shop. It prints what to open and which process to kill. It needs Debian's packages, which it unpacks. `start.mjs` installs the rest.
 */
import { setTimeout as pause } from 'node:timers/promises'

import { buildPackages } from '../build.mjs'
import { ensureMonitoring } from '../ensure-monitoring.mjs'
import { endCommands, SIGNALS, stage } from '../stage.mjs'
import { type Installation, startInstallation } from './installation.ts'
import { ensureClusterPrograms } from './programs.mjs'

const SERVED_TRIES_MAX = 120

let installation: Installation | undefined
let isStopping = false

for (const signal of SIGNALS) process.on(signal, () => void stop(0))

try {
  await stage('build', () => buildPackages({ declarations: false }))
  const programs = await ensureClusterPrograms()
  const monitoring = await ensureMonitoring()
  await stage('installation', async () => {
    installation = await startInstallation(programs, monitoring)
    return installation.folder
  })
  if (installation !== undefined) console.log(await describe(installation))
  if (isStopping) await installation?.stop()
} catch (error) {
  if (!isStopping) console.error(`\n${error instanceof Error ? error.message : error}`)
  await stop(1)
}

async function describe({
  cluster,
  addresses,
  operatorToken,
  folder,
  pidOf,
  ready,
}: Installation): Promise<string> {
  await untilServed(ready.base_url)
  const nodes = await Promise.all(
    cluster.nodes.map(async (node) => {
      const { patroni, postgres } = node.processes()
      const role = (await node.isSynchronous()) ? 'synchronous standby' : await node.role()
      return `  Database ${node.name}      Patroni ${patroni}, PostgreSQL ${postgres}   ${role}`
    }),
  )
  return `
  Shop            ${addresses.shop}   pay with 4242 4242 4242 4242, any future date and code
  Portal          ${await makePortalLink(ready.base_url, operatorToken)}   valid once, for 10 minutes
  Alerts          ${addresses.prometheus}
  Alertmanager    ${addresses.alertmanager ?? 'not started: it needs mount namespaces, which this machine does not allow'}
  Logs            ${folder}

  Kill or freeze a process while you pay. What is killed is started again after two seconds, as systemd does.

  Gateway a       ${pidOf('gateway-a')}
  Gateway b       ${pidOf('gateway-b')}
${nodes.join('\n')}

  kill -KILL <number>             the machine loses it
  kill -STOP <number>             it freezes, until kill -CONT <number>
  Freeze both of the primary's numbers, and another database takes over within 30 seconds.

  Ctrl-C stops everything.
`
}

/** HAProxy sends nothing to a gateway before two checks have succeeded. */
async function untilServed(baseUrl: string): Promise<void> {
  for (let tries = 0; tries < SERVED_TRIES_MAX; tries += 1) {
    const isServed = await fetch(`${baseUrl}/openapi.json`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isServed) return
    await pause(250)
  }
  throw new Error(`${baseUrl} did not answer`)
}

async function makePortalLink(baseUrl: string, operatorToken: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/simulators/portal-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}` },
  })
  if (!answer.ok) throw new Error(`the gateway created no portal link: status ${answer.status}`)
  return ((await answer.json()) as { readonly url: string }).url
}

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  await endCommands()
  await installation?.stop()
  process.exit(exitCode)
}
