export { hashSessionId } from './hash-session-id.ts'
export { registerSessionChallenge } from './challenge-page.routes.ts'
export { registerClientSessions } from './client-sessions.routes.ts'
export { describeSession, type DescribeSessionPorts } from './describe-session.wire.ts'
export { cancelSessionsOf, eraseSessionsBefore, eraseSessionsOf } from './erase-sessions.store.ts'
export { expireSessions } from './expire-sessions.ts'
export {
  openSession,
  type OpenedSession,
  type OpenSessionPorts,
  requirePayable,
} from './open-session.wire.ts'
export { readOptions } from './read-options.wire.ts'
export { readTokenization } from './read-tokenization.wire.ts'
export { isSessionFinal, sessionStatusNow } from './session.ts'
export type { SessionStore } from './session.store.ts'
export { createSessionStore } from './session.store.ts'
export { registerSessions } from './sessions.routes.ts'
export { keepSessionOptions } from './session-options.migration.ts'
export { nameLinksOfSessions } from './sessions-payment-links.migration.ts'
export { addSessionRevision } from './sessions-revision.migration.ts'
export { createSessionTables } from './sessions.migration.ts'
export { SESSION_TABLES, type SessionTables } from './sessions.tables.ts'
export { sessionWrites } from './session-writes.store.ts'
