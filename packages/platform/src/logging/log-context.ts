import { AsyncLocalStorage } from 'node:async_hooks'

/** Members that every line has which is written on the way of one request. */
export type LogContext = Record<string, string>

const contexts = new AsyncLocalStorage<LogContext>()

/** Runs work and adds these members to its log lines, together with those that {@link recordInLog} adds meanwhile. */
export function withLogContext<T>(context: LogContext, work: () => T): T {
  return contexts.run(context, work)
}

/** Adds members to the lines of the request that is being worked on; outside of one, nothing happens. */
export function recordInLog(members: Readonly<LogContext>): void {
  Object.assign(contexts.getStore() ?? {}, members)
}

/** Returns the context that all log lines of the current request share. */
export function currentLogContext(): Readonly<LogContext> {
  return contexts.getStore() ?? {}
}
