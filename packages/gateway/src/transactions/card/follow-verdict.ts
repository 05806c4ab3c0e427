import type { Verdict } from '../../three-ds/index.ts'
import type { Next } from '../execution/flow.ts'
import { askToAuthorize } from './ask-to-authorize.ts'
import type { CardInMemory, CardPorts, Progress } from './card-in-memory.ts'
import { challengeAgain } from './challenge-cardholder.ts'

/** Does what follows from a verdict. */
export function followVerdict(
  ports: CardPorts,
  progress: Progress,
  verdict: Verdict,
): Next<CardInMemory> | Promise<Next<CardInMemory>> {
  switch (verdict.kind) {
    case 'authorize':
      return askToAuthorize(ports, progress, verdict.outcome)
    case 'challenge_again':
      return challengeAgain(ports, progress)
    case 'end':
      return end(progress, verdict.processingCode)
  }
}

/** Ends a transaction that the authentication decided: no provider is asked. */
export function end(
  movement: Progress,
  processingCode: '3000' | Extract<Verdict, { kind: 'end' }>['processingCode'],
): Next<CardInMemory> {
  return { kind: 'end', movement, processingCode, cause: 'three-ds' }
}
