import type { ExchangeFailure } from './exchange-error.ts'

/** The description of each failure, and the operator's remedy. */
const FAILURES: Readonly<Record<ExchangeFailure, readonly [happened: string, advice: string]>> = {
  NEVER_SENT: ['cannot be reached', 'Check its address, and that this machine can connect to it.'],
  TIMEOUT: ['did not answer in time', 'Check that it is running.'],
  CONNECTION_LOST: ['closed the connection before it answered', 'Check its address, and that it is running.'],
  ANSWER_TOO_LARGE: ['sent an answer that is too long', 'Check its address.'],
  ANSWER_MALFORMED: ['sent an answer that does not follow the protocol', 'Check its address.'],
  ANSWER_REFUSED: ['refused the request', 'Check its address, and that both sides have the same secret.'],
}

/** Describes for an operator why a party gave no usable answer, and what to do. */
export function describeFailure(party: string, code: ExchangeFailure, detail = ''): string {
  const [happened, advice] = FAILURES[code]
  return `${party} ${happened}${detail && ` (${detail})`}. ${advice}`
}
