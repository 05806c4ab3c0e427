import { AccessControlServer } from './access-control-server.ts'
import { Bank, reachProvider } from './bank.ts'
import { NamedRandom } from './named-random.ts'
import { EmbeddedStorage } from './embedded-storage.ts'
import { findViolation } from './find-violation.ts'
import type { GatewayInSimulation } from './gateway-in-simulation.ts'
import { Gateways } from './gateways.ts'
import { Network } from './network.ts'
import { Receiver } from './receiver.ts'
import { seedKeys } from './seed-keys.ts'
import { ServerStorage } from './server-storage.ts'
import { Shop } from './shop.ts'
import type { Storage } from './storage.ts'
import { BEGINNING_MS, type Template } from './template.ts'
import { Scheduler } from './scheduler.ts'
import { holdMachine, untilQuiet } from './until-quiet.ts'
import { Watch } from './watch.ts'
import type { Blow, Plan, Intent } from './plan.ts'

/** The result of a scenario. */
export interface Ending {
  /** Null if there was no violation. */
  readonly violation: string | null
  readonly steps: number
  /** The digest of everything that happened, in its order. */
  readonly digest: string
  /** The digest of events and answers, without the database. */
  readonly said: string
  /** The rows of the database, without ciphertext. */
  readonly unsealed: readonly string[]
  /** The log lines, if they were kept. */
  readonly logged: readonly string[]
  /** The ways in which money moved. */
  readonly approved: ReadonlySet<string>
  /** The results, without ids and times. */
  readonly outcomes: readonly string[]
  /** The last steps. */
  readonly recent: readonly string[]
}

/** A scenario that takes longer does not end on its own. */
const STEPS_MAX = 20_000

/** After a jump, everything that became due begins within this time. */
const SETTLED_AFTER_MS = 1_500

/** The number of steps within which the last action must end. */
const ROUNDS_MAX = 3_000

/** The delay before a process that failed to start is restarted. */
const RESTART_MS = 1_000

/** In these jumps, everything that is open ends: unknown outcomes, orders, unaccepted events. */
const AFTERWARDS_MS = [60_000, 1_500_000, 7_200_000, 90_000_000] as const

const PROVIDERS = [
  'sim-a',
  'sim-b',
  'sim-c',
  'sim-d',
  'sim-e',
  'sim-f',
  'sim-payments',
  'sim-payouts',
] as const

/**
 * Runs a plan to its end, or to the first violation.
 *
 * @param differently - `securityCode` of every card; whether the gateway's log is kept.
 */
export async function play(
  plan: Plan,
  template: Template,
  folder: string,
  differently: { readonly securityCode?: string; readonly isLogging?: boolean } = {},
): Promise<Ending> {
  const { securityCode = '123', isLogging = false } = differently
  const randomness = new NamedRandom(plan.seed)
  const scheduler = new Scheduler(randomness, BEGINNING_MS)
  const restoreKeys = seedKeys(randomness)
  const network = new Network(scheduler, randomness, plan.faultShare)
  const bank = new Bank(scheduler, randomness)
  const accessControl = new AccessControlServer(randomness)
  const receiver = new Receiver(randomness)
  const storage = await openStorage({ scheduler, randomness, folder }, template)
  // Only one process can use the embedded database.
  const processes = template.server === null ? 1 : plan.processes
  const gateways = new Gateways(processes, { scheduler, randomness, storage, isLogging }, (life) => ({
    providers: new Map(PROVIDERS.map((id) => [id, reachProvider(id, bank, network, life)])),
    threeDsServer: accessControl.reach(network, life),
    postWebhook: receiver.reach(life, network, scheduler),
  }))
  const shop = new Shop(
    { scheduler, randomness, network, gateways, accessControl },
    template.credentials,
    securityCode,
  )
  const watch = new Watch({ bank, shop, receiver })

  const openBooks = async (): Promise<void> => watch.open(await storage.openBooks())
  const startAgain = async (gateway: GatewayInSimulation): Promise<void> => {
    while (!gateway.isAlive) {
      await gateway.start().catch(() => scheduler.wait('operator', 'starts it again', RESTART_MS))
    }
    await openBooks()
  }
  const strike = async (blow: Blow): Promise<void> => {
    switch (blow.kind) {
      case 'death':
      case 'death in a call': {
        const dead = gateways.kill(blow.kind === 'death' ? undefined : bank.heard.get(blow.of))
        if (dead === null) return
        scheduler.note(`the ${dead.name} dies`)
        // The next life of a single process has another copy of the database.
        if (!gateways.isOneAlive) void watch.close()
        await scheduler.wait('operator', `starts the ${dead.name}`, blow.downMs)
        return startAgain(dead)
      }
      case 'jump':
        return scheduler.jump(blow.ms)
      case 'bad disk':
        storage.errorShare = 0.5
        badDiskUntil = scheduler.steps + blow.steps
    }
  }
  let badDiskUntil = 0
  let isResting = true
  let violation: string | null = null
  const stepOn = async (): Promise<boolean> => {
    if (scheduler.steps >= badDiskUntil) storage.errorShare = 0
    const hasStepped = await scheduler.step()
    violation ??= await watch.look()
    if (isResting) scheduler.rest(watch.hasChanged)
    return hasStepped && violation === null && scheduler.steps < STEPS_MAX
  }

  const releaseMachine = template.server === null ? holdMachine() : () => undefined
  try {
    // There are no faults yet, so a gateway that does not start is a bug.
    let isStarting = true
    const starting = gateways
      .start()
      .then(openBooks)
      .finally(() => (isStarting = false))
    starting.catch(() => undefined)
    while (isStarting) await untilQuiet()
    await starting
    await untilQuiet()
    storage.pauseShare = plan.pauseShare
    scheduler.lateness = plan.lateness
    const intents = plan.steps.filter((step): step is Intent => step.kind === 'intent')
    let blows = plan.steps.filter((step): step is Blow => step.kind !== 'intent')
    const isDue = (blow: Blow): boolean =>
      blow.kind === 'death in a call' ? bank.heard.has(blow.of) : blow.afterSteps === scheduler.steps
    for (const intent of intents) shop.begin(intent, intents.find(({ name }) => name === intent.of) ?? null)
    while (shop.isBusy || !gateways.areAllAlive) {
      for (const blow of blows.filter(isDue)) void strike(blow)
      blows = blows.filter((blow) => !isDue(blow))
      if (!(await stepOn())) break
    }
    // The faults end, and time passes.
    network.faultShare = 0
    badDiskUntil = 0
    // Everything that a jump makes due is checked.
    isResting = false
    for (const [place, ms] of AFTERWARDS_MS.entries()) {
      const isLast = place === AFTERWARDS_MS.length - 1
      // If nothing is open, one jump is sufficient.
      if (!isLast && scheduler.isCalm && (await watch.findOpen(scheduler.nowMs)) === null) continue
      scheduler.jump(ms)
      const untilMs = scheduler.nowMs + SETTLED_AFTER_MS
      while (scheduler.nowMs < untilMs && (await stepOn()));
    }
    // The last jump may have started something.
    isResting = true
    for (
      let rounds = 0;
      rounds < ROUNDS_MAX && (await watch.findOpen(scheduler.nowMs)) !== null && (await stepOn());
      rounds += 1
    );
    releaseMachine()
    const said = scheduler.digest
    const logged = [...gateways.logged]
    const books = await watch.copyBooks()
    for (const { row } of books) scheduler.absorb(row)
    violation ??=
      scheduler.steps >= STEPS_MAX
        ? `it does not end within ${STEPS_MAX} steps`
        : await watch.findOpen(scheduler.nowMs)
    violation ??= await findViolation(storage, { scheduler, bank, shop })
    const approved = intents.filter(({ name }) =>
      shop.acknowledged.some(({ intent, status }) => intent === name && status === 'APPROVED'),
    )
    return {
      violation,
      steps: scheduler.steps,
      digest: scheduler.digest,
      said,
      unsealed: books.map(({ unsealed }) => unsealed),
      logged,
      approved: new Set(approved.map(({ way }) => way)),
      outcomes: await watch.readOutcomes(),
      recent: [...scheduler.recent],
    }
  } finally {
    releaseMachine()
    await watch.close()
    scheduler.end()
    storage.release()
    await gateways.close()
    await storage.remove()
    restoreKeys()
  }
}

function openStorage(
  environment: { readonly scheduler: Scheduler; readonly randomness: NamedRandom; readonly folder: string },
  { dataDir, server }: Template,
): Storage | Promise<Storage> {
  if (server === null) return new EmbeddedStorage(environment, dataDir)
  const { postgres, databaseUrl } = server
  return ServerStorage.open(environment, { dataDir, databaseUrl }, postgres)
}
