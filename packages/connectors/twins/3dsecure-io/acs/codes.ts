import type { ChallengeEnd } from '../messages.ts'

/** What the cardholder types into the challenge. */
export const TYPED: Readonly<Record<string, ChallengeEnd | 'ERRO'>> = {
  '1234': { status: 'Y' },
  '1111': { status: 'N' },
  '2222': { status: 'R' },
  '3333': { status: 'U' },
  '4444': { status: 'A' },
  cancel: { status: 'N', cancel: '01' },
  timeout: { status: 'N', cancel: '04', reason: '14' },
  erro: 'ERRO',
}

/** What the page does by itself. */
export const AUTOMATIC = { PASSES: { status: 'Y' }, FAILS: { status: 'N' } } as const
