import type { SandboxSnapshot } from '@sluice/types'
import { DEMO_SANDBOX } from '@sluice/gateway-core/merchants/provision-sandbox'

import { makeSandbox } from '../admin-client/actions/make-sandbox.ts'
import { EXIT } from '../admin-client/exit-codes.ts'
import { type AdminClient, requireTest, runWithClient } from '../admin-client/run-with-client.ts'
import type { CommandCall, RunCommand } from './command.ts'

type Act = (admin: AdminClient, call: CommandCall) => Promise<Shown>

/** The output of an action: one word, or everything with --json. */
interface Shown {
  readonly line: string
  readonly json: unknown
}

const ACTIONS: Readonly<Record<string, Act>> = {
  async create(admin, { config, options: { label, 'webhook-url': webhookUrl } }) {
    const { credentials, environmentFile } = await makeSandbox(
      admin,
      {
        ...(typeof label === 'string' ? { name: label } : {}),
        ...(typeof webhookUrl === 'string' ? { webhook_url: webhookUrl } : {}),
      },
      config.dataDir,
    )
    const { sandboxId: sandbox_id, terminalId: terminal_id } = credentials
    return { line: environmentFile, json: { sandbox_id, terminal_id, environment_file: environmentFile } }
  },

  async reset(admin) {
    const sandbox_id = sandboxOf(admin)
    await admin.useTestTool('POST', `${pathOf(admin)}/reset`)
    return { line: sandbox_id, json: { sandbox_id } }
  },

  async snapshot(admin, { operand }) {
    const taken = await admin.useTestTool<SandboxSnapshot>('POST', `${pathOf(admin)}/snapshots`, {
      name: operand,
    })
    return { line: sayCount(taken), json: taken }
  },

  async restore(admin, { operand }) {
    const path = `${pathOf(admin)}/snapshots/${encodeURIComponent(operand ?? '')}/restore`
    const restored = await admin.useTestTool<SandboxSnapshot>('POST', path)
    return { line: sayCount(restored), json: restored }
  },
}

/** Creates a sandbox at a running gateway, empties it, and stores and restores snapshots of it. */
export const run: RunCommand = (call) =>
  runWithClient(call.config, async (admin) => {
    requireTest(admin)
    const act = ACTIONS[call.action ?? '']
    if (!act) throw new TypeError(`sandbox has no action ${call.action}`)
    const { line, json } = await act(admin, call)
    admin.print(call.options['json'] === true ? JSON.stringify(json) : line)
    return EXIT.done
  })

function sandboxOf({ credentials: { sandboxId } }: AdminClient): string {
  return sandboxId ?? DEMO_SANDBOX
}

function pathOf(admin: AdminClient): string {
  return `/simulators/sandboxes/${encodeURIComponent(sandboxOf(admin))}`
}

function sayCount({ name, transactions }: SandboxSnapshot): string {
  return `${name}  ${transactions} ${transactions === 1 ? 'transaction' : 'transactions'}`
}
