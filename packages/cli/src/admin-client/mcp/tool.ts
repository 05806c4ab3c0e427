import type * as z from 'zod'

import type { ConnectedGateway } from '../gateway.ts'
import type { MadeSandbox } from '../actions/make-sandbox.ts'

/** The state that the tools of one session share. */
export interface McpSession {
  /** Returns the gateway of the current merchant: that of the environment, or of the newest sandbox. */
  readonly gateway: () => Promise<ConnectedGateway>
  /** Makes a sandbox the current merchant. */
  readonly use: (sandbox: MadeSandbox) => void
  readonly documentationFolder: URL
  readonly dataDir: string
  /** The current time in epoch milliseconds. */
  readonly now: () => number
  readonly makeReference: () => string
}

/** A row of the table of tools. */
export interface McpTool<Input extends z.ZodObject = z.ZodObject> {
  readonly description: string
  readonly input: Input
  /** Whether the tool changes nothing at the gateway. */
  readonly readOnly: boolean
  /** Returns the result, in which texts of others are marked afterwards. */
  readonly run: (input: z.infer<Input>, session: McpSession) => Promise<unknown>
}

/** Creates a tool whose function matches its schema. */
export function defineTool<Input extends z.ZodObject>(tool: McpTool<Input>): McpTool {
  return tool
}
