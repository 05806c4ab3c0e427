export { registerClientSessions } from './client-sessions.routes.ts'
export { expireSessions } from './expire-sessions.ts'
export { createSessionStore } from './session.store.ts'
export { registerSessions } from './sessions.routes.ts'
