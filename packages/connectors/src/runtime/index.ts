export { type CallParts, type CallTerms, runCall } from './run-call.ts'
export { revealRequest } from './reveal-request.ts'
export type { RevealedRequest, Send } from './send.ts'
