import type { ChallengeEnd } from '../messages.ts'

/** The codes that the cardholder can type into the challenge. */
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

/** The actions that the page takes on its own. */
export const AUTOMATIC = { PASSES: { status: 'Y' }, FAILS: { status: 'N' } } as const
