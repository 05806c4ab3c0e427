import type { SandboxSnapshot } from '@sluice/types'

import { makeSandbox } from '../beside/deeds/make-sandbox.ts'
import { EXIT } from '../beside/exit-codes.ts'
import { type Beside, requireTest, runBeside } from '../beside/run-beside.ts'
import { DEMO_SANDBOX } from '../merchants/provision-sandbox.ts'
import type { CommandCall, RunCommand } from './command.ts'

type Act = (beside: Beside, call: CommandCall) => Promise<Shown>

/** What an action prints: one word, or all of it with --json. */
interface Shown {
  readonly line: string
  readonly json: unknown
}

const ACTIONS: Readonly<Record<string, Act>> = {
  async create(beside, { config, options: { label, 'webhook-url': webhookUrl } }) {
    const { credentials, environmentFile } = await makeSandbox(
      beside,
      {
        ...(typeof label === 'string' ? { name: label } : {}),
        ...(typeof webhookUrl === 'string' ? { webhook_url: webhookUrl } : {}),
      },
      config.dataDir,
    )
    const { sandboxId: sandbox_id, terminalId: terminal_id } = credentials
    return { line: environmentFile, json: { sandbox_id, terminal_id, environment_file: environmentFile } }
  },

  async reset(beside) {
    const sandbox_id = sandboxOf(beside)
    await beside.useTestTool('POST', `${pathOf(beside)}/reset`)
    return { line: sandbox_id, json: { sandbox_id } }
  },

  async snapshot(beside, { operand }) {
    const taken = await beside.useTestTool<SandboxSnapshot>('POST', `${pathOf(beside)}/snapshots`, {
      name: operand,
    })
    return { line: sayCount(taken), json: taken }
  },

  async restore(beside, { operand }) {
    const path = `${pathOf(beside)}/snapshots/${encodeURIComponent(operand ?? '')}/restore`
    const restored = await beside.useTestTool<SandboxSnapshot>('POST', path)
    return { line: sayCount(restored), json: restored }
  },
}

/** Makes a sandbox at a running gateway, empties it, keeps what it has, and brings that back. */
export const run: RunCommand = (call) =>
  runBeside(call.config, async (beside) => {
    requireTest(beside)
    const act = ACTIONS[call.action ?? '']
    if (!act) throw new TypeError(`sandbox has no action ${call.action}`)
    const { line, json } = await act(beside, call)
    beside.print(call.options['json'] === true ? JSON.stringify(json) : line)
    return EXIT.done
  })

function sandboxOf({ credentials: { sandboxId } }: Beside): string {
  return sandboxId ?? DEMO_SANDBOX
}

function pathOf(beside: Beside): string {
  return `/simulators/sandboxes/${encodeURIComponent(sandboxOf(beside))}`
}

function sayCount({ name, transactions }: SandboxSnapshot): string {
  return `${name}  ${transactions} ${transactions === 1 ? 'transaction' : 'transactions'}`
}
