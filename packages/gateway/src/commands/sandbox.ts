import { makeSandbox } from '../beside/deeds/make-sandbox.ts'
import { EXIT } from '../beside/exit-codes.ts'
import { requireTest, runBeside } from '../beside/run-beside.ts'
import type { RunCommand } from './command.ts'

/** Makes a sandbox at a running gateway. */
export const run: RunCommand = ({ config, options }) =>
  runBeside(config, async (beside) => {
    requireTest(beside)
    const { label, 'webhook-url': webhookUrl } = options
    const { credentials, environmentFile } = await makeSandbox(
      beside,
      {
        ...(typeof label === 'string' ? { name: label } : {}),
        ...(typeof webhookUrl === 'string' ? { webhook_url: webhookUrl } : {}),
      },
      config.dataDir,
    )
    const { sandboxId: sandbox_id, terminalId: terminal_id } = credentials
    beside.print(
      options['json'] === true
        ? JSON.stringify({ sandbox_id, terminal_id, environment_file: environmentFile })
        : environmentFile,
    )
    return EXIT.done
  })
