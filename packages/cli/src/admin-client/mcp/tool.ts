import type * as z from 'zod'

import type { ConnectedGateway } from '../gateway.ts'
import type { MadeSandbox } from '../actions/make-sandbox.ts'

/** What the tools of one session share. */
export interface McpSession {
  /** The gateway as the current merchant meets it: that of the environment, or the sandbox made last. */
  readonly gateway: () => Promise<ConnectedGateway>
  /** Makes a sandbox the current merchant. */
  readonly use: (sandbox: MadeSandbox) => void
  readonly documentationFolder: URL
  readonly dataDir: string
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly makeReference: () => string
}

/** A row of the table of tools. */
export interface McpTool<Input extends z.ZodObject = z.ZodObject> {
  readonly description: string
  readonly input: Input
  /** Whether it changes nothing at the gateway. */
  readonly readOnly: boolean
  /** Gives the result; texts that others wrote are marked after it. */
  readonly run: (input: z.infer<Input>, session: McpSession) => Promise<unknown>
}

/** Ties a row's function to its schema. */
export function defineTool<Input extends z.ZodObject>(tool: McpTool<Input>): McpTool {
  return tool
}
