import { OPERATOR_TEXTS } from '../texts/operator-texts.ts'
import { formatWord } from '../wording/format.ts'
import type { Connector } from './connectors-view.ts'
import type { Provider, Safeguard, ServiceHealth, Task } from './service-health.ts'

const { service: texts } = OPERATOR_TEXTS
const { attention } = texts

/** Something that fails, is late or waits for a person, and what to do about it. */
export interface Attention {
  readonly what: string
  readonly said: string
  readonly advice: string
  /** The page on which the operator can fix it. */
  readonly way: { readonly href: string; readonly name: string } | null
}

const DECISIONS = { href: '/decisions', name: attention.decisions }
const ACCOUNTS = { href: '/accounts', name: attention.accounts }
const CHECKS = { href: '/docs/operations/metrics.html', name: attention.checks }

/** Lists what needs attention: first what threatens records and money, last what repeats itself. */
export function listAttention({
  safeguards,
  providers,
  connectors,
  tasks,
}: ServiceHealth): readonly Attention[] {
  return [
    ...safeguards.flatMap(ofSafeguard),
    ...providers.flatMap(ofProvider),
    ...connectors.flatMap(ofConnector),
    ...tasks.flatMap(ofTask),
  ]
}

/** Returns whether a job runs as planned. */
export function isOnTime({ failures, late }: Task): boolean {
  return failures === 0 && !late
}

/** Returns the name that people read. */
export function nameSafeguard({ safeguard }: Pick<Safeguard, 'safeguard'>): string {
  return (texts.names as Readonly<Record<string, string>>)[safeguard] ?? formatWord(safeguard)
}

function ofSafeguard(safeguard: Safeguard): readonly Attention[] {
  const { problems } = safeguard
  if (problems.length === 0) return []
  const said = attention.broken(problems.length)
  return [{ what: nameSafeguard(safeguard), said, advice: attention.brokenAdvice, way: CHECKS }]
}

function ofProvider({ id, problems, accounts }: Provider): readonly Attention[] {
  const undecided = accounts.reduce((sum, { open }) => sum + (open['NEEDS_DECISION'] ?? 0), 0)
  return [
    ...(problems ?? []).map((said) => ({ what: id, said, advice: attention.problemAdvice, way: null })),
    ...(undecided === 0
      ? []
      : [
          {
            what: id,
            said: attention.undecided(undecided),
            advice: attention.undecidedAdvice,
            way: DECISIONS,
          },
        ]),
  ]
}

function ofConnector({ id, accounts }: Connector): readonly Attention[] {
  return accounts.flatMap(({ id: account, state }) => {
    const words = attention.accountStates[state as keyof typeof attention.accountStates]
    return words === undefined ? [] : [{ what: `${id}, ${account}`, ...words, way: ACCOUNTS }]
  })
}

function ofTask(task: Task): readonly Attention[] {
  const { name: what, failures, late } = task
  if (isOnTime(task)) return []
  if (failures > 0)
    return [{ what, said: texts.failing(failures), advice: attention.failingAdvice(what), way: null }]
  return late ? [{ what, said: texts.late, advice: attention.lateAdvice, way: null }] : []
}
