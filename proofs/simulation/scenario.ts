import { AccessControlServer } from './access-control-server.ts'
import { Bank, reachProvider } from './bank.ts'
import { Chance } from './chance.ts'
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
import { Turns } from './turns.ts'
import { holdMachine, untilQuiet } from './until-quiet.ts'
import { Watch } from './watch.ts'
import type { Blow, Plan, Wish } from './wishes.ts'

/** How a scenario ended. */
export interface Ending {
  /** Null when all was well. */
  readonly violation: string | null
  readonly steps: number
  /** Of everything that happened, in its order. */
  readonly digest: string
  /** The digest of what happened and was answered, without the books. */
  readonly said: string
  /** The rows of the books, without what is sealed in them. */
  readonly unsealed: readonly string[]
  /** Lines of the log, if it was kept. */
  readonly logged: readonly string[]
  /** Ways in which money moved. */
  readonly approved: ReadonlySet<string>
  /** What became of everything, without ids and times. */
  readonly outcomes: readonly string[]
  /** The last that happened. */
  readonly recent: readonly string[]
}

/** A scenario that goes on for longer does not end by itself. */
const STEPS_MAX = 20_000

/** After a jump everything that it made due begins within this time. */
const SETTLED_AFTER_MS = 1_500

/** Steps that what began last has to end in. */
const ROUNDS_MAX = 3_000

/** How soon a process that could not start is started again. */
const RESTART_MS = 1_000

/** In these jumps everything ends that is open: unknown outcomes, orders, events that were not taken. */
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
 * Plays a plan to its end, or to the first thing that must not be.
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
  const chance = new Chance(plan.seed)
  const turns = new Turns(chance, BEGINNING_MS)
  const restoreKeys = seedKeys(chance)
  const network = new Network(turns, chance, plan.faultShare)
  const bank = new Bank(turns, chance)
  const accessControl = new AccessControlServer(chance)
  const receiver = new Receiver(chance)
  const storage = await openStorage({ turns, chance, folder }, template)
  // The embedded database belongs to one.
  const processes = template.server === null ? 1 : plan.processes
  const gateways = new Gateways(processes, { turns, chance, storage, isLogging }, (life) => ({
    providers: new Map(PROVIDERS.map((id) => [id, reachProvider(id, bank, network, life)])),
    threeDsServer: accessControl.reach(network, life),
    postWebhook: receiver.reach(life, network, turns),
  }))
  const shop = new Shop(
    { turns, chance, network, gateways, accessControl },
    template.credentials,
    securityCode,
  )
  const watch = new Watch({ bank, shop, receiver })

  const openBooks = async (): Promise<void> => watch.open(await storage.openBooks())
  const startAgain = async (gateway: GatewayInSimulation): Promise<void> => {
    while (!gateway.isAlive) {
      await gateway.start().catch(() => turns.wait('operator', 'starts it again', RESTART_MS))
    }
    await openBooks()
  }
  const strike = async (blow: Blow): Promise<void> => {
    switch (blow.kind) {
      case 'death':
      case 'death in a call': {
        const dead = gateways.kill(blow.kind === 'death' ? undefined : bank.heard.get(blow.of))
        if (dead === null) return
        turns.note(`the ${dead.name} dies`)
        // The next life of one that is alone has other books.
        if (!gateways.isOneAlive) void watch.close()
        await turns.wait('operator', `starts the ${dead.name}`, blow.downMs)
        return startAgain(dead)
      }
      case 'jump':
        return turns.jump(blow.ms)
      case 'bad disk':
        storage.errorShare = 0.5
        badDiskUntil = turns.steps + blow.steps
    }
  }
  let badDiskUntil = 0
  let isResting = true
  let violation: string | null = null
  const stepOn = async (): Promise<boolean> => {
    if (turns.steps >= badDiskUntil) storage.errorShare = 0
    const hasStepped = await turns.step()
    violation ??= await watch.look()
    if (isResting) turns.rest(watch.hasChanged)
    return hasStepped && violation === null && turns.steps < STEPS_MAX
  }

  const releaseMachine = template.server === null ? holdMachine() : () => undefined
  try {
    // Nothing is broken yet: a gateway that does not start is a mistake.
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
    turns.lateness = plan.lateness
    const wishes = plan.steps.filter((step): step is Wish => step.kind === 'wish')
    let blows = plan.steps.filter((step): step is Blow => step.kind !== 'wish')
    const isDue = (blow: Blow): boolean =>
      blow.kind === 'death in a call' ? bank.heard.has(blow.of) : blow.afterSteps === turns.steps
    for (const wish of wishes) shop.begin(wish, wishes.find(({ name }) => name === wish.of) ?? null)
    while (shop.isBusy || !gateways.areAllAlive) {
      for (const blow of blows.filter(isDue)) void strike(blow)
      blows = blows.filter((blow) => !isDue(blow))
      if (!(await stepOn())) break
    }
    // What is broken is mended, and time passes.
    network.faultShare = 0
    badDiskUntil = 0
    // Everything that a jump makes due has its look.
    isResting = false
    for (const [place, ms] of AFTERWARDS_MS.entries()) {
      const isLast = place === AFTERWARDS_MS.length - 1
      // Where nothing is open, one jump is as good as all.
      if (!isLast && turns.isCalm && (await watch.findOpen(turns.nowMs)) === null) continue
      turns.jump(ms)
      const untilMs = turns.nowMs + SETTLED_AFTER_MS
      while (turns.nowMs < untilMs && (await stepOn()));
    }
    // The last jump may have begun something.
    isResting = true
    for (
      let rounds = 0;
      rounds < ROUNDS_MAX && (await watch.findOpen(turns.nowMs)) !== null && (await stepOn());
      rounds += 1
    );
    releaseMachine()
    const said = turns.digest
    const logged = [...gateways.logged]
    const books = await watch.copyBooks()
    for (const { row } of books) turns.absorb(row)
    violation ??=
      turns.steps >= STEPS_MAX
        ? `it does not end within ${STEPS_MAX} steps`
        : await watch.findOpen(turns.nowMs)
    violation ??= await findViolation(storage, { turns, bank, shop })
    const approved = wishes.filter(({ name }) =>
      shop.acknowledged.some(({ wish, status }) => wish === name && status === 'APPROVED'),
    )
    return {
      violation,
      steps: turns.steps,
      digest: turns.digest,
      said,
      unsealed: books.map(({ unsealed }) => unsealed),
      logged,
      approved: new Set(approved.map(({ way }) => way)),
      outcomes: await watch.readOutcomes(),
      recent: [...turns.recent],
    }
  } finally {
    releaseMachine()
    await watch.close()
    turns.end()
    storage.release()
    await gateways.close()
    await storage.remove()
    restoreKeys()
  }
}

function openStorage(
  world: { readonly turns: Turns; readonly chance: Chance; readonly folder: string },
  { dataDir, server }: Template,
): Storage | Promise<Storage> {
  if (server === null) return new EmbeddedStorage(world, dataDir)
  const { postgres, databaseUrl } = server
  return ServerStorage.open(world, { dataDir, databaseUrl }, postgres)
}
